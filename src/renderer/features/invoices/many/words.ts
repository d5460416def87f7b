// Orders of a file in words: what a column means, why a row is left out, what became of it. Total tables. Pure.
import type { OrderField } from '../../../../domain/create/order.ts';
import type { OrderStanding } from '../../../../domain/create/order-run.ts';
import type { RejectReason } from '../../../../domain/ledger/import.ts';
import {
  MAX_ORDER_ROWS,
  NEEDED_COLUMNS,
  type OrderLeft,
  type OrderReading,
  type OrderRow,
  type OrderRun,
} from '../../../../domain/ledger/order-file.ts';
import { countWords, failureCode, grouped } from '../../../ui/index.ts';
import { REJECT_WORDS, runWords, type Tone } from '../../../parts/index.ts';
import { FIELD_LABELS } from '../create/outcome-words.ts';
import { refusalOf } from '../create/refusal.ts';

export const limitWords = (): string =>
  `CSV or XLSX, at most ${grouped(MAX_ORDER_ROWS)} rows and 16 MiB; a row is an order.`;

const LEFT_WORDS: Readonly<Record<Exclude<OrderLeft, RejectReason>, string>> = {
  missing: 'Empty',
  'too-short': 'Too short',
  'too-long': 'Too long',
  'half-character': 'Half a character, as a broken copy leaves it',
  'path-segment': 'A dot alone is no id',
  'not-decimal': 'Not an amount',
  'not-positive': 'Not greater than zero',
  'too-many-decimals': 'More than two decimals',
  'not-an-address': 'Not an address',
  'user-in-address': 'A user name or password in the address',
  'not-https': 'Not an https address',
  repeated: 'An earlier row has the same order id',
  exists: 'An invoice with this order id is there already',
  'under-way': 'This order id is being created, or its outcome is not known',
  'uuid-of-another': 'The order id is the uuid of another invoice',
};

export function leftWords(reason: OrderLeft): string {
  return isReject(reason) ? REJECT_WORDS[reason].title : LEFT_WORDS[reason];
}

function isReject(reason: OrderLeft): reason is RejectReason {
  return Object.hasOwn(REJECT_WORDS, reason);
}

/** What the reading still lacks; empty when the file can be checked. */
export function readingLacks({ columns, currency }: Pick<OrderReading, 'columns' | 'currency'>): readonly string[] {
  const lacks = NEEDED_COLUMNS.filter((field) => columns[field] === undefined).map(
    (field) => `the column of the ${FIELD_LABELS[field].toLowerCase()}`,
  );
  if (columns.currency === undefined && currency === null) lacks.push('the currency: a column, or one for every row');
  return lacks;
}

/** The columns in which the one with that title means that, and no other does; null: it means nothing. */
export function withMeaning(
  columns: OrderReading['columns'],
  title: string,
  field: OrderField | null,
): OrderReading['columns'] {
  const others = Object.entries(columns).filter(([name, one]) => one !== title && name !== field);
  return Object.fromEntries(field === null ? others : [...others, [field, title]]);
}

interface StandingLook {
  readonly label: string;
  readonly hint: string;
  readonly tone: Tone;
}

export const STANDING_LOOKS: Readonly<Record<OrderStanding, StandingLook>> = {
  created: { label: 'Created', hint: 'The invoice is there; send its link', tone: 'good' },
  existing: { label: 'Was there', hint: 'The API had this order already, over the same money', tone: 'notice' },
  conflict: { label: 'Id taken', hint: 'The API has another order, or a closed one, under this id', tone: 'bad' },
  refused: { label: 'Refused', hint: 'The API said no; nothing was created', tone: 'bad' },
  unknown: { label: 'Not known', hint: 'It may have been created; it is looked up again', tone: 'warn' },
  left: { label: 'Left out', hint: 'The check of the file has left it out', tone: 'quiet' },
  running: { label: 'Under way', hint: 'Its turn is now', tone: 'notice' },
  waiting: { label: 'Waiting', hint: 'Its turn has not come', tone: 'quiet' },
  cancelled: { label: 'Cancelled', hint: 'The run was cancelled before its turn', tone: 'quiet' },
};

/** Why a row has no invoice of its own; null where there is nothing to say. */
export function whyWords({ left, failure, standing, differences }: OrderRow): string | null {
  if (left !== undefined) return leftWords(left);
  if (failure !== undefined && standing !== 'created') {
    const { title, fields } = refusalOf(failure);
    const code = failureCode(failure);
    return `${Object.values(fields)[0] ?? title}${code === null ? '' : ` (${code})`}`;
  }
  return differences.length === 0 ? null : `Other than in the file: ${differences.join(', ')}`;
}

/** Rows whose turn is over. */
export function overOf({ total, counts }: Pick<OrderRun, 'total' | 'counts'>): number {
  return total - counts.waiting - counts.running;
}

/** "Creating, 12 of 92": the run in one line. */
export function stateWords(run: OrderRun): string {
  const { counts, total } = run;
  const done = `Done: ${countWords(counts.created + counts.existing, 'invoice', 'invoices')} with a link`;
  return runWords(run, { doing: 'Creating', done, over: overOf(run), total });
}

export function cancellingWords({ waiting, running }: OrderRun['counts']): readonly string[] {
  return [
    'What was created stays; an invoice cannot be taken back here.',
    ...(running === 0 ? [] : ['What is under way is not cut off: what became of it is found out and stands here.']),
    waiting === 0
      ? 'Nothing else is waiting.'
      : `${countWords(waiting, 'order that is waiting is', 'orders that are waiting are')} not created.`,
  ];
}
