// The filter of the list of deliveries: the list, its saved views and the plan of a resend over it understand the same names alike. Pure.
import { INVOICE_AMOUNT_WORDS } from '../../domain/kernel/money/amount-filter.ts';
import { DELIVERY_CAUSES, DELIVERY_LIST, DELIVERY_ROW_STATES } from '../../domain/webhooks/delivery-list.ts';
import { CAUSE_WORDS, DELIVERY_STATES } from './delivery-state.tsx';
import { LABEL_CONTROL } from './notes/labels.tsx';
import { type Address, filterOf, isCode } from '../ui/list/filter-of.ts';
import { termsOn } from './search-terms.ts';

export const DELIVERY_FILTER = filterOf(DELIVERY_LIST.filter, {
  text: { label: 'Search deliveries', placeholder: 'Any id', take: termsOn('deliveries') },
  state: { label: 'State', options: 'states', wordOf: (state) => DELIVERY_STATES[state].word },
  cause: { label: 'Cause', options: 'causes', wordOf: (cause) => CAUSE_WORDS[cause] },
  host: { label: 'Endpoint', options: 'hosts' },
  finished: { label: 'Finished' },
  amount: { label: 'Amount', of: INVOICE_AMOUNT_WORDS },
  httpCode: { label: 'HTTP code', options: 'httpCodes' },
  created: { label: 'Delivery created' },
  attempted: { label: 'Attempted' },
  attempt: { label: 'An attempt', wordOf: (end) => (end === 'failed' ? 'failed' : 'arrived') },
  event: { label: 'Event', options: 'events' },
  currency: { label: 'Currency', options: 'currencies' },
  method: { label: 'Method', options: 'methods' },
  customerId: { label: 'Customer id' },
  label: LABEL_CONTROL,
  atRisk: { label: 'Running out of attempts' },
  elsewhere: { label: 'Not the callback_url' },
  acknowledged: { label: 'Seen' },
});

/** What the address asks for, in days of the zone. Words that are no state, no cause and no code say nothing. */
export const deliveryFilter = DELIVERY_FILTER.read;

/** Whether the address names a state, a cause or a code that does not exist. Leaving it out, as deliveryFilter does, widens what was meant. */
export function hasUnknownWord(address: Address): boolean {
  const isAny = (name: string, isKnown: (word: string) => boolean): boolean =>
    address.list(name).some((word) => !isKnown(word));
  return (
    isAny('state', (word) => DELIVERY_ROW_STATES.some((state) => state === word)) ||
    isAny('cause', (word) => DELIVERY_CAUSES.some((cause) => cause === word)) ||
    isAny('httpCode', isCode)
  );
}
