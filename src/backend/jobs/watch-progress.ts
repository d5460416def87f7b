// How far the watch has come, counted again when something changed, but not after every single reading.
import { fromEpochMs } from '../../domain/time.ts';
import type { IncidentCounts, IncidentWindow, WatchCounts } from '../mirror/watch-answers.ts';
import type { JobContext } from './context.ts';

/** While it reads, numbers may be so old, milliseconds. */
const AGE_MS = 2_000;
/** And older where counting takes long: in a large mirror it is not to keep the reader busy. Times what it took. */
const AGE_PER_COST = 20;

const NOTHING: WatchCounts = { terminal: 0, unread: 0, toRead: 0, unresolved: 0, due: 0, recent: 0, failed: 0 };

export interface IncidentProgress extends IncidentCounts {
  readonly window: IncidentWindow;
}

export class WatchProgress {
  readonly #context: JobContext;
  readonly #serverNow: () => number;
  #counts: WatchCounts = NOTHING;
  #incident: IncidentProgress | null = null;
  #againAt = Number.NEGATIVE_INFINITY;

  constructor(context: JobContext, serverNow: () => number) {
    this.#context = context;
    this.#serverNow = serverNow;
  }

  /** As counted last. */
  get counts(): WatchCounts {
    return this.#counts;
  }

  /** As counted last; null without an incident. */
  get incident(): IncidentProgress | null {
    return this.#incident;
  }

  /** Counts again what is too old; everything when it has to be `exact`. */
  async renew(window: IncidentWindow | null, exact: boolean): Promise<void> {
    const { mirror, clock } = this.#context;
    const begun = clock.monotonic();
    const isOther = (this.#incident?.window ?? null) !== window;
    if (!exact && !isOther && begun < this.#againAt) return;
    this.#counts = await mirror.read('watch.counts', { now: fromEpochMs(this.#serverNow()) });
    this.#incident = window === null ? null : { ...(await mirror.read('watch.incident', window)), window };
    const ended = clock.monotonic();
    this.#againAt = ended + Math.max(AGE_MS, AGE_PER_COST * (ended - begun));
  }
}
