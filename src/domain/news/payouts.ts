// Payouts to addresses that nothing was sent to before, and payouts that were approved, in the words in which they are told. Pure.
import { z } from 'zod';
import { instant, type ToldOf } from '../kernel/shape.ts';
import { plainLine } from '../kernel/text/plain-text.ts';
import { type AddressNames, nameOf } from '../records/address-book.ts';
import type { Withdrawal, WithdrawalFilter } from '../records/withdrawal.ts';
import { sumsInWords } from './notice.ts';

/** What is kept of them once they were told. */
export const TOLD_PAYOUTS = z.object({
  /** The list was walked to its end then, server time; null before. */
  since: instant.nullable(),
  lookedAt: instant.nullable(),
  /** Withdrawals by uuid. */
  addresses: z.array(z.string()),
  approvals: z.array(z.string()),
});
export type ToldPayouts = ToldOf<typeof TOLD_PAYOUTS>;

/** Payouts that count as to a new address: from an amount on, in whole units of their token (settings, `newAddressFrom`). */
export function toNewAddress(from: number): WithdrawalFilter {
  return { newAddress: true, ...(from === 0 ? {} : { amount: { of: ['requested'], from: `${from}` } }) };
}

const NAME_CHARACTERS = 24;

const amountOf = ({ amount, token }: Withdrawal): string =>
  `${amount} ${token === null ? '(token not told)' : plainLine(token, 12)}`;

const placeOf = ({ address, network }: Withdrawal): string =>
  `${plainLine(address ?? '', 48)}${network === null ? '' : ` on ${plainLine(network, NAME_CHARACTERS)}`}`;

/** Withdrawals to new addresses, at least one. */
export function newAddressNotice(withdrawals: readonly Withdrawal[]): string {
  const [first] = withdrawals;
  if (first !== undefined && withdrawals.length === 1)
    return `A withdrawal of ${amountOf(first)} goes to a new address: ${placeOf(first)}. Make sure that you know whose it is.`;
  return `${withdrawals.length} withdrawals go to new addresses${sumsInWords(withdrawals)}. Make sure that you know whose they are.`;
}

/** Withdrawals that were approved, at least one. */
export function approvedNotice(withdrawals: readonly Withdrawal[], names: AddressNames): string {
  const [first] = withdrawals;
  if (first !== undefined && withdrawals.length === 1) {
    const name = nameOf(names, first);
    return `A withdrawal of ${amountOf(first)} was approved, to ${name === null ? placeOf(first) : plainLine(name, NAME_CHARACTERS)}.`;
  }
  return `${withdrawals.length} withdrawals were approved${sumsInWords(withdrawals)}.`;
}
