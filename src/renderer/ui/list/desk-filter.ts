/**
 * The filter of the list of deliveries, read from an address: the list itself and the plan of a resend over it understand the same
 * names alike. Pure. Not here: choosing filters (filters.tsx).
 */
import { DELIVERY_CAUSES, type DeliveryCause, DESK_STATES, type DeskState } from '../../../domain/desk.ts';
import { type Address, boundsIn, knownIn, textIn, wordsIn } from './address.ts';

/** As the engine takes it; absent means any (domain/desk). */
export interface DeskFilterInput {
  state?: DeskState[] | undefined;
  cause?: DeliveryCause[] | undefined;
  host?: string[] | undefined;
  event?: string[] | undefined;
  httpCode?: number[] | undefined;
  atRisk?: boolean | undefined;
  elsewhere?: boolean | undefined;
  acknowledged?: boolean | undefined;
  text?: string | undefined;
  customerId?: string | undefined;
  method?: string | undefined;
  currency?: string[] | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  finishedFrom?: string | undefined;
  finishedTo?: string | undefined;
}

/** What the address asks for, in days of the zone. Words that are no state, no cause and no code say nothing. */
export function deskFilter(address: Address, timeZone: string): DeskFilterInput {
  const created = boundsIn(address, 'created', timeZone);
  const finished = boundsIn(address, 'finished', timeZone);
  return {
    state: knownIn(address, 'state', DESK_STATES),
    cause: knownIn(address, 'cause', DELIVERY_CAUSES),
    host: wordsIn(address, 'host'),
    event: wordsIn(address, 'event'),
    httpCode: codesIn(wordsIn(address, 'httpCode')),
    atRisk: address.flag('atRisk'),
    elsewhere: address.flag('elsewhere'),
    acknowledged: address.flag('acknowledged'),
    text: textIn(address, 'text'),
    customerId: textIn(address, 'customerId'),
    method: textIn(address, 'method'),
    currency: wordsIn(address, 'currency'),
    createdFrom: created.from,
    createdTo: created.to,
    finishedFrom: finished.from,
    finishedTo: finished.to,
  };
}

/** Whether the address names a state, a cause or a code that does not exist. Leaving it out, as deskFilter does, widens what was meant. */
export function hasUnknownWord(address: Address): boolean {
  const isAny = (name: string, isKnown: (word: string) => boolean): boolean =>
    address.list(name).some((word) => !isKnown(word));
  return (
    isAny('state', (word) => DESK_STATES.some((state) => state === word)) ||
    isAny('cause', (word) => DELIVERY_CAUSES.some((cause) => cause === word)) ||
    isAny('httpCode', isCode)
  );
}

function codesIn(words: readonly string[] | undefined): number[] | undefined {
  const codes = (words ?? []).filter(isCode).map((word) => Number.parseInt(word, 10));
  return codes.length === 0 ? undefined : codes;
}

function isCode(word: string): boolean {
  return /^\d{1,3}$/.test(word);
}
