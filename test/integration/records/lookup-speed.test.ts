/**
 * "I paid, no order" over a mirror of 12,500 invoices: each of its calls is answered from the mirror in less than a second, by whichever
 * id. The engine and its files are real; the mirror is filled directly, and no API is reached. Not here: what is found (lookup.test.ts).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInProcess } from '../../support/in-process-store.ts';
import { delivery, invoice, page, uuidOf } from '../../backend/mirror/sample.ts';
import { type Bench, startBench, temporaryFolder } from '../bench.ts';
import { workTime } from '../../support/work-time.ts';

const PROFILE = 'profile-of-lookups';
const ORIGIN = 'https://api.example';
const INVOICES = 12_500;
const PAGE = 1_000;
/** Every fiftieth has deliveries; each is a transaction of its own, as the watch stores them. */
const DELIVERED_EVERY = 50;
const LIMIT_MS = 1_000;

let bench: Bench;

beforeAll(async () => {
  const dataFolder = temporaryFolder();
  const store = openInProcess(dataFolder);
  await store.books.write('profiles.add', {
    id: PROFILE,
    name: 'Shop',
    origin: ORIGIN,
    baseUrl: ORIGIN,
    apiRoot: `${ORIGIN}/api/v1`,
    kind: 'business',
    keyStorage: 'session',
    readOnly: false,
    businessUuid: null,
    unprovedSince: null,
    createdAt: '2026-11-20T00:00:00Z',
  });
  const mirror = store.mirror(PROFILE);
  await mirror.write('bind', { origin: ORIGIN });
  for (let from = 1; from <= INVOICES; from += PAGE) {
    const numbers = Array.from({ length: Math.min(PAGE, INVOICES + 1 - from) }, (_, index) => from + index);
    await mirror.write('invoices.store', page(numbers.map((number) => invoice(number))));
  }
  for (let number = DELIVERED_EVERY; number <= INVOICES; number += DELIVERED_EVERY) {
    const read = { invoiceUuid: uuidOf(number), deliveries: [delivery(number)], asOf: '2026-11-21T10:00:00Z' };
    await mirror.write('deliveries.store', read);
  }
  await store.close();
  bench = await startBench({ dataFolder });
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
});

async function timed<Value>(work: () => Promise<Value>): Promise<Value> {
  const spent = workTime();
  const value = await work();
  expect(spent()).toBeLessThan(LIMIT_MS);
  return value;
}

it.each([
  ['the first page of all', 50],
  ['the middle', 6_250],
  ['the end', INVOICES],
])('is answered in less than a second, of %s', async (_name, number) => {
  const uuid = uuidOf(number);
  const ids = [
    [uuid, { kind: 'invoice', by: 'uuid', uuid, delivery: 'delivered' }],
    [`order-${number}`, { kind: 'invoice', by: 'external_id', uuid, fulfilment: expect.anything() }],
    [delivery(number).uuid, { kind: 'delivery', invoiceUuid: uuid, externalId: `order-${number}` }],
  ] as const;
  for (const [id, match] of ids) {
    const { results } = await timed(() => bench.call('lookup.find', { ids: [id] }, PROFILE));
    expect(results, id).toMatchObject([{ ident: id, matches: [match], isCut: false }]);
  }
  for (const ident of [uuid, `order-${number}`]) {
    const found = await timed(() => bench.call('invoices.get', { ident }, PROFILE));
    expect(found).toMatchObject({ invoice: { uuid }, source: 'mirror', fulfilment: expect.anything() });
  }
  const { deliveries, source } = await timed(() => bench.call('deliveries.ofInvoice', { uuid }, PROFILE));
  expect([source, deliveries.map((one) => one.uuid)]).toEqual(['mirror', [delivery(number).uuid]]);
});

it('is answered in less than a second for five hundred ids at once, half of them unknown', async () => {
  const ids = Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? `order-${index + 1}` : `missing-${index}`));
  const { results } = await timed(() => bench.call('lookup.find', { ids }, PROFILE));
  expect(results.filter(({ matches }) => matches.length === 1)).toHaveLength(250);
});
