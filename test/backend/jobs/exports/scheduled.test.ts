/**
 * Exports that are made by themselves over many seeded weeks: consoles that end in the middle of a file or just after it was placed, are closed for days, lose
 * their folder, and sit at computers whose clock is set. Every time has exactly one outcome, and no file is ever another one. The whole engine:
 * test/integration/exports/scheduled.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderTrouble, type Placed, type ToPlace } from '../../../../src/backend/files/writing/chosen-folder.ts';
import { ScheduledExports } from '../../../../src/backend/jobs/exports/scheduled.ts';
import { type Due, duesBetween, madeUp } from '../../../../src/domain/exports/schedule.ts';
import { clientAt, jobContext } from '../../../support/benches/job-context.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { seeded } from '../../../support/seeded.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const START = Date.parse('2026-10-22T12:00:00Z');
const SCHEDULES = [
  { id: 'daily-notes', rolls: 'yesterday', rule: { every: 'day', hour: 2, timeZone: 'Europe/Warsaw' } },
  { id: 'daily-rates', rolls: null, rule: { every: 'day', hour: 5, timeZone: 'America/New_York' } },
  { id: 'weekly-notes', rolls: 'last-week', rule: { every: 'week', weekday: 1, hour: 9, timeZone: 'Asia/Kathmandu' } },
] as const;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scheduled-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What lies in the folder: a name, once it is taken, has the same bytes for ever. */
class Folder {
  readonly files = new Map<string, string>();
  isThere = true;

  place({ name, ending, sha256 }: ToPlace): Placed {
    for (let at = 1; ; at += 1) {
      const fileName = `${name}${at === 1 ? '' : `-${at}`}${ending}`;
      const there = this.files.get(fileName);
      if (there !== undefined && there !== sha256) continue;
      this.files.set(fileName, sha256);
      return { fileName, outcome: there === sha256 ? 'same' : at === 1 ? 'written' : 'beside' };
    }
  }
}

const forEver = new Promise<never>(() => undefined);

/** Answers how many times it looked at. */
async function weeks(seed: number): Promise<number> {
  const random = seeded(seed);
  const clock = new DiscreteClock(START);
  const folder = new Folder();
  const path = join(root, `${seed}`);
  const store = openInProcess(path);
  const context = {
    client: clientAt('https://api.example', 'key', { clock }),
    mirror: store.mirror('p1'),
    books: store.books,
    clock,
  };
  /** A console; it dies at a place in the work of a file, after which nothing of it goes on. */
  const begin = (deaths: number): { readonly end: () => void; readonly exports: ScheduledExports } => {
    const closing = new AbortController();
    const dies = (): boolean => random() < deaths;
    const exports = new ScheduledExports(jobContext({ ...context, closing: closing.signal }), {
      exports: {
        async into(request, { name }, put) {
          await clock.sleep(random() * 5 * MINUTE);
          if (dies()) return forEver;
          // What a list is now is another one each time.
          const sha256 = request.kind === 'rates' ? `${name} ${clock.now()}` : name;
          const file = { path: '/own/one.csv', suggestedName: `${name}.csv`, mimeType: 'text/csv' };
          await put(file, { sha256, bytes: 1 });
          return { rows: 1, bytes: 1, sha256 };
        },
      },
      folders: {
        at: async (chosen) => {
          if (!folder.isThere) throw new FolderTrouble('gone');
          return chosen;
        },
        place: async (file, plan) => {
          if (!folder.isThere) throw new FolderTrouble('gone');
          const placed = folder.place(file);
          await plan(placed.fileName);
          return dies() ? forEver : placed;
        },
        holds: async (_folder, name, sha256) => folder.isThere && folder.files.get(name) === sha256,
      },
      profile: () => ({ id: 'p1', name: 'Shop', origin: 'https://api.example', kind: 'business', readOnly: false }),
      serverNow: () => clock.now(),
      bar: () => null,
      hurry: () => undefined,
    });
    exports.wake();
    return { end: () => closing.abort(new Error('closing')), exports };
  };
  await store.books.write('profiles.add', {
    id: 'p1',
    name: 'Shop',
    kind: 'business',
    origin: 'https://api.example',
    baseUrl: 'https://api.example',
    apiRoot: 'https://api.example/api/v1',
    keyStorage: 'session',
    readOnly: false,
    businessUuid: null,
    createdAt: new Date(START).toISOString(),
    unprovedSince: null,
  });
  let console = begin(0.3);
  for (const { id, rolls, rule } of SCHEDULES) {
    const request =
      id === 'daily-rates' ? ({ kind: 'rates' } as const) : ({ kind: 'notes', filter: {}, sort: [] } as const);
    const work = console.exports.save({
      id,
      name: id,
      request,
      rolls,
      rule,
      folder: '/reports',
      fileName: id,
      isOn: true,
    });
    await clock.run(work);
  }
  for (let sitting = 0; sitting < 7; sitting += 1) {
    await clock.runFor(random() * 20 * HOUR);
    console.end();
    folder.isThere = random() < 0.7;
    // Closed, and perhaps with a clock that a person has set.
    await clock.runFor(random() < 0.3 ? random() * 4 * DAY : random() * HOUR);
    if (random() < 0.3) clock.jumpWall(random() * 3 * HOUR);
    console = begin(0.3);
  }
  // All is well at the end, for as long as a folder is tried again.
  console.end();
  folder.isThere = true;
  console = begin(0);
  await clock.runFor(3 * HOUR);
  const nowMs = clock.now();
  console.end();
  let times = 0;
  for (const { id, rolls, rule } of SCHEDULES) {
    const { rows } = await store.books.read('schedules.runs', {
      profileId: 'p1',
      scheduleId: id,
      offset: 0,
      limit: 200,
    });
    const dues: readonly Due[] = duesBetween(rule, START, nowMs);
    times += rows.length;
    const told = rows.map(({ dueDay, state }) => [dueDay, state]);
    expect([seed, id, rows.map(({ dueDay }) => dueDay ?? '').toSorted((a, b) => (a < b ? -1 : 1))]).toEqual([
      seed,
      id,
      dues.map(({ day }) => day),
    ]);
    expect([seed, id, told.filter(([, state]) => state !== 'done' && state !== 'missed')]).toEqual([seed, id, []]);
    for (const { fileName, sha256, state } of rows)
      if (state === 'done')
        expect([seed, fileName, folder.files.get(fileName ?? '')]).toEqual([seed, fileName, sha256]);
    // Days of their own are never left out within a month.
    if (rolls !== null)
      expect(rows.filter(({ state }) => state === 'missed')).toHaveLength(madeUp(dues, rolls).leave.length);
  }
  await store.close();
  return times;
}

it('every time has exactly one outcome, whatever happens in between', async () => {
  for (let seed = 1; seed <= 3; seed += 1) expect(await weeks(seed)).toBeGreaterThan(10);
});
