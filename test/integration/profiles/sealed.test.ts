/** A team's host whose master key is missing or another one: it stands still and says why, nothing is overwritten, and it goes on once the key is there. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealedVault } from '../../../src/keychain/sealed-vault.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { type Bench, startBench, synced, temporaryFolder, until } from '../bench.ts';
import { FastClock } from '../clock.ts';
import { joined } from '../people/joined.ts';

const root = temporaryFolder();
const masterKey = join(root, 'master-key');
const sealed = join(root, 'vault');
const RIGHT = randomBytes(32).toString('base64');
const FIRST = { filter: {}, sort: [], offset: 0, limit: 5 };
const SEALED = { kind: 'profile-changed', reason: 'sealed' };

let api: IndependentApi;
let shop: string;

function life(): Promise<Bench> {
  const vault = createSealedVault({ folder: sealed, masterKey });
  return startBench({ clock: new FastClock(1), dataFolder: join(root, 'data'), vault });
}

const files = (): Record<string, string> =>
  Object.fromEntries(readdirSync(sealed).map((name) => [name, readFileSync(join(sealed, name), 'hex')]));

beforeAll(async () => {
  mkdirSync(join(root, 'data'));
  writeFileSync(masterKey, RIGHT);
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }] });
  const bench = await life();
  const added = await bench.call('profiles.add', { name: 'Shop', baseUrl: api.baseUrl, apiKey: KEY_A });
  shop = added.id ?? '';
  await synced(bench, shop);
  await bench.stop();
});
afterAll(async () => {
  await api.close();
  rmSync(root, { recursive: true, force: true });
});

describe.each([
  ['missing', () => rmSync(masterKey), 'master key is missing', 'no-master-key'],
  ['another one', () => writeFileSync(masterKey, randomBytes(32).toString('base64')), 'is not the one', 'not-opened'],
] as const)('a master key that is %s', (_what, takeAway, words, reason) => {
  let bench: Bench;
  let before: Record<string, string>;
  let asked: number;
  beforeAll(async () => {
    before = files();
    takeAway();
    asked = api.requests.length;
    bench = await life();
  });
  afterAll(async () => {
    await bench.stop();
    writeFileSync(masterKey, RIGHT);
  });

  test('is told to everybody who opens the console, however late, with what is to be done', async () => {
    const viewer = await joined(bench, `Viewer ${reason}`, { [shop]: ['viewer'] });
    bench.clock.skip(3_600_000);
    const told: string[] = [];
    bench.app.subscribe('late', (frame) => told.push(JSON.stringify(frame)), viewer);
    expect(told.join('\n')).toContain(words);
    expect(told.join('\n')).toMatch(/keys-sealed.*Whoever runs the host has to give/);
    bench.actAs(viewer);
    expect(await bench.call('vault.status', {})).toEqual({ kind: 'unavailable', reason });
    bench.actAs(null);
  });

  test('lets nothing out, takes no key in any way, and writes nothing about a business', async () => {
    const key = { name: 'Other', baseUrl: api.baseUrl, apiKey: KEY_A };
    const note = { list: 'invoices', recordId: await firstId(bench), noteId: crypto.randomUUID(), text: 'x' } as const;
    expect([
      await bench.refused('profiles.add', { ...key, storage: 'session', keepAnyway: true }),
      await bench.refused('profiles.setKey', { id: shop, apiKey: KEY_A, storage: 'session' }),
      await bench.refused('profiles.setKey', { id: shop, apiKey: KEY_A }),
      await bench.refused('profiles.forget', { id: shop, mirror: true, books: true }),
      await bench.refused('webhookSecret.set', { secret: 'whsec-0123456789', storage: 'session' }, shop),
      await bench.refused('sync.start', {}, shop),
      await bench.refused('notes.add', note, shop),
      await bench.refused('invoices.get', { ident: note.recordId, fresh: true }, shop),
    ]).toEqual(Array.from({ length: 8 }, () => SEALED));
    expect(api.requests).toHaveLength(asked);
    expect(files()).toEqual(before);
  });

  test('leaves what was read readable, and who may come in to be said', async () => {
    expect((await bench.call('invoices.page', FIRST, shop)).rows).toHaveLength(3);
    const gone = await joined(bench, `Gone ${reason}`, { [shop]: ['viewer'] });
    await bench.call('people.remove', { id: gone.id });
    expect(await bench.app.people.find(gone.id)).toBeNull();
  });

  test('that is given later is found when somebody looks, and everything goes on', async () => {
    writeFileSync(masterKey, RIGHT);
    expect(await bench.call('vault.status', {})).toMatchObject({ kind: 'working' });
    await until(
      () => bench.call('invoices.get', { ident: 'none', fresh: true }, shop).catch(() => api.requests.length),
      () => api.requests.length > asked,
    );
    expect(bench.events.filter(({ event }) => event === 'trouble').map(({ data }) => data)).toEqual([
      expect.objectContaining({ kind: 'keys-sealed', over: false }),
      expect.objectContaining({ kind: 'keys-sealed', over: true }),
    ]);
    await bench.call('sync.start', {}, shop);
    await until(
      () => bench.call('sync.status', {}, shop),
      ({ state }) => state === 'idle',
    );
    expect(files()).toEqual(before);
  });
});

async function firstId(bench: Bench): Promise<string> {
  return (await bench.call('invoices.page', FIRST, shop)).rows[0]?.uuid ?? '';
}
