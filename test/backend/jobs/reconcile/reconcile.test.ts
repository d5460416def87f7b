/**
 * Runs of the reconciliation over real books and a real mirror, on the discrete-event clock: when they come, what they may clear, and what a
 * run that is cut short leaves behind. The engine is a list of findings here.
 */
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import type { Signal } from '../../../../src/backend/jobs/kernel/context.ts';
import { Reconciliation } from '../../../../src/backend/jobs/reconcile/reconcile.ts';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { type Failure, FailureError } from '../../../../src/domain/kernel/failure/failure.ts';
import type { Finding } from '../../../../src/domain/kernel/finding.ts';
import type { Certificate } from '../../../../src/domain/profiles/profile.ts';
import type { ReportResults } from '../../../../src/domain/exports/report-job.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { takerOf } from '../../../support/taken-rows.ts';
import { finding } from '../../../support/findings.ts';
import { clientAt, jobContext } from '../../../support/benches/job-context.ts';
import { delivery, invoice, page, uuidOf } from '../../mirror/sample.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;
let mirror: Mirror;
let folder: string;
let clock: DiscreteClock;
let closing: AbortController;
let bench: Bench;

openedForEach((opened) => {
  ({ books, mirror } = opened);
  folder = opened.folder.path;
});

beforeEach(() => {
  clock = new DiscreteClock();
  closing = new AbortController();
  bench = new Bench();
});

/** The job with an engine that finds what it is told, and takes as long as it is told. */
class Bench {
  findings: readonly Finding[] = [];
  takesMs = 0;
  bar: Failure | null = null;
  during: (() => Promise<void>) | null = null;
  /** When runs began, seconds since the start. */
  readonly began: number[] = [];
  matched = 0;
  readonly ended: string[] = [];
  readonly signals: Signal[] = [];
  readonly job: Reconciliation;
  readonly #start = clock.monotonic();

  constructor() {
    const context = jobContext({
      client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock }),
      mirror: { read: (name, input) => clock.during(mirror.read(name, input)), write: mirror.write },
      books: {
        read: (name, input) => clock.during(books.read(name, input)),
        write: (name, input) => clock.during(books.write(name, input)),
      },
      clock,
      closing: closing.signal,
      announce: (signal) => this.signals.push(signal),
    });
    this.job = new Reconciliation(context, {
      match: () => {
        this.matched += 1;
        return Promise.resolve({ entries: 0, changed: 0, findings: 0 });
      },
      find: ({ rows }) => this.#find(takerOf(context.books.write, rows)),
      bar: () => this.bar,
      comparePrior: async () => {
        this.ended.push('compared');
      },
      afterRun: async () => {
        this.ended.push('ended');
      },
    });
  }

  changed(): void {
    this.job.notice({ kind: 'mirror', profileId: 'p1', kinds: ['invoices'] });
  }

  async #find(take: (rows: readonly unknown[]) => Promise<void>): Promise<ReportResults['findings']> {
    this.began.push((clock.monotonic() - this.#start) / 1000);
    if (this.takesMs > 0) await clock.sleep(this.takesMs);
    const half = Math.ceil(this.findings.length / 2);
    await take(this.findings.slice(0, half));
    await this.during?.();
    await take(this.findings.slice(half));
    return { invoices: 7, withdrawals: 2, findings: this.findings.length };
  }
}

async function certify(invoices: Certificate, withdrawals: Certificate = 'certified'): Promise<void> {
  const verdict = { asOf: '2026-11-21T12:00:00Z', seen: 1, total: 1, reason: null, growOnly: true, walk: null };
  await mirror.write('lists.certify', { ...verdict, list: 'invoices', certificate: invoices });
  await mirror.write('lists.certify', { ...verdict, list: 'withdrawals', certificate: withdrawals });
}

const open = async (cleared = false): Promise<readonly string[]> => {
  const filter = cleared ? { cleared } : {};
  const query = { profileId: 'p1', filter, sort: [{ by: 'label', direction: 'asc' }] as const };
  const now = '2026-11-21T12:00:00Z';
  const { rows } = await books.read('exceptions.page', { ...query, now, offset: 0, limit: 200 });
  return rows.map(({ label }) => label ?? '');
};

async function close(): Promise<void> {
  closing.abort(new Error('closing'));
  await clock.run(bench.job.ended());
}

