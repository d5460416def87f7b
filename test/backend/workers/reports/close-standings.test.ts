/** What a close asks for, one requirement at a time: each is missing for its own reason and for no other; and what no reason replaces. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { Closes, type CloseOutcome } from '../../../../src/backend/jobs/period/close.ts';
import { PriorPeriod } from '../../../../src/backend/jobs/period/prior-period.ts';
import { Reports } from '../../../../src/backend/jobs/kernel/reports.ts';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import {
  CLOSE_REQUIREMENTS,
  type CloseRequirement,
  type RequirementStanding,
} from '../../../../src/domain/period/close.ts';
import type { Failure } from '../../../../src/domain/kernel/failure/failure.ts';
import type { Invoice } from '../../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../../src/domain/records/withdrawal.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { clientAt, jobContext } from '../../../support/benches/job-context.ts';
import { anInvoice, aWithdrawal } from '../../../support/records.ts';
import { openedForEach } from '../opened.ts';

/** 20 November; everything was read an hour after its end, and "now" is an hour later. */
const DAY = { from: '2026-11-20', to: '2026-11-21', timeZone: 'UTC' };
const NEXT_DAY = { from: '2026-11-21', to: '2026-11-22', timeZone: 'UTC' };
const READ_AT = '2026-11-21T01:00:00.000Z';
const NOW = '2026-11-21T02:00:00.000Z';
const PROCESSED = { processed_at: '2026-11-20T12:00:00Z', status: 'approved' } as const;
const TYPED = [{ token: 'USDT', opening: '0' }];

let store: Store;
let mirror: Mirror;
let books: Books;
let closes: Closes;
let now: string;
let prior: PriorPeriod;
let serverTold: boolean;
let bar: Failure | null;

openedForEach((opened) => {
  ({ store, mirror, books } = opened);
});

async function storeInvoice(change: Partial<Invoice> = {}, asOf = READ_AT): Promise<void> {
  await mirror.write('invoices.store', {
    records: [anInvoice(change)],
    quarantined: [],
    asOf,
    source: 'list',
    pass: null,
  });
}

async function storeWithdrawal(change: Partial<Withdrawal>): Promise<void> {
  const records = [aWithdrawal({ ...PROCESSED, ...change })];
  await mirror.write('withdrawals.store', { records, quarantined: [], asOf: READ_AT, source: 'list', pass: null });
}

async function certify(
  list: 'invoices' | 'withdrawals',
  asOf = READ_AT,
  certificate: 'certified' | 'incomplete' = 'certified',
): Promise<void> {
  await mirror.write('lists.certify', {
    list,
    certificate,
    asOf,
    seen: 1,
    total: 1,
    reason: null,
    growOnly: true,
    walk: null,
  });
}

beforeEach(async () => {
  [now, serverTold, bar] = [NOW, true, null];
  const clock = new DiscreteClock(Date.parse(NOW));
  const context = jobContext({ client: clientAt('http://127.0.0.1:9', 'none', { clock }), mirror, books, clock });
  const reports = new Reports(context, (job, listeners, signal) => store.compute(job, listeners, signal));
  const business = { profile: 'Demo', origin: 'sandbox', sandbox: true };
  const serverNow = (): number => Date.parse(now);
  prior = new PriorPeriod(context, reports, serverNow, () => bar);
  closes = new Closes(context, reports, {
    serverNow,
    serverTold: () => serverTold,
    perPage: () => 100,
    bar: () => bar,
    business: () => business,
    comparePrior: () => prior.compareFromNow(),
  });
  await storeInvoice();
  await storeWithdrawal({});
  await certify('invoices');
  await certify('withdrawals');
});

const signal = new AbortController().signal;
const standings = async (typed = TYPED, period = DAY): Promise<readonly RequirementStanding[]> =>
  (await closes.readiness({ period, typed }, signal)).requirements;

/** What is missing, with the rows in the way. */
async function missing(...terms: Parameters<typeof standings>): Promise<Readonly<Record<string, number>>> {
  const unmet = (await standings(...terms)).filter(({ met }) => !met);
  return Object.fromEntries(unmet.map(({ requirement, count }) => [requirement, count]));
}

let intents = 0;
function close(overrideReason: string | null = null, period = DAY): Promise<CloseOutcome> {
  intents += 1;
  return closes.close({ intentId: `intent-${intents}`, period, typed: TYPED, overrideReason, known: null });
}

