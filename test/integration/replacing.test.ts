/** What the engine says to a shell that wants to replace the console: whether something is at work, and that nothing new begins. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IndependentApi, startIndependentApi } from '../support/independent-api/server.ts';
import { type Bench, startBench, synced } from './bench.ts';
import { FastClock } from './clock.ts';

let api: IndependentApi;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(20);
  api = await startIndependentApi({ businesses: [{ key: 'key-4711-abcd', invoices: 40 }], now: () => clock.world() });
  bench = await startBench({ clock });
  const { id } = await bench.call('profiles.add', {
    name: 'C',
    baseUrl: api.baseUrl,
    apiKey: 'key-4711-abcd',
    storage: 'session',
  });
  profile = id ?? '';
  await synced(bench, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const idle = async () => {
  await expect.poll(() => bench.app.busy()).toBe(false);
};

it('sync and watch go on by themselves and stand in nobody’s way', async () => {
  await idle();
  const { jobs } = await bench.call('jobs.list', {}, profile);
  expect(jobs.map(({ kind }) => kind)).toContain('sync');
});

it('a call that writes counts until it has its answer; one that reads, and one about newer versions, never does', async () => {
  await idle();
  const writing = bench.call('profiles.update', { id: profile, name: 'D' });
  expect(bench.app.busy()).toBe(true);
  await writing;
  expect(bench.app.busy()).toBe(false);
  const others = [bench.call('profiles.list', {}), bench.call('updates.check', {}), bench.call('updates.install', {})];
  expect(bench.app.busy()).toBe(false);
  await Promise.all(others);
});

it('a job that a person began counts until its end', async () => {
  await idle();
  const { jobId } = await bench.call('exports.start', { kind: 'invoices', format: 'csv', timeZone: 'UTC' }, profile);
  // Files are written in other threads: it cannot have ended between the answer and here.
  expect(bench.app.busy()).toBe(true);
  const state = async () => (await bench.call('jobs.list', {}, profile)).jobs.find(({ id }) => id === jobId)?.state;
  await expect.poll(state).toBe('done');
  await idle();
});

it('while it is held nothing that writes begins, what reads goes on, and two holds are two', async () => {
  const first = bench.app.hold();
  const second = bench.app.hold();
  const rename = () => bench.ask('profiles.update', { id: profile, name: 'E' });
  first();
  expect(await rename()).toMatchObject({ ok: false, failure: { kind: 'unavailable-offline' } });
  expect(bench.app.busy()).toBe(false);
  const { profiles } = await bench.call('profiles.list', {});
  expect(profiles.map(({ name }) => name)).toContain('D');
  expect(await bench.call('updates.check', {})).toMatchObject({ state: 'off' });
  second();
  second();
  expect(await rename()).toMatchObject({ ok: true });
});
