// What WEBHOOK_RESEND_TOO_SOON teaches. The specification says that the API may refuse a resend as too soon, and
// neither how long it waits nor between what: two resends of one invoice, or any two. Every refusal after a known
// send tells the interval, and a try with another invoice tells the scope. Pure: facts in, knowledge out.

export const INTERVAL_SCOPES = ['each-invoice', 'all'] as const;
export type IntervalScope = (typeof INTERVAL_SCOPES)[number];

export interface LearnedInterval {
  /** An upper bound that is near: the API tells whole seconds. 0: none was seen at the pace of a run. */
  readonly ms: number;
  readonly scope: IntervalScope;
  /** Wall time, milliseconds since the epoch. */
  readonly learnedAtMs: number;
}

/** A refusal of which it is not known yet whether it is about this invoice or about all. */
interface Doubt {
  readonly invoiceUuid: string;
  /** Until then the API would refuse this invoice again, wall time. */
  readonly untilMs: number;
  /** From the invoice's own last send to the end of the wait, and from anyone's; null when none is known. */
  readonly ownMs: number | null;
  readonly anyMs: number | null;
}

export interface IntervalKnowledge {
  readonly interval: LearnedInterval | null;
  readonly doubt: Doubt | null;
  /** Accepted since the last refusal. */
  readonly accepted: number;
  /** How often the interval that is known was confirmed by a refusal. */
  readonly looks: number;
}

export const NO_KNOWLEDGE: IntervalKnowledge = { interval: null, doubt: null, accepted: 0, looks: 0 };

/** One answer to a resend, with the time since the sends before it; null where none is known or its fate is not. */
export interface IntervalFact {
  readonly invoiceUuid: string;
  /** When the request was made, wall time. */
  readonly atMs: number;
  readonly sinceOwnMs: number | null;
  readonly sinceAnyMs: number | null;
}

/** So long is waited when a refusal does not say how long. */
export const DEFAULT_WAIT_MS = 60_000;
/** Our clock against the server's, and its whole seconds. */
const TOLERANCE_MS = 1_500;
/** So many in a row, as fast as a run goes, and there is no interval between invoices that a run would notice. */
const CALM_AFTER = 10;
/** What was learned longer ago is still the best guess, and is not relied on. */
const STALE_AFTER_MS = 24 * 3_600_000;
/**
 * After so many waits one request goes early: each refusal tells the interval anew, and the least of several readings is nearer than
 * one that was rounded up to a second. Soon at first, then seldom.
 */
const FIRST_LOOK_AFTER = 3;
const LOOK_AGAIN_AFTER = 25;

/** A refusal as too soon. `waitMs`: how long the API wants to be left alone; null when it does not say. */
export function learnTooSoon(before: IntervalKnowledge, fact: IntervalFact, waitMs: number | null): IntervalKnowledge {
  const wait = waitMs ?? DEFAULT_WAIT_MS;
  const { invoiceUuid, atMs, sinceOwnMs, sinceAnyMs } = fact;
  const until = (since: number | null): number | null => (since === null ? null : since + wait);
  const doubt: Doubt = { invoiceUuid, untilMs: atMs + wait, ownMs: until(sinceOwnMs), anyMs: until(sinceAnyMs) };
  const known = before.interval;
  if (known?.scope === 'all' && known.ms > 0)
    return doubt.anyMs === null ? { ...before, accepted: 0 } : read(before, fact, sinceAnyMs, doubt.anyMs, 'all');
  if (known?.scope === 'each-invoice' && doubt.ownMs !== null)
    return read(before, fact, sinceOwnMs, doubt.ownMs, 'each-invoice');
  // A second invoice that nobody has resent is refused while the first one still is: it is about all of them.
  const isSecond = before.doubt !== null && before.doubt.invoiceUuid !== invoiceUuid && atMs < before.doubt.untilMs;
  if (isSecond && sinceOwnMs === null) {
    const ms = Math.min(before.doubt?.anyMs ?? Number.POSITIVE_INFINITY, doubt.anyMs ?? wait);
    return { interval: { ms, scope: 'all', learnedAtMs: atMs }, doubt: null, accepted: 0, looks: 0 };
  }
  return { interval: known?.ms === 0 ? null : known, doubt, accepted: 0, looks: 0 };
}

/** One more reading of an interval whose scope is known. `since`: how long the refused request had waited. */
function read(
  before: IntervalKnowledge,
  { atMs }: IntervalFact,
  since: number | null,
  ms: number,
  scope: IntervalScope,
): IntervalKnowledge {
  const known = before.interval?.ms ?? ms;
  // Refused although it had waited: what was known is too short.
  const isShort = since !== null && since >= known;
  const isSame = !isShort && Math.abs(known - ms) <= TOLERANCE_MS;
  return {
    interval: { ms: isSame ? Math.min(known, ms) : ms, scope, learnedAtMs: atMs },
    doubt: null,
    accepted: 0,
    looks: isSame ? before.looks + 1 : 0,
  };
}

/** A resend that the API took. */
export function learnAccepted(before: IntervalKnowledge, fact: IntervalFact): IntervalKnowledge {
  const { interval, doubt } = before;
  const { invoiceUuid, atMs, sinceAnyMs } = fact;
  const accepted = before.accepted + 1;
  if (doubt !== null && doubt.invoiceUuid !== invoiceUuid && atMs < doubt.untilMs - TOLERANCE_MS) {
    const ms = doubt.ownMs ?? interval?.ms ?? DEFAULT_WAIT_MS;
    return { interval: { ms, scope: 'each-invoice', learnedAtMs: atMs }, doubt: null, accepted, looks: 0 };
  }
  // The API has changed its mind: it took what it would have refused.
  const isSooner = interval?.scope === 'all' && sinceAnyMs !== null && sinceAnyMs < interval.ms - TOLERANCE_MS;
  if (isSooner) return { ...NO_KNOWLEDGE, accepted: 1 };
  if (interval === null && doubt === null && accepted >= CALM_AFTER) {
    return { interval: { ms: 0, scope: 'all', learnedAtMs: atMs }, doubt: null, accepted, looks: 0 };
  }
  return { ...before, interval: refreshed(interval, atMs), doubt: isOver(doubt, atMs) ? null : doubt, accepted };
}

/** That there is no interval is seen anew with every resend. */
function refreshed(interval: LearnedInterval | null, atMs: number): LearnedInterval | null {
  return interval?.ms === 0 ? { ...interval, learnedAtMs: atMs } : interval;
}

function isOver(doubt: Doubt | null, atMs: number): boolean {
  return doubt !== null && atMs >= doubt.untilMs;
}

/**
 * How long the next resend of an invoice that was not refused itself has to wait, milliseconds. `sinceAnyMs`: since the last resend
 * of any invoice. While the scope is in doubt it goes at once: that is the question.
 */
export function waitBefore(knowledge: IntervalKnowledge, sinceAnyMs: number | null, nowMs: number): number {
  const { interval, accepted, looks } = knowledge;
  if (interval?.scope !== 'all' || sinceAnyMs === null || !isReliable(knowledge, nowMs)) return 0;
  if (accepted >= Math.min(LOOK_AGAIN_AFTER, FIRST_LOOK_AFTER * 2 ** looks)) return 0;
  return interval.ms === 0 ? 0 : Math.max(0, interval.ms - Math.max(0, sinceAnyMs));
}

/** Is the interval learned, and not long ago? */
export function isReliable({ interval, doubt }: IntervalKnowledge, nowMs: number): boolean {
  return interval !== null && doubt === null && Math.abs(nowMs - interval.learnedAtMs) < STALE_AFTER_MS;
}
