// The views of the ledger: all entries, what is to be looked at, and each outcome, which add up to all; and what is
// missing in it, which is no entry.
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../../domain/entry.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  FailureNotice,
  knownIn,
  ListStrip,
  Notice,
  outcomeName,
  Said,
  type StripView,
  type Triaging,
  useRouteFilters,
} from '../../../ui/index.ts';
import { bucketGroups } from './bucket-groups.ts';
import { type Bucket, BUCKETS } from './filters.ts';

type Counts = CallOutput<'entries.counts'>;

/** Of what the other filters leave. `hasWallet`: there are books of both kinds. */
export function LedgerViews(props: {
  readonly counts: Counts | undefined;
  readonly kind: SourceKind;
  readonly hasWallet: boolean;
  readonly triage: Pick<Triaging<never>, 'said'>;
  /** What is chosen. */
  readonly instead: ReactNode;
}): ReactNode {
  const { counts, kind, hasWallet, triage, instead } = props;
  const route = useRouteFilters();
  const missing = useCall('exceptions.counts', {}, { refreshOn: ['exceptions'] }).data?.kinds;
  const chosen = knownIn(route, 'outcome', BUCKETS) ?? [];
  const { groups } = counts === undefined ? { groups: [] } : bucketGroups(counts, chosen);
  const view = (label: string, count: number | null, buckets: readonly Bucket[]): StripView => ({
    label,
    count,
    sets: buckets.length === 0 ? {} : { outcome: buckets.join(',') },
  });
  const absent = kind === 'orders' ? 'missing-there' : 'withdrawal-not-in-wallet';
  const open = missing?.find((one) => one.kind === absent)?.open ?? 0;
  return (
    <ListStrip
      instead={instead}
      views={[
        view('All', counts?.total ?? null, []),
        ...groups
          .filter(({ tone, buckets }) => tone === 'warn' && buckets.length > 1)
          .map(({ name, count, buckets }) =>
            view(
              name,
              count,
              buckets.map(({ bucket }) => bucket),
            ),
          ),
        ...groups.flatMap(({ buckets }) =>
          buckets.map(({ bucket, count }) =>
            view(outcomeName(bucket === 'unmatched-yet' ? null : bucket, kind), count, [bucket]),
          ),
        ),
        ...(open === 0
          ? []
          : [
              {
                label: kind === 'orders' ? 'Missing in ledger' : 'Missing in wallet',
                count: open,
                path: `${screenPath('exceptions-ledger')}?kind=${absent}`,
                isHere: false,
              },
            ]),
      ]}
    >
      <Said triage={triage}>{counts === undefined ? null : <MatchWords counts={counts} />}</Said>
      {hasWallet || kind === 'wallet' ? (
        <SegmentedControl
          size="xs"
          aria-label="Which books"
          value={kind}
          data={SOURCE_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          // What narrows one of them means nothing in the other.
          onChange={(next) => {
            route.keep([]);
            route.change({ kind: next === 'orders' ? undefined : next }, { replace: true });
          }}
        />
      ) : null}
    </ListStrip>
  );
}

const KIND_WORDS: Readonly<Record<SourceKind, string>> = { orders: 'Orders', wallet: 'Wallet' };

/** When everything was matched last, and whether it is due again. */
function MatchWords({ counts: { matchedAt, pending, total } }: { readonly counts: Counts }): ReactNode {
  if (matchedAt === null) return total === 0 ? '' : 'Not matched yet; that follows by itself.';
  return (
    <>
      Checked <AgeText since={matchedAt} by="console" />
      {pending ? <b> What changed since is matched by itself.</b> : ''}
    </>
  );
}

/** Never expected; counts that do not add up are said, not hidden, and so is that they could not be read (unless the list says so already). */
export function BucketTrouble(props: {
  readonly counts: CallState<Counts>;
  readonly isListUnread: boolean;
}): ReactNode {
  const { counts, isListUnread } = props;
  const { data, failure, refresh } = counts;
  // Who has the list read again means its counts as well.
  const readAgain = useEffectEvent(() => (failure === undefined ? undefined : refresh()));
  useEffect(() => {
    if (!isListUnread) readAgain();
  }, [isListUnread]);
  if (data === undefined) {
    return failure === undefined || isListUnread ? null : <FailureNotice failure={failure} onRetry={refresh} />;
  }
  const { missing } = bucketGroups(data, []);
  if (missing === 0) return null;
  return (
    <Notice tone="bad" title="The views do not add up to the entries">
      {missing.toLocaleString('en-GB')} entries are in none, or some in two. Do not rely on these counts, and report it.
    </Notice>
  );
}
