/**
 * A discrete-event clock: time stands still while anything is in flight and then jumps to the next timer. Hours of pacing run
 * in milliseconds, with the same order of events every time. Not here: limiter models (test/backend/api).
 *
 *   const clock = new DiscreteClock();
 *   const answer = await clock.run(client.listRates({ lane: 'click' }));     // advances until the promise settles
 *   await clock.runFor(60_000);                                             // advances by a minute
 *   const body = await clock.during(realSocketWork());                      // time stands still during real work
 *   const stop = holdDuringRequests(clock);                                 // ... during every request of undici
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Clock } from '../../src/backend/ports.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** How often real work is looked for where no timer is left, and how long after the look before, milliseconds. */
const [LOOKS, LOOK_MS] = [1_000, 20];

export class DiscreteClock implements Clock {
  #monotonic = 0;
  #wallOffset: number;
  #timers: Timer[] = [];
  #held = 0;
  #released: (() => void) | null = null;

  /** `startMs`: the wall time at which it begins, ms since the epoch. */
  constructor(startMs: number = Date.UTC(2026, 10, 21, 12, 0, 0)) {
    this.#wallOffset = startMs;
  }

  now(): number {
    return this.#wallOffset + this.#monotonic;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(asError(signal.reason));
        return;
      }
      const timer: Timer = {
        at: this.#monotonic + Math.max(0, ms),
        fire: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        this.#timers.splice(this.#timers.indexOf(timer), 1);
        reject(asError(signal?.reason));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#insert(timer);
    });
  }

  /** Moves the wall clock only, as a person or a time service does, or a sleep of the machine. */
  jumpWall(ms: number): void {
    this.#wallOffset += ms;
  }

  /** Number of sleepers; 0 at the end of a test means that no timer leaked. */
  get sleepers(): number {
    return this.#timers.length;
  }

  /** Time stands still until the returned function is called (once). */
  hold(): () => void {
    this.#held += 1;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      this.#held -= 1;
      if (this.#held === 0) this.#released?.();
    };
  }

  /**
   * Sleeps on the far side of something that is held, as a server does before it answers a request that holds the clock: the
   * hold is given back meanwhile, and taken again before anything else happens.
   */
  async sleepHeld(ms: number): Promise<void> {
    const slept = this.sleep(ms);
    this.#held -= 1;
    if (this.#held <= 0) this.#released?.();
    await slept;
    this.#held += 1;
  }

  /** Time stands still until the promise settles. For work on real sockets and files. */
  async during<T>(work: Promise<T>): Promise<T> {
    const release = this.hold();
    try {
      return await work;
    } finally {
      release();
    }
  }

  /** Advances until the promise settles. Throws when nothing is left to wait for, or beyond `limitMs` of clock time. */
  async run<T>(work: Promise<T>, limitMs = 30 * 24 * 3_600_000): Promise<T> {
    const state = { settled: false };
    const mark = (): void => {
      state.settled = true;
    };
    work.then(mark, mark);
    const end = this.#monotonic + limitMs;
    for (;;) {
      await this.#quiet();
      if (state.settled) return work;
      const next = this.#timers[0];
      if (next === undefined) {
        // Real work that nobody held (the end of a body, a socket closing, a file) may still settle it: mostly at once. Looked for and not timed: that nothing
        // comes is known after many looks, of which a busy machine gives as many.
        const isStill = (): boolean => !state.settled && this.#timers.length === 0;
        for (let turns = 0; turns < 100 && isStill(); turns += 1) await new Promise((go) => setImmediate(go));
        for (let looks = 0; looks < LOOKS && isStill(); looks += 1) await new Promise((go) => setTimeout(go, LOOK_MS));
        await this.#quiet();
        if (this.#timers.length === 0 && !state.settled) throw new Error('the clock has nothing to wait for');
        continue;
      }
      if (next.at > end) throw new Error(`not settled within ${limitMs} ms of clock time`);
      this.#advance(next.at);
    }
  }

  /** Advances by `ms`, firing everything that falls due. */
  async runFor(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      await this.#quiet();
      const next = this.#timers[0];
      if (next === undefined || next.at > end) break;
      this.#advance(next.at);
    }
    this.#monotonic = end;
    await this.#quiet();
  }

  /** Fires all timers of that instant; what they cause happens before time moves again. */
  #advance(at: number): void {
    this.#monotonic = Math.max(this.#monotonic, at);
    while (this.#timers[0] !== undefined && this.#timers[0].at <= this.#monotonic) this.#timers.shift()?.fire();
  }

  /** Resolves when no promise job is pending and nothing is held. */
  async #quiet(): Promise<void> {
    do {
      if (this.#held > 0) {
        await new Promise<void>((resolve) => {
          this.#released = resolve;
        });
        this.#released = null;
      }
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#held > 0);
  }

  #insert(timer: Timer): void {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle]?.at ?? 0) <= timer.at) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }
}

/**
 * Time stands still while a request of undici is under way, until the returned function is called. Without it the deadlines of a
 * request would pass before a real socket can answer. Leave it out to see deadlines pass. `silence` answers for a request that will never
 * be answered: time goes on when its promise has settled, and then the deadline passes; null for every other request.
 */
export function holdDuringRequests(
  clock: DiscreteClock,
  silence: (method: string, path: string) => Promise<void> | null = () => null,
): () => void {
  const holds = new Map<unknown, () => void>();
  const begin = (message: unknown): void => {
    const release = clock.hold();
    const request = requestOf(message);
    holds.set(request, release);
    const at = (name: string): string => String(Reflect.get(Object(request), name));
    void silence(at('method'), at('path'))?.then(release);
  };
  const end = (message: unknown): void => {
    const request = requestOf(message);
    const release = holds.get(request);
    holds.delete(request);
    // What the answer causes happens before time may move.
    if (release !== undefined) setImmediate(release);
  };
  subscribe('undici:request:create', begin);
  subscribe('undici:request:trailers', end);
  subscribe('undici:request:error', end);
  return () => {
    unsubscribe('undici:request:create', begin);
    unsubscribe('undici:request:trailers', end);
    unsubscribe('undici:request:error', end);
    for (const release of holds.values()) release();
  };
}

function requestOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'request' in message ? message.request : null;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}
