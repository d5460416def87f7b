/**
 * What a match reads: entries of the merchant's own books, and of the API's records only what they can be held against. Pure; shapes only. Not
 * here: the rules (reconciliation/match-*), where the facts lie (backend/mirror, backend/books), what becomes of them (entry.ts, finding.ts).
 */
import type { EntryFacts, EntryStanding, SourceKind } from './entry.ts';
import type { AmountMeaning, Tolerances } from './import.ts';

/** Whole days that a source claims to be complete for, as keys of their first and the first later instant (domain/time instantKey), [from, to). */
export interface CoveredTime {
  readonly from: string;
  readonly to: string;
}

/** What a match knows of a source. */
export interface MatchSource {
  readonly id: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly tolerances: Tolerances;
  /** Of all its imports together, in any order; they may overlap. */
  readonly covers: readonly CoveredTime[];
}

/** What is compared of an order: idents are trimmed, amounts canonical, units in upper case. */
export type OrderLine = Pick<EntryFacts, 'ident' | 'amount' | 'unit' | 'status'>;

/** What is compared of a line of a wallet; `at` is a key as instantKey gives it. */
export type WalletLine = Pick<EntryFacts, 'ident' | 'address' | 'amount' | 'unit' | 'at' | 'direction'>;

/** An entry as it lies in the books, with where it stands. */
export interface StoredEntry extends Omit<EntryFacts, 'customer' | 'memo'>, EntryStanding {
  readonly importSeq: number;
}

/** An import whose entries are matched. */
export interface StoredImport {
  readonly seq: number;
  readonly fileName: string;
  readonly amountMeaning: AmountMeaning;
}

/** Many invoices column by column: texts as the API writes them. */
export interface InvoicesToMatch {
  readonly uuids: readonly string[];
  readonly externalIds: readonly string[];
  readonly statuses: readonly string[];
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
  readonly settledUsdt: readonly (string | null)[];
  /** Key of finished_at; null where there is none, of another status than success, and of what the API does not show any more. */
  readonly owedKeys: readonly (string | null)[];
  /** Positions of those that the API does not show any more. */
  readonly gone: ReadonlySet<number>;
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
