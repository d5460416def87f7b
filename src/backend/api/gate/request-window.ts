// Our own requests of the last minute (monotonic ms). A request is stamped when its response is complete, never before the server counted it, so
// "fewer than the limit in every 60.25 s of stamps" holds for windows, sliding logs and token buckets alike.
import { firstLater } from '../../../domain/kernel/sorted.ts';

/** The specification's window of 60 s and a quarter of a second for clocks that tick differently. */
export const WINDOW_MS = 60_250;

export class RequestWindow {
  /** Ascending; entries are kept for two windows so that expiries can be counted afterwards. */
  #stamps: number[] = [];

  /** Adds a request; times must not decrease. */
  add(at: number): void {
    this.#stamps.push(at);
    const first = this.#stamps[0];
    if (first !== undefined && first < at - 2 * WINDOW_MS && this.#stamps.length > 64) {
      this.#stamps = this.#stamps.slice(this.#firstAfter(at - 2 * WINDOW_MS));
    }
  }

  /** Requests of an earlier run, before the first one of this run. */
  restore(stamps: readonly number[]): void {
    this.#stamps = [...stamps, ...this.#stamps].sort((left, right) => left - right);
  }

  /** How many requests the server may still count at `now`. */
  count(now: number): number {
    return this.#stamps.length - this.#firstAfter(now - WINDOW_MS);
  }

  /** When the latest request was. */
  get last(): number {
    return this.#stamps.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /** How many there were since an instant. */
  since(at: number): number {
    return this.#stamps.length - this.#firstAfter(at);
  }

  /** Is there a request between two instants? */
  anyBetween(since: number, until: number): boolean {
    return this.#firstAfter(until) > this.#firstAfter(since);
  }

  /** How many left the window between two instants. */
  expired(since: number, now: number): number {
    return this.#firstAfter(now - WINDOW_MS) - this.#firstAfter(since - WINDOW_MS);
  }

  /** When at most `most` requests will be left in the window, if none is added; `now` or earlier when that is so already. */
  freeAt(most: number): number {
    const blocking = this.#stamps[this.#stamps.length - 1 - Math.max(0, most)];
    return blocking === undefined ? Number.NEGATIVE_INFINITY : blocking + WINDOW_MS;
  }

  /** Index of the first stamp later than `at`. */
  #firstAfter(at: number): number {
    return firstLater(this.#stamps, (stamp) => stamp > at);
  }
}
