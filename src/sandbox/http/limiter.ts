// The request limit per key (the specification, section "Limits") in four models, since it does not say which one is
// behind it. Times are milliseconds, seconds in answers are whole and rounded up. Refused requests are not counted.

/** Window aligned to the clock; window from the first hit; sliding log of requests; token bucket. */
export const LIMITER_MODELS = ['fixed-clock', 'first-hit', 'sliding-log', 'token-bucket'] as const;
export type LimiterModel = (typeof LIMITER_MODELS)[number];

export const WINDOW_MS = 60_000;

/** What a request met, and what its headers say. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Only when refused. */
  readonly retryAfterSeconds: number;
}

interface Usage {
  start: number;
  count: number;
  hits: number[];
  tokens: number;
  filledAt: number;
}

export class Limiter {
  #model: LimiterModel;
  #limit: number;
  readonly #usage = new Map<string, Usage>();

  constructor(model: LimiterModel = 'first-hit', limit = 100) {
    this.#model = model;
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Changes the limit at once ("may change without notice"); what was used stays used. */
  set limit(limit: number) {
    if (!Number.isSafeInteger(limit) || limit < 1) throw new Error('the limit is a whole number of at least 1');
    for (const usage of this.#usage.values()) usage.tokens = Math.max(0, usage.tokens + limit - this.#limit);
    this.#limit = limit;
  }

  get model(): LimiterModel {
    return this.#model;
  }

  /** Changes the model and forgets all use. */
  set model(model: LimiterModel) {
    this.#model = model;
    this.#usage.clear();
  }

  /** Forgets all use. */
  reset(): void {
    this.#usage.clear();
  }

  /** Counts a request of `key`, unless it is over the limit. */
  take(key: string, now: number): Verdict {
    const usage = this.#usage.get(key) ?? { start: -Infinity, count: 0, hits: [], tokens: this.#limit, filledAt: now };
    this.#usage.set(key, usage);
    if (this.#model === 'sliding-log') return this.#log(usage, now);
    if (this.#model === 'token-bucket') return this.#bucket(usage, now);
    const aligned = Math.floor(now / WINDOW_MS) * WINDOW_MS;
    const sinceHit = now < usage.start + WINDOW_MS ? usage.start : now;
    return this.#window(usage, this.#model === 'fixed-clock' ? aligned : sinceHit, now);
  }

  /** The headers of a request that is counted to no key. */
  unkeyed(): Verdict {
    return {
      allowed: true,
      limit: this.#limit,
      remaining: this.#limit,
      resetSeconds: WINDOW_MS / 1000,
      retryAfterSeconds: 0,
    };
  }

  #window(usage: Usage, start: number, now: number): Verdict {
    if (usage.start !== start) {
      usage.start = start;
      usage.count = 0;
    }
    const allowed = usage.count < this.#limit;
    if (allowed) usage.count += 1;
    return this.#verdict(allowed, this.#limit - usage.count, start + WINDOW_MS - now, start + WINDOW_MS - now);
  }

  #log(usage: Usage, now: number): Verdict {
    usage.hits = usage.hits.filter((hit) => hit > now - WINDOW_MS);
    const allowed = usage.hits.length < this.#limit;
    if (allowed) usage.hits.push(now);
    // With a limit that was lowered, more than one hit has to leave before there is room.
    const leaving = usage.hits[Math.max(0, usage.hits.length - this.#limit)] ?? now;
    const first = usage.hits[0] ?? now;
    return this.#verdict(allowed, this.#limit - usage.hits.length, first + WINDOW_MS - now, leaving + WINDOW_MS - now);
  }

  #bucket(usage: Usage, now: number): Verdict {
    const perMs = this.#limit / WINDOW_MS;
    usage.tokens = Math.min(this.#limit, usage.tokens + Math.max(0, now - usage.filledAt) * perMs);
    usage.filledAt = now;
    // Fractions of milliseconds add up to just under one token; a client that waited as told must not meet that.
    const allowed = usage.tokens >= 1 - 1e-9;
    if (allowed) usage.tokens = Math.max(0, usage.tokens - 1);
    return this.#verdict(
      allowed,
      Math.floor(usage.tokens + 1e-9),
      (this.#limit - usage.tokens) / perMs,
      (1 - usage.tokens) / perMs,
    );
  }

  #verdict(allowed: boolean, remaining: number, resetMs: number, retryMs: number): Verdict {
    return {
      allowed,
      limit: this.#limit,
      remaining: Math.max(0, remaining),
      resetSeconds: Math.max(0, Math.ceil(resetMs / 1000)),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(retryMs / 1000)),
    };
  }
}

/** The three headers of every answer. */
export function limitHeaders(verdict: Verdict): Record<string, string> {
  return {
    'x-ratelimit-limit': String(verdict.limit),
    'x-ratelimit-remaining': String(verdict.remaining),
    'x-ratelimit-reset': String(verdict.resetSeconds),
  };
}
