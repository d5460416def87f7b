// What a resend would do, in words: how many go out, who stays out and why. Total tables. Pure.
import type { Exclusion } from '../../../../domain/resend/bulk.ts';
import { MAX_LOOKUP_IDS, type PastedIds } from '../../../../domain/records/lookup.ts';
import type { Misses } from '../../../bridge/index.ts';
import { countWords, grouped } from '../../../ui/index.ts';

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
  'not-found': { short: 'not in the mirror', why: 'No mirrored invoice has this id. The API can be asked for it.' },
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

/** What consent to sending delivered ones again means. */
export const DELIVERED_AGAIN =
  'Each carries the same X-Webhook-Id as before: a receiver that deduplicates on it ignores the repeat, and one that does not handles it twice.';

/** How far the asking is, and what came of it; an id without an answer of the API counts for neither. */
export function askedApiWords(misses: Pick<Misses, 'state' | 'done' | 'total' | 'answers'>): string {
  const { state, done, total, answers } = misses;
  if (state === 'running') return `Asking the API: ${done} of ${total}.`;
  const answered = [...answers.values()].filter(({ asked }) => asked?.failure === undefined);
  const found = answered.filter(({ matches }) => matches.some(({ kind }) => kind === 'invoice')).length;
  if (answered.length === 0) return '';
  return `The API was asked for ${countWords(answered.length, 'id', 'ids')} and has ${found === 0 ? 'none' : grouped(found)} of them.`;
}

/** "37 ids, 2 named twice."; empty while there is nothing. */
export function pastedWords({ ids, left, repeated, tooLong }: PastedIds): string {
  if (ids.length === 0) return tooLong === 0 ? '' : 'Nothing here is short enough to be an id.';
  const parts = [countWords(ids.length, 'id', 'ids')];
  if (repeated > 0) parts.push(`${grouped(repeated)} named twice and taken once`);
  if (tooLong > 0) parts.push(`${grouped(tooLong)} too long to be an id and left out`);
  if (left > 0) parts.push(`${grouped(left)} beyond the ${MAX_LOOKUP_IDS} of one plan left out`);
  return `${parts.join(', ')}.`;
}

/** Grouped by reason, most first. */
export function groupedByReason<Row extends { readonly reason: Exclusion }>(all: readonly Row[]) {
  return [...Map.groupBy(all, ({ reason }) => reason)]
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((left, right) => right.rows.length - left.rows.length);
}
