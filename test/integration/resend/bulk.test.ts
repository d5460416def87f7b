/**
 * Resending many on real sockets, files and threads: the plan, the run, its report; pause, resume, cancel; a restart in the middle; a
 * key that is revoked, a network that goes away. The server's count of what it carried out is the judge. Deaths: faults/bulk.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { StoredInvoice } from '../../support/independent-api/world.ts';
import { type Bench, MemoryVault, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';
import { exact, sumOf } from '../oracle.ts';

let clock: FastClock;
let api: IndependentApi;
let vault: MemoryVault;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  clock = new FastClock(15);
  vault = new MemoryVault();
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 200, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, vault });
  profile = (await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  await synced(bench, profile);
  await bench.call('sync.pause', {}, profile);
  await bench.call('watch.pause', {}, profile);
});

afterEach(() => {
  api.behaviour.delayMs = () => 0;
  api.behaviour.intercept = () => null;
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

type Run = CallOutput<'resends.run'>;

const taken = new Set<StoredInvoice>();

/** Invoices that no other test has touched, whose delivery stands so. */
function fresh(count: number, status = 'failed'): readonly StoredInvoice[] {
  const free = api.business.invoices.filter((one) => !taken.has(one) && one.deliveries[0]?.['status'] === status);
  const found = free.slice(0, count);
  if (found.length < count) throw new Error('the world lacks them');
  for (const one of found) taken.add(one);
  return found;
}

const uuids = (invoices: readonly StoredInvoice[]): string[] => invoices.map(({ uuid }) => uuid);

async function begin(invoices: readonly StoredInvoice[], runId: string = randomUUID()): Promise<Run> {
  return bench.call('resends.start', { runId, label: 'outage of Saturday', invoices: uuids(invoices) }, profile);
}

const look = ({ runId }: Run): Promise<Run> => bench.call('resends.run', { runId }, profile);
const done = (run: Run): Promise<Run> =>
  until(
    () => look(run),
    ({ state }) => state === 'done' || state === 'cancelled',
  );
const stateIs = (run: Run, state: Run['state']): Promise<Run> =>
  until(
    () => look(run),
    (now) => now.state === state,
  );
const postsTo = ({ uuid }: StoredInvoice): number => api.count('POST', new RegExp(`/${uuid}/resend-webhook$`));
const slowPosts = (ms: number): void => {
  api.behaviour.delayMs = ({ method }) => (method === 'POST' ? ms : 0);
};

/** The log of what was done, oldest first, seen with another pair of eyes. */
function activity(): readonly { readonly action: string; readonly outcome: string }[] {
  const file = new Database(join(bench.dataFolder, 'books.db'), { readonly: true });
  const rows = file
    .prepare<[], { action: string; outcome: string }>('SELECT action, outcome FROM activity ORDER BY id')
    .all();
  file.close();
  return rows;
}

async function restart(): Promise<void> {
  await bench.stop();
  bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
}

