// One business at work: its profile, client, mirror and jobs, until the profile is forgotten or the console ends.
import type { CloseDocument } from '../../domain/period/close.ts';
import { type Failure, FailureError } from '../../domain/kernel/failure/failure.ts';
import type { KeyStanding, Profile } from '../../domain/profiles/profile.ts';
import type { ApiClient, Budget } from '../api/endpoints/calls.ts';
import type { RereadState, StatusCheck, WalkedListState } from '../mirror/kernel/answers.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { JobContext } from '../jobs/kernel/context.ts';
import { Creator } from '../jobs/create/create.ts';
import { BulkRuns } from '../jobs/resend/bulk/bulk.ts';
import { Closes } from '../jobs/period/close.ts';
import type { RunBar } from '../jobs/resend/bulk/item-runner.ts';
import { stopOf } from '../jobs/resend/bulk/turn.ts';
import { type ExportDeps, Exports } from '../jobs/exports/export.ts';
import { ScheduledExports } from '../jobs/exports/scheduled.ts';
import { ExceptionSheets } from '../jobs/reconcile/exception-sheet.ts';
import { HandedFiles, type HandedFolder } from '../jobs/ledger/handed-files.ts';
import { Imports } from '../jobs/ledger/import.ts';
import { OrderFiles } from '../jobs/ledger/order-files.ts';
import { HealthWatch } from '../jobs/news/health.ts';
import { NewsWatch } from '../jobs/news/news.ts';
import { PayoutNews } from '../jobs/news/payouts.ts';
import { PeriodReading } from '../jobs/period/period-reading.ts';
import { PriorPeriod } from '../jobs/period/prior-period.ts';
import { Reconciliation } from '../jobs/reconcile/reconcile.ts';
import { type ComputeReport, Reports } from '../jobs/kernel/reports.ts';
import { atMost } from '../jobs/kernel/rest.ts';
import { Resender } from '../jobs/resend/resend.ts';
import { paceOf, type RereadPace } from '../jobs/sync/rolling.ts';
import { stoppedBy, Sync, type SyncState, walkEtaSeconds } from '../jobs/sync/sync.ts';
import { Watch } from '../jobs/webhooks/watch/watch.ts';
import type { DriftLog } from './drift.ts';
import { type ServerClock, serverTime } from './guarded.ts';
import type { Passage } from './passage.ts';
import type { Offline } from './reachability.ts';
import type { JobView, ReportResults } from '../../domain/exports/report-job.ts';

export interface MirrorStatus {
  readonly sync: SyncState;
  readonly invoices: WalkedListState;
  readonly withdrawals: WalkedListState;
  readonly statuses: StatusCheck | null;
  readonly reread: RereadState;
  readonly pace: RereadPace;
  readonly deliveries: { readonly read: number; readonly terminal: number };
  readonly quarantined: number;
  readonly budget: Budget;
  readonly offline: Offline | null;
}

const OFFLINE_DETAIL = 'The API cannot be reached, so nothing is sent. Reading goes on from the mirror.';

/** A write hears so soon whether the API is back, milliseconds. */
const REACH_WITHIN_MS = 3_000;

/** How long the jobs get to write their last state when the console closes, milliseconds. */
const CLOSE_WITHIN_MS = 3_000;

export class Business {
  readonly client: ApiClient;
  readonly mirror: Mirror;
  readonly context: JobContext;
  readonly sync: Sync;
  readonly watch: Watch;
  readonly resender: Resender;
  readonly bulk: BulkRuns;
  readonly creator: Creator;
  readonly exports: Exports;
  readonly scheduled: ScheduledExports;
  readonly reports: Reports;
  readonly handed: HandedFiles;
  readonly imports: Imports;
  readonly orderFiles: OrderFiles;
  readonly exceptionSheets: ExceptionSheets;
  readonly closes: Closes;
  readonly priorPeriod: PriorPeriod;
  readonly periodReading: PeriodReading;
  readonly reconciliation: Reconciliation;
  readonly news: NewsWatch;
  readonly payouts: PayoutNews;
  readonly drift: DriftLog;
  readonly health: HealthWatch;
  readonly #closing: AbortController;
  readonly #server: ServerClock;
  readonly #passage: Passage;
  #profile: Profile;
  /** Aborts what waits for its turn to be written, once the profile may only read. */
  #writing = new AbortController();
  #stopped: Failure | null = null;
  #recovery: Promise<void> | null = null;