describe('what a close asks for', () => {
  it('is there: every requirement is named once, in order, and met', async () => {
    const all = await standings();
    expect(all.map(({ requirement }) => requirement)).toEqual(CLOSE_REQUIREMENTS);
    expect(await missing()).toEqual({});
  });

  it.each<[CloseRequirement, number, () => Promise<void>]>([
    ['invoices-certified', 0, () => certify('invoices', READ_AT, 'incomplete')],
    ['invoices-certified', 0, () => certify('invoices', '2026-11-20T23:59:59.999Z')],
    ['withdrawals-certified', 0, () => certify('withdrawals', '2026-11-20T12:00:00.000Z')],
    [
      'no-pending-invoices',
      1,
      () => storeInvoice({ uuid: uuid(2), status: 'pending', finished_at: null, settled_amount_usdt: null }),
    ],
    ['facts-read-after-end', 1, () => storeInvoice({ uuid: uuid(2) }, '2026-11-20T23:30:00.000Z')],
    ['no-undated-facts', 1, () => storeInvoice({ uuid: uuid(2), settled_amount_usdt: null })],
    ['no-undated-facts', 1, () => storeInvoice({ uuid: uuid(2), finished_at: null })],
    ['no-undated-facts', 1, () => storeInvoice({ uuid: uuid(2), status: 'paused' })],
    ['no-undated-facts', 1, () => storeWithdrawal({ uuid: uuid(3), processed_at: null })],
    ['no-undated-facts', 1, () => storeWithdrawal({ uuid: uuid(3), status: 'rejected', processed_at: null })],
    ['no-undated-facts', 1, () => storeWithdrawal({ uuid: uuid(3), status: 'held', processed_at: null })],
  ])('misses %s (%i)', async (requirement, count, arrange) => {
    await arrange();
    expect(await missing()).toEqual({ [requirement]: count });
    expect(await close()).toMatchObject({ outcome: 'refused', reason: 'requirements' });
    expect(await close('somebody has looked at it')).toMatchObject({ outcome: 'closed' });
  });

  it('misses both certificates while an invoice from before the end ended after them', async () => {
    await storeInvoice({
      uuid: uuid(2),
      status: 'expired',
      settled_amount_usdt: null,
      finished_at: '2026-11-21T01:30:00Z',
    });
    expect(await missing()).toEqual({ 'invoices-certified': 0, 'withdrawals-certified': 0 });
    await certify('invoices', '2026-11-21T01:30:00.000Z');
    await certify('withdrawals', '2026-11-21T01:31:00.000Z');
    expect(await missing()).toEqual({});
  });

  it('misses a reading that is a day old, and one that is dated later than now', async () => {
    now = '2026-11-22T01:00:01.000Z';
    expect(await missing()).toEqual({});
    now = '2026-11-22T01:01:00.000Z';
    expect(await missing()).toEqual({ 'facts-fresh': 2 });
    now = NOW;
    await storeInvoice({ uuid: uuid(2) }, '2026-11-23T00:00:00.000Z');
    expect(await missing()).toEqual({ 'facts-fresh': 1 });
  });

  it('misses what cannot be read', async () => {
    const quarantined = [{ uuid: uuid(9), reason: 'amount is a number', raw: '{}' }];
    await mirror.write('invoices.store', { records: [], quarantined, asOf: READ_AT, source: 'list', pass: null });
    expect(await missing()).toEqual({ 'all-readable': 1 });
  });

  it('has rows that do not concern it stand in no way', async () => {
    const later = { created_at: '2026-11-21T00:00:00Z', finished_at: '2026-11-21T00:10:00Z' };
    await storeInvoice({ uuid: uuid(2), ...later, settled_amount_usdt: null }, '2026-11-20T00:00:00.000Z');
    await storeInvoice({ uuid: uuid(3), ...later, status: 'pending', finished_at: null });
    await storeInvoice({ uuid: uuid(4), status: 'expired', settled_amount_usdt: null }, '2026-11-20T20:00:00.000Z');
    expect(await missing()).toEqual({});
  });
});

