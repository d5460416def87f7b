/**
 * Reads the facts of a period again, so that it can be closed on fresh ones: the rows of its statement, and the pending invoices it waits for,
 * by the page where they lie together. What was read is in the mirror, so that a reading that ends early goes on where it was. Rests while the
 * sync is paused. Not here: which rows (mirror/close-facts), the certificates, which the sync renews.
 */
import { FRESH_WITHIN_MS } from '../../domain/close.ts';
import { type Failure, FailureError, failureLabel } from '../../domain/failure.ts';
import type { Period, PeriodBounds } from '../../domain/period.ts';
import { fromEpochMs, toEpochMs } from '../../domain/time.ts';
import type { Budget } from '../api/calls.ts';
import type { ReadingWindow, StaleCursor, StalePage, StaleRows } from '../mirror/close-facts.ts';
import { backOffMs, longestBackOffMs } from './back-off.ts';
import { readRows } from './catch-up.ts';
import { boundsOf } from './close.ts';
import type { JobContext } from './context.ts';
import type { FetchOptions } from './fetch.ts';
import type { JobView } from './job-view.ts';
import { endOf } from './list-walk.ts';
import { invoiceList, type MirroredList, PER_PAGE, withdrawalList } from './lists.ts';
import { walkEtaSeconds } from './sync.ts';

/** Rows that were read so long before they stop being fresh are read too: the close comes a while later. */
const MARGIN_MS = 3_600_000;
/** Further into the future no answer is dated, milliseconds. */
const AHEAD_MS = 60_000;
/** Failures in a row after which a person has to ask again. */
const MOST_FAILURES = 6;
/** How often a resting reading looks whether it may go on, milliseconds. */
const LOOK_EVERY_MS = 2_000;
/** How long it waits for certificates that are younger than the reading; they come with the sync's next cycle. */
const CERTIFICATES_WITHIN_MS = 90_000;

export interface ReadingState {
  readonly done: number;
  readonly total: number;
  readonly etaSeconds?: number | undefined;
}

interface Parts {
  readonly serverNow: () => number;
  /** Why nothing may be read into the mirror as this business's own, or null. */
  readonly bar: () => Failure | null;
  /** The sync was paused by a person: nothing is read then. */
  readonly isPaused: () => boolean;
  /** Makes the sync's next cycle come now. */
  readonly hurrySync: () => void;
  /** Records on a page, as the API really cuts them. */
  readonly perPage: () => number;
}

interface Running {
  readonly id: string;
  readonly period: Period;
  readonly controller: AbortController;
  state: JobView['state'];
  reason: string | undefined;
  done: number;
  total: number;
}

