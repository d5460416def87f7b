// The filter of the list of withdrawals, declared once: its controls and what the engine is asked for. Pure.
import { WITHDRAWAL_LIST } from '../../../domain/records/withdrawal.ts';
import { filterOf } from '../../ui/index.ts';
import { statusWord } from '../../parts/index.ts';
import { shortAddress } from './withdrawal-view.ts';

export const WITHDRAWAL_FILTER = filterOf(WITHDRAWAL_LIST.filter, {
  text: { label: 'Search withdrawals', placeholder: 'Address, hash, id' },
  status: { label: 'Status', options: 'statuses', wordOf: (word) => statusWord('withdrawal', word) },
  created: { label: 'Requested' },
  network: { label: 'Network', options: 'networks' },
  address: { label: 'Address', options: 'addresses', wordOf: shortAddress },
  amount: { label: 'Amount', of: { requested: 'Requested', arrives: 'Arrives' } },
  token: { label: 'Token', options: 'tokens' },
  processed: { label: 'Processed' },
  missing: { label: 'Not seen any more', isRare: true },
});

/** The text of a search when it is a whole uuid, which the API can be asked for. */
export function uuidLike(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text) ? text : null;
}
