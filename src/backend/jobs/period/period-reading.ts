// Reads the facts of a period again so that it can be closed on fresh ones; rests while the sync is paused.
import { type CloseReadiness, readingWindow } from '../../../domain/period/close.ts';
import { type Failure, FailureError, failureLabel, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { lastDay, type Period, type PeriodBounds, requireBounds } from '../../../domain/period/period.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { StaleCursor, StalePage } from '../../mirror/period/close-facts.ts';
import { backOffMs, longestBackOffMs } from '../kernel/back-off.ts';
import { readRows } from '../sync/catch-up.ts';
import type { JobContext } from '../kernel/context.ts';
import type { FetchOptions } from '../records/fetch.ts';
import type { JobView } from '../../../domain/exports/report-job.ts';
import { endOf } from '../sync/list-walk.ts';
import { invoiceList, type MirroredList, PER_PAGE, withdrawalList } from '../sync/lists.ts';
import { walkEtaSeconds } from '../sync/sync.ts';

/** Failures in a row after which a person has to ask again. */
const MOST_FAILURES = 6;
/** How often a resting reading looks whether it may go on, milliseconds. */
const LOOK_EVERY_MS = 2_000;
/** How long it waits for certificates that are younger than the reading; they come with the sync's next cycle. */
const CERTIFICATES_WITHIN_MS = 90_000;

/** A reading that is under way, or ended early because of what a person has to put right. */
export interface PeriodReadingState {
  readonly id: string;
  readonly period: Period;
  /** `waiting`: for what may pass, in `failure`; `failed`: of `failure`. */
  readonly state: 'running' | 'waiting' | 'paused' | 'failed';
  readonly failure?: Failure | undefined;
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
  readonly stale: (period: Period, signal: AbortSignal) => Promise<CloseReadiness['stale']>;
}

interface Running {
  readonly id: string;
  readonly period: Period;
  readonly controller: AbortController;
  state: 'running' | 'waiting' | 'failed';
  failure: Failure | undefined;
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
    const bounds = requireBounds(period);
    if (this.#parts.serverNow() < (toEpochMs(bounds.to) ?? 0))
      throw invalidInput('period', 'has not ended by the server’s clock');
    const known = this.#active();
    if (known !== null) {
      if (isSame(known.period, period)) return;
      throw invalidInput('period', 'cannot be read while another one is');
    }
    const controller = new AbortController();
    const running: Running = {
      id: this.#context.ids.uuid(),
      period,
      controller,
      state: 'running',
      failure: undefined,
      done: 0,
      total: 0,
    };
    this.#running = running;
    this.#ended = this.#run(running, bounds);
  }

  /** How far the reading is, also after it has failed; null when there is none. */
  state(): PeriodReadingState | null {
    const running = this.#running;
    if (running === null) return null;
    const { id, period, failure, done, total } = running;
    const state = this.#parts.isPaused() && running.state !== 'failed' ? 'paused' : running.state;
    const budget = this.#context.client.budget();
    const etaSeconds =
      state === 'failed' ? undefined : walkEtaSeconds({ seen: done, total }, budget, this.#parts.perPage());
    return { id, period, state, failure, done, total, etaSeconds };
  }

  /** The same for the list of jobs. */
  list(): readonly JobView[] {
    const reading = this.state();
    if (reading === null) return [];
    const { period, failure, ...view } = reading;
    const label = `Reading for the close of ${period.from} to ${lastDay(period)}`;
    return [
      { ...view, kind: 'period-reading', label, reason: failure === undefined ? undefined : failureLabel(failure) },
    ];
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
        running.failure =
          error instanceof FailureError ? error.failure : { kind: 'unavailable-offline', detail: 'The mirror failed.' };
      } else this.#running = null;
    }
    this.#announce();
  }

  async #read(running: Running, bounds: PeriodBounds, signal: AbortSignal): Promise<void> {
    const since = this.#parts.serverNow();
    const stale = await this.#parts.stale(running.period, signal);
    running.total = stale.invoices.rows + stale.withdrawals.rows;
    let before = 0;
    for (const list of [invoiceList(this.#context), withdrawalList(this.#context)]) {
      const { rows } = stale[list.name];
      if (rows === 0) continue;
      await this.#readList(running, list, bounds, signal);
      // What was read by the sync meanwhile has not been read here.
      before += rows;
      running.done = Math.max(running.done, Math.min(before, running.total));
      this.#announce();
    }
    await this.#awaitCertificates(since, signal);
  }

  async #readList(running: Running, list: MirroredList, bounds: PeriodBounds, signal: AbortSignal): Promise<void> {
    const { mirror } = this.#context;
    const window = readingWindow(bounds.to, this.#parts.serverNow());
    const pageAfter = (after: StaleCursor | null): Promise<StalePage> =>
      mirror.read('close.stale', { list: list.name, bounds, window, after });
    const wanted = new Set<string>();
    const counted = counting(list, wanted, (records) => {
      running.done = Math.min(running.total, running.done + records);
      this.#announce();
    });
    let page: StalePage | null = await pageAfter(null);
    for (const { uuid } of page.rows) wanted.add(uuid);
    while (page !== null) {
      // The one after it is known too: a page of the list holds rows of both, and none is read or counted twice.
      const next: StalePage | null = page.next === null ? null : await pageAfter(page.next);
      for (const { uuid } of next?.rows ?? []) wanted.add(uuid);
      const { rows } = page;
      const left = (): StalePage['rows'] => rows.filter(({ uuid }) => wanted.has(uuid));
      if (left().length > 0 && (await this.#readBatch(running, counted, left, signal)) === 'unordered') {
        await this.#readWhole(running, counted, signal);
        return;
      }
      for (const { uuid } of rows) wanted.delete(uuid);
      page = next;
    }
  }

  /** Reads the rows that are left, by the page where they lie. `unordered`: nothing tells where. */
  async #readBatch(
    running: Running,
    list: MirroredList,
    left: () => StalePage['rows'],
    signal: AbortSignal,
  ): Promise<'read' | 'unordered'> {
    const { mirror } = this.#context;
    let isOrdered = true;
    await this.#patiently(running, signal, async (options) => {
      const first = await list.readPage({ page: 1, perPage: PER_PAGE }, options);
      if (!first.ok) return first.failure;
      const { serverTime: before, itemCount, hasNext } = first.value;
      if (!hasNext) return null;
      const newestEnd = await endOf(list, mirror, first.value);
      isOrdered = newestEnd !== null;
      const perPage = itemCount > 0 ? itemCount : this.#parts.perPage();
      return isOrdered ? readRows(list, mirror, { newestEnd, perPage, before }, left(), options) : null;
    });
    return isOrdered ? 'read' : 'unordered';
  }

  /** All pages, once: only they hold the rows for sure. What fails is tried again from its own page on. */
  async #readWhole(running: Running, list: MirroredList, signal: AbortSignal): Promise<void> {
    const at = { page: 1, isMore: true };
    for (; at.isMore; at.page += 1) {
      const { page } = at;
      await this.#patiently(running, signal, async (options) => {
        const read = await list.readPage({ page, perPage: PER_PAGE }, options);
        if (!read.ok) return read.failure;
        const { hasNext, itemCount, totalItems } = read.value;
        // A server may say for ever that there is more; no page of a list is empty.
        at.isMore = hasNext && itemCount > 0 && page < totalItems;
        return null;
      });
    }
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
      running.failure = failure;
      this.#announce();
      await clock.sleep(backOffMs(failures, longestBackOffMs(failure)), signal);
      running.failure = undefined;
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

  #announce(): void {
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }
}

/** The list, with a word for how many of the wanted rows each answer brings; none counts twice. */
function counting(list: MirroredList, wanted: Set<string>, onRecords: (records: number) => void): MirroredList {
  return {
    ...list,
    readPage: async (query, options, mark) => {
      const read = await list.readPage(query, options, mark);
      if (read.ok) onRecords([...read.value.uuids].filter((uuid) => wanted.delete(uuid)).length);
      return read;
    },
    readOne: async (uuid, options) => {
      const read = await list.readOne(uuid, options);
      if (read.ok && wanted.delete(uuid)) onRecords(1);
      return read;
    },
  };
}

function isSame(left: Period, right: Period): boolean {
  return left.from === right.from && left.to === right.to && left.timeZone === right.timeZone;
}
