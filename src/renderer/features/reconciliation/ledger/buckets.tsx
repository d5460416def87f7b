/** The views of the ledger: all entries, what is to be looked at, and each outcome, which add up to all; and what is missing in it, which is no entry. */
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { SourceKind } from '../../../../domain/entry.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import {
  FailureNotice,
  knownIn,
  type ListView,
  Notice,
  outcomeName,
  useRouteFilters,
  ViewStrip,
} from '../../../ui/index.ts';
import { bucketGroups } from './bucket-groups.ts';
import { type Bucket, BUCKETS } from './filters.ts';
import { MatchWords } from './match-words.tsx';

type Counts = CallOutput<'entries.counts'>;

/** Of what the other filters leave. */
export function LedgerViews({
  counts,
  kind,
}: {
  readonly counts: Counts | undefined;
  readonly kind: SourceKind;
}): ReactNode {
  const route = useRouteFilters();
  const missing = useCall('exceptions.counts', {}, { refreshOn: ['exceptions'] }).data?.kinds;
  const chosen = knownIn(route, 'outcome', BUCKETS) ?? [];
  const { groups } = counts === undefined ? { groups: [] } : bucketGroups(counts, chosen);
  const view = (label: string, count: number | undefined, buckets: readonly Bucket[]): ListView => ({
    label,
    count,
    path: pathOf(route.query, buckets),
    isHere: buckets.length === chosen.length && buckets.every((bucket) => chosen.includes(bucket)),
  });
  const absent = kind === 'orders' ? 'missing-there' : 'withdrawal-not-in-wallet';
  const open = missing?.find((one) => one.kind === absent)?.open ?? 0;
  return (
    <ViewStrip
      views={[
        view('All', counts?.total, []),
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
      {counts === undefined ? null : <MatchWords counts={counts} />}
    </ViewStrip>
  );
}

/** The same list with these outcomes alone; none is all. */
function pathOf(query: string, buckets: readonly Bucket[]): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('outcome');
  for (const bucket of buckets) parameters.append('outcome', bucket);
  const next = parameters.toString();
  return next === '' ? screenPath('ledger') : `${screenPath('ledger')}?${next}`;
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
