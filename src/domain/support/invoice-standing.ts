// What support needs to know of an invoice, before anything else: how it stands in a few facts, whether the order may
// be fulfilled as one sentence, and what to do next. Total over verdicts and delivery states. Pure: now and the zone
// are arguments. What was read long ago, or cannot be read now, is never repeated as the present.
import { type Delivery, deliveryState, latestDelivery } from '../webhooks/delivery.ts';
import { FRESH_FOR_MS, type Fulfilment } from '../records/fulfilment.ts';
import { type Invoice, isTerminal } from '../records/invoice.ts';
import { compareMoney, percentOf, subtractMoney } from '../kernel/money/money.ts';
import { groupedAmount, shortAmount } from '../kernel/money/parts.ts';
import { type NumberWriting, PLAIN_WRITING, writeDay, type Writing } from '../kernel/text/writing.ts';
import { isWindowOver } from '../records/payment-window.ts';
import { formatInstant, fromEpochMs, toEpochMs } from '../kernel/time/time.ts';
import { momentWords } from '../kernel/time/clock.ts';

/** What a colour of a fact means; the words say it too. */
export type StandingTone = 'good' | 'notice' | 'warn' | 'bad' | 'quiet';

export interface StandingFact {
  readonly of: 'status' | 'paid' | 'webhook';
  readonly words: string;
  readonly tone: StandingTone;
  /** The API's own value behind the word, where it has one. */
  readonly api: string | null;
}

/** What is offered beside the answer; none where nothing is to be done. */
export type NextStep =
  | { readonly kind: 'refresh' }
  | { readonly kind: 'copy-link'; readonly url: string }
  /** A new invoice for what is missing: a closed one takes no further payment. */
  | {
      readonly kind: 'new-invoice';
      readonly amount: string;
      readonly currency: string;
      readonly customer: string | null;
    };

export interface InvoiceStanding {
  readonly facts: readonly StandingFact[];
  readonly headline: string;
  readonly detail: string;
  /** Only `go` may be green, and only for what was just confirmed. */
  readonly mood: 'go' | 'care' | 'stop' | 'wait';
  readonly next: NextStep | null;
}

export interface StandingInput {
  readonly invoice: Invoice;
  readonly fulfilment: Fulfilment;
  readonly missingSince?: string | undefined;
  /** Null while they were never read. */
  readonly deliveries: readonly Delivery[] | null;
  readonly isReading: boolean;
  /** The API cannot be reached, or the latest reading failed. */
  readonly isUnread: boolean;
  /** Milliseconds since the epoch on the API's clock. */
  readonly nowMs: number;
  readonly timeZone: string;
  /** How a window writes numbers and days; the plain way where none is named. */
  readonly writing?: Writing;
}

/** The answer of this moment. */
export function invoiceStanding(input: StandingInput): InvoiceStanding {
  return { facts: [statusFact(input.invoice), ...paidFact(input), ...webhookFact(input)], ...answerOf(input) };
}

const STATUS_FACTS: Readonly<Record<string, Pick<StandingFact, 'words' | 'tone'>>> = {
  success: { words: 'Paid', tone: 'good' },
  pending: { words: 'Pending', tone: 'notice' },
  expired: { words: 'Expired', tone: 'quiet' },
  canceled: { words: 'Canceled', tone: 'quiet' },
  fail: { words: 'Failed', tone: 'bad' },
};

const MOST_CHARACTERS = 60;

function statusFact({ status }: Invoice): StandingFact {
  const known = Object.hasOwn(STATUS_FACTS, status) ? STATUS_FACTS[status] : undefined;
  return { of: 'status', api: status, ...(known ?? { words: status.slice(0, MOST_CHARACTERS), tone: 'warn' }) };
}

/** Underpaid or overpaid compares the two amounts of the adjustment and nothing else: what was asked was not paid by being asked. */
function paidFact(input: StandingInput): readonly StandingFact[] {
  const { is_adjusted: isAdjusted, adjustment } = input.invoice;
  if (adjustment === null) return isAdjusted ? [{ of: 'paid', words: 'corrected', tone: 'warn', api: null }] : [];
  const { expected_amount_fiat: expected, actual_amount_fiat: actual } = adjustment;
  const order = compareMoney(actual, expected);
  if (order === 0) return [{ of: 'paid', words: 'corrected, paid as expected', tone: 'quiet', api: null }];
  const by = percentWords(expected, actual, numbersOf(input));
  return [{ of: 'paid', words: `${order < 0 ? 'underpaid' : 'overpaid'}${by}`, tone: 'warn', api: null }];
}

