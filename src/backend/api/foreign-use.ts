/**
 * Does somebody else use this key, and how much? Two lower bounds that no limiter model can fool without a neighbour:
 *
 * - excess: what the server counts as used, less all our own requests of the last minute. Exact on a sliding log.
 * - drops: how far Remaining fell between two responses, less our own requests in between. Exact within a fixed window.
 *
 * Pure bookkeeping over monotonic milliseconds. Not here: what is done about it (gate.ts).
 */

/** A neighbour is believed in for so long after it was last seen. */
const REMEMBER_MS = 10 * 60_000;
/** Drops are averaged over so long. */
const AVERAGE_MS = 3 * 60_000;
/** Excess is averaged over so long; it is about one window anyway. */
const EXCESS_MS = 60_000;
/**
 * A smaller excess may be the rounding of a token bucket, or requests of ours that this log does not have (a key that was just
 * tried out); the ordinary reserve covers it. A drop between two responses has no such excuse.
 */
const EXCESS_BELIEVED = 4;
/** A rate is not judged by less observation than this. */
const LEAST_OBSERVED_MS = 8_000;

export interface Sighting {
  readonly at: number;
  readonly limit: number;
  readonly remaining: number;
  /** All our requests that the server may count, this one and those in flight included. */
  readonly ownInWindow: number;
  /** Our requests that the server may have counted since the previous response, this one and those in flight included. */
  readonly ownSincePrevious: number;
  /** Was this request sent before the previous response came? Then their order at the server is unknown. */
  readonly overlapped: boolean;
  readonly resetMs: number | null;
}

export class ForeignUse {
  #previous: Sighting | null = null;
  #drops: { at: number; requests: number; ms: number }[] = [];
  #excesses: { at: number; requests: number }[] = [];
  #lastSeen = Number.NEGATIVE_INFINITY;

  /** Takes in one response. */
  observe(sighting: Sighting): void {
    const previous = this.#previous;
    this.#previous = sighting;
    // A change of the limit shifts Remaining by itself.
    if (previous !== null && previous.limit !== sighting.limit) return;
    const excess = sighting.limit - sighting.remaining - sighting.ownInWindow;
    if (excess > 0) this.#excesses.push({ at: sighting.at, requests: excess });
    if (previous !== null) this.#observeDrop(previous, sighting);
    this.#forget(sighting.at);
    const dropped = this.#drops.at(-1);
    if (excess >= EXCESS_BELIEVED || (dropped?.at === sighting.at && dropped.requests > 0))
      this.#lastSeen = sighting.at;
  }

  /** Was foreign use seen within ten minutes? */
  seen(now: number): boolean {
    return now - this.#lastSeen <= REMEMBER_MS;
  }

  /** Estimated foreign requests in a minute, at least 0. */
  perMinute(now: number): number {
    if (!this.seen(now)) return 0;
    this.#forget(now);
    let requests = 0;
    let ms = 0;
    for (const drop of this.#drops) {
      requests += drop.requests;
      ms += drop.ms;
    }
    const byDrops = (requests / Math.max(ms, LEAST_OBSERVED_MS)) * 60_000;
    const sum = this.#excesses.reduce((total, entry) => total + entry.requests, 0);
    const byExcess = this.#excesses.length === 0 ? 0 : sum / this.#excesses.length;
    return Math.ceil(Math.max(byDrops, byExcess));
  }

  #observeDrop(previous: Sighting, sighting: Sighting): void {
    const ms = sighting.at - previous.at;
    const sameWindow = previous.resetMs === null ? ms < 5_000 : ms < previous.resetMs;
    if (sighting.overlapped || !sameWindow || sighting.remaining > previous.remaining) return;
    const requests = Math.max(0, previous.remaining - sighting.remaining - sighting.ownSincePrevious);
    this.#drops.push({ at: sighting.at, requests, ms });
  }

  #forget(now: number): void {
    this.#drops = this.#drops.filter((drop) => drop.at > now - AVERAGE_MS);
    this.#excesses = this.#excesses.filter((excess) => excess.at > now - EXCESS_MS);
  }
}
