/**
 * One mirror, one business: whose a key is, by records and by deliveries; what an unproved key may do and how it is settled; keys that
 * are changed while answers to the one before are under way. The server's record of requests and the rows of the mirror are the judge.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { scaled } from '../../support/scale.ts';
import { addProfile, type Bench, MemoryVault, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const KEY_B = 'key-of-business-B-9876543210';
const SECOND_KEY_A = 'second-key-of-A-5555555555';
const UNPROVED = { kind: 'profile-changed', reason: 'unproved' };
const DIFFERENT = { kind: 'profile-changed', reason: 'different-business' };

let clock: FastClock;
let bench: Bench;
let vault: MemoryVault;
let api: IndependentApi;

beforeEach(async () => {
  clock = new FastClock(20);
  vault = new MemoryVault();
  bench = await startBench({ clock, vault });
});

afterEach(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

/** Business A with so many records, and business B with 70 invoices. */
async function serve(invoices: number, withdrawals = 0): Promise<IndependentApi> {
  api = await startIndependentApi({
    businesses: [
      { key: KEY_A, invoices, withdrawals },
      { key: KEY_B, invoices: 70, withdrawals: 2 },
    ],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  return api;
}

const setKey = (id: string, apiKey: string, storage: 'session' | 'keychain' = 'session') =>
  bench.call('profiles.setKey', { id, apiKey, storage });

async function profileOf(id: string): Promise<CallOutput<'profiles.list'>['profiles'][number]> {
  const found = (await bench.call('profiles.list', {})).profiles.find((profile) => profile.id === id);
  if (found === undefined) throw new Error('no such profile');
  return found;
}

/** The uuids of the mirror's invoices, by the business they are of. */
async function rowsByBusiness(id: string): Promise<readonly number[]> {
  const { rows, total } = await bench.call('invoices.page', { offset: 0, limit: 200 }, id);
  expect(rows).toHaveLength(Math.min(200, total));
  const mine = new Set(rows.map(({ uuid }) => uuid));
  return api.businesses.map(({ invoices }) => invoices.filter(({ uuid }) => mine.has(uuid)).length);
}

const order = () => ({
  intentId: randomUUID(),
  external_id: `order ${randomUUID()}`,
  customer_id: 'c',
  amount: '1',
  currency: 'EUR',
});

/** No delivery can be read until this is taken back. */
function hideDeliveries(): void {
  api.behaviour.intercept = ({ path }) =>
    path.endsWith('/webhooks')
      ? { status: 404, body: { success: false, error: { code: 'MERCHANT_INVOICE_NOT_FOUND', message: 'hidden' } } }
      : null;
}

/** The console ends, its mirrors are lost, and it starts while the API cannot be reached. */
async function loseMirrors(): Promise<void> {
  api.behaviour.intercept = () => 'drop';
  await bench.stop();
  rmSync(join(bench.dataFolder, 'mirrors'), { recursive: true });
  bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
}

describe('whose a key is', () => {
  it('is shown by a withdrawal when there is no invoice', async () => {
    await serve(0, 3);
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    expect((await setKey(profile, KEY_B)).sameBusiness).toBe('different');
    Object.assign(api.business, { key: SECOND_KEY_A });
    expect((await setKey(profile, SECOND_KEY_A)).sameBusiness).toBe('proved');
  });

  it('is shown by a delivery when the mirror is gone and the books know the business', async () => {
    await serve(40);
    const profile = await addProfile(bench, api.baseUrl, KEY_A, 'A');
    await synced(bench, profile);
    const delivered = api.business.invoices.find(({ deliveries }) => deliveries.length > 0);
    await bench.call('deliveries.ofInvoice', { uuid: delivered?.uuid ?? '' }, profile);
    await loseMirrors();
    api.behaviour.intercept = () => null;
    expect((await setKey(profile, KEY_B)).sameBusiness).toBe('different');
    expect((await setKey(profile, KEY_A)).sameBusiness).toBe('proved');
    await synced(bench, profile);
    expect(await rowsByBusiness(profile)).toEqual([40, 0]);
  });

  it('is asked before the first row, also when a person is faster than the sync', async () => {
    await serve(40);
    const added = await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A });
    const profile = added.id ?? '';
    await synced(bench, profile);
    await bench.stop();
    // Another program put another business's key under this profile's name.
    await vault.set(profile, KEY_B);
    bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
    const foreign = api.businesses[1]?.invoices[3]?.uuid ?? '';
    const refusal = await bench.refused('invoices.get', { ident: foreign }, profile);
    expect([DIFFERENT, { kind: 'profile-changed', reason: 'no-key' }]).toContainEqual(refusal);
    await until(
      () => bench.call('sync.status', {}, profile),
      ({ state }) => state === 'stopped',
    );
    expect(await bench.refused('invoices.get', { ident: foreign }, profile)).toEqual(DIFFERENT);
    expect(await profileOf(profile)).toMatchObject({ keyStanding: 'different' });
    expect(await rowsByBusiness(profile)).toEqual([40, 0]);
  });

  it('makes two profiles of one business known to each other', async () => {
    await serve(40);
    const [one, two] = [
      await addProfile(bench, api.baseUrl, KEY_A, '1'),
      await addProfile(bench, api.baseUrl, KEY_A, '2'),
    ];
    await Promise.all([synced(bench, one), synced(bench, two)]);
    expect((await profileOf(one)).sameBusinessAs).toBeUndefined();
    const uuid = api.business.invoices.find(({ deliveries }) => deliveries.length > 0)?.uuid ?? '';
    for (const profile of [one, two]) await bench.call('deliveries.ofInvoice', { uuid }, profile);
    expect([(await profileOf(one)).sameBusinessAs, (await profileOf(two)).sameBusinessAs]).toEqual([[two], [one]]);
  });
});

