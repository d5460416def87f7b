/** What needs a person, over the whole engine: the list's filter says of each invoice what the law says of its facts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unusualWords } from '../../../src/domain/support/unusual.ts';
import { lastDelivered, toldBy } from '../../../src/domain/webhooks/told-payload.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let sandbox: Sandbox;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(17);
  sandbox = await createSandbox({ size: 180, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
  await bench.call('watch.resume', {}, profile);
  await until(
    () => bench.call('watch.status', {}, profile),
    ({ read, terminal }) => terminal > 0 && read === terminal,
  );
  // The world goes on, and what is asked for one after the other is held against each other.
  await bench.call('watch.pause', {}, profile);
  await bench.call('sync.pause', {}, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

it('each invoice is in exactly one of the two lists, by the facts that its row and its deliveries have', async () => {
  const of = (filter: object) => bench.call('invoices.page', { filter, offset: 0, limit: 200 }, profile);
  const [all, unusual, others] = [await of({}), await of({ unusual: true }), await of({ unusual: false })];
  expect(unusual.total + others.total).toBe(all.total);
  expect(unusual.total).toBeGreaterThan(3);
  expect(others.total).toBeGreaterThan(unusual.total);
  const named = new Set(unusual.rows.map(({ uuid }) => uuid));
  for (const row of all.rows) {
    const { deliveries } = await bench.call('deliveries.ofInvoice', { uuid: row.uuid }, profile);
    const taken = lastDelivered(deliveries);
    const toldEvent = taken === null ? null : toldBy(taken).event;
    const words = unusualWords({ ...row, webhook: row.webhook?.state, toldEvent });
    expect([row.external_id, words, named.has(row.uuid)]).toEqual([row.external_id, words, words !== null]);
  }
});

it('withdrawals are found by the code of their rejection and by who made them', async () => {
  const { rows } = await bench.call('withdrawals.page', { filter: {}, offset: 0, limit: 200 }, profile);
  const [code] = rows.flatMap(({ reject_code: one }) => (one === null ? [] : [one]));
  const [actor] = rows.flatMap(({ actor: one }) => (one === null ? [] : [one]));
  for (const [filter, isMeant] of [
    [{ rejectCode: [code ?? ''] }, (row: (typeof rows)[number]) => row.reject_code === code],
    [{ actor: [actor ?? ''] }, (row: (typeof rows)[number]) => row.actor === actor],
  ] as const) {
    const found = await bench.call('withdrawals.page', { filter, offset: 0, limit: 200 }, profile);
    expect(found.total).toBeGreaterThan(0);
    expect(found.rows.map(({ uuid }) => uuid)).toEqual(rows.filter(isMeant).map(({ uuid }) => uuid));
  }
});
