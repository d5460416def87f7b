/**
 * An order that this console had made was called one that existed. The request left, its answer was lost, the process died, and the clock was set back
 * by an hour: to the next run the request lay in the future, which was taken for now, and the invoice was older than that. Found by the simulator's
 * seed 14.
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

it('FAULT-27: is ours when the clock was set back to before the request, in a later run', async () => {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-create-set-back-'));
  const store = openInProcess(folder);
  const client = clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock });
  try {
    const context = jobContext({ client, mirror: store.mirror('p1'), books: store.books, clock });
    const order = { external_id: 'order-1', customer_id: 'customer-1', amount: '100.00', currency: 'EUR' };
    const [begun, armedAt] = [clock.now(), fromEpochMs(clock.now())];
    clock.jumpWall(-HOUR_MS);
    const attempt = new CreateAttempt(context, 'an-intent', order, null, { armedAt, sentAtServerMs: null });
    const isYoung = (createdMs: number): boolean =>
      attempt.isYoung(anInvoice({ created_at: fromEpochMs(createdMs) }), fromEpochMs(begun + 120_000), false);
    expect(isYoung(begun + 1_000)).toBe(true);
    // Once the clock has come to the request again, its age is known as far as the clock goes.
    clock.jumpWall(HOUR_MS + 120_000);
    const later = new CreateAttempt(context, 'an-intent', order, null, { armedAt, sentAtServerMs: null });
    const old = anInvoice({ created_at: fromEpochMs(begun - HOUR_MS) });
    expect(later.isYoung(old, fromEpochMs(begun + 120_000), false)).toBe(false);
  } finally {
    await client.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
