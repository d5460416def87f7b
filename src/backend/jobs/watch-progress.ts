/**
 * How far the watch has come: the numbers of the mirror, counted again when something changed, but not after every single reading, for
 * counting goes over whole indexes. Not here: the queue (mirror/watch-queue), the pace (watch-pace.ts).
 */
import { fromEpochMs } from '../../domain/time.ts';
import type { IncidentCounts, IncidentWindow, WatchCounts } from '../mirror/watch-answers.ts';
import type { JobContext } from './context.ts';

/** While it reads, numbers may be so old, milliseconds. */
const AGE_MS = 2_000;
/** An incident is counted row by row. */
const INCIDENT_AGE_MS = 10_000;

const NOTHING: WatchCounts = { terminal: 0, unread: 0, toRead: 0, unresolved: 0, due: 0 };

export interface IncidentProgress extends IncidentCounts {
  readonly window: IncidentWindow;
}

export class WatchProgress {
  readonly #context: JobContext;
  readonly #serverNow: () => number;
  #counts: WatchCounts = NOTHING;
  #incident: IncidentProgress | null = null;
  #countedAt = Number.NEGATIVE_INFINITY;
  #incidentAt = Number.NEGATIVE_INFINITY;

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
    const at = clock.monotonic();
    if (exact || at - this.#countedAt >= AGE_MS) {
      this.#countedAt = at;
      this.#counts = await mirror.read('watch.counts', { now: fromEpochMs(this.#serverNow()) });
    }
    const isOther = this.#incident?.window !== window;
    if (window === null) this.#incident = null;
    else if (exact || isOther || at - this.#incidentAt >= INCIDENT_AGE_MS) {
      this.#incidentAt = at;
      this.#incident = { ...(await mirror.read('watch.incident', window)), window };
    }
  }
}