  constructor(
    profile: Profile,
    context: JobContext,
    closing: AbortController,
    server: ServerClock,
    passage: Passage,
    exporting: ExportDeps,
    compute: ComputeReport,
    handed: HandedFolder,
    drift: DriftLog,
  ) {
    this.#profile = profile;
    this.#server = server;
    this.#passage = passage;
    this.#closing = closing;
    this.context = context;
    this.client = context.client;
    this.drift = drift;
    this.mirror = context.mirror;
    this.sync = new Sync(context);
    this.watch = new Watch(context, { stopped: () => this.stopped, serverNow: () => this.serverNow() });
    this.resender = new Resender(context);
    this.bulk = new BulkRuns(context, this.resender, () => this.#runBar());
    this.creator = new Creator(context);
    this.exports = new Exports(context, exporting, () => this.#profile);
    this.scheduled = new ScheduledExports(context, {
      exports: this.exports,
      folders: exporting.folders,
      profile: () => this.#profile,
      serverNow: () => this.serverNow(),
      bar: () => this.#notOurs(),
      hurry: () => this.sync.nudge(),
    });
    this.reports = new Reports(context, compute);
    this.handed = new HandedFiles(profile.id, context.ids, handed);
    this.imports = new Imports(context, {
      compute,
      files: this.handed,
      booksChanged: () => this.reconciliation.booksChanged(),
      betweenMatches: (work) => this.reconciliation.between(work),
    });
    this.orderFiles = new OrderFiles(context, {
      creator: this.creator,
      reports: this.reports,
      files: this.handed,
      bar: () => this.#runBar(),
      allowLoopback: profile.kind === 'sandbox',
    });
    this.exceptionSheets = new ExceptionSheets(context, { files: this.handed, reports: this.reports });
    const serverNow = (): number => this.serverNow();
    this.priorPeriod = new PriorPeriod(context, this.reports, serverNow, () => this.#notOurs());
    this.closes = new Closes(context, this.reports, {
      serverNow,
      serverTold: () => this.#server.heard !== null,
      perPage: () => this.sync.invoicesPerPage(),
      bar: () => this.#notOurs(),
      business: () => this.#named(),
      comparePrior: () => this.priorPeriod.compareFromNow(),
    });
    this.periodReading = new PeriodReading(context, {
      serverNow,
      bar: () => this.#notOurs(),
      isPaused: () => this.sync.isResting,
      hurrySync: () => this.sync.start(),
      stale: async (period, signal) => (await this.closes.readiness({ period, typed: [] }, signal)).stale,
      perPage: () => this.sync.invoicesPerPage(),
    });
    this.news = new NewsWatch(context, () => this.#profile, serverNow);
    this.payouts = new PayoutNews(context, () => this.#profile, serverNow);
    this.health = new HealthWatch(context, { profile: () => this.#profile, serverNow });
    this.reconciliation = new Reconciliation(context, {
      match: (options) => matchOwnBooks(context, this.reports, options),
      find: (options) => this.reports.run({ kind: 'findings', profileId: profile.id }, options),
      bar: () => this.#notOurs(),
      comparePrior: () => this.priorPeriod.compare(),
      afterRun: () => this.news.lookAtChanges(),
    });
  }

  get profile(): Profile {
    return this.#profile;
  }

  /** The profile was renamed or made read-only. */
  updateProfile(profile: Profile): void {
    this.#profile = profile;
    this.#limitWrites();
  }

  /** Aborted once the profile may only read. */
  get writing(): AbortSignal {
    return this.#writing.signal;
  }

  #limitWrites(): void {
    if (this.#profile.readOnly) this.#writing.abort(new FailureError({ kind: 'profile-changed', reason: 'read-only' }));
    else if (this.#writing.signal.aborted) this.#writing = new AbortController();
  }

  /** Why nothing may be sent for this business, or null. */
  get stopped(): Failure | null {
    return this.#stopped ?? this.client.halted();
  }

  /** Why nothing may pass client and mirror any more, or null. What the API itself stopped, the client says. */
  get bar(): Failure | null {
    return this.#closing.signal.aborted ? { kind: 'cancelled' } : this.#stopped;
  }

  /** Since when the API cannot be reached, and why; null while it can. */
  get offline(): Offline | null {
    return this.#passage.offline;
  }

  /** Whose the key is, as far as it was found out. */
  get keyStanding(): KeyStanding {
    return this.#passage.standing;
  }

  /**
   * Why nothing may be changed at the API now, or null. While it could not be reached it is asked once more, for a person may know
   * better; a write into the dark would end with an unknown outcome.
   */
  async readsOnly(): Promise<Failure | null> {
    if (this.#passage.readsOnly !== null || this.offline === null) return this.#passage.readsOnly;
    const timeUp = new AbortController();
    this.client.hurry();
    const asked = this.client.listInvoices({ page: 1, perPage: 1 }, { lane: 'click', signal: timeUp.signal });
    await atMost(this.context.clock, REACH_WITHIN_MS, asked);
    timeUp.abort(new Error('asked'));
    return this.offline === null ? null : { kind: 'unavailable-offline', detail: OFFLINE_DETAIL };
  }

  /** The server's clock, as far as it told; ours until then. Milliseconds since the epoch. */
  serverNow(): number {
    return serverTime(this.#server, this.context.clock);
  }

  /** How far the server's clock is ahead of this computer's, milliseconds; null until an answer told. */
  get clockOffsetMs(): number | null {
    return this.#server.heard?.offsetMs ?? null;
  }

  /** Ends every request for good: the mirror belongs to another business, or the key is gone. */
  stop(failure: Failure): void {
    this.#stopped = failure;
    this.sync.halt(failure);
  }

  /** The machine slept or its network changed: sockets are dropped, one request tries first, and the sync does not wait. */
  wake(): void {
    this.client.refresh();
    this.sync.nudge();
    this.watch.nudge();
    this.scheduled.wake();
  }

  /** Nothing passes any more; resolves when the mirror stands still. For as long as a key is being changed. */
  async hold(): Promise<void> {
    await this.#passage.hold();
  }

  /** The key stays: what was held goes on. */
  release(): void {
    this.#passage.release();
    this.sync.nudge();
    this.watch.nudge();
  }

  /**
   * A key was set, or the mirror is a new one: what was stopped may go on, and what an earlier stop left open is taken up. `standing`
   * null: whose the key is has to be asked.
   */
  async restart(businessUuid: string | null, standing: KeyStanding | null): Promise<void> {
    this.#stopped = null;
    this.#passage.renew(standing);
    this.#passage.release();
    this.sync.forget();
    await this.start(businessUuid);
  }

  /** A delivery named the business: whose the key is. */
  settle(standing: KeyStanding): void {
    this.#passage.settle(standing);
  }

  /** Takes up what a stop of the console interrupted, then starts the sync. */
  async start(businessUuid: string | null): Promise<void> {
    await this.refill(businessUuid);
    this.#recovery ??= this.#recover();
    try {
      await this.#recovery;
    } catch (error) {
      this.#recovery = null;
      throw error;
    }
  }

  /** Binds the mirror and fills it; also after it was set aside and is a new one. */
  async refill(businessUuid: string | null): Promise<void> {
    const bound = await this.mirror.write('bind', { origin: this.#profile.origin, businessUuid });
    if (bound === 'different') this.stop({ kind: 'profile-changed', reason: 'different-business' });
    else {
      this.news.start();
      this.sync.begin();
      this.watch.start();
      this.reconciliation.start();
      this.scheduled.wake();
    }
  }

  /** Once a run: what is open later is this run's own. */
  async #recover(): Promise<void> {
    await this.resender.recover();
    await this.bulk.recover();
    await this.creator.recover();
    await this.orderFiles.recover();
    await this.closes.recover();
    this.imports.recover();
  }

  /** The state of the mirror and of the budget, as the frame of every screen shows it. */
  async status(): Promise<MirrorStatus> {
    const { lists, statuses, reread, deliveries, invoices } = await this.mirror.read('status.facts', {});
    const { stopped } = this;
    const budget = this.client.budget();
    return {
      sync: stopped === null ? this.sync.state() : stoppedBy(stopped),
      invoices: lists.invoices,
      withdrawals: lists.withdrawals,
      statuses,
      reread,
      pace: paceOf(lists.invoices.total, budget, reread, this.context.clock.now(), this.sync.invoicesPerPage()),
      deliveries: { read: deliveries.read, terminal: deliveries.terminal },
      quarantined: invoices.quarantined,
      budget,
      offline: this.offline,
    };
  }

  /** Everything that runs or waits, for the job list. */
  jobs(): readonly JobView[] {
    return [
      this.#syncView(),
      this.watch.view(),
      ...this.resender.open().map(resendView),
      ...this.bulk.jobs(),
      ...this.orderFiles.jobs(),
      ...this.exports.list(),
      ...this.imports.list(),
      ...this.reports.list(),
      ...this.periodReading.list(),
    ];
  }

  /** A job that someone began runs or waits; sync and watch go on by themselves, whenever the console runs. */
  isBusy(): boolean {
    return this.jobs().some(
      ({ kind, state }) => kind !== 'sync' && kind !== 'watch' && (state === 'running' || state === 'waiting'),
    );
  }

  /** Ends the jobs with their state persisted and closes the client; what is still on the wire then is found out later. */
  async close(): Promise<void> {
    // Whoever waits for one of its jobs hears why there is no answer.
    this.#closing.abort(new FailureError({ kind: 'cancelled' }));
    const ended = Promise.all([
      this.sync.ended(),
      this.watch.ended(),
      this.bulk.settled(),
      this.resender.settled(),
      this.orderFiles.settled(),
      this.creator.settled(),
      this.closes.settled(),
      this.imports.settled(),
      this.periodReading.ended(),
      this.reconciliation.ended(),
      this.scheduled.ended(),
      this.news.ended(),
      this.payouts.ended(),
      this.health.ended(),
      this.client.close(),
    ]);
    await atMost(
      this.context.clock,
      CLOSE_WITHIN_MS,
      ended.catch(() => undefined),
    );
    await this.handed.close();
  }

  /** Why the mirror cannot be read as this business's own, or null. Without a key it can, and while the keys are sealed. */
  #notOurs(): Failure | null {
    const { bar } = this;
    return bar?.kind === 'profile-changed' && (bar.reason === 'no-key' || bar.reason === 'sealed') ? null : bar;
  }

  #named(): CloseDocument['business'] {
    const { name, origin, kind } = this.#profile;
    return { profile: name, origin, sandbox: kind === 'sandbox' };
  }

  /** What keeps a run from its next item, without asking anybody. */
  #runBar(): RunBar {
    const why = this.#profile.readOnly
      ? { kind: 'profile-changed' as const, reason: 'read-only' as const }
      : (this.stopped ?? this.#passage.readsOnly);
    const stop = why === null ? null : why.kind === 'profile-changed' ? stopOf(why.reason) : 'key';
    return { stop, isOffline: this.offline !== null };
  }

  #syncView(): JobView {
    const { phase, reason, progress } = this.sync.state();
    const state = phase === 'idle' ? 'done' : phase === 'stopped' ? 'failed' : phase;
    return {
      id: 'sync',
      kind: 'sync',
      label: 'Mirror of the API',
      state,
      done: progress?.seen ?? 0,
      total: progress?.total,
      etaSeconds:
        progress === null ? undefined : walkEtaSeconds(progress, this.client.budget(), this.sync.invoicesPerPage()),
      reason: reason ?? undefined,
    };
  }
}

function resendView(report: {
  readonly intentId: string;
  readonly invoiceUuid: string;
  readonly outcome: string;
}): JobView {
  return {
    id: report.intentId,
    kind: 'resend',
    label: `Resend for ${report.invoiceUuid}`,
    state: report.outcome === 'waiting' ? 'waiting' : 'running',
    done: 0,
    total: 1,
  };
}

/** Most businesses import nothing: no thread is started for them. */
async function matchOwnBooks(
  { books, profileId }: Pick<JobContext, 'books' | 'profileId'>,
  reports: Reports,
  options: Parameters<Reports['run']>[1],
): Promise<ReportResults['match']> {
  const sources = await books.read('sources.list', { profileId });
  if (sources.every(({ imports }) => imports === 0)) return { entries: 0, changed: 0, findings: 0 };
  return reports.run({ kind: 'match', profileId }, options);
}
