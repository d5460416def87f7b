// What a resend would do, in words: how many go out, who stays out and why. Total tables. Pure.
import type { Exclusion } from '../../../../domain/resend/bulk.ts';
import { type Address, countWords, isNarrowed, minuteWords, pickedInvoices } from '../../../ui/index.ts';
import type { CallInput } from '../../../../contract/calls.ts';
import { CAUSE_WORDS, deliveryFilter, deliveryStateWord, hasUnknownWord } from '../../../parts/index.ts';

/** Why something is not in the plan, or was skipped when its turn came; `short` stands behind a count: "12 already delivered". */
export const EXCLUSION_WORDS: Readonly<Record<Exclusion, { readonly short: string; readonly why: string }>> = {
  'no-delivery': { short: 'without a delivery', why: 'The API was asked and has no webhook of these invoices.' },
  'in-flight': {
    short: 'being sent right now',
    why: 'An attempt is on its way and the API takes no resend meanwhile. Plan again in half a minute.',
  },
  delivered: {
    short: 'already delivered',
    why: 'The receiver has answered with a 2xx. Nothing is gained unless the shop lost it afterwards.',
  },
  'retries-by-itself': {
    short: 'retrying by themselves',
    why: 'The API sends them without any help. Each next attempt is named beside the invoice.',
  },
  'resend-open': {
    short: 'with a resend under way',
    why: 'This console is sending them already, by hand or in a run.',
  },
  'resend-unresolved': {
    short: 'with an earlier resend of unknown outcome',
    why: 'Another one may deliver twice, so these are decided one at a time on the page of their invoice.',
  },
  'pending-invoice': { short: 'not final yet', why: 'A webhook is sent once the invoice is final.' },
  'not-found': { short: 'not in the mirror', why: 'No mirrored invoice has this id.' },
  gone: { short: 'gone from the API', why: 'The API does not show this invoice any more.' },
  ambiguous: {
    short: 'ambiguous',
    why: 'More than one invoice answers to this id, so it is not guessed. Use the uuid.',
  },
  repeated: { short: 'named more than once', why: 'They are in the plan once.' },
};

/** "Resend 57 webhooks". */
export function verbWords(count: number): string {
  return `Resend ${countWords(count, 'webhook', 'webhooks')}`;
}

/** "12 that will retry by themselves later". */
export function retryWords(count: number, when: string): string {
  return countWords(count, `that will retry by itself ${when}`, `that will retry by themselves ${when}`);
}

export const DELIVERED_AGAIN =
  'Each carries the same X-Webhook-Id as before: a receiver that deduplicates on it ignores the repeat, and one that does not handles it twice.';

/** Grouped by reason, most first. */
export function groupedByReason<Row extends { readonly reason: Exclusion }>(all: readonly Row[]) {
  return [...Map.groupBy(all, ({ reason }) => reason)]
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((left, right) => right.rows.length - left.rows.length);
}

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
