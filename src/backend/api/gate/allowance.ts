// What may be sent now: our log and the server's word, less the reserve and a neighbour's use. Monotonic ms.
import { ForeignUse } from './foreign-use.ts';
import type { RateHeaders } from './rate-headers.ts';
import { Refill } from './refill.ts';
import { RequestWindow, WINDOW_MS } from './request-window.ts';
import { ServerBudget } from './server-budget.ts';

/** May a request go? `at` is when to ask again; infinity means after the next response. */
export type AllowanceVerdict =
  | { readonly go: true }
  | { readonly go: false; readonly at: number; readonly budget: boolean };

export const GO: AllowanceVerdict = { go: true };
export const AFTER_RESPONSE: AllowanceVerdict = { go: false, at: Number.POSITIVE_INFINITY, budget: false };

const QUIET_RESERVE = 5;
const NEIGHBOUR_RESERVE = 25;
/** How much of the estimated foreign use is left free beside the reserve, which takes up what the estimate misses. */
const FOREIGN_SHARE = 0.85;
/** Servers round seconds; a little later is never too early. */
export const SLACK_MS = 250;
/** Around a minute after it was counted a request leaves a window; our stamps are a little later than the server's. */
const LEAVES_AFTER_MS = 55_000;
/** Of the pace that just uses up what a neighbour leaves, so that pacing never makes the log overflow. */
const PACE_SHARE = 0.95;
const UNPACED_SHARE = 1 / 3;
/**
 * After a burst the last request of a window waits a little: a burst is too short to see a neighbour in, and for the rest of the
 * window there is nothing to look with.
 */
const LOOK_MS = 4_000;
const BURST_SHARE = 0.5;

/** One response and what was under way around it. */
export interface Response {
  readonly headers: RateHeaders;
  readonly at: number;
  readonly sentAt: number;
  readonly inFlight: number;
  /** Others of ours ended while this one was under way. */
  readonly overlapped: boolean;
}

/** Who asks: how many requests it has to leave to others. */
export interface Claim {
  /** A person's click, or somebody who has waited too long: reserve and neighbour are not left out for it. */
  readonly privileged: boolean;
  readonly reserve: number;
  readonly inFlight: number;
}

export class Allowance {
  readonly #window = new RequestWindow();
  readonly #server = new ServerBudget();
  readonly #foreign = new ForeignUse();
  readonly #refill = new Refill();
  #ended = 0;
  #endedAtReading = 0;

  /** Requests allowed in a window, by the server's last word. */
  get limit(): number {
    return this.#server.limit;
  }

  /** The server gives requests back one by one. */
  get refills(): boolean {
    return this.#refill.proved;
  }

  /** Requests of an earlier run. */
  restore(stamps: readonly number[]): void {
    this.#window.restore(stamps);
  }

  /** A request has ended that the server may have counted. */
  spend(now: number): void {
    this.#window.add(now);
    this.#refill.spend(now);
    this.#ended += 1;
  }

  /** A request was sent and no response came: the server may count it now, later, or never. */
  lose(now: number): void {
    this.spend(now);
    this.#foreign.blur(now);
    this.#refill.blur();
  }

