/** Handlers of one customer of the shop: totals out of the mirror, refusals out of the books. */
import type { customerCalls } from '../../contract/calls/customers.ts';
import type { HandlersOf } from './kernel/handler.ts';

export function customerHandlers(): HandlersOf<typeof customerCalls> {
  return {
    'customers.get': async ({ customerId }, { business }) => {
      const { mirror, context: job } = business;
      const [totals, open, capped] = await Promise.all([
        mirror.read('invoices.totals', { filter: { customerId } }),
        mirror.read('customers.open', { customerId }),
        job.books.read('creates.capped', { profileId: job.profileId, customerId }),
      ]);
      const moments = capped.map(({ at }) => at);
      const openThen = await mirror.read('customers.openAt', { customerId, moments });
      return {
        customerId,
        invoices: totals.currencies.reduce((sum, { count }) => sum + count, 0),
        currencies: totals.currencies,
        open: { ...open },
        refusals: capped.map((refusal, index) => ({ ...refusal, open: openThen[index] ?? 0 })),
        asOf: totals.list.asOf,
      };
    },
  };
}
