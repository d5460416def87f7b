/**
 * An order that this console had made itself fourteen seconds before was called created once more when somebody asked for it again: the answers were so long on
 * their way that by the server's clock, as far as they tell it, the invoice was as young as the second request, and the API answers a repeat with 201.
 * What an earlier order of the books has made no later one has. Found by the simulator's seeds 900003 and 900009.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ApiClient } from '../../../src/backend/api/endpoints/calls.ts';
import { Creator } from '../../../src/backend/jobs/create/create.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { anInvoice } from '../../support/records.ts';

/** From the service to us. */
const ON_ITS_WAY_MS = 9_000;

it.each([
  ['answered at once', false],
  ['without an answer at first', true],
] as const)('an order that is asked for again is one that exists, %s', async (_, isLostFirst) => {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-create-slow-'));
  const store = openInProcess(folder);
  const real = clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock });
  const order = { external_id: 'order-1', customer_id: 'customer-1', amount: '100.00', currency: 'EUR' };
  const { external_id, customer_id, amount } = order;
  const invoice = anInvoice({
    uuid: 'the-invoice',
    external_id,
    customer_id,
    amount,
    status: 'pending',
    created_at: fromEpochMs(clock.now()),
  });
  let asked = 0;
  const client: ApiClient = {
    ...real,
    async createInvoice() {
      asked += 1;
      const serverTime = fromEpochMs(clock.now());
      await clock.sleep(ON_ITS_WAY_MS);
      if (isLostFirst && asked === 2)
        return { kind: 'unknown', failure: { kind: 'unreachable', reason: 'connection-lost' } };
      const receivedAt = fromEpochMs(clock.now());
      return {
        kind: 'answered',
        answer: { value: invoice, status: 201, serverTime, receivedAt, isDated: true, drift: [] },
      };
    },
    async getInvoice() {
      const at = fromEpochMs(clock.now());
      return success({ value: invoice, status: 200, serverTime: at, receivedAt: at, isDated: true, drift: [] });
    },
  };
  try {
    const creator = new Creator(jobContext({ client, mirror: store.mirror('p1'), books: store.books, clock }));
    const first = await clock.run(creator.create('one', order));
    expect(first.outcome).toBe('created');
    await clock.runFor(4_000);
    await clock.run(creator.create('another', order));
    await clock.runFor(60_000);
    expect(await creator.record('another')).toMatchObject({ state: 'ended', outcome: 'existing' });
    expect(await creator.record('one')).toMatchObject({ state: 'ended', outcome: 'created' });
  } finally {
    await real.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
