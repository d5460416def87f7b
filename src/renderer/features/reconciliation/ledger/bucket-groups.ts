// Buckets in the order of the screen, in groups that add up to all entries; if ever they do not, that is told and not
// hidden. Pure.
import type { CallOutput } from '../../../../contract/calls.ts';
import { OUTCOME_WORDS, OUTCOMES_ON_SCREEN } from '../../../parts/index.ts';
import type { Bucket } from './filters.ts';

export interface BucketGroup {
  readonly name: string;
  readonly tone: 'good' | 'warn' | 'quiet';
  readonly count: number;
  readonly buckets: readonly { readonly bucket: Bucket; readonly count: number }[];
}

export interface BucketSum {
  readonly groups: readonly BucketGroup[];
  /** All entries less those of the buckets: zero. */
  readonly missing: number;
}

type Counts = Pick<CallOutput<'entries.counts'>, 'total' | 'outcomes'>;

/** Without what counts nothing, unless it is chosen: a filter is always in sight. */
export function bucketGroups({ total, outcomes }: Counts, chosen: readonly Bucket[]): BucketSum {
  const countOf = (bucket: Bucket): number => {
    const outcome = bucket === 'unmatched-yet' ? null : bucket;
    return outcomes.reduce((sum, one) => (one.outcome === outcome ? sum + one.count : sum), 0);
  };
  const group = (name: string, tone: BucketGroup['tone'], of: readonly Bucket[]): BucketGroup => {
    const buckets = of.map((bucket) => ({ bucket, count: countOf(bucket) }));
    return {
      name,
      tone,
      count: buckets.reduce((sum, one) => sum + one.count, 0),
      buckets: buckets.filter(({ bucket, count }) => count > 0 || chosen.includes(bucket)),
    };
  };
  const groups = [
    group(
      'In order',
      'good',
      OUTCOMES_ON_SCREEN.filter((outcome) => OUTCOME_WORDS[outcome].isInOrder && outcome !== 'replaced'),
    ),
    group('Waiting', 'quiet', ['unmatched-yet']),
    // No word of today's books: neither in order nor to look at.
    group('Replaced', 'quiet', ['replaced']),
    // Last: the longest, for a line of its own.
    group(
      'To look at',
      'warn',
      OUTCOMES_ON_SCREEN.filter((outcome) => !OUTCOME_WORDS[outcome].isInOrder),
    ),
  ];
  const sum = groups.reduce((all, { count }) => all + count, 0);
  return { groups: groups.filter(({ buckets }) => buckets.length > 0), missing: total - sum };
}
