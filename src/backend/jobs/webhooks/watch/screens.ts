// What stands on screen in each window, as the windows told last; forgotten after some minutes without a word.
import { fromEpochMs } from '../../../../domain/kernel/time/time.ts';
import type { ShownInvoice } from '../../../mirror/webhooks/watch-answers.ts';
import type { Clock } from '../../../ports.ts';

const KEPT_MS = 5 * 60_000;
const MAX_WINDOWS = 20;
/** What was asked for so short a time before it came on screen, or into an incident, is not asked for again at once. */
export const JUST_ASKED_MS = 30_000;
/** While something is on screen, it is looked at so often whether it was read long ago. */
export const SCREEN_EVERY_MS = 10_000;
/** While it stays there, it is asked for again so often. */
const STAYS_EVERY_MS = 2 * 60_000;

interface Look {
  /** Since when each is on screen in this window. */
  readonly invoices: ReadonlyMap<string, number>;
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
    const before = this.#looks.get(window)?.invoices;
    this.#looks.delete(window);
    const at = this.#clock.monotonic();
    const since = new Map(invoices.map((uuid) => [uuid, before?.get(uuid) ?? at]));
    if (invoices.length > 0) this.#looks.set(window, { invoices: since, at });
    const [oldest] = this.#looks.keys();
    if (this.#looks.size > MAX_WINDOWS && oldest !== undefined) this.#looks.delete(oldest);
  }

  /** No window shows anything, as far as is known. */
  get isEmpty(): boolean {
    return this.#looks.size === 0;
  }

  /** Invoices on screen, those of the window that told last first. `nowMs`: server time. */
  shown(nowMs: number): readonly ShownInvoice[] {
    const now = this.#clock.monotonic();
    for (const [window, { at }] of this.#looks) if (at < now - KEPT_MS) this.#looks.delete(window);
    let shown: readonly ShownInvoice[] = [];
    for (const { invoices } of this.#looks.values()) {
      const ofWindow = [...invoices].map(([uuid, since]) => {
        const agoMs = Math.min(now - since + JUST_ASKED_MS, STAYS_EVERY_MS);
        return { uuid, askedBefore: fromEpochMs(nowMs - agoMs) };
      });
      shown = [...ofWindow, ...shown];
    }
    return shown;
  }
}
