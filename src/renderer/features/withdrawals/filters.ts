/**
 * The filters of the list of withdrawals as the engine takes them. Pure. Not here: how they are chosen (filter-row.tsx).
 */
import type { CallInput } from '../../../contract/calls.ts';
import { type Address, boundsIn, textIn, wordsIn } from '../../ui/index.ts';

/** A filter as the engine takes it. */
export type WithdrawalFilterInput = NonNullable<CallInput<'withdrawals.page'>['filter']>;

/** What the address asks for, in days of the zone. */
export function withdrawalFilter(address: Address, timeZone: string): WithdrawalFilterInput {
  const created = boundsIn(address, 'created', timeZone);
  const processed = boundsIn(address, 'processed', timeZone);
  return {
    status: wordsIn(address, 'status'),
    missing: address.flag('missing'),
    token: wordsIn(address, 'token'),
    network: wordsIn(address, 'network'),
    text: textIn(address, 'text'),
    createdFrom: created.from,
    createdTo: created.to,
    processedFrom: processed.from,
    processedTo: processed.to,
  };
}

/** The text of a search when it is a whole uuid, which the API can be asked for. */
export function uuidLike(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text) ? text : null;
}
