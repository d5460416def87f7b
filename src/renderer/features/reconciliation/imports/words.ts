// What became of the rows of a file, in words: buckets of a dry run, reasons of rejected rows, sizes and days. Total tables over the closed unions.
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import {
  type CheckDoubt,
  type Coverage,
  type DryBucket,
  type DryRun,
  MAX_CELL_LENGTH,
  type RejectReason,
} from '../../../../domain/ledger/import.ts';
import { lastDay } from '../../../../domain/period/period.ts';
import { countWords, grouped } from '../../../ui/index.ts';
import { OUTCOME_WORDS, outcomeName, OUTCOMES_ON_SCREEN } from '../../../parts/index.ts';
import type { WizardStep } from './wizard.ts';

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
      meaning: 'Each becomes an exception. Is the file complete for fewer days, or has it only some of the records?',
    },
  };
  return words[doubt];
}

interface RejectWords {
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
  /** Where in the wizard it may be put right; null: only in the file. */
  readonly step: Extract<WizardStep, 'columns'> | null;
}

const inColumns = (title: string, advice: string): RejectWords => ({ title, advice, step: 'columns' });
const inFile = (title: string, advice: string): RejectWords => ({ title, advice, step: null });

export const REJECT_WORDS: Readonly<Record<RejectReason, RejectWords>> = {
  'too-few-cells': inColumns('Too few cells', 'The row ends before a column that is needed. Is the separator right?'),
  'too-many-cells': inColumns('Too many cells', 'A cell that holds the separator needs quotation marks around it.'),
  'cell-too-long': inFile(
    'Cell too long',
    `A cell has more than ${grouped(MAX_CELL_LENGTH)} characters. A quotation mark may be missing before it.`,
  ),
  'broken-quotes': inFile('Broken quotation marks', 'One is not closed, or text follows one that is.'),
  'not-in-encoding': inColumns('Not in the encoding', 'The bytes mean nothing in this encoding. Try another one.'),
  'control-characters': inColumns('Control characters', 'The cell holds characters that no text has.'),
  'no-ident': inColumns('No id', 'Without an id the row cannot be held against anything.'),
  'ident-too-long': inColumns('Id too long', 'It is longer than any id of the API. Is it the right column?'),
  'no-hash-or-address': inColumns('Neither hash nor address', 'A wallet line needs one of the two.'),
  'no-amount': inColumns('No amount', 'Correct the row in the file.'),
  'not-an-amount': inColumns('Not an amount', 'Check the decimal and the thousands mark, or correct the cell.'),
  'negative-amount': inFile(
    'Negative amount',
    'A refund is not an order. Leave such rows out, or import them as a wallet.',
  ),
  'not-exact': inFile(
    'Not exact',
    'It has more digits than any amount, or a spreadsheet has rounded it or made a date of it. Write it as text.',
  ),
  'no-unit': inColumns('No currency', 'Fill the cell in, or name one currency for every row.'),
  'not-a-unit': inColumns('Not a currency', 'It is neither a code nor a token. Is it the right column?'),
  'not-a-date': inColumns('Not a date', 'Check the order of dates, or correct the cell.'),
  'not-a-likely-day': inColumns(
    'Not a likely day',
    'It is before 2000, or in the future. Check the order of dates, or correct the cell.',
  ),
  'no-such-time': inColumns('No such time', 'The clock change leaves it out in this zone. Is the zone right?'),
  'unknown-status': inColumns('Unknown status', 'Say what the word means.'),
  'cell-error': inFile(
    'Error in a cell',
    'The spreadsheet holds an error there, as #REF!. Correct it and save the file again.',
  ),
};

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** "842 bytes", "34.1 MB". */
export function bytesWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${grouped(bytes)} bytes` : `${size.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

/** How much of a whole is done, in whole per cents; 99 until it is. */
export function percentDone(done: number, total: number): number {
  if (total <= 0) return 0;
  return done >= total ? 100 : Math.min(99, Math.floor((done / total) * 100));
}

/** "2026-10-01 – 2026-10-31"; both days belong to it. */
export function coverageWords(covers: Coverage | null): string {
  if (covers === null) return 'no day';
  const last = lastDay(covers);
  return covers.from === last ? last : `${covers.from} – ${last}`;
}
