// Files and their rows in words: what columns mean, buckets of a dry run, reasons of rejected rows, sizes and days. Total tables over the closed unions.
import type { OrderStatus, SourceKind } from '../../../../domain/ledger/entry.ts';
import type {
  AmountMeaning,
  CheckDoubt,
  Coverage,
  DryBucket,
  DryRun,
  EntryField,
} from '../../../../domain/ledger/import.ts';
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

export const KIND_WORDS: Readonly<Record<SourceKind, { readonly name: string; readonly hint: string }>> = {
  orders: { name: 'Orders', hint: 'A ledger or shop export: each row is held against an invoice.' },
  wallet: { name: 'Wallet or bank', hint: 'A statement: each row of money in is held against a withdrawal.' },
};

interface FieldWords {
  readonly name: string;
  readonly hint: string;
}

const ORDER_FIELDS: Readonly<Record<EntryField, FieldWords>> = {
  ident: { name: 'Order id', hint: 'external_id or uuid of the invoice' },
  address: { name: 'Address', hint: 'where it was sent to' },
  amount: { name: 'Amount', hint: 'exact, never rounded' },
  unit: { name: 'Currency', hint: 'a code as EUR, or a token' },
  at: { name: 'Date and time', hint: 'when it was ordered or paid' },
  status: { name: 'Status', hint: 'what became of the order in your shop' },
  customer: { name: 'Customer', hint: 'to find it again' },
  memo: { name: 'Memo', hint: 'to find it again' },
};

const WALLET_FIELDS: Readonly<Record<EntryField, FieldWords>> = {
  ...ORDER_FIELDS,
  ident: { name: 'Transaction hash', hint: 'tx_hash of the withdrawal' },
  unit: { name: 'Currency or token', hint: 'a code as USDT' },
  at: { name: 'Date and time', hint: 'when it was booked' },
  status: { name: 'Direction', hint: 'money in or out' },
};

export function fieldWords(kind: SourceKind, field: EntryField): FieldWords {
  return kind === 'orders' ? ORDER_FIELDS[field] : WALLET_FIELDS[field];
}

export const MEANING_WORDS: Readonly<Record<AmountMeaning, { readonly name: string; readonly hint: string }>> = {
  ordered: {
    name: 'What was ordered',
    hint: 'Held against the invoice’s amount, and what was really paid of an adjusted one.',
  },
  credited: { name: 'What was received', hint: 'Held against settled_amount_usdt, in USDT.' },
};

const ORDER_WORDS: Readonly<Record<OrderStatus, string>> = {
  fulfilled: 'fulfilled',
  unfulfilled: 'not fulfilled',
  cancelled: 'cancelled',
  unknown: 'says nothing',
};

const DIRECTION_WORDS: Readonly<Record<OrderStatus, string>> = {
  ...ORDER_WORDS,
  fulfilled: 'money in',
  cancelled: 'money out',
};

export function statusWords(kind: SourceKind, status: OrderStatus): string {
  return kind === 'orders' ? ORDER_WORDS[status] : DIRECTION_WORDS[status];
}

/** What a word can be taken for; of a wallet line only its direction. */
export const STATUSES_OF_KIND: Readonly<Record<SourceKind, readonly OrderStatus[]>> = {
  orders: ['fulfilled', 'unfulfilled', 'cancelled', 'unknown'],
  wallet: ['fulfilled', 'cancelled'],
};