describe('a run', () => {
  it('sends each webhook once, in order, and reports on every one', async () => {
    const before = api.requests.length;
    const wanted = fresh(6);
    const begun = await begin(wanted);
    expect(begun).toMatchObject({ state: 'running', counts: { total: 6 }, label: 'outage of Saturday' });
    expect(begun.estimate).toMatchObject({ isLeast: true, calls: 18, interval: null });
    const ended = await done(begun);
    expect(ended).toMatchObject({
      state: 'done',
      counts: { sent: 6, waiting: 0, running: 0, unknown: 0, refused: 0 },
    });
    expect(ended.endedAt).toBeDefined();
    expect(wanted.map(({ executed }) => executed)).toEqual(wanted.map(() => 1));
    const posts = api.requests
      .slice(before)
      .filter(({ method }) => method === 'POST')
      .map(({ path }) => path.split('/')[3]);
    expect(posts).toEqual(uuids(wanted));
    const { rows, total } = await bench.call('resends.report', { runId: ended.runId, offset: 0, limit: 50 }, profile);
    expect(total).toBe(6);
    expect(rows.map(({ invoiceUuid }) => invoiceUuid)).toEqual(uuids(wanted));
    for (const row of rows) {
      expect(row).toMatchObject({ state: 'ended', earlierIntents: [], report: { outcome: 'confirmed' } });
      expect(row.externalId).toBe(api.invoice(row.invoiceUuid).json['external_id']);
    }
    const { jobs } = await bench.call('jobs.list', {}, profile);
    expect(jobs.find(({ id }) => id === ended.runId)).toMatchObject({
      kind: 'bulk-resend',
      state: 'done',
      done: 6,
      total: 6,
    });
  });

  it('its line in the list says where its webhooks go, what was credited for those that it delivered, and how they stand now', async () => {
    const { runs } = await bench.call('resends.runs', {}, profile);
    const [run] = runs;
    if (run === undefined) throw new Error('no run yet');
    const { rows } = await bench.call(
      'resends.report',
      { runId: run.runId, standing: ['delivered'], offset: 0, limit: 50 },
      profile,
    );
    const credited = rows.flatMap(({ invoiceUuid }) => {
      const net = api.invoice(invoiceUuid).json['settled_amount_usdt'];
      return typeof net === 'string' ? [net] : [];
    });
    expect(credited.length).toBeGreaterThan(0);
    expect(exact(run.deliveredUsdt)).toBe(sumOf(credited));
    expect(run).toMatchObject({ hosts: ['shop.example'], now: { delivered: rows.length, failing: 6 - rows.length } });
  });

  it('begins once for an id, and only when no other one is open', async () => {
    slowPosts(60);
    const [others, rest] = [fresh(4), fresh(2)];
    const run = await begin(others);
    expect((await begin(others, run.runId)).runId).toBe(run.runId);
    const refusal = await bench.refused(
      'resends.start',
      { runId: randomUUID(), label: 'another', invoices: uuids(rest) },
      profile,
    );
    expect(refusal).toMatchObject({ kind: 'rejected', code: 'RUN_ALREADY_OPEN', details: { openRunId: run.runId } });
    await done(run);
    expect([...others, ...rest].map(postsTo)).toEqual([1, 1, 1, 1, 0, 0]);
    expect(await done(await begin(rest))).toMatchObject({ counts: { total: 2, sent: 2 } });
  });

  it('holds on after the item at work, goes on, and gives up what is left', async () => {
    slowPosts(40);
    const wanted = fresh(10);
    const before = api.count('POST', /./);
    const log = activity().length;
    const run = await begin(wanted);
    await until(
      () => look(run),
      ({ counts }) => counts.sent >= 2,
    );
    await bench.call('jobs.pause', { id: run.runId }, profile);
    const held = await until(
      () => look(run),
      ({ counts }) => counts.running === 0,
    );
    expect(held.state).toBe('paused');
    const posts = api.count('POST', /./) - before;
    clock.skip(60_000);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(api.count('POST', /./) - before).toBe(posts);
    expect(held.counts.sent).toBe(posts);
    await bench.call('jobs.resume', { id: run.runId }, profile);
    await until(
      () => look(run),
      ({ counts }) => counts.sent > posts,
    );
    await bench.call('jobs.cancel', { id: run.runId }, profile);
    const over = await until(
      () => look(run),
      ({ counts }) => counts.running === 0,
    );
    expect(over).toMatchObject({ state: 'cancelled', counts: { waiting: 0 } });
    expect(over.counts.sent + over.counts.cancelled).toBe(10);
    expect(wanted.filter((invoice) => postsTo(invoice) > 0)).toHaveLength(over.counts.sent);
    expect(await bench.refused('jobs.resume', { id: run.runId }, profile)).toMatchObject({ kind: 'invalid-input' });
    const told = activity()
      .slice(log)
      .filter(({ action }) => action === 'resend-many')
      .map(({ outcome }) => outcome);
    expect(told).toEqual(['begun', 'paused', 'resumed', 'cancelled']);
  });

  it('goes on by itself after a restart, and stays paused when it was', async () => {
    slowPosts(40);
    const wanted = fresh(9);
    const run = await begin(wanted);
    await until(
      () => look(run),
      ({ counts }) => counts.sent >= 2,
    );
    await restart();
    await until(
      () => look(run),
      ({ counts }) => counts.sent >= 5,
    );
    await bench.call('jobs.pause', { id: run.runId }, profile);
    await restart();
    expect(await look(run)).toMatchObject({ state: 'paused' });
    await bench.call('jobs.resume', { id: run.runId }, profile);
    expect(await done(run)).toMatchObject({ state: 'done', counts: { sent: 9 } });
    expect(wanted.map(postsTo)).toEqual(wanted.map(() => 1));
  });

  it('stops after three unclear answers in a row, whatever was found out of them, and goes on when a person says so', async () => {
    const wanted = fresh(8);
    for (const { uuid } of wanted.slice(2, 5)) api.behaviour.resendOf.set(uuid, 'process-then-drop');
    const run = await stateIs(await begin(wanted), 'stopped');
    const stopped = await until(
      () => look(run),
      ({ counts }) => counts.running === 0,
    );
    expect(stopped).toMatchObject({ stop: 'unknown-outcomes', counts: { sent: 5, waiting: 3, unknown: 0 } });
    await bench.call('jobs.resume', { id: stopped.runId }, profile);
    expect(await done(stopped)).toMatchObject({ counts: { sent: 8 } });
    expect(wanted.map(postsTo)).toEqual(wanted.map(() => 1));
  });
});

