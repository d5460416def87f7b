/** Exports that are made by themselves: each time has one outcome, which stays; its file lies in the folder with its bytes, and none that no run has named. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { type Cells, type Files, textOf } from './files.ts';
import { at, type Verdicts } from './verdicts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long it waits for its lists after its time; one that need not wait any more by the end may, too. */
const WAITS_MS = 6 * HOUR_MS;

export class ScheduleJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  /** The folder that people have named. */
  readonly #folder: string;
  /** What came of each time, by schedule and day. */
  readonly #ended = new Map<string, string>();
  /** Names of files that a run has had, also in books that gave way. */
  readonly #named = new Set<string>();
  /** Books were put back while the folder was away: which files lay in it is seen when it comes. */
  #owesNames = false;

  constructor(verdicts: Verdicts, files: Files, folder: string) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#folder = folder;
  }

  /** Older books lie there now: what they do not know is made once more. */
  booksPutBack(): void {
    this.#ended.clear();
    this.#owesNames = true;
    this.#nameAll();
  }

  #nameAll(): void {
    if (!this.#owesNames || !existsSync(this.#folder)) return;
    this.#owesNames = false;
    for (const name of this.#there()) this.#named.add(name);
  }

  /** What lies in the books and in the folder. */
  look(): void {
    const runs = this.#all('SELECT * FROM export_runs ORDER BY id');
    const keys = runs.filter((run) => run['due_day'] !== null).map(keyOf);
    if (new Set(keys).size !== keys.length) this.#verdicts.violated('schedules: a time has two outcomes');
    for (const key of this.#ended.keys())
      if (!keys.includes(key)) this.#verdicts.violated(`schedules: what came of ${key} is gone`);
    for (const run of runs) {
      this.#named.add(textOf(run, 'file_name'));
      if (run['due_day'] !== null) this.#outcome(run);
    }
    this.#nameAll();
    for (const name of this.#there())
      if (!this.#named.has(name)) this.#verdicts.violated(`schedules: no run has named the file ${name}`);
  }

  #outcome(run: Cells): void {
    const [key, state] = [keyOf(run), textOf(run, 'state')];
    const [name, sha256] = [textOf(run, 'file_name'), textOf(run, 'sha256')];
    const before = this.#ended.get(key);
    const now = `${state} ${name} ${sha256}`;
    if (before !== undefined && before !== now)
      this.#verdicts.violated(`schedules: what came of ${key} was ${before} and is ${now}`);
    if (before !== undefined) return;
    this.#verdicts.journal.met(`a scheduled export: ${textOf(run, 'cause')}, ${state}`);
    // What has failed may be tried again.
    if (state !== 'done' && state !== 'missed') return;
    this.#ended.set(key, now);
    const path = join(this.#folder, name);
    if (state === 'missed' || !existsSync(this.#folder)) return;
    if (!existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== sha256)
      this.#verdicts.violated(`schedules: the file ${name} of ${key} is not there as it was written`);
  }

  /** Each time that had come when all trouble was over has its outcome; while a list is not proved complete one of the last hours may wait for it. */
  atTheEnd(quietFromMs: number, isProved: boolean): void {
    this.look();
    const runs = new Map(this.#all('SELECT * FROM export_runs').map((run) => [keyOf(run), run]));
    for (const run of this.#all(`SELECT * FROM export_runs WHERE state = 'running'`))
      this.#verdicts.violated(`schedules: ${keyOf(run)} is being made for ever`);
    for (const schedule of this.#all('SELECT * FROM export_schedules WHERE is_on = 1 AND removed_at IS NULL')) {
      const rule: unknown = JSON.parse(textOf(schedule, 'rule'));
      for (const [day, due] of duesOf(rule, Date.parse(textOf(schedule, 'since')), quietFromMs)) {
        const key = `${textOf(schedule, 'id')} ${day}`;
        const state = textOf(runs.get(key), 'state');
        this.#verdicts.journal.met('a due time was held against the books');
        if (state === '' && !isProved && due > quietFromMs - WAITS_MS) {
          this.#verdicts.journal.met('a scheduled export waited for a list to the end');
          continue;
        }
        if (state === '' || state === 'running')
          this.#verdicts.violated(`schedules: ${key}, due at ${at(due)}, ${state === '' ? 'has no outcome' : 'runs'}`);
      }
    }
  }

  /** Files of people and of the console in the folder, without their manifests and what a death has left half written; none while it is away. */
  #there(): readonly string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).filter((name) => !/\.manifest\.json$|\.partial$/.test(name));
  }

  #all(sql: string): readonly Cells[] {
    return this.#files.books((file) => file.all(sql)) ?? [];
  }
}

const keyOf = (run: Cells): string => `${textOf(run, 'schedule_id')} ${textOf(run, 'due_day')}`;

/** The times of a daily rule by another reading of it: each local day has one, the first at which its clock shows the hour. No clock of a world leaves an hour out. */
function duesOf(rule: unknown, sinceMs: number, untilMs: number): ReadonlyMap<string, number> {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: String(fieldOf(rule, 'timeZone')),
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const hour = ` ${String(fieldOf(rule, 'hour')).padStart(2, '0')}:00`;
  const first = new Map<string, number>();
  for (let ms = Math.floor(sinceMs / HOUR_MS) * HOUR_MS - 2 * DAY_MS; ms <= untilMs; ms += HOUR_MS) {
    const local = shown.format(ms);
    const day = local.slice(0, 10);
    if (local.endsWith(hour) && !first.has(day)) first.set(day, ms);
  }
  return new Map([...first].filter(([, ms]) => ms > sinceMs));
}
