// Waiting that can be ended: a rest between two looks, and work that is waited for so long and no longer.
import type { Clock } from '../../ports.ts';

/** The rests of a loop, which somebody may end early. */
export class Rests {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #closing: AbortSignal;
  #nap = new AbortController();

  constructor({ clock, closing }: { readonly clock: Pick<Clock, 'sleep'>; readonly closing: AbortSignal }) {
    this.#clock = clock;
    this.#closing = closing;
  }

  /** Taken before a look and given to the rest after it, so that what comes during the look is not slept through. */
  get news(): AbortSignal {
    return this.#nap.signal;
  }

  /** Ends the rest that is under way, and every one with news of before. */
  wake(): void {
    this.#nap.abort(new Error('woken'));
    this.#nap = new AbortController();
  }

  /** True when the time is over, false when it was woken or everything ends. Never rejects. */
  async rest(ms: number, news: AbortSignal = this.news): Promise<boolean> {
    try {
      await this.#clock.sleep(Math.max(0, ms), AbortSignal.any([this.#closing, news]));
      return true;
    } catch {
      return false;
    }
  }
}

/** Resolves when the work is over, its time is, or `signal` ends the waiting; rejects as the work does within that time. Milliseconds. */
export async function atMost(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const ends = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
  try {
    await Promise.race([work, clock.sleep(ms, ends).catch(() => undefined)]);
  } finally {
    over.abort(new Error('over'));
  }
}
