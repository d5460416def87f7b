// What a match reads: entries of the merchant's own books, and of the API's records only what they can be held against. Pure; shapes only.
import type { CoveredTime } from './covered-time.ts';
import type { AmountField, EntryFacts, EntryStanding, SourceKind } from './entry.ts';
import type { FactList } from '../kernel/finding.ts';
import type { AmountMeaning, Tolerances } from './import.ts';

export interface MatchSource {
  readonly id: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly tolerances: Tolerances;
  /** Of all its imports together, in any order; they may overlap. */
  readonly covers: readonly CoveredTime[];
  /** Those of them that a person has said, apart and in order: the source lacks what it does not have there, also when another source has it. */
  readonly coversSaid: readonly CoveredTime[];
}

/** What is compared of an order: idents are trimmed, amounts canonical, units in upper case. */
export type OrderLine = Pick<EntryFacts, 'ident' | 'amount' | 'unit' | 'status'>;

/** What is compared of a line of a wallet; `at` is a key as instantKey gives it. */
export type WalletLine = Pick<EntryFacts, 'ident' | 'address' | 'amount' | 'unit' | 'at' | 'direction'>;

/** An entry as it lies in the books, with where it stands. */
export interface StoredEntry extends Omit<EntryFacts, 'customer' | 'memo'>, EntryStanding {
  readonly importSeq: number;
  /** The latest import whose file has this very row: its own, or a later one that left it out because it is here. */
  readonly saidSeq: number;
}

export interface StoredImport {
  readonly seq: number;
  readonly fileName: string;
  readonly amountMeaning: AmountMeaning;
}

/** What a record says of the money: it came, it may come yet, it has not come and will not. Another word of the API than its own is open. */
export const MONEY_STANDINGS = ['paid', 'open', 'unpaid'] as const;
export type MoneyStanding = (typeof MONEY_STANDINGS)[number];

/** The bits of `marks`. The two lowest are the place of its standing in MONEY_STANDINGS. */
export const INVOICE_MARKS = {
  money: 0b11,
  /** The API does not show it any more. */
  gone: 0b100,
  adjusted: 0b1000,
  /** Paid, shown, and finished when the source claims to be complete: without an entry it is missing there. */
  owed: 0b10000,
} as const;

/** Many invoices column by column: texts as the API writes them. */
export interface InvoicesToMatch {
  readonly uuids: readonly string[];
  readonly externalIds: readonly string[];
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
  /** Empty when nobody asked for them. */
  readonly settledUsdt: readonly (string | null)[];
  readonly marks: readonly number[];
  /** By position, of adjusted ones only: adjustment.actual_amount_fiat; null where the API gives no adjustment. */
  readonly actualFiat: ReadonlyMap<number, string | null>;
}

export interface WithdrawalToMatch {
  readonly uuid: string;
  readonly status: string;
  readonly token: string | null;
  readonly address: string | null;
  readonly txHash: string | null;
  readonly amount: string;
  readonly amountToSend: string | null;
  /** Key of processed_at. */
  readonly processedKey: string | null;
  /** The API does not show it any more. */
  readonly isGone: boolean;
}

/** A record as people are shown it beside an entry. */
export interface MatchedRecord {
  readonly list: FactList;
  readonly uuid: string;
  /** external_id of an invoice, address of a withdrawal. */
  readonly ident: string | null;
  readonly status: string;
  /** Of `finished_at` and `processed_at`, else `created_at`. */
  readonly at: string | null;
  readonly missingSince: string | null;
  readonly method: string | null;
  readonly customerId: string | null;
  readonly isAdjusted: boolean;
  /** What an entry can be held against. */
  readonly amounts: Readonly<Partial<Record<AmountField, RecordAmount>>>;
}

interface RecordAmount {
  readonly amount: string;
  readonly unit: string | null;
}

/** A record that could not be read, as far as its ids can be told. */
export interface UnreadRecord {
  readonly uuid: string | null;
  /** external_id of an invoice, tx_hash of a withdrawal. */
  readonly ident: string | null;
}

/** A row of a file that could not be read, and names something all the same. */
export interface UnreadRow {
  readonly ident: string;
  readonly fileName: string;
  readonly line: number;
}
