/**
 * The one gate of a key. Every request of every caller waits here for its turn: our own log of the last minute and the server's
 * word must both allow it, urgent lanes go first, a reserve is left for the merchant's own shop, and after any wait a
 * single probe finds out how things stand. Timing runs on the Clock port. Not here: sending (transport.ts) and retries.
 */
import { failed, type Failure, type Result, success } from '../../domain/failure.ts';
import type { Clock } from '../ports.ts';
import type { Budget, Lane, RequestLog } from './calls.ts';
import { deferred } from './deferred.ts';
import { ForeignUse } from './foreign-use.ts';
import type { Entry, GateOptions, Turn, TurnEnd } from './gate-types.ts';
import { LaneQueue, type Waiting } from './lane-queue.ts';
import type { RateHeaders } from './rate-headers.ts';
import { RequestWindow, WINDOW_MS } from './request-window.ts';
import { ServerBudget } from './server-budget.ts';

/** A wait longer than this is not sat out: callers are told and can show it. */
export const PARK_MS = 15 * 60_000;
const QUIET_RESERVE = 5;
const NEIGHBOUR_RESERVE = 25;
const MAX_IN_FLIGHT = 8;
/** Urgent lanes find a place even when all the others are taken. */
const MAX_IN_FLIGHT_URGENT = 12;
/** A caller that has waited so long may use the reserve, so that nobody starves beyond ten minutes. */
const STARVING_MS = 9 * 60_000;
/** How much of the estimated foreign use is left free beside the reserve, which takes up what the estimate misses. */
const FOREIGN_SHARE = 0.85;
/** Servers round seconds; a little later is never too early. */
const SLACK_MS = 250;
const LONGEST_BACKOFF_MS = 64_000;

interface Waiter extends Waiting {
  readonly settle: (result: Result<Turn>) => void;
}

/** May a waiter go? `at` is when to ask again; infinity means after the next response. */
type Verdict = { readonly go: true } | { readonly go: false; readonly at: number; readonly budget: boolean };

const AFTER_RESPONSE: Verdict = { go: false, at: Number.POSITIVE_INFINITY, budget: false };

export class Gate {
  readonly #clock: Clock;
  readonly #log: RequestLog;
  readonly #random: () => number;
  readonly #queue = new LaneQueue<Waiter>();
  readonly #window = new RequestWindow();
  readonly #server = new ServerBudget();
  readonly #foreign = new ForeignUse();
  readonly #listeners = new Set<(budget: Budget) => void>();
  #reserve: number | 'automatic';
  #inFlight = 0;
  #backfillInFlight = 0;
  #lastBackfillAt = Number.NEGATIVE_INFINITY;
  #endedTurns = 0;
  #endedAtObservation = 0;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  /** `due`: the next request is a probe. `out`: it is under way. A hard probe holds urgent lanes back as well. */
  #probe: 'none' | 'due' | 'out' = 'due';
  #probeHard = true;
  #timer: { readonly at: number; readonly stop: AbortController } | null = null;
  #nextAt = Number.NEGATIVE_INFINITY;
  #ready = false;

  constructor(options: GateOptions) {
    this.#clock = options.clock;
    this.#log = options.requestLog;
    this.#random = options.random;
    this.#reserve = options.reserve ?? 'automatic';
    void this.#restore();
  }

