/**
 * An order left before any answer had told the server's time, and nothing was kept of when that was by the server's clock, though the answers that followed told it. Its
 * own answers were unreadable; two days later the machine's clock had been set on, and an invoice that another program had made half a minute before was
 * called ours. What the first dated answer tells of now tells also when the order left. Found by the simulator's seed 930346.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ServerClock, toldTime } from '../../../src/backend/engine/guarded.ts';
import { CreateAttempt } from '../../../src/backend/jobs/create/attempt.ts';
import { momentOf } from '../../../src/domain/sync/reading-age.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { anInvoice } from '../../support/records.ts';

const MINUTE_MS = 60_000;
/** The server's clock is so far ahead of ours. */
const AHEAD_MS = 3 * MINUTE_MS;

const made = (createdMs: number) => anInvoice({ created_at: fromEpochMs(createdMs) });

/** What a later run, whose clock was set on by ten minutes, thinks of invoices of the server's clock; `meanwhileMs` is what the clock was set on by before the first dated answer. */
async function whatALaterRunThinks(meanwhileMs: number): Promise<(createdAfterMs: number) => boolean> {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-create-undated-'));
  const store = openInProcess(folder);
  const client = clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock });
  try {
    const server: ServerClock = { heard: null };
    const serverTold = () => toldTime(server, clock);
    const context = jobContext({ client, mirror: store.mirror('p1'), books: store.books, clock, serverTold });
    const order = { external_id: 'order-1', customer_id: 'customer-1', amount: '100.00', currency: 'EUR' };
    const attempt = new CreateAttempt(context, 'an-intent', order, null);
    await attempt.arm();
    const sentAtServer = clock.now() + AHEAD_MS;
    await attempt.note('inflight');
    attempt.mayExist = true;
    await clock.runFor(4_000);
    clock.jumpWall(meanwhileMs);
    server.heard = { offsetMs: AHEAD_MS - meanwhileMs, at: momentOf(clock), isDated: true };
    await attempt.note('inflight');
    const serverNow = sentAtServer + 4_000 + MINUTE_MS;
    await clock.runFor(MINUTE_MS);
    clock.jumpWall(10 * MINUTE_MS);
    const intent = await store.books.read('creates.get', { intentId: 'an-intent' });
    if (intent === null) throw new Error('the books have lost the intent');
    const later = new CreateAttempt(context, 'an-intent', order, null, intent);
    return (afterMs) => later.isYoung(made(sentAtServer + afterMs), fromEpochMs(serverNow), false);
  } finally {
    await client.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

it('FAULT-27: is not ours where it was made before the order left, told by the first answer with a date', async () => {
  const isYoung = await whatALaterRunThinks(0);
  expect(isYoung(1_000)).toBe(true);
  expect(isYoung(-25_000)).toBe(false);
});

it('keeps nothing where the clock was set between the order and that answer', async () => {
  const isYoung = await whatALaterRunThinks(MINUTE_MS);
  expect(isYoung(1_000)).toBe(true);
  // By the clocks of this machine alone, as before.
  expect(isYoung(-25_000)).toBe(true);
});
