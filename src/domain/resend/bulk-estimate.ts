// How long a run of resends takes: three requests an item, what is left of the budget now and in each minute after, and the interval that the API
// asks for between two resends. Item by item rather than by a formula, since the three bounds take turns.

/** A read before, the resend, a read after. A lost answer takes up to five reads more, a refusal as too soon another turn. */
export const CALLS_PER_ITEM = 3;
const WINDOW_MS = 60_000;
/** A request waits a little longer than the window, for servers round seconds. */
const SLACK_MS = 250;
/** What one item takes when nothing holds it back, until it was measured: no API is much faster, so that "at least" holds. */
export const DEFAULT_ITEM_MS = 150;

export interface EstimateFacts {
  readonly items: number;
  /** Requests a minute that a run may use: the limit less the reserve and what others on the key use. */
  readonly perWindow: number;
  readonly leftNow: number;
  /** Requests that come back one by one each minute; null where they come back a window at a time. */
  readonly refillPerMinute: number | null;
  /** Until what is used now comes back, milliseconds. */
  readonly resetMs: number;
  /** One item by itself, milliseconds. */
  readonly itemMs: number;
  /** Between any two resends, milliseconds; 0 where there is none, or it is not known. */
  readonly intervalMs: number;
  /** Since the last resend of any invoice, milliseconds; null when there was none. */
  readonly sinceAnyMs: number | null;
  /** Requests of one item; CALLS_PER_ITEM when absent. */
  readonly callsPerItem?: number | undefined;
}

export interface RunEstimate {
  readonly calls: number;
  readonly seconds: number;
}

/** The estimate; what trouble would add is not in it. */
export function estimateRun(facts: EstimateFacts): RunEstimate {
  return facts.refillPerMinute === null ? byWindow(facts) : byRefill(facts, facts.refillPerMinute);
}

function byRefill(facts: EstimateFacts, perMinute: number): RunEstimate {
  const { callsPerItem = CALLS_PER_ITEM } = facts;
  const perMs = Math.max(1, perMinute) / WINDOW_MS;
  const calls = facts.items * callsPerItem;
  const lacking = Math.max(0, calls - Math.max(0, facts.leftNow));
  const pauses = Math.max(0, facts.items - 1) * facts.intervalMs;
  const first = facts.sinceAnyMs === null ? 0 : Math.max(0, facts.intervalMs - facts.sinceAnyMs);
  const ms =
    facts.items === 0 ? 0 : Math.max(facts.items * facts.itemMs, lacking / perMs, first + pauses + facts.itemMs);
  return { calls, seconds: ms / 1000 };
}

function byWindow(facts: EstimateFacts): RunEstimate {
  const { callsPerItem = CALLS_PER_ITEM } = facts;
  const perWindow = Math.max(1, Math.floor(facts.perWindow));
  const leftNow = Math.min(perWindow, Math.max(0, Math.floor(facts.leftNow)));
  // When each request that the window counts was made; what is used now leaves it together.
  const made: number[] = Array.from({ length: perWindow - leftNow }, () => facts.resetMs - WINDOW_MS);
  let now = 0;
  let sentAt = facts.sinceAnyMs === null ? Number.NEGATIVE_INFINITY : -facts.sinceAnyMs;
  for (let item = 0; item < facts.items; item += 1) {
    now = Math.max(now, sentAt + facts.intervalMs, freeAt(made, perWindow, callsPerItem));
    for (let call = 0; call < callsPerItem; call += 1) {
      const free = made.length < perWindow ? 0 : (made[made.length - perWindow] ?? 0) + WINDOW_MS + SLACK_MS;
      now = Math.max(now, free);
      if (call === Math.min(1, callsPerItem - 1)) sentAt = now;
      now += facts.itemMs / callsPerItem;
      made.push(now);
    }
  }
  return { calls: facts.items * callsPerItem, seconds: Math.max(0, now) / 1000 };
}

/** A run begins an item when the window has room for all its requests. */
function freeAt(made: readonly number[], perWindow: number, callsPerItem: number): number {
  const needed = Math.min(callsPerItem, perWindow);
  const index = made.length + needed - 1 - perWindow;
  return index < 0 ? 0 : (made[Math.min(index, made.length - 1)] ?? 0) + WINDOW_MS + SLACK_MS;
}
