/**
 * When the files fail: books that fail in the middle of a resend and of a create, a mirror that is damaged, a key store that holds
 * another business's key, a sandbox whose world was made anew. Nothing is sent twice, no intent stays without an end, no row of
 * another business is written.
 */
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import type { StoredInvoice } from '../support/independent-api/world.ts';
import { addProfile, type Bench, MemoryVault, startBench, synced, temporaryFolder, until } from './bench.ts';
import { FastClock } from './clock.ts';

const KEY_B = 'key-of-business-B-9876543210';
const HASH_B = createHash('sha256').update(KEY_B).digest('hex');

let clock: FastClock;
let api: IndependentApi;

beforeAll(async () => {
  clock = new FastClock(10);
  api = await startIndependentApi({
    businesses: [
      { key: KEY_A, invoices: 130, withdrawals: 2 },
      { key: KEY_B, invoices: 70, withdrawals: 2 },
    ],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
});

afterAll(() => api.close());

describe('books that fail', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({ clock });
    await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench);
    await bench.call('sync.pause', {});
  });

  afterAll(async () => {
    await bench.stop();
    bench.remove();
  });

  /** From now on the books take no intent, as on a disk that fails; answers how to mend them. */
  function breakBooks(): () => void {
    const database = new Database(join(bench.dataFolder, 'books.db'));
    const triggers = ['resend_intents', 'create_intents'].flatMap((table) =>
      ['INSERT', 'UPDATE'].map((step) => ({ name: `broken_${table}_${step}`, on: `BEFORE ${step} ON ${table}` })),
    );
    for (const { name, on } of triggers)
      database.exec(`CREATE TRIGGER ${name} ${on} BEGIN SELECT raise(ABORT, 'broken'); END`);
    return () => {
      for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
      database.close();
    };
  }

  function failedOne(skip: number): StoredInvoice {
    const found = api.business.invoices.filter(({ deliveries }) => deliveries[0]?.['status'] === 'failed')[skip];
    if (found === undefined) throw new Error('no failed delivery');
    return found;
  }

  function postsTo({ uuid }: StoredInvoice): number {
    return api.count('POST', new RegExp(`/${uuid}/resend-webhook$`));
  }

  it('before the send: nothing leaves; after the send: the fate is read; both ends are written down later', async () => {
    const [unsent, sent] = [failedOne(0), failedOne(1)];
    const ids = { unsent: randomUUID(), sent: randomUUID(), order: randomUUID() };
    const order = {
      intentId: ids.order,
      external_id: 'made while they failed',
      customer_id: 'c',
      amount: '1',
      currency: 'EUR',
    };
    api.behaviour.delayMs = ({ method }) => (method === 'POST' ? 400 : 0);
    const asked = [
      bench.ask('deliveries.resend', { invoiceUuid: sent.uuid, intentId: ids.sent }),
      bench.ask('invoices.create', order),
    ];
    await until(
      () => api.count('POST', /./),
      (count) => count === 2,
    );
    const mend = breakBooks();
    asked.push(bench.ask('deliveries.resend', { invoiceUuid: unsent.uuid, intentId: ids.unsent }));
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => (answer.ok ? 'answered' : answer.failure.kind))).not.toContain('bug');
    const early = await until(
      () => bench.call('resends.get', { intentId: ids.unsent }),
      ({ outcome }) => outcome === 'not-sent',
    );
    expect(early.failure).toMatchObject({ kind: 'unavailable-offline' });
    mend();
    api.behaviour.delayMs = () => 0;
    const later = await until(
      () => bench.call('resends.get', { intentId: ids.sent }),
      ({ outcome }) => outcome !== 'waiting' && outcome !== 'resolving',
    );
    expect(['occurred', 'confirmed']).toContain(later.outcome);
    const made = await until(
      () => bench.call('invoices.create', order),
      ({ outcome }) => outcome !== 'unknown',
    );
    expect(made.outcome).toBe('created');
    await until(
      () => bench.call('resends.ofInvoice', { invoiceUuid: unsent.uuid }),
      ({ resends }) => resends.some(({ outcome }) => outcome === 'not-sent'),
    );
    expect([postsTo(unsent), postsTo(sent), api.count('POST', /invoices$/)]).toEqual([0, 1, 1]);
    // The way is free for another intent.
    const next = randomUUID();
    await bench.call('deliveries.resend', { invoiceUuid: unsent.uuid, intentId: next });
    expect(
      (
        await until(
          () => bench.call('resends.get', { intentId: next }),
          ({ outcome }) => outcome !== 'waiting' && outcome !== 'resolving',
        )
      ).outcome,
    ).toBe('confirmed');
  });
});

