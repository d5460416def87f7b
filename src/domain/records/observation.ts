// Changes of records as this console has seen them, and which of them came late: after the record was final. The API
// dates no adjustment (specification, "Invoice"), so the first sight of a change is the only evidence of when it
// happened, and before the first sight of a record nothing can be proved. Pure.
import { isTerminal } from './invoice.ts';
import { isExactDecimal, sameMoney } from '../kernel/money/money.ts';
import { toEpochMs } from '../kernel/time/time.ts';
import { isFinalWithdrawal } from './withdrawal.ts';

export const OBSERVED_LISTS = ['invoices', 'withdrawals', 'deliveries'] as const;
export type ObservedList = (typeof OBSERVED_LISTS)[number];

/** One field of one record that an answer showed differently than the answer before it. */
export interface Observed {
  readonly list: ObservedList;
  readonly recordUuid: string;
  /** Dotted path in the API's names: "status", "adjustment.actual_amount_fiat", "extra.note". */
  readonly field: string;
  /** The exact text; null for null and for absent. */
  readonly before: string | null;
  readonly after: string | null;
  /** Server time of the answer that showed the change first, ISO UTC. */
  readonly at: string;
  /** The status the record had before that answer; null where the log does not say. */
  readonly statusBefore: string | null;
}

/** What a final record does not do in the ordinary life of the API, and what a closed period has to be told of. */
export const LATE_KINDS = [
  'adjusted-later',
  'settled-changed',
  'status-changed',
  'amount-changed',
  'dated-again',
] as const;
export type LateKind = (typeof LATE_KINDS)[number];

/** Fields whose change moves money, by list. Rates and commissions count: sums are made with them. */
const MONEY_FIELDS: Readonly<Record<ObservedList, ReadonlySet<string>>> = {
  invoices: new Set(['amount', 'amount_to_send', 'rate', 'currency.code']),
  withdrawals: new Set(['amount', 'network_commission', 'amount_to_send', 'token']),
  deliveries: new Set(),
};

/** Is a record of this list final in this status? A delivery never is: a resend opens it again. */
export function isFinalStatus(list: ObservedList, status: string): boolean {
  if (list === 'invoices') return isTerminal(status);
  return list === 'withdrawals' && isFinalWithdrawal(status);
}

/**
 * The kind of a late change, or null when the change is none: the record was not final, the field says nothing about money or
 * state, or the same value came in another notation ("81.370", another fraction of a second).
 */
export function lateKindOf(change: Omit<Observed, 'recordUuid' | 'at'>): LateKind | null {
  const { list, field, before, after, statusBefore } = change;
  if (statusBefore === null || !isFinalStatus(list, statusBefore) || isSameValue(before, after)) return null;
  if (field === 'status') return 'status-changed';
  if (list === 'invoices' && (field === 'is_adjusted' || field.startsWith('adjustment.'))) return 'adjusted-later';
  if (list === 'invoices' && field === 'settled_amount_usdt') return 'settled-changed';
  if (MONEY_FIELDS[list].has(field)) return 'amount-changed';
  const dates = list === 'invoices' ? 'finished_at' : 'processed_at';
  // A date that was missing and comes is no second date.
  return field === dates && before !== null ? 'dated-again' : null;
}

function isSameValue(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return before === after;
  if (before === after) return true;
  if (isExactDecimal(before) && isExactDecimal(after)) return sameMoney(before, after);
  const [left, right] = [toEpochMs(before), toEpochMs(after)];
  return left !== null && right !== null && Math.abs(left - right) < 1000;
}

export type LateChange<Change extends Observed = Observed> = Change & { readonly late: LateKind };

/**
 * The late changes of one record in its log, oldest first. A change that came in one answer with a change of status happened to
 * the record as it was before that answer. Where the log does not say the status, it follows from the changes of status around it.
 */
export function lateChanges<Change extends Observed>(history: readonly Change[]): readonly LateChange<Change>[] {
  const late: LateChange<Change>[] = [];
  for (const [position, change] of history.entries()) {
    const kind = lateKindOf({ ...change, statusBefore: change.statusBefore ?? statusAt(history, position) });
    if (kind !== null) late.push({ ...change, late: kind });
  }
  return late;
}

/** The status before the answer that the entry belongs to: that of the same answer, else the latest before, else the next after. */
function statusAt(history: readonly Observed[], position: number): string | null {
  const here = history[position];
  if (here === undefined) return null;
  const own = history.filter(({ list, recordUuid, field }) => {
    return list === here.list && recordUuid === here.recordUuid && field === 'status';
  });
  const same = own.find(({ at }) => at === here.at);
  if (same !== undefined) return same.before;
  const following = own.findIndex((change) => history.indexOf(change) > position);
  const earlier = following === -1 ? own.at(-1) : own[following - 1];
  return earlier === undefined ? (own[following]?.before ?? null) : earlier.after;
}
