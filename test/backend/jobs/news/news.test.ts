/**
 * What a person is told outside of the window, over a real mirror and real books: each thing once, over restarts too, several together, and
 * nothing that was there before.
 */
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { NewsWatch } from '../../../../src/backend/jobs/news/news.ts';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import type { Attempt, Delivery } from '../../../../src/domain/webhooks/delivery.ts';
import type { CountedNews } from '../../../../src/domain/news/notice.ts';
import type { Invoice } from '../../../../src/domain/records/invoice.ts';
import type { ProfileKind } from '../../../../src/domain/profiles/profile.ts';
import type { Withdrawal } from '../../../../src/domain/records/withdrawal.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { clientAt, jobContext } from '../../../support/benches/job-context.ts';
import { adjustedInvoice, delivery, invoice, page, uuidOf, withdrawal } from '../../mirror/sample.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;
let mirror: Mirror;
let folder: string;
let clock: DiscreteClock;
let told: string[];
/** The same news as it goes to the digest. */
let rung: CountedNews[];
let news: NewsWatch;

openedForEach((opened) => {
  ({ books, mirror } = opened);
  folder = opened.folder.path;
});

/** A console that has just been started. */
function started(kind: ProfileKind = 'business'): NewsWatch {
  const context = jobContext({
    client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock }),
    mirror: { read: (name, input) => clock.during(mirror.read(name, input)), write: mirror.write },
    books: {
      read: (name, input) => clock.during(books.read(name, input)),
      write: (name, input) => clock.during(books.write(name, input)),
    },
    clock,
    notify: async (counted) => void rung.push(counted),
    announce: (signal) => {
      if (signal.kind === 'news') told.push(`${signal.news.title}: ${signal.news.body}`);
    },
  });
  const profile = { id: 'p1', name: 'Shop', origin: 'https://x', kind, readOnly: false };
  return new NewsWatch(
    context,
    () => profile,
    () => clock.now(),
  );
}

beforeEach(() => {
  clock = new DiscreteClock();
  told = [];
  rung = [];
  news = started();
});

let minute = 0;
/** Every answer is later than the one before. */
function at(): string {
  minute += 1;
  return new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();
}

async function poll(withdrawals: readonly Withdrawal[]): Promise<readonly string[]> {
  await mirror.write('withdrawals.store', page(withdrawals, { asOf: at() }));
  news.notice({ kind: 'mirror', profileId: 'p1', kinds: ['withdrawals'] });
  news.notice({ kind: 'mirror', profileId: 'p1', kinds: ['withdrawals'] });
  await clock.runFor(10_000);
  return told.splice(0);
}

async function walked(): Promise<void> {
  const verdict = { certificate: 'certified', seen: 1, total: 1, reason: null, growOnly: true, walk: null } as const;
  await mirror.write('lists.certify', { ...verdict, asOf: at(), list: 'withdrawals' });
}

const pending = (number: number, change: Partial<Withdrawal> = {}): Withdrawal =>
  withdrawal(number, { status: 'pending', tx_hash: null, processed_at: null, ...change });
const rejected = (number: number, change: Partial<Withdrawal> = {}): Withdrawal =>
  withdrawal(number, { status: 'rejected', tx_hash: null, reject_code: 'transfer_error', ...change });

