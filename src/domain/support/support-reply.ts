// The note about one invoice for a colleague, as plain text to paste: verdict, state, money, webhook, what happens next, and how old the readings
// behind it are. Total over verdicts and delivery states. Pure: now and the zone are arguments. It never says more than the readings do: an old
// reading is not repeated as the present, estimates say so, `fail` is never called unpaid, and what was asked is never called paid.
import { type Delivery, deliveryState, latestDelivery } from '../webhooks/delivery.ts';
import { lastAttempt } from '../webhooks/delivery-cause.ts';
import { type Fulfilment, fulfilmentOf, FRESH_FOR_MS } from '../records/fulfilment.ts';
import { type Invoice, isTerminal } from '../records/invoice.ts';
import { isWindowOver } from '../records/payment-window.ts';
import { differenceSentence, payloadDifference } from '../webhooks/payload-difference.ts';
import { paidAmount } from '../webhooks/paid-amount.ts';
import { isOver, retryClock } from '../webhooks/retry-schedule.ts';
import { formatInstant, toEpochMs } from '../kernel/time/time.ts';

export interface ReplyFacts {
  readonly invoice: Invoice;
  /** Of this moment, so that a verdict that grew old is not repeated. */
  readonly fulfilment: Fulfilment;
  /** When the API was found not to show the invoice any more. */
  readonly missingSince?: string | undefined;
  /** Null while they were never read. */
  readonly deliveries: {
    readonly list: readonly Delivery[];
    readonly asOf: string;
    /** Entries of the API's answer that could not be read; the latest delivery may be one of them. */
    readonly quarantined: number;
  } | null;
  readonly isSandbox: boolean;
  /** Milliseconds since the epoch on the API's clock. */
  readonly nowMs: number;
  readonly timeZone: string;
}

/** The whole note, lines ended by a line feed, without one at the end. Its first words keep it from being pasted to a customer. */
export function internalNote(known: ReplyFacts): string {
  const facts = { ...known, fulfilment: presentFulfilment(known) };
  const { invoice, fulfilment, deliveries, isSandbox } = facts;
  const lines = [
    ...(isSandbox ? ['SANDBOX: test data, no real payment.'] : []),
    'INTERNAL NOTE, not for the customer',
    `Invoice ${oneLine(invoice.external_id)} (${oneLine(invoice.uuid)})`,
    `Verdict: ${VERDICTS[fulfilment.verdict]}. ${oneLine(fulfilment.reason)}`,
    `State: ${stateLine(facts)}`,
    `Money: ${moneyLine(invoice, deliveries?.list ?? [])}`,
    `Webhook: ${webhookLine(facts)}`,
    ...shopLine(facts),
    `Next: ${[orderNext(facts), webhookNext(facts)].filter((words) => words !== '').join(' ')}`,
    `As of: invoice read ${moment(fulfilment.asOf, facts)}; ${deliveries === null ? 'webhook not checked yet' : `deliveries read ${moment(deliveries.asOf, facts)}`}.`,
  ];
  return lines.join('\n');
}

const VERDICTS = {
  fulfil: 'paid: safe to fulfil',
  'fulfil-for': 'corrected; fulfil for what was credited',
  'read-again-first': 'not refreshed, so nothing is confirmed',
  check: 'check by hand before anything is fulfilled',
  'do-not-fulfil-yet': 'no payment confirmed yet; do not fulfil',
  'do-not-fulfil': 'do not fulfil',
  escalate: 'do not fulfil; ask the payment service',
} as const satisfies Readonly<Record<Fulfilment['verdict'], string>>;

/** The verdict of this moment: what a reading said of an invoice that may have moved on since is no verdict any more. */
function presentFulfilment(facts: ReplyFacts): Fulfilment {
  const { invoice, fulfilment, missingSince, nowMs } = facts;
  const { verdict, asOf } = fulfilment;
  if (missingSince !== undefined) return fulfilment;
  if (verdict !== 'read-again-first' && isInvoiceDue(invoice, asOf, nowMs)) {
    const reason = `When last read at ${moment(asOf, facts)} it was “${oneLine(invoice.status)}”; it may have changed since.`;
    return { verdict: 'read-again-first', reason, asOf };
  }
  // The window may have closed since the verdict was given.
  return verdict === 'do-not-fulfil-yet' ? fulfilmentOf(invoice, asOf, nowMs - (toEpochMs(asOf) ?? nowMs)) : fulfilment;
}

