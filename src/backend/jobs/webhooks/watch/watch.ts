// The watch over the deliveries of one business: those of every final invoice once, again when the API's next attempt is over, and again because
// anybody may have sent them anew; one request at a time. In order: an incident, what has just ended, what is on screen, the turn of the newest and
// of what has failed, what is due, the backlog, and slowly everything once more.
import { type Failure, FailureError, failureLabel } from '../../../../domain/kernel/failure/failure.ts';
import { fromEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import type { Lane } from '../../../api/endpoints/calls.ts';
import type {
  IncidentCounts,
  IncidentWindow,
  ShownInvoice,
  WatchCounts,
  WatchNext,
} from '../../../mirror/webhooks/watch-answers.ts';
import { backOffMs, LONGEST_BACK_OFF_MS, longestBackOffMs, meetsEveryRequest } from '../../kernel/back-off.ts';
import type { JobContext, Signal } from '../../kernel/context.ts';
import { fetchDeliveries } from '../../records/fetch.ts';
import type { JobView } from '../../../../domain/exports/report-job.ts';
import { AgainTurns } from './again.ts';
import { againKind, type Choice, choose, LOOK_EVERY_MS } from './choice.ts';
import { Rests } from '../../kernel/rest.ts';
import { etaSeconds, readsPerMinute, spacingMs } from './pace.ts';
import { isFields } from '../../../../domain/kernel/fields.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../../../domain/webhooks/retry-schedule.ts';
import { watchKey } from '../../../books/profiles/profiles.ts';
import { keptPerProfile, readSetting } from '../../kernel/setting.ts';
import type { Clock } from '../../../ports.ts';

const KEPT_MS = 5 * 60_000;
const MAX_WINDOWS = 20;
/** What was asked for so short a time before it came on screen, or into an incident, is not asked for again at once. */
const JUST_ASKED_MS = 30_000;
/** While something is on screen, it is looked at so often whether it was read long ago. */
const SCREEN_EVERY_MS = 10_000;
/** While it stays there, it is asked for again so often. */
const STAYS_EVERY_MS = 2 * 60_000;

interface Look {
  /** Since when each is on screen in this window. */
  readonly invoices: ReadonlyMap<string, number>;
  readonly at: number;
}

/** What stands on screen in each window, as the windows told last; forgotten after some minutes without a word. */
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

interface WatchSettings {
  readonly isPaused: boolean;
  /** Stays until a person ends it or names another: what was read is looked at, and resent, afterwards. */
  readonly incident: IncidentWindow | null;
  /** All of the incident was read once and its window is over: nothing of it goes first any more. */
  readonly isIncidentRead: boolean;
}

const NOTHING_SET: WatchSettings = { isPaused: false, incident: null, isIncidentRead: false };

/** The incident whose invoices go first, if any. */
function incidentToRead({ incident, isIncidentRead }: WatchSettings): IncidentWindow | null {
  return isIncidentRead ? null : incident;
}

/** From then on nothing new comes into its window: the last one that ended in it may be read. Milliseconds. */
function incidentOverAt({ to }: IncidentWindow): number {
  return (toEpochMs(to) ?? 0) + ATTEMPT_TIMEOUT_MS;
}

/** The setting that holds for profiles of which nothing is set: a console may begin with every watch paused. */
const OF_EVERY_PROFILE = 'watch';

/** What is set for a profile; what makes no sense counts as not set. */
const OWN = keptPerProfile(watchKey, settingsIn);

function settingsIn(value: unknown): WatchSettings {
  if (!isFields(value)) return NOTHING_SET;
  const incident = incidentOf(value['incident']);
  const isIncidentRead = incident !== null && value['isIncidentRead'] === true;
  return { isPaused: value['isPaused'] === true, incident, isIncidentRead };
}

function incidentOf(value: unknown): IncidentWindow | null {
  if (!isFields(value)) return null;
  const { from, to, host, since } = value;
  if (!isInstant(from) || !isInstant(to)) return null;
  return { from, to, host: typeof host === 'string' ? host : null, ...(isInstant(since) ? { since } : {}) };
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && toEpochMs(value) !== null;
}

/** While it reads, numbers may be so old, milliseconds. */
const AGE_MS = 2_000;
/** And older where counting takes long: in a large mirror it is not to keep the reader busy. Times what it took. */
const AGE_PER_COST = 20;

const NOTHING: WatchCounts = { terminal: 0, unread: 0, toRead: 0, unresolved: 0, due: 0, recent: 0, failed: 0 };

interface IncidentProgress extends IncidentCounts {
  readonly window: IncidentWindow;
}

class WatchProgress {
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

export interface WatchParts {
  /** Why nothing may be sent for this business, or null. */
  readonly stopped: () => Failure | null;
  /** The server's clock, milliseconds since the epoch. */
  readonly serverNow: () => number;
}

export type WatchPhase = 'running' | 'waiting' | 'paused' | 'done';

export interface WatchState {
  readonly phase: WatchPhase;
  /** Why it waits, for lists; null otherwise. */
  readonly reason: string | null;
  readonly counts: WatchCounts;
  readonly incident: IncidentProgress | null;
  /** All of it was read and its window is over; it stays in view. */
  readonly isIncidentRead: boolean;
  /** Until everything was read once; null while there is nothing to read, and while it is paused. */
  readonly etaSeconds: number | null;
  readonly incidentEtaSeconds: number | null;
  /** Requests a minute that it takes at most. */
  readonly perMinute: number;
  /** Within how many seconds each of the newest, and each that has failed, is read again; null where there is none, or nobody reads. */
  readonly recentWithinSeconds: number | null;
  readonly failedWithinSeconds: number | null;
}

export interface IncidentEstimate {
  readonly invoices: number;
  readonly requests: number;
  readonly etaSeconds: number;
}

/** The server dates its answers in whole seconds, and its clock is known to two of them: later is never too early. */
const CLOCK_SLACK_MS = 2_000;
/** An invoice has just ended for so long, if that was not before the watch began; what is older belongs to the backlog. */
const FRESH_MS = 30 * 60_000;
const FRESH_AT_START_MS = 3 * 60_000;
/** So many invoices in a row that cannot be read are no matter of the single invoice. */
const STRIKES = 5;
/** While the budget is used up it is asked again so often at least. */
const ROOM_AGAIN_MS = 5_000;
const TELL_EVERY_MS = 2_000;

const PAUSED = 'Paused by you.';

export class Watch {
  readonly #context: JobContext;
  readonly #parts: WatchParts;
  readonly #screens: Screens;
  readonly #progress: WatchProgress;
  #settings: WatchSettings | null = null;
  #changing: Promise<void> = Promise.resolve();
  #running: Promise<void> | null = null;
  readonly #rests: Rests;
  #phase: WatchPhase = 'waiting';
  #reason: string | null = null;
  /** The invoice list has had its first verdict. */
  #isWalked = false;
  /** On the monotonic clock. */
  #begunAt = 0;
  #pacedAt = Number.NEGATIVE_INFINITY;
  #retryAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  readonly #again: AgainTurns;
  #toldAt = Number.NEGATIVE_INFINITY;
  /** Where the search for the incident's next invoice begins; null: at its newest end. */
  #below: string | null = null;

  constructor(context: JobContext, parts: WatchParts) {
    this.#context = context;
    this.#rests = new Rests(context);
    this.#parts = parts;
    this.#screens = new Screens(context.clock);
    this.#progress = new WatchProgress(context, () => this.#now());
    this.#again = new AgainTurns(context, () => this.#progress.counts);
  }

  /** Begins, or goes on with another key or mirror. Starts nothing that a person has paused. */
  start(): void {
    this.#isWalked = false;
    this.#failures = 0;
    this.#retryAt = Number.NEGATIVE_INFINITY;
    this.#begunAt = this.#context.clock.monotonic();
    this.#again.begin();
    this.#rests.wake();
    this.#running ??= this.#run();
  }

  /** The machine woke up or its network changed: what waits after a failure tries again now. */
  nudge(): void {
    this.#retryAt = Number.NEGATIVE_INFINITY;
    this.#rests.wake();
  }

  /** Something was announced: what rests looks again. */
  notice(signal: Signal): void {
    if (signal.kind === 'mirror' || signal.kind === 'sync') this.#rests.wake();
  }

  /** No request goes out any more; the one under way comes to its end. Kept over restarts. */
  async pause(): Promise<void> {
    await this.#change((settings) => ({ ...settings, isPaused: true }));
  }

  async resume(): Promise<void> {
    this.#retryAt = Number.NEGATIVE_INFINITY;
    await this.#change((settings) => ({ ...settings, isPaused: false }));
  }

  /** The invoices that a window shows now, by uuid. */
  look(window: string, invoices: readonly string[]): void {
    this.#screens.tell(window, invoices);
    this.#rests.wake();
  }

  /** What reading the invoices of a window first would take, those again that were read before. */
  async estimate(window: IncidentWindow): Promise<IncidentEstimate> {
    const { invoices, unread } = await this.#context.mirror.read('watch.incident', this.#fromNow(window));
    const { incident } = etaSeconds(this.#context.client.budget(), unread, unread, 0);
    return { invoices, requests: unread, etaSeconds: incident };
  }

  /** From now on its invoices go first, until all were read since now, and no other incident's; a paused watch goes on. */
  async beginIncident(window: IncidentWindow): Promise<void> {
    const incident = this.#fromNow(window);
    this.#below = null;
    await this.#change(() => ({ isPaused: false, incident, isIncidentRead: false }));
  }

  #fromNow(window: IncidentWindow): IncidentWindow {
    return { ...window, since: fromEpochMs(this.#now() - JUST_ASKED_MS) };
  }

  async endIncident(): Promise<void> {
    await this.#change((settings) => ({ ...settings, incident: null, isIncidentRead: false }));
  }

  /** Counted now, unless it is at work: then the numbers may be some seconds old. */
  async state(): Promise<WatchState> {
    const { incident } = await this.#load();
    await this.#progress.renew(incident, this.#phase !== 'running');
    return this.#stateNow();
  }

  /** For the list of jobs; the numbers are those counted last. */
  view(): JobView {
    const { phase, reason, counts, etaSeconds: eta } = this.#stateNow();
    return {
      id: 'watch',
      kind: 'watch',
      label: 'Webhook deliveries of all invoices',
      state: phase,
      done: counts.terminal - counts.unread,
      total: counts.terminal,
      etaSeconds: eta ?? undefined,
      reason: reason ?? undefined,
    };
  }

  /** Resolves when it has ended, which it does when the business closes. */
  async ended(): Promise<void> {
    await this.#running;
  }

  #stateNow(): WatchState {
    const budget = this.#context.client.budget();
    const { counts, incident } = this.#progress;
    const isIncidentRead = incident !== null && this.#settings?.isIncidentRead === true;
    const goesFirst = isIncidentRead ? null : incident;
    const within = this.#again.withinSeconds();
    const eta = etaSeconds(budget, counts.toRead, goesFirst?.unread ?? 0, this.#again.perMinute);
    const isPaused = this.#settings?.isPaused === true;
    const stopped = this.#parts.stopped();
    return {
      phase: isPaused ? 'paused' : stopped === null ? this.#phase : 'waiting',
      reason: isPaused ? PAUSED : stopped === null ? this.#reason : failureLabel(stopped),
      counts,
      incident,
      isIncidentRead,
      etaSeconds: isPaused || counts.toRead === 0 ? null : eta.all,
      incidentEtaSeconds: isPaused || goesFirst === null ? null : eta.incident,
      perMinute: readsPerMinute(budget, goesFirst === null ? 'backlog' : 'incident'),
      recentWithinSeconds: isPaused ? null : within.recent,
      failedWithinSeconds: isPaused ? null : within.failed,
    };
  }

  async #run(): Promise<void> {
    const { closing, clock, log, profileId } = this.#context;
    while (!closing.aborted) {
      // Taken before the step: news that comes during it is not slept through.
      const news = this.#rests.news;
      let restMs: number;
      try {
        restMs = await this.#step();
      } catch (error) {
        if (closing.aborted) break;
        if (!(error instanceof FailureError)) log.error('watch.broke', { profileId }, error);
        restMs = this.#backOff(LONGEST_BACK_OFF_MS);
        // Also when somebody wakes it: what is announced about the trouble wakes it too.
        this.#retryAt = clock.monotonic() + restMs;
        this.#set('waiting', 'The mirror could not be read or written.');
      }
      if (restMs > 0) await this.#rests.rest(restMs, news);
    }
    this.#running = null;
  }

  /** Reads one invoice's deliveries, or says how long to rest. */
  async #step(): Promise<number> {
    const settings = await this.#load();
    const stopped = this.#parts.stopped();
    const retryInMs = this.#retryAt - this.#context.clock.monotonic();
    if (settings.isPaused) this.#set('paused', PAUSED);
    else if (stopped !== null) this.#set('waiting', failureLabel(stopped));
    if (settings.isPaused || stopped !== null) return LOOK_EVERY_MS;
    if (retryInMs > 0) return retryInMs;
    await this.#progress.renew(settings.incident, false);
    const first = incidentToRead(settings);
    const next = await this.#next(first);
    if (next.incident === null && first !== null && (await this.#settleIncident(first))) return 0;
    this.#again.crowd(this.#isWalked && (next.backlog !== null || next.due !== null));
    const choice = this.#choice(next);
    // Paused while it was choosing: nothing goes out after the pause was answered.
    if (this.#settings?.isPaused === true) return 0;
    if (choice.kind === 'wait') return this.#rest(choice, settings);
    const again = againKind(choice);
    if (again === null) this.#set('running', null);
    else this.#again.take(again);
    this.#below = choice.below ?? this.#below;
    if (choice.paced !== undefined) this.#pacedAt = this.#context.clock.monotonic();
    await this.#read(choice.uuid, choice.lane, again !== null);
    if (again === null) this.#tell();
    return 0;
  }

  async #rest({ ms, why }: Extract<Choice, { kind: 'wait' }>, settings: WatchSettings): Promise<number> {
    const phase = why === 'busy' ? 'running' : why === 'nothing' ? 'done' : 'waiting';
    if (phase !== 'running' && phase !== this.#phase) await this.#progress.renew(settings.incident, true);
    this.#set(phase, why === 'unwalked' ? 'The list of invoices is read first.' : null);
    const incident = incidentToRead(settings);
    const overInMs = incident === null || phase !== 'done' ? ms : incidentOverAt(incident) - this.#now();
    return Math.max(1, Math.min(ms, overInMs, this.#screens.isEmpty ? ms : SCREEN_EVERY_MS));
  }

  async #next(incident: IncidentWindow | null): Promise<WatchNext> {
    const { mirror, clock } = this.#context;
    const nowMs = this.#now();
    const freshMs = Math.min(FRESH_MS, clock.monotonic() - this.#begunAt + FRESH_AT_START_MS);
    if (!this.#isWalked) this.#isWalked = (await mirror.read('lists.state', {})).invoices.asOf !== null;
    return mirror.read('watch.next', {
      now: fromEpochMs(nowMs),
      freshSince: fromEpochMs(nowMs - freshMs),
      onScreen: this.#screens.shown(nowMs),
      incident: incident === null ? null : { ...incident, below: this.#below },
      again: this.#again.now(),
    });
  }

  /** Nothing more of the incident was found. True when the search has to begin anew, or nothing of it goes first any more. */
  async #settleIncident(incident: IncidentWindow): Promise<boolean> {
    if (this.#below !== null) {
      this.#below = null;
      return true;
    }
    // Invoices may still come into the window, or into the mirror.
    if (!this.#isWalked || incidentOverAt(incident) > this.#now()) return false;
    await this.#change((settings) =>
      settings.incident === incident ? { ...settings, isIncidentRead: true } : settings,
    );
    return true;
  }

  #choice(next: WatchNext): Choice {
    return choose(next, {
      nowMs: this.#now(),
      roomInMs: this.#roomInMs(),
      incidentInMs: this.#pacedInMs('incident'),
      backlogInMs: this.#pacedInMs('backlog'),
      againInMs: this.#again.inMs(),
      isWalked: this.#isWalked,
    });
  }

  #pacedInMs(kind: 'backlog' | 'incident'): number {
    const { client, clock } = this.#context;
    return Math.max(0, this.#pacedAt + spacingMs(client.budget(), kind) - clock.monotonic());
  }

  /** Who waits at the gate lets nobody of its own overtake, so it is not entered while it is closed. */
  #roomInMs(): number {
    const { waitingMs, remaining, reserve, resetSeconds } = this.#context.client.budget();
    if (waitingMs > 0) return Math.min(waitingMs, ROOM_AGAIN_MS);
    return remaining > reserve ? 0 : Math.min(ROOM_AGAIN_MS, Math.max(1, resetSeconds) * 1000);
  }

  async #read(uuid: string, lane: Lane, isQuiet: boolean): Promise<void> {
    const { closing, mirror } = this.#context;
    const askedAt = fromEpochMs(this.#now());
    const read = await fetchDeliveries(this.#context, uuid, { lane, signal: closing, askedAt, isQuiet });
    if (read.ok) {
      this.#failures = 0;
      return;
    }
    const { failure } = read;
    if (!meetsEveryRequest(failure)) {
      await mirror.write('watch.failed', { invoiceUuid: uuid, at: fromEpochMs(this.#now()) });
      this.#failures += 1;
      if (this.#failures >= STRIKES) this.#wait(backOffMs(this.#failures - STRIKES, LONGEST_BACK_OFF_MS), failure);
    } else if (failure.kind === 'rate-limited') this.#wait(failure.retryAfterMs, failure);
    else this.#wait(this.#backOff(longestBackOffMs(failure)), failure);
  }

  #wait(ms: number, failure: Failure): void {
    this.#retryAt = this.#context.clock.monotonic() + ms;
    this.#set('waiting', failureLabel(failure));
  }

  #backOff(longestMs: number): number {
    this.#failures += 1;
    return backOffMs(this.#failures - 1, longestMs);
  }

  #now(): number {
    return this.#parts.serverNow() - CLOCK_SLACK_MS;
  }

  async #load(): Promise<WatchSettings> {
    this.#settings ??=
      (await OWN.read(this.#context)) ??
      (await readSetting(this.#context.books, OF_EVERY_PROFILE, settingsIn)) ??
      NOTHING_SET;
    return this.#settings;
  }

  /** One change after the other; it holds when it is on the disk. */
  async #change(make: (settings: WatchSettings) => WatchSettings): Promise<void> {
    const change = this.#changing.then(async () => {
      const settings = make(await this.#load());
      await OWN.write(this.#context, settings);
      this.#settings = settings;
    });
    this.#changing = change.catch(() => undefined);
    await change;
    this.#announce();
    this.#rests.wake();
  }

  #set(phase: WatchPhase, reason: string | null): void {
    if (phase === this.#phase && reason === this.#reason) return;
    this.#phase = phase;
    this.#reason = reason;
    this.#announce();
  }

  /** Progress, every few readings. */
  #tell(): void {
    const now = this.#context.clock.monotonic();
    if (now - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = now;
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }

  #announce(): void {
    const { announce, profileId } = this.#context;
    announce({ kind: 'jobs', profileId });
    announce({ kind: 'sync', profileId });
  }
}
