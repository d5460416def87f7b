// One timer on the Clock port that can be set anew at any time.
import type { Clock } from '../ports.ts';

export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: { readonly at: number; readonly stop: AbortController } | null = null;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `at` (monotonic milliseconds) instead of whenever it was set to before; infinity: not at all. */
  set(at: number): void {
    if (this.#set?.at === at) return;
    this.#set?.stop.abort();
    this.#set = null;
    if (!Number.isFinite(at)) return;
    const stop = new AbortController();
    const present = { at, stop };
    this.#set = present;
    const wake = (): void => {
      if (this.#set === present) this.#set = null;
      this.#ring();
    };
    // Whole milliseconds, rounded up: waking a fraction too early would spin.
    const ms = Math.max(1, Math.ceil(at - this.#clock.monotonic()));
    this.#clock.sleep(ms, stop.signal).then(wake, () => undefined);
  }
}
