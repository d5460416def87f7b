// The filter of the list of withdrawals, declared once: its controls and what the engine is asked for. Pure.
import type { CallInput } from '../../../contract/calls.ts';
import { type Address, filterOf, statusWord } from '../../ui/index.ts';
import { shortAddress } from './withdrawal-view.ts';

/** A filter as the engine takes it. */
export type WithdrawalFilterInput = NonNullable<CallInput<'withdrawals.page'>['filter']>;

export const WITHDRAWAL_FILTER = filterOf({
  text: { as: 'text', label: 'Search withdrawals', placeholder: 'Address, hash, id' },
  status: { as: 'words', label: 'Status', options: 'statuses', wordOf: (word) => statusWord('withdrawal', word) },
  created: { as: 'days', label: 'Requested' },
  network: { as: 'words', label: 'Network', options: 'networks' },
  address: { as: 'word', label: 'Address', options: 'addresses', wordOf: shortAddress },
  amount: { as: 'amount', label: 'Amount', of: { requested: 'Requested', arrives: 'Arrives' } },
  token: { as: 'words', label: 'Token', options: 'tokens' },
  processed: { as: 'days', label: 'Processed' },
  missing: { as: 'flag', label: 'Not seen any more', isRare: true },
});

/** What the address asks for, in days of the zone. */
export function withdrawalFilter(address: Address, timeZone: string): WithdrawalFilterInput {
  return WITHDRAWAL_FILTER.read(address, timeZone);
}

/** The text of a search when it is a whole uuid, which the API can be asked for. */
export function uuidLike(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text) ? text : null;
}