describe('a run', () => {
  it('comes once after the start, when the mirror has rested, and while nothing changes once an hour: time alone shows what is missing', async () => {
    await certify('certified');
    bench.job.start();
    expect(await bench.job.state()).toEqual({ run: null, isPending: true });
    await clock.runFor(19_000);
    expect(bench.began).toEqual([]);
    await clock.runFor(3_600_000);
    expect(bench.began).toEqual([20]);
    expect(await bench.job.state()).toMatchObject({ run: { invoices: 7, withdrawals: 2 }, isPending: false });
    await clock.runFor(3_600_000);
    expect(bench.began).toEqual([20, 3_620]);
    await close();
  });

  it('waits for the mirror to rest, at most three minutes, and lets two minutes pass between runs', async () => {
    await certify('certified');
    bench.job.start();
    for (let second = 0; second < 600; second += 10) {
      await clock.runFor(10_000);
      bench.changed();
    }
    // Changes every ten seconds: the mirror never rests.
    expect(bench.began).toEqual([180, 360, 540]);
    await close();
  });

  it('comes at once when the books have changed, and again after one that was under way then', async () => {
    await certify('certified');
    bench.job.start();
    await clock.runFor(3_600_000);
    bench.job.booksChanged();
    await clock.runFor(1_000);
    bench.takesMs = 5_000;
    bench.job.booksChanged();
    await clock.runFor(1_000);
    bench.job.booksChanged();
    await clock.runFor(60_000);
    expect(bench.began).toEqual([20, 3_600, 3_601, 3_606]);
    expect(bench.matched).toBe(4);
    await close();
  });

  it('compares the books of a business that was not begun, which has no key, and is not pending for ever', async () => {
    await certify('certified');
    bench.job.booksChanged();
    await clock.runFor(1_000);
    expect(bench.matched).toBe(1);
    expect((await bench.job.state()).isPending).toBe(false);
    await close();
  });

  it('does not ask again and again when the mirror cannot be judged yet, however much the books have changed', async () => {
    bench.job.start();
    bench.job.booksChanged();
    await clock.runFor(3_600_000);
    expect(bench.began).toEqual([]);
    await certify('certified');
    bench.changed();
    await clock.runFor(300_000);
    expect(bench.began).toHaveLength(1);
    await close();
  });

  it('takes at most a twentieth of the time, whatever it lasts', async () => {
    await certify('certified');
    bench.takesMs = 30_000;
    bench.job.start();
    for (let second = 0; second < 1_500; second += 10) {
      await clock.runFor(10_000);
      bench.changed();
    }
    expect(bench.began).toEqual([180, 810, 1440]);
    await close();
  });

  it('is no run before the lists were walked to their end, and comes when they were', async () => {
    bench.job.start();
    await clock.runFor(300_000);
    await expect(clock.run(bench.job.run())).rejects.toMatchObject({ failure: { kind: 'unavailable-offline' } });
    expect(bench.began).toEqual([]);
    expect((await bench.job.state()).isPending).toBe(true);
    await certify('incomplete');
    await clock.runFor(300_000);
    expect(bench.began).toHaveLength(1);
    await close();
  });

  it('on demand joins the one that is under way', async () => {
    await certify('certified');
    bench.takesMs = 1_000;
    bench.findings = [finding(1)];
    const [first, second] = [bench.job.run(), bench.job.run()];
    expect((await bench.job.state()).isPending).toBe(true);
    expect(await clock.run(second)).toEqual(await clock.run(first));
    expect(bench.began).toHaveLength(1);
    expect(bench.ended).toEqual(['compared', 'ended']);
    expect(bench.signals.filter(({ kind }) => kind === 'books')).toHaveLength(2);
  });

  it('on demand is one more when something has changed since the one that is under way has begun', async () => {
    await certify('certified');
    bench.takesMs = 10_000;
    const first = bench.job.run();
    await clock.runFor(1_000);
    bench.changed();
    const [second, third] = [bench.job.run(), bench.job.run()];
    expect((await clock.run(second)).at > (await clock.run(first)).at).toBe(true);
    expect(await clock.run(third)).toEqual(await clock.run(second));
    expect(bench.began).toEqual([0, 10]);
    expect((await bench.job.state()).isPending).toBe(false);
  });

  it('sees what changes while it runs the next time', async () => {
    await certify('certified');
    bench.during = async () => bench.changed();
    await clock.run(bench.job.run());
    expect((await bench.job.state()).isPending).toBe(true);
  });
});

