// What each column in a pack means, and in what its figures are. Every column of every table has a line here or says it itself, or no pack is written.
import { type Column, columnsOf, type Meaning } from '../table.ts';

export const USDT = 'USDT';
export const ORDER = 'the currency of the row';
const TOKEN = 'the token of the row';
const UTC = 'UTC';

/** Columns that mean the same wherever they stand. */
const SHARED = {
  SANDBOX: ['SANDBOX in every row of a made-up business'],
  uuid: ['Id of the record at the API'],
  list: ['Where the record is: invoices or withdrawals'],
  status: ['State of the record, in the API’s word'],
  currency: ['Currency of the order'],
  token: ['Token; empty where the API names none'],
  created_at: ['When the record was made', UTC],
  finished_at: ['When the invoice ended', UTC],
  read_at: ['When the console read the row, by the API’s clock', UTC],
  not_shown_since: ['Since when the API does not show the record any more', UTC],
  labels: ['What people called it'],
  notes: ['Notes that people wrote about it', 'notes'],
  open_case: ['Whether a case on it is open'],
  address_name: ['What people call its address, from the address book'],
  external_id: ['The order’s id in the shop'],
  customer_id: ['The customer’s id in the shop'],
  payment_method: ['How it was paid, in the API’s word'],
  label: ['What people call it: external_id of an invoice, address of a withdrawal'],
  balance_type: ['Which balance a withdrawal was taken from'],
  actor: ['Who asked for the withdrawal, in the API’s word'],
  network_commission: ['What the network took of a withdrawal', TOKEN],
  kind: ['What was found'],
  reason: ['Why it was resolved so'],
  note: ['What a person wrote'],
  evidence: ['The exact texts that it rests on, as JSON'],
  os_user: ['Who did it, by the name at the operating system; empty where the console did it by itself'],
  record_uuid: ['Id of the record at the API'],
} as const satisfies Readonly<Record<string, Meaning>>;
const SHARED_OF: Readonly<Record<string, Meaning>> = SHARED;

/** A column that no pack has without a word about it. */
export type PackedColumn = Column & ({ readonly title: keyof typeof SHARED } | { readonly means: Meaning });

