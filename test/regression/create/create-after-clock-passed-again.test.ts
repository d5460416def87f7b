/**
 * An order that this console had made was called one that existed. The request left, its answer was lost, the process died, the clock was set back by an
 * hour, and when it had come to the request's time again the request seemed minutes old, not an hour and minutes: the invoice was older than that. The
 * books keep when it was sent by the server's own clock, where that is known, which no clock of this computer changes.
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
const AHEAD_MS = 7 * MINUTE_MS;

it('FAULT-27: is ours when the clock was set back and has passed the request again, in a later run', async () => {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-create-passed-'));
  const store = openInProcess(folder);
  const client = clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock });
  try {
    const server: ServerClock = { heard: { offsetMs: AHEAD_MS, at: momentOf(clock), isDated: true } };
    const serverTold = () => toldTime(server, clock);
    const context = jobContext({ client, mirror: store.mirror('p1'), books: store.books, clock, serverTold });
    const order = { external_id: 'order-1', customer_id: 'customer-1', amount: '100.00', currency: 'EUR' };
    const attempt = new CreateAttempt(context, 'an-intent', order, null);
    const sentAtServer = clock.now() + AHEAD_MS;
    await attempt.arm();
    await attempt.note('inflight');
    attempt.mayExist = true;
    // What may exist keeps the time of its first sending; a repeat is later.
    server.heard = { offsetMs: AHEAD_MS + MINUTE_MS, at: momentOf(clock), isDated: true };
    await attempt.note('inflight');

    clock.jumpWall(-2 * MINUTE_MS);
    const intent = await store.books.read('creates.get', { intentId: 'an-intent' });
    if (intent === null) throw new Error('the books have lost the intent');
    const later = new CreateAttempt(context, 'an-intent', order, null, intent);
    const isYoung = (createdMs: number): boolean =>
      later.isYoung(
        anInvoice({ created_at: fromEpochMs(createdMs) }),
        fromEpochMs(sentAtServer + 60 * MINUTE_MS),
        false,
      );
    clock.jumpWall(3 * MINUTE_MS);
    expect(isYoung(sentAtServer + 1_000)).toBe(true);
    expect(isYoung(sentAtServer - 10_000)).toBe(false);
  } finally {
    await client.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('does not know the time of the server where it was not told, and how late it is where the clocks of this machine disagree since', () => {
  const clock = new DiscreteClock();
  const at = momentOf(clock);
  expect(toldTime({ heard: null }, clock)).toBeNull();
  expect(toldTime({ heard: { offsetMs: 0, at, isDated: false } }, clock)).toBeNull();
  const dated: ServerClock = { heard: { offsetMs: AHEAD_MS, at, isDated: true } };
  const told = { leastMs: clock.now() + AHEAD_MS, isExact: true };
  expect(toldTime(dated, clock)).toEqual(told);
  clock.jumpWall(MINUTE_MS);
  expect(toldTime(dated, clock)).toEqual({ ...told, isExact: false });
});