describe('an unproved key', () => {
  it('reads into an empty mirror and changes nothing, also after a restart, until a delivery names the business', async () => {
    await serve(0);
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    hideDeliveries();
    expect(await setKey(profile, KEY_B, 'keychain')).toMatchObject({ verdict: { ok: true }, sameBusiness: 'unproved' });
    await synced(bench, profile);
    expect(await rowsByBusiness(profile)).toEqual([0, 70]);
    expect(await bench.refused('invoices.create', order(), profile)).toEqual(UNPROVED);
    const delivered = api.businesses[1]?.invoices.find(({ deliveries }) => deliveries.length > 0)?.uuid ?? '';
    const resend = () => ({ invoiceUuid: delivered, intentId: randomUUID() });
    expect(await bench.refused('deliveries.resend', resend(), profile)).toEqual(UNPROVED);

    await bench.stop();
    bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
    await synced(bench, profile);
    // Its own rows prove nothing.
    expect((await profileOf(profile)).keyStanding).toBe('unproved');
    expect(await bench.refused('invoices.create', order(), profile)).toEqual(UNPROVED);
    expect(api.count('POST', /./)).toBe(0);

    api.behaviour.intercept = () => null;
    // Nobody has to do anything for it.
    await until(
      () => profileOf(profile),
      ({ keyStanding }) => keyStanding === undefined,
    );
    expect((await bench.call('invoices.create', order(), profile)).outcome).toBe('created');
    await bench.stop();
    bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
    expect((await profileOf(profile)).keyStanding).toBeUndefined();
  });

  it('of another business than the books know is found out by its first delivery, and what it read is thrown away', async () => {
    await serve(40);
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    const delivered = api.business.invoices.find(({ deliveries }) => deliveries.length > 0)?.uuid ?? '';
    await bench.call('deliveries.ofInvoice', { uuid: delivered }, profile);
    await loseMirrors();
    hideDeliveries();
    expect((await setKey(profile, KEY_B)).sameBusiness).toBe('unproved');
    await synced(bench, profile);
    expect(await rowsByBusiness(profile)).toEqual([0, 70]);
    api.behaviour.intercept = () => null;
    await until(
      () => bench.call('sync.status', {}, profile),
      ({ state, failure }) => state === 'stopped' && failure?.kind === 'profile-changed',
    );
    await until(
      () => rowsByBusiness(profile),
      ([ofA, ofB]) => ofA === 0 && ofB === 0,
    );
    expect(await profileOf(profile)).toMatchObject({ keyStanding: 'different' });
    expect(await setKey(profile, KEY_A)).toMatchObject({ verdict: { ok: true }, sameBusiness: 'proved' });
    await synced(bench, profile);
    expect(await rowsByBusiness(profile)).toEqual([40, 0]);
    expect((await bench.call('invoices.create', order(), profile)).outcome).toBe('created');
  });

  it('gives way to the next key, whatever it has read', async () => {
    await serve(0);
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    hideDeliveries();
    expect((await setKey(profile, KEY_B)).sameBusiness).toBe('unproved');
    await synced(bench, profile);
    expect(await rowsByBusiness(profile)).toEqual([0, 70]);
    api.order({ status: 'success' });
    // The mistake is put right: the rows of B are nobody's.
    expect((await setKey(profile, KEY_A)).sameBusiness).toBe('unproved');
    await synced(bench, profile);
    expect(await rowsByBusiness(profile)).toEqual([1, 0]);
  });
});

describe('keys that are changed in the middle of a walk', () => {
  const RUNS = scaled(60);

  it(`never mix two businesses, ${RUNS} times over`, async () => {
    await serve(130);
    let random = 7;
    for (let run = 0; run < RUNS; run += 1) {
      random = (random * 48_271) % 2_147_483_647;
      const delay = random % 120;
      api.behaviour.delayMs = () => 10 + (random % 30);
      const profile = await addProfile(bench, api.baseUrl, KEY_A);
      await new Promise((resolve) => setTimeout(resolve, delay));
      // Two at once, as two windows can: they follow one another.
      const [one, two] = await Promise.all([setKey(profile, KEY_B), setKey(profile, KEY_B)]);
      await until(
        () => bench.call('sync.status', {}, profile),
        ({ state, invoices }) => state === 'idle' && invoices.certificate === 'certified',
      );
      const [ofA, ofB] = await rowsByBusiness(profile);
      const verdicts = [one.sameBusiness, two.sameBusiness];
      if (verdicts.includes('different')) expect([run, delay, ofA, ofB]).toEqual([run, delay, 130, 0]);
      else expect([run, delay, ofA, ofB]).toEqual([run, delay, 0, 70]);
      await bench.call('profiles.forget', { id: profile, mirror: true, books: true });
    }
  });

  it('an answer to the key before that comes late is neither shown nor stored', async () => {
    await serve(0);
    const profile = await addProfile(bench, api.baseUrl, KEY_A);
    await synced(bench, profile);
    await bench.call('sync.pause', {}, profile);
    const old = api.order({ status: 'success' });
    let slow = true;
    api.behaviour.delayMs = ({ path }) => (path.includes(old.uuid) && slow ? 600 : 0);
    const late = bench.ask('invoices.get', { ident: old.uuid }, profile);
    await until(
      () => api.count('GET', new RegExp(old.uuid)),
      (count) => count === 1,
    );
    slow = false;
    expect((await setKey(profile, KEY_B)).sameBusiness).toBe('unproved');
    expect(await late).toMatchObject({ ok: false });
    await synced(bench, profile);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await rowsByBusiness(profile)).toEqual([0, 70]);
  });
});
