/**
 * Exports that are made by themselves, through the whole engine into a real folder: at their time, late after the console was closed, beside what lies there,
 * waiting for a list that is not complete, and without a folder. Every time has one outcome, also while the console is locked.
 */
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const clock = new FastClock(25, Date.parse('2026-10-30T20:00:00Z'));
const root = realpathSync(mkdtempSync(join(tmpdir(), 'merchant-console-scheduled-')));
const folder = join(root, 'reports');
let sandbox: Sandbox;
let bench: Bench;
let profile: string;

async function begin(dataFolder?: string): Promise<void> {
  bench = await startBench({ clock, sandbox, ...(dataFolder === undefined ? {} : { dataFolder }) });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
}

beforeAll(async () => {
  mkdirSync(folder);
  sandbox = await createSandbox({ size: 60, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  await begin();
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
  rmSync(root, { recursive: true, force: true });
});

type Save = CallInput<'schedules.save'>;
type Run = CallOutput<'schedules.runs'>['rows'][number];
const DAILY: Save = {
  scheduleId: 'daily-invoices',
  name: 'Invoices of the day',
  request: { kind: 'invoices', filter: {} },
  rolls: 'yesterday',
  rule: { every: 'day', hour: 6, timeZone: 'UTC' },
  folder,
  fileName: 'invoices',
};
const FEES: Save = {
  ...DAILY,
  scheduleId: 'monthly-fees',
  name: 'Fees',
  request: { kind: 'fees', period: { from: '2020-01-01', to: '2020-02-01', timeZone: 'UTC' }, format: 'xlsx' },
  rolls: 'last-month',
  rule: { every: 'month', day: 1, hour: 6, timeZone: 'Europe/Warsaw' },
  fileName: 'fees',
};
const save = (input: Save) => bench.call('schedules.save', input, profile);
const runs = async (scheduleId: string): Promise<readonly Run[]> =>
  (await bench.call('schedules.runs', { scheduleId, offset: 0, limit: 100 }, profile)).rows;
const over = (scheduleId: string, count: number) =>
  until(
    () => runs(scheduleId),
    (rows) => rows.filter(({ state }) => state !== 'running').length >= count,
  );
const told = (): readonly string[] =>
  bench.events
    .filter(({ event, data }) => event === 'news' && Object(data).about === 'scheduled-exports')
    .map(({ data }) => String(Object(data).body));
const to = (at: string): void => clock.skip(Date.parse(at) - clock.world());
const manifestOf = (fileName: string | null) =>
  JSON.parse(readFileSync(join(folder, `${fileName}.manifest.json`), 'utf8'));

it('what cannot be made by itself, a folder that is none, and a name that is taken are refused', async () => {
  const why = async (change: Partial<Save>) => {
    const failure = await bench.refused('schedules.save', { ...DAILY, ...change }, profile);
    return failure.kind === 'invalid-input' ? failure.issues.map(({ path }) => path).join() : failure.kind;
  };
  expect(await why({ folder: 'reports' })).toBe('folder');
  expect(await why({ folder: join(root, 'gone') })).toBe('folder');
  expect(await why({ folder: bench.dataFolder })).toBe('folder');
  expect(await why({ folder: `${folder}\u0000` })).toBe('folder');
  expect(await why({ fileName: '../up' })).toBe('fileName');
  expect(await why({ request: { kind: 'close', closeId: 'some-close' } })).toContain('request');
  expect(await why({ request: FEES.request, rolls: null })).toBe('rolls');
  expect(await why({ request: { kind: 'rates' } })).toBe('rolls');
  expect(await why({ rule: { every: 'day', hour: 6, timeZone: 'Mars/Olympus' } })).toContain('timeZone');
  await save(DAILY);
  expect(await why({ scheduleId: 'another-one', fileName: 'INVOICES' })).toBe('fileName');
  // The same once more changes nothing, not even from when on it counts.
  expect(await save(DAILY)).toEqual(
    (await bench.call('schedules.list', {}, profile)).schedules.map(
      ({ next: _n, waiting: _w, latest: _l, ...kept }) => kept,
    )[0],
  );
  expect(
    (await bench.call('activity.page', { filter: { action: ['save-schedule'] }, offset: 0, limit: 5 }, profile)).total,
  ).toBe(1);
});

it('at its time a file is in the folder, with its days in its name, and in the books with rows and hash', async () => {
  await save(FEES);
  const { schedules } = await bench.call('schedules.list', {}, profile);
  expect(schedules.map(({ name, next }) => [name, next])).toEqual([
    ['Fees', '2026-11-01T05:00:00Z'],
    ['Invoices of the day', '2026-10-31T06:00:00Z'],
  ]);
  to('2026-10-31T05:59:58Z');
  const [first] = await over('daily-invoices', 1);
  expect(first).toMatchObject({
    dueDay: '2026-10-31',
    cause: 'due',
    state: 'done',
    outcome: 'written',
    fileName: 'SANDBOX-invoices-2026-10-30.csv',
    lacks: null,
    tries: 1,
    period: { from: '2026-10-30', to: '2026-10-31', timeZone: 'UTC' },
  });
  const bytes = readFileSync(join(folder, first?.fileName ?? ''));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(first?.sha256);
  expect(bytes.length).toBe(first?.bytes);
  expect(manifestOf(first?.fileName ?? null)).toMatchObject({
    rows: first?.rows,
    file: { name: first?.fileName, sha256: first?.sha256 },
  });
  expect(manifestOf(first?.fileName ?? null).notes[0]).toContain('made at its time');
  to('2026-11-01T04:59:58Z');
  expect((await over('monthly-fees', 1))[0]).toMatchObject({
    fileName: 'SANDBOX-fees-2026-10.xlsx',
    cause: 'due',
    outcome: 'written',
  });
  // What went as it should is no news.
  expect(told()).toEqual([]);
});

it('asked for once more it is the same file, and another one beside what a person has put there', async () => {
  await over('daily-invoices', 1);
  to('2026-11-01T06:00:01Z');
  await over('daily-invoices', 2);
  expect(await bench.call('schedules.run', { scheduleId: 'daily-invoices' }, profile)).toMatchObject({
    cause: 'asked',
    dueDay: null,
    outcome: 'same',
    fileName: 'SANDBOX-invoices-2026-10-31.csv',
  });
  const own = join(folder, 'SANDBOX-invoices-2026-10-31.csv');
  writeFileSync(own, 'mine');
  expect(await bench.call('schedules.run', { scheduleId: 'daily-invoices' }, profile)).toMatchObject({
    outcome: 'beside',
    fileName: 'SANDBOX-invoices-2026-10-31-2.csv',
  });
  expect(readFileSync(own, 'utf8')).toBe('mine');
});

it('without its folder it fails once, says what to do, and is made by itself when the folder is back, also behind the lock', async () => {
  const before = (await runs('daily-invoices')).length;
  renameSync(folder, `${folder}-away`);
  to('2026-11-02T06:00:01Z');
  const [failed] = await over('daily-invoices', before + 1);
  expect(failed).toMatchObject({ dueDay: '2026-11-02', state: 'failed', problem: 'gone', fileName: null });
  await until(told, (bodies) => bodies.length === 1);
  expect(told()[0]).toContain('The folder is not there');
  await bench.call('lock.set', { passphrase: 'correct horse battery staple' });
  await bench.call('lock.now', {});
  renameSync(`${folder}-away`, folder);
  clock.skip(HOUR);
  const made = await until(
    () => readdirSync(folder),
    (names) => names.includes('SANDBOX-invoices-2026-11-01.csv.manifest.json'),
  );
  expect(made).toContain('SANDBOX-invoices-2026-11-01.csv');
  await bench.call('lock.open', { passphrase: 'correct horse battery staple' });
  await bench.call('lock.remove', { present: 'correct horse battery staple' });
  const [again] = await runs('daily-invoices');
  expect(again).toMatchObject({ id: failed?.id, dueDay: '2026-11-02', state: 'done', tries: 2 });
});

it('a list that is not complete is waited for, and after six hours the file says so, and the news', async () => {
  await bench.call('jobs.cancel', { id: 'sync' }, profile);
  const before = (await runs('daily-invoices')).length;
  to('2026-11-03T06:00:01Z');
  const waiting = await until(
    async () =>
      (await bench.call('schedules.list', {}, profile)).schedules.find(({ id }) => id === 'daily-invoices')?.waiting,
    (found) => found !== null,
  );
  expect(waiting).toMatchObject({ dueAt: '2026-11-03T06:00:00Z' });
  expect(waiting?.lacks).toContain('the list of invoices was last complete at');
  expect(await runs('daily-invoices')).toHaveLength(before);
  const news = told().length;
  clock.skip(6 * HOUR);
  const [lacking] = await over('daily-invoices', before + 1);
  expect(lacking).toMatchObject({ dueDay: '2026-11-03', state: 'done' });
  expect(lacking?.lacks).toBe(waiting?.lacks);
  expect(manifestOf(lacking?.fileName ?? null).notes[0]).toMatch(/^NOT COMPLETE: .*last complete at/);
  await until(told, (bodies) => bodies.length === news + 1);
  expect(told().at(-1)).toContain('NOT COMPLETE');
  await bench.call('sync.start', {}, profile);
  await synced(bench, profile);
});

it('what was missed while the console was closed is made up once, each of its days, and says so', async () => {
  const { dataFolder } = bench;
  await bench.stop();
  clock.skip(3 * DAY);
  await begin(dataFolder);
  const rows = await until(
    () => runs('daily-invoices'),
    (all) => all.filter(({ dueDay, state }) => (dueDay ?? '') > '2026-11-03' && state === 'done').length === 3,
  );
  const late = rows.filter(({ dueDay }) => (dueDay ?? '') > '2026-11-03');
  expect(late.map(({ dueDay, cause, fileName }) => [dueDay, cause, fileName])).toEqual([
    ['2026-11-06', 'late', 'SANDBOX-invoices-2026-11-05.csv'],
    ['2026-11-05', 'late', 'SANDBOX-invoices-2026-11-04.csv'],
    ['2026-11-04', 'late', 'SANDBOX-invoices-2026-11-03.csv'],
  ]);
  await until(told, (bodies) => bodies.length === 3);
  expect(told()[0]).toContain('is made up now');
  // And no time has two.
  const days = rows.flatMap(({ dueDay }) => dueDay ?? []);
  expect(new Set(days).size).toBe(days.length);
});

it('what is removed stays in the books with all that came of it, and goes with its profile', async () => {
  const before = await runs('daily-invoices');
  await bench.call('schedules.remove', { scheduleId: 'daily-invoices' }, profile);
  expect((await bench.refused('schedules.remove', { scheduleId: 'daily-invoices' }, profile)).kind).toBe('not-found');
  expect((await bench.refused('schedules.run', { scheduleId: 'daily-invoices' }, profile)).kind).toBe('not-found');
  expect(await runs('daily-invoices')).toEqual(before);
  // Its name is free again.
  await save({ ...DAILY, scheduleId: 'another-daily' });
  for (let at = 0; at < 28; at += 1) await save({ ...DAILY, scheduleId: `more-${at}-of-them`, fileName: `more-${at}` });
  expect(
    (await bench.refused('schedules.save', { ...DAILY, scheduleId: 'one-too-many', fileName: 'one-more' }, profile))
      .kind,
  ).toBe('invalid-input');
});
