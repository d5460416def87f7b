/**
 * A run of resends was "Done, Sent 37", all green, while none of the 37 had arrived: an item had ended when the API took the request, and
 * nobody looked at what became of the attempt. An item has ended when its attempt has: delivered, failed, or, two minutes after
 * its POST by either clock and also across a restart, without an answer yet. Then the run ends, and what is seen later puts the item right.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunView } from '../../../src/backend/jobs/resend/bulk/runs.ts';
import type { ItemCounts } from '../../../src/domain/resend/bulk.ts';
import { type AttemptBench, type Life, startAttemptBench } from '../../support/benches/attempt.ts';

const REFUSED = { success: false, status_code: null, error: 'connect ECONNREFUSED 198.51.100.7:443' } as const;
const ARRIVED = { success: true, status_code: 200, error: null } as const;

let bench: AttemptBench;

beforeEach(() => {
  bench = startAttemptBench();
});

afterEach(() => bench.close());

async function begin({ bulk }: Life, count: number): Promise<{ readonly runId: string; readonly uuids: string[] }> {
  const [runId, uuids] = [randomUUID(), Array.from({ length: count }, () => randomUUID())];
  const invoices = uuids.map((uuid) => ({ uuid, externalId: null }));
  const include = { delivered: false, retrying: false };
  await bench.clock.run(bulk.start({ runId, label: 'after an outage', invoices, include }));
  return { runId, uuids };
}

async function viewOf({ bulk }: Life, runId: string): Promise<RunView> {
  const view = await bulk.get(runId);
  if (view === null) throw new Error('no such run');
  return view;
}

/** Lets time pass, a second at a time, until the run is as wished. */
async function until(
  life: Life,
  runId: string,
  wished: (counts: ItemCounts, state: string) => boolean,
): Promise<RunView> {
  for (let seconds = 0; seconds < 600; seconds += 1) {
    const view = await viewOf(life, runId);
    if (wished(view.run.counts, view.state)) return view;
    await bench.clock.runFor(1_000);
  }
  throw new Error('the run never came there');
}

const isDone = (_counts: ItemCounts, state: string): boolean => state === 'done';

