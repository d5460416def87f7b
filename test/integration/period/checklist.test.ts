/** The checklist of a month over the whole engine: what is true is ticked by itself, people tick the rest with their name, own steps begin in one month and end in another, and the pack has it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' } as const;
const NOVEMBER = { from: '2026-11-01', to: '2026-12-01', timeZone: 'UTC' } as const;
const clock = new FastClock(25, Date.parse('2026-11-03T08:00:00Z'));
const root = mkdtempSync(join(tmpdir(), 'merchant-console-checklist-'));
let sandbox: Sandbox;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  mkdirSync(join(root, 'reports'));
  sandbox = await createSandbox({ size: 80, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
  await bench.call('reconciliation.run', {}, profile);
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
  rmSync(root, { recursive: true, force: true });
});

type Period = typeof OCTOBER | typeof NOVEMBER;
type Checklist = CallOutput<'checklist.read'>;
const read = (period: Period = OCTOBER) => bench.call('checklist.read', { period }, profile);
const stepOf = ({ steps }: Checklist, step: string) => steps.find((one) => one.step === step);
const names = ({ steps }: Checklist): readonly string[] => steps.map(({ step }) => step);

it('what the engine knows is ticked by what is true, and nobody else can', async () => {
  const first = await until(read, (list) => stepOf(list, 'complete')?.isDone === true);
  expect(names(first)).toEqual(['complete', 'exceptions', 'tie-out', 'statement', 'fees', 'exports', 'close']);
  expect(first.left).toBe(first.steps.filter(({ isDone }) => !isDone).length);
  const open = (await bench.call('periods.readiness', { period: OCTOBER }, profile)).openExceptions.count;
  expect(stepOf(first, 'exceptions')).toMatchObject({
    by: 'engine',
    isDone: open === 0,
    known: open === 0 ? null : `${open} open`,
  });
  const differing = await bench.call(
    'reconciliation.tieRows',
    { period: OCTOBER, differs: true, offset: 0, limit: 1 },
    profile,
  );
  expect(stepOf(first, 'tie-out')?.isDone).toBe(differing.total === 0);
  // A month that has not ended is complete of nothing.
  expect(stepOf(await read(NOVEMBER), 'complete')).toMatchObject({
    isDone: false,
    known: 'Not yet: invoices and withdrawals',
  });
  for (const step of ['complete', 'close', 'nothing-of-the-kind'])
    expect((await bench.refused('checklist.tick', { period: OCTOBER, step, done: true }, profile)).kind).toMatch(
      /invalid-input|not-found/,
    );
});

it('a person ticks with a note, takes it off again, and both stay; another month is another one', async () => {
  const tick = (done: boolean, note?: string) =>
    bench.call(
      'checklist.tick',
      { period: OCTOBER, step: 'fees', done, ...(note === undefined ? {} : { note }) },
      profile,
    );
  expect(stepOf(await tick(true, 'as agreed with the provider'), 'fees')).toMatchObject({
    isDone: true,
    tick: { done: true, note: 'as agreed with the provider' },
  });
  const { total } = await bench.call(
    'activity.page',
    { filter: { action: ['tick-step'] }, offset: 0, limit: 9 },
    profile,
  );
  await tick(true, 'as agreed with the provider');
  expect(
    (await bench.call('activity.page', { filter: { action: ['tick-step'] }, offset: 0, limit: 9 }, profile)).total,
  ).toBe(total);
  expect(stepOf(await tick(false), 'fees')).toMatchObject({ isDone: false, tick: { done: false, note: null } });
  await tick(true);
  expect(stepOf(await read(NOVEMBER), 'fees')?.tick).toBeNull();
  await bench.call('checklist.tick', { period: OCTOBER, step: 'statement', done: true, print: 'k3y' }, profile);
  expect(stepOf(await read(), 'statement')?.tick?.print).toBe('k3y');
});

it('steps of the team’s own begin in a month, stand in its order, and are off from another month on', async () => {
  const add = (stepId: string, text: string, period: Period) =>
    bench.call('checklist.addStep', { stepId, text, period }, profile);
  await add('tell-the-bank', 'Tell the bank', OCTOBER);
  await add('tell-the-board', 'Tell the board <b>soon</b>', OCTOBER);
  await add('tell-the-bank', 'Tell the bank', OCTOBER);
  await add('only-november', 'New from November on', NOVEMBER);
  await bench.call('checklist.order', { stepIds: ['tell-the-board', 'tell-the-bank'] }, profile);
  const own = async (period: Period) => (await read(period)).steps.filter(({ isOwn }) => isOwn).map(({ step }) => step);
  expect(await own(OCTOBER)).toEqual(['tell-the-board', 'tell-the-bank']);
  expect(await own(NOVEMBER)).toEqual(['tell-the-board', 'tell-the-bank', 'only-november']);
  await bench.call('checklist.tick', { period: OCTOBER, step: 'tell-the-bank', done: true }, profile);
  await bench.call('checklist.removeStep', { stepId: 'tell-the-bank', period: NOVEMBER }, profile);
  expect(await own(OCTOBER)).toEqual(['tell-the-board', 'tell-the-bank']);
  expect(await own(NOVEMBER)).toEqual(['tell-the-board', 'only-november']);
  expect(names(await read()).at(-1)).toBe('close');
  for (let at = 0; at < 18; at += 1) await add(`another-step-${at}`, `Step ${at}`, NOVEMBER);
  expect(
    (await bench.refused('checklist.addStep', { stepId: 'one-too-many', text: 'x', period: NOVEMBER }, profile)).kind,
  ).toBe('invalid-input');
});

it('a file of exactly these days that a schedule has made ticks the files, and the pack has what people said', async () => {
  expect(stepOf(await read(), 'exports')?.isDone).toBe(false);
  const folder = join(root, 'reports');
  const rule = { every: 'month', day: 1, hour: 6, timeZone: 'UTC' } as const;
  const request = { kind: 'pack', period: OCTOBER } as const;
  await bench.call(
    'schedules.save',
    { scheduleId: 'monthly-pack', name: 'Pack', request, rolls: 'last-month', rule, folder, fileName: 'pack' },
    profile,
  );
  const run = await bench.call('schedules.run', { scheduleId: 'monthly-pack' }, profile);
  expect(run).toMatchObject({ state: 'done', fileName: 'SANDBOX-pack-2026-10.zip' });
  expect(stepOf(await read(), 'exports')?.isDone).toBe(true);
  expect(stepOf(await read(NOVEMBER), 'exports')?.isDone).toBe(false);
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, run.fileName ?? ''), join(root, 'out')]);
  const table = execFileSync('python3', [
    '-c',
    `import csv,sys;print([(r['step'],r['what'],r['ticked'],r['note']) for r in csv.DictReader(open(sys.argv[1],encoding='utf-8-sig'))])`,
    join(root, 'out', 'checklist.csv'),
  ]).toString();
  expect(table).toContain(
    `('fees', 'Fees looked at', 'yes', 'as agreed with the provider'), ('fees', 'Fees looked at', 'no', '')`,
  );
  expect(table).toContain(`('tell-the-bank', 'Tell the bank', 'yes', '')`);
  const said = execFileSync('python3', ['check.py'], { cwd: join(root, 'out') }).toString();
  expect(said.trimEnd().endsWith('All of it agrees.')).toBe(true);
});
