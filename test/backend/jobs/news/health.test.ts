/**
 * What a person is told of receivers and payments, over a real mirror and real books: each once, over restarts too, and nothing while the mirror is behind.
 * Not here: the laws (test/domain), how soon the engine finds it (test/faults/webhooks/receiver-down.test.ts).
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { HealthWatch } from '../../../../src/backend/jobs/news/health.ts';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import type { Invoice } from '../../../../src/domain/records/invoice.ts';
import { clientAt, jobContext } from '../../../support/benches/job-context.ts';
import { FIRST_SETTINGS } from '../../../../src/domain/console/console-settings.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { anAttempt } from '../../../support/records.ts';
import { delivery, invoice, page, uuidOf } from '../../mirror/sample.ts';
import { openedForEach } from '../../workers/opened.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

let books: Books;
let mirror: Mirror;
let clock: DiscreteClock;
let told: string[];
let health: HealthWatch;

openedForEach((opened) => {
  ({ books, mirror } = opened);
});

/** A console that has just been started. */
function started(settings = FIRST_SETTINGS): HealthWatch {
  const context = jobContext({
    client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock }),
    mirror: { read: (name, input) => clock.during(mirror.read(name, input)), write: mirror.write },
    books: {
      read: (name, input) => clock.during(books.read(name, input)),
      write: (name, input) => clock.during(books.write(name, input)),
    },
    clock,
    settings: () => Promise.resolve(settings),
    announce: (signal) => {
      if (signal.kind === 'news') told.push(signal.news.body);
    },
  });
  const profile = { id: 'p1', name: 'Shop', origin: 'https://x', kind: 'business', readOnly: false } as const;
  return new HealthWatch(context, { profile: () => profile, serverNow: () => clock.now() });
}

const at = (ms: number): string => new Date(ms).toISOString();

/** The list was read and its statuses proved now, and whoever looks has looked; answers what was told. */
async function look(isProved = true): Promise<readonly string[]> {
  const verdict = { certificate: 'certified', seen: 1, total: 1, reason: null, growOnly: true, walk: null } as const;
  await mirror.write('lists.certify', { ...verdict, asOf: at(clock.now()), list: 'invoices' });
  const check = { asOf: at(clock.now()), matches: isProved, api: {}, mirror: {} };
  await mirror.write('statusCheck.save', { ...check, list: 'invoices' });
  return lookOnly();
}

async function lookOnly(): Promise<readonly string[]> {
  health.notice({ kind: 'sync', profileId: 'p1' });
  await clock.runFor(11_000);
  await health.ended();
  return told.splice(0);
}

beforeEach(async () => {
  clock = new DiscreteClock();
  told = [];
  health = started();
  await look();
});

describe('a receiver', () => {
  let orders = 0;
  const stored = (number: number): Invoice => invoice(number, { finished_at: at(clock.now()) });

  /** An order that ends now, and the end of its first attempt. */
  async function order(isArrived: boolean, host = 'shop.example'): Promise<number> {
    orders += 1;
    await mirror.write('invoices.store', page([stored(orders)], { asOf: at(clock.now()) }));
    await read(orders, isArrived ? [] : [0], isArrived ? 0 : null, host);
    return orders;
  }

  /** Its deliveries, read now: minutes ago of the attempts that failed, and of the one that succeeded. */
  async function read(number: number, failed: readonly number[], arrived: number | null, host = 'shop.example') {
    const attempts = [
      ...failed.map((ago) => ({ ago, success: false })),
      ...(arrived === null ? [] : [{ ago: arrived, success: true }]),
    ].map(({ ago, success }, index) =>
      anAttempt({
        attempt_number: index + 1,
        success,
        status_code: success ? 200 : 503,
        created_at: at(clock.now() - ago * MINUTE_MS),
      }),
    );
    const one = delivery(number, {
      status: arrived === null ? 'pending' : 'delivered',
      attempts: attempts.length,
      attempts_history: attempts,
      last_status_code: arrived === null ? 503 : 200,
      target_url: `https://${host}/hook`,
    });
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries: [one], asOf: at(clock.now()) });
  }

  /** Three orders whose webhooks fail, twice each, within three minutes. */
  async function down(): Promise<readonly number[]> {
    const failed = [];
    for (let minute = 0; minute < 3; minute += 1) {
      failed.push(await order(false));
      await clock.runFor(MINUTE_MS);
    }
    for (const number of failed) await read(number, [3, 0.5], null);
    return failed;
  }

  it('FAULT-96 is told once, over restarts too, and its end once, with the orders that still wait', async () => {
    await down();
    expect(await look()).toEqual([
      'shop.example answers HTTP 5xx, since 12:00 UTC; 3 orders wait. Mend the receiver, then resend.',
    ]);
    expect(await look()).toEqual([]);
    health = started();
    expect(await look()).toEqual([]);
    expect(await health.standing()).toMatchObject({
      receivers: [{ host: 'shop.example', kind: 'every', cause: 'server-error', waiting: 3, recoveredAt: null }],
      payments: [],
    });
    for (let count = 0; count < 3; count += 1) {
      await clock.runFor(MINUTE_MS);
      await order(true);
    }
    health = started();
    expect(await look()).toEqual([
      'shop.example answers again (down 12:00 UTC – 12:04 UTC). 3 orders still wait: resend them, or let the service try again.',
    ]);
    expect(await look()).toEqual([]);
    expect((await health.standing()).receivers).toMatchObject([{ waiting: 3, recoveredAt: expect.any(String) }]);
    for (let number = orders - 5; number <= orders - 3; number += 1) await read(number, [9, 6], 0);
    expect((await health.standing()).receivers).toEqual([]);
  });

  it('FAULT-96 is no news for what was before the business was seen', async () => {
    await books.write('settings.set', { key: 'health/p1', value: null });
    await down();
    health = started();
    expect(await look()).toEqual([]);
    expect(await look()).toEqual([]);
  });

  it('FAULT-96 is not told while the list is old: after a sleep, or offline', async () => {
    await down();
    await clock.runFor(10 * MINUTE_MS);
    expect(await lookOnly()).toEqual([]);
    expect(await look()).toHaveLength(1);
  });

  it('FAULT-96 is not told while invoices that ended since are not checked yet', async () => {
    await down();
    orders += 1;
    await mirror.write('invoices.store', page([stored(orders)], { asOf: at(clock.now()) }));
    await clock.runFor(2 * MINUTE_MS);
    expect(await look()).toEqual([]);
    await read(orders, [], 1.5);
    expect(await look()).toEqual([]);
  });

  it('FAULT-92 is told for its own host alone', async () => {
    for (let minute = 0; minute < 6; minute += 1) {
      await order(false, 'old.example');
      await order(true);
      await clock.runFor(MINUTE_MS);
    }
    expect(await look()).toEqual([expect.stringMatching(/^old\.example answers HTTP 5xx/)]);
  });
});

