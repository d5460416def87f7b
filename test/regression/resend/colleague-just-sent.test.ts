/**
 * Two people resent the same webhook within a second: where the receiver failed again at once, the first was over before the second was asked for, and
 * nothing stood in its way, so that it went out twice although each of them meant once; and a wish that waited for its turn, or an item of a run, went out
 * although it had been sent by hand after it was asked for. Whoever need not have seen the other one is asked.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, synced, until } from '../../integration/bench.ts';
import { joined } from '../../integration/people/joined.ts';

let api: IndependentApi;
let bench: Bench;
let shop: string;

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 20 }] });
  api.behaviour.attemptsFail = true;
  bench = await startBench();
  shop = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, shop);
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

it('goes out once; the second is told that a colleague has just sent it, and may still say yes', async () => {
  const invoice = api.business.invoices.find(({ deliveries }) => deliveries[0]?.['status'] === 'failed');
  if (invoice === undefined) throw new Error('none has failed');
  const [ada, ben] = [
    await joined(bench, 'Ada', { [shop]: ['support'] }),
    await joined(bench, 'Ben', { [shop]: ['support'] }),
  ];
  const resend = async (intentId: string, confirmed?: boolean) => {
    await bench.call('deliveries.resend', { invoiceUuid: invoice.uuid, intentId, confirmed }, shop);
    return until(
      () => bench.call('resends.get', { intentId }, shop),
      ({ outcome, attempt }) => outcome === 'needs-confirmation' || (outcome === 'confirmed' && attempt !== undefined),
    );
  };
  bench.actAs(ada);
  expect(await resend(randomUUID())).toMatchObject({ outcome: 'confirmed' });
  bench.actAs(ben);
  const own = randomUUID();
  expect(await resend(own)).toMatchObject({ outcome: 'needs-confirmation', warning: 'just-sent' });
  expect(invoice.executed).toBe(1);
  expect(await resend(own, true)).toMatchObject({ outcome: 'confirmed' });
  expect(invoice.executed).toBe(2);
  // Nobody is asked about what was their own.
  expect(await resend(randomUUID())).toMatchObject({ outcome: 'confirmed' });
});

it('is not sent by a run for which it was chosen before somebody sent it by hand, also where that was the same person', async () => {
  const [first, second] = api.business.invoices.filter(
    ({ deliveries, executed }) => deliveries[0]?.['status'] === 'failed' && executed === 0,
  );
  if (first === undefined || second === undefined) throw new Error('none has failed');
  // The run waits at its first item until the second has been sent by hand.
  const byHand = Promise.withResolvers<void>();
  api.behaviour.heldBy = ({ method, path }) => (method === 'POST' && path.includes(first.uuid) ? byHand.promise : null);
  const runId = randomUUID();
  await bench.call('resends.start', { runId, label: 'both', invoices: [first.uuid, second.uuid] }, shop);
  const intentId = randomUUID();
  await bench.call('deliveries.resend', { invoiceUuid: second.uuid, intentId }, shop);
  await until(
    () => bench.call('resends.get', { intentId }, shop),
    ({ outcome }) => outcome === 'confirmed',
  );
  byHand.resolve();
  await until(
    () => bench.call('resends.run', { runId }, shop),
    ({ state }) => state === 'done',
  );
  expect([first.executed, second.executed]).toEqual([1, 1]);
});
