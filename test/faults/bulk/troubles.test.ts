/**
 * What may go wrong around a run of many resends, story by story on the discrete clock: an invoice that always fails, a death between
 * an answer and its stop, books that fail, a person who changes their mind, a clock that is set back. Whole runs: bulk.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../src/backend/api/endpoints/calls.ts';
import type { RunView } from '../../../src/backend/jobs/resend/bulk/runs.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { LimiterModel } from '../../support/limiter-models.ts';
import { seeded } from '../../support/seeded.ts';
import { type BulkBench, startBulkBench } from './bench.ts';

const HOUR_MS = 3_600_000;

let clock: DiscreteClock;
let bench: BulkBench;

afterEach(() => bench.close());

async function start(invoices: number): Promise<void> {
  clock = new DiscreteClock();
  bench = await startBulkBench({ clock, invoices, random: seeded(11) });
}

const uuidOf = (index: number): string => bench.invoices[index]?.uuid ?? '';

async function view(runId: string): Promise<RunView> {
  const found = await bench.bulk.get(runId);
  if (found === null) throw new Error('no such run');
  return found;
}

type Read = ApiClient['listDeliveries'];

/** What becomes of reading deliveries; `real` is what the API would say. */
function read(instead: (real: Read) => Read): void {
  const real = bench.client.listDeliveries.bind(bench.client);
  Object.assign(bench.client, { listDeliveries: instead(real) });
}

const BROKEN = {
  ok: false,
  failure: { kind: 'rejected', code: 'INTERNAL_ERROR', status: 500, message: '' },
} as const;

describe('an invoice that always answers 500', () => {
  it('uses up its turns, and the others go first', async () => {
    await start(12);
    read((real) => (uuid, options) => (uuid === uuidOf(0) ? Promise.resolve(BROKEN) : real(uuid, options)));
    const runId = await bench.begin(bench.invoices);
    await clock.runFor(60_000);
    expect((await view(runId)).run.counts.sent).toBe(11);
    await clock.runFor(HOUR_MS);
    expect((await view(runId)).run).toMatchObject({ state: 'done', counts: { sent: 11, refused: 1, waiting: 0 } });
  });

  it('also where there are several and nothing else is left', async () => {
    await start(3);
    read(() => () => Promise.resolve(BROKEN));
    const runId = await bench.begin(bench.invoices);
    await clock.runFor(HOUR_MS);
    expect((await view(runId)).run).toMatchObject({ state: 'done', counts: { refused: 3 } });
    expect(bench.posts).toHaveLength(0);
  });

  it('a network that is away is waited for, however long', async () => {
    await start(3);
    bench.bar.isOffline = true;
    let isAway = true;
    read((real) => (uuid, options) => {
      if (!isAway) return real(uuid, options);
      return Promise.resolve({ ok: false, failure: { kind: 'unreachable', reason: 'connection-lost' } });
    });
    const runId = await bench.begin(bench.invoices);
    await clock.runFor(6 * HOUR_MS);
    expect(await view(runId)).toMatchObject({
      state: 'waiting',
      waiting: { for: 'offline' },
      run: { counts: { waiting: 3 } },
    });
    isAway = false;
    bench.bar.isOffline = false;
    expect((await bench.until(runId, 'done')).counts.sent).toBe(3);
  });
});

describe('FAULT-9: three unclear answers', () => {
  it('and a death before the stop: the next life stops first', async () => {
    await start(6);
    const runId = randomUUID();
    const at = new Date(clock.now()).toISOString();
    const items = bench.invoices.map(({ uuid }) => ({ invoiceUuid: uuid, externalId: null, intentId: randomUUID() }));
    const include = { delivered: false, retrying: false };
    await bench.books.write('bulk.begin', { runId, profileId: 'p1', label: 'x', include, osUser: 'x', at, items });
    for (const position of [0, 1, 2]) {
      await bench.books.write('bulk.turn', { runId, position, at });
      const result = { kind: 'ended', answer: 'unclear' } as const;
      await bench.books.write('bulk.settle', { runId, position, at, result });
    }
    await bench.bulk.recover();
    await clock.runFor(HOUR_MS);
    expect(await view(runId)).toMatchObject({ state: 'stopped', run: { stop: 'unknown-outcomes' } });
    expect(bench.posts).toHaveLength(0);
    expect(await bench.bulk.resume(runId)).toBe(true);
    expect(await bench.until(runId, 'stopped', 'done')).toMatchObject({ state: 'done' });
  });

  it('the last of them while a person pauses: the stop is shown', async () => {
    await start(8);
    for (const index of [0, 1, 2]) bench.behaviour.resendOf.set(uuidOf(index), 'process-then-drop');
    const runId = await bench.begin(bench.invoices);
    while (bench.posts.length < 3) await clock.runFor(50);
    expect(await bench.bulk.pause(runId)).toBe(true);
    await clock.runFor(300_000);
    expect(await view(runId)).toMatchObject({ state: 'stopped', run: { stop: 'unknown-outcomes' } });
    expect(bench.posts).toHaveLength(3);
  });

  it('a refusal as too soon between them is a clear answer', async () => {
    await start(8);
    bench.behaviour.resendIntervalSeconds = 90;
    const single = { intentId: randomUUID(), invoiceUuid: uuidOf(2), confirmed: true };
    expect((await clock.run(bench.resender.resend(single))).outcome).toBe('confirmed');
    Object.assign(bench.invoices[2]?.deliveries[0] ?? {}, { status: 'failed' });
    for (const index of [0, 1, 3]) bench.behaviour.resendOf.set(uuidOf(index), 'process-then-drop');
    expect(await bench.until(await bench.begin(bench.invoices), 'stopped', 'done')).toMatchObject({ state: 'done' });
  });
});

