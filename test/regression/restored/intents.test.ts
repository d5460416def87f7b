/**
 * Resends and orders that were open in a copy of the books that was put back went on where the copy stood: what was armed in it was called never
 * sent, although the console had sent it after the copy was made, and what was on its way was given an end by what others had done since. They stand
 * still and say so; a person has them found out by reading, or ends them; neither sends anything.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { type Bench, MemoryVault, startBench, until } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

const AT = '2026-11-20T10:00:00.000Z';

let clock: FastClock;
let api: IndependentApi;
let bench: Bench;
let profile: string;
const [armed, inflight, order, openOrder] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
/** Two windows decide about these at once. */
const [both, bothOrder] = [randomUUID(), randomUUID()];

const uuidAt = (index: number): string => api.business.invoices[index]?.uuid ?? '';
const posts = (): number => api.count('POST', /resend-webhook$|invoices$/);

function bodyOf(externalId: string): string {
  return JSON.stringify({ external_id: externalId, customer_id: 'c-1', amount: '10.00', currency: 'EUR' });
}

async function open(store: Store): Promise<void> {
  const { write } = store.books;
  for (const [intentId, index] of [
    [armed, 0],
    [inflight, 1],
    [both, 2],
  ] as const) {
    await write('resends.arm', { intentId, profileId: profile, invoiceUuid: uuidAt(index), baseline: null, at: AT });
  }
  const going = { outcome: 'resolving', evidence: null, failure: null, sentAt: AT, sentAtServerMs: 0, at: AT } as const;
  await write('resends.advance', { intentId: inflight, state: 'inflight', ...going });
  for (const [intentId, externalId] of [
    [order, 'restored-1'],
    [openOrder, 'restored-2'],
    [bothOrder, 'restored-3'],
  ] as const) {
    await write('creates.prepare', { intentId, profileId: profile, externalId, body: bodyOf(externalId), at: AT });
  }
}

beforeAll(async () => {
  clock = new FastClock(20);
  const vault = new MemoryVault();
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 10, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, vault });
  profile = (await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  await bench.stop();
  const { dataFolder } = bench;
  const file = join(dataFolder, 'books.db');
  const before = openInProcess(dataFolder);
  await open(before);
  await before.close();
  copyFileSync(file, join(dataFolder, 'copy'));
  // Life goes on after the copy: everything comes to its end.
  const after = openInProcess(dataFolder);
  for (const intentId of [armed, inflight, both]) {
    const ended = { state: 'ended', outcome: 'confirmed', evidence: null, failure: null, at: AT } as const;
    await after.books.write('resends.advance', { intentId, ...ended });
  }
  for (const intentId of [order, openOrder, bothOrder]) {
    await after.books.write('creates.advance', { intentId, state: 'ended', outcome: 'created', at: AT });
  }
  await after.close();
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  copyFileSync(join(dataFolder, 'copy'), file);
  bench = await startBench({ clock, vault, dataFolder });
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const outcomeOf = async (intentId: string): Promise<string> =>
  (await bench.call('resends.get', { intentId }, profile)).outcome;
const orderState = (intentId: string) => bench.call('creates.get', { intentId }, profile);
const decide = (kind: 'resend' | 'create', id: string, decision: 'continue' | 'end') =>
  bench.call('restored.decide', { kind, id, decision }, profile);

describe('FAULT-50: after a copy was put back', () => {
  it('everything that was open in it stands still, and what was sent later is named as not known', async () => {
    const { restore, items } = await bench.call('restored.list', {}, profile);
    expect(new Map(items.map(({ kind, id }) => [id, kind]))).toEqual(
      new Map([
        [armed, 'resend'],
        [inflight, 'resend'],
        [both, 'resend'],
        [order, 'create'],
        [openOrder, 'create'],
        [bothOrder, 'create'],
      ]),
    );
    expect(restore?.usedUntil).toBeDefined();
    expect(await bench.call('books.state', {})).toMatchObject({ restore: { position: restore?.position } });
    expect([await outcomeOf(armed), await outcomeOf(inflight)]).toEqual(['restored', 'restored']);
    expect((await orderState(order)).state).toBe('restored');
    const { creates } = await bench.call('creates.unresolved', {}, profile);
    expect(creates.map(({ outcome }) => outcome)).toEqual(['restored', 'restored', 'restored']);
    const log = await bench.call('activity.page', { filter: { action: ['restore-books'] }, offset: 0, limit: 10 });
    expect(log.rows).toMatchObject([{ outcome: 'stands still' }]);
  });

  it('no other resend of the invoice is begun meanwhile', async () => {
    const intent = { invoiceUuid: uuidAt(0), intentId: randomUUID(), confirmed: true };
    await bench.call('deliveries.resend', intent, profile);
    const answer = await until(
      () => bench.call('resends.get', { intentId: intent.intentId }, profile),
      ({ outcome }) => outcome !== 'waiting',
    );
    expect(answer).toMatchObject({ outcome: 'refused', failure: { details: { openIntentId: armed } } });
  });

  it('a person has it found out by reading, or ends it; nothing is sent', async () => {
    await decide('resend', inflight, 'end');
    expect(await outcomeOf(inflight)).toBe('inconclusive');
    await decide('create', order, 'end');
    expect(await orderState(order)).toMatchObject({ state: 'ended', outcome: 'unknown' });
    await decide('resend', armed, 'continue');
    await decide('create', openOrder, 'continue');
    const found = await until(
      () => orderState(openOrder),
      ({ state }) => state === 'ended',
    );
    expect(found.outcome).toBe('unknown');
    await until(
      () => outcomeOf(armed),
      (outcome) => outcome === 'not-observed',
    );
    expect(posts()).toBe(0);
  });

  it('of two windows that decide at once the first is heard, and the second is told so', async () => {
    for (const [kind, id] of [
      ['resend', both],
      ['create', bothOrder],
    ] as const) {
      const words = await Promise.allSettled([decide(kind, id, 'end'), decide(kind, id, 'continue')]);
      expect(words.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    }
    expect(await outcomeOf(both)).toBe('inconclusive');
    expect(await orderState(bothOrder)).toMatchObject({ state: 'ended', outcome: 'unknown' });
    expect((await bench.call('restored.list', {}, profile)).items).toEqual([]);
  });

  it('it is decided once, and what was put away is not said again', async () => {
    const again = { kind: 'resend', id: armed, decision: 'continue' } as const;
    expect(await bench.refused('restored.decide', again, profile)).toMatchObject({ kind: 'invalid-input' });
    const { restore } = await bench.call('books.state', {});
    await bench.call('books.seen', { restore: restore?.position ?? 0 });
    expect((await bench.call('books.state', {})).restore).toBeUndefined();
  });
});
