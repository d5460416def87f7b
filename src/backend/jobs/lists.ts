/**
 * The two lists of the API that are walked, each bound to its endpoint and its table in the mirror.
 */
import type { Invoice } from '../../domain/invoice.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import type { JobContext } from './context.ts';
import type { WalkedList } from './list-walk.ts';

/** All invoices: the unfiltered list only grows, which the certificate rests on. */
export function invoiceList({ client, mirror }: JobContext): WalkedList<Invoice> {
  return {
    list: (query, options) => client.listInvoices(query, options),
    store: (page) => mirror.write('invoices.store', { ...page, source: 'invoices' }),
    certify: async (state) => {
      await mirror.write('lists.certify', { ...state, list: 'invoices' });
    },
    state: async () => (await mirror.read('lists.state', {})).invoices,
  };
}

/** All withdrawals. */
export function withdrawalList({ client, mirror }: JobContext): WalkedList<Withdrawal> {
  return {
    list: (query, options) => client.listWithdrawals(query, options),
    store: (page) => mirror.write('withdrawals.store', { ...page, source: 'withdrawals' }),
    certify: async (state) => {
      await mirror.write('lists.certify', { ...state, list: 'withdrawals' });
    },
    state: async () => (await mirror.read('lists.state', {})).withdrawals,
  };
}
