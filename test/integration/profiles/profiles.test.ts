/**
 * Profiles and their keys: verdicts, whose key it is, one mirror and one gate each, read-only, forgetting while it works, and what a
 * revoked key stops. The servers' records of requests are the judge.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { Business } from '../../support/independent-api/world.ts';
import { ORDER_MAPPING } from '../../support/files/ledger-file.ts';
import { addProfile, type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';

const KEY_B = 'key-of-business-B-9876543210';
const SECOND_KEY_A = 'second-key-of-A-5555555555';

let clock: FastClock;
let bench: Bench;
const servers: IndependentApi[] = [];

beforeAll(async () => {
  clock = new FastClock(10);
  bench = await startBench({ clock });
});

afterEach(async () => {
  for (const { id } of (await bench.call('profiles.list', {})).profiles) {
    await bench.call('profiles.forget', { id, mirror: true, books: true });
  }
  for (const server of servers.splice(0)) await server.close();
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
});

/** A server with the businesses A and B, each with its key. */
async function serve(invoices = 130, withdrawals = 4): Promise<IndependentApi> {
  const api = await startIndependentApi({
    businesses: [
      { key: KEY_A, invoices, withdrawals },
      { key: KEY_B, invoices: 70, withdrawals: 2 },
    ],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  servers.push(api);
  return api;
}

/** The business gets another key; the old one is unknown from then on. */
function rekey(business: Business | undefined, key: string): void {
  if (business !== undefined) Object.assign(business, { key });
}

function rowsOf(profile: string): Promise<number> {
  return bench.call('invoices.page', { offset: 0, limit: 1 }, profile).then(({ total }) => total);
}

describe('profiles.add', () => {
  it('names every refusal and stores nothing', async () => {
    const api = await serve();
    const add = (apiKey: string, keepAnyway = false) =>
      bench.call('profiles.add', {
        name: 'X',
        baseUrl: `${api.baseUrl}/api/v1/`,
        apiKey,
        storage: 'session',
        keepAnyway,
      });
    expect(await add('an-unknown-key-000')).toMatchObject({ verdict: { ok: false, code: 'API_KEY_INVALID' } });
    api.business.keyState = 'revoked';
    expect(await add(KEY_A)).toMatchObject({ verdict: { ok: false, code: 'API_KEY_REVOKED' } });
    api.business.keyState = 'active';
    api.business.state = 'pending_verification';
    expect(await add(KEY_A)).toMatchObject({
      verdict: {
        ok: false,
        code: 'BUSINESS_NOT_ACTIVE',
        failure: { kind: 'unauthorised', businessStatus: 'pending_verification' },
      },
    });
    expect((await bench.call('profiles.list', {})).profiles).toEqual([]);
    const kept = await add(KEY_A, true);
    expect(kept).toMatchObject({ verdict: { ok: false } });
    expect(kept.id).toEqual(expect.any(String));
    api.business.state = 'active';
    await bench.call('sync.start', {}, kept.id);
    expect((await synced(bench, kept.id)).invoices.certificate).toBe('certified');
  });

  it('refuses addresses and keys that are none, without a request', async () => {
    const api = await serve();
    for (const [baseUrl, apiKey] of [
      ['http://example.test', KEY_A],
      ['ftp://127.0.0.1', KEY_A],
      [`${api.baseUrl}/api/v1?x=1`, KEY_A],
      [`http://user:pw@${api.baseUrl.slice(7)}`, KEY_A],
      [api.baseUrl, 'short'],
      [api.baseUrl, 'with a blank in it'],
    ]) {
      const input = { name: 'X', baseUrl: baseUrl ?? '', apiKey: apiKey ?? '' };
      expect(await bench.refused('profiles.add', input)).toMatchObject({ kind: 'invalid-input' });
    }
    expect(api.requests).toEqual([]);
  });

  it('says what is wrong with a server that is not the API', async () => {
    const api = await serve();
    const other = await serve();
    const add = () =>
      bench.call('profiles.add', { name: 'X', baseUrl: api.baseUrl, apiKey: KEY_A, storage: 'session' });
    api.behaviour.intercept = ({ path }) => ({
      status: 302,
      headers: { location: `${other.baseUrl}/api/v1${path}` },
      body: {},
    });
    expect(await add()).toMatchObject({
      verdict: { ok: false, failure: { kind: 'malformed-response', reason: 'redirect' } },
    });
    // The key did not travel with the redirect, nor anything else.
    expect(other.requests).toEqual([]);
    api.behaviour.intercept = () => ({ status: 200, body: '<html>Sign in to the WiFi</html>' });
    expect(await add()).toMatchObject({
      verdict: { ok: false, failure: { kind: 'malformed-response', reason: 'not-the-api' } },
    });
    api.behaviour.intercept = () => ({ status: 502, body: '<html>Bad gateway</html>' });
    expect(await add()).toMatchObject({ verdict: { ok: false, failure: { kind: 'malformed-response', status: 502 } } });
    expect((await bench.call('profiles.list', {})).profiles).toEqual([]);
  });
});

describe('frames about a business', () => {
  it('two profiles with two keys have a mirror and a gate each', async () => {
    const api = await serve();
    const a = await addProfile(bench, api.baseUrl, KEY_A, 'A');
    const b = await addProfile(bench, api.baseUrl, KEY_B, 'B');
    await Promise.all([synced(bench, a), synced(bench, b)]);
    expect(await Promise.all([rowsOf(a), rowsOf(b)])).toEqual([130, 70]);
    await bench.call('profiles.select', { id: b });
    expect((await bench.call('invoices.page', { offset: 0, limit: 1 })).total).toBe(70);
    expect((await bench.call('sync.status', {}, a)).profile).toBe(a);
    // An invoice of the other business does not exist for this one.
    const foreign = api.businesses[1]?.invoices[5];
    expect(await bench.refused('invoices.get', { ident: foreign?.uuid ?? '' }, a)).toMatchObject({ kind: 'not-found' });
    const keys = new Set(api.requests.map(({ keyHash }) => keyHash));
    expect(keys.size).toBe(2);
  });

  it('an unknown profile is refused as changed, for reads and for writes', async () => {
    const api = await serve();
    await addProfile(bench, api.baseUrl, KEY_A);
    const gone = { kind: 'profile-changed', reason: 'unknown' };
    expect(await bench.refused('invoices.page', { offset: 0, limit: 1 }, 'nobody')).toEqual(gone);
    const resend = { invoiceUuid: api.business.invoices[1]?.uuid ?? '', intentId: randomUUID() };
    expect(await bench.refused('deliveries.resend', resend, 'nobody')).toEqual(gone);
    expect(await bench.refused('profiles.select', { id: 'nobody' })).toEqual(gone);
    expect(api.count('POST', /./)).toBe(0);
  });

  it('a read-only profile reads and never writes', async () => {
    const api = await serve();
    const added = await bench.call('profiles.add', {
      name: 'R',
      baseUrl: api.baseUrl,
      apiKey: KEY_A,
      storage: 'session',
      readOnly: true,
    });
    await synced(bench, added.id);
    const refusal = { kind: 'profile-changed', reason: 'read-only' };
    const resend = { invoiceUuid: api.business.invoices[1]?.uuid ?? '', intentId: randomUUID() };
    expect(await bench.refused('deliveries.resend', resend)).toEqual(refusal);
    const order = { intentId: randomUUID(), external_id: 'no', customer_id: 'c', amount: '1', currency: 'EUR' };
    expect(await bench.refused('invoices.create', order)).toEqual(refusal);
    expect(api.count('POST', /./)).toBe(0);
    await bench.call('profiles.update', { id: added.id ?? '', readOnly: false });
    expect((await bench.call('invoices.create', order)).outcome).toBe('created');
  });
});

describe('profiles.setKey', () => {
  it('takes another key of the same business as proved', async () => {
    const api = await serve();
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    rekey(api.business, SECOND_KEY_A);
    expect(await bench.call('profiles.setKey', { id: profile, apiKey: SECOND_KEY_A, storage: 'session' })).toEqual({
      verdict: { ok: true },
      sameBusiness: 'proved',
    });
    expect(
      (await bench.call('invoices.get', { ident: api.business.invoices[2]?.uuid ?? '', fresh: true })).source,
    ).toBe('api');
  });

  it('refuses the key of another business, which never writes a row', async () => {
    const api = await serve();
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    expect(await bench.call('profiles.setKey', { id: profile, apiKey: KEY_B, storage: 'session' })).toMatchObject({
      verdict: {
        ok: false,
        code: 'DIFFERENT_BUSINESS',
        failure: { kind: 'profile-changed', reason: 'different-business' },
      },
      sameBusiness: 'different',
    });
    await bench.call('sync.start', {}, profile);
    await synced(bench, profile);
    expect(await rowsOf(profile)).toBe(130);
    expect(
      (await bench.call('invoices.get', { ident: api.business.invoices[2]?.uuid ?? '', fresh: true })).source,
    ).toBe('api');
  });

  it('is unproved on an empty mirror; what cannot be compared just now is not taken', async () => {
    const api = await serve(0, 0);
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    rekey(api.business, SECOND_KEY_A);
    expect(
      await bench.call('profiles.setKey', { id: profile, apiKey: SECOND_KEY_A, storage: 'session' }),
    ).toMatchObject({
      verdict: { ok: true },
      sameBusiness: 'unproved',
    });
    const full = await serve();
    const second = await addProfile(bench, full.baseUrl, KEY_A);
    await synced(bench, second);
    full.behaviour.intercept = ({ path }) =>
      /^\/external\/invoices\/./.test(path)
        ? { status: 500, body: { success: false, error: { code: 'INTERNAL_ERROR', message: 'x' } } }
        : null;
    const answer = await bench.call('profiles.setKey', { id: second, apiKey: KEY_B, storage: 'session' });
    full.behaviour.intercept = () => null;
    expect(answer).toMatchObject({ verdict: { ok: false, code: 'INTERNAL_ERROR' }, sameBusiness: 'unproved' });
    await bench.call('sync.start', {}, second);
    await synced(bench, second);
    expect(await rowsOf(second)).toBe(130);
  });

  it('timestamps that come with another fraction are the same business', async () => {
    const api = await serve();
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    for (const { json, createdAt } of api.business.invoices)
      json['created_at'] = `${new Date(createdAt).toISOString().slice(0, 19)}Z`;
    expect((await bench.call('profiles.setKey', { id: profile, apiKey: KEY_A, storage: 'session' })).sameBusiness).toBe(
      'proved',
    );
  });
});

describe('a key that turns out to be another business’s', () => {
  it('stops everything at the first delivery that says so, and starting the sync does not help', async () => {
    const api = await serve();
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    const [first, second] = api.business.invoices.filter(({ deliveries }) => deliveries.length > 0);
    await bench.call('deliveries.ofInvoice', { uuid: first?.uuid ?? '' });
    for (const delivery of second?.deliveries ?? []) delivery['business_uuid'] = randomUUID();
    const different = { kind: 'profile-changed', reason: 'different-business' };
    expect(await bench.refused('deliveries.ofInvoice', { uuid: second?.uuid ?? '' })).toEqual(different);
    expect(await bench.call('sync.status', {})).toMatchObject({ state: 'stopped', failure: different });
    const count = api.requests.length;
    const order = api.order({ externalId: 'of the other business' });
    await bench.call('sync.start', {});
    await bench.call('jobs.resume', { id: 'sync' });
    expect(await bench.refused('invoices.get', { ident: order.uuid })).toEqual(different);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(api.requests.length).toBe(count);
    expect(await rowsOf(profile)).toBe(130);
    // The mirror stays readable.
    expect((await bench.call('invoices.get', { ident: first?.uuid ?? '' })).source).toBe('mirror');
  });
});

describe('FAULT-34: a revoked key', () => {
  it('in the middle of a walk: one refused call, then silence; the mirror is readable; a new key goes on', async () => {
    const api = await serve(900);
    api.behaviour.delayMs = () => 40;
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await until(
      () => bench.call('sync.status', {}),
      ({ invoices }) => invoices.seen >= 300,
    );
    api.business.keyState = 'revoked';
    const from = api.requests.length;
    const stopped = await until(
      () => bench.call('sync.status', {}),
      ({ state }) => state === 'stopped',
    );
    expect(stopped).toMatchObject({
      reason: 'API_KEY_REVOKED',
      failure: { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 403 },
    });
    // What was on the wire when the key was revoked had been allowed; one call was refused; nothing came after it.
    expect(api.requests.length - from).toBeLessThanOrEqual(1);
    expect(await rowsOf(profile)).toBeGreaterThanOrEqual(300);
    expect(await bench.refused('invoices.get', { ident: randomUUID() })).toMatchObject({
      kind: 'unauthorised',
      code: 'API_KEY_REVOKED',
    });
    const resend = { invoiceUuid: api.business.invoices[1]?.uuid ?? '', intentId: randomUUID() };
    expect(await bench.refused('deliveries.resend', resend)).toMatchObject({
      kind: 'unauthorised',
      code: 'API_KEY_REVOKED',
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(api.requests.length - from).toBeLessThanOrEqual(1);
    Object.assign(api.business, { key: SECOND_KEY_A, keyState: 'active' });
    const set = await bench.call('profiles.setKey', { id: profile, apiKey: SECOND_KEY_A, storage: 'session' });
    expect(set).toMatchObject({ verdict: { ok: true }, sameBusiness: 'proved' });
    expect((await synced(bench, profile)).invoices).toMatchObject({ certificate: 'certified', seen: 900 });
  });

  it('found by a click stops the sync at once, in words', async () => {
    const api = await serve();
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    api.business.keyState = 'revoked';
    await bench.refused('invoices.get', { ident: 'whatever' });
    expect(await bench.call('sync.status', {})).toMatchObject({ state: 'stopped', reason: 'API_KEY_REVOKED' });
  });
});

describe('profiles.forget', () => {
  it('while it syncs: the files go and do not come back', async () => {
    const api = await serve(900);
    api.behaviour.delayMs = () => 30;
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await until(
      () => bench.call('sync.status', {}, profile),
      ({ invoices }) => invoices.seen >= 200,
    );
    const reading = bench.ask('invoices.get', { ident: 'looked up meanwhile' }, profile);
    await bench.call('profiles.forget', { id: profile, mirror: true, books: true });
    const { length } = api.requests;
    expect((await reading).ok).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(existsSync(join(bench.dataFolder, 'mirrors', `${profile}.db`))).toBe(false);
    expect(api.requests.length).toBeLessThanOrEqual(length + 1);
    expect(await bench.refused('sync.status', {}, profile)).toEqual({ kind: 'profile-changed', reason: 'unknown' });
  });
});

describe('FAULT-80: a profile that is forgotten while a file is imported, and whose books are kept', () => {
  it('leaves nothing of the file in them', async () => {
    const api = await serve(10);
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    const id = randomUUID();
    const reading = { format: PLAIN_CSV, mapping: ORDER_MAPPING, tolerances: {} };
    await bench.call('sources.save', { id, name: 'Shop', kind: 'orders', ...reading }, profile);
    const path = join(bench.dataFolder, 'books.db');
    const file = SqliteDatabase.open({ path, file: 'books', mode: 'read-write', synchronous: 'NORMAL' });
    // As it stands in the middle of an import.
    file.run(
      `INSERT INTO imports (id, profile_id, source_id, state, file_name, bytes, format, mapping, at, os_user)
        VALUES (?, ?, ?, 'staging', 'orders.csv', 1, '{}', '{}', '2026-11-21T10:00:00Z', 'tester')`,
      randomUUID(),
      profile,
      id,
    );
    await bench.call('profiles.forget', { id: profile, mirror: true });
    const left = (table: string) => file.all(`SELECT 1 AS n FROM ${table} WHERE profile_id = ?`, profile).length;
    expect([left('imports'), left('sources')]).toEqual([0, 1]);
    file.close();
  });
});

describe('FAULT-27: a wrong clock', () => {
  it('does not make an old copy look fresh', async () => {
    const api = await serve();
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    const paid = api.business.invoices.find(
      ({ json }) =>
        json['status'] === 'success' && json['settled_amount_usdt'] !== undefined && json['is_adjusted'] === false,
    );
    const verdict = async (): Promise<string> =>
      (await bench.call('invoices.get', { ident: paid?.uuid ?? '' })).fulfilment.verdict;
    try {
      // The computer is an hour slow, then an hour fast; the server's clock is what dates the copy.
      for (const offset of [-3_600_000, 3_600_000]) {
        clock.wallOffset = offset;
        await bench.call('invoices.get', { ident: paid?.uuid ?? '', fresh: true });
        expect(await verdict()).toBe('fulfil');
        await bench.call('sync.pause', {});
        clock.skip(6 * 60_000);
        expect(await verdict()).toBe('read-again-first');
      }
    } finally {
      clock.wallOffset = 0;
    }
  });
});
