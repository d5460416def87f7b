// What an order would cost the customer and bring the merchant: the sum both ways, method by method, at the rates that payments really settled at.
// Always an estimate: commissions are today's, the rate is that of the moment of payment, and the specification names no rounding. Pure.
import { z } from 'zod';
import {
  addMoney,
  compareMoney,
  divideMoney,
  fromScaled,
  isMoney,
  multiplyMoney,
  roundMoney,
  subtractMoney,
} from '../kernel/money/money.ts';
import type { PaymentMethod } from '../records/payment-method.ts';
import { type Rate, RATE_STALE_AFTER_MS } from '../records/rate.ts';
import { count, instant, money, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { toEpochMs } from '../kernel/time/time.ts';
import { WORTH_DECIMALS, worthOf } from './worth.ts';

/** What the amount is: the order, what the customer pays, or the USDT that are to be credited. */
export const ESTIMATE_ASKS = ['order', 'pays', 'receives'] as const;
export type EstimateAsk = (typeof ESTIMATE_ASKS)[number];

/** Decimals of fiat ("at most 2 decimal places", specification, "Common conventions"). */
const FIAT_DECIMALS = 2;
/** Digits of any one input; longer ones are answered with "cannot be computed". */
const MOST_DIGITS = 30;

const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,6})?$/;

/** True for an amount that the calculator takes: up to eighteen digits, and after a point as many decimals as USDT have here. */
export function isEstimable(text: string): boolean {
  return AMOUNT.test(text);
}

/** Fiat for one USDT: the one that is reckoned with, the lowest and the highest beside it. */
export interface RateRange {
  readonly rate: string;
  readonly lowest: string;
  readonly highest: string;
}

/** One payment that was credited, as far as an estimate needs it. */
export interface SettledFact {
  readonly method: string | null;
  readonly amount: string;
  readonly rate: string;
  readonly settledUsdt: string;
  readonly finishedAt: string;
}

/** What was really received for each unit of fiat that was ordered, of one method: USDT, with twelve decimals. */
export const RECEIVED = z.object({ method: textOrNull, count, least: money, most: money });
export type Received = ToldOf<typeof RECEIVED>;

/** The payments of one currency that settled lately; `count` is at least 1. */
export interface SettledRates extends RateRange {
  readonly count: number;
  /** When the latest of them finished: `rate` is its rate. */
  readonly latestAt: string;
  readonly received: readonly Received[];
}

/** Rates and yields of payments, latest first; null when there are none. What cannot be reckoned with is left out. */
export function settledRates(facts: Iterable<SettledFact>): SettledRates | null {
  let range: Tally | null = null;
  const received = new Map<string | null, Received>();
  for (const { method, amount, rate, settledUsdt, finishedAt } of facts) {
    const yielded = isPositive(rate) && isPositive(amount) ? divideMoney(settledUsdt, amount, 12, 'half-even') : null;
    if (yielded === null) continue;
    range = tallied(range ?? { rate, lowest: rate, highest: rate, count: 0, latestAt: finishedAt }, rate);
    const { count, least, most } = received.get(method) ?? { count: 0, least: yielded, most: yielded };
    received.set(method, { method, count: count + 1, least: lower(least, yielded), most: higher(most, yielded) });
  }
  return range === null ? null : { ...range, received: [...received.values()] };
}

type Tally = Omit<SettledRates, 'received'>;

function tallied(range: Tally, rate: string): Tally {
  return {
    ...range,
    lowest: lower(range.lowest, rate),
    highest: higher(range.highest, rate),
    count: range.count + 1,
  };
}

/** The prices of a currency that can be reckoned with, as the API lists them. */
export function marketPrices(rates: readonly Rate[], currency: string, nowMs: number): readonly MarketPrice[] {
  return rates.flatMap(({ currency: code, source, side, price, updated_at: updatedAt }) => {
    if (code !== currency || price === null || !isPositive(price)) return [];
    const at = updatedAt === null ? null : toEpochMs(updatedAt);
    return [{ source, side, price, updatedAt, isStale: at === null || nowMs - at > RATE_STALE_AFTER_MS }];
  });
}