describe('a rejected withdrawal', () => {
  const LATER = '2026-11-22T00:00:00Z';

  beforeEach(async () => {
    news.start();
    await poll([rejected(1), pending(2), pending(3), pending(4)]);
    await walked();
    expect(await poll([rejected(1), pending(2), pending(3), pending(4)])).toEqual([]);
  });

  it('is told once, with why and that the balance was returned; what was there before is no news', async () => {
    expect(await poll([rejected(2)])).toEqual([
      'Shop: A withdrawal of 50.5 USDT was rejected. The transfer on the blockchain failed. The balance was returned.',
    ]);
    expect(await poll([rejected(1), rejected(2)])).toEqual([]);
    news = started();
    expect(await poll([rejected(1), rejected(2)])).toEqual([]);
  });

  it('is told after a start when it was rejected while the console was closed, and the sandbox says that it is one', async () => {
    await mirror.write('withdrawals.store', page([rejected(3, { reject_code: 'what' })], { asOf: at() }));
    news = started('sandbox');
    expect(await poll([])).toEqual([
      expect.stringMatching(/^SANDBOX · Shop: A withdrawal of 50\.5 USDT was rejected\. Rejected with the code “what”/),
    ]);
  });

  it('is one notification for all of one poll', async () => {
    const all = [rejected(2), rejected(3), rejected(4)];
    expect(await poll(all)).toEqual([expect.stringContaining('3 withdrawals were rejected, 151.5 USDT.')]);
    expect(await poll(all)).toEqual([]);
  });

  it('is told when it came and was rejected between two polls; not again when the mirror is a new one', async () => {
    expect(await poll([rejected(5, { created_at: LATER })])).toHaveLength(1);
    expect(await poll([rejected(5, { created_at: LATER })])).toEqual([]);
    await mirror.write('withdrawals.store', page([pending(6, { created_at: LATER })], { asOf: at() }));
    expect(await poll([rejected(6, { created_at: LATER })])).toHaveLength(1);
    expect(await poll([])).toEqual([]);
    // Its first sight was before the list was walked.
    expect(await poll([rejected(7, { created_at: '2026-11-01T00:00:00Z' })])).toEqual([]);
  });

  it('is counted and added up with all others that were rejected while the console was closed, whether a change of them was seen or not', async () => {
    const numbers = Array.from({ length: 1_250 }, (_, index) => 2_000 + index);
    const store = async (make: (number: number) => Withdrawal): Promise<void> => {
      for (let from = 0; from < numbers.length; from += 500)
        await mirror.write('withdrawals.store', page(numbers.slice(from, from + 500).map(make), { asOf: at() }));
    };
    await store((number) => pending(number));
    await store((number) => rejected(number));
    expect(await poll([])).toEqual([expect.stringContaining('1250 withdrawals were rejected, 63125.0 USDT.')]);
    await store((number) => rejected(number + 5_000, { created_at: LATER }));
    news = started();
    expect(await poll([])).toEqual([expect.stringContaining('1250 withdrawals were rejected, 63125.0 USDT.')]);
    expect(rung.map(({ count, sums }) => [count, sums])).toEqual([
      [1_250, [{ token: 'USDT', amount: '63125.0' }]],
      [1_250, [{ token: 'USDT', amount: '63125.0' }]],
    ]);
    expect(await poll([])).toEqual([]);
  });

  it('is told once however many there are', async () => {
    const created = (number: number): string => new Date(Date.parse(LATER) + number * 1000).toISOString();
    let count = 0;
    for (let batch = 0; batch < 5; batch += 1) {
      const rows = Array.from({ length: 90 }, (_, index) => {
        return rejected(1000 + batch * 90 + index, { created_at: created(batch * 90 + index) });
      });
      for (const line of await poll(rows)) count += Number(/(\d+) withdrawals/.exec(line)?.[1]);
    }
    expect(count).toBe(450);
    expect(await poll([])).toEqual([]);
  });
});

