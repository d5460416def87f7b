// What a resend would do, in words: how many go out, who stays out and why. Total tables. Pure.
import type { Exclusion } from '../../../../domain/resend/bulk.ts';
import { countWords } from '../../../ui/index.ts';

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
