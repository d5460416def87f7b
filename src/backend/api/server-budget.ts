/**
 * What the server last said about the budget of the key (X-RateLimit-*), carried forward to now. Reset is in seconds left and
 * rounded by the server in a way that is not specified, so several responses of one window are combined. Monotonic
 * milliseconds. Not here: our own log (request-window.ts) and the decision (gate.ts).
 */
import type { RateHeaders } from './rate-headers.ts';

/** The specification's default; the server's word replaces it. */
export const DEFAULT_LIMIT = 100;
/** Two resets nearer to each other than this are the same one, rounded differently. */
const SAME_RESET_MS = 1_500;
const NO_RESET_MS = 60_000;

export class ServerBudget {
  #limit = DEFAULT_LIMIT;
  #remaining: number | null = null;
  #at = Number.NEGATIVE_INFINITY;
  #resetAt: number | null = null;
  #rises = false;

  get limit(): number {
    return this.#limit;
  }

  /** When the last response came. */
  get at(): number {
    return this.#at;
  }

  /** When the window resets, or null when the server never said. */
  get resetAt(): number | null {
    return this.#resetAt;
  }

  /** Did Remaining ever rise within a window? Then requests leave the count one by one, as in a sliding log or a bucket. */
  get rises(): boolean {
    return this.#rises;
  }

  /** Takes in one response. `overlapped`: it was sent before the previous response came. */
  take(headers: RateHeaders, now: number, overlapped: boolean): void {
    const limitChanged = headers.limit !== null && headers.limit !== this.#limit;
    if (headers.limit !== null) this.#limit = headers.limit;
    if (headers.remaining === null) return;
    const previous = this.#remaining;
    const running = this.#resetAt !== null && now < this.#resetAt - SAME_RESET_MS;
    if (previous !== null && running && !overlapped && !limitChanged && headers.remaining > previous)
      this.#rises = true;
    // Responses that were under way together may arrive in another order than they were counted in.
    const reordered = overlapped && previous !== null && !limitChanged && headers.remaining - previous < 16;
    this.#remaining = reordered ? Math.min(previous, headers.remaining) : headers.remaining;
    this.#at = now;
    this.#resetAt = this.#nextReset(headers.resetMs, now);
  }

  /**
   * Requests left at `now`, or null when nothing is known: `credit` are those of ours that have left the window since the last
   * response. After the reset the whole limit is assumed; a probe finds out.
   */
  left(now: number, credit: number): number | null {
    if (this.#remaining === null) return null;
    const resetAt = this.#resetAt ?? this.#at + NO_RESET_MS;
    if (now >= resetAt) return this.#limit;
    return Math.min(this.#limit, this.#remaining + credit);
  }

  #nextReset(resetMs: number | null, now: number): number | null {
    if (resetMs === null) return null;
    // A rounded-down zero would mean "now", again and again, until the window really resets.
    const resetAt = now + Math.max(resetMs, 1_000);
    const previous = this.#resetAt;
    if (previous !== null && previous > now && Math.abs(previous - resetAt) < SAME_RESET_MS)
      return Math.min(previous, resetAt);
    return resetAt;
  }
}
