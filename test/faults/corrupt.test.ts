/**
 * A hundred mirrors damaged in every way a disk knows: flipped bits, cut files, zeroed pages, a broken write-ahead log. The console starts,
 * answers its first screen, says what it did, reads the mirror again where it must, and the books lose nothing.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProfile, type Bench, MemoryVault, startBench, synced, until } from '../integration/bench.ts';
import { FastClock } from '../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { scaled } from '../support/scale.ts';

const DAMAGES = scaled(100);
const INVOICES = 420;
const PAGE = 4096;

const vault = new MemoryVault();
const clock = new FastClock(20);
let api: IndependentApi;
let profile: string;
/** A console's folder in full use: the write-ahead logs are not yet tidied away. */
let model: string;
let books: readonly unknown[];

/** Tables of which a row, once written, is not written again by the start of a console. */
const KEPT = [
  'profiles',
  'resend_intents',
  'create_intents',
  'activity',
  'observations',
  'acknowledgements',
  'saved_views',
  'exception_deeds',
  'closes',
  'prior_period_adjustments',
];
/** What people have set; how far a job has come moves on with the job, and what answers hold unknown is counted with each. */
const SETTINGS = `SELECT * FROM settings WHERE key NOT LIKE 'news/%' AND key NOT LIKE 'reconcile%' AND key NOT LIKE 'prior%' AND key NOT LIKE 'drift/%' AND key NOT LIKE 'payouts/%' ORDER BY key`;

/** Those rows, table by table, in order. */
function booksOf(folder: string): readonly unknown[] {
  const file = new Database(join(folder, 'books.db'), { readonly: true });
  const queries = [SETTINGS, ...KEPT.map((table) => `SELECT * FROM ${table} ORDER BY 1`)];
  const rows = queries.map((sql) => file.prepare(sql).all());
  file.close();
  return rows;
}

beforeAll(async () => {
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: INVOICES, withdrawals: 9 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const first = await startBench({ clock, vault });
  profile = await addProfile(first, api.baseUrl, KEY_A);
  const kept = await first.call('profiles.setKey', { id: profile, apiKey: KEY_A, storage: 'keychain' });
  expect(kept.verdict.ok).toBe(true);
  await synced(first, profile);
  await first.stop();
  // A second day: the file holds the first, the write-ahead log what came since.
  for (let number = 0; number < 120; number += 1) api.order();
  const bench = await startBench({ clock, vault, dataFolder: first.dataFolder });
  await until(
    () => bench.call('sync.status', {}, profile),
    ({ state, invoices }) => state === 'idle' && invoices.seen === INVOICES + 120,
  );
  const failed = api.business.invoices.filter(({ deliveries }) => deliveries[0]?.['status'] === 'failed').slice(0, 4);
  for (const { uuid } of failed) {
    const intentId = crypto.randomUUID();
    await bench.call('deliveries.resend', { invoiceUuid: uuid, intentId }, profile);
    // With the end of its attempt, after which nothing is written about it any more: what the copies are compared with.
    await until(
      () => bench.call('resends.get', { intentId }, profile),
      ({ outcome, attempt, evidence }) =>
        outcome === 'confirmed' &&
        (evidence?.facts ?? []).some((fact) => fact.startsWith('Read back')) &&
        attempt?.state === 'delivered',
    );
  }
  await bench.call('sync.pause', {}, profile);
  model = mkdtempSync(join(tmpdir(), 'merchant-console-model-'));
  cpSync(bench.dataFolder, model, { recursive: true });
  await bench.stop();
  bench.remove();
  books = booksOf(model);
  expect(books.flat().length).toBeGreaterThan(8);
});

afterAll(async () => {
  await api.close();
  rmSync(model, { recursive: true, force: true });
});

