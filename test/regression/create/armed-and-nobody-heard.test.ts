/**
 * The writer died right after it had written an order down, before anybody heard: nothing was sent, the person was told so, and the order stayed armed for as long as
 * the console ran. The same order under another id was refused as one that is still open. It has its end within seconds, and the order can be made.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { Creator } from '../../../src/backend/jobs/create/create.ts';
import { type ResendBench, startResendBench, withFirstUnheard } from '../../faults/resend/bench.ts';

const SOON_MS = 10_000;

let bench: ResendBench;
afterEach(() => bench.close());

it('has its end although nobody heard that it was armed', async () => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock } = bench;
  const creator = new Creator(withFirstUnheard(bench.context, 'creates.prepare', 'after'));
  const intentId = randomUUID();
  const order = { external_id: 'armed and unheard', customer_id: 'customer', amount: '100.00', currency: 'EUR' };
  await expect(clock.run(creator.create(intentId, order))).rejects.toThrow('the writer died');
  await clock.runFor(SOON_MS);
  expect(await creator.record(intentId)).toMatchObject({ state: 'ended', outcome: 'refused' });
  expect(await clock.run(creator.create(randomUUID(), order))).toMatchObject({ outcome: 'created' });
});

it('does not end another one under the same id, which was armed later', async () => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock } = bench;
  const creator = new Creator(withFirstUnheard(bench.context, 'creates.prepare', 'before'));
  const intentId = randomUUID();
  const order = { external_id: 'armed again', customer_id: 'customer', amount: '100.00', currency: 'EUR' };
  await expect(clock.run(creator.create(intentId, order))).rejects.toThrow('the writer died');
  await clock.runFor(1);
  expect(await clock.run(creator.create(intentId, order))).toMatchObject({ outcome: 'created' });
  await clock.runFor(SOON_MS);
  expect(await creator.record(intentId)).toMatchObject({ state: 'ended', outcome: 'created' });
});
