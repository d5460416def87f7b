// Made-up orders: who buys what for how much, how the customer will pay, and when.
import { CURRENCIES, methodById, METHODS } from '../catalog.ts';
import type { CurrencyEntry, MethodEntry } from '../catalog.ts';
import { creditedUsdt, divide, FIAT_SCALE, RATE_SCALE, toText, toUnits } from '../money.ts';
import { fraction, KIND, rng, word } from '../random.ts';
import type { Rng, Seed } from '../random.ts';
import type { Adjustment, FinalStatus, InvoiceRecord } from './records.ts';

/** What will become of an order when nobody interferes. */
export interface Destiny {
  readonly status: FinalStatus;
  /** Milliseconds from creation to the end; for `expired` the lifetime itself. */
  readonly after: number;
  /** The method the customer will choose, and when; null when none is chosen. */
  readonly method: MethodEntry | null;
  readonly methodAfter: number;
}

/** An order as the merchant's shop would send it. */
export interface Draft extends Pick<InvoiceRecord, 'externalId' | 'customerId' | 'purpose' | 'amount' | 'currency'> {
  readonly host: string;
  readonly destiny: Destiny;
}

/** The lifetime of the seeded invoices in milliseconds. */
export const SEEDED_TTL_MS = 30 * 60_000;

/** The first number in the merchant's own order ids. */
const FIRST_ORDER = 100_001;

const WEIGHTS = [38, 20, 15, 16, 11] as const;

const PURPOSES: readonly [string, ...string[]] = [
  'Order #{n}',
  'Order #{n}',
  'Order #{n}',
  'Order #{n}',
  'Order #{n}, click and collect',
  'Basket {n}, standard delivery',
  'Basket {n}, express delivery',
  'Basket {n}, standard delivery',
  'Annual plan renewal',
  'Monthly subscription',
  'Gift card',
  'Wallet top-up',
  'Concert tickets (2)',
  'Zamówienie nr {n}',
  'Sipariş {n}: ödeme',
  'Café Zoë – Bestellung {n}',
  '-15% autumn voucher applied, order {n}',
  '+1 night, booking {n}',
  '注文 {n}',
];

/** The merchant's own id of the n-th order. */
export function orderId(index: number): string {
  return `SO-${FIRST_ORDER + index}`;
}

/** The index of the order with such an id, if it is one of this series. */
export function indexOfOrderId(externalId: string): number | undefined {
  const match = /^SO-(\d{6,12})$/.exec(externalId);
  return match === null ? undefined : Number(match[1]) - FIRST_ORDER;
}

/** The n-th order of the world. `ttlMs` is the lifetime of its invoice. */
export function draftOrder(seed: Seed, index: number, ttlMs: number): Draft {
  const random = rng(seed, KIND.order, index);
  const currency = pickCurrency(random);
  const amount = pickAmount(random, currency);
  const purpose = random.next() < 0.12 ? null : random.pick(PURPOSES).replace('{n}', String(FIRST_ORDER + index));
  // Squared: some customers come often, most of them once.
  const customerId = `cust-${20_001 + Math.floor(random.next() ** 2 * 9_000)}`;
  return {
    externalId: orderId(index),
    customerId,
    purpose,
    amount,
    currency: currency.code,
    host: pickHost(random),
    destiny: pickDestiny(random, currency.code, amount, ttlMs),
  };
}

function pickCurrency(random: Rng): CurrencyEntry {
  let left = random.int(100);
  for (const [i, weight] of WEIGHTS.entries()) {
    left -= weight;
    if (left < 0) return CURRENCIES[i] ?? CURRENCIES[0];
  }
  return CURRENCIES[0];
}

function pickAmount(random: Rng, currency: CurrencyEntry): string {
  const [low, high] = currency.typical;
  const whole = low + Math.floor((high - low) * random.next() ** 3);
  const style = random.int(10);
  const cents = style < 3 ? 0 : style < 6 ? 99 : style < 7 ? 50 : random.int(100);
  return toText(BigInt(whole) * 100n + BigInt(cents), FIAT_SCALE);
}

/** The receivers of all shops of the merchant. */
export const HOSTS = [
  'shop.example',
  'eu.shop.example',
  'pos.shop.example',
  'legacy.shop.example',
  'stall.shop.example',
];

