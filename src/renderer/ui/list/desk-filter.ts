// The filter of the list of deliveries, declared once: the list itself, its saved views and the plan of a resend over
// it understand the same names alike. Pure.
import { INVOICE_AMOUNT_WORDS } from '../../../domain/amount-filter.ts';
import { DELIVERY_CAUSES, DESK_STATES } from '../../../domain/desk.ts';
import { CAUSE_WORDS, DELIVERY_STATES } from '../delivery-state.tsx';
import type { Address } from './address.ts';
import { filterOf, type FilterValue, isCode } from './filter-of.ts';

export const DESK_FILTER = filterOf({
  text: { as: 'text', label: 'Search deliveries', placeholder: 'Any id, or part of one' },
  state: {
    as: 'words',
    label: 'State',
    options: 'states',
    known: DESK_STATES,
    wordOf: (word) =>
      DESK_STATES.filter((state) => state === word).map((state) => DELIVERY_STATES[state].word)[0] ?? word,
  },
  cause: {
    as: 'words',
    label: 'Cause',
    options: 'causes',
    known: DELIVERY_CAUSES,
    wordOf: (word) => DELIVERY_CAUSES.filter((cause) => cause === word).map((cause) => CAUSE_WORDS[cause])[0] ?? word,
  },
  host: { as: 'words', label: 'Endpoint', options: 'hosts' },
  finished: { as: 'days', label: 'Finished' },
  amount: { as: 'amount', label: 'Amount', of: INVOICE_AMOUNT_WORDS },
  httpCode: { as: 'codes', label: 'HTTP code', options: 'httpCodes' },
  created: { as: 'days', label: 'Delivery created' },
  event: { as: 'words', label: 'Event', options: 'events' },
  currency: { as: 'words', label: 'Currency', options: 'currencies' },
  method: { as: 'word', label: 'Method', options: 'methods' },
  customerId: { as: 'text', label: 'Customer id' },
  atRisk: { as: 'flag', label: 'Running out of attempts' },
  elsewhere: { as: 'flag', label: 'Not the callback_url' },
  acknowledged: { as: 'flag', label: 'Seen' },
});

/** As the engine takes it; absent means any (domain/desk). */
export type DeskFilterInput = FilterValue<typeof DESK_FILTER.fields>;

/** What the address asks for, in days of the zone. Words that are no state, no cause and no code say nothing. */
export function deskFilter(address: Address, timeZone: string): DeskFilterInput {
  return DESK_FILTER.read(address, timeZone);
}

/** Whether the address names a state, a cause or a code that does not exist. Leaving it out, as deskFilter does, widens what was meant. */
export function hasUnknownWord(address: Address): boolean {
  const isAny = (name: string, isKnown: (word: string) => boolean): boolean =>
    address.list(name).some((word) => !isKnown(word));
  return (
    isAny('state', (word) => DESK_STATES.some((state) => state === word)) ||
    isAny('cause', (word) => DELIVERY_CAUSES.some((cause) => cause === word)) ||
    isAny('httpCode', (word) => isCode(word))
  );
}