describe('what no reason replaces', () => {
  const refused = { outcome: 'refused', reason: 'requirements' };

  it('is the end of the period', async () => {
    now = '2026-11-20T23:59:00.000Z';
    expect(await missing()).toHaveProperty('period-ended');
    expect(await close('we want it closed now')).toMatchObject(refused);
  });

  it('is the end by the server’s clock: this computer’s proves none, a certificate does', async () => {
    serverTold = false;
    expect(await missing()).toEqual({});
    for (const list of ['invoices', 'withdrawals'] as const) await certify(list, '2026-11-20T20:00:00.000Z');
    expect(await missing()).toHaveProperty('period-ended');
    expect(await close('our clock says that it has ended')).toMatchObject(refused);
    serverTold = true;
    expect(await missing()).not.toHaveProperty('period-ended');
  });

  it('is a mirror that was read to its end once', async () => {
    await store.removeMirror('p1');
    await storeInvoice();
    await certify('invoices');
    expect(await missing()).toMatchObject({ 'lists-read': 1, 'withdrawals-certified': 0 });
    expect(await close('what is there is enough for us')).toMatchObject(refused);
    await certify('withdrawals', READ_AT, 'incomplete');
    expect(await missing()).toEqual({ 'withdrawals-certified': 0 });
  });

  it('is a mirror of this business: nothing is closed while it is another one’s, and what was closed is still said', async () => {
    bar = { kind: 'profile-changed', reason: 'different-business' };
    await expect(close('a reason for everything')).rejects.toMatchObject({ failure: bar });
    expect((await books.read('closes.page', { profileId: 'p1', offset: 0, limit: 10 })).total).toBe(0);
    bar = null;
    const request = { intentId: 'said-again', period: DAY, typed: TYPED, overrideReason: null, known: null };
    const closed = await closes.close(request);
    expect(closed).toMatchObject({ outcome: 'closed' });
    bar = { kind: 'profile-changed', reason: 'different-business' };
    expect(await closes.close(request)).toEqual(closed);
  });

  it('is an opening', async () => {
    expect(await missing([])).toEqual({ 'opening-known': 1 });
    const untyped = {
      intentId: 'untyped-intent',
      period: DAY,
      typed: [],
      overrideReason: 'nobody knows it',
      known: null,
    };
    expect(await closes.close(untyped)).toMatchObject(refused);
  });

  it('is the close before', async () => {
    expect(await close()).toMatchObject({ outcome: 'closed' });
    const gap = { from: '2026-11-22', to: '2026-11-23', timeZone: 'UTC' };
    now = '2026-11-25T00:00:00.000Z';
    expect(await missing([], gap)).toMatchObject({ 'follows-last-close': 0 });
    expect(await close('the day between does not matter', gap)).toMatchObject(refused);
    const over = { from: '2026-11-20', to: '2026-11-22', timeZone: 'UTC' };
    expect(await close('once more, and longer', over)).toMatchObject({ outcome: 'refused', reason: 'already-closed' });
    expect(await close('old readings are good enough', NEXT_DAY)).toMatchObject({ outcome: 'closed' });
  });
});

describe('a close', () => {
  it('of the sandbox says so, and keeps no reason that nothing needed', async () => {
    const outcome = await close('a reason that nothing needs');
    if (outcome.outcome !== 'closed') throw new Error('refused');
    expect(outcome.close.document).toMatchObject({ business: { sandbox: true }, overrideReason: null });
  });

  it('that is refused or cancelled leaves nothing', async () => {
    await certify('invoices', READ_AT, 'incomplete');
    await close();
    expect((await books.read('closes.page', { profileId: 'p1', offset: 0, limit: 10 })).total).toBe(0);
    expect(
      await books.write('closes.begin', {
        id: 'next-intent',
        profileId: 'p1',
        bounds: { from: READ_AT, to: NOW },
        at: NOW,
      }),
    ).toBeNull();
  });
});

