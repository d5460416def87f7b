// The attempts of one delivery as stops on one line: what was, the API's own next attempt, and estimates that say that they are.
import { type Attempt, type Delivery, deliveryState } from '../../../../domain/webhooks/delivery.ts';
import { type AttemptOutcome, failureCause } from '../../../../domain/webhooks/delivery-cause.ts';
import { isOver, retryClock, type ScheduleDoubt } from '../../../../domain/webhooks/retry-schedule.ts';
import { formatInstant, fromEpochMs, localDay, nextDay } from '../../../../domain/kernel/time/time.ts';
import { dayText, grouped } from '../../../ui/text/writing.ts';
import { CAUSE_WORDS } from '../../../parts/index.ts';
import { answerWords, attemptsOf } from './timeline.ts';

export interface ClockStop {
  readonly key: string;
  readonly kind: 'earlier' | 'past' | 'next' | 'estimate';
  /** Null for the attempts that are folded into one stop. */
  readonly at: string | null;
  readonly outcome: AttemptOutcome | null;
  readonly words: string;
}

/** More past attempts than a line has room for: the first ones become one stop. */
const MOST_PAST = 7;
const PAST_WHEN_FOLDED = 4;

/** The stops in order of time; empty when there is nothing to draw a line between. */
export function clockStops(delivery: Delivery): readonly ClockStop[] {
  const dated = attemptsOf(delivery).filter(({ at }) => at !== null);
  const shown = dated.length > MOST_PAST ? dated.slice(-PAST_WHEN_FOLDED) : dated;
  const folded = dated.length - shown.length;
  const future = retryClock(delivery).ticks.filter(({ kind }) => kind !== 'past');
  if (shown.length + future.length < 2) return [];
  return [
    ...(folded === 0 ? [] : [earlier(folded)]),
    ...shown.map(({ key, attempt, outcome }) => {
      const words = shortAnswer(attempt, outcome);
      return { key, kind: 'past' as const, at: attempt.created_at, outcome, words };
    }),
    ...future.map(({ at, kind }) => ({
      key: `${kind}:${at}`,
      kind: kind === 'next' ? ('next' as const) : ('estimate' as const),
      at,
      outcome: null,
      words: kind === 'next' ? 'next' : '',
    })),
  ];
}

function earlier(count: number): ClockStop {
  return { key: 'earlier', kind: 'earlier', at: null, outcome: null, words: `${grouped(count)} earlier` };
}

/** "HTTP 503", "connection refused". */
export function shortAnswer(attempt: Attempt, outcome: AttemptOutcome): string {
  if (attempt.status_code !== null || outcome !== 'failed') return answerWords(attempt, 'short');
  return CAUSE_WORDS[failureCause({ statusCode: null, error: attempt.error })];
}

/** The time of day, and the day where it is not today. */
export function momentParts(at: string, nowMs: number, timeZone: string): { time: string; day: string | null } {
  const local = formatInstant(at, timeZone);
  const today = localDay(fromEpochMs(nowMs), timeZone) ?? '';
  if (local === null) return { time: at, day: null };
  const [day, time] = [local.slice(0, DAY), local.slice(DAY + 1, DAY + 6)];
  if (day === today) return { time, day: null };
  if (day === nextDay(today)) return { time, day: 'tomorrow' };
  return { time, day: nextDay(day) === today ? 'yesterday' : dayText(day) };
}

const DAY = 'YYYY-MM-DD'.length;

/** What the line does not show by itself: that nothing is named, that it is overdue, or why nothing is estimated; null where it shows all. */
export function clockNote(delivery: Delivery, nowMs: number): string | null {
  const state = deliveryState(delivery);
  if (state !== 'queued' && state !== 'retrying') return null;
  const { next, last, doubt } = retryClock(delivery);
  if (next === null) return 'The API names no next attempt.';
  if (isOver(next, nowMs)) return 'The next attempt should be over; how it ended is not read yet.';
  return last === null ? `What follows the next attempt is not estimated, since ${DOUBTS[doubt ?? 'drift']}.` : null;
}

const DOUBTS: Readonly<Record<ScheduleDoubt, string>> = {
  'max-attempts': 'the API does not allow the usual seven attempts',
  resent: 'it was resent, and the specification does not say what that does to the schedule',
  history: 'the attempts on record are not those that were made',
  drift: 'its times are more than two minutes off the default schedule',
};