/** The range of market prices, for a currency in which nothing has settled: the highest is reckoned with, which brings least. */
export function marketRange(prices: readonly MarketPrice[]): RateRange | null {
  const [first, ...others] = prices.map(({ price }) => price);
  if (first === undefined) return null;
  const highest = others.reduce(higher, first);
  return { rate: highest, lowest: others.reduce(lower, first), highest };
}

/** An estimate by one method; null when the order itself cannot be told of what was asked. */
export function estimateBy(
  method: PaymentMethod,
  asked: { readonly ask: EstimateAsk; readonly amount: string },
  range: RateRange | null,
): Estimate | null {
  const order = isWorkable(asked.amount) ? orderFor(method, asked, range) : null;
  if (order === null) return null;
  const customerFee = customerFeeOf(method, order);
  return {
    order,
    customerFee,
    customerPays: customerFee === null ? null : addMoney(order, customerFee),
    standing: standingOf(method, order),
    usdt: range === null ? null : usdtOf(method, order, range),
  };
}

/** What an order would bring at one rate, by one method; null when it cannot be told. */
export function receiveAt(method: PaymentMethod, order: string, rate: string): string | null {
  return usdtOf(method, order, { rate, lowest: rate, highest: rate })?.receive ?? null;
}

/** Of a yield in USDT for each unit of fiat, what it makes of an order. */
export function yieldOf(order: string, perUnit: string): string {
  return roundMoney(multiplyMoney(order, perUnit), WORTH_DECIMALS, 'half-even');
}

/** USDT with six decimals, half to even; `beforeFees` − `fee` = `receive`. */
export const ESTIMATED_USDT = z.object({
  beforeFees: money,
  fee: money,
  receive: money,
  /** At the highest and at the lowest rate of the range. */
  least: money,
  most: money,
});
export type EstimatedUsdt = ToldOf<typeof ESTIMATED_USDT>;

/** The sum of one order by one method. What the API left out makes null of what hangs on it. */
export const ESTIMATE = z.object({
  order: money,
  customerFee: moneyOrNull,
  customerPays: moneyOrNull,
  /** Does the method take the order: is it below its smallest or above its largest? */
  standing: z.enum(['within', 'below', 'above']),
  /** At the rate of `range`; `least` and `most` at its highest and its lowest. */
  usdt: ESTIMATED_USDT.nullable(),
});
export type Estimate = ToldOf<typeof ESTIMATE>;

/** What the calculator says of one method. */
export const METHOD_ESTIMATE = z.object({
  name: z.string(),
  minAmount: moneyOrNull,
  maxAmount: moneyOrNull,
  clientPercent: moneyOrNull,
  merchantPercent: moneyOrNull,
  /** Null where the API left out what it takes. */
  estimate: ESTIMATE.nullable(),
  also: z.array(ESTIMATE.nullable()),
  /** The order that brings 100 USDT. */
  forHundred: moneyOrNull,
  /** What the order brings at each of `markets`, in their order. */
  atMarkets: z.array(moneyOrNull),
  /** What payments by this method really brought in thirty days, for an order of this size. */
  received: RECEIVED.omit({ method: true }).optional(),
});
export type MethodEstimate = ToldOf<typeof METHOD_ESTIMATE>;

/** A market price of the currency. */
export const MARKET_PRICE = z.object({
  source: textOrNull,
  side: z.enum(['buy', 'sell']).nullable(),
  price: money,
  updatedAt: instant.nullable(),
  /** Older than ten minutes, or not dated. */
  isStale: z.boolean(),
});
export type MarketPrice = ToldOf<typeof MARKET_PRICE>;

/** The sum by one method, beside all that it is compared with. */
export function methodEstimate(
  method: PaymentMethod,
  asked: { readonly ask: EstimateAsk; readonly amount: string; readonly also?: readonly string[] | undefined },
  known: {
    readonly range: RateRange | null;
    readonly settled: SettledRates | null;
    readonly markets: readonly MarketPrice[];
  },
): MethodEstimate {
  const { range, settled, markets } = known;
  const estimate = estimateBy(method, asked, range);
  const order = estimate?.order;
  const really = settled?.received.find(({ method: name }) => name === method.name);
  return {
    name: method.name,
    minAmount: method.min_amount,
    maxAmount: method.max_amount,
    clientPercent: method.client_commission_percent,
    merchantPercent: method.merchant_commission_percent,
    estimate,
    also: (asked.also ?? []).map((amount) => estimateBy(method, { ask: 'order', amount }, range)),
    forHundred: estimateBy(method, { ask: 'receives', amount: '100' }, range)?.order ?? null,
    atMarkets: markets.map(({ price }) => (order === undefined ? null : receiveAt(method, order, price))),
    ...(really === undefined || order === undefined
      ? {}
      : { received: { count: really.count, least: yieldOf(order, really.least), most: yieldOf(order, really.most) } }),
  };
}