describe('FAULT-11: what keeps a run from sending', () => {
  it('a revoked key stops it where it is; with a good one it goes on', async () => {
    slowPosts(40);
    const wanted = fresh(6);
    const run = await begin(wanted);
    await until(
      () => look(run),
      ({ counts }) => counts.sent >= 2,
    );
    api.business.keyState = 'revoked';
    expect(await stateIs(run, 'stopped')).toMatchObject({ stop: 'key', counts: { refused: 0, notSent: 0 } });
    api.business.keyState = 'active';
    await bench.call('profiles.setKey', { id: profile, apiKey: KEY_A });
    await bench.call('jobs.resume', { id: run.runId }, profile);
    expect(await done(run)).toMatchObject({ counts: { sent: 6 } });
    expect(wanted.map(({ executed }) => executed)).toEqual(wanted.map(() => 1));
  });

  it('a network that goes away is waited for', async () => {
    slowPosts(40);
    const wanted = fresh(6);
    const run = await begin(wanted);
    await until(
      () => look(run),
      ({ counts }) => counts.sent >= 2,
    );
    api.behaviour.intercept = ({ method }) => (method === 'GET' ? 'drop' : null);
    await until(
      () => look(run),
      ({ waitingFor }) => waitingFor === 'offline',
    );
    api.behaviour.intercept = () => null;
    expect(await done(run)).toMatchObject({ counts: { sent: 6, notSent: 0, unknown: 0 } });
    expect(wanted.map(postsTo)).toEqual(wanted.map(() => 1));
  });

  it('a read-only profile begins none', async () => {
    await bench.call('profiles.update', { id: profile, readOnly: true });
    const [invoice] = fresh(1);
    const request = { runId: randomUUID(), label: 'x', invoices: [invoice?.uuid ?? ''] };
    expect(await bench.refused('resends.start', request, profile)).toMatchObject({ reason: 'read-only' });
    expect(await bench.refused('resends.run', { runId: request.runId }, profile)).toMatchObject({ kind: 'not-found' });
    // Of this invoice alone: what an earlier test has left may still be tried again.
    expect(api.requests.filter(({ path }) => path.includes(request.invoices[0] ?? '?'))).toEqual([]);
    await bench.call('profiles.update', { id: profile, readOnly: false });
  });
});

