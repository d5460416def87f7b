/**
 * A disk that is really full: reading goes on, an intent that is on its way is still written down with the room that was kept for it,
 * the console starts all the same, and everything heals by itself when there is room. And a file that another program holds.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProfile, type Answered, type Bench, handOver, startBench, synced, until } from '../integration/bench.ts';
import { isOpenOutcome } from '../../src/domain/resend/resend.ts';
import { FastClock } from '../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import type { StoredInvoice } from '../support/independent-api/world.ts';
import { ORDER_MAPPING } from '../support/files/ledger-file.ts';
import { ledger, orders } from '../support/benches/own-books.ts';
import { mountSmallDisk, type SmallDisk } from '../support/files/small-disk.ts';
import { PLAIN_CSV } from '../../src/domain/ledger/import.ts';

const INVOICES = 230;
let clock: FastClock;
let api: IndependentApi;
let bench: Bench;
let profile: string;

async function serve(dataFolder?: string): Promise<void> {
  clock = new FastClock(20);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: INVOICES, withdrawals: 3 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, ...(dataFolder === undefined ? {} : { dataFolder }) });
  profile = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, profile);
}

interface TroubleFrame {
  readonly kind: string;
  readonly over?: boolean;
}

const troubles = (): readonly TroubleFrame[] =>
  bench.events.filter(({ event }) => event === 'trouble').map(({ data }) => Object(data));

function failedOne(skip = 0): StoredInvoice {
  const found = api.business.invoices.filter(({ deliveries }) => deliveries[0]?.['status'] === 'failed')[skip];
  if (found === undefined) throw new Error('no failed delivery');
  return found;
}

const rows = async (): Promise<number> => (await bench.call('invoices.page', { offset: 0, limit: 1 }, profile)).total;

const postsTo = ({ uuid }: StoredInvoice): number => api.count('POST', new RegExp(`/${uuid}/resend-webhook$`));

/** The request of a resend has reached the server; throws at once when the resend has ended without it. */
async function posted(invoice: StoredInvoice, asked: Promise<Answered<'deliveries.resend'>>): Promise<void> {
  let answer: Answered<'deliveries.resend'> | null = null;
  void asked.then((told) => (answer = told));
  await until(
    () => {
      const isOver = answer !== null && !(answer.ok && isOpenOutcome(answer.output.outcome));
      if (isOver && postsTo(invoice) === 0) throw new Error(`nothing was sent: ${JSON.stringify(answer)}`);
      return postsTo(invoice);
    },
    (count) => count === 1,
  );
}

/** What the books hold of an intent, read past the engine. */
function stored(intentId: string): unknown {
  const file = new Database(join(bench.dataFolder, 'books.db'), { readonly: true });
  const row = file.prepare('SELECT state, outcome FROM resend_intents WHERE intent_id = ?').get(intentId);
  file.close();
  return row;
}

/** Rows of imports that are none, read past the engine. */
function staged(): number {
  const file = new Database(join(bench.dataFolder, 'books.db'), { readonly: true });
  const sql = `SELECT (SELECT count(*) FROM imports WHERE state <> 'done') + count(*) FROM entries
    WHERE import_seq NOT IN (SELECT seq FROM imports WHERE state = 'done')`;
  const count = Number(file.prepare(sql).pluck().get());
  file.close();
  return count;
}

/** More than there is room for. */
const ROWS = 12_000;
const ROOM = 1.5 * 1024 * 1024;

const disk: SmallDisk | null = mountSmallDisk(96);