  /** Takes in one response, after `spend`. */
  observe({ headers, at, sentAt, inFlight, overlapped }: Response): void {
    const { remaining } = headers;
    const limit = headers.limit ?? this.limit;
    if (remaining !== null) {
      const own = this.#ended - this.#endedAtReading;
      this.#endedAtReading = this.#ended;
      this.#foreign.observe({
        at,
        limit,
        remaining,
        // What the server counted before the answer's way back, which may have been long.
        ownInWindow: this.#window.since(sentAt - WINDOW_MS),
        ended: own,
        inFlight,
        resetMs: headers.resetMs,
      });
      const leaving = this.#window.anyBetween(at - 2 * WINDOW_MS, at - LEAVES_AFTER_MS);
      const missing = this.#refill.take({ at, sentAt, limit, remaining, own, inFlight, overlapped, leaving });
      if (missing > 0) this.#foreign.notice(at);
      // Whoever has answered without a number may have counted nothing.
    } else this.#refill.blur();
    this.#server.take(headers, at, overlapped);
  }

  /** The server refused although we thought that it would not. */
  doubt(): void {
    this.#refill.doubt();
  }

  /** The reserve when none is set: more once somebody else was seen on the key. */
  automaticReserve(now: number): number {
    return this.foreignUse(now) ? NEIGHBOUR_RESERVE : QUIET_RESERVE;
  }

  foreignUse(now: number): boolean {
    return this.#foreign.seen(now);
  }

  foreignPerMinute(now: number): number {
    return this.#foreign.perMinute(now);
  }

  /** May one more request go, besides those in flight? */
  verdict({ privileged, reserve, inFlight }: Claim, now: number): AllowanceVerdict {
    const floor = privileged ? 0 : Math.min(reserve, this.limit - 1);
    if (this.#refill.proved) return this.#byRefill(floor + inFlight + 1, inFlight, now);
    const allowance = this.#ownAllowance(privileged, floor, now);
    if (this.#window.count(now) + inFlight >= allowance) {
      if (inFlight >= allowance) return AFTER_RESPONSE;
      return { go: false, at: this.#window.freeAt(allowance - inFlight - 1), budget: true };
    }
    const left = this.#left(now) ?? Number.POSITIVE_INFINITY;
    if (left - inFlight <= floor) return { go: false, at: this.#moreAt(floor + inFlight + 1, now), budget: true };
    const last = this.#window.count(now) + inFlight + 1 >= allowance || left - inFlight === floor + 1;
    return last && !privileged ? this.#look(allowance, inFlight, now) : GO;
  }

  /** The last request that may go: at once, or after a burst a little later and alone. */
  #look(allowance: number, inFlight: number, now: number): AllowanceVerdict {
    const burst = this.#window.since(now - LOOK_MS) > allowance * BURST_SHARE;
    if (!burst || this.foreignUse(now)) return GO;
    return inFlight > 0 ? AFTER_RESPONSE : { go: false, at: this.#window.last + LOOK_MS, budget: false };
  }

  /**
   * The least time between two requests that nobody waits for in person, so that a neighbour finds its place at any moment and is
   * noticed when it comes; 0 when they need no pace. `lenient`: the first third of the allowance needs none.
   */
  spacingMs(reserve: number, lenient: boolean, now: number): number {
    if (!this.foreignUse(now) || this.#refill.proved) return 0;
    const allowance = this.#ownAllowance(false, Math.min(reserve, this.limit - 1), now);
    if (lenient && this.#window.count(now) < allowance * UNPACED_SHARE) return 0;
    return (PACE_SHARE * WINDOW_MS) / allowance;
  }

  /** Requests left by both accounts, those in flight taken off. */
  remaining(inFlight: number, now: number): number {
    const own = this.limit - this.#window.count(now);
    const left = this.#left(now) ?? this.limit;
    return Math.max(0, (this.#refill.proved ? left : Math.min(own, left)) - inFlight);
  }

  /** When nothing of what we used counts any more; `now` or earlier when that is so already. */
  resetAt(inFlight: number, now: number): number {
    const used = this.#window.count(now) + inFlight > 0;
    const own = used && !this.#refill.proved ? this.#window.freeAt(0) : 0;
    return Math.max(this.#server.resetAt ?? 0, own);
  }

  #ownAllowance(privileged: boolean, floor: number, now: number): number {
    const foreign = privileged ? 0 : Math.floor(FOREIGN_SHARE * this.#foreign.perMinute(now));
    return Math.max(1, this.limit - floor - foreign);
  }

  #byRefill(wanted: number, inFlight: number, now: number): AllowanceVerdict {
    if (this.#refill.level(now) >= wanted) return GO;
    if (wanted > this.limit && inFlight > 0) return AFTER_RESPONSE;
    return { go: false, at: this.#refill.reaches(wanted), budget: true };
  }

  /**
   * What the server has left for this key, carried forward; null when it never said. Requests of ours that left our own log are added: with
   * a sliding log they have come back; with a fixed window nothing comes back before it ends, but then our own log alone is strict enough.
   */
  #left(now: number): number | null {
    if (this.#refill.proved) return Math.floor(this.#refill.level(now));
    return this.#server.left(now, this.#window.expired(this.#server.at, now), this.foreignUse(now));
  }

  /** When the server may have `wanted` requests left. */
  #moreAt(wanted: number, now: number): number {
    const reset = this.foreignUse(now) ? this.#server.latestResetAt : this.#server.resetAt;
    const resetAt = (reset ?? this.#server.at + WINDOW_MS) + SLACK_MS;
    const missing = wanted - (this.#left(now) ?? 0);
    const creditAt = this.#window.freeAt(this.#window.count(now) - missing);
    return creditAt > now ? Math.min(resetAt, creditAt) : resetAt;
  }
}
