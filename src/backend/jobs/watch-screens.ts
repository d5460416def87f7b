/**
 * What stands on screen in each window, as the windows told last: their invoices come before the backlog. Forgotten after some
 * minutes, for a window may be gone without a word. Not here: reading them (watch.ts).
 */
import type { Clock } from '../ports.ts';

const KEPT_MS = 5 * 60_000;
const MAX_WINDOWS = 20;

interface Look {
  readonly invoices: readonly string[];
  readonly at: number;
}

export class Screens {
  readonly #clock: Clock;
  /** By window, the one that told last at the end. */
  readonly #looks = new Map<string, Look>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The last word of a window wins; nothing on screen forgets it. */
  tell(window: string, invoices: readonly string[]): void {
    this.#looks.delete(window);
    if (invoices.length > 0) this.#looks.set(window, { invoices, at: this.#clock.monotonic() });
    const [oldest] = this.#looks.keys();
    if (this.#looks.size > MAX_WINDOWS && oldest !== undefined) this.#looks.delete(oldest);
  }

  /** Invoices on screen by uuid, those of the window that told last first. */
  shown(): readonly string[] {
    const since = this.#clock.monotonic() - KEPT_MS;
    for (const [window, { at }] of this.#looks) if (at < since) this.#looks.delete(window);
    let shown: readonly string[] = [];
    for (const { invoices } of this.#looks.values()) shown = [...invoices, ...shown];
    return shown;
  }
}
