/**
 * A shop may number its orders with uuids, which the specification allows for an `external_id`. The console refused every such id for ever, because the
 * API finds invoices by both of their ids under one address. It is now sent as long as neither the mirror nor the API shows an invoice with that
 * uuid; where one has it, nothing is sent, and an answer about the one is never taken for the other.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProfile, type Bench, startBench, synced } from '../../integration/bench.ts';
import { identify } from '../../../src/backend/jobs/sync/identity.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { invoice, page, temporaryFolder } from '../../backend/mirror/sample.ts';
import { FastClock } from '../../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { clientAt } from '../../support/benches/job-context.ts';

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

const errorOf = (code: string) => ({ success: false, error: { code, message: 'x' } });
const NOT_FOUND = { status: 404, body: errorOf('MERCHANT_INVOICE_NOT_FOUND') };

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
  // It has that id, so it is in nobody's way: the same order gets it back.
  expect(await bench.call('invoices.create', orderOf(id))).toMatchObject({
    outcome: 'existing',
    invoice: made.invoice,
  });
});

it.each(['in the mirror', 'at the API alone'])('is not sent when an invoice has that uuid %s', async (where) => {
  const other = where === 'in the mirror' ? (api.business.invoices[0]?.uuid ?? '') : api.order().uuid;
  const sent = posts();
  // What the mirror has is in the way even when the API does not show it.
  if (where === 'in the mirror') api.behaviour.intercept = ({ path }) => (path.endsWith(other) ? NOT_FOUND : null);
  const failure = await bench.refused('invoices.create', orderOf(other));
  api.behaviour.intercept = () => null;
  expect(failure).toMatchObject({
    kind: 'invalid-input',
    issues: [{ path: 'external_id', message: expect.stringContaining('uuid of another invoice') }],
  });
  expect(await bench.call('invoices.checkId', { externalId: other, ask: true })).toMatchObject({
    state: 'taken',
    invoice: { uuid: other },
  });
  expect(posts()).toBe(sent);
});

it('an invoice that has it as its uuid is not taken for the one that the API says is there', async () => {
  const id = randomUUID();
  const [other] = api.business.invoices;
  let isAsked = false;
  // Nobody had that uuid when it was sent, and somebody has when it is looked up.
  api.behaviour.intercept = ({ method, path }) => {
    if (method === 'POST') return { status: 409, body: errorOf('INVOICE_ALREADY_EXISTS') };
    if (!path.endsWith(id)) return null;
    const first = !isAsked;
    isAsked = true;
    return first ? NOT_FOUND : { status: 200, body: { success: true, data: { ...other?.json, uuid: id } } };
  };
  const report = await bench.call('invoices.create', orderOf(id));
  api.behaviour.intercept = () => null;
  expect(report).toMatchObject({ outcome: 'conflict' });
  expect(report).not.toHaveProperty('invoice');
});

it('is not sent while the API cannot say whether an invoice has that uuid', async () => {
  const id = randomUUID();
  const sent = posts();
  api.behaviour.intercept = ({ method, path }) =>
    method === 'GET' && path.endsWith(id) ? { status: 404, body: errorOf('CATEGORY_NOT_FOUND') } : null;
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

it('nor does it say of a key that it is of another business', async () => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  const client = clientAt(api.baseUrl, KEY_A, { clock: systemClock });
  const known = invoice(1);
  const [other] = api.business.invoices;
  api.behaviour.intercept = ({ path }) =>
    path.endsWith(known.uuid)
      ? { status: 200, body: { success: true, data: { ...other?.json, external_id: known.uuid } } }
      : null;
  try {
    await store.mirror('p1').write('invoices.store', page([known]));
    const told = await identify(client, store.mirror('p1'), { lane: 'click', businessUuid: null });
    expect(told).toMatchObject({ ok: false, failure: { kind: 'malformed-response', reason: 'wrong-record' } });
  } finally {
    api.behaviour.intercept = () => null;
    await client.close();
    await store.close();
    folder.remove();
  }
});
