/**
 * The merchant's own books through the whole engine: a ledger of 5,000 rows as a German shop's system writes it, looked at, put right, checked, imported,
 * handed over once more, and taken back; a wallet's export; a sheet of exceptions that goes out and comes back filled in; and files that are
 * no ledgers. What is to be found was planted (support/ledger-story.ts). The same through the screens is e2e/story-ledger.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import { MATCH_OUTCOMES } from '../../../src/domain/ledger/entry.ts';
import { MATCH_FINDING_KINDS } from '../../../src/domain/kernel/finding.ts';
import { MAX_IMPORT_BYTES, type Mapping } from '../../../src/domain/ledger/import.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import {
  LEDGER_ROWS,
  LEDGER_WORDS,
  type LedgerStory,
  ledgerStory,
  PLANTED,
  WALLET_PLANTED,
  walletStory,
} from '../../support/worlds/ledger-story.ts';
import { workTime } from '../../support/work-time.ts';
import { zipBomb } from '../../support/files/zip-bomb.ts';
import { type Bench, handOver as handFile, startBench, synced, until } from '../bench.ts';

/** What a dry run of the ledger may take, in milliseconds. */
const MOST_MS = 5_000;
const TOLERANCES = { EUR: '0.05' };

let sandbox: Sandbox;
let bench: Bench;
let story: LedgerStory;
let now = 0;
const ledger = randomUUID();
const wallet = randomUUID();

beforeAll(async () => {
  sandbox = await createSandbox({ size: 5_600, limit: 100_000 });
  now = Date.now();
  story = ledgerStory(sandbox.world.invoices(), now);
  bench = await startBench({ sandbox });
  await synced(bench);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

const handOver = (bytes: Buffer, name = 'Bestellungen.csv'): Promise<string> => handFile(bench, bytes, { name });

async function looked(fileId: string, kind: 'orders' | 'wallet' = 'orders'): Promise<CallOutput<'imports.inspect'>> {
  return bench.call('imports.inspect', { fileId, kind, timeZone: 'UTC' });
}

/** What a person puts right of the guess. */
function corrected(mapping: Mapping): Mapping {
  const statusWords = { ...mapping.statusWords, ...LEDGER_WORDS };
  return { ...mapping, columns: { ...mapping.columns, amount: 'Betrag brutto' }, statusWords, otherStatus: null };
}

async function imported(fileId: string, sourceId: string, covers: CallInput<'imports.run'>['covers']): Promise<string> {
  const { jobId } = await bench.call('imports.run', { intentId: randomUUID(), fileId, sourceId, covers });
  await until(
    async () => (await bench.call('jobs.list', {})).jobs.find(({ id }) => id === jobId),
    (job) => job?.state === 'done',
  );
  return jobId;
}

/** How the entries of an import stand once a match has looked at them. */
async function outcomesOf(id: string): Promise<Record<string, number>> {
  const { outcomes } = await until(
    () => bench.call('imports.get', { id }),
    (one) => one.outcomes.every(({ outcome }) => outcome !== null),
  );
  return Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count]));
}

/** After a run over everything as it is now: one may be pending for minutes where the mirror has changed meanwhile. */
async function openExceptions(): Promise<Record<string, number>> {
  await bench.call('reconciliation.run', {});
  const { kinds } = await bench.call('exceptions.counts', {});
  return Object.fromEntries(kinds.flatMap(({ kind, open }) => (open === 0 ? [] : [[kind, open]])));
}

const FROM_FILES: ReadonlySet<string> = new Set<string>(MATCH_FINDING_KINDS);

const nonZero = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