/** " by 49 %": whole per cents; what lies between two is never told as none or all of it. */
function percentWords(expected: string, actual: string, numbers: NumberWriting): string {
  const order = compareMoney(actual, expected);
  const difference = order < 0 ? subtractMoney(expected, actual) : subtractMoney(actual, expected);
  const percent = percentOf(difference, expected, 0);
  if (percent === null) return '';
  if (percent === '0') return ' by less than 1 %';
  if (percent === '100' && order < 0 && compareMoney(actual, '0') > 0) return ' by more than 99 %';
  return ` by ${groupedAmount(percent, numbers)} %`;
}

function webhookFact(input: StandingInput): readonly StandingFact[] {
  const { invoice, deliveries } = input;
  const fact = (words: string, tone: StandingTone, api: string | null = null): readonly StandingFact[] => [
    { of: 'webhook', words: `webhook ${words}`, tone, api },
  ];
  const latest = deliveries === null ? null : latestDelivery(deliveries);
  if (latest === null) {
    if (!isTerminal(invoice.status)) return [];
    return deliveries === null ? fact('not checked yet', 'quiet') : fact('not sent', 'quiet');
  }
  const next = latest.next_attempt_at === null ? '' : `, next attempt ${clock(latest.next_attempt_at, input)}`;
  switch (deliveryState(latest)) {
    case 'retrying':
      return fact(`failing${next}`, 'bad', latest.status);
    case 'failed':
      return fact('failed, no attempt left', 'bad', latest.status);
    case 'delivered':
      return fact('delivered', 'quiet', latest.status);
    case 'queued':
      return fact(`queued${next}`, 'notice', latest.status);
    case 'in-flight':
      return fact('being sent', 'notice', latest.status);
    case 'unknown':
      return fact(`“${(latest.status ?? 'no status').slice(0, MOST_CHARACTERS)}”`, 'warn', latest.status);
  }
}

type Answer = Omit<InvoiceStanding, 'facts'>;

function answerOf(input: StandingInput): Answer {
  const { invoice, fulfilment, missingSince, nowMs } = input;
  if (missingSince !== undefined) {
    const detail = `Not seen since ${clock(fulfilment.asOf, input)}. Do not fulfil; ask the payment service with the invoice id.`;
    return { headline: 'The API does not show it any more', detail, mood: 'stop', next: { kind: 'refresh' } };
  }
  const mayMove = !isTerminal(invoice.status) || invoice.status === 'success';
  const age = nowMs - (toEpochMs(fulfilment.asOf) ?? Number.NEGATIVE_INFINITY);
  if (mayMove && (input.isUnread || fulfilment.verdict === 'read-again-first' || !(age <= FRESH_FOR_MS))) {
    return input.isReading ? REFRESHING : notRefreshed(input);
  }
  return verdictAnswer(input);
}

const REFRESHING: Answer = {
  headline: 'Refreshing…',
  detail: 'What stands below is of before. Nothing is safe to fulfil until it has been read again.',
  mood: 'wait',
  next: null,
};

function notRefreshed(input: StandingInput): Answer {
  const { words } = statusFact(input.invoice);
  const was = `When last read it was ${words.toLowerCase()} (${input.invoice.status.slice(0, MOST_CHARACTERS)}); it may have changed since.`;
  return {
    headline: `Not refreshed since ${clock(input.fulfilment.asOf, input)}`,
    detail: `${was} Nothing is safe to fulfil until it has been read again.`,
    mood: 'care',
    next: { kind: 'refresh' },
  };
}

