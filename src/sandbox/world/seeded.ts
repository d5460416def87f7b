// The seeded past: the i-th of `size` invoices as a pure function of seed, epoch and i, so that a large world needs
// no memory for the invoices that nobody has touched. Later changes are the store's business.
import { withClientShare } from '../money.ts';
import { fraction, KIND, uuidOf } from '../random.ts';
import type { Seed } from '../random.ts';
import {
  adjustmentFor,
  credited,
  dealRate,
  disputedAmount,
  draftOrder,
  methodsAccepting,
  SEEDED_TTL_MS,
} from './orders.ts';
import type { Destiny, Draft } from './orders.ts';
import type { InvoiceRecord, InvoiceStatus } from './records.ts';

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