describe('what a run clears', () => {
  const withdrawalFinding = finding(2, { kind: 'sent-differs', list: 'withdrawals' });

  it('is what a certified list does not show any more, and nothing of one that is not', async () => {
    await certify('certified', 'as-far-as-seen');
    bench.findings = [finding(1), withdrawalFinding];
    await clock.run(bench.job.run());
    bench.findings = [];
    expect(await clock.run(bench.job.run())).toMatchObject({
      findings: 0,
      invoicesCertificate: 'certified',
      withdrawalsCertificate: 'as-far-as-seen',
    });
    expect([await open(), await open(true)]).toEqual([['order-2'], ['order-1']]);
  });

  it('is nothing of a list that lost its certificate while it ran', async () => {
    await certify('certified');
    bench.findings = [finding(1)];
    await clock.run(bench.job.run());
    bench.findings = [];
    bench.during = () => certify('incomplete');
    expect(await clock.run(bench.job.run())).toMatchObject({ invoicesCertificate: 'incomplete' });
    expect(await open()).toEqual(['order-1']);
  });

  it('is nothing at all once the mirror turns out to be of another business', async () => {
    await certify('certified');
    bench.findings = [finding(1)];
    await clock.run(bench.job.run());
    bench.findings = [];
    bench.during = async () => {
      bench.bar = { kind: 'profile-changed', reason: 'different-business' };
    };
    await expect(clock.run(bench.job.run())).rejects.toBeInstanceOf(FailureError);
    expect(await open()).toEqual(['order-1']);
    await expect(clock.run(bench.job.run())).rejects.toMatchObject({ failure: { reason: 'different-business' } });
    expect(bench.began).toHaveLength(2);
  });

  it('is no finding about a delivery that was not read again since the mirror was rebuilt', async () => {
    await mirror.write('invoices.store', page([invoice(1), invoice(2)]));
    await mirror.write('deliveries.store', {
      invoiceUuid: uuidOf(2),
      asOf: '2026-11-21T11:00:00Z',
      deliveries: [delivery(2)],
    });
    await certify('certified');
    bench.findings = [1, 2].flatMap((number) =>
      (['stale-receiver', 'told-other-end'] as const).map((kind) =>
        finding(number, { kind, recordUuid: uuidOf(number), label: `${kind} ${number}` }),
      ),
    );
    await clock.run(bench.job.run());
    bench.findings = [];
    await clock.run(bench.job.run());
    expect([(await open()).toSorted(), (await open(true)).toSorted()]).toEqual([
      ['stale-receiver 1', 'told-other-end 1'],
      ['stale-receiver 2', 'told-other-end 2'],
    ]);
  });

  it('is no finding about a delivery that cannot be read, nor about one that the record is older than', async () => {
    await mirror.write('invoices.store', page([1, 2, 3, 4].map((number) => invoice(number))));
    const read = (number: number, quarantined: number, ...deliveries: ReturnType<typeof delivery>[]) =>
      mirror.write('deliveries.store', {
        invoiceUuid: uuidOf(number),
        asOf: '2026-11-21T11:00:00Z',
        deliveries,
        quarantined,
      });
    await read(1, 1);
    await read(2, 1, delivery(2));
    await read(3, 0, delivery(3, { delivered_at: '2026-11-21T10:30:00Z' }));
    await read(4, 0);
    await certify('certified');
    bench.findings = [1, 2, 3, 4].map((number) =>
      finding(number, { kind: 'credited-differs', recordUuid: uuidOf(number) }),
    );
    await clock.run(bench.job.run());
    bench.findings = [];
    await clock.run(bench.job.run());
    expect([(await open()).toSorted(), await open(true)]).toEqual([['order-1', 'order-2', 'order-3'], ['order-4']]);
  });

  it('is what is said of the list of deliveries once it was read whole and says otherwise', async () => {
    await mirror.write('invoices.store', page([1, 2, 3, 4].map((number) => invoice(number))));
    const read = (number: number, count: number, quarantined = 0) =>
      mirror.write('deliveries.store', {
        invoiceUuid: uuidOf(number),
        asOf: '2026-11-21T11:00:00Z',
        deliveries: Array.from({ length: count }, (_, at) => delivery(number, { uuid: uuidOf(number * 1_000 + at) })),
        quarantined,
      });
    await read(1, 0);
    await read(2, 1);
    await read(3, 1, 1);
    await certify('certified');
    bench.findings = [1, 2, 3, 4].flatMap((number) =>
      (['delivery-missing', 'delivery-twice'] as const).map((kind) =>
        finding(number, { kind, recordUuid: uuidOf(number), label: `${kind} ${number}` }),
      ),
    );
    await clock.run(bench.job.run());
    bench.findings = [];
    await clock.run(bench.job.run());
    expect(await open(true)).toEqual(['delivery-missing 2', 'delivery-twice 1', 'delivery-twice 2']);
    await certify('incomplete');
    await read(4, 1);
    await clock.run(bench.job.run());
    expect(await open(true)).toHaveLength(3);
  });

  it('is everything that is gone, also when it is more than one batch', async () => {
    await certify('certified');
    bench.findings = Array.from({ length: 2_000 }, (_, number) => finding(number));
    expect(await clock.run(bench.job.run())).toMatchObject({ findings: 2_000 });
    bench.findings = [finding(7)];
    await clock.run(bench.job.run());
    const counts = await books.read('exceptions.counts', { profileId: 'p1', filter: {}, now: '2026-11-21T12:00:00Z' });
    expect(counts).toMatchObject({ open: 1, cleared: 1_999 });
  });
});

