// What happens in the world after its making, as the lines of its log. An event says what was decided, never how, so
// that a continued world is exactly the one that was left. Reading is strict: a line that is not an event is none.
import {
  type Adjustment,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type FinalStatus,
  INVOICE_STATUSES,
  RECEIVER_STATES,
  type ReceiverState,
  REJECT_CODES,
  type RejectCode,
} from './world/records.ts';

interface Base {
  /** When it happened, in milliseconds. */
  readonly at: number;
  /** The number of the invoice or withdrawal that it happened to. */
  readonly i: number;
}

export interface OrderEvent extends Base {
  readonly e: 'order';
  readonly ext: string;
  readonly cus: string;
  readonly pur: string | null;
  readonly amt: string;
  readonly cur: string;
  readonly urls: readonly [callback: string | null, success: string | null, fail: string | null];
  readonly exp: number;
}

/** The customer chose a payment method. */
export interface MethodEvent extends Base {
  readonly e: 'method';
  readonly m: number;
  readonly rate: string;
  readonly send: string;
}

export interface FinalEvent extends Base {
  readonly e: 'final';
  readonly s: FinalStatus;
  readonly settled: string | null;
  readonly adj: Adjustment | null;
}

/** A dispute corrected a paid invoice. `hook`: a delivery of its own goes out. */
export interface AdjustEvent extends Base {
  readonly e: 'adjust';
  readonly adj: Adjustment;
  readonly hook: boolean;
}

export interface PayoutEvent extends Base {
  readonly e: 'payout';
  readonly actor: string;
  readonly bal: string;
  readonly token: string;
  readonly net: string;
  readonly addr: string;
  readonly amt: string;
  readonly fee: string;
  readonly send: string;
}

export interface ReviewEvent extends Base {
  readonly e: 'review';
  readonly ok: boolean;
  readonly tx: string | null;
  readonly code: RejectCode | null;
  readonly why: string | null;
}

/** The latest delivery of an invoice was sent on demand; `by` "system" is an attempt of the schedule at a chosen instant. */
export interface ResendEvent extends Base {
  readonly e: 'resend';
  readonly by: string;
  readonly user: string | null;
}

/** A real attempt (delivery `d` of the invoice) came to its end. `at` is its start, `ms` its duration. */
export interface AttemptEvent extends Base {
  readonly e: 'attempt';
  readonly d: number;
  readonly by: string;
  readonly ms: number;
  readonly code: number | null;
  readonly body: string | null;
  readonly err: string | null;
}

/** A test set the state of the latest delivery. */
export interface SetEvent extends Base {
  readonly e: 'set';
  readonly s: DeliveryStatus;
  readonly next: number | null;
}

/** A test took an invoice away. */
export interface RemoveEvent extends Base {
  readonly e: 'remove';
}

/** From now on a made-up receiver answers as somebody wants it to. Of no invoice: `i` is 0. */
export interface ReceiverEvent extends Base {
  readonly e: 'receiver';
  readonly host: string;
  readonly how: ReceiverState;
}

export type WorldEvent =
  | OrderEvent
  | MethodEvent
  | FinalEvent
  | AdjustEvent
  | PayoutEvent
  | ReviewEvent
  | ResendEvent
  | AttemptEvent
  | SetEvent
  | RemoveEvent
  | ReceiverEvent;

type Fields = Readonly<Record<string, unknown>>;

/** True for an object with string keys (no array, no null). */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const orNull =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value);
const oneOf =
  (list: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && list.includes(value);
const isAdjustment = (value: unknown): boolean =>
  isFields(value) && ['expectedFiat', 'actualFiat', 'expectedUsdt', 'actualUsdt'].every((name) => isText(value[name]));
const isUrls = (value: unknown): boolean => Array.isArray(value) && value.length === 3 && value.every(orNull(isText));

/** The fields of each event besides `e`, `at` and `i`. Total: an event without an entry does not compile. */
const SHAPES: Readonly<Record<WorldEvent['e'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  order: { ext: isText, cus: isText, pur: orNull(isText), amt: isText, cur: isText, urls: isUrls, exp: isNumber },
  method: { m: isNumber, rate: isText, send: isText },
  final: { s: oneOf(INVOICE_STATUSES.slice(1)), settled: orNull(isText), adj: orNull(isAdjustment) },
  adjust: { adj: isAdjustment, hook: isFlag },
  payout: {
    actor: isText,
    bal: isText,
    token: isText,
    net: isText,
    addr: isText,
    amt: isText,
    fee: isText,
    send: isText,
  },
  review: { ok: isFlag, tx: orNull(isText), code: orNull(oneOf(REJECT_CODES)), why: orNull(isText) },
  resend: { by: isText, user: orNull(isText) },
  attempt: { d: isNumber, by: isText, ms: isNumber, code: orNull(isNumber), body: orNull(isText), err: orNull(isText) },
  set: { s: oneOf(DELIVERY_STATUSES), next: orNull(isNumber) },
  remove: {},
  receiver: { host: isText, how: oneOf(RECEIVER_STATES) },
};

/** True for a value that is an event of the log, with all its fields. */
export function isWorldEvent(value: unknown): value is WorldEvent {
  if (!isFields(value) || !isNumber(value['at']) || !isNumber(value['i'])) return false;
  const shape = Object.entries(SHAPES).find(([name]) => name === value['e'])?.[1];
  return shape !== undefined && Object.entries(shape).every(([name, check]) => check(value[name]));
}
