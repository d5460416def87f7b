// What became of the rows of a file, in words: buckets of a dry run, reasons of rejected rows, sizes and days. Total tables over the closed unions.
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import { type CheckDoubt, type Coverage, type DryBucket, type DryRun } from '../../../../domain/ledger/import.ts';
import { lastDay } from '../../../../domain/period/period.ts';
import { countWords, dayText, grouped } from '../../../ui/index.ts';
import { OUTCOME_WORDS, outcomeName, OUTCOMES_ON_SCREEN } from '../../../parts/index.ts';

/** Where rows stand together: nothing to do, something to look at, not taken as a new entry. */
export type ImportBucketGroup = 'agree' | 'look' | 'aside';

interface BucketWords {
  readonly title: string;
  readonly meaning: string;
  readonly group: ImportBucketGroup;
}

export const GROUP_WORDS: Readonly<Record<ImportBucketGroup, { readonly name: string; readonly hint: string }>> = {
  agree: { name: 'In order', hint: 'Both sides agree, or nothing is wrong yet.' },
  look: { name: 'To look at', hint: 'Each becomes an exception, to be worked through.' },
  aside: { name: 'Not taken as new entries', hint: 'They change nothing in your ledger.' },
};

/** The order in which they are shown: by group, as rows of a table. */
export const BUCKETS = [...OUTCOMES_ON_SCREEN, 'repeated', 'rejected'] as const satisfies readonly DryBucket[];

/** What a bucket is called in files of the kind, and what it means. */
export function bucketWords(bucket: DryBucket, kind: SourceKind): BucketWords {
  if (bucket === 'repeated') {
    return { title: 'Repeated', meaning: 'An earlier import of the source has the same row already.', group: 'aside' };
  }
  if (bucket === 'rejected') {
    return { title: 'Rejected', meaning: 'It cannot be read; listed below with line and reason.', group: 'aside' };
  }
  const { meaning, isInOrder } = OUTCOME_WORDS[bucket];
  const group = bucket === 'replaced' ? 'aside' : isInOrder ? 'agree' : 'look';
  return { title: outcomeName(bucket, kind), meaning, group };
}

/** The rows of a file that stay or become entries, and the others; they add up to its rows. */
export function partsOf({ rows, buckets }: Pick<DryRun, 'rows' | 'buckets'>) {
  const { repeated, rejected } = buckets;
  return { fresh: rows - repeated - rejected, repeated, rejected };
}

/** "3 paid invoices are": records that a file of the kind does not have. */
export function missingWords(kind: SourceKind, count: number): string {
  return kind === 'orders'
    ? countWords(count, 'paid invoice is', 'paid invoices are')
    : countWords(count, 'sent withdrawal is', 'sent withdrawals are');
}

/** What is odd about a check as a whole, with its numbers, and what an import would bring. */
export function doubtWords(
  doubt: CheckDoubt,
  kind: SourceKind,
  { rows, buckets, missingThere }: Pick<DryRun, 'rows' | 'buckets' | 'missingThere'>,
): { readonly title: string; readonly meaning: string } {
  const { fresh } = partsOf({ rows, buckets });
  const { duplicate, 'missing-here': unknown } = buckets;
  const of = (count: number): string => `${grouped(count)} of ${countWords(fresh, 'row', 'rows')}`;
  const words: Readonly<Record<CheckDoubt, { readonly title: string; readonly meaning: string }>> = {
    'few-found':
      kind === 'orders'
        ? {
            title: `${of(unknown)} ${unknown === 1 ? 'names' : 'name'} no order that is here`,
            meaning:
              'Does another column hold the id that the orders were created with (external_id), or their uuid? Imported like this, each of them becomes an exception.',
          }
        : {
            title: `None of ${countWords(fresh, 'row is', 'rows is')} a withdrawal that is here`,
            meaning:
              'Do other columns hold hash, address, amount and time? Imported like this, each row of money in becomes an exception.',
          },
    'most-twice': {
      title: `${of(duplicate)} repeat one that comes before`,
      meaning:
        'The column of the ids may be another one. Or columns were mapped in another way before: then rows of an earlier file count as new ones, and that import is better undone first.',
    },
    'most-missing': {
      title: `${missingWords(kind, missingThere)} missing from this file`,
      meaning:
        'Each becomes an exception. Is the file complete for fewer days, or has it only some of the records? Say so below.',
    },
  };
  return words[doubt];
}

/** "2026-10-01 – 2026-10-31"; both days belong to it. */
export function coverageWords(covers: Coverage | null): string {
  if (covers === null) return 'no day';
  const last = lastDay(covers);
  return covers.from === last ? dayText(last) : `${dayText(covers.from)} – ${dayText(last)}`;
}
