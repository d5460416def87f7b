// Exports that are made by themselves, each at its time into a folder that a person has chosen. Every time has one outcome, which is in the books; what was
// missed is made up once. When each is due is domain/exports/schedule, where its file goes files/writing/chosen-folder.
import {
  duesBetween,
  type Due,
  type ExportRun,
  type ExportSchedule,
  madeUp,
  nextDues,
  PASSING,
  periodName,
  requestFor,
  restsOn,
  restsOnDeliveries,
  rolledPeriod,
  type RunProblem,
  runNotice,
} from '../../../domain/exports/schedule.ts';
import type { ExportKind } from '../../../domain/exports/export.ts';
import { type Failure, FailureError } from '../../../domain/kernel/failure/failure.ts';
import { dayAt, fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { lastDay, type Period, periodBounds } from '../../../domain/period/period.ts';
import type { Profile } from '../../../domain/profiles/profile.ts';
import type { EndedRun, KeptSchedule, NewSchedule } from '../../books/exports/schedules.ts';
import { FolderTrouble, type Placed } from '../../files/writing/chosen-folder.ts';
import { MANIFEST_ENDING } from '../../files/writing/manifest.ts';
import { deedOf, type JobContext, nowOf } from '../kernel/context.ts';
import { Rests } from '../kernel/rest.ts';
import { Teller } from '../news/teller.ts';
import type { ChosenFolders, Exports } from './export.ts';

/** Clocks are set and machines sleep: what is due is looked at so often, milliseconds. */
const LOOK_EVERY_MS = 60_000;
/** While one waits for its lists. */
const WAITS_EVERY_MS = 15_000;
/** A file waits for its lists until so long after its time, and after this console first could have made it. */
const WAITS_MS = 6 * 3_600_000;
const WAITS_LEAST_MS = 10 * 60_000;
/** What is begun so much later than it was due was missed. */
const LATE_MS = 10 * 60_000;
/** As it is then: as complete as it was so long before, for each list is read again every few minutes. */
const FRESH_MS = 10 * 60_000;
/** A folder may come back by itself. */
const AGAIN_MS = 60 * 60_000;

interface Parts {
  readonly exports: Pick<Exports, 'into'>;
  readonly folders: ChosenFolders;
  readonly profile: () => Profile;
  /** The server's clock as far as it told, milliseconds since the epoch. */
  readonly serverNow: () => number;
  /** Why the mirror cannot be read as this business's own, or null. */
  readonly bar: () => Failure | null;
  /** The lists are read again soon. */
  readonly hurry: () => void;
}

export interface Waiting {
  readonly dueAt: string;
  readonly lacks: string;
}

interface Kept {
  readonly known: readonly KeptSchedule[];
  readonly open: readonly ExportRun[];
}

interface Task {
  readonly schedule: ExportSchedule;
  readonly due: Due;
  readonly run: ExportRun | null;
  readonly isAsked: boolean;
}

export class ScheduledExports {
  readonly #context: JobContext;
  readonly #parts: Parts;
  readonly #teller: Teller;
  readonly #rests: Rests;
  readonly #waiting = new Map<string, Waiting>();
  /** By schedule and day: since when this console could have made it, on the steady clock. */
  readonly #since = new Map<string, number>();
  /** Runs that have failed, by when they are tried again, on the steady clock. */
  readonly #again = new Map<number, number>();
  #turn: Promise<unknown> = Promise.resolve();
  #isRunning = false;
  #kept: Kept | null = null;
  #writes = 0;
  #isRecovered = false;

  constructor(context: JobContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#teller = new Teller(context, 'scheduled', parts.profile);
    this.#rests = new Rests(context);
  }

  /** Begins, or looks anew: the schedules are others, the machine woke up. */
  wake(): void {
    this.#rests.wake();
    if (this.#isRunning || this.#context.closing.aborted) return;
    this.#isRunning = true;
    void this.#goOn();
  }

  /** What a schedule that is due waits for; null where it does not. */
  waiting(scheduleId: string): Waiting | null {
    return this.#waiting.get(scheduleId) ?? null;
  }

  /** Makes or changes a schedule whose folder is there. Throws FolderTrouble, and FailureError `invalid-input` as the books do. */
  async save(schedule: NewSchedule, by?: string, seen?: string): Promise<ExportSchedule> {
    const { books } = this.#context;
    // One that is switched off may have lost its folder.
    const folder = schedule.isOn ? await this.#parts.folders.at(schedule.folder) : schedule.folder;
    const saved = await books.write('schedules.save', { ...deedOf(this.#context, by), ...schedule, folder, seen });
    this.#changed();
    return saved;
  }

  /** False when there is none of that id. */
  async remove(id: string, by?: string, seen?: string): Promise<boolean> {
    const isRemoved = await this.#context.books.write('schedules.remove', { ...deedOf(this.#context, by), id, seen });
    this.#changed();
    return isRemoved;
  }

  /** Makes one now, of the days that it would be of today, or tries a run that has failed once more. Resolves when it has its outcome, null when there is nothing to make. */
  make(scheduleId: string, runId: number | null): Promise<ExportRun | null> {
    return this.#next(async () => {
      const known = (await this.#known()).find(({ schedule }) => schedule.id === scheduleId);
      if (known === undefined) return null;
      const { schedule } = known;
      const failed = runId === null ? null : ((await this.#open()).find(({ id }) => id === runId) ?? null);
      if (runId !== null && failed?.state !== 'failed') return null;
      const nowMs = this.#parts.serverNow();
      const now = { day: dayAt(nowMs, schedule.rule.timeZone), at: fromEpochMs(nowMs) };
      return this.#make({
        schedule,
        due: failed === null ? now : dueOf(failed),
        run: failed,
        isAsked: failed === null,
      });
    });
  }

  /** Resolves when none is being made. */
  async ended(): Promise<void> {
    await this.#turn.catch(() => undefined);
    await this.#teller.ended();
  }

  async #goOn(): Promise<void> {
    const { closing, log, profileId } = this.#context;
    while (!closing.aborted) {
      const { news } = this.#rests;
      let restMs: number | null = LOOK_EVERY_MS;
      await this.#next(async () => {
        restMs = await this.#look();
      }).catch((error: unknown) => {
        if (!closing.aborted) log.error('scheduled.look', { profileId }, error);
      });
      // Without a schedule there is nothing to look at until one is saved.
      if (restMs === null && news === this.#rests.news) break;
      await this.#rests.rest(restMs ?? 0, news);
    }
    this.#isRunning = false;
  }

  /** Makes what is due; answers when to look again, milliseconds, or null when nothing ever will be. */
  async #look(): Promise<number | null> {
    if (!this.#isRecovered) await this.#recover();
    this.#isRecovered = true;
    const known = (await this.#known()).filter(({ schedule }) => schedule.isOn);
    await this.#tryAgain(known);
    const nowMs = this.#parts.serverNow();
    for (const one of known) {
      const pending = await this.#pending(one, nowMs);
      // All that was missed waits at once, not one after the other.
      for (const due of pending) this.#sinceOf(one.schedule, due);
      for (const due of pending) if (!(await this.#take(one.schedule, due, nowMs))) break;
    }
    const first = Math.min(
      ...known.flatMap(({ schedule: { rule } }) => nextDues(rule, nowMs, 1)).map(({ at }) => toEpochMs(at) ?? 0),
    );
    for (const id of this.#waiting.keys())
      if (!known.some(({ schedule }) => schedule.id === id)) this.#waiting.delete(id);
    if (known.length === 0) return null;
    return Math.min(this.#waiting.size > 0 ? WAITS_EVERY_MS : LOOK_EVERY_MS, Math.max(0, first - nowMs));
  }

  /** Times that have come and have no run yet, those that are made up alone; the others are noted. */
  async #pending({ schedule, lastDueAt }: KeptSchedule, nowMs: number): Promise<readonly Due[]> {
    const { books, profileId } = this.#context;
    const lastMs = lastDueAt === null ? 0 : (toEpochMs(lastDueAt) ?? 0);
    // One of the future was made by a clock that was wrong.
    const afterMs = Math.max(toEpochMs(schedule.since) ?? 0, lastMs > nowMs ? 0 : lastMs);
    const { make, leave } = madeUp(duesBetween(schedule.rule, afterMs, nowMs), schedule.rolls);
    const { id: scheduleId, folder } = schedule;
    if (leave.length > 0) {
      await books.write('schedules.miss', { profileId, at: nowOf(this.#context), scheduleId, folder, dues: leave });
      this.#announce();
    }
    return make;
  }

  /** Since when this console could have made it, on the steady clock: the first time that this is asked. */
  #sinceOf(schedule: ExportSchedule, due: Due): number {
    const key = keyOf(schedule, due);
    const since = this.#since.get(key) ?? this.#context.clock.monotonic();
    this.#since.set(key, since);
    return since;
  }

  /** Makes it; false while it waits for its lists. */
  async #take(schedule: ExportSchedule, due: Due, nowMs: number): Promise<boolean> {
    const lacks = this.#parts.bar() === null ? await this.#lacks(schedule, due) : 'the key may be of another business';
    const waitedMs = this.#context.clock.monotonic() - this.#sinceOf(schedule, due);
    const waits = nowMs < (toEpochMs(due.at) ?? 0) + WAITS_MS || waitedMs < WAITS_LEAST_MS;
    if (lacks !== null && waits) {
      if (!this.#waiting.has(schedule.id)) this.#parts.hurry();
      const isNew = this.#waiting.get(schedule.id)?.lacks !== lacks;
      this.#waiting.set(schedule.id, { dueAt: due.at, lacks });
      if (isNew) this.#announce();
      return false;
    }
    this.#waiting.delete(schedule.id);
    this.#since.delete(keyOf(schedule, due));
    await this.#make({ schedule, due, run: null, isAsked: false });
    return true;
  }

  /** What was being made when an earlier console ended: its file is there, or it is made once more. */
  async #recover(): Promise<void> {
    const known = await this.#known();
    for (const run of await this.#open()) {
      if (run.state !== 'running') continue;
      const { id, folder, fileName, sha256, rows, bytes } = run;
      const isThere =
        fileName !== null && sha256 !== null && (await this.#parts.folders.holds(folder, fileName, sha256));
      if (isThere)
        await this.#end({ id, state: 'done', fileName, sha256, rows, bytes, outcome: 'written', problem: null });
      else {
        const schedule = known.find((one) => one.schedule.id === run.scheduleId)?.schedule;
        if (run.dueDay === null || schedule === undefined) await this.#end(failedBy(id, 'interrupted'));
        else await this.#make({ schedule, due: dueOf(run), run, isAsked: false });
      }
    }
  }

  async #tryAgain(known: readonly KeptSchedule[]): Promise<void> {
    const now = this.#context.clock.monotonic();
    const open = await this.#open();
    for (const run of open) {
      if (run.state !== 'failed' || run.problem === null || !PASSING.includes(run.problem)) continue;
      const due = this.#again.get(run.id) ?? now + AGAIN_MS;
      this.#again.set(run.id, due);
      const schedule = known.find(({ schedule: { id } }) => id === run.scheduleId)?.schedule;
      if (due > now || schedule === undefined) continue;
      this.#again.delete(run.id);
      await this.#make({ schedule, due: dueOf(run), run, isAsked: false });
    }
  }

  /** Its outcome, which is in the books then; null when there is nothing to be made any more. */
  async #make({ schedule, due, run, isAsked }: Task): Promise<ExportRun | null> {
    const { books, profileId, log } = this.#context;
    const { rolls, rule, id: scheduleId, folder } = schedule;
    const period = rolls === null ? null : rolledPeriod(rolls, due.day, rule.timeZone);
    const lacks = await this.#lacks(schedule, due);
    const late = this.#parts.serverNow() - (toEpochMs(due.at) ?? 0) > LATE_MS;
    const cause = isAsked || run?.cause === 'asked' ? 'asked' : late ? 'late' : 'due';
    const dueDay = run !== null ? run.dueDay : isAsked ? null : due.day;
    const begun = await books.write('schedules.begin', {
      profileId,
      scheduleId,
      at: nowOf(this.#context),
      folder,
      runId: run?.id ?? null,
      dueDay,
      dueAt: due.at,
      cause,
      period,
      lacks,
    });
    if (begun === null) return null;
    this.#announce();
    if (this.#parts.bar() !== null) return this.#end(failedBy(begun.id, 'barred'), run);
    try {
      const written = await this.#write(schedule, begun, due);
      // A person has stopped it, or the console ends: the next one makes it.
      if (written === null && this.#context.closing.aborted) return begun;
      if (written === null) return await this.#end(failedBy(begun.id, 'stopped'), run);
      return await this.#end({ id: begun.id, state: 'done', ...written, problem: null }, run);
    } catch (error) {
      if (this.#context.closing.aborted) return begun;
      log.warn('scheduled.failed', { scheduleId });
      return await this.#end(failedBy(begun.id, problemOf(error)), run);
    }
  }

  async #write(schedule: ExportSchedule, run: ExportRun, due: Due) {
    const { books } = this.#context;
    const { folders, exports, profile } = this.#parts;
    const sandbox = profile().kind === 'sandbox' ? 'SANDBOX-' : '';
    const name = `${sandbox}${schedule.fileName}-${periodName(schedule.rolls, due.day)}`;
    // Before anything is computed for it.
    const folder = await folders.at(schedule.folder);
    const put: { placed: Placed | null } = { placed: null };
    const request = requestFor(schedule.request, run.period);
    const written = await exports.into(
      request,
      { name, notes: notesOf(schedule, run) },
      async (file, { sha256, bytes }) => {
        const ending = file.path.slice(file.path.lastIndexOf('.'));
        const manifest = file.beside?.path ?? `${file.path}${MANIFEST_ENDING}`;
        const placed = await folders.place(
          { path: file.path, manifest, sha256, bytes, folder, name, ending },
          (fileName) => books.write('schedules.place', { id: run.id, fileName, sha256 }),
        );
        put.placed = placed;
        return placed.fileName;
      },
    );
    if (written === null || put.placed === null) return null;
    const { rows = null, bytes, sha256 = null } = written;
    return { rows, bytes, sha256, ...put.placed };
  }

  async #end(ended: EndedRun, before: ExportRun | null = null): Promise<ExportRun> {
    const write = () => this.#context.books.write('schedules.end', { ...ended, at: nowOf(this.#context) });
    // The file of a run that is done lies there and bears its name: that the books were not heard once is no failure of it.
    const run = await write().catch(write);
    if (run.state === 'failed') this.#again.set(run.id, this.#context.clock.monotonic() + AGAIN_MS);
    this.#announce();
    const body = runNotice(run);
    // What fails for the same reason each hour is told once.
    const isOld = run.state === 'failed' && before?.state === 'failed' && before.problem === run.problem;
    if (body !== null && !isOld && run.cause !== 'asked')
      await this.#teller.tell({ about: 'scheduled-exports', count: 1, sums: [], body });
    return run;
  }

  /** What is not complete of the lists that it rests on, in words; null: nothing. Of a period that is closed nothing is. */
  async #lacks({ request, rolls, rule }: ExportSchedule, due: Due): Promise<string | null> {
    const { mirror, books, profileId } = this.#context;
    const period = rolls === null ? null : rolledPeriod(rolls, due.day, rule.timeZone);
    const bounds = period === null ? null : periodBounds(period);
    if (
      bounds !== null &&
      isOfClose(request.kind) &&
      (await books.read('closes.ofPeriod', { profileId, bounds })) !== null
    )
      return null;
    const until = bounds === null ? (toEpochMs(due.at) ?? 0) - FRESH_MS : (toEpochMs(bounds.to) ?? 0);
    const states = await mirror.read('lists.state', {});
    const lists = restsOn(request.kind).flatMap((list) => {
      const { certificate, asOf, seen, total } = states[list];
      const isThere = certificate === 'certified' && asOf !== null && (toEpochMs(asOf) ?? 0) >= until;
      if (isThere) return [];
      const of = total === null ? '' : ` of ${total}`;
      return [
        certificate === 'certified'
          ? `the list of ${list} was last complete at ${asOf ?? 'no time'}`
          : `the list of ${list} is not proved complete (${seen}${of} seen)`,
      ];
    });
    if (!restsOnDeliveries(request.kind)) return lists.length === 0 ? null : `${lists.join('; ')}.`;
    const { terminal, read } = await mirror.read('deliveries.counts', {});
    const unread = read < terminal ? [`the webhooks of ${terminal - read} invoices are not checked yet`] : [];
    return lists.length + unread.length === 0 ? null : `${[...lists, ...unread].join('; ')}.`;
  }

  async #known(): Promise<readonly KeptSchedule[]> {
    return (await this.#read()).known;
  }

  async #open(): Promise<readonly ExportRun[]> {
    return (await this.#read()).open;
  }

  /** Read once until something of it is written, which is only done here. */
  async #read(): Promise<Kept> {
    if (this.#kept !== null) return this.#kept;
    const { books, profileId } = this.#context;
    const writes = this.#writes;
    const [known, open] = [
      await books.read('schedules.list', { profileId }),
      await books.read('schedules.open', { profileId }),
    ];
    if (writes === this.#writes) this.#kept = { known, open };
    return { known, open };
  }

  #changed(): void {
    this.#announce();
    this.wake();
  }

  #announce(): void {
    this.#writes += 1;
    this.#kept = null;
    const { announce, profileId } = this.#context;
    announce({ kind: 'books', profileId, kinds: ['schedules'] });
  }

  /** One after the other, so that no time is made twice. */
  #next<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

function keyOf({ id }: ExportSchedule, { day }: Due): string {
  return `${id} ${day}`;
}

function dueOf({ dueDay, dueAt }: ExportRun): Due {
  return { day: dueDay ?? dueAt.slice(0, 'YYYY-MM-DD'.length), at: dueAt };
}

function failedBy(id: number, problem: RunProblem): EndedRun {
  return { id, state: 'failed', fileName: null, rows: null, bytes: null, sha256: null, outcome: null, problem };
}

function problemOf(error: unknown): RunProblem {
  if (error instanceof FolderTrouble) return error.problem;
  return error instanceof FailureError ? 'refused' : 'not-written';
}

/** Exports that hold what was locked where their period is closed. */
function isOfClose(kind: ExportKind): boolean {
  return ['statement', 'statement-rows', 'movements', 'pack'].includes(kind);
}

/** What the manifest says before everything else. */
function notesOf({ name, rule }: ExportSchedule, { lacks, cause, dueAt, period }: ExportRun): readonly string[] {
  const days = period === null ? '' : ` Of ${daysIn(period)}.`;
  const made =
    cause === 'asked' ? 'made because a person asked for it' : cause === 'late' ? 'made up later' : 'made at its time';
  const lacking = lacks === null ? [] : [`NOT COMPLETE: when it was written ${lacks}`];
  return [...lacking, `The scheduled export “${name}”, due at ${dueAt} (${rule.timeZone}), ${made}.${days}`];
}

function daysIn(period: Period): string {
  return `${period.from} to ${lastDay(period)}, ${period.timeZone}`;
}