describe('FAULT-5: a run of resends', () => {
  it('is not over while its attempts are under way, and says failed of those that failed', async () => {
    const life = await bench.live();
    const { runId, uuids } = await begin(life, 37);
    const sent = await until(life, runId, ({ underWay }) => underWay === 37);
    expect([sent.state, sent.run.counts.sent, sent.run.counts.delivered]).toEqual(['running', 0, 0]);
    for (const [index, uuid] of uuids.entries()) bench.became.set(uuid, index === 0 ? ARRIVED : REFUSED);
    const { run } = await until(life, runId, isDone);
    expect(run.counts).toMatchObject({ total: 37, running: 0, sent: 37, delivered: 1, failed: 36, noAnswerYet: 0 });
    const of = async (...standings: ('sent' | 'delivered' | 'failed')[]): Promise<number> =>
      (await life.bulk.report({ runId, standings, offset: 0, limit: 100 })).total;
    expect([await of('failed'), await of('delivered'), await of('sent')]).toEqual([36, 1, 37]);
    const { rows } = await life.bulk.report({ runId, standings: ['failed'], offset: 0, limit: 1 });
    expect(rows[0]?.intent).toMatchObject({ outcome: 'confirmed', attempt: { state: 'failed', error: REFUSED.error } });
    expect(rows[0]?.intent?.evidence?.facts.at(-1)).toContain('ECONNREFUSED');
    const log = await life.context.books.read('activity.page', {
      profileId: 'p1',
      filter: { outcome: ['failed', 'done-with-failures'] },
      offset: 0,
      limit: 1,
    });
    expect(log.total).toBe(37);
    await life.stop();
  });

  it('ends two minutes after the last POST though nothing answers, with few reads, and is put right later', async () => {
    const life = await bench.live();
    const { runId, uuids } = await begin(life, 5);
    const begun = bench.clock.monotonic();
    await until(life, runId, ({ underWay }) => underWay === 5);
    const { run } = await until(life, runId, isDone);
    expect(bench.clock.monotonic() - begun).toBeLessThan(125_000);
    expect(run.counts).toMatchObject({ sent: 5, delivered: 0, failed: 0, noAnswerYet: 5 });
    // One before each POST, one right after it, and four until the two minutes were over.
    expect(bench.reads.count).toBeLessThanOrEqual(5 * 6);
    const [first = '', second = ''] = uuids;
    bench.became.set(first, ARRIVED);
    bench.became.set(second, REFUSED);
    const later = await until(life, runId, ({ noAnswerYet }) => noAnswerYet === 3);
    expect(later.run.counts).toMatchObject({ delivered: 1, failed: 1 });
    expect([...bench.posts.values()]).toEqual([1, 1, 1, 1, 1]);
    await life.stop();
  });

  it('ends though neither the request nor any read after it is ever answered', async () => {
    const life = await bench.live();
    bench.network.isSilent = true;
    const begun = bench.clock.monotonic();
    const { runId } = await begin(life, 1);
    const { run } = await until(life, runId, isDone);
    expect(bench.clock.monotonic() - begun).toBeLessThan(125_000);
    expect(run.counts).toMatchObject({ total: 1, sent: 0, unknown: 1 });
    await life.stop();
  });

  it('ends though the API cannot be read any more', async () => {
    const life = await bench.live();
    const { runId } = await begin(life, 2);
    await until(life, runId, ({ underWay }) => underWay === 2);
    bench.network.isThere = false;
    const { run } = await until(life, runId, isDone);
    expect(run.counts.noAnswerYet).toBe(2);
    await life.stop();
  });

  it.each([
    ['a restart', true, 0],
    ['a restart after a night', true, 9 * 3_600_000],
    ['a night of sleep', false, 9 * 3_600_000],
  ])('ends after %s within two minutes of the POST by either clock', async (_name, isStopped, nightMs) => {
    const life = await bench.live();
    const { runId, uuids } = await begin(life, 3);
    await until(life, runId, ({ underWay }) => underWay === 3);
    bench.network.isThere = false;
    if (isStopped) await life.stop();
    bench.clock.jumpWall(nightMs);
    const next = isStopped ? await bench.live() : life;
    const begun = bench.clock.monotonic();
    const { run } = await until(next, runId, isDone);
    expect(bench.clock.monotonic() - begun).toBeLessThan(nightMs === 0 ? 125_000 : 5_000);
    expect(run.counts).toMatchObject({ sent: 3, noAnswerYet: 3 });
    // What is read when the network is back puts it right; nothing was sent again.
    bench.network.isThere = true;
    for (const uuid of uuids) bench.became.set(uuid, ARRIVED);
    for (const uuid of uuids) {
      const read = await bench.clock.run(next.context.client.listDeliveries(uuid, { lane: 'click' }));
      if (read.ok) await next.resender.seen(uuid, read.value.value.records);
    }
    expect((await viewOf(next, runId)).run.counts).toMatchObject({ delivered: 3, noAnswerYet: 0 });
    expect([...bench.posts.values()]).toEqual([1, 1, 1]);
    await next.stop();
  });
});

describe('FAULT-5: a single resend', () => {
  it('tells that its attempt failed as soon as it has, and not only that it was accepted', async () => {
    const life = await bench.live();
    const [intentId, invoiceUuid] = [randomUUID(), randomUUID()];
    const first = await bench.clock.run(life.resender.resend({ intentId, invoiceUuid, confirmed: false }));
    expect(first).toMatchObject({ outcome: 'confirmed', attempt: { state: 'under-way' } });
    bench.became.set(invoiceUuid, REFUSED);
    await bench.clock.runFor(6_000);
    expect(await life.resender.get(intentId)).toMatchObject({
      outcome: 'confirmed',
      attempt: { state: 'failed', statusCode: null, error: REFUSED.error },
    });
    await life.stop();
  });
});
