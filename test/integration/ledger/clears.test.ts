/**
 * What becomes of exceptions about the merchant's own books while a list of the API is only complete as far as seen, as it may be for good: what the
 * books themselves show is cleared all the same, and absence alone clears nothing. Real files, a real store, the jobs as the engine runs them.
 */
import { describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { Reconciliation } from '../../../src/backend/jobs/reconcile/reconcile.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { Exception } from '../../../src/domain/reconcile/exception.ts';
import { storeLedgerWorld, WALLET_TITLES } from '../../support/worlds/ledger.ts';
import { ledger, OwnBooks } from '../../support/benches/own-books.ts';
import { anInvoice, aWithdrawal } from '../../support/records.ts';
import { openedForEach } from '../../backend/workers/opened.ts';

let store: Store;
let own: OwnBooks;
let reconciliation: Reconciliation;

openedForEach((opened) => {
  ({ store } = opened);
  own = new OwnBooks(store, opened.folder.path);
  reconciliation = new Reconciliation(own.context, {
    match: ({ rows }) => store.compute({ kind: 'match', profileId: 'p1' }, { onProgress: () => undefined, rows }),
    find: () => Promise.resolve({ invoices: 0, withdrawals: 0, findings: 0 }),
    bar: () => null,
    comparePrior: () => Promise.resolve(),
    afterRun: () => Promise.resolve(),
  });
});

const OCTOBER = { from: '2026-10-01', to: '2026-11-01' };
const READ_LATER = { quarantined: [], asOf: '2026-11-22T00:00:00.000Z', source: 'list' as const, pass: null };

const paid = (number: number, external_id: string, amount: string) =>
  anInvoice({
    uuid: `${String(number).padStart(8, '0')}-0000-4000-8000-00000000c0de`,
    external_id,
    amount,
    created_at: '2026-10-15T10:00:00Z',
    finished_at: '2026-10-15T10:05:00Z',
  });

const row = (id: string, amount: string) => [id, amount, 'EUR', '2026-10-15', 'paid', '', ''];

async function exceptions(): Promise<readonly Exception[]> {
  await reconciliation.run();
  const now = new Date().toISOString();
  const query = { profileId: 'p1', filter: {}, sort: [{ by: 'label', direction: 'asc' }] as const, now };
  return (await store.books.read('exceptions.page', { ...query, offset: 0, limit: 100 })).rows;
}

const open = async () => (await exceptions()).map(({ kind, label }) => `${kind} ${label}`);

async function matchByHand(ident: string, records: readonly string[]): Promise<void> {
  const page = { profileId: 'p1', filter: { text: ident }, sort: [], offset: 0, limit: 10 };
  const entries = (await store.books.read('entries.page', page)).rows.map(({ id }) => id);
  const match = { ...own.deed(), note: '', intentId: randomUUID(), kind: 'orders' as const, entries, records };
  expect(await store.books.write('entries.matchByHand', match)).toMatchObject({ outcome: 'made' });
}

describe('FAULT-79 MATCH-30: while a list is complete only as far as seen', () => {
  it('what a person does about the books clears what was found, and nothing else does', async () => {
    const invoices = [paid(1, 'M', '5'), paid(2, 'T', '1'), paid(3, 'A', '10'), paid(4, 'B', '20'), paid(5, 'Z', '7')];
    await storeLedgerWorld(store.mirror('p1'), { invoices, withdrawals: [] }, 'as-far-as-seen');
    const shop = await own.source('Shop');
    await own.import(shop, ledger([row('T', '1.08'), row('sum', '30'), row('else', '3')]), OCTOBER);
    expect(await open()).toEqual([
      'missing-there A',
      'missing-there B',
      'missing-there M',
      'entry-amount-differs T',
      'missing-there Z',
      'missing-here else',
      'missing-here sum',
    ]);
    await own.import(shop, ledger([row('M', '5')]), OCTOBER);
    const { updatedAt: _, ...rest } = shop;
    await store.books.write('sources.save', { ...own.deed(), source: { ...rest, tolerances: { EUR: '0.10' } } });
    await matchByHand('sum', [invoices[2]?.uuid ?? '', invoices[3]?.uuid ?? '']);
    expect(await open()).toEqual(['missing-there Z', 'missing-here else']);
  });

  it('an entry that is found in another way is found in that way only', async () => {
    await storeLedgerWorld(store.mirror('p1'), { invoices: [paid(1, 'A', '10')], withdrawals: [] }, 'as-far-as-seen');
    const shop = await own.source('Shop');
    await own.import(shop, ledger([row('A', '10'), row('late', '3'), row('x', '1'), row('y', '2')]), OCTOBER);
    expect(await open()).toEqual(['missing-here late', 'missing-here x', 'missing-here y']);
    const late = [paid(2, 'late', '4'), paid(3, 'xy', '9')];
    await store.mirror('p1').write('invoices.store', { ...READ_LATER, records: late });
    await matchByHand('x', [late[1]?.uuid ?? '']);
    expect(await open()).toEqual(['entry-amount-differs late', 'entry-amount-differs x', 'missing-here y']);
  });

  it('a withdrawal that a line of the wallet has now is missing in it no more', async () => {
    const tx_hash = 'ab'.repeat(32);
    const withdrawal = aWithdrawal({ tx_hash, status: 'approved', processed_at: '2026-10-15T10:00:00Z' });
    await storeLedgerWorld(store.mirror('p1'), { invoices: [], withdrawals: [withdrawal] }, 'as-far-as-seen');
    const wallet = await own.source('Wallet', { kind: 'wallet' });
    const line = (hash: string, amount: string) => [hash, '', amount, withdrawal.token ?? '', '2026-10-15', 'in'];
    await own.import(wallet, ledger([line('cd'.repeat(32), '1')], WALLET_TITLES), OCTOBER);
    expect((await exceptions()).map(({ kind }) => kind).toSorted()).toEqual([
      'wallet-line-without-withdrawal',
      'withdrawal-not-in-wallet',
    ]);
    await own.import(wallet, ledger([line(tx_hash, withdrawal.amount_to_send ?? '')], WALLET_TITLES), OCTOBER);
    expect((await exceptions()).map(({ kind }) => kind)).toEqual(['wallet-line-without-withdrawal']);
  });
});

describe('MATCH-30: an import that claimed days and is taken back', () => {
  it.each(['a new name', 'two sources', 'one after the other'])('leaves nothing missing: %s', async (how) => {
    await storeLedgerWorld(store.mirror('p1'), { invoices: [paid(1, 'M', '5')], withdrawals: [] }, 'as-far-as-seen');
    const [shop, other] = [await own.source('Shop'), await own.source('Other')];
    const first = await own.import(shop, ledger([row('x', '1')]), OCTOBER);
    if (how === 'one after the other') await exceptions();
    const second = how === 'a new name' ? null : await own.import(other, ledger([row('y', '1')]), OCTOBER);
    expect(await open()).toContain('missing-there M');
    const { updatedAt: _, ...rest } = shop;
    if (how === 'a new name') {
      await store.books.write('sources.save', { ...own.deed(), source: { ...rest, name: 'Shop 2' } });
    }
    await own.imports.undo(first.id);
    await own.imports.settled();
    if (second !== null) {
      expect(await open()).toEqual(['missing-there M', 'missing-here y']);
      await own.imports.undo(second.id);
      await own.imports.settled();
    }
    expect(await open()).toEqual([]);
  });
});