function stateLine(facts: ReplyFacts): string {
  const { invoice, fulfilment, missingSince } = facts;
  const status = oneLine(invoice.status);
  const isPast = fulfilment.verdict === 'read-again-first' || missingSince !== undefined;
  const adjusted = invoice.is_adjusted ? ', adjusted after a dispute' : '';
  const finished = invoice.finished_at === null ? '' : `, finished ${moment(invoice.finished_at, facts)}`;
  const gone =
    missingSince === undefined ? '' : ` The API does not show it any more (noticed ${moment(missingSince, facts)}).`;
  return `${isPast ? 'when last read ' : ''}${status}${adjusted}${finished}.${gone}`;
}

function moneyLine(invoice: Invoice, deliveries: readonly Delivery[]): string {
  const { amount, currency, amount_to_send: asked, settled_amount_usdt: usdt } = invoice;
  const code = oneLine(currency.code);
  const toPay = asked === null ? 'no amount asked yet' : `asked ${asked} ${code}`;
  return `ordered ${amount} ${code}, ${toPay}, ${paidWords(invoice, deliveries)}, ${usdt === null ? 'no credited USDT named' : `credited ${usdt} USDT`}.`;
}

function paidWords(invoice: Invoice, deliveries: readonly Delivery[]): string {
  const paid = paidAmount(invoice, deliveries);
  if (paid === null)
    return invoice.is_adjusted ? 'paid amount corrected but not named by the API' : 'paid amount not known';
  const { amount, source } = paid;
  return `paid ${amount} ${oneLine(invoice.currency.code)} (${source === 'adjustment' ? 'corrected' : 'by the webhook'})`;
}

function webhookLine(facts: ReplyFacts): string {
  const { deliveries } = facts;
  if (deliveries === null) return 'not checked yet.';
  const delivery = latestDelivery(deliveries.list);
  if (delivery === null) return withoutDelivery(facts, deliveries);
  const words = `${stateWords(delivery, facts)} ${attemptWords(delivery, facts)}`;
  return deliveries.quarantined === 0
    ? words
    : `the latest that can be read: ${words} The API lists ${deliveries.quarantined} more that this console can not read.`;
}

function withoutDelivery(
  { invoice, fulfilment }: ReplyFacts,
  { asOf, quarantined }: { readonly asOf: string; readonly quarantined: number },
): string {
  if (quarantined > 0) return `the API lists ${quarantined} that this console can not read.`;
  if (isFromBeforeEnd(invoice, asOf)) return 'its deliveries were not read since it ended.';
  if (isTerminal(invoice.status)) return 'the API lists none for this invoice.';
  const none = fulfilment.verdict === 'read-again-first' ? 'none when last read' : 'none yet';
  return `${none}; one is sent when the invoice is final.`;
}

function stateWords(delivery: Delivery, facts: ReplyFacts): string {
  switch (deliveryState(delivery)) {
    case 'queued':
      return 'queued for its first attempt.';
    case 'retrying':
      return 'not delivered yet; the API retries by itself.';
    case 'in-flight':
      return 'being sent when it was read.';
    case 'delivered':
      return delivery.delivered_at === null
        ? 'delivered; the API does not say when.'
        : `delivered ${moment(delivery.delivered_at, facts)}; the shop’s server answered with a 2xx.`;
    case 'failed':
      return 'failed; the API has given up on it.';
    case 'unknown':
      return `in a state this console does not know (“${oneLine(delivery.status ?? 'none')}”).`;
  }
}

/** How many attempts, and how the last one ended. */
function attemptWords(delivery: Delivery, facts: ReplyFacts): string {
  const made = delivery.attempts ?? delivery.attempts_history.length;
  const of = delivery.max_attempts === null ? '' : ` of ${delivery.max_attempts}`;
  const last = lastAttempt(delivery);
  const count = `Attempts: ${made}${of}`;
  if (last === null) return `${count}.`;
  const answer = last.status_code === null ? 'without an HTTP answer' : `HTTP ${last.status_code}`;
  const at = last.created_at === null ? '' : ` ${moment(last.created_at, facts)}`;
  return `${count}, the last${at} ${answer}.`;
}

/** Only where the shop was told something else than what the invoice says now. */
function shopLine({ invoice, deliveries }: ReplyFacts): readonly string[] {
  // What the shop was told last may be what can not be read.
  const isKnown = deliveries !== null && deliveries.quarantined === 0;
  const difference = !isKnown ? null : payloadDifference(invoice, deliveries.list);
  return difference?.finding === 'differs' ? [`Shop: ${oneLine(differenceSentence(difference))}.`] : [];
}

