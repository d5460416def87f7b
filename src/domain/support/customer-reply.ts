// The answer that a customer gets about one order, as plain text to paste: the team's own text for its state and language, else ours, with the order's
// facts filled in. Pure: now and the zone are arguments. Amounts are the API's exact text with the currency's code, and times one notation with their
// zone (the console's: the customer's is not known), alike in every language, so that both sides can compare them letter by letter.
import { compareMoney, subtractMoney } from '../kernel/money/money.ts';
import { type Invoice, isTerminal } from '../records/invoice.ts';
import { isWindowOver } from '../records/payment-window.ts';
import { paidAmount } from '../webhooks/paid-amount.ts';
import { builtInAnswer, stateWord } from './answer-texts.ts';
import {
  type Answer,
  type AnswerFact,
  type AnswerFacts,
  type AnswerLanguage,
  type AnswerState,
  fillAnswer,
  type FilledAnswer,
} from './answers.ts';
import { isInvoiceDue, moment, oneLine, type ReplyFacts } from './support-reply.ts';

/** All of an order that its customer may be told; facts are made of nothing else, so that credit, fee and rate have no way into a text. */
export type CustomerView = Pick<
  Invoice,
  'external_id' | 'amount' | 'amount_to_send' | 'purpose' | 'payment_url' | 'created_at' | 'expires_at' | 'finished_at'
> & {
  readonly state: AnswerState;
  readonly currency: string;
  readonly method: string | null;
  /** Fiat, exact. */
  readonly paid: string | null;
  readonly expected: string | null;
  /** ISO UTC. */
  readonly asOf: string;
  readonly shop: string;
  readonly timeZone: string;
};

const money = (amount: string | null, view: CustomerView): string | null =>
  amount === null ? null : `${amount} ${view.currency}`;
const time = (instant: string | null, view: CustomerView): string | null =>
  instant === null || instant === '' ? null : moment(instant, view);

const FACTS: Readonly<Record<AnswerFact, (view: CustomerView, language: AnswerLanguage) => string | null>> = {
  order: (view) => view.external_id,
  ordered: (view) => money(view.amount, view),
  toPay: (view) => money(view.amount_to_send, view),
  paid: (view) => money(view.paid, view),
  expected: (view) => money(view.expected, view),
  difference: (view) => money(differenceOf(view), view),
  currency: (view) => view.currency,
  purpose: (view) => view.purpose,
  method: (view) => view.method,
  state: ({ state }, language) => stateWord(language, state),
  // Of what can not be paid any more nobody is sent a link.
  link: ({ state, payment_url: link }) => (state === 'open' ? link : null),
  created: (view) => time(view.created_at, view),
  expires: (view) => time(view.expires_at, view),
  finished: (view) => time(view.finished_at, view),
  asOf: (view) => time(view.asOf, view),
  shop: (view) => view.shop,
};

function differenceOf({ paid, expected }: CustomerView): string | null {
  if (paid === null || expected === null) return null;
  return compareMoney(paid, expected) < 0 ? subtractMoney(expected, paid) : subtractMoney(paid, expected);
}

/** The most characters of a fact: a link that was cut is none. */
const MOST_OF_FACT = 2000;

/** Every fact on one line of its own text; what is empty is not known. */
export function answerFacts(view: CustomerView, language: AnswerLanguage): AnswerFacts {
  return (fact) => oneLine(FACTS[fact](view, language) ?? '', MOST_OF_FACT) || null;
}

export interface CustomerReply extends FilledAnswer {
  readonly state: AnswerState;
  /** What it is written in: English where there is no text in the wanted language. */
  readonly language: AnswerLanguage;
}

/** `own`: what the team has written. */
export function customerReply(
  facts: ReplyFacts & { readonly shop: string },
  wanted: AnswerLanguage,
  own: readonly Answer[],
): CustomerReply {
  const view = viewOf(facts);
  const textIn = (language: AnswerLanguage): string | null =>
    own.find((answer) => answer.language === language && answer.state === view.state)?.text ??
    builtInAnswer(language, view.state);
  const text = textIn(wanted);
  const language = text === null ? 'en' : wanted;
  const filled = fillAnswer(text ?? textIn('en') ?? '', answerFacts(view, language));
  const sandbox = facts.isSandbox && filled.text !== '' ? 'SANDBOX: test data, no real payment.\n' : '';
  return { ...filled, text: `${sandbox}${filled.text}`, state: view.state, language };
}

function viewOf(facts: ReplyFacts & { readonly shop: string }): CustomerView {
  const { invoice, fulfilment, deliveries, timeZone, shop } = facts;
  const paid = paidAmount(invoice, deliveries?.list ?? [])?.amount ?? null;
  return {
    ...invoice,
    state: stateOf(facts, paid),
    currency: oneLine(invoice.currency.code),
    method: invoice.payment_method?.name ?? null,
    paid,
    expected: invoice.adjustment?.expected_amount_fiat ?? null,
    asOf: fulfilment.asOf,
    shop,
    timeZone,
  };
}

function stateOf(facts: ReplyFacts, paid: string | null): AnswerState {
  const { invoice, fulfilment, missingSince, nowMs } = facts;
  // What may have moved on since it was read, or is not shown any more, is promised to nobody.
  const isPast = missingSince !== undefined || isInvoiceDue(invoice, fulfilment.asOf, nowMs);
  if (isPast && !(isTerminal(invoice.status) && invoice.status !== 'success')) return 'checked';
  switch (invoice.status) {
    case 'success':
      return stateOfSuccess(invoice, paid);
    case 'pending':
      return isWindowOver(invoice, nowMs) ? 'closed' : 'open';
    case 'expired':
    case 'canceled':
      return invoice.status;
    case 'fail':
      return 'failed';
    default:
      return 'checked';
  }
}

function stateOfSuccess(invoice: Invoice, paid: string | null): AnswerState {
  if (invoice.settled_amount_usdt === null) return 'checked';
  const { adjustment } = invoice;
  if (!invoice.is_adjusted) return 'received';
  if (adjustment === null || paid === null) return 'corrected';
  const order = compareMoney(adjustment.actual_amount_fiat, adjustment.expected_amount_fiat);
  return order === 0 ? 'received' : order < 0 ? 'underpaid' : 'overpaid';
}

/** Currencies that are at home in one language; with the others it is English until somebody chooses. */
const CURRENCIES_OF: readonly (readonly [AnswerLanguage, readonly string[]])[] = [
  ['pl', ['PLN']],
  ['tr', ['TRY']],
  ['es', ['ARS', 'CLP', 'COP', 'MXN', 'PEN', 'UYU']],
];

export function languageOfCurrency(code: string): AnswerLanguage {
  return CURRENCIES_OF.find(([, codes]) => codes.includes(code))?.[0] ?? 'en';
}
