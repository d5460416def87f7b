// An entry: one line of a file in which the merchant wrote something down, an order of a ledger or a line of a wallet
// or bank statement, and what became of it when it was held against the API's records. Pure.
import { z } from 'zod';
import { ENTRY_AMOUNTS } from '../kernel/money/amount-filter.ts';
import { TRIAGE } from '../reconcile/exception.ts';
import * as by from '../kernel/list.ts';
import { defineList, type FilterOf, type SortFieldOf } from '../kernel/list.ts';
import { count, instant, money, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** What a source writes down: orders, held against invoices; or movements of a wallet, held against withdrawals. */
export const SOURCE_KINDS = ['orders', 'wallet'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What the merchant says of an order; `unknown` where the file says nothing. */
export const ORDER_STATUSES = ['fulfilled', 'unfulfilled', 'cancelled', 'unknown'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Of a wallet line: money that came in, which a withdrawal may be, or went out. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Every entry is in exactly one of these. A closed union. */
export const MATCH_OUTCOMES = [
  /** Both sides agree, also in that nothing was paid. */
  'matched',
  /** The amounts differ by no more than the tolerance that is named for the currency. */
  'within-tolerance',
  'amount-differs',
  'currency-differs',
  /** Nothing here has that id; of a wallet line: no withdrawal is it. */
  'missing-here',
  /** Another entry of the same file, or of files that are as new, says the same of the same record, and stands before it. */
  'duplicate',
  /** A later file of the same source says of the same order what holds now: this one is history, and nothing is found in it. */
  'replaced',
  /** The invoice or withdrawal is pending: nothing is wrong yet, so it is no exception. */
  'expected',
  /** The merchant has fulfilled what was not paid. */
  'fulfilled-not-paid',
  /** Paid, and the merchant has not fulfilled it, or has cancelled it. */
  'paid-not-fulfilled',
  /**
   * Nothing can be said of it: a wallet line of money that went out, which no withdrawal of the API can be; or the API gives no amount that it
   * could be held against, which is found in the record itself (`settled-missing`, `adjustment-missing`).
   */
  'not-compared',
] as const;
export type MatchOutcome = (typeof MATCH_OUTCOMES)[number];

/** How an entry came to its record, the highest fidelity first. */
export const MATCH_PASSES = [
  /** A person said so. */
  'by-hand',
  /** The id, and the amount to the last digit. */
  'id-and-amount',
  /** The id alone. */
  'id',
  /** The id, and an amount within the tolerance. */
  'tolerance',
  'tx-hash',
  /** Address, amount to be sent, and a time near the withdrawal's. */
  'address-amount-time',
] as const;
export type MatchPass = (typeof MATCH_PASSES)[number];

/** Which amount of the record an entry was held against. */
export const AMOUNT_FIELDS = [
  'amount',
  'adjustment.actual_amount_fiat',
  'settled_amount_usdt',
  'amount_to_send',
  'withdrawal.amount',
] as const;
export type AmountField = (typeof AMOUNT_FIELDS)[number];

/** What an entry holds when it is read: exact texts in one spelling, null where the file says nothing. */
export const ENTRY_FACTS = z.object({
  /** Follows from source, facts and how often the facts came before in the file: the same in every file that says them again. 32 hex digits. */
  id: z.string(),
  /** Of the file, from 1; of a quoted cell with line breaks the line it begins in. Of a workbook the row. */
  line: count,
  /** The order's id as the merchant wrote it; of a wallet line the transaction hash. */
  ident: textOrNull,
  /** Of a wallet line: where it was sent to. */
  address: textOrNull,
  /** Canonical decimal text, never negative. */
  amount: money,
  /** Currency code, or token; upper case. */
  unit: z.string(),
  /** Instant, ISO UTC. */
  at: textOrNull,
  status: z.enum(ORDER_STATUSES),
  direction: z.enum(DIRECTIONS),
  /** The word of the file that `status` or `direction` follows from. */
  statusText: textOrNull,
  customer: textOrNull,
  memo: textOrNull,
});
export type EntryFacts = ToldOf<typeof ENTRY_FACTS>;

/** Where an entry stands; all null before it was ever matched. */
export const ENTRY_STANDING = z.object({
  outcome: z.enum(MATCH_OUTCOMES).nullable(),
  pass: z.enum(MATCH_PASSES).nullable(),
  recordUuid: textOrNull,
  /** Which amount of the record it was held against. */
  against: z.enum(AMOUNT_FIELDS).nullable(),
  /** The entry's amount minus the record's, exact, in `unit`; null when they cannot be compared. */
  delta: moneyOrNull,
});
export type EntryStanding = ToldOf<typeof ENTRY_STANDING>;

export const ENTRY = ENTRY_FACTS.extend(ENTRY_STANDING.shape).extend({
  importId: z.string(),
  sourceId: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** When its standing was last another one. */
  changedAt: textOrNull,
  handMatchId: textOrNull,
});
export type Entry = ToldOf<typeof ENTRY>;

/** An entry as its list shows it: with the exception that hangs on it while the facts show it (list `entries`, its id as the record's). */
export const ENTRY_ROW = ENTRY.extend({
  exception: TRIAGE.nullable(),
  /** What the invoice that it was matched with has credited, USDT; null without one, and where the API names none. */
  netUsdt: moneyOrNull,
});
export type EntryRow = ToldOf<typeof ENTRY_ROW>;
/** As the books alone know it: what was credited is the mirror's. */
export type BookedEntry = Omit<EntryRow, 'netUsdt'>;

export const RECORD_SIDE = z.object({
  list: z.enum(['invoices', 'withdrawals']),
  uuid: z.string(),
  /** external_id of an invoice, address of a withdrawal. */
  ident: textOrNull,
  status: z.string(),
  /** What an entry can be held against, by the API's names. */
  amounts: z.array(z.object({ field: z.enum(AMOUNT_FIELDS), amount: money, unit: textOrNull })),
  at: textOrNull,
  txHash: textOrNull,
  customerId: textOrNull,
  /** The API does not show it any more. */
  missingSince: textOrNull,
});
export type RecordSide = ToldOf<typeof RECORD_SIDE>;

/** Which entries a list is about. Absent means any. */
export const ENTRY_LIST = defineList({
  filter: {
    kind: by.choice(SOURCE_KINDS),
    sourceId: by.id,
    importId: by.id,
    /** 'unmatched-yet': no run has looked at it. */
    outcome: by.known([...MATCH_OUTCOMES, 'unmatched-yet']),
    pass: by.known(MATCH_PASSES),
    unit: by.words,
    amount: by.amount(ENTRY_AMOUNTS),
    ids: by.ids,
    recordUuid: by.word,
    /** Anywhere in ident, address, customer or memo; ASCII letters in either case. */
    text: by.text,
    /** Half-open, UTC. */
    from: by.bound,
    to: by.bound,
  },
  sort: ['line', 'at', 'amount', 'delta', 'absDelta', 'ident'],
});
export type EntryFilter = FilterOf<typeof ENTRY_LIST>;
export type EntrySortField = SortFieldOf<typeof ENTRY_LIST>;

/** Most on the many side of a match by hand. */
export const MAX_HAND_MATCH = 50;

/** Why a match by hand was not made. */
export const HAND_MATCH_REFUSALS = [
  'entry-not-found',
  'record-not-found',
  /** It belongs to another match by hand already. */
  'taken',
  /** Several on both sides. */
  'many-to-many',
  'other-currency',
  /** Its entries are of several sources: two ledgers are never added up. */
  'other-source',
] as const;
export type HandMatchRefusal = (typeof HAND_MATCH_REFUSALS)[number];

export interface EntryMove {
  /** Null: no run had looked at it. */
  readonly before: MatchOutcome | null;
  readonly after: MatchOutcome;
}

/** A match that a person made: one entry with several records, or several entries with one. */
export const HAND_MATCH = z.object({
  id: z.string(),
  kind: z.enum(SOURCE_KINDS),
  entries: z.array(z.string()),
  /** uuids of invoices, or of withdrawals, by `kind`. */
  records: z.array(z.string()),
  note: z.string(),
  at: instant,
  osUser: z.string(),
});
export type HandMatch = ToldOf<typeof HAND_MATCH>;

/** An entry whose standing is another one since the import before the last. */
export const ENTRY_CHANGE = z.object({
  id: count,
  entryId: z.string(),
  ident: textOrNull,
  unit: z.string(),
  amount: money,
  /** Null: no run had looked at it. */
  before: z.enum(MATCH_OUTCOMES).nullable(),
  after: z.enum(MATCH_OUTCOMES),
  at: instant,
});