describe('books that fail', () => {
  type Real = (name: string, input: unknown) => Promise<unknown>;

  /** Stands between the run and its books. */
  function between(which: 'read' | 'write', instead: (real: Real) => Real): void {
    const method = bench.books[which];
    const real: Real = (name, input) => Promise.resolve(Reflect.apply(method, bench.books, [name, input]));
    Object.assign(bench.books, { [which]: instead(real) });
  }

  it('the run is shown as stopped until they say so themselves, and goes on when a person says so', async () => {
    await start(4);
    let isFull = true;
    const moves: string[] = [];
    between('write', (real) => (name, input) => {
      if (name === 'bulk.move') moves.push(name);
      const isRefused = isFull && (name === 'bulk.turn' || name === 'bulk.move');
      return isRefused ? Promise.reject(new Error('SQLITE_FULL')) : real(name, input);
    });
    const runId = await bench.begin(bench.invoices);
    while (moves.length < 3) await clock.runFor(1_000);
    expect(await view(runId)).toMatchObject({ state: 'stopped', run: { stop: 'books' } });
    isFull = false;
    await clock.runFor(300_000);
    expect((await view(runId)).run).toMatchObject({ state: 'stopped', stop: 'books' });
    expect(bench.posts).toHaveLength(0);
    expect(await bench.bulk.resume(runId)).toBe(true);
    expect((await bench.until(runId, 'done')).counts.sent).toBe(4);
  });

  it('a log that takes no entry keeps nobody from working on a run that has begun', async () => {
    await start(4);
    between('write', (real) => (name, input) => {
      const isOwnEntry = name === 'activity.append';
      return isOwnEntry ? Promise.reject(new Error('SQLITE_FULL')) : real(name, input);
    });
    const runId = await bench.begin(bench.invoices);
    await clock.runFor(300_000);
    expect((await view(runId)).run).toMatchObject({ state: 'done', counts: { sent: 4 } });
  });

  it('also when it was resumed on its way out and the books could not be read', async () => {
    await start(4);
    const runId = await bench.begin(bench.invoices);
    while (bench.posts.length < 1) await clock.runFor(20);
    await bench.bulk.pause(runId);
    let next: 'resume' | 'fail' | null = 'resume';
    between('read', (real) => async (name, input) => {
      const found = await real(name, input);
      if (name !== 'bulk.run' || next === null) return found;
      if (next === 'fail') {
        next = null;
        throw new Error('SQLITE_IOERR');
      }
      if (Reflect.get(Object(found), 'state') !== 'paused') return found;
      // The loop has just seen that the run is paused; a person resumes it, and then the disk fails.
      next = null;
      await bench.bulk.resume(runId);
      next = 'fail';
      return found;
    });
    await clock.runFor(60_000);
    expect(next).toBeNull();
    // Not "running" with nobody at work.
    expect((await view(runId)).run).toMatchObject({ state: 'stopped', stop: 'books' });
  });
});