describe('a run that is cut short', () => {
  it('keeps what it found, clears nothing, and leaves nothing that the next one minds', async () => {
    await certify('certified');
    bench.findings = [finding(1), finding(2)];
    await clock.run(bench.job.run());
    const before = await bench.job.state();
    bench.findings = [finding(3), finding(4)];
    bench.during = () => Promise.reject(new FailureError({ kind: 'cancelled' }));
    await expect(clock.run(bench.job.run())).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(await open()).toEqual(['order-1', 'order-2', 'order-3']);
    expect((await bench.job.state()).run).toEqual(before.run);
    bench.during = null;
    await clock.run(bench.job.run());
    expect([await open(), await open(true)]).toEqual([
      ['order-3', 'order-4'],
      ['order-1', 'order-2'],
    ]);
  });
});

describe('facts of closed periods that changed', () => {
  beforeEach(async () => void (await books.read('profiles.list', {})));

  /** As the comparison of closed periods writes them: each against the state before it. */
  function adjust(
    record: number,
    rows: readonly {
      readonly close?: string;
      readonly amount: string;
      readonly from: string | null;
      readonly to: string | null;
    }[],
  ): void {
    const file = SqliteDatabase.open({
      path: join(folder, 'books.db'),
      file: 'books',
      mode: 'read-write',
      synchronous: 'NORMAL',
    });
    const facts = (settled: string | null): string | null =>
      settled === null
        ? null
        : JSON.stringify({ line: 'credits', settled_amount_usdt: settled, finished_at: '2026-10-31T10:00:00Z' });
    for (const [nth, { close: closeId = 'october', amount, from, to }] of rows.entries()) {
      file.run(
        `INSERT INTO closes (id, profile_id, from_key, to_key, document, facts, closed_at) VALUES (?, 'p1', '', '', '{}', 0, '')
          ON CONFLICT DO NOTHING`,
        closeId,
      );
      file.run(
        `INSERT INTO prior_period_adjustments (key, profile_id, close_id, list, record_uuid, label, token, amount, before, after,
          first_seen_at) VALUES (?, 'p1', ?, 'invoices', ?, ?, 'USDT', ?, ?, ?, '')`,
        `${closeId}/${record}/${nth}/${to ?? ''}`,
        closeId,
        uuidOf(record),
        `order-${record}`,
        amount,
        facts(from),
        facts(to),
      );
    }
    file.close();
  }

  const found = async () => {
    await clock.run(bench.job.run());
    const query = {
      profileId: 'p1',
      filter: { kind: ['closed-fact-changed'] as const },
      sort: [],
      offset: 0,
      limit: 10,
    };
    return (await books.read('exceptions.page', { ...query, now: '2026-11-21T12:00:00Z' })).rows;
  };

  it('are one exception a record with the sum since the close, opened again when more changes, cleared when all is as it was', async () => {
    await certify('incomplete', 'incomplete');
    adjust(1, [
      { amount: '-4.00', from: '100', to: '96.00' },
      { amount: '-1.5', from: '96.00', to: '94.5' },
    ]);
    const [first, ...others] = await found();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      label: 'order-1',
      unit: 'USDT',
      delta: '-5.50',
      recordAt: '2026-10-31T10:00:00Z',
      evidence: { 'before.settled_amount_usdt': '100', 'after.settled_amount_usdt': '94.5', 'after.line': 'credits' },
    });
    const resolve = { kind: 'resolve', reason: 'accepted', note: 'booked in November' } as const;
    const act = {
      profileId: 'p1',
      ids: [first?.id ?? ''],
      action: resolve,
      at: '2026-11-21T12:00:00Z',
      osUser: 'finance',
    };
    await books.write('exceptions.act', act);
    expect(await found()).toMatchObject([{ state: 'resolved' }]);
    adjust(1, [{ amount: '0.5', from: '94.5', to: '95' }]);
    expect(await found()).toMatchObject([{ state: 'open', reopened: 1, delta: '-5.00', note: 'booked in November' }]);
    adjust(1, [{ amount: '5', from: '95', to: '100.0' }]);
    expect(await found()).toEqual([]);
  });

  it('that moved from one closed period into another are still an exception, with both sides', async () => {
    await certify('certified');
    adjust(1, [
      { amount: '-100', from: '100', to: null },
      { close: 'november', amount: '100', from: null, to: '100' },
    ]);
    const [moved] = await found();
    expect(moved?.evidence).toMatchObject({
      '1.after.line': null,
      '2.before.line': null,
      '2.after.settled_amount_usdt': '100',
    });
    expect(moved?.delta).toBe('0');
  });
});
