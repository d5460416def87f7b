// What a plan was asked for, as the address names it: a filter of the list of deliveries, or rows that were picked. Pure, except for what the window keeps of those.
import type { CallInput } from '../../../../contract/calls.ts';
import { type Address, countWords, isNarrowed, minuteWords, pickedInvoices } from '../../../ui/index.ts';
import { CAUSE_WORDS, deliveryStateWord, deliveryFilter, hasUnknownWord } from '../../../parts/index.ts';

/** The engine takes ids as well; here they are looked up first, in the finder. */
export type Selection = Exclude<CallInput<'resends.plan'>['selection'], { kind: 'ids' }>;

export type ResendAsked =
  | { readonly kind: 'nothing' }
  /** The window no longer knows the rows that the address names. */
  | { readonly kind: 'gone' }
  /** A part of the filter means nothing to this console; leaving it out would widen the filter. */
  | { readonly kind: 'misread' }
  | { readonly kind: 'selection'; readonly selection: Selection };

export function askedBy(address: Address, timeZone: string, profile: string | null): ResendAsked {
  const name = address.text('selection');
  if (name !== undefined) {
    const picked = profile === null ? null : pickedInvoices(profile, name);
    if (picked === null || picked.length === 0) return { kind: 'gone' };
    return { kind: 'selection', selection: { kind: 'invoices', uuids: [...picked] } };
  }
  if (hasUnknownWord(address)) return { kind: 'misread' };
  const filter = deliveryFilter(address, timeZone);
  if (!isNarrowed(filter) && address.text('of') !== 'filter') return { kind: 'nothing' };
  return { kind: 'selection', selection: { kind: 'filter', filter } };
}

/** What was asked for in a few words: the subtitle of the plan, and the name of its run until a person gives another. */
export function askedWords(selection: Selection): string {
  return selection.kind === 'filter'
    ? filterWords(selection.filter)
    : countWords(selection.uuids.length, 'picked invoice', 'picked invoices');
}

function filterWords(filter: Extract<Selection, { kind: 'filter' }>['filter']): string {
  const { atRisk, elsewhere, acknowledged, text, customerId, method } = filter;
  const parts = [
    ...listed(filter.state?.map((state) => deliveryStateWord(state))),
    ...listed(filter.cause?.map((cause) => CAUSE_WORDS[cause])),
    ...listed(filter.host),
    ...listed(filter.event),
    ...listed(filter.httpCode?.map((code) => `HTTP ${code}`)),
    ...(atRisk === true ? ['running out of attempts'] : []),
    ...(elsewhere === true ? ['sent elsewhere'] : []),
    ...(acknowledged === undefined ? [] : [acknowledged ? 'seen' : 'not seen']),
    ...(text === undefined ? [] : [`“${text}”`]),
    ...(customerId === undefined ? [] : [`customer ${customerId}`]),
    ...(method === undefined ? [] : [method]),
    ...listed(filter.currency),
    ...daysWords('created', filter.createdFrom, filter.createdTo),
    ...daysWords('finished', filter.finishedFrom, filter.finishedTo),
  ];
  return parts.length === 0 ? 'Everything in the list of deliveries' : `Deliveries: ${parts.join(', ')}`;
}

function listed(words: readonly string[] | undefined): string[] {
  if (words === undefined || words.length === 0) return [];
  return [words.length > 3 ? `${words.slice(0, 3).join(' or ')} or ${words.length - 3} more` : words.join(' or ')];
}

/** Bounds as the engine gets them, UTC; the address has the days. */
function daysWords(what: string, from: string | undefined, to: string | undefined): string[] {
  if (from === undefined && to === undefined) return [];
  const minute = (bound: string): string => minuteWords(bound, 'UTC') ?? bound;
  const begin = from === undefined ? '' : ` from ${minute(from)}`;
  const end = to === undefined ? '' : ` before ${minute(to)}`;
  return [`${what}${begin}${end} UTC`];
}
