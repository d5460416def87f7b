// Made-up orders: who buys what for how much, how the customer will pay, and when.
import { CURRENCIES, methodById, METHODS, type CurrencyEntry, type MethodEntry } from '../catalog.ts';
import { creditedUsdt, divide, FIAT_SCALE, RATE_SCALE, toText, toUnits, withClientShare } from '../money.ts';
import { fraction, KIND, rng, word, type Rng, type Seed, uuidOf } from '../random.ts';
import type { Adjustment, FinalStatus, InvoiceRecord, InvoiceStatus } from './records.ts';

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

// The seeded past: the i-th of `size` invoices as a pure function of seed, epoch and i, so that a large world needs
// no memory for the invoices that nobody has touched. Later changes are the store's business.

/** What the seeded world is made from. */
export interface Plan {
  readonly seed: Seed;
  /** The instant of the world's making, in milliseconds. */
  readonly epoch: number;
  readonly size: number;
}

const MINUTE = 60_000;
const SPAN_MS = 90 * 24 * 60 * MINUTE;

/** The newest invoices of any world, however small, so that it has open ones and deliveries in flight. */
const RECENT = 12;
const RECENT_STEP_MS = 100_000;
/** Of those (counted from the newest), what is open and what is being delivered at the epoch. */
const OPEN_FROM_NEWEST = 3;
const IN_FLIGHT_FROM_NEWEST = 6;
/** From here to {@link RECENT}: paid some minutes before, and the receiver refuses. */
const QUEUED_FROM_NEWEST = 9;
/** Among the newest, every fourth has the callback host that is down at the epoch. */
const RETRYING_FROM_NEWEST = 96;

/** When the i-th invoice was created: denser towards the epoch, strictly growing with i. */
export function createdAt(plan: Plan, i: number): number {
  const fromNewest = plan.size - 1 - i;
  const place = fromNewest + 0.1 + 0.8 * fraction(plan.seed, KIND.invoice, i, 9);
  const spread = SPAN_MS * (place / plan.size) ** 1.5;
  const age = fromNewest < RECENT ? Math.min(spread, place * RECENT_STEP_MS) : spread;
  return plan.epoch - Math.max(Math.floor(age), fromNewest + 1) - 4 * (fromNewest + 1);
}

interface Shape {
  readonly draft: Draft;
  readonly destiny: Destiny;
  readonly host: string;
  readonly created: number;
  readonly status: InvoiceStatus;
  readonly finished: number | null;
}

/** The customer of an order pays at an instant, or as soon as there is something to pay. */
function paidAt(draft: Draft, created: number, at: number): Destiny {
  const after = Math.max(at - created, 1);
  const method = draft.destiny.method ?? methodsAccepting(draft.currency, draft.amount)[0] ?? null;
  return { status: 'success', after, method, methodAfter: Math.min(after, 1_000) };
}

function shapeOf(plan: Plan, i: number): Shape {
  const draft = draftOrder(plan.seed, i, SEEDED_TTL_MS);
  const fromNewest = plan.size - 1 - i;
  const created = createdAt(plan, i);
  let { destiny, host } = draft;
  if (plan.size > RECENT && fromNewest >= OPEN_FROM_NEWEST && fromNewest < IN_FLIGHT_FROM_NEWEST) {
    // Paid a moment before the epoch, and its receiver never answers in time: the first attempt is being made.
    destiny = paidAt(draft, created, plan.epoch - 1_000 * (fromNewest - 1));
    host = 'stall.shop.example';
  } else if (plan.size > RECENT && fromNewest >= QUEUED_FROM_NEWEST && fromNewest < RECENT) {
    destiny = paidAt(draft, created, plan.epoch - MINUTE * (fromNewest - 5));
    host = 'legacy.shop.example';
  } else if (fromNewest < RETRYING_FROM_NEWEST && fromNewest % 4 === 1) {
    host = 'legacy.shop.example';
  }
  const end = created + destiny.after;
  const open = end > plan.epoch || (plan.size > RECENT && fromNewest < OPEN_FROM_NEWEST);
  return { draft, destiny, host, created, status: open ? 'pending' : destiny.status, finished: open ? null : end };
}

/** Status and currency of the i-th invoice at the epoch, without its money. */
export function outline(plan: Plan, i: number): { status: InvoiceStatus; currency: string; touched: number } {
  const shape = shapeOf(plan, i);
  return { status: shape.status, currency: shape.draft.currency, touched: shape.finished ?? shape.created };
}

/** Where the shop wants its webhooks and customers. */
export function urlsOf(host: string): { callbackUrl: string; successUrl: string; failUrl: string } {
  return {
    callbackUrl: `https://${host}/hooks/payments`,
    successUrl: `https://${host}/checkout/thanks`,
    failUrl: `https://${host}/checkout/failed`,
  };
}

/** The i-th invoice of the seeded world. `disputed`: it is one of those whose paid amount was corrected. */
export function seededInvoice(plan: Plan, i: number, disputed: boolean): InvoiceRecord {
  const { draft, destiny, host, created, status, finished } = shapeOf(plan, i);
  const chosenAt = created + destiny.methodAfter;
  const method = destiny.method !== null && chosenAt <= (finished ?? plan.epoch) ? destiny.method : null;
  const rate = method === null ? null : dealRate(plan.seed, draft.currency, i, chosenAt);
  const paid = status === 'success' && method !== null && rate !== null;
  const adjustment =
    paid && disputed
      ? adjustmentFor(
          plan.seed,
          i,
          { method: method.id, rate, amount: draft.amount },
          disputedAmount(plan.seed, i, draft.amount),
        )
      : null;
  const settled = paid ? (adjustment?.actualUsdt ?? credited(plan.seed, i, method.id, rate, draft.amount)) : null;
  return {
    index: i,
    uuid: uuidOf(plan.seed, KIND.invoice, i),
    externalId: draft.externalId,
    customerId: draft.customerId,
    purpose: draft.purpose,
    amount: draft.amount,
    currency: draft.currency,
    status,
    ...urlsOf(host),
    createdAt: created,
    expiresAt: created + SEEDED_TTL_MS,
    finishedAt: finished,
    method: method?.id ?? null,
    rate,
    amountToSend: method === null ? null : withClientShare(draft.amount, method.client),
    settled,
    adjustment,
  };
}