function pickHost(random: Rng): string {
  const draw = random.int(100);
  if (draw < 10) return 'legacy.shop.example';
  if (draw < 18) return 'pos.shop.example';
  if (draw < 20) return 'stall.shop.example';
  return draw < 55 ? 'eu.shop.example' : 'shop.example';
}

/** The ranges of all methods in cents, worked out once: every order is compared with them. */
const RANGES = METHODS.map((method) => ({
  method,
  min: toUnits(method.min, FIAT_SCALE),
  max: toUnits(method.max, FIAT_SCALE),
}));

export function methodsAccepting(currency: string, amount: string): readonly MethodEntry[] {
  const cents = toUnits(amount, FIAT_SCALE);
  return RANGES.filter(({ method, min, max }) => method.currency === currency && cents >= min && cents <= max).map(
    ({ method }) => method,
  );
}

function pickDestiny(random: Rng, currency: string, amount: string, ttlMs: number): Destiny {
  const draw = random.next();
  const pace = random.next();
  const chosen = random.next();
  const usable = methodsAccepting(currency, amount);
  const method = usable[random.int(usable.length)] ?? null;
  const quick = Math.floor(ttlMs * (0.025 + 0.9 * pace * pace));
  if (draw < 0.8)
    return { status: 'success', after: quick, method, methodAfter: Math.floor(quick * (0.2 + 0.4 * chosen)) };
  if (draw < 0.81) return { status: 'fail', after: quick, method, methodAfter: Math.floor(quick * 0.3) };
  const hesitant = chosen < 0.5 ? method : null;
  if (draw < 0.845) {
    const after = Math.floor(ttlMs * (0.02 + 0.5 * pace));
    return { status: 'canceled', after, method: hesitant, methodAfter: Math.floor(after * 0.5) };
  }
  return { status: 'expired', after: ttlMs, method: hesitant, methodAfter: Math.floor(ttlMs * (0.1 + 0.5 * pace)) };
}

/** The rate snapshot (fiat per USDT) of a deal in `currency` at an instant: the base price, drifting by the hour. */
export function dealRate(seed: Seed, currency: string, index: number, at: number): string {
  const i = CURRENCIES.findIndex((entry) => entry.code === currency);
  const base = CURRENCIES[i]?.baseRate ?? CURRENCIES[0].baseRate;
  const hour = Math.floor(at / 3_600_000);
  const drift =
    (word(seed, KIND.rate, hour, i) % 12_001) - 6_000 + ((word(seed, KIND.payment, index, 1) % 4_001) - 2_000);
  return toText(divide(BigInt(base) * BigInt(1_000_000 + drift), 1_000_000n, 'half-up'), RATE_SCALE);
}

/** The USDT decimals of a deal: 18 for some, 6 for most (the precision is not shown, so a client must take both). */
export function usdtDecimals(seed: Seed, index: number): number {
  return fraction(seed, KIND.payment, index, 2) < 0.08 ? 18 : 6;
}

/** What is credited for `amount` by a deal, net of the merchant share. */
export function credited(seed: Seed, index: number, methodId: number, rate: string, amount: string): string {
  const merchant = methodById(methodId)?.merchant ?? '0';
  return creditedUsdt(amount, rate, merchant, usdtDecimals(seed, index));
}

/** The fiat that a disputed customer really paid: 40 to 130 percent of the order, never the order itself. */
export function disputedAmount(seed: Seed, index: number, amount: string): string {
  const cents = toUnits(amount, FIAT_SCALE);
  const permille = BigInt(400 + (word(seed, KIND.payment, index, 3) % 901));
  const actual = divide(cents * permille, 1000n, 'half-up');
  return toText(actual === cents ? cents - 1n : actual, FIAT_SCALE);
}

/** The four sums of an adjustment: both USDT sums are net, at the deal's own rate and share. */
export function adjustmentFor(
  seed: Seed,
  index: number,
  deal: { method: number; rate: string; amount: string },
  actualFiat: string,
): Adjustment {
  return {
    expectedFiat: deal.amount,
    actualFiat,
    expectedUsdt: credited(seed, index, deal.method, deal.rate, deal.amount),
    actualUsdt: credited(seed, index, deal.method, deal.rate, actualFiat),
  };
}
