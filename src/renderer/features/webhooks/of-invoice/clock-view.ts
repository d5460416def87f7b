/**
 * The retry clock of one delivery as stops on one line and as sentences: what was, the API's own next attempt, and estimates that say
 * that they are. Pure; now and the zone are arguments. Not here: the schedule (domain/retry-schedule) and how it looks (retry-clock.tsx).
 */
import { type Delivery, deliveryState } from '../../../../domain/delivery.ts';
import type { AttemptOutcome } from '../../../../domain/delivery-cause.ts';
import { isOver, type RetryClock, retryClock, type ScheduleDoubt } from '../../../../domain/retry-schedule.ts';
import { describeDuration, formatInstant, fromEpochMs, localDay, nextDay, toEpochMs } from '../../../../domain/time.ts';
import { answerWords, attemptsOf, type ShownAttempt } from './timeline.ts';

export interface ClockStop {
  readonly key: string;
  readonly kind: 'earlier' | 'past' | 'next' | 'estimate';
  /** Null for the attempts that are folded into one stop. */
  readonly at: string | null;
  readonly outcome: AttemptOutcome | null;
  readonly words: string;
  /** How long after the stop before: "+5 min". */
  readonly after: string | null;
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
  const stops: Omit<ClockStop, 'after'>[] = [
    ...(folded === 0 ? [] : [earlier(folded)]),
    ...shown.map(pastStop),
    ...future.map(({ at, kind }) => ({
      key: `${kind}:${at}`,
      kind: kind === 'next' ? ('next' as const) : ('estimate' as const),
      at,
      outcome: null,
      words: kind === 'next' ? 'Next attempt' : 'estimate',
    })),
  ];
  return stops.map((stop, index) => ({ ...stop, after: waitBetween(stops[index - 1]?.at ?? null, stop.at) }));
}

function earlier(count: number): Omit<ClockStop, 'after'> {
  return {
    key: 'earlier',
    kind: 'earlier',
    at: null,
    outcome: null,
    words: `${count.toLocaleString('en-GB')} earlier`,
  };
}

function pastStop({ key, attempt, outcome }: ShownAttempt): Omit<ClockStop, 'after'> {
  return { key, kind: 'past', at: attempt.created_at, outcome, words: answerWords(attempt, 'short') };
}

function waitBetween(before: string | null, at: string | null): string | null {
  const from = before === null ? null : toEpochMs(before);
  const to = at === null ? null : toEpochMs(at);
  return from === null || to === null ? null : `+${describeDuration(to - from).replace(' 00 min', '')}`;
}

/** "14:32", "14:32 tomorrow", "14:32 on 2026-11-24"; a text that is no instant as it came. */
export function momentInWords(at: string, nowMs: number, timeZone: string): string {
  const { time, day } = momentParts(at, nowMs, timeZone);
  if (day === null) return time;
  return /^\d/.test(day) ? `${time} on ${day}` : `${time} ${day}`;
}

/** The time of day, and the day where it is not today. */
export function momentParts(
  at: string,
  nowMs: number,
  timeZone: string,
): { readonly time: string; readonly day: string | null } {
  const local = formatInstant(at, timeZone);
  const today = localDay(fromEpochMs(nowMs), timeZone) ?? '';
  if (local === null) return { time: at, day: null };
  const [day, time] = [local.slice(0, DAY), local.slice(DAY + 1, DAY + 6)];
  if (day === today) return { time, day: null };
  if (day === nextDay(today)) return { time, day: 'tomorrow' };
  return { time, day: nextDay(day) === today ? 'yesterday' : day };
}

const DAY = 'YYYY-MM-DD'.length;

/** What the clock says, in sentences; none for what the state of the delivery says already. */
export function clockSentences(delivery: Delivery, nowMs: number, timeZone: string): readonly string[] {
  const state = deliveryState(delivery);
  if (state !== 'queued' && state !== 'retrying') return [];
  const clock = retryClock(delivery);
  if (clock.next === null) return ['The API names no next attempt.'];
  const say = (at: string): string => momentInWords(at, nowMs, timeZone);
  if (isOver(clock.next, nowMs)) {
    return [`The attempt due at ${say(clock.next)} should be over. Read the deliveries again to see how it ended.`];
  }
  return ahead(clock, clock.next, say);
}

function ahead(clock: RetryClock, next: string, say: (at: string) => string): readonly string[] {
  const { last, doubt } = clock;
  if (last === null) {
    return [
      `The API makes its next attempt at ${say(next)}: repair the receiver before then and no resend is needed.`,
      `What would follow is not estimated, since ${doubtWords(doubt)}.`,
    ];
  }
  if (!last.isEstimate) {
    return [
      `The last attempt is at ${say(next)}: repair the receiver before then and no resend is needed. After it the API gives up.`,
    ];
  }
  return [
    `Next attempt at ${say(next)}. Gives up about ${say(last.at)} (estimate).`,
    `Repair the receiver before ${say(next)} and the next attempt can deliver it; until about ${say(last.at)} (estimate) no resend is needed.`,
  ];
}

function doubtWords(doubt: ScheduleDoubt | null): string {
  switch (doubt) {
    case 'max-attempts':
      return 'the API does not allow the usual seven attempts';
    case 'resent':
      return 'it was resent, and the specification does not say what that does to the schedule';
    case 'history':
      return 'the attempts on record are not those that were made';
    case 'drift':
    case null:
      return 'its times are more than two minutes off the default schedule';
  }
}
