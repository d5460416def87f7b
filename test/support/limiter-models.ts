/**
 * Four ways in which a server may enforce "100 requests per 60 seconds", since the specification does not say which: small
 * models with the headers they would send. Not here: HTTP.
 */
import type { RateHeaders } from '../../src/backend/api/gate/rate-headers.ts';

export const MODELS = ['fixed-clock', 'first-hit', 'sliding-log', 'token-bucket'] as const;
export type Model = (typeof MODELS)[number];
export type Rounding = 'up' | 'down';

export interface Hit {
  readonly allowed: boolean;
  readonly headers: RateHeaders;
  readonly retryAfterMs: number;
}

const WINDOW = 60_000;

export class LimiterModel {
  readonly #model: Model;
  readonly #rounding: Rounding;
  limit: number;
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;
  #log: number[] = [];
  #tokens: number;
  #filledAt = 0;

  constructor(model: Model, limit = 100, rounding: Rounding = 'up') {
    this.#model = model;
    this.#rounding = rounding;
    this.limit = limit;
    this.#tokens = limit;
  }

  hit(now: number): Hit {
    switch (this.#model) {
      case 'fixed-clock':
        return this.#window(now, Math.floor(now / WINDOW) * WINDOW);
      case 'first-hit':
        return this.#window(now, now < this.#start + WINDOW ? this.#start : now);
      case 'sliding-log':
        return this.#sliding(now);
      case 'token-bucket':
        return this.#bucket(now);
    }
  }

  #window(now: number, start: number): Hit {
    if (start !== this.#start) {
      this.#start = start;
      this.#count = 0;
    }
    const allowed = this.#count < this.limit;
    if (allowed) this.#count += 1;
    return this.#answer(allowed, this.limit - this.#count, start + WINDOW - now);
  }

  #sliding(now: number): Hit {
    this.#log = this.#log.filter((at) => at > now - WINDOW);
    const allowed = this.#log.length < this.limit;
    if (allowed) this.#log.push(now);
    return this.#answer(allowed, this.limit - this.#log.length, (this.#log[0] ?? now) + WINDOW - now);
  }

  #bucket(now: number): Hit {
    const perMs = this.limit / WINDOW;
    this.#tokens = Math.min(this.limit, this.#tokens + (now - this.#filledAt) * perMs);
    this.#filledAt = now;
    const allowed = this.#tokens >= 1 - 1e-9;
    if (allowed) this.#tokens -= 1;
    const wait = allowed ? (this.limit - this.#tokens) / perMs : (1 - this.#tokens) / perMs;
    return this.#answer(allowed, Math.floor(this.#tokens + 1e-9), wait);
  }

  #answer(allowed: boolean, remaining: number, resetMs: number): Hit {
    const round = this.#rounding === 'up' ? Math.ceil : Math.floor;
    const seconds = Math.max(0, round(resetMs / 1000));
    return {
      allowed,
      headers: { limit: this.limit, remaining: Math.max(0, remaining), resetMs: seconds * 1000 },
      retryAfterMs: Math.max(1, Math.ceil(resetMs / 1000)) * 1000,
    };
  }
}

/**
 * The time that no client can be faster than, milliseconds: `usable` requests at once, the rest as the server gives them back.
 * `usable` is the limit, less a reserve.
 */
export function floorMs(model: Model, requests: number, usable: number): number {
  if (model === 'token-bucket') return ((requests - usable) * WINDOW) / usable;
  return (Math.ceil(requests / usable) - 1) * WINDOW;
}