describe('a delivery that fails for good', () => {
  const failedAt = (number: number, lastAttempt: string, change: Partial<Delivery> = {}): Delivery =>
    delivery(number, {
      status: 'failed',
      attempts: 7,
      last_status_code: 500,
      delivered_at: null,
      updated_at: lastAttempt,
      attempts_history: [{ ...FAILED_ATTEMPT, created_at: lastAttempt }],
      ...change,
    });
  async function read(deliveries: readonly Delivery[]): Promise<void> {
    for (const one of deliveries) {
      const answer = {
        invoiceUuid: one.invoice_uuid ?? '',
        deliveries: [one],
        asOf: new Date(clock.now()).toISOString(),
      };
      await mirror.write('deliveries.store', answer);
      news.notice({ kind: 'mirror', profileId: 'p1', kinds: ['deliveries'] });
    }
  }
  async function readAndWait(deliveries: readonly Delivery[], ms = 61_000): Promise<readonly string[]> {
    await read(deliveries);
    await clock.runFor(ms);
    return told.splice(0);
  }
  const BEFORE = '2026-11-21T11:59:00Z';
  const inMinutes = (minutes: number): string => new Date(Date.UTC(2026, 10, 21, 12, minutes)).toISOString();

  beforeEach(async () => {
    await mirror.write('invoices.store', page([invoice(1), invoice(2), invoice(3)], { asOf: at() }));
    news.start();
    news.notice({ kind: 'mirror', profileId: 'p1', kinds: ['invoices'] });
    await clock.runFor(10_000);
  });

  it('is told within seconds, once, over restarts and a new mirror', async () => {
    expect(await readAndWait([failedAt(1, inMinutes(5))], 2_000)).toEqual([
      'Shop: The delivery for invoice order-1 to shop.example failed for good. Deliveries shows why; mend the receiver, then send it again.',
    ]);
    expect(await readAndWait([failedAt(1, inMinutes(5))])).toEqual([]);
    news = started();
    expect(await readAndWait([failedAt(1, inMinutes(5))])).toEqual([]);
    // Sent again, it fails again: whoever sent it is told so.
    expect(await readAndWait([failedAt(1, inMinutes(9), { resend_count: 1 })])).toEqual([]);
    expect(await readAndWait([delivery(1)])).toEqual([]);
    expect(rung.map(({ about, count }) => [about, count])).toEqual([['failed-deliveries', 1]]);
  });

  it('is no news when its last attempt was before the console saw the business, however late it is read', async () => {
    expect(await readAndWait([failedAt(1, BEFORE)])).toEqual([]);
    await clock.runFor(5 * 3_600_000);
    expect(await readAndWait([failedAt(2, BEFORE)])).toEqual([]);
    news = started();
    expect(await readAndWait([failedAt(3, BEFORE), failedAt(1, BEFORE)])).toEqual([]);
    // Without any instant it cannot be said to be new.
    const undated = { updated_at: null, created_at: null, attempts_history: [] };
    expect(await readAndWait([failedAt(4, BEFORE, undated)])).toEqual([]);
  });

  it('is told when it failed while the console was closed, and first read after', async () => {
    await clock.runFor(24 * 3_600_000);
    news = started();
    expect(await readAndWait([failedAt(2, inMinutes(90))])).toHaveLength(1);
  });

  it('is one notification for a receiver that is down, with its hosts, after the first', async () => {
    expect(await readAndWait([failedAt(1, inMinutes(5))], 3_000)).toHaveLength(1);
    const lines: string[] = [];
    for (let number = 2; number <= 31; number += 1) {
      const url = number === 9 ? 'https://other.example/x' : 'https://shop.example/callback';
      lines.push(...(await readAndWait([failedAt(number, inMinutes(6), { target_url: url })], 1_000)));
    }
    lines.push(...(await readAndWait([], 61_000)));
    expect(lines).toEqual([
      expect.stringMatching(
        /^Shop: 30 deliveries to shop\.example and one more host failed for good, the first of them for invoice order-2\./,
      ),
    ]);
  });

  it('is found whatever the clock of this computer does, and in any number', async () => {
    clock.jumpWall(-3 * 3_600_000);
    expect(await readAndWait([failedAt(1, inMinutes(5))])).toHaveLength(1);
    clock.jumpWall(9 * 3_600_000);
    expect(await readAndWait([failedAt(2, inMinutes(6))])).toHaveLength(1);
    const many = Array.from({ length: 1_010 }, (_, index) => failedAt(100 + index, inMinutes(7)));
    await mirror.write('deliveries.store', {
      invoiceUuid: uuidOf(3),
      deliveries: [failedAt(3, inMinutes(8), { target_url: 'no address' })],
      asOf: new Date(clock.now()).toISOString(),
    });
    expect(await readAndWait(many)).toEqual([expect.stringContaining('1011 deliveries to ')]);
    expect(await readAndWait([])).toEqual([]);
  });

  it('is not told while it is still retried, nor when a newer delivery of its invoice stands for it', async () => {
    expect(await readAndWait([failedAt(1, inMinutes(5), { status: 'pending', attempts: 3 })])).toEqual([]);
    const newer = delivery(1, { uuid: uuidOf(777), created_at: '2026-11-21T12:00:00Z' });
    const asOf = new Date(clock.now()).toISOString();
    await mirror.write('deliveries.store', {
      invoiceUuid: uuidOf(1),
      deliveries: [failedAt(1, inMinutes(5)), newer],
      asOf,
    });
    expect(await readAndWait([delivery(2)])).toEqual([]);
  });
});

