// Does somebody else use this key, and how much? Two lower bounds that no limiter fools without a neighbour (monotonic ms): excess, what the server
// counts as used less our own requests of the last minute, exact on a sliding log; and drops, how far Remaining fell between two quiet moments less
// our own requests in between, exact within a fixed window.

/** A neighbour is believed in for so long after it was last seen. */
const REMEMBER_MS = 10 * 60_000;
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
/** A request without a response reaches the server within so long, or never. */
const BLUR_MS = 3_000;

export interface ForeignSighting {
  readonly at: number;
  readonly limit: number;
  readonly remaining: number;
  /** Our requests that the server may still count, this one included, those in flight not. */
  readonly ownInWindow: number;
  /** Our requests that ended since the previous response, this one included. */
  readonly ended: number;
  readonly inFlight: number;
  readonly resetMs: number | null;
}

/** A moment at which nothing was under way, so that the server's count was known exactly. */
interface Mark {
  readonly at: number;
  readonly remaining: number;
  readonly resetMs: number | null;
}

export class ForeignUse {
  #limit: number | null = null;
  #mark: Mark | null = null;
  /** Since the mark: our requests, the lowest and the highest Remaining. */
  #since = { own: 0, lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY };
  #drops: { at: number; requests: number; ms: number }[] = [];
  #excesses: { at: number; requests: number }[] = [];
  #lastSeen = Number.NEGATIVE_INFINITY;
  #blurredUntil = Number.NEGATIVE_INFINITY;

  /** Takes in one response. */
  observe(sighting: ForeignSighting): void {
    const { at, limit, remaining } = sighting;
    if (this.#limit !== null && this.#limit !== limit) {
      // A change of the limit shifts Remaining by itself.
      this.#limit = limit;
      this.#setMark(null);
      return;
    }
    this.#limit = limit;
    const excess = limit - remaining - sighting.ownInWindow - sighting.inFlight;
    if (excess > 0) this.#excesses.push({ at, requests: excess });
    const dropped = this.#observeDrop(sighting);
    this.#forget(at);
    if (excess >= EXCESS_BELIEVED || dropped > 0) this.#lastSeen = at;
  }

  /** A request of ours may be counted at any moment from now on, so that nothing is known exactly for a while. */
  blur(at: number): void {
    this.#blurredUntil = at + BLUR_MS;
    this.#setMark(null);
  }

  /** Somebody else was noticed in another way than by these two bounds. */
  notice(at: number): void {
    this.#lastSeen = at;
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

  /**
   * Requests of somebody else since the mark, taken when nothing of ours is under way: the order in which the server counted
   * those that were under way together does not matter then, the lowest Remaining is the last.
   */
  #observeDrop({ at, remaining, ended, inFlight, resetMs }: ForeignSighting): number {
    const since = this.#since;
    since.own += ended;
    since.lowest = Math.min(since.lowest, remaining);
    since.highest = Math.max(since.highest, remaining);
    if (inFlight > 0 || at < this.#blurredUntil) return 0;
    const mark = this.#mark;
    const { own, lowest, highest } = since;
    this.#setMark({ at, remaining: lowest, resetMs });
    if (mark === null) return 0;
    const ms = at - mark.at;
    const sameWindow = mark.resetMs === null ? ms < 5_000 : ms < mark.resetMs;
    if (!sameWindow || highest > mark.remaining) {
      // The window ended in between; the last answer alone tells where the new one stands.
      this.#setMark({ at, remaining, resetMs });
      return 0;
    }
    const requests = Math.max(0, mark.remaining - lowest - own);
    this.#drops.push({ at, requests, ms });
    return requests;
  }

  #setMark(mark: Mark | null): void {
    this.#mark = mark;
    this.#since = { own: 0, lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY };
  }

  #forget(now: number): void {
    this.#drops = this.#drops.filter((drop) => drop.at > now - AVERAGE_MS);
    this.#excesses = this.#excesses.filter((excess) => excess.at > now - EXCESS_MS);
  }
}
