/**
 * Where all entries stand: so many in order, so many to look at, each bucket with its count, so that the sum can be followed by eye. A bucket opens
 * its rows; pressed again it lets go. Not here: what the outcomes mean (ui/entries).
 */
import { Skeleton } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useEffectEvent } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { SourceKind } from '../../../../domain/entry.ts';
import type { CallState } from '../../../bridge/index.ts';
import {
  FailureNotice,
  knownIn,
  NOT_LOOKED_AT,
  Notice,
  OUTCOME_WORDS,
  outcomeName,
  useRouteFilters,
} from '../../../ui/index.ts';
import { type BucketGroup, bucketGroups } from './bucket-groups.ts';
import { type Bucket, BUCKETS } from './filters.ts';

type Counts = CallOutput<'entries.counts'>;

/** Of what the other filters leave. `isListUnread`: the list says already that it could not be read. */
export function Buckets(props: {
  readonly counts: CallState<Counts>;
  readonly kind: SourceKind;
  readonly isListUnread: boolean;
}): ReactNode {
  const { counts, kind, isListUnread } = props;
  const { data, failure, refresh, isPrevious } = counts;
  const route = useRouteFilters();
  const chosen = knownIn(route, 'outcome', BUCKETS) ?? [];
  // Who has the list read again means its counts as well.
  const readAgain = useEffectEvent(() => (failure === undefined ? undefined : refresh()));
  useEffect(() => {
    if (!isListUnread) readAgain();
  }, [isListUnread]);
  if (data === undefined) {
    if (failure !== undefined && isListUnread) return null;
    if (failure !== undefined) return <FailureNotice failure={failure} onRetry={refresh} />;
    return <Skeleton height={56} width="min(760px, 100%)" radius="md" />;
  }
  if (data.total === 0 && chosen.length === 0) return null;
  const { groups, missing } = bucketGroups(data, chosen);
  return (
    <div className="mc-buckets" role="group" aria-label="Outcomes" data-old={isPrevious || undefined}>
      <BucketButton
        name={data.total === 1 ? 'entry' : 'entries'}
        count={data.total}
        isOn={chosen.length === 0}
        onPress={() => route.change({ outcome: undefined })}
        isPart
      />
      {groups.map((group, at) => (
        <div key={group.name} className="mc-buckets-group" role="group" aria-label={group.name} data-tone={group.tone}>
          <Sign>{at === 0 ? '=' : '+'}</Sign>
          <Group group={group} kind={kind} chosen={chosen} />
        </div>
      ))}
      {missing === 0 ? null : (
        <div className="mc-buckets-wrong">
          <Notice tone="bad" title="The buckets do not add up to the entries">
            {missing.toLocaleString('en-GB')} entries are in none, or some in two. Do not rely on these counts, and
            report it.
          </Notice>
        </div>
      )}
    </div>
  );
}

function toggled(chosen: readonly Bucket[], bucket: Bucket): readonly Bucket[] {
  return chosen.includes(bucket) ? chosen.filter((one) => one !== bucket) : [...chosen, bucket];
}

/** A group and, in brackets, what it adds up from; a quiet one is its only bucket. */
function Group(props: {
  readonly group: BucketGroup;
  readonly kind: SourceKind;
  readonly chosen: readonly Bucket[];
}): ReactNode {
  const { group, kind, chosen } = props;
  const route = useRouteFilters();
  const one = (name: string, { bucket, count }: BucketGroup['buckets'][number], isPart: boolean): ReactNode => (
    <BucketButton
      name={name}
      hint={bucket === 'unmatched-yet' ? NOT_LOOKED_AT : OUTCOME_WORDS[bucket].meaning}
      count={count}
      isOn={chosen.includes(bucket)}
      onPress={() => route.change({ outcome: toggled(chosen, bucket) })}
      isPart={isPart}
    />
  );
  if (group.tone === 'quiet')
    return group.buckets.map((bucket) => (
      <Fragment key={bucket.bucket}>{one(group.name.toLowerCase(), bucket, true)}</Fragment>
    ));
  return (
    <>
      <GroupButton group={group} chosen={chosen} />
      {group.buckets.map((bucket, at) => (
        <span key={bucket.bucket} className="mc-buckets-part">
          <Sign>{at === 0 ? '(' : '+'}</Sign>
          {one(outcomeName(bucket.bucket === 'unmatched-yet' ? null : bucket.bucket, kind), bucket, false)}
          {at === group.buckets.length - 1 ? <Sign>)</Sign> : null}
        </span>
      ))}
    </>
  );
}

function Sign({ children }: { readonly children: string }): ReactNode {
  return (
    <span className="mc-buckets-sign" aria-hidden="true">
      {children}
    </span>
  );
}

/** All buckets of the group at once. */
function GroupButton(props: { readonly group: BucketGroup; readonly chosen: readonly Bucket[] }): ReactNode {
  const { group, chosen } = props;
  const route = useRouteFilters();
  const all = group.buckets.map(({ bucket }) => bucket);
  const isWhole = all.length === chosen.length && all.every((bucket) => chosen.includes(bucket));
  return (
    <button
      type="button"
      className="mc-bucket mc-buckets-name"
      aria-pressed={isWhole}
      onClick={() => route.change({ outcome: isWhole ? [] : all })}
    >
      <strong className="mc-num">{group.count.toLocaleString('en-GB')}</strong> {group.name.toLowerCase()}
    </button>
  );
}

function BucketButton(props: {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly count: number;
  readonly isOn: boolean;
  readonly onPress: () => void;
  /** Of the sum of all entries, not of a group. */
  readonly isPart?: boolean;
}): ReactNode {
  const { name, hint, count, isOn, onPress, isPart = false } = props;
  const look = isPart ? 'mc-bucket mc-buckets-name' : 'mc-bucket';
  return (
    <button type="button" className={look} aria-pressed={isOn} title={hint} onClick={onPress}>
      <strong className="mc-num">{count.toLocaleString('en-GB')}</strong> {name}
    </button>
  );
}