function verdictAnswer(input: StandingInput): Answer {
  const { invoice, fulfilment } = input;
  switch (fulfilment.verdict) {
    case 'fulfil':
      return { headline: 'Paid: safe to fulfil', detail: creditedWords(input), mood: 'go', next: null };
    case 'fulfil-for':
      return correctedAnswer(input);
    case 'do-not-fulfil-yet':
      return pendingAnswer(input);
    case 'do-not-fulfil':
      return {
        headline: `${statusFact(invoice).words}: no payment was confirmed`,
        detail: 'Do not fulfil. It takes no payment any more: another try needs a new invoice.',
        mood: 'stop',
        next: null,
      };
    case 'escalate':
      return {
        headline: 'Failed: do not fulfil, ask the payment service',
        detail: fulfilment.reason,
        mood: 'stop',
        next: null,
      };
    case 'check':
      return {
        headline: 'Check by hand before you fulfil',
        detail: fulfilment.reason,
        mood: 'care',
        next: { kind: 'refresh' },
      };
    case 'read-again-first':
      return notRefreshed(input);
  }
}

function creditedWords(input: StandingInput): string {
  const { settled_amount_usdt: settled } = input.invoice;
  return settled === null ? '' : `${usdt(settled, numbersOf(input))} USDT were credited, and nothing was corrected.`;
}

/** Of a correction without figures only what was credited is known. */
function correctedAnswer(input: StandingInput): Answer {
  const { adjustment, currency, settled_amount_usdt: settled, customer_id: customer } = input.invoice;
  const numbers = numbersOf(input);
  const money = (amount: string): string => `${groupedAmount(amount, numbers)} ${currency.code}`;
  const credited = settled === null ? 'credited amount' : `${usdt(settled, numbers)} USDT credited`;
  if (adjustment === null) {
    const detail = 'The API sent no figures of the correction, so what was paid is not known.';
    return { headline: `Corrected: fulfil for the ${credited}`, detail, mood: 'care', next: null };
  }
  const { expected_amount_fiat: expected, actual_amount_fiat: actual } = adjustment;
  const headline = `Corrected: ${groupedAmount(actual, numbers)} of ${money(expected)} paid`;
  const fulfil = `Fulfil for the ${credited}.`;
  const order = compareMoney(actual, expected);
  if (order >= 0) {
    const more = order === 0 ? '' : ` ${money(subtractMoney(actual, expected))} more than expected came in.`;
    return { headline, detail: `${fulfil}${more}`, mood: 'care', next: null };
  }
  const missing = subtractMoney(expected, actual);
  return {
    headline,
    detail: `${fulfil} This invoice takes no further payment: ask for the missing ${money(missing)} with a new one.`,
    mood: 'care',
    next: { kind: 'new-invoice', amount: missing, currency: currency.code, customer },
  };
}

function pendingAnswer(input: StandingInput): Answer {
  const { invoice, nowMs } = input;
  const until = invoice.expires_at === null ? '' : ` ${clock(invoice.expires_at, input)}`;
  if (isWindowOver(invoice, nowMs)) {
    return {
      headline: `No payment confirmed yet; link closed${until === '' ? '' : ` at${until}`}`,
      detail: 'The API has not said yet how it ended. Do not fulfil.',
      mood: 'stop',
      next: { kind: 'refresh' },
    };
  }
  return {
    headline: `No payment confirmed yet; link open${until === '' ? '' : ` until${until}`}`,
    detail: 'Do not fulfil before a payment is confirmed.',
    mood: 'stop',
    next: invoice.payment_url === null ? null : { kind: 'copy-link', url: invoice.payment_url },
  };
}

/** USDT inside a sentence: two decimals; the exact amount stands below, under the money. */
function usdt(amount: string, numbers: NumberWriting): string {
  const { text, isLess } = shortAmount(amount, 2);
  return `${isLess ? 'less than ' : ''}${groupedAmount(text, numbers)}`;
}

/** "14:20", with its day where that is not today. */
function clock(at: string, { nowMs, timeZone, writing = PLAIN_WRITING }: StandingInput): string {
  const local = formatInstant(at, timeZone);
  if (local === null) return at.slice(0, MOST_CHARACTERS);
  const words = momentWords(local, formatInstant(fromEpochMs(nowMs), timeZone)).replace(/^(\d\d:\d\d):\d\d$/, '$1');
  return writeDay(words, writing.days);
}

function numbersOf({ writing = PLAIN_WRITING }: StandingInput): NumberWriting {
  return writing.numbers;
}