describe('the comparison of closed periods', () => {
  const compare = async (): Promise<readonly unknown[]> => {
    const rows: unknown[] = [];
    const job = { kind: 'prior-period', profileId: 'p1', serverNow: NOW } as const;
    const onBatch = async (batch: readonly unknown[]): Promise<void> => void rows.push(...batch);
    await store.compute(job, { onProgress: () => undefined, onBatch });
    await books.write('prior.append', { profileId: 'p1', rows });
    return rows;
  };

  it('finds each change once, and dates it by what was observed', async () => {
    await close();
    expect(await compare()).toEqual([]);
    const seenAt = '2026-11-21T09:00:00.000Z';
    await storeInvoice({ settled_amount_usdt: '90.10' }, seenAt);
    expect(await compare()).toMatchObject([{ amount: '-3.00', firstSeenAt: seenAt, nth: 0 }]);
    expect(await compare()).toEqual([]);
    await storeInvoice({ settled_amount_usdt: '93.10' }, '2026-11-21T10:00:00.000Z');
    expect(await compare()).toMatchObject([{ amount: '3.00', nth: 1, before: { settled_amount_usdt: '90.10' } }]);
    await storeInvoice({ uuid: uuid(5), settled_amount_usdt: '1' }, '2026-11-21T11:00:00.000Z');
    expect(await compare()).toMatchObject([{ before: null, amount: '1', firstSeenAt: '2026-11-21T11:00:00.000Z' }]);
    const page = await books.read('prior.page', { profileId: 'p1', offset: 0, limit: 10 });
    expect([page.total, page.totals]).toEqual([3, [{ token: 'USDT', count: 3, amount: '1.00' }]]);
  });

  it('comes before the next close, whose statement has what was first seen in its period', async () => {
    await close();
    await storeInvoice({ settled_amount_usdt: '90.10' }, '2026-11-21T09:00:00.000Z');
    now = '2026-11-22T00:30:00.000Z';
    const next = await close('old readings are good enough', NEXT_DAY);
    if (next.outcome !== 'closed') throw new Error('refused');
    const { statement } = next.close.document;
    expect(statement.tokens[0]).toMatchObject({
      opening: { amount: '-6.90' },
      priorPeriodAdjustments: { count: 1, amount: '-3.00' },
    });
  });

  it('hands both rows of a record over together, so that a death in between loses none', async () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      aWithdrawal({ ...PROCESSED, uuid: longUuid(at), amount: '2' }),
    );
    const stored = { quarantined: [], source: 'list', pass: null } as const;
    await mirror.write('withdrawals.store', { ...stored, records: many, asOf: READ_AT });
    await close();
    const changed = many.map((record, at) => (at < 999 ? { ...record, amount: '3' } : { ...record, token: 'TRX' }));
    await mirror.write('withdrawals.store', { ...stored, records: changed, asOf: '2026-11-21T09:00:00.000Z' });
    const batches: (readonly unknown[])[] = [];
    const job = { kind: 'prior-period', profileId: 'p1', serverNow: NOW } as const;
    const onBatch = async (rows: readonly unknown[]): Promise<void> => void batches.push(rows);
    await store.compute(job, { onProgress: () => undefined, onBatch });
    // The 1,000th row would be the first of two, which would not fit into one message.
    expect(batches.map((rows) => rows.length)).toEqual([999, 2]);
    await books.write('prior.append', { profileId: 'p1', rows: batches[0] ?? [] });
    expect(await compare()).toHaveLength(2);
    const { totals } = await books.read('prior.page', { profileId: 'p1', offset: 0, limit: 1 });
    expect(totals).toEqual([
      { token: 'TRX', count: 1, amount: '-2' },
      { token: 'USDT', count: 1000, amount: '-997' },
    ]);
  });

  it('of a close begins after it was asked for, whatever is under way', async () => {
    await close();
    const began: PromiseWithResolvers<void>[] = [];
    const run: Reports['run'] = (job) => {
      if (job.kind !== 'prior-period') throw new Error('no other is asked for');
      const work = Promise.withResolvers<void>();
      began.push(work);
      return work.promise.then(() => Promise.reject(new Error('only its beginning counts')));
    };
    const clock = new DiscreteClock(Date.parse(NOW));
    const context = jobContext({ client: clientAt('http://127.0.0.1:9', 'none', { clock }), mirror, books, clock });
    const compared = new PriorPeriod(
      context,
      { run },
      () => Date.parse(NOW),
      () => null,
    );
    const [earlier, joined] = [compared.compare(), compared.compare()];
    await expect.poll(() => began).toHaveLength(1);
    const ofClose = compared.compareFromNow();
    began[0]?.resolve();
    await expect(earlier).rejects.toThrow('only its beginning');
    await expect(joined).rejects.toThrow('only its beginning');
    await expect.poll(() => began).toHaveLength(2);
    began[1]?.resolve();
    await expect(ofClose).rejects.toThrow('only its beginning');
  });

  it('takes a mirror that was made anew for no change', async () => {
    await close();
    await store.removeMirror('p1');
    expect(await compare()).toEqual([]);
    await storeInvoice({ settled_amount_usdt: '90.10' });
    expect(await compare()).toMatchObject([{ amount: '-3.00' }]);
  });
});

function longUuid(number: number): string {
  return `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}