function orderFor(
  method: PaymentMethod,
  { ask, amount }: { readonly ask: EstimateAsk; readonly amount: string },
  range: RateRange | null,
): string | null {
  if (ask === 'order') return roundMoney(amount, FIAT_DECIMALS, 'half-even');
  if (ask === 'pays') return orderPaidWith(method, roundMoney(amount, FIAT_DECIMALS, 'half-even'));
  const kept = keptPercent(method);
  if (kept === null || range === null || !isWorkable(range.rate)) return null;
  // Rounded up: the order brings at least what was asked for.
  return divideMoney(multiplyMoney(multiplyMoney(amount, '100'), range.rate), kept, FIAT_DECIMALS, 'up');
}

const CENT = '0.01';

/** The order of which the customer pays so much; where no order comes to it exactly, the nearest below. */
function orderPaidWith(method: PaymentMethod, pays: string): string | null {
  const percent = shareOf(method.client_commission_percent);
  if (percent === null) return null;
  const near = divideMoney(multiplyMoney(pays, '100'), addMoney('100', percent), FIAT_DECIMALS, 'half-even');
  if (near === null) return null;
  const candidates = [addMoney(near, CENT), near, subtractMoney(near, CENT)];
  return (
    candidates.find((order) => compareMoney(addMoney(order, customerFeeOf(method, order) ?? '0'), pays) <= 0) ?? near
  );
}

function customerFeeOf(method: PaymentMethod, order: string): string | null {
  const percent = shareOf(method.client_commission_percent);
  return percent === null ? null : divideMoney(multiplyMoney(order, percent), '100', FIAT_DECIMALS, 'half-even');
}

function usdtOf(method: PaymentMethod, order: string, { rate, lowest, highest }: RateRange): EstimatedUsdt | null {
  const kept = keptPercent(method);
  if (kept === null) return null;
  const at = (price: string, percent: string): string | null => {
    const worth = isWorkable(price) ? worthOf(multiplyMoney(multiplyMoney(order, percent), CENT), price) : null;
    return worth === null ? null : fromScaled(worth);
  };
  const [beforeFees, receive, least, most] = [at(rate, '100'), at(rate, kept), at(highest, kept), at(lowest, kept)];
  if (beforeFees === null || receive === null || least === null || most === null) return null;
  return { beforeFees, receive, fee: subtractMoney(beforeFees, receive), least, most };
}

/** The per cent of the order that are credited: what the merchant's share leaves of it. */
function keptPercent({ merchant_commission_percent: percent }: PaymentMethod): string | null {
  const share = shareOf(percent);
  return share === null || compareMoney(share, '100') >= 0 ? null : subtractMoney('100', share);
}

function shareOf(percent: string | null): string | null {
  return percent !== null && isMoney(percent) && percent.length <= MOST_DIGITS && !percent.startsWith('-')
    ? percent
    : null;
}

function standingOf({ min_amount: least, max_amount: most }: PaymentMethod, order: string): Estimate['standing'] {
  if (least !== null && compareMoney(order, least) < 0) return 'below';
  return most !== null && compareMoney(order, most) > 0 ? 'above' : 'within';
}

function isPositive(text: string): boolean {
  return isMoney(text) && compareMoney(text, '0') > 0;
}

function isWorkable(text: string): boolean {
  return text.length <= MOST_DIGITS && isPositive(text);
}

function lower(left: string, right: string): string {
  return compareMoney(left, right) <= 0 ? left : right;
}

function higher(left: string, right: string): string {
  return compareMoney(left, right) >= 0 ? left : right;
}
