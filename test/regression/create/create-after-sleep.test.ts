/**
 * An invoice that this console had made was called somebody else's. Whether an invoice that an unclear create meets is as young as the
 * request was told by the steady clock alone: after a sleep between request and look-up the invoice seemed hours older than the request. A
 * create is as old as the clock says that says more.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CreateAttempt } from '../../../src/backend/jobs/create/attempt.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { anInvoice } from '../../support/records.ts';

const HOUR_MS = 3_600_000;

it('FAULT-33: is still as young as our request after a night of sleep', async () => {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-create-sleep-'));
  const store = openInProcess(folder);
  const client = clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock });
  try {
    const context = jobContext({ client, mirror: store.mirror('p1'), books: store.books, clock });
    const order = { external_id: 'order-1', customer_id: 'customer-1', amount: '100.00', currency: 'EUR' };
    const attempt = new CreateAttempt(context, 'an-intent', order, null);
    const begun = clock.now();
    clock.jumpWall(9 * HOUR_MS);
    const isYoung = (createdMs: number): boolean =>
      attempt.isYoung(anInvoice({ created_at: fromEpochMs(createdMs) }), fromEpochMs(clock.now()), false);
    expect(isYoung(begun + 1_000)).toBe(true);
    expect(isYoung(begun - HOUR_MS)).toBe(false);
  } finally {
    await client.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
