// The deadlines of one request on the Clock port: one that moves as it proceeds, and a total that never moves.
import type { Clock } from '../ports.ts';

/** Calls `expired` once when a deadline passes, unless it is stopped first. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #expired: () => void;
  readonly #stop = new AbortController();
  readonly #total: number;
  #phase: number;

  constructor(clock: Clock, limits: { readonly phaseMs: number; readonly totalMs: number }, expired: () => void) {
    this.#clock = clock;
    this.#expired = expired;
    this.#total = clock.monotonic() + limits.totalMs;
    this.#phase = clock.monotonic() + limits.phaseMs;
    void this.#watch();
  }

  /** A new phase begins: it may take `ms` from now. Never shortens a running wait, which no phase needs. */
  restart(ms: number): void {
    this.#phase = this.#clock.monotonic() + ms;
  }

  stop(): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const left = Math.min(this.#phase, this.#total) - this.#clock.monotonic();
      if (left <= 0) {
        this.#stop.abort();
        this.#expired();
        return;
      }
      try {
        await this.#clock.sleep(left, this.#stop.signal);
      } catch {
        // The only way a sleep fails is by stop().
        return;
      }
    }
  }
}