  /** Queues a caller. An aborted signal ends the waiting; it does nothing once the turn has come. */
  enter(lane: Lane, signal?: AbortSignal): Entry {
    const { promise, resolve } = deferred<Result<Turn>>();
    const now = this.#clock.monotonic();
    if (signal?.aborted === true) resolve(failed({ kind: 'cancelled' }));
    else if (this.#closedUntil - now > PARK_MS) resolve(failed(this.#parked(now)));
    else {
      const onAbort = (): void => {
        if (!this.#queue.remove(waiter)) return;
        waiter.settle(failed({ kind: 'cancelled' }));
        this.#pump();
      };
      const settle = (result: Result<Turn>): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve(result);
      };
      const waiter: Waiter = { lane, enqueuedAt: now, settle };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(waiter);
      this.#pump();
      return { turn: promise, promote: (to) => this.#promote(waiter, to) };
    }
    return { turn: promise, promote: () => undefined };
  }

  /** Sends everybody who waits away with the failure. */
  dismiss(failure: Failure): void {
    for (const waiter of this.#queue.drain()) waiter.settle(failed(failure));
    this.#pump();
  }

  /** Nothing is certain any more (the machine slept): one request goes first. */
  refresh(): void {
    this.#probeNext(true);
    this.#pump();
  }

  setReserve(reserve: number | 'automatic'): void {
    this.#reserve = reserve === 'automatic' ? reserve : Math.max(0, Math.floor(reserve));
    this.#pump();
  }

  budget(): Budget {
    const now = this.#clock.monotonic();
    const { limit } = this.#server;
    const used = this.#window.count(now) + this.#inFlight;
    const left = Math.min(limit - used, (this.#left(now) ?? limit) - this.#inFlight);
    const reset = Math.max(this.#server.resetAt ?? 0, used > 0 ? this.#window.freeAt(0) : 0);
    const waiting = this.#queue.size > 0 ? Math.max(this.#nextAt, this.#closedUntil) : this.#closedUntil;
    return {
      limit,
      remaining: Math.max(0, left),
      resetSeconds: Math.max(0, Math.ceil((reset - now) / 1000)),
      reserve: this.#reserveNow(now),
      foreignUse: this.#foreign.seen(now),
      foreignPerMinute: this.#foreign.perMinute(now),
      waitingMs: Number.isFinite(waiting) ? Math.max(0, waiting - now) : 0,
      queued: this.#queue.size,
    };
  }

  onBudget(listener: (budget: Budget) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #restore(): Promise<void> {
    try {
      const wall = this.#clock.now();
      const stamps = await this.#log.recent(wall - WINDOW_MS);
      const [now, nowWall] = [this.#clock.monotonic(), this.#clock.now()];
      // A stamp of the future means that the wall clock was set back; then the request counts as just made.
      this.#window.restore(stamps.map((at) => now - Math.max(0, nowWall - at)));
    } catch {
      // Without its log the gate relies on the server's headers; the first request is a probe anyway.
    }
    this.#ready = true;
    this.#pump();
  }

  #promote(waiter: Waiter, lane: Lane): void {
    this.#queue.move(waiter, lane);
    this.#pump();
  }

  /** Releases whoever may go and sets the clock for the next one. */
  #pump(): void {
    if (!this.#ready) return;
    let released = true;
    while (released) {
      released = false;
      const now = this.#clock.monotonic();
      let nextAt = Number.POSITIVE_INFINITY;
      for (const waiter of this.#queue.heads(now)) {
        const verdict = this.#judge(waiter, now);
        if (verdict.go) {
          this.#release(waiter, now);
          released = true;
          break;
        }
        if (verdict.budget) this.#probeNext(false);
        nextAt = Math.min(nextAt, verdict.at);
      }
      this.#nextAt = nextAt;
    }
    this.#schedule();
    this.#tell();
  }

  #judge(waiter: Waiter, now: number): Verdict {
    const starving = now - waiter.enqueuedAt >= STARVING_MS;
    const urgent = waiter.lane === 'click' || waiter.lane === 'confirm';
    if (this.#closedUntil > now) return { go: false, at: this.#closedUntil, budget: false };
    if (this.#inFlight >= (urgent ? MAX_IN_FLIGHT_URGENT : MAX_IN_FLIGHT)) return AFTER_RESPONSE;
    if (this.#probe === 'out' && (this.#probeHard || !urgent)) return AFTER_RESPONSE;
    if (waiter.lane === 'backfill' && this.#backfillInFlight > 0) return AFTER_RESPONSE;
    const { limit } = this.#server;
    const floor = urgent || starving ? 0 : Math.min(this.#reserveNow(now), limit - 1);
    const foreign = urgent || starving ? 0 : Math.floor(FOREIGN_SHARE * this.#foreign.perMinute(now));
    const allowance = Math.max(1, limit - floor - foreign);
    if (this.#window.count(now) + this.#inFlight >= allowance) {
      if (this.#inFlight >= allowance) return AFTER_RESPONSE;
      return { go: false, at: this.#window.freeAt(allowance - this.#inFlight - 1), budget: true };
    }
    const left = this.#left(now);
    if (left !== null && left - this.#inFlight <= floor)
      return { go: false, at: this.#moreAt(now, floor), budget: true };
    const paced =
      waiter.lane === 'backfill' && this.#foreign.seen(now)
        ? this.#lastBackfillAt + (0.95 * WINDOW_MS) / allowance
        : now;
    return paced > now ? { go: false, at: paced, budget: false } : { go: true };
  }

  /** What the server has left for this key, carried forward; null when it never said. */
  #left(now: number): number | null {
    return this.#server.left(now, this.#credits(now) ? this.#window.expired(this.#server.at, now) : 0);
  }

  /**
   * May requests of ours that left our own log be added to the server's Remaining before its window resets? With a sliding
   * log they have come back; with a fixed window nothing comes back, but then our own log alone is strict enough unless
   * a neighbour shares the window.
   */
  #credits(now: number): boolean {
    return this.#server.rises || !this.#foreign.seen(now);
  }

  /** When the server may have more than `floor` requests left. */
  #moreAt(now: number, floor: number): number {
    const resetAt = (this.#server.resetAt ?? this.#server.at + WINDOW_MS) + SLACK_MS;
    if (!this.#credits(now)) return resetAt;
    const missing = floor + this.#inFlight + 1 - (this.#left(now) ?? 0);
    const creditAt = this.#window.freeAt(this.#window.count(now) - missing);
    return creditAt > now ? Math.min(resetAt, creditAt) : resetAt;
  }

  #release(waiter: Waiter, now: number): void {
    this.#queue.remove(waiter);
    const probe = this.#probe === 'due';
    if (probe) this.#probe = 'out';
    const backfill = waiter.lane === 'backfill';
    this.#inFlight += 1;
    if (backfill) {
      this.#backfillInFlight += 1;
      this.#lastBackfillAt = now;
    }
    const endedBefore = this.#endedTurns;
    let open = true;
    const end = (turnEnd: TurnEnd): void => {
      if (!open) return;
      open = false;
      this.#inFlight -= 1;
      if (backfill) this.#backfillInFlight -= 1;
      this.#record(turnEnd, probe, this.#endedTurns - endedBefore);
      this.#pump();
    };
    waiter.settle(success({ end }));
  }

  /** `overlap`: how many other requests ended while this one was under way. */
  #record(end: TurnEnd, probe: boolean, overlap: number): void {
    const now = this.#clock.monotonic();
    if (end.kind !== 'not-sent') {
      this.#window.add(now);
      this.#log.append(this.#clock.now());
      this.#endedTurns += 1;
    }
    if (end.kind !== 'answered') {
      if (probe && this.#probe === 'out') this.#probe = 'due';
      return;
    }
    this.#observe(end.headers, now, overlap > 0);
    if (end.refusedMs !== undefined) {
      this.#close(end.refusedMs, now);
      return;
    }
    this.#refusals = 0;
    if (probe && this.#probe === 'out') this.#probe = 'none';
  }

  #observe(headers: RateHeaders, now: number, overlapped: boolean): void {
    const { remaining } = headers;
    const { limit } = this.#server;
    if (remaining !== null) {
      this.#foreign.observe({
        at: now,
        limit: headers.limit ?? limit,
        remaining,
        ownInWindow: this.#window.count(now) + this.#inFlight,
        ownSincePrevious: this.#endedTurns - this.#endedAtObservation + this.#inFlight,
        overlapped,
        resetMs: headers.resetMs,
      });
      this.#endedAtObservation = this.#endedTurns;
    }
    this.#server.take(headers, now, overlapped);
  }

  /** RATE_LIMITED: nobody goes before the server's time is over; repeated refusals wait longer and longer. */
  #close(refusedMs: number, now: number): void {
    const backoff = Math.min(LONGEST_BACKOFF_MS, 1_000 * 2 ** this.#refusals);
    this.#refusals += 1;
    const wait = Math.max(refusedMs, backoff) + SLACK_MS + Math.round(this.#random() * SLACK_MS);
    this.#closedUntil = Math.max(this.#closedUntil, now + wait);
    this.#probeNext(true);
    if (wait > PARK_MS) for (const waiter of this.#queue.drain()) waiter.settle(failed(this.#parked(now)));
  }

  #parked(now: number): Failure {
    return { kind: 'rate-limited', retryAfterMs: Math.ceil(this.#closedUntil - now) };
  }

  #probeNext(hard: boolean): void {
    if (!hard && this.#probe !== 'none') return;
    this.#probe = 'due';
    this.#probeHard = hard;
  }

  #reserveNow(now: number): number {
    if (this.#reserve !== 'automatic') return this.#reserve;
    return this.#foreign.seen(now) ? NEIGHBOUR_RESERVE : QUIET_RESERVE;
  }

  #schedule(): void {
    const at = this.#queue.size === 0 ? Number.POSITIVE_INFINITY : this.#nextAt;
    if (this.#timer?.at === at) return;
    this.#timer?.stop.abort();
    this.#timer = null;
    if (!Number.isFinite(at)) return;
    const stop = new AbortController();
    const timer = { at, stop };
    this.#timer = timer;
    const wake = (): void => {
      if (this.#timer === timer) this.#timer = null;
      this.#pump();
    };
    // Whole milliseconds, rounded up: waking a fraction too early would spin.
    const ms = Math.max(1, Math.ceil(at - this.#clock.monotonic()));
    this.#clock.sleep(ms, stop.signal).then(wake, () => undefined);
  }

  #tell(): void {
    if (this.#listeners.size === 0) return;
    const budget = this.budget();
    for (const listener of this.#listeners) listener(budget);
  }
}
