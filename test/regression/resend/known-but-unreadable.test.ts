/**
 * A resend that had its end was written over as not sent when somebody asked for it again, under the same id, at a moment in which the books could not be
 * read: whoever read that sent it a second time. What the books know of an id is never another's to end.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { StoreError } from '../../../src/backend/sqlite/errors.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

let bench: ResendBench;
afterEach(() => bench.close());

it('keeps its end when the books fail while it is looked up', async () => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock, context, sandbox } = bench;
  const { books } = context;
  const invoiceUuid = [...sandbox.world.invoices()].find(({ uuid }) => sandbox.world.deliveries(uuid).length > 0)?.uuid;
  if (invoiceUuid === undefined) throw new Error('no invoice');
  sandbox.world.setDelivery(invoiceUuid, 'failed');
  const intentId = randomUUID();
  const first = new Resender(context);
  await clock.run(first.recover());
  await clock.run(first.resend({ intentId, invoiceUuid, confirmed: false }));
  await clock.runFor(120_000);
  const before = await books.read('resends.get', { intentId });
  expect(before).toMatchObject({ state: 'ended', outcome: 'confirmed' });
  // Another life, whose books cannot be read just when the same is asked for once more.
  let fails = 1;
  const failing: typeof books = {
    ...books,
    write: (name, input) => books.write(name, input),
    read: (name, input) => {
      if (name !== 'resends.get' || fails === 0) return books.read(name, input);
      fails -= 1;
      return Promise.reject(new StoreError('worker-lost', 'none', 'the thread is gone'));
    },
  };
  const second = new Resender({ ...context, books: failing });
  await clock.run(second.recover());
  await clock.run(second.resend({ intentId, invoiceUuid, confirmed: false }).catch(() => null));
  await clock.runFor(120_000);
  expect(fails).toBe(0);
  expect(await books.read('resends.get', { intentId })).toEqual(before);
  expect(second.open()).toEqual([]);
  expect(await second.get(intentId)).toMatchObject({ outcome: 'confirmed' });
  expect(sandbox.record.trueResendCount(invoiceUuid)).toBe(1);
});