export class PeriodReading {
  readonly #context: JobContext;
  readonly #parts: Parts;
  #running: Running | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(context: JobContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Begins to read the facts of a period that has ended; the one that is being read goes on. Throws FailureError `invalid-input` while it has
   * not ended, and while another one is being read; and what bars this business while its mirror is not its own.
   */
  start(period: Period): void {
    const bar = this.#parts.bar();
    if (bar !== null) throw new FailureError(bar);
    const bounds = boundsOf(period);
    if (this.#parts.serverNow() < (toEpochMs(bounds.to) ?? 0)) throw refused('has not ended by the server’s clock');
    const known = this.#active();
    if (known !== null) {
      if (isSame(known.period, period)) return;
      throw refused('cannot be read while another one is');
    }
    const controller = new AbortController();
    const running: Running = {
      id: this.#context.ids.uuid(),
      period,
      controller,
      state: 'running',
      reason: undefined,
      done: 0,
      total: 0,
    };
    this.#running = running;
    this.#ended = this.#run(running, bounds);
  }

  /** Requests that reading the period takes, about; 0 when all of it is fresh. */
  async requests(period: Period): Promise<number> {
    const bounds = boundsOf(period);
    const { mirror } = this.#context;
    const stale = await mirror.read('close.staleCounts', { bounds, window: this.#window(bounds) });
    const perPage = this.#parts.perPage();
    return requestsOf(stale.invoices, perPage) + requestsOf(stale.withdrawals, perPage);
  }

  /** How far the reading is; null when none is under way. */
  state(): ReadingState | null {
    const running = this.#active();
    return running === null ? null : progressOf(running, this.#context.client.budget(), this.#parts.perPage());
  }

  /** The reading for the list of jobs, also after it has failed. */
  list(): readonly JobView[] {
    const running = this.#running;
    if (running === null) return [];
    const { id, period, reason } = running;
    const label = `Reading for the close of ${period.from} to ${period.to}`;
    const state = this.#parts.isPaused() && running.state === 'running' ? 'paused' : running.state;
    const progress = progressOf(running, this.#context.client.budget(), this.#parts.perPage());
    return [{ id, kind: 'period-reading', label, state, reason, ...progress }];
  }

  /** Ends the reading; what was read stays read. False when there is none with that id. */
  cancel(id: string): boolean {
    if (this.#running?.id !== id) return false;
    this.#running.controller.abort(new Error('cancelled'));
    if (this.#active() === null) this.#running = null;
    this.#announce();
    return true;
  }

  /** Resolves when nothing is being read. */
  async ended(): Promise<void> {
    await this.#ended;
  }

  #active(): Running | null {
    return this.#running !== null && this.#running.state !== 'failed' ? this.#running : null;
  }

  async #run(running: Running, bounds: PeriodBounds): Promise<void> {
    const { closing, log, profileId } = this.#context;
    const signal = AbortSignal.any([running.controller.signal, closing]);
    this.#announce();
    try {
      await this.#read(running, bounds, signal);
      this.#running = null;
    } catch (error) {
      if (!signal.aborted) {
        if (!(error instanceof FailureError)) log.error('reading.broke', { profileId }, error);
        running.state = 'failed';
        running.reason = failureLabel(
          error instanceof FailureError ? error.failure : { kind: 'unavailable-offline', detail: 'The mirror failed.' },
        );
      } else this.#running = null;
    }
    this.#announce();
  }

  async #read(running: Running, bounds: PeriodBounds, signal: AbortSignal): Promise<void> {
    const { mirror } = this.#context;
    const since = this.#parts.serverNow();
    const stale = await mirror.read('close.staleCounts', { bounds, window: this.#window(bounds) });
    running.total = stale.invoices.rows + stale.withdrawals.rows;
    for (const list of [invoiceList(this.#context), withdrawalList(this.#context)]) {
      if (stale[list.name].rows === 0) continue;
      const counted = counting(list, (records) => {
        running.done = Math.min(running.total, running.done + records);
        this.#announce();
      });
      await this.#readList(running, counted, bounds, signal);
    }
    await this.#awaitCertificates(since, signal);
  }

  async #readList(running: Running, list: MirroredList, bounds: PeriodBounds, signal: AbortSignal): Promise<void> {
    const { mirror } = this.#context;
    const window = this.#window(bounds);
    let after: StaleCursor | null = null;
    do {
      const cursor: StaleCursor | null = after;
      const page: StalePage = await mirror.read('close.stale', { list: list.name, bounds, window, after: cursor });
      await this.#patiently(running, signal, async (options) => {
        const first = await list.readPage({ page: 1, perPage: PER_PAGE }, options);
        if (!first.ok) return first.failure;
        const { serverTime: before, itemCount, hasNext } = first.value;
        const newestEnd = await endOf(list, mirror, first.value);
        const perPage = hasNext && itemCount > 0 ? itemCount : this.#parts.perPage();
        if (!hasNext) return null;
        if (newestEnd === null) return readWhole(list, options);
        return readRows(list, mirror, { newestEnd, perPage, before }, page.rows, options);
      });
      after = page.next;
    } while (after !== null);
  }

  /** Tries again after what may pass, and rests while the sync is paused. Throws FailureError when a person has to act. */
  async #patiently(
    running: Running,
    signal: AbortSignal,
    work: (options: FetchOptions) => Promise<Failure | null>,
  ): Promise<void> {
    const { clock } = this.#context;
    for (let failures = 0; ; failures += 1) {
      while (this.#parts.isPaused()) await clock.sleep(LOOK_EVERY_MS, signal);
      running.state = 'running';
      const failure = await work({ lane: 'check', signal });
      signal.throwIfAborted();
      if (failure === null) return;
      const isFinal = failure.kind === 'unauthorised' || failure.kind === 'profile-changed';
      if (isFinal || failures === MOST_FAILURES) throw new FailureError(failure);
      running.state = 'waiting';
      running.reason = failureLabel(failure);
      this.#announce();
      await clock.sleep(backOffMs(failures, longestBackOffMs(failure)), signal);
      running.reason = undefined;
    }
  }

  /** The facts are fresh; the certificates are to be younger than that too, as far as the lists can be certified at all. */
  async #awaitCertificates(sinceMs: number, signal: AbortSignal): Promise<void> {
    const { clock, mirror } = this.#context;
    this.#parts.hurrySync();
    const until = clock.monotonic() + CERTIFICATES_WITHIN_MS;
    while (clock.monotonic() < until) {
      const { invoices, withdrawals } = await mirror.read('lists.state', {});
      if ([invoices, withdrawals].every(({ asOf }) => asOf !== null && (toEpochMs(asOf) ?? 0) >= sinceMs)) return;
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
  }

  /** What counts as read: after the end, and fresh for a while to come. */
  #window(bounds: PeriodBounds): ReadingWindow {
    const now = this.#parts.serverNow();
    const since = Math.max(toEpochMs(bounds.to) ?? 0, now - FRESH_WITHIN_MS + MARGIN_MS);
    return { since: fromEpochMs(since), until: fromEpochMs(now + AHEAD_MS) };
  }

  #announce(): void {
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }
}

/** By the page, and one look at the first; or row by row where that is less. */
function requestsOf({ rows, span }: StaleRows, perPage: number): number {
  return rows === 0 ? 0 : Math.min(rows, Math.ceil(span / perPage) + 1) + 1;
}

/** Nothing tells in what order the list is, so that only all of its pages hold the rows for sure. */
async function readWhole(list: MirroredList, options: FetchOptions): Promise<Failure | null> {
  for (let page = 1; ; page += 1) {
    const read = await list.readPage({ page, perPage: PER_PAGE }, options);
    if (!read.ok) return read.failure;
    const { hasNext, itemCount, totalItems } = read.value;
    // A server may say for ever that there is more; no page of a list is empty.
    if (!hasNext || itemCount === 0 || page >= totalItems) return null;
  }
}

/** The list, with a word for what each answer brings. */
function counting(list: MirroredList, onRecords: (records: number) => void): MirroredList {
  return {
    ...list,
    readPage: async (query, options, mark) => {
      const read = await list.readPage(query, options, mark);
      if (read.ok) onRecords(read.value.itemCount);
      return read;
    },
    readOne: async (uuid, options) => {
      const read = await list.readOne(uuid, options);
      if (read.ok) onRecords(1);
      return read;
    },
  };
}

function progressOf(
  { done, total }: Running,
  budget: Pick<Budget, 'limit' | 'remaining' | 'reserve'>,
  perPage: number,
): ReadingState {
  return { done, total, etaSeconds: walkEtaSeconds({ seen: done, total }, budget, perPage) };
}

function isSame(left: Period, right: Period): boolean {
  return left.from === right.from && left.to === right.to && left.timeZone === right.timeZone;
}

function refused(message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path: 'period', message }] });
}