describe('a person who changes their mind while the read before the request takes long', () => {
  async function begin(): Promise<string> {
    await start(3);
    let isFirst = true;
    read((real) => async (uuid, options) => {
      const found = await real(uuid, options);
      if (isFirst) {
        isFirst = false;
        await clock.sleep(300_000);
      }
      return found;
    });
    const runId = await bench.begin(bench.invoices);
    await clock.runFor(2_000);
    return runId;
  }

  it('cancelled: nothing is sent', async () => {
    const runId = await begin();
    expect(await bench.bulk.cancel(runId)).toBe(true);
    await clock.runFor(HOUR_MS);
    expect(bench.posts).toHaveLength(0);
    expect((await view(runId)).run).toMatchObject({ state: 'cancelled', counts: { cancelled: 3, running: 0 } });
  });

  it('paused: nothing is sent until it is resumed, and then each once', async () => {
    const runId = await begin();
    await bench.bulk.pause(runId);
    await clock.runFor(HOUR_MS);
    expect(bench.posts).toHaveLength(0);
    expect((await view(runId)).run.counts).toMatchObject({ waiting: 3, running: 0 });
    await bench.bulk.resume(runId);
    expect((await bench.until(runId, 'done')).counts.sent).toBe(3);
    expect(bench.posts).toHaveLength(3);
  });

  it('read-only: nothing is sent, and the run stops', async () => {
    const runId = await begin();
    bench.bar.stop = 'read-only';
    await clock.runFor(HOUR_MS);
    expect(bench.posts).toHaveLength(0);
    expect(await view(runId)).toMatchObject({ state: 'stopped', run: { stop: 'read-only', counts: { waiting: 3 } } });
  });

  it('a single one that is not wanted any more ends without a request, and says so', async () => {
    await start(1);
    const asked = { intentId: randomUUID(), invoiceUuid: uuidOf(0), confirmed: true };
    const report = await clock.run(bench.resender.resend({ ...asked, mayGo: () => Promise.resolve(false) }));
    expect(report).toMatchObject({ outcome: 'not-sent', failure: { kind: 'cancelled' } });
    expect(report.evidence?.facts.join(' ')).toMatch(/nothing was sent/);
    expect(await bench.books.read('resends.get', asked)).toMatchObject({ state: 'ended', sentAt: null });
    expect(bench.posts).toHaveLength(0);
  });
});

describe('the estimate', () => {
  const item = (): number => bench.bulk.pace.estimate(200).seconds;

  it('is not spoilt by one item that had to wait, and is kept at the end of a run', async () => {
    await start(31);
    await bench.until(await bench.begin(bench.invoices.slice(0, 30)), 'done');
    const before = item();
    let isFirst = true;
    read((real) => async (uuid, options) => {
      if (isFirst) await clock.sleep(45_000);
      isFirst = false;
      return real(uuid, options);
    });
    await bench.until(await bench.begin(bench.invoices.slice(30)), 'done');
    expect(item()).toBeLessThanOrEqual(1.5 * before);
    await clock.runFor(1_000);
    const kept = JSON.parse((await bench.books.read('settings.get', { key: 'resend-pace/p1' })) ?? '{}');
    expect(kept.itemMs).toBeGreaterThan(300);
  });
});

describe('an interval between any two', () => {
  it('a slow read before an early look does not make the API change its mind', async () => {
    await start(40);
    bench.behaviour.resendIntervalScope = 'all';
    bench.behaviour.resendIntervalSeconds = 20;
    await bench.until(await bench.begin(bench.invoices.slice(0, 12)), 'done');
    const interval = () => bench.bulk.pace.estimate(1).interval;
    expect(interval()).toMatchObject({ scope: 'all' });
    read((real) => async (uuid, options) => {
      await clock.sleep(30_000);
      return real(uuid, options);
    });
    await bench.until(await bench.begin(bench.invoices.slice(12)), 'done');
    expect(interval()).toMatchObject({ scope: 'all' });
    expect(interval()?.ms).toBeGreaterThanOrEqual(20_000);
  });
});

describe('a clock that is set back', () => {
  async function learning(scope: 'all' | 'each-invoice'): Promise<void> {
    clock = new DiscreteClock();
    bench = await startBulkBench({ clock, invoices: 24, random: seeded(5), limiter: new LimiterModel('sliding-log') });
    bench.behaviour.resendIntervalScope = scope === 'all' ? 'all' : bench.behaviour.resendIntervalScope;
    bench.behaviour.resendIntervalSeconds = 20;
  }

  it('a send "in the future" is waited for once', async () => {
    await learning('all');
    await bench.until(await bench.begin(bench.invoices.slice(0, 12)), 'done');
    expect(bench.bulk.pace.estimate(1).interval).toMatchObject({ scope: 'all' });
    clock.jumpWall(-HOUR_MS);
    const runId = await bench.begin(bench.invoices.slice(12, 18));
    await clock.runFor(5 * 60_000);
    expect((await view(runId)).run).toMatchObject({ state: 'done', counts: { sent: 6 } });
  });

  it('an item that was to wait does not wait for the day that is lost', async () => {
    await learning('each-invoice');
    const single = { intentId: randomUUID(), invoiceUuid: uuidOf(0), confirmed: true };
    expect((await clock.run(bench.resender.resend(single))).outcome).toBe('confirmed');
    Object.assign(bench.invoices[0]?.deliveries[0] ?? {}, { status: 'failed' });
    const runId = await bench.begin(bench.invoices.slice(0, 2));
    while ((await view(runId)).run.counts.sent < 1) await clock.runFor(100);
    clock.jumpWall(-24 * HOUR_MS);
    await clock.runFor(10 * 60_000);
    expect((await view(runId)).run).toMatchObject({ state: 'done', counts: { sent: 2 } });
  });
});