describe('a plan', () => {
  it('is made without a request, and says of every id what becomes of it', async () => {
    const [sendable, second] = fresh(2);
    const [delivered] = fresh(1, 'delivered');
    const pending = api.business.invoices.find(({ deliveries }) => deliveries.length === 0);
    if (sendable === undefined || second === undefined || delivered === undefined || pending === undefined)
      return raise();
    for (const { uuid } of [sendable, delivered])
      await bench.call('deliveries.ofInvoice', { uuid, fresh: true }, profile);
    const before = api.requests.length;
    const ids = [
      sendable.uuid.toUpperCase(),
      String(second.json['external_id']),
      sendable.uuid,
      delivered.uuid,
      pending.uuid,
      'nobody knows this',
    ];
    const plan = await bench.call('resends.plan', { selection: { kind: 'ids', ids } }, profile);
    expect(plan.items.map(({ invoiceUuid, state }) => [invoiceUuid, state])).toEqual([
      [sendable.uuid, 'failed'],
      [second.uuid, 'never-read'],
    ]);
    expect(plan.excluded.map(({ ident, reason }) => [ident, reason])).toEqual([
      [sendable.uuid, 'repeated'],
      [delivered.uuid, 'delivered'],
      [pending.uuid, 'pending-invoice'],
      ['nobody knows this', 'not-found'],
    ]);
    expect(plan).toMatchObject({ isCut: false, estimate: { calls: 6 } });
    const included = await bench.call(
      'resends.plan',
      { selection: { kind: 'invoices', uuids: [delivered.uuid] }, include: { delivered: true } },
      profile,
    );
    expect(included.items).toHaveLength(1);
    const filtered = await bench.call(
      'resends.plan',
      { selection: { kind: 'filter', filter: { state: ['failed'] } } },
      profile,
    );
    expect(filtered.items.map(({ invoiceUuid }) => invoiceUuid)).toContain(sendable.uuid);
    expect(new Set(filtered.items.map(({ state }) => state))).toEqual(new Set(['failed']));
    // Of these alone: what earlier tests have left is still being followed.
    const own = [sendable, second, delivered, pending].map(({ uuid }) => uuid);
    const asked = api.requests.slice(before).filter(({ path }) => own.some((uuid) => path.includes(uuid)));
    expect(asked).toEqual([]);
  });

  it('FAULT-10: what a run finds at its turn decides: consent covers what was named, nothing else', async () => {
    const delivered = fresh(3, 'delivered');
    const without = await done(await begin(delivered.slice(0, 1)));
    expect(without.counts).toMatchObject({ skipped: 1, sent: 0 });
    const [, unresolved, plain] = delivered;
    if (unresolved === undefined || plain === undefined) return raise();
    api.behaviour.resendOf.set(unresolved.uuid, 'drop-before');
    const intentId = randomUUID();
    await bench.call('deliveries.resend', { invoiceUuid: unresolved.uuid, intentId, confirmed: true }, profile);
    await until(
      () => bench.call('resends.get', { intentId }, profile),
      ({ outcome }) => outcome === 'not-observed',
    );
    const request = {
      runId: randomUUID(),
      label: 'x',
      invoices: uuids([unresolved, plain]),
      include: { delivered: true },
    };
    const run = await done(await bench.call('resends.start', request, profile));
    expect(run.counts).toMatchObject({ skipped: 1, sent: 1 });
    const { rows } = await bench.call(
      'resends.report',
      { runId: run.runId, standing: ['skipped'], offset: 0, limit: 9 },
      profile,
    );
    expect(rows.map(({ skipped, invoiceUuid }) => [skipped, invoiceUuid])).toEqual([
      ['resend-unresolved', unresolved.uuid],
    ]);
    expect(delivered.map(({ executed }) => executed)).toEqual([0, 0, 1]);
  });
});

function raise(): never {
  throw new Error('the world lacks it');
}