const FAILED_ATTEMPT: Attempt = {
  attempt_number: 7,
  round: 1,
  triggered_by: 'system',
  success: false,
  duration_ms: 20,
  created_at: null,
  triggered_uuid_user: null,
  status_code: 500,
  response_body: null,
  error: null,
};

describe('a final record that changes', () => {
  const look = async (): Promise<readonly string[]> => {
    await clock.run(news.lookAtChanges());
    return told.splice(0);
  };
  const seen = (records: readonly Invoice[]) => mirror.write('invoices.store', page(records, { asOf: at() }));

  beforeEach(async () => {
    await seen([invoice(1), invoice(2), invoice(3)]);
    await seen([adjustedInvoice(3)]);
    expect(await look()).toEqual([]);
  });

  it('is told once by its name, several together', async () => {
    await seen([adjustedInvoice(1)]);
    expect(await look()).toEqual([
      expect.stringMatching(/^Shop: Invoice order-1 changed after it was final: it was adjusted, its settled amount/),
    ]);
    expect(await look()).toEqual([]);
    await seen([adjustedInvoice(2), invoice(3)]);
    news = started();
    expect(await look()).toEqual([expect.stringContaining('2 records changed after they were final.')]);
    expect(await look()).toEqual([]);
  });

  it('is told as a change of a closed period where it is one, and not twice', async () => {
    await seen([adjustedInvoice(1), adjustedInvoice(2)]);
    const file = SqliteDatabase.open({
      path: join(folder, 'books.db'),
      file: 'books',
      mode: 'read-write',
      synchronous: 'NORMAL',
    });
    file.exec(
      `INSERT INTO closes (id, profile_id, from_key, to_key, document, facts, closed_at) VALUES ('c', 'p1', '', '', '{}', 0, '')`,
    );
    file.run(
      `INSERT INTO prior_period_adjustments (key, profile_id, close_id, list, record_uuid, label, token, amount, first_seen_at)
        VALUES ('k', 'p1', 'c', 'invoices', ?, 'order-1', 'USDT', '-21.424691', '')`,
      uuidOf(1),
    );
    file.close();
    expect(await look()).toEqual([
      'Shop: A fact of a closed period changed: invoice order-1, -21.424691 USDT. The closed totals stay; Changed after their close shows it.',
      expect.stringMatching(/^Shop: Invoice order-2 changed after it was final/),
    ]);
    expect(await look()).toEqual([]);
  });

  it('is counted to the last one, and so are closed facts with what they moved', async () => {
    const numbers = Array.from({ length: 1_300 }, (_, index) => 3_000 + index);
    for (const make of [invoice, adjustedInvoice]) {
      for (let from = 0; from < numbers.length; from += 500)
        await seen(numbers.slice(from, from + 500).map((number) => make(number)));
    }
    expect(await look()).toEqual([expect.stringContaining('1300 records changed after they were final.')]);
    const file = SqliteDatabase.open({
      path: join(folder, 'books.db'),
      file: 'books',
      mode: 'read-write',
      synchronous: 'NORMAL',
    });
    const close = `INSERT INTO closes (id, profile_id, from_key, to_key, document, facts, closed_at) VALUES ('c', 'p1', '', '', '{}', 0, '')`;
    file.exec(close);
    file.transaction(() => {
      for (const [index, number] of [...numbers, ...numbers.slice(0, 10)].entries()) {
        file.run(
          `INSERT INTO prior_period_adjustments (key, profile_id, close_id, list, record_uuid, label, token, amount, first_seen_at)
            VALUES (?, 'p1', 'c', 'invoices', ?, 'order', 'USDT', '-0.01', '')`,
          `k${index}`,
          uuidOf(number),
        );
      }
    });
    file.close();
    rung.splice(0);
    expect(await look()).toEqual([expect.stringContaining('1300 facts of closed periods changed, -13.10 USDT.')]);
    expect(rung).toMatchObject([{ about: 'closed-facts', count: 1_300, sums: [{ token: 'USDT', amount: '-13.10' }] }]);
    expect(await look()).toEqual([]);
  });

  it('is a rejection and not late news when it is a withdrawal that was approved', async () => {
    news.start();
    await poll([withdrawal(8)]);
    await walked();
    expect(await poll([rejected(8)])).toHaveLength(1);
    expect(await look()).toEqual([]);
  });
});
