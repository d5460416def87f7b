// Whether a receiver is down: told from the attempts made at its host, in the order in which they were made. Pure and
// without a memory but for the outage that was told last. The thresholds and why they are as they are: docs/faults.md.
import { z } from 'zod';
import { DELIVERY_CAUSES, type DeliveryCause } from './delivery-list.ts';
import { instant, natural, type ToldOf } from '../kernel/shape.ts';

/** What a host does to webhooks, behind its name. */
export const RECEIVER_DEEDS: Readonly<Record<DeliveryCause, string>> = {
  timeout: 'does not answer within 15 s',
  dns: 'is not found',
  refused: 'refuses connections',
  tls: 'fails in TLS',
  connection: 'breaks connections off',
  redirect: 'redirects, which counts as a failure',
  'client-error': 'answers HTTP 4xx',
  'server-error': 'answers HTTP 5xx',
  other: 'fails',
};

/** One attempt at a host; times are milliseconds since the epoch. */
export interface MadeAttempt {
  readonly order: string;
  readonly atMs: number;
  readonly isSuccess: boolean;
  /** The first one of its order: a later one may fail for a reason of that order's alone. */
  readonly isFirst: boolean;
  /** Null where it succeeded. */
  readonly cause: DeliveryCause | null;
}

/** What a person may set (console/console-settings). */
export interface ReceiverThresholds {
  readonly failuresInRow: number;
  /** In hundredths. */
  readonly failureShare: number;
}

export const RECEIVER_OUTAGE = z.object({
  host: z.string(),
  /** Since its first attempt that failed. */
  since: instant,
  /** `every`: nothing arrives; `many`: the share that fails has risen. */
  kind: z.enum(['every', 'many']),
  /** Of the last attempt that failed. */
  cause: z.enum(DELIVERY_CAUSES),
  /** Orders whose webhook had not arrived when it was told. */
  orders: natural,
  /** When it delivered again; null while it is down. */
  recoveredAt: instant.nullable(),
});
export type ReceiverOutage = ToldOf<typeof RECEIVER_OUTAGE>;

export type ReceiverStanding =
  | {
      readonly kind: 'down';
      readonly of: ReceiverOutage['kind'];
      readonly sinceMs: number;
      /** Of its last attempt that failed. */
      readonly lastMs: number;
      readonly cause: DeliveryCause;
      readonly orders: number;
    }
  | { readonly kind: 'recovered'; readonly atMs: number };

const MINUTE_MS = 60_000;
/** One order alone may have an address of its own that fails. */
const LEAST_ORDERS = 3;
/** A shop that is started anew is away for shorter than this. */
const LEAST_SPAN_MS = MINUTE_MS;
/** A failure that is older says nothing about now. */
const RECENT_MS = 15 * MINUTE_MS;
const SHARE_WITHIN_MS = 15 * MINUTE_MS;
/** So few failures make no share, nor do those of one short moment. */
const LEAST_FAILURES_OF_SHARE = 8;
const LEAST_ORDERS_OF_SHARE = 5;
const LEAST_SPAN_OF_SHARE_MS = 3 * MINUTE_MS;
/** For so long no new order has failed when it delivers again. */
const CALM_MS = 2 * MINUTE_MS;
const LEAST_ATTEMPTS_OF_CALM = 5;

/**
 * How a host stands at `nowMs`; null while nothing is new. `attempts`: those of the host after the beginning of what may count, the first one first;
 * `known`: of which kind the outage is that was told and is not over, or null.
 */
export function receiverStanding(
  attempts: readonly MadeAttempt[],
  nowMs: number,
  thresholds: ReceiverThresholds,
  known: ReceiverOutage['kind'] | null,
): ReceiverStanding | null {
  if (known !== null) return recovery(attempts, nowMs, thresholds, known);
  return inRow(attempts, nowMs, thresholds) ?? risen(attempts, nowMs, thresholds);
}

/** Attempts of orders that were new among them: what an older order's address does once more is no news of the host. */
function ofNewOrders(attempts: readonly MadeAttempt[]): readonly MadeAttempt[] {
  const fresh = new Set(attempts.filter(({ isFirst }) => isFirst).map(({ order }) => order));
  return attempts.filter(({ order }) => fresh.has(order));
}

function inRow(
  attempts: readonly MadeAttempt[],
  nowMs: number,
  { failuresInRow }: ReceiverThresholds,
): ReceiverStanding | null {
  const failed = ofNewOrders(attempts.slice(attempts.findLastIndex(({ isSuccess }) => isSuccess) + 1));
  if (failed.length < failuresInRow) return null;
  return downBy('every', failed, nowMs, { orders: LEAST_ORDERS, spanMs: LEAST_SPAN_MS });
}

function risen(
  attempts: readonly MadeAttempt[],
  nowMs: number,
  { failureShare }: ReceiverThresholds,
): ReceiverStanding | null {
  const within = ofNewOrders(attempts.filter(({ atMs }) => atMs > nowMs - SHARE_WITHIN_MS));
  const failed = within.filter(({ isSuccess }) => !isSuccess);
  if (failed.length < LEAST_FAILURES_OF_SHARE || failed.length * 100 < within.length * failureShare) return null;
  return downBy('many', failed, nowMs, { orders: LEAST_ORDERS_OF_SHARE, spanMs: LEAST_SPAN_OF_SHARE_MS });
}

function downBy(
  of: ReceiverOutage['kind'],
  failed: readonly MadeAttempt[],
  nowMs: number,
  least: { readonly orders: number; readonly spanMs: number },
): ReceiverStanding | null {
  const [first, last] = [failed[0], failed.at(-1)];
  if (first === undefined || last === undefined) return null;
  const orders = new Set(failed.map(({ order }) => order)).size;
  if (orders < least.orders || last.atMs - first.atMs < least.spanMs || last.atMs < nowMs - RECENT_MS) return null;
  return { kind: 'down', of, sinceMs: first.atMs, lastMs: last.atMs, cause: last.cause ?? 'other', orders };
}

/** Where nothing arrived: orders arrive, and no new one has failed for a while. Where many failed: their share has halved. */
function recovery(
  attempts: readonly MadeAttempt[],
  nowMs: number,
  { failureShare }: ReceiverThresholds,
  known: ReceiverOutage['kind'],
): ReceiverStanding | null {
  const lastFailure = attempts.findLast(({ isSuccess, isFirst }) => !isSuccess && isFirst)?.atMs ?? -Infinity;
  const arrived = attempts.filter(({ isSuccess, atMs }) => isSuccess && atMs > lastFailure);
  const [first] = arrived;
  const orders = new Set(arrived.map(({ order }) => order)).size;
  if (first === undefined || orders < LEAST_ORDERS) return null;
  const recovered = { kind: 'recovered', atMs: first.atMs } as const;
  if (known === 'every') return nowMs - lastFailure < CALM_MS ? null : recovered;
  const within = ofNewOrders(attempts.filter(({ atMs }) => atMs > nowMs - SHARE_WITHIN_MS));
  const failed = within.filter(({ isSuccess }) => !isSuccess).length;
  const isCalm = within.length >= LEAST_ATTEMPTS_OF_CALM && failed * 200 <= within.length * failureShare;
  return isCalm ? recovered : null;
}