describe('payments', () => {
  /** Four weeks and a day of a card payment in each minute, up to now. */
  async function usual(): Promise<void> {
    const now = clock.now();
    const paid = [0, 1, 2, 3, 4].flatMap((week) =>
      Array.from({ length: 8 * 60 }, (_, index) => now + HOUR_MS - week * WEEK_MS - index * MINUTE_MS),
    );
    const invoices = paid.flatMap((ms, index) => (ms > now ? [] : [invoice(index, { finished_at: at(ms) })]));
    for (let from = 0; from < invoices.length; from += 500)
      await mirror.write('invoices.store', page(invoices.slice(from, from + 500), { asOf: at(now) }));
  }

  it('FAULT-95 FAULT-96 that stop are told once, and once when they arrive again', async () => {
    await usual();
    await clock.runFor(20 * MINUTE_MS);
    expect(await look()).toEqual([]);
    await clock.runFor(15 * MINUTE_MS);
    expect(await look(false)).toEqual([]);
    expect(await look()).toEqual([expect.stringMatching(/^No payment by Card for 35 min; usually 3\d in that time\./)]);
    health = started();
    expect(await look()).toEqual([]);
    expect((await health.standing()).payments).toMatchObject([{ method: 'Card', recoveredAt: null }]);
    const again = invoice(9_000, { finished_at: at(clock.now()) });
    await mirror.write('invoices.store', page([again], { asOf: at(clock.now()) }));
    expect(await look()).toEqual(['Payments by Card arrive again.']);
    expect(await look()).toEqual([]);
    expect((await health.standing()).payments).toEqual([]);
  });

  it('FAULT-96 are no news while the console sleeps or is offline, nor before it knows what came meanwhile', async () => {
    await usual();
    await clock.runFor(50 * MINUTE_MS);
    expect(await lookOnly()).toEqual([]);
    const meanwhile = invoice(9_000, { finished_at: at(clock.now() - 5 * MINUTE_MS) });
    await mirror.write('invoices.store', page([meanwhile], { asOf: at(clock.now()) }));
    expect(await look()).toEqual([]);
  });
});

describe('links that are about to close', () => {
  const WANTED = { ...FIRST_SETTINGS, notifications: { ...FIRST_SETTINGS.notifications, closingLinks: true } };

  async function closesIn(minutes: number, number: number, status = 'pending'): Promise<void> {
    const expires = at(clock.now() + minutes * MINUTE_MS);
    const one = invoice(number, { status, expires_at: expires, finished_at: null, settled_amount_usdt: null });
    await mirror.write('invoices.store', page([one], { asOf: at(clock.now()) }));
  }

  it('are no news before somebody has asked for it', async () => {
    await closesIn(3, 1);
    expect(await look()).toEqual([]);
  });

  it('cost the books nothing while there are none', async () => {
    health = started(WANTED);
    await closesIn(12, 1);
    const writes = vi.spyOn(books, 'write');
    expect(await lookOnly()).toEqual([]);
    expect(writes).not.toHaveBeenCalled();
    writes.mockRestore();
  });

  it('are told once, those of the same minutes together, over restarts too; what is paid or over is not', async () => {
    health = started(WANTED);
    await closesIn(-1, 1);
    await closesIn(3.5, 2);
    await closesIn(4.5, 3);
    await closesIn(4, 4, 'success');
    await closesIn(12, 5);
    expect(await look()).toEqual([
      expect.stringMatching(/, can be paid for 4 more minutes\. So can 1 other, or little longer\.$/),
    ]);
    health = started(WANTED);
    expect(await look()).toEqual([]);
    await clock.runFor(8 * MINUTE_MS);
    expect(await lookOnly()).toEqual([]);
    expect(await look()).toEqual([expect.stringMatching(/, can be paid for \d more minutes\.$/)]);
    await clock.runFor(5 * MINUTE_MS);
    expect(await look()).toEqual([]);
  });
});