describe.skipIf(disk === null)('FAULT-42: a full disk (needs root, to mount a small one)', () => {
  const small = disk;

  beforeAll(() => serve(small?.path));

  afterAll(async () => {
    await bench.stop();
    await api.close();
    small?.unmount();
  });

  it('stops the sync and not the reading, and says so; a resend on its way still gets its end written down', async () => {
    const invoice = failedOne();
    api.behaviour.delayMs = ({ method }) => (method === 'POST' ? 300 : 0);
    const intentId = randomUUID();
    const asked = bench.ask('deliveries.resend', { invoiceUuid: invoice.uuid, intentId }, profile);
    await posted(invoice, asked);
    small?.fill();
    expect(small?.freeBytes()).toBe(0);
    await asked;
    await until(
      () => stored(intentId),
      (row) => Object(row).state === 'ended',
    );
    expect(stored(intentId)).toEqual({ state: 'ended', outcome: 'confirmed' });
    expect(small?.freeBytes()).toBeLessThan(64 * 1024);
    api.order();
    await bench.call('sync.start', {}, profile);
    await until(
      () => bench.call('sync.status', {}, profile),
      ({ state }) => state === 'waiting',
    );
    small?.fill();
    expect(await rows()).toBe(INVOICES);
    expect(troubles()).toContainEqual(expect.objectContaining({ kind: 'disk-full' }));
    // A new intent finds room as well, or is refused with the reason; it is never sent without being written down.
    const next = failedOne(1);
    const second = randomUUID();
    await bench.ask('deliveries.resend', { invoiceUuid: next.uuid, intentId: second }, profile);
    expect(postsTo(next) === 0 || stored(second) !== undefined).toBe(true);
  });

  it('heals by itself when there is room, and takes the message back', async () => {
    small?.free();
    await until(rows, (count) => count === INVOICES + 1);
    const { invoices } = await until(
      () => bench.call('sync.status', {}, profile),
      ({ state, invoices: list }) => state === 'idle' && list.certificate === 'certified',
    );
    expect(invoices).toMatchObject({ seen: INVOICES + 1, total: INVOICES + 1 });
    expect(troubles().findLast(({ kind }) => kind === 'disk-full')?.over).toBe(true);
  });

  it('FAULT-43: ends an export with the reason and leaves nothing of it; asked for again it is whole', async () => {
    const exported = async () => {
      const { jobId } = await bench.call('exports.start', { kind: 'invoices' }, profile);
      return until(
        async () => (await bench.call('jobs.list', {}, profile)).jobs.find(({ id }) => id === jobId),
        (job) => job !== undefined && job.state !== 'running',
      );
    };
    small?.fill();
    const reason = 'The disk is full; the file was not written.';
    expect(await exported()).toMatchObject({ kind: 'export', state: 'failed', reason });
    const folder = join(bench.dataFolder, 'exports');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    small?.free();
    expect(await exported()).toMatchObject({ state: 'done', done: INVOICES + 1 });
  });

  it('does not keep the console from starting, with every row readable; a key that is set then goes on later', async () => {
    await bench.stop();
    small?.fill();
    bench = await startBench({ clock, vault: bench.vault, ...(small === null ? {} : { dataFolder: small.path }) });
    expect(await rows()).toBe(INVOICES + 1);
    expect((await bench.call('profiles.list', {})).profiles.map(({ id }) => id)).toContain(profile);
    small?.free();
    // On a machine that is slow the key's trial may run out of its time, which is short on a clock that runs fast.
    await until(
      () => bench.call('profiles.setKey', { id: profile, apiKey: KEY_A, storage: 'session' }),
      ({ verdict }) => verdict.ok,
    );
    const before = await rows();
    api.order();
    // What the sync and the log say is told where it does not come.
    const told = async () => {
      const { state, reason } = await bench.call('sync.status', {}, profile);
      return { count: await rows(), state, reason, log: bench.logLines.slice(-5), free: small?.freeBytes() };
    };
    await until(told, ({ count }) => count === before + 1);
  });

  it('without the kept room the end of a resend is not lost either: it is written when there is room', async () => {
    const invoice = failedOne(2);
    rmSync(join(bench.dataFolder, 'books.reserved'), { force: true });
    const full = Promise.withResolvers<void>();
    api.behaviour.heldBy = ({ method }) => (method === 'POST' ? full.promise : null);
    const intentId = randomUUID();
    const asked = bench.ask('deliveries.resend', { invoiceUuid: invoice.uuid, intentId }, profile);
    await posted(invoice, asked);
    small?.fill();
    full.resolve();
    await asked;
    expect(stored(intentId)).toMatchObject({ state: 'inflight' });
    small?.free();
    await until(
      () => stored(intentId),
      (row) => Object(row).state === 'ended',
    );
    expect(postsTo(invoice)).toBe(1);
  });

  // The last: the match of so many rows without a record fills half of the disk in the background.
  it('FAULT-45: ends an import in the middle with the reason and keeps nothing of it; asked for again it is whole', async () => {
    const source = {
      id: randomUUID(),
      name: 'Shop',
      kind: 'orders',
      format: PLAIN_CSV,
      mapping: ORDER_MAPPING,
    } as const;
    await bench.call('sources.save', { ...source, tolerances: {} }, profile);
    const fileId = await handOver(bench, ledger(orders(ROWS)), { profile });
    const intentId = randomUUID();
    const imported = async () => {
      await bench.call('imports.run', { intentId, fileId, sourceId: source.id, covers: 'none' }, profile);
      return until(
        async () => (await bench.call('jobs.list', {}, profile)).jobs.find(({ id }) => id === intentId),
        (job) => job !== undefined && job.state !== 'running' && job.state !== 'waiting',
      );
    };
    const entries = async () => (await bench.call('entries.page', { offset: 0, limit: 1 }, profile)).total;
    const kept = async () => (await bench.call('imports.list', { offset: 0, limit: 1 }, profile)).total;
    const before = await rows();
    small?.fill(ROOM);
    const detail = 'The disk is full; nothing of the file was kept. Make room and import it again.';
    expect(await imported()).toMatchObject({
      kind: 'import',
      state: 'failed',
      failure: { kind: 'unavailable-offline', detail },
    });
    expect([await kept(), await entries(), await rows()]).toEqual([0, 0, before]);
    // What was written before the room was gone is in no list, and goes by itself when there is room.
    expect(staged()).toBeGreaterThan(1000);
    small?.free();
    await until(staged, (count) => count === 0);
    expect(await imported()).toMatchObject({ state: 'done' });
    expect([await kept(), await entries()]).toEqual([1, ROWS]);
  });
});

describe('FAULT-46: a mirror that another program holds', () => {
  beforeAll(() => serve());

  afterAll(async () => {
    await bench.stop();
    bench.remove();
    await api.close();
  });

  it('pauses the sync, says so, is read all the while, and goes on when it is let go', async () => {
    const file = new Database(join(bench.dataFolder, 'mirrors', `${profile}.db`));
    file.exec('BEGIN IMMEDIATE');
    api.order();
    await bench.call('sync.start', {}, profile);
    // The writer's patience is five seconds of real time; the reader has no part in it.
    let readings = 0;
    await until(async () => {
      await rows();
      readings += 1;
      return troubles().some(({ kind }) => kind === 'locked');
    }, Boolean);
    // A reader that had to wait as long as the writer would have read once.
    expect(readings).toBeGreaterThan(3);
    expect(await bench.call('sync.status', {}, profile)).toMatchObject({ state: 'waiting' });
    file.exec('ROLLBACK');
    file.close();
    await until(rows, (count) => count === INVOICES + 1);
    expect(troubles().findLast(({ kind }) => kind === 'locked')?.over).toBe(true);
  });
});
