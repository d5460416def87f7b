// Payouts to addresses that nothing was sent to before, and payouts that were approved, in the words in which they are told. Pure.
import { z } from 'zod';
import { instant, type ToldOf } from '../kernel/shape.ts';
import { plainLine } from '../kernel/text/plain-text.ts';
import type { Withdrawal } from '../records/withdrawal.ts';
import { sumsInWords } from './notice.ts';

/** What is kept of them once they were told. */
export const TOLD_PAYOUTS = z.object({
  /** The list was walked to its end then, server time; null before. */
  since: instant.nullable(),
  /** When was looked last. */
  lookedAt: instant.nullable(),
  /** Withdrawals by uuid. */
  addresses: z.array(z.string()),
  approvals: z.array(z.string()),
});
export type ToldPayouts = ToldOf<typeof TOLD_PAYOUTS>;

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
  const sums = sumsInWords(withdrawals.map(({ token, amount }) => ({ token, amount })));
  return `${withdrawals.length} withdrawals go to new addresses${sums}. Make sure that you know whose they are.`;
}

/** Withdrawals that were approved, at least one; `nameOf`: what people call its address. */
export function approvedNotice(withdrawals: readonly Withdrawal[], nameOf: (one: Withdrawal) => string | null): string {
  const [first] = withdrawals;
  if (first !== undefined && withdrawals.length === 1) {
    const name = nameOf(first);
    return `A withdrawal of ${amountOf(first)} was approved, to ${name === null ? placeOf(first) : plainLine(name, NAME_CHARACTERS)}.`;
  }
  const sums = sumsInWords(withdrawals.map(({ token, amount }) => ({ token, amount })));
  return `${withdrawals.length} withdrawals were approved${sums}.`;
}