describe('the ledger of a German shop', () => {
  it('is looked at: what it is written in is seen, and which column is meant is a guess that a person puts right', async () => {
    const fileId = await handOver(story.bytes);
    const { inspection, sourceId } = await looked(fileId);
    expect(sourceId).toBeNull();
    expect(inspection.format).toMatchObject({
      type: 'csv',
      encoding: 'windows-1252',
      separator: ';',
      headerLine: 1,
      decimal: ',',
      thousands: '.',
      dateOrder: 'dmy',
    });
    expect(inspection.mapping.columns).toEqual({
      ident: 'Bestellnummer',
      amount: 'Betrag netto',
      unit: 'Währung',
      at: 'Bestelldatum',
      status: 'Zustand',
      customer: 'Kunde',
      memo: 'Bemerkung',
    });
    await bench.call('files.discard', { fileId });
  });

  it('FAULT-72: is checked in under five seconds: every row is in one bucket, and every rejected one has its line, column, value and reason', async () => {
    const fileId = await handOver(story.bytes);
    const { inspection } = await looked(fileId);
    const reading = { format: inspection.format, mapping: corrected(inspection.mapping), tolerances: TOLERANCES };
    const input = { fileId, sourceId: null, kind: 'orders', covers: story.covers, ...reading } as const;
    const spent = workTime();
    const run = await bench.call('imports.check', input);
    expect(spent()).toBeLessThan(MOST_MS);
    expect(nonZero(run.buckets)).toEqual(story.buckets);
    expect(Object.values(run.buckets).reduce((sum, count) => sum + count, 0)).toBe(LEDGER_ROWS);
    expect(run).toMatchObject({ rows: LEDGER_ROWS, missingThere: story.missingThere });
    expect(run.rejects.toSorted((left, right) => left.line - right.line)).toEqual(story.rejects);
    // A look keeps nothing.
    expect((await bench.call('entries.page', { offset: 0, limit: 1 })).total).toBe(0);
    await bench.call('sources.save', { id: ledger, name: 'Ladenkasse', kind: 'orders', ...reading });
    await bench.call('files.discard', { fileId });
  });

  it('is imported whole, and what is found is among the exceptions', async () => {
    const id = await imported(await handOver(story.bytes), ledger, story.covers);
    const { matched, rejected, ...found } = story.buckets;
    expect(await outcomesOf(id)).toEqual({ matched, ...found });
    const { import: kept } = await bench.call('imports.get', { id });
    expect(kept).toMatchObject({ rows: LEDGER_ROWS, entries: LEDGER_ROWS - rejected, rejected, repeated: 0 });
    const { rows } = await bench.call('imports.rejects', { id, offset: 0, limit: 100 });
    expect(rows).toEqual(story.rejects);
    expect(await openExceptions()).toMatchObject({
      'entry-amount-differs': PLANTED['amount-differs'],
      'entry-currency-differs': PLANTED['currency-differs'],
      'missing-here': PLANTED['missing-here'],
      'missing-there': story.missingThere,
      'duplicate-entry': PLANTED.duplicate,
      'fulfilled-not-paid': PLANTED['fulfilled-not-paid'],
      'paid-not-fulfilled': PLANTED['paid-not-fulfilled'],
    });
    for (const [outcome, idents] of Object.entries(story.idents)) {
      const word = MATCH_OUTCOMES.filter((own) => own === outcome);
      const { rows: entries } = await bench.call('entries.page', { filter: { outcome: word }, offset: 0, limit: 100 });
      expect(new Set(entries.map(({ ident }) => ident))).toEqual(new Set(idents));
    }
  });

  it('FAULT-73: is known again, and adds nothing when it comes a second time', async () => {
    const fileId = await handOver(story.bytes, 'Bestellungen (2).csv');
    const { inspection, sourceId } = await looked(fileId);
    expect(sourceId).toBe(ledger);
    expect(inspection.format.separator).toBe(';');
    const before = await openExceptions();
    const id = await imported(fileId, ledger, story.covers);
    const { import: kept } = await bench.call('imports.get', { id });
    expect(kept).toMatchObject({ entries: 0, repeated: LEDGER_ROWS - PLANTED.rejected, rejected: PLANTED.rejected });
    expect((await bench.call('entries.page', { offset: 0, limit: 1 })).total).toBe(LEDGER_ROWS - PLANTED.rejected);
    expect(await openExceptions()).toEqual(before);
    expect(await bench.call('imports.undo', { id })).toMatchObject({ outcome: 'undone', entries: 0 });
  });
});

describe("a wallet's export", () => {
  it('MATCH-18 MATCH-19 MATCH-22: is matched by hash, then by address, amount and time; what went out is not compared', async () => {
    const walletFile = walletStory(sandbox.world.withdrawals, now);
    const fileId = await handOver(walletFile.bytes, 'wallet.csv');
    const { inspection } = await looked(fileId, 'wallet');
    expect(inspection.mapping.columns).toMatchObject({
      ident: 'Transaction hash',
      address: 'Address',
      amount: 'Amount',
    });
    const { format, mapping } = inspection;
    await bench.call('sources.save', { id: wallet, name: 'Wallet', kind: 'wallet', format, mapping, tolerances: {} });
    const id = await imported(fileId, wallet, walletFile.covers);
    expect(await outcomesOf(id)).toEqual({
      matched: walletFile.byHash + walletFile.byAddress,
      'missing-here': WALLET_PLANTED.stranger,
      'not-compared': WALLET_PLANTED.out,
    });
    for (const [pass, count] of [
      ['tx-hash', walletFile.byHash],
      ['address-amount-time', walletFile.byAddress],
    ] as const) {
      const filter = { sourceId: wallet, pass: [pass] };
      expect((await bench.call('entries.page', { filter, offset: 0, limit: 1 })).total).toBe(count);
    }
    expect(await openExceptions()).toMatchObject({
      'wallet-line-without-withdrawal': WALLET_PLANTED.stranger,
      'withdrawal-not-in-wallet': WALLET_PLANTED.leftOut,
    });
  });
});

describe('files that are no ledgers', () => {
  it('FAULT-69 FAULT-70: are refused: one that is too large before a byte of it is read, a workbook that unpacks to far more before it is unpacked', async () => {
    const large = await bench.refused('files.open', { name: 'everything.csv', bytes: 2 * MAX_IMPORT_BYTES });
    expect(large).toMatchObject({ kind: 'file-refused', reason: 'file-too-large' });
    const fileId = await handOver(zipBomb(), 'orders.xlsx');
    const bomb = await bench.refused('imports.inspect', { fileId, kind: 'orders', timeZone: 'UTC' });
    expect(bomb).toMatchObject({ kind: 'file-refused', reason: 'workbook-bomb' });
    await bench.call('files.discard', { fileId });
  });
});

describe('what was imported', () => {
  it('is taken back, and with it everything that followed from it', async () => {
    const { rows } = await bench.call('imports.list', { offset: 0, limit: 10 });
    for (const { id } of rows) expect(await bench.call('imports.undo', { id })).toMatchObject({ outcome: 'undone' });
    expect((await bench.call('entries.page', { offset: 0, limit: 1 })).total).toBe(0);
    const left = await until(openExceptions, (open) => Object.keys(open).every((kind) => !FROM_FILES.has(kind)));
    expect(Object.keys(left).filter((kind) => FROM_FILES.has(kind))).toEqual([]);
    expect((await bench.call('imports.list', { offset: 0, limit: 1 })).total).toBe(0);
  });
});