function orderNext(facts: ReplyFacts): string {
  const { invoice, fulfilment } = facts;
  switch (fulfilment.verdict) {
    case 'fulfil':
      return 'the order can be fulfilled.';
    case 'fulfil-for':
      return `the order can be fulfilled for ${invoice.settled_amount_usdt ?? 'the credited'} USDT.`;
    case 'read-again-first':
      return 'the invoice is read again before anything is promised.';
    case 'check':
      return 'a person checks the invoice with the payment service.';
    case 'do-not-fulfil-yet':
      if (isWindowOver(invoice, facts.nowMs)) return 'the invoice is read again to see how it ended.';
      return invoice.expires_at === null
        ? 'the customer can still pay.'
        : `the customer can still pay; the window closes ${moment(invoice.expires_at, facts)}.`;
    case 'do-not-fulfil':
      return 'a closed invoice takes no payment any more; another try needs a new invoice.';
    case 'escalate':
      return 'the payment service is asked with the invoice’s uuid; nothing is promised before its answer.';
  }
}

function webhookNext(facts: ReplyFacts): string {
  const { deliveries } = facts;
  // Of a delivery that may not be the latest nothing is promised.
  const delivery = deliveries === null || deliveries.quarantined > 0 ? null : latestDelivery(deliveries.list);
  if (delivery === null) return '';
  switch (deliveryState(delivery)) {
    case 'queued':
    case 'retrying':
      return retryNext(delivery, facts);
    case 'in-flight':
      return 'The result of the attempt under way is read once it has ended.';
    case 'failed':
      return 'No webhook is sent by itself any more; it can be resent.';
    case 'delivered':
    case 'unknown':
      return '';
  }
}

function retryNext(delivery: Delivery, facts: ReplyFacts): string {
  const { next, last } = retryClock(delivery);
  if (next === null) return 'The API names no next attempt of the webhook.';
  if (isOver(next, facts.nowMs)) {
    return `The webhook’s next attempt was due ${moment(next, facts)}; its result has not been read.`;
  }
  const first = `The webhook’s next attempt is ${moment(next, facts)}`;
  if (last === null) return `${first}; what would follow is not known.`;
  return last.isEstimate
    ? `${first}; without success the API gives up about ${moment(last.at, facts)} (estimate).`
    : `${first}, the last one.`;
}

/** "2026-11-21 14:03:09 Europe/Warsaw"; what is no instant, as it came. */
export function moment(text: string, { timeZone }: Pick<ReplyFacts, 'timeZone'>): string {
  const local = formatInstant(text, timeZone);
  return local === null ? oneLine(text) : `${local} ${timeZone}`;
}

const MOST_CHARACTERS = 256;

/** Foreign text can neither add a line to the reply nor turn its direction; what is longer than `most` is cut. */
export function oneLine(text: string, most = MOST_CHARACTERS): string {
  return (
    text
      .slice(0, most)
      // oxlint-disable-next-line no-control-regex -- control characters, line separators and bidirectional marks are what goes
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, ' ')
      .trim()
  );
}

// What has to be read again before support answers about an invoice, because it may have moved on since it was read.

/**
 * True where the copy read at `asOf` (ISO UTC) may not be the present: older than five minutes in a status that can still change, be it
 * by an adjustment, or read before its payment window closed.
 */
export function isInvoiceDue(invoice: Invoice, asOf: string, nowMs: number): boolean {
  if (isClosed(invoice.status)) return false;
  const readAt = toEpochMs(asOf);
  if (readAt === null || nowMs - readAt > FRESH_FOR_MS) return true;
  return isWindowOver(invoice, nowMs) && !isWindowOver(invoice, readAt);
}

/** True where its deliveries, read at `asOf`, must have moved on: an attempt is over since, or the end of the invoice has opened one. */
export function areDeliveriesDue(
  invoice: Invoice,
  { deliveries, asOf }: { readonly deliveries: readonly Delivery[]; readonly asOf: string },
  nowMs: number,
): boolean {
  const next = latestDelivery(deliveries)?.next_attempt_at ?? null;
  if (next !== null) return isOver(next, nowMs);
  return deliveries.length === 0 && isFromBeforeEnd(invoice, asOf);
}

/** True for a reading of the deliveries that is older than the end of the invoice: the webhook is made by the end. */
export function isFromBeforeEnd(invoice: Invoice, asOf: string): boolean {
  if (!isTerminal(invoice.status) || invoice.finished_at === null) return false;
  const [readAt, endedAt] = [toEpochMs(asOf), toEpochMs(invoice.finished_at)];
  return readAt !== null && endedAt !== null && readAt < endedAt;
}

/** Neither a payment nor an adjustment comes to it any more. */
function isClosed(status: string): boolean {
  return isTerminal(status) && status !== 'success';
}
