/**
 * The order of a start: a key store that never answers keeps nobody from the figures, the lists and the other profiles, and the figures of last
 * time are there before anything was asked of the API.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readLastKnown } from '../../src/backend/last-known.ts';
import { dayAt, nextDay, startOfDay } from '../../src/domain/time.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { type Bench, MemoryVault, startBench, synced } from './bench.ts';
import { FastClock } from './clock.ts';

const SECRET = 'a-webhook-secret-of-the-shop';

/** As a key store behind a dialog that nobody answers. */
class HangingVault extends MemoryVault {
  readonly asked: string[] = [];
  override async get(account: string): Promise<string | null> {
    this.asked.push(account);
    return new Promise(() => undefined);
  }
}

let clock: FastClock;
let api: IndependentApi;
let bench: Bench;
let shop = '';
/** What the overview asks for when it opens, in UTC. */
function opening() {
  const today = dayAt(clock.now(), 'UTC');
  const [from, to] = [`${today.slice(0, 7)}-01`, nextDay(today) ?? ''].map((day) => startOfDay(day, 'UTC') ?? '');
  return { finishedFrom: from, finishedTo: to };
}

/** The first run: everything is read, the overview is looked at, and the console ends. */
beforeAll(async () => {
  clock = new FastClock(10);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 130, withdrawals: 4 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const first = await startBench({ clock });
  const added = await first.call('profiles.add', { name: 'Shop', baseUrl: `${api.baseUrl}/api/v1`, apiKey: KEY_A });
  shop = added.id ?? '';
  await first.call('profiles.add', {
    name: 'Other',
    baseUrl: `${api.baseUrl}/api/v1`,
    apiKey: KEY_A,
    storage: 'session',
  });
  await first.call('webhookSecret.set', { secret: SECRET }, shop);
  await synced(first, shop);
  await first.call('overview.totals', { filter: opening() }, shop);
  await first.stop();
  bench = await startBench({ clock, dataFolder: first.dataFolder, vault: new HangingVault() });
});

afterAll(async () => {
  await bench.stop();
  await api.close();
  bench.remove();
});

describe('with a key store that never answers', () => {
  it('the engine is up, and lists, figures and profiles answer', async () => {
    const { profiles, selected } = await bench.call('profiles.list', {});
    expect(profiles).toMatchObject([
      { name: 'Shop', key: 'keychain' },
      { name: 'Other', key: 'absent' },
    ]);
    expect(selected).toBe(shop);
    expect((await bench.call('invoices.page', { offset: 0, limit: 10 }, shop)).rows).toHaveLength(10);
    expect(await bench.call('sync.status', {}, shop)).toMatchObject({
      invoices: { certificate: 'certified', seen: 130 },
    });
    expect((await bench.call('overview.totals', {}, shop)).currencies.length).toBeGreaterThan(0);
    await bench.call('overview.attention', {}, shop);
    await bench.call('settings.get', {});
    expect(Reflect.get(bench.vault, 'asked')).toContain(shop);
  });

  it('what needs the key is not sent', async () => {
    const before = api.requests.length;
    const { rows } = await bench.call('invoices.page', { offset: 0, limit: 1 }, shop);
    const uuid = rows[0]?.uuid ?? '';
    expect(await bench.refused('invoices.get', { ident: uuid, fresh: true }, shop)).toMatchObject({ reason: 'no-key' });
    expect(api.requests).toHaveLength(before);
  });

  it('the figures of last time were kept and are answered', async () => {
    const { lastKnown } = await bench.call('startup.lastKnown', {});
    expect(lastKnown).toEqual(readLastKnown(bench.dataFolder));
    expect(lastKnown).toMatchObject({ profile: { id: shop, name: 'Shop', kind: 'business' }, timeZone: 'UTC' });
    const now = await bench.call('overview.totals', { filter: opening() }, shop);
    expect(lastKnown?.totals.currencies).toEqual(now.currencies);
  });

  it('the file of them holds no key, no secret and nobody else', () => {
    const text = readFileSync(join(bench.dataFolder, 'last-known.json'), 'utf8');
    for (const hidden of [KEY_A, SECRET, 'Other', api.baseUrl]) expect(text).not.toContain(hidden);
  });
});

it('a profile that new windows do not show any more takes its figures with it', async () => {
  const other = (await bench.call('profiles.list', {})).profiles.find(({ name }) => name === 'Other')?.id ?? '';
  await bench.call('profiles.select', { id: other });
  await expect.poll(() => existsSync(join(bench.dataFolder, 'last-known.json'))).toBe(false);
  expect(await bench.call('startup.lastKnown', {})).toEqual({ lastKnown: null });
});

it('what was seen last is kept, however soon after it the console ends', async () => {
  // A real clock: the first is written at once, the second would be half a minute later.
  const quick = await startBench({ clock: new FastClock(1) });
  const added = await quick.call('profiles.add', { name: 'Shop', baseUrl: `${api.baseUrl}/api/v1`, apiKey: KEY_A });
  const today = dayAt(Date.now(), 'UTC');
  const [from, to] = [`${today.slice(0, 7)}-01`, nextDay(today) ?? ''].map((day) => startOfDay(day, 'UTC') ?? '');
  const look = () => quick.call('overview.totals', { filter: { finishedFrom: from, finishedTo: to } }, added.id ?? '');
  await look();
  await vi.waitUntil(() => readLastKnown(quick.dataFolder) !== null, 60_000);
  const seenLast = quick.clock.now();
  await look();
  await quick.stop();
  expect(Date.parse(readLastKnown(quick.dataFolder)?.readAt ?? '')).toBeGreaterThanOrEqual(seenLast);
  quick.remove();
});