/** By the file's name without its ending, and the column's title. */
const OF_TABLE: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  statement: {
    figure: ['A line of the statement, or what follows from its lines'],
    amount: ['Of a line the sum of its rows in rows.csv', TOKEN],
    count: ['Rows behind it', 'rows'],
    not_shown: ['Of these, rows that the API does not show any more; they are in the amount', 'rows'],
    remark: ['Where an opening comes from, whose part it is, or why there is no amount'],
  },
  rows: {
    line: ['The line of the statement that the row is in'],
    amount: ['settled_amount_usdt of an invoice, amount of a withdrawal', TOKEN],
    ended_at: ['finished_at of an invoice, processed_at of a withdrawal', UTC],
    amount_to_send: ['What was sent of a withdrawal', TOKEN],
  },
  'reconciling-items': {
    item_id: ['Id of the item in the console, as a close names it'],
    kind: ['What kind of cause: timing, fee, correction or manual-movement'],
    amount: ['What the reported balance has more than the calculated one because of it', TOKEN],
    day: ['The day that it is of: it counts in every period that ends after it, until it is cleared'],
    text: ['What it is'],
    evidence: ['A reference, a link, or where the paper lies'],
    added_at: ['When it was written', UTC],
    added_by: ['Who wrote it'],
    cleared_day: ['It counts in no period that ends after this day; empty while it is open'],
    cleared_reason: ['How it was cleared'],
    cleared_at: ['When that was written', UTC],
    cleared_by: ['Who wrote that'],
  },
  withdrawals: {
    network: ['Network of the token'],
    amount: ['What was taken from the balance, the network’s commission inside', TOKEN],
    amount_to_send: ['What was sent', TOKEN],
    address: ['Where it was sent'],
    tx_hash: ['Transaction on the network'],
    reject_code: ['Why it was rejected, in the API’s word'],
    reject_reason: ['The same as a text'],
    processed_at: ['When it was approved or rejected', UTC],
  },
  'tie-out': {
    amount: ['What was ordered', ORDER],
    expected_fiat: ['Of an adjusted one: what was expected', ORDER],
    actual_usdt: ['Of an adjusted one: what was paid', USDT],
    settled_usdt: ['What was credited', USDT],
    credited_usdt: ['What the shop’s server was told last', USDT],
    told_at: ['When it was told', UTC],
    coverage: ['On how many sides it could be compared: three, two or none'],
    untold: ['Why the shop’s server is not one of them'],
    missing: ['Facts that are missing'],
    findings: ['What did not agree; empty where all did'],
  },
  exceptions: {
    exception_id: ['Id of the exception in the console'],
    record_at: ['When the record ended or was made', UTC],
    unit: ['What the difference is in; empty where no unit is named'],
    delta: ['The difference', 'the unit of the row'],
    state: ['open or resolved'],
    assignee: ['Who works on it'],
    due: ['The day by which it is to be done'],
    age_days: ['Whole days from first_seen_at to the making of the pack', 'days'],
    first_seen_at: ['When it was found', UTC],
    cleared_at: ['Since when the facts do not show it any more', UTC],
    reopened: ['How often it was found again', 'times'],
    updated_at: ['When anything of it changed last', UTC],
    updated_by: ['Who changed it last'],
  },
  'exceptions-history': {
    exception_id: ['The exception in exceptions.csv'],
    at: ['When it was done', UTC],
    deed: ['What was done'],
  },
  'changes-after-close': {
    close_id: ['The close whose facts have changed since'],
    amount: ['By how much the closed figures would have been moved; they never move', TOKEN],
    before: ['The facts as they were closed, as JSON'],
    after: ['The facts as they are now, as JSON; empty where the record is in no line any more'],
    first_seen_at: ['When the change was seen first', UTC],
  },
  'audit-log': {
    entry: ['Number of the entry in the log of the console'],
    at: ['When it was done', UTC],
    profile: ['The business'],
    action: ['What was done'],
    request: ['What was asked for, in words'],
    outcome: ['How it ended'],
    profile_id: ['Id of the business in the console'],
    place: ['Place in the chain of the business; empty where the entry is older than the chain', 'from 1 on'],
    hash: ['SHA-256 of the entry together with the hash of the one before it'],
  },
  checklist: {
    step: ['A standing step by its word, one of the team’s own by its id'],
    what: ['What the step is; empty where it was taken off since'],
    ticked: ['yes, or no where the tick was taken off again'],
    at: ['When it was said', UTC],
  },
  certificates: {
    whose: ['Of a close by its file, or as the console had it when the pack was made'],
    certificate: ['certified: the list is proved whole; every other word: it is not'],
    as_of: ['The API’s time of it', UTC],
    seen: ['Records seen', 'records'],
    total: ['Records that the API names', 'records'],
  },
  schema: {
    file: ['A table of this pack'],
    column: ['The title of a column, as it stands in that file'],
    type: ['text, amount (exact), number, instant or day'],
    unit: ['What the figures are in'],
    meaning: ['What stands in it'],
  },
};

export interface SchemaLine {
  readonly file: string;
  readonly column: string;
  readonly type: string;
  readonly unit: string | null;
  readonly meaning: string;
}

const { named } = columnsOf<SchemaLine>();
export const SCHEMA_COLUMNS = named('text', 'file', 'column', 'type', 'unit', 'meaning');

/** The line of a column, as its title stands in the file. Throws where nobody has said what it means, which would be a mistake of ours. */
export function schemaLine(file: string, column: Column): SchemaLine {
  const title = column.title.replace(/ \(UTC\)$/, '');
  const [meaning, unit] = column.means ?? OF_TABLE[file.replace(/\.csv$/, '')]?.[title] ?? SHARED_OF[title] ?? [];
  if (meaning === undefined) throw new Error(`what ${title} of ${file} means is not said`);
  return { file, column: column.title, type: column.type, unit: unit ?? null, meaning };
}
