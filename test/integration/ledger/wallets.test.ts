/**
 * Several wallets of one profile end to end: which of them a withdrawal is missing in, as a check says it beforehand and a match finds it. Real files, a
 * real store.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { Source } from '../../../src/domain/ledger/import.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { storeLedgerWorld, WALLET_TITLES } from '../../support/worlds/ledger.ts';
import { ledger, OwnBooks } from '../../support/benches/own-books.ts';
import { aWithdrawal } from '../../support/records.ts';

let store: Store;
let own: OwnBooks;
let folder: string;

openedForEach((opened) => {
  ({ store } = opened);
  folder = opened.folder.path;
  own = new OwnBooks(store, folder);
});

const SEPTEMBER = { from: '2026-09-01', to: '2026-10-01' };
const OCTOBER = { from: '2026-10-01', to: '2026-11-01' };
const [FIRST, SECOND] = ['TAddressOfFirst', 'TAddressOfSecond'];

let lines = 0;
const line = (address: string, day: string, direction: 'in' | 'out') => {
  lines += 1;
  return [String(lines % 10).repeat(64), address, '5', 'USDT', day, direction];
};

async function missingInCheck({ id, kind, format, mapping, tolerances }: Source, bytes: Buffer): Promise<number> {
  const path = join(folder, 'check.csv');
  writeFileSync(path, bytes);
  const reading = { path, sourceKind: kind, sourceId: id, format, mapping, tolerances, covers: OCTOBER };
  const job = { kind: 'dry-run', profileId: 'p1', ...reading, today: '2026-12-31' } as const;
  return (await store.compute(job, { onProgress: () => undefined })).missingThere;
}

async function missingIn(): Promise<readonly unknown[]> {
  await own.match();
  const query = { profileId: 'p1', filter: {}, sort: [], now: new Date().toISOString(), offset: 0, limit: 100 };
  const { rows } = await store.books.read('exceptions.page', query);
  return rows.filter(({ kind }) => kind === 'withdrawal-not-in-wallet').map(({ evidence }) => evidence['entry.source']);
}

it.each([
  ['it sent to the other one', 'out', 1, ['Second']],
  ['money came in there', 'in', 0, []],
] as const)(
  'MATCH-24: a wallet is not known by an address that is not its own: %s',
  async (_name, direction, count, sources) => {
    const sent = { status: 'approved', token: 'USDT', address: SECOND, tx_hash: 'ab'.repeat(32) } as const;
    const withdrawals = [aWithdrawal({ ...sent, processed_at: '2026-10-15T10:00:00Z' })];
    await storeLedgerWorld(store.mirror('p1'), { invoices: [], withdrawals });
    const [first, second] = [
      await own.source('First', { kind: 'wallet' }),
      await own.source('Second', { kind: 'wallet' }),
    ];
    const ofFirst = [line(FIRST, '2026-09-15', 'in'), line(SECOND, '2026-09-16', direction)];
    await own.import(first, ledger(ofFirst, WALLET_TITLES), SEPTEMBER);
    const ofSecond = ledger([line('', '2026-10-10', 'in')], WALLET_TITLES);
    expect(await missingInCheck(second, ofSecond)).toBe(count);
    await own.import(second, ofSecond, OCTOBER);
    expect(await missingIn()).toEqual(sources);
  },
);
