/**
 * Two orders that this console had made were called ones that existed. Its clock ran half as fast again while they left, so that nothing was kept of when
 * that was by the server's clock; their answers were lost, the process died and the clock was set back by an hour: to the next run they had been
 * sent an hour after the invoices were made. The books keep the least that the server's clock was then, by the clock of this machine that nobody can
 * set. Found by the simulator's seed 8097.
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

interface Sending {
  readonly clock: DiscreteClock;
  /** The server's time was told then, by this machine's clock. */
  readonly heardAt: number;
  readonly attempt: CreateAttempt;
  /** The same order in a later run, as the books have it. */
  readonly later: () => Promise<CreateAttempt>;
}

/** An order that leaves once the wall clock was set on by so much since the server's time was told. */
async function sent(aheadMs: number, judge: (sending: Sending) => Promise<void>): Promise<void> {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-create-ran-fast-'));
  const store = openInProcess(folder);
  const client = clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock });
  try {
    const server: ServerClock = { heard: { offsetMs: 0, at: momentOf(clock), isDated: true } };
    const heardAt = clock.now();
    const serverTold = () => toldTime(server, clock);
    const context = jobContext({ client, mirror: store.mirror('p1'), books: store.books, clock, serverTold });
    const order = { external_id: 'order-1', customer_id: 'customer-1', amount: '100.00', currency: 'EUR' };
    clock.jumpWall(aheadMs);
    const attempt = new CreateAttempt(context, 'an-intent', order, null);
    await attempt.arm();
    await attempt.note('inflight');
    const later = async () => {
      const intent = await store.books.read('creates.get', { intentId: 'an-intent' });
      if (intent === null) throw new Error('the books have lost the intent');
      return new CreateAttempt(context, 'an-intent', order, null, intent);
    };
    await judge({ clock, heardAt, attempt, later });
  } finally {
    await client.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const made = (createdMs: number) => anInvoice({ created_at: fromEpochMs(createdMs) });

it('FAULT-27: is ours when the clock ran fast while it left and was set back since, in a later run', () =>
  sent(MINUTE_MS, async ({ clock, heardAt, later }) => {
    clock.jumpWall(-60 * MINUTE_MS);
    await clock.runFor(61 * MINUTE_MS);
    const serverNow = fromEpochMs(heardAt + 61 * MINUTE_MS);
    const attempt = await later();
    expect(attempt.isYoung(made(heardAt + 1_000), serverNow, false)).toBe(true);
    expect(attempt.isYoung(made(heardAt - 10_000), serverNow, false)).toBe(false);
  }));

it('FAULT-27: is not ours in the run that sent it, where it was made while the machine slept', () =>
  sent(60 * MINUTE_MS, async ({ clock, heardAt, attempt }) => {
    const colleagues = made(heardAt + 30 * MINUTE_MS);
    expect(attempt.isYoung(colleagues, fromEpochMs(clock.now()), false)).toBe(false);
  }));
