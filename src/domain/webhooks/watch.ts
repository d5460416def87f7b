// When the deliveries of a final invoice are to be read again: after the attempt that the API announced, more and more seldom where it announces
// nothing or is late, never again once every delivery has come to its end. Pure; instants are milliseconds on the server's clock.
import { type Delivery, deliveryState } from './delivery.ts';
import { isAtRisk } from './delivery-list.ts';
import { ATTEMPT_TIMEOUT_MS } from './retry-schedule.ts';
import { toEpochMs } from '../kernel/time/time.ts';

export const WATCH_REASONS = [
  /** Its next attempt is announced. */
  'attempt',
  /** The announced attempt should be over, and nothing says so: it is late, not made now. */
  'overdue',
  /** Not at its end, and no next attempt is announced. */
  'unsettled',
  /** The invoice is final and has no delivery yet. */
  'none',
  /** The invoice was corrected after its deliveries were read; there may be another delivery. */
  'adjusted',
  /** The API was asked and gave nothing that could be read, or did not know the invoice. */
  'unread',
] as const;
export type WatchReason = (typeof WATCH_REASONS)[number];

export interface NextReading {
  readonly reason: WatchReason;
  /** Null: not to be asked again by itself. */
  readonly dueMs: number | null;
  readonly atRisk: boolean;
  /** Readings before this one that were made for the same reason and showed nothing new. */
  readonly tries: number;
  /** What the reading showed, to see whether the next one shows anything else. */
  readonly mark: string;
}

export type EarlierReading = Pick<NextReading, 'reason' | 'tries' | 'mark'>;

export interface ReadingFacts {
  /** Server time of the answer. */
  readonly asOfMs: number;
  /** Null when the invoice does not say when it ended. */
  readonly finishedMs: number | null;
  readonly before: EarlierReading | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The last one repeats: the API may take it up any day. */
const LATE_WAITS_MS = [0.5, 1, 2, 5, 15, 30, 60, 120, 360].map((minutes) => minutes * MINUTE_MS);
const LATEST_WAIT_MS = 6 * HOUR_MS;
/** A webhook may be late, by a day at most: after the last wait nobody asks any more. */
const NONE_WAITS_MS = [1, 5, 30, 120, 360, 900].map((minutes) => minutes * MINUTE_MS);
const UNREAD_WAITS_MS = [2 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS, DAY_MS] as const;
/** The longest wait of the schedule is twelve hours; what is announced for later than this is looked at in between. */
const LONGEST_ANNOUNCED_MS = 2 * DAY_MS;

/** After an answer: the next reading, or null when all that there will be is known. */
export function nextReading(deliveries: readonly Delivery[], facts: ReadingFacts): NextReading | null {
  if (deliveries.length === 0) return withoutDelivery(facts);
  const open = deliveries.filter((delivery) => !['delivered', 'failed'].includes(deliveryState(delivery)));
  const mark = open.map(markOf).join('\n');
  const atRisk = open.some((delivery) => isAtRisk(delivery));
  let first: NextReading | null = null;
  for (const delivery of open) {
    const reading = readingOf(delivery, { mark, atRisk }, facts);
    if (first === null || (reading.dueMs ?? 0) < (first.dueMs ?? 0)) first = reading;
  }
  return first;
}

/** After a question that brought nothing: asked again a few times within two days, then not any more. */
export function nextAfterFailure(atMs: number, before: EarlierReading | null): NextReading {
  const tries = triesOf('unread', '', before);
  const wait = UNREAD_WAITS_MS[tries];
  return { reason: 'unread', dueMs: wait === undefined ? null : atMs + wait, atRisk: false, tries, mark: '' };
}

function markOf({ uuid, status, attempts, next_attempt_at: next }: Delivery): string {
  return `${uuid} ${status ?? '?'} ${attempts ?? '?'} ${next ?? '?'}`;
}

function withoutDelivery({ asOfMs, finishedMs, before }: ReadingFacts): NextReading | null {
  const tries = triesOf('none', '', before);
  const wait = NONE_WAITS_MS[tries];
  if (wait === undefined || (finishedMs !== null && asOfMs - finishedMs >= DAY_MS)) return null;
  return { reason: 'none', dueMs: asOfMs + wait, atRisk: false, tries, mark: '' };
}

function readingOf(
  delivery: Delivery,
  { mark, atRisk }: Pick<NextReading, 'mark' | 'atRisk'>,
  { asOfMs, before }: ReadingFacts,
): NextReading {
  const announced = delivery.next_attempt_at === null ? null : toEpochMs(delivery.next_attempt_at);
  const overMs = announced === null ? null : announced + ATTEMPT_TIMEOUT_MS;
  if (overMs !== null && overMs > asOfMs) {
    return { reason: 'attempt', dueMs: Math.min(overMs, asOfMs + LONGEST_ANNOUNCED_MS), atRisk, tries: 0, mark };
  }
  const reason = overMs === null ? 'unsettled' : 'overdue';
  const tries = triesOf(reason, mark, before);
  return { reason, dueMs: asOfMs + (LATE_WAITS_MS[tries] ?? LATEST_WAIT_MS), atRisk, tries, mark };
}

function triesOf(reason: WatchReason, mark: string, before: EarlierReading | null): number {
  return before !== null && before.reason === reason && before.mark === mark ? before.tries + 1 : 0;
}
