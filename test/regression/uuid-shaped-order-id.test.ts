/**
 * A shop may number its orders with uuids, which the specification allows for an `external_id`. The console refused every such id for ever, because the
 * API finds invoices by both of their ids under one address. It is now sent as long as neither the mirror nor the API shows an invoice with that
 * uuid; where one has it, nothing is sent, and an answer about the one is never taken for the other.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProfile, type Bench, startBench, synced } from '../integration/bench.ts';
import { FastClock } from '../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';

let api: IndependentApi;
let bench: Bench;

beforeAll(async () => {
  const clock = new FastClock(10);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 5, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
  await synced(bench, await addProfile(bench, api.baseUrl, KEY_A));
  await bench.call('sync.pause', {});
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

function orderOf(externalId: string) {
  const order = { external_id: externalId, customer_id: 'c-1', amount: '49.90', currency: 'EUR' };
  return { ...order, intentId: randomUUID() };
}

const posts = (): number => api.count('POST', /^\/external\/invoices$/);

it('is created when nobody has that uuid, also when the answer is lost, and is found by it', async () => {
  const id = randomUUID();
  expect(await bench.call('invoices.checkId', { externalId: id, ask: true })).toMatchObject({ state: 'free' });
  api.behaviour.createOf.set(id, 'process-then-drop');
  const made = await bench.call('invoices.create', orderOf(id));
  expect(made).toMatchObject({ outcome: 'created', invoice: { external_id: id } });
  const found = await bench.call('invoices.get', { ident: id });
  expect(found.invoice.uuid).toBe(made.invoice?.uuid);
  expect(await bench.call('invoices.checkId', { externalId: id })).toMatchObject({ state: 'taken' });
});

it.each(['in the mirror', 'at the API alone'])('is not sent when an invoice has that uuid %s', async (where) => {
  const other = where === 'in the mirror' ? (api.business.invoices[0]?.uuid ?? '') : api.order().uuid;
  const sent = posts();
  expect(await bench.call('invoices.checkId', { externalId: other, ask: true })).toMatchObject({
    state: 'taken',
    invoice: { uuid: other },
  });
  expect(await bench.refused('invoices.create', orderOf(other))).toMatchObject({
    kind: 'invalid-input',
    issues: [{ path: 'external_id', message: expect.stringContaining('uuid of another invoice') }],
  });
  expect(posts()).toBe(sent);
});

it('is not sent while the API cannot say whether an invoice has that uuid', async () => {
  const id = randomUUID();
  const sent = posts();
  api.behaviour.intercept = ({ method, path }) =>
    method === 'GET' && path.endsWith(id)
      ? { status: 404, body: { success: false, error: { code: 'CATEGORY_NOT_FOUND', message: 'x' } } }
      : null;
  const failure = await bench.refused('invoices.create', orderOf(id));
  api.behaviour.intercept = () => null;
  expect(failure).toMatchObject({ kind: 'rejected', code: 'CATEGORY_NOT_FOUND' });
  expect(posts()).toBe(sent);
});

it('an answer about the invoice that has a uuid as its external_id is never taken for the one with the uuid', async () => {
  const [known, other] = api.business.invoices;
  if (known === undefined || other === undefined) throw new Error('no invoices');
  api.behaviour.intercept = ({ path }) =>
    path.endsWith(known.uuid)
      ? { status: 200, body: { success: true, data: { ...other.json, external_id: known.uuid } } }
      : null;
  const failure = await bench.refused('invoices.get', { ident: known.uuid, fresh: true });
  api.behaviour.intercept = () => null;
  expect(failure).toMatchObject({ kind: 'malformed-response', reason: 'wrong-record' });
});
