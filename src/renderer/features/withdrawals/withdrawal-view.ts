// A withdrawal in words: its equation, what its state means, why it was rejected. Pure.
import { subtractMoney } from '../../../domain/kernel/money/money.ts';
import { describeDuration, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { rejectionInWords, sentAmountTies, type Withdrawal } from '../../../domain/records/withdrawal.ts';

export interface Equation {
  readonly amount: string;
  readonly commission: string | null;
  readonly sent: string | null;
  /** What the terms say about each other; null when they agree. */
  readonly remark: string | null;
}

/** amount − network commission = sent, and whether it holds to the last digit. */
export function equationOf(withdrawal: Withdrawal): Equation {
  const { amount, network_commission: commission, amount_to_send: sent } = withdrawal;
  return { amount, commission, sent, remark: remarkOn(withdrawal) };
}

/** Does the equation hold? `unknown` also for terms so long that their difference is beyond all measure. */
export function tieOf(withdrawal: Withdrawal): 'ties' | 'differs' | 'unknown' {
  try {
    return sentAmountTies(withdrawal);
  } catch {
    return 'unknown';
  }
}

function remarkOn(withdrawal: Withdrawal): string | null {
  switch (tieOf(withdrawal)) {
    case 'ties':
      return null;
    case 'unknown':
      return 'The equation cannot be checked: a term is missing or beyond all measure.';
    case 'differs': {
      const { amount, network_commission: commission, amount_to_send: sent } = withdrawal;
      if (commission === null || sent === null) return null;
      const off = subtractMoney(sent, subtractMoney(amount, commission));
      return `Does not tie: the API’s amount to send is off by ${off}.`;
    }
  }
}

/** "TQrZ…7hVn2c": enough to know one's own by; the whole is in the tooltip. */
export function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 4)}…${address.slice(-6)}`;
}

export interface StateWords {
  readonly headline: string;
  readonly detail: string;
}

/** What the status means for the money (specification, "States and transitions"). */
export function withdrawalState(withdrawal: Withdrawal): StateWords {
  switch (withdrawal.status) {
    case 'pending':
      return { headline: 'Awaiting review', detail: 'The amount is already reserved from the balance.' };
    case 'approved':
      return approvedWords(withdrawal);
    case 'rejected':
      return {
        headline: 'Declined, balance returned',
        detail: rejectionInWords(withdrawal) ?? 'The API gave neither a code nor a reason.',
      };
    default:
      return {
        headline: `Unknown status “${withdrawal.status}”`,
        detail: 'This console does not know the word, so it says nothing about the money.',
      };
  }
}

function approvedWords(withdrawal: Withdrawal): StateWords {
  const hasHash = withdrawal.tx_hash !== null && withdrawal.tx_hash !== '';
  return {
    headline: 'Sent on chain',
    detail: hasHash
      ? 'The transaction hash is the evidence; compare it on the chain.'
      : 'Approved, but the API names no transaction hash, so there is nothing to look up.',
  };
}

/** A rejected transfer that may have touched the chain deserves a word of care. */
export function chainCaution(withdrawal: Withdrawal): string | null {
  if (withdrawal.status !== 'rejected') return null;
  const hasHash = withdrawal.tx_hash !== null && withdrawal.tx_hash !== '';
  if (hasHash) return 'A rejected withdrawal with a transaction hash: check on the chain whether anything moved.';
  return null;
}

/** "waiting for 3 d 2 h": the age of a pending withdrawal. */
export function waitingWords(createdMs: number | null, nowMs: number): string {
  return createdMs === null
    ? 'waiting; the API does not say since when'
    : `waiting for ${describeDuration(nowMs - createdMs)}`;
}

/** "Of the 28 latest that were sent half took 8 h 24 min or less, the longest 1 d 7 h."; null of fewer than three. */
export function sentWithinWords(rows: readonly Pick<Withdrawal, 'created_at' | 'processed_at'>[]): string | null {
  const took = rows
    .map(
      ({ created_at: from, processed_at: to }) =>
        (to === null ? 0 : (toEpochMs(to) ?? 0)) - (toEpochMs(from ?? '') ?? 0),
    )
    .filter((milliseconds, at) => milliseconds > 0 && rows[at]?.created_at !== null)
    .sort((left, right) => left - right);
  const [middle, most] = [took[Math.floor(took.length / 2)], took.at(-1)];
  if (took.length < 3 || middle === undefined || most === undefined) return null;
  return `Of the ${took.length} latest that were sent half took ${describeDuration(middle)} or less, the longest ${describeDuration(most)}.`;
}
