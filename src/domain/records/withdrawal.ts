// Withdrawals (payouts) in the API's own words (specification, "Withdrawal"). Read-only: the API offers no write for them.
import { MARKS } from '../kernel/finding.ts';
import { WITHDRAWAL_AMOUNTS } from '../kernel/money/amount-filter.ts';
import * as by from '../kernel/list.ts';
import { defineList, type FilterOf, type SortFieldOf } from '../kernel/list.ts';
import { canonicalMoney, subtractMoney } from '../kernel/money/money.ts';
import { defineRecord, money, type RecordOf, requiredMoney, requiredText, text, uuid } from './declare.ts';

export const WITHDRAWAL_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** The two final states (specification, "Withdrawal"). */
export const FINAL_WITHDRAWAL_STATUSES = ['approved', 'rejected'] as const satisfies readonly WithdrawalStatus[];

/** True when the status is one of the two final ones. An unknown word counts as not final. */
export function isFinalWithdrawal(status: string): boolean {
  return FINAL_WITHDRAWAL_STATUSES.some((known) => known === status);
}

/** Only uuid, amount and status are indispensable. */
export const WITHDRAWAL = defineRecord('withdrawal', {
  uuid,
  actor: text(),
  balance_type: text(),
  token: text(),
  network: text(),
  address: text(),
  /** Requested amount; the network fee is inside it. */
  amount: requiredMoney,
  network_commission: money,
  /** What is sent on chain: amount minus network_commission (the opposite of an invoice's amount_to_send). */
  amount_to_send: money,
  status: requiredText(64),
  tx_hash: text(),
  reject_code: text(),
  reject_reason: text(),
  logo_url: text(),
  created_at: text(),
  processed_at: text(),
});
export type Withdrawal = RecordOf<typeof WITHDRAWAL>;

export const WITHDRAWAL_LIST = defineList({
  filter: {
    status: by.words,
    /** Only those that the API does not show any more. */
    missing: by.flag,
    token: by.words,
    network: by.words,
    /** Case-insensitive substring of uuid, address or transaction hash. */
    text: by.text,
    createdFrom: by.bound,
    createdTo: by.bound,
    processedFrom: by.bound,
    processedTo: by.bound,
    amount: by.amount(WITHDRAWAL_AMOUNTS),
    address: by.word,
    /** Nothing was sent to its address on its network before, and nobody has named that (domain/records/address-book). */
    newAddress: by.flag,
    rejectCode: by.words,
    /** Who made it, in the API's words. */
    actor: by.words,
    /** Names of labels, in any case. */
    label: by.words,
    /** Those that somebody has written about, or opened a case on that is open. */
    marked: by.known(MARKS),
    ids: by.ids,
  },
  sort: [
    'uuid',
    'token',
    'network',
    'address',
    'amount',
    'network_commission',
    'amount_to_send',
    'status',
    'tx_hash',
    'reject_code',
    'created_at',
    'processed_at',
  ],
});
export type WithdrawalFilter = FilterOf<typeof WITHDRAWAL_LIST>;
export type WithdrawalSortField = SortFieldOf<typeof WITHDRAWAL_LIST>;

const REJECT_CODES: Readonly<Record<string, string>> = {
  transfer_error: 'The transfer on the blockchain failed.',
  invalid_address: 'The destination address was not accepted.',
  suspicious_activity: 'The request was flagged in review.',
  amount_issue: 'Something was wrong with the amount.',
  verification_required: 'The business has to be verified first.',
};

/** Why a withdrawal was rejected, in words; unknown codes are shown as they came. Null when it was not rejected. */
export function rejectionInWords(withdrawal: Withdrawal): string | null {
  if (withdrawal.status !== 'rejected') return null;
  const { reject_code: code, reject_reason: reason } = withdrawal;
  if (code !== null && code !== '') {
    const words = Object.hasOwn(REJECT_CODES, code) ? REJECT_CODES[code] : undefined;
    return words ?? `Rejected with the code “${code}”, which this console does not know.`;
  }
  return reason !== null && reason !== '' ? reason : 'Rejected; the API gave neither a code nor a reason.';
}

/** amount − network_commission = amount_to_send? `unknown` when one of the three is missing. */
export function sentAmountTies(
  withdrawal: Pick<Withdrawal, 'amount' | 'network_commission' | 'amount_to_send'>,
): 'ties' | 'differs' | 'unknown' {
  const { amount, network_commission: commission, amount_to_send: sent } = withdrawal;
  if (commission === null || sent === null) return 'unknown';
  return canonicalMoney(subtractMoney(amount, commission)) === canonicalMoney(sent) ? 'ties' : 'differs';
}
