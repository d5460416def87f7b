/** What is known of the API's cap of open unpaid invoices, which the specification does not name. Pure. */
import type { CallOutput } from '../../../../contract/calls.ts';

type Refusals = CallOutput<'customers.get'>['refusals'];

/** One sentence: never seen, or the counts at which an order was refused. */
export function capWords(refusals: Refusals): string {
  if (refusals.length === 0) {
    return 'The API refuses an order when a customer has too many open ones (TOO_MANY_UNPAID_INVOICES). The cap is not specified, and this console has not met it for this customer.';
  }
  const counts = [...new Set(refusals.map(({ open }) => open))].sort((left, right) => left - right);
  const at = counts.length === 1 ? `${counts[0]}` : `${counts[0]} to ${counts.at(-1)}`;
  const times = refusals.length === 1 ? 'once' : `${refusals.length} times`;
  return `The API refused an order of this console ${times} with TOO_MANY_UNPAID_INVOICES, when ${at} were open as far as the mirror knows. The cap and its window are not specified, and the cap may have changed.`;
}
