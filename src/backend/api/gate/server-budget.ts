// What the server last said about the budget of the key (X-RateLimit-*), carried forward to now. Monotonic ms.
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
  #latestResetAt: number | null = null;

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

  /** When the window has reset for certain, should the server round its seconds down; null when it never said. */
  get latestResetAt(): number | null {
    return this.#latestResetAt;
  }

  /** Takes in one response. `overlapped`: it was sent before the previous response came. */
  take(headers: RateHeaders, now: number, overlapped: boolean): void {
    const limitChanged = headers.limit !== null && headers.limit !== this.#limit;
    if (headers.limit !== null) this.#limit = headers.limit;
    if (headers.remaining === null) return;
    const previous = this.#remaining;
    // Responses that were under way together may arrive in another order than they were counted in.
    const reordered = overlapped && previous !== null && !limitChanged && headers.remaining - previous < 16;
    this.#remaining = reordered ? Math.min(previous, headers.remaining) : headers.remaining;
    this.#at = now;
    this.#takeReset(headers.resetMs, now);
  }

  /**
   * Requests left at `now`, or null when nothing is known: `credit` are those of ours that have left the window since the last
   * response. After the reset the whole limit is assumed; a probe finds out. `careful`: with somebody else on the key our own log
   * does not tell that it is too early, so the latest reset counts.
   */
  left(now: number, credit: number, careful = false): number | null {
    if (this.#remaining === null) return null;
    const resetAt = (careful ? this.#latestResetAt : this.#resetAt) ?? this.#at + NO_RESET_MS;
    if (now >= resetAt) return this.#limit;
    return Math.min(this.#limit, this.#remaining + credit);
  }

  #takeReset(resetMs: number | null, now: number): void {
    const [earliest, latest] = [this.#resetAt, this.#latestResetAt];
    this.#resetAt = null;
    this.#latestResetAt = null;
    if (resetMs === null) return;
    // A rounded-down zero would mean "now", again and again, until the window really resets.
    const resetAt = now + Math.max(resetMs, 1_000);
    const same = earliest !== null && earliest > now && Math.abs(earliest - resetAt) < SAME_RESET_MS;
    this.#resetAt = same ? Math.min(earliest, resetAt) : resetAt;
    this.#latestResetAt = same && latest !== null ? Math.max(latest, resetAt) : resetAt;
  }
}
