// Recognises a server that gives requests back one by one (a token bucket), where our own log would wait for nothing.

/** One response, as this file looks at it. */
export interface RefillReading {
  readonly at: number;
  /** When the request was sent; the server counted it between then and `at`. */
  readonly sentAt: number;
  readonly limit: number;
  readonly remaining: number;
  /** Our requests that ended since the previous response, this one included. */
  readonly own: number;
  /** Others of ours that are under way. */
  readonly inFlight: number;
  /** Others of ours ended while this one was under way, so their order at the server is unknown. */
  readonly overlapped: boolean;
  /** Requests of ours may be leaving a window of a minute just now, which would look like a refill. */
  readonly leaving: boolean;
}

/** Specification, "Limits": so many requests per 60 s; a bucket refills at that rate. */
const MINUTE_MS = 60_000;
/** Refill that is counted on: a little less than promised. The next response says what it really was. */
const COUNTED_ON = 0.98;
/** Responses further apart prove nothing: a window may have ended in between. */
const NEAR_MS = 3_000;
/** The belief needs so much time and so many requests given back. */
const PROOF_MS = 4_000;
const PROOF_REQUESTS = 5;
const PROOF_WITHIN_MS = 20_000;
/** So many requests missing within a minute are somebody else's. */
const MISSING_BELIEVED = 3;
/** When nearly all that should have been given back in so long is missing, nothing is given back: the picture is wrong. */
const DOUBT_WITHIN_MS = 15_000;
const DOUBT_SHARE = 0.9;

interface Proof {
  gained: number;
  ms: number;
}

export class Refill {
  #proof: Proof = { gained: 0, ms: 0 };
  #previous: RefillReading | null = null;
  #proved = false;
  #limit = 0;
  /** At least so many requests were left at `#at`, those in flight not taken off. */
  #level = 0;
  #at = 0;
  #missing: { readonly at: number; readonly requests: number }[] = [];

  /** Is this a server that gives requests back one by one? */
  get proved(): boolean {
    return this.#proved;
  }

  /** A request of ours has ended that the server may have counted. */
  spend(now: number): void {
    this.#level = this.level(now) - 1;
    this.#at = now;
  }

  /** At least so many requests are left, those in flight not taken off. Means something only when proved. */
  level(now: number): number {
    return Math.min(this.#limit, this.#level + (now - this.#at) * this.#perMs());
  }

  /** When `wanted` requests are left at the earliest. */
  reaches(wanted: number): number {
    return this.#at + (wanted - this.#level) / this.#perMs();
  }

  /** Takes in one response, after `spend`; answers how many requests are missing that were not ours. */
  take(reading: RefillReading): number {
    const previous = this.#previous;
    this.#previous = reading;
    if (reading.limit !== this.#limit) {
      this.#limit = reading.limit;
      this.doubt();
      return 0;
    }
    if (this.#proved) return this.#follow(reading);
    this.#collect(previous, reading);
    return 0;
  }

  /** The server contradicted (a refusal, another limit): the belief has to be won again. */
  doubt(): void {
    this.#proved = false;
    this.#proof = { gained: 0, ms: 0 };
    this.#missing = [];
  }

  /** A request of ours may not have been counted, which would look like one that was given back. */
  blur(): void {
    this.#previous = null;
    this.#proof = { gained: 0, ms: 0 };
  }

  #perMs(): number {
    return (COUNTED_ON * this.#limit) / MINUTE_MS;
  }

  #collect(previous: RefillReading | null, reading: RefillReading): void {
    const alone = !reading.overlapped && reading.inFlight === 0 && !reading.leaving;
    const ms = previous === null ? Number.POSITIVE_INFINITY : reading.at - previous.at;
    const gained = previous === null ? 0 : reading.remaining - previous.remaining + reading.own;
    const perMs = this.#limit / MINUTE_MS;
    // A neighbour takes, a window that ends gives all at once: neither is a refill.
    if (!alone || ms > NEAR_MS || gained < 0 || gained > ms * perMs + 1.5 || this.#proof.ms > PROOF_WITHIN_MS) {
      this.#proof = { gained: 0, ms: 0 };
      return;
    }
    this.#proof.gained += gained;
    this.#proof.ms += ms;
    const expected = this.#proof.ms * perMs;
    if (this.#proof.ms < PROOF_MS || this.#proof.gained < PROOF_REQUESTS) return;
    if (Math.abs(this.#proof.gained - expected) > 1.5 + 0.15 * expected) return;
    this.#proved = true;
    this.#level = reading.remaining;
    this.#at = reading.at;
  }

  #follow({ at, sentAt, remaining, inFlight, overlapped }: RefillReading): number {
    const expected = Math.floor(this.#level - (this.#at - sentAt) * this.#perMs() - inFlight + 1e-6);
    const missing = Math.max(0, expected - remaining);
    if (missing === 0) {
      if (!overlapped && remaining > this.level(at)) this.#restart(remaining, at);
      return 0;
    }
    this.#restart(Math.min(remaining, this.level(at)), at);
    this.#missing = [...this.#missing.filter((entry) => entry.at > at - MINUTE_MS), { at, requests: missing }];
    const total = this.#missingSince(at - MINUTE_MS);
    if (this.#missingSince(at - DOUBT_WITHIN_MS) >= DOUBT_SHARE * DOUBT_WITHIN_MS * this.#perMs()) this.doubt();
    return total < MISSING_BELIEVED ? 0 : total;
  }

  #missingSince(since: number): number {
    return this.#missing.reduce((total, { at, requests }) => total + (at > since ? requests : 0), 0);
  }

  #restart(level: number, at: number): void {
    this.#level = level;
    this.#at = at;
  }
}