/** Seeded: the same damage in every run. */
function generator(start: number): (below: number) => number {
  let state = start * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Draw = (below: number) => number;

function edit(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}

const KINDS: readonly (readonly [string, (mirror: string, draw: Draw) => void])[] = [
  [
    'flipped bits',
    (mirror, draw) =>
      edit(mirror, (bytes) => {
        for (let count = 1 + draw(64); count > 0; count -= 1) {
          const at = draw(bytes.length);
          bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
        }
      }),
  ],
  ['cut short', (mirror, draw) => truncateSync(mirror, draw(statSync(mirror).size))],
  [
    'zeroed pages',
    (mirror, draw) =>
      edit(mirror, (bytes) => {
        for (let count = 1 + draw(12); count > 0; count -= 1) {
          const at = draw(Math.ceil(bytes.length / PAGE)) * PAGE;
          bytes.fill(0, at, at + PAGE);
        }
      }),
  ],
  [
    'pages of noise',
    (mirror, draw) =>
      edit(mirror, (bytes) => {
        for (let count = 1 + draw(6); count > 0; count -= 1) {
          const from = draw(Math.ceil(bytes.length / PAGE)) * PAGE;
          for (let at = from; at < Math.min(from + PAGE, bytes.length); at += 1) bytes[at] = draw(256);
        }
      }),
  ],
  ['a damaged head', (mirror, draw) => edit(mirror, (bytes) => void bytes.fill(draw(256), draw(90), 100))],
  [
    'a damaged write-ahead log',
    (mirror, draw) =>
      edit(`${mirror}-wal`, (bytes) => {
        for (let count = 1 + draw(200); count > 0 && bytes.length > 0; count -= 1)
          bytes[draw(bytes.length)] = draw(256);
      }),
  ],
  [
    'a write-ahead log cut short',
    (mirror, draw) => truncateSync(`${mirror}-wal`, draw(statSync(`${mirror}-wal`).size + 1)),
  ],
  ['a write-ahead log that is gone', (mirror) => rmSync(`${mirror}-wal`, { force: true })],
  [
    'a log of other pages',
    (mirror, draw) => {
      truncateSync(mirror, Math.max(PAGE, Math.floor(statSync(mirror).size / PAGE / 2) * PAGE));
      rmSync(`${mirror}-shm`, { force: true });
      edit(`${mirror}-wal`, (bytes) => void bytes.fill(0, Math.min(bytes.length, 32 + draw(4000))));
    },
  ],
  ['no database at all', (mirror, draw) => writeFileSync(mirror, Buffer.alloc(1 + draw(200_000), 'no database '))],
];

const wasRebuilt = (bench: Bench): boolean =>
  bench.events.some(({ event, data }) => event === 'trouble' && Object(data).kind === 'mirror-rebuilt');

async function liveThrough(bench: Bench): Promise<void> {
  // The first screen: whose console it is, and what the mirror holds, if only nothing.
  const { profiles } = await bench.call('profiles.list', {});
  expect(profiles.map(({ id }) => id)).toContain(profile);
  await until(
    () => bench.ask('sync.status', {}, profile),
    ({ ok }) => ok,
  );
  await until(
    () => bench.call('sync.status', {}, profile).catch(() => null),
    (now) =>
      now?.state === 'idle' &&
      now.invoices.certificate === 'certified' &&
      now.invoices.seen === api.business.invoices.length,
  );
}

describe(`FAULT-47: ${DAMAGES} damaged mirrors`, () => {
  const outcomes: Record<string, number> = { rebuilt: 0, unharmed: 0 };
  let wrong = 0;

  it.each(Array.from({ length: DAMAGES }, (_, index) => [index + 1, KINDS[index % KINDS.length]?.[0] ?? ''] as const))(
    '%i: %s',
    async (number) => {
      const folder = mkdtempSync(join(tmpdir(), 'merchant-console-damaged-'));
      cpSync(model, folder, { recursive: true });
      const mirror = join(folder, 'mirrors', `${profile}.db`);
      KINDS[(number - 1) % KINDS.length]?.[1](mirror, generator(number));
      const bench = await startBench({ clock, vault, dataFolder: folder });
      try {
        await liveThrough(bench);
        let differing = await differingRows(bench);
        // Damage that only a read comes upon: the mirror is set aside then, and the next look finds a whole one.
        for (let looks = 0; differing === null && looks < 3; looks += 1) {
          await liveThrough(bench);
          differing = await differingRows(bench);
        }
        if (differing === null) throw new Error('still damaged');
        if (differing.length > 0) process.stdout.write(`${number}: ${JSON.stringify(differing)}\n`);
        wrong += differing.length;
        const outcome = wasRebuilt(bench) ? 'rebuilt' : 'unharmed';
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      } finally {
        await bench.stop();
      }
      // What was seen since may have been added; nothing is missing and nothing is different.
      const after = new Set(
        booksOf(folder)
          .flat()
          .map((row) => JSON.stringify(row)),
      );
      expect(books.flat().filter((row) => !after.has(JSON.stringify(row)))).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    },
  );

  it('lost nothing of the books, and were told where they were read again', () => {
    process.stdout.write(`${DAMAGES} damaged mirrors: ${JSON.stringify({ ...outcomes, wrong })}\n`);
    expect((outcomes['rebuilt'] ?? 0) + (outcomes['unharmed'] ?? 0)).toBe(DAMAGES);
    expect(outcomes['rebuilt']).toBeGreaterThan(DAMAGES / 4);
    expect(wrong).toBe(0);
  });
});

/** Rows that differ from the server's in money or state; null when the reading came upon damage. */
async function differingRows(bench: Bench): Promise<readonly unknown[] | null> {
  const differing: unknown[] = [];
  for (let offset = 0; offset < api.business.invoices.length; offset += 200) {
    const answer = await bench.ask('invoices.page', { offset, limit: 200 }, profile);
    if (!answer.ok) {
      expect(answer.failure).toMatchObject({ kind: 'unavailable-offline' });
      return null;
    }
    for (const row of answer.output.rows) {
      const { json } = api.invoice(row.uuid);
      for (const field of ['amount', 'status', 'external_id', 'settled_amount_usdt', 'created_at'] as const) {
        if (row[field] !== (json[field] ?? null)) differing.push([field, row[field], json[field]]);
      }
    }
  }
  return differing;
}