describe('a mirror that breaks while its reading is paused', () => {
  it('is begun anew once the person who paused it resumes, and not before', async () => {
    const bench = await startBench({ clock });
    const id = await addProfile(bench, api.baseUrl, KEY_A);
    const { total } = (await synced(bench)).invoices;
    await bench.call('sync.pause', {});
    const file = new Database(join(bench.dataFolder, 'mirrors', `${id}.db`));
    file.exec(`UPDATE invoice_records SET record = '{"uuid":'`);
    file.close();
    const from = api.requests.length;
    await bench.ask('invoices.page', { offset: 0, limit: 1 });
    await until(
      () => bench.events.map(({ event }) => event),
      (events) => events.includes('trouble'),
    );
    await until(
      () => bench.call('sync.status', {}),
      ({ invoices }) => invoices.seen === 0,
    );
    // As long as a whole walk took before.
    const started = performance.now();
    await until(
      () => performance.now() - started,
      (ms) => ms > 1_500,
    );
    expect(await bench.call('sync.status', {})).toMatchObject({ state: 'paused', reason: 'Paused by you.' });
    expect(api.requests.slice(from)).toEqual([]);
    await bench.call('sync.start', {});
    expect((await synced(bench)).invoices).toMatchObject({ certificate: 'certified', seen: total, total });
    await bench.stop();
    bench.remove();
  });
});

describe('a start over what somebody changed meanwhile', () => {
  it('a damaged mirror is read again, a foreign key writes nothing, a new sandbox begins anew', async () => {
    const dataFolder = temporaryFolder();
    const vault = new MemoryVault();
    const old = await createSandbox({ size: 120, seed: 'old', limit: 100_000, clock: clock.forSandbox() });
    const first = await startBench({ clock, dataFolder, vault, sandbox: old });
    const [embedded] = (await first.call('profiles.list', {})).profiles.map(({ id }) => id);
    const add = async (name: string): Promise<string> =>
      (await first.call('profiles.add', { name, baseUrl: api.baseUrl, apiKey: KEY_A, storage: 'keychain' })).id ?? '';
    const [damaged, swapped] = [await add('damaged'), await add('swapped')];
    const { total: before } = (await synced(first, swapped)).invoices;
    await synced(first, damaged);
    await synced(first, embedded);
    await first.stop();
    await old.close();
    writeFileSync(join(dataFolder, 'mirrors', `${damaged}.db`), Buffer.alloc(50_000, 'not a database '));
    vault.secrets.set(swapped, KEY_B);
    const fresh = await createSandbox({ size: 80, seed: 'new', limit: 100_000, clock: clock.forSandbox() });
    const from = api.requests.length;
    const next = await startBench({ clock, dataFolder, vault, sandbox: fresh });
    expect((await synced(next, damaged)).invoices.certificate).toBe('certified');
    expect(next.events.map(({ event }) => event)).toContain('trouble');
    const stopped = await until(
      () => next.call('sync.status', {}, swapped),
      ({ state }) => state === 'stopped',
    );
    expect(stopped).toMatchObject({ reason: 'profile-changed: different-business' });
    expect((await next.call('invoices.page', { offset: 0, limit: 1 }, swapped)).total).toBe(before);
    // The newest and the oldest known invoice and withdrawal are asked for, each by itself; no list of the other business is read.
    const foreign = api.requests.slice(from).filter(({ keyHash }) => keyHash === HASH_B);
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.length).toBeLessThanOrEqual(4);
    for (const { method, path } of foreign)
      expect(`${method} ${path}`).toMatch(/^GET \S*\/(invoices|withdrawals)\/[0-9a-f-]{36}$/);
    const sandbox = await until(
      () => next.call('sync.status', {}, embedded),
      ({ state, invoices }) => state === 'idle' && invoices.certificate === 'certified' && invoices.total === 80,
    );
    expect(sandbox.invoices.seen).toBe(80);
    await next.stop();
    next.remove();
    await fresh.close();
  });
});
