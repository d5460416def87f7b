/**
 * The newest word on an order decides, end to end: files of one source that say the same again, or otherwise, in whatever spelling; what a later file
 * replaces, and what comes back when it is taken back. And what two ledgers have of each other. Not here: the rules by brute force (match-oracle).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { BookedEntry } from '../../../src/domain/ledger/entry.ts';
import { PLAIN_CSV, type Coverage, type DryRun, type Source } from '../../../src/domain/ledger/import.ts';
import { storeLedgerWorld } from '../../support/worlds/ledger.ts';
import { ledger, OwnBooks, WALLET_MAPPING } from '../../support/benches/own-books.ts';
import { anInvoice, aWithdrawal } from '../../support/records.ts';
import { openedForEach } from '../../backend/workers/opened.ts';

let store: Store;
let folder: string;
let own: OwnBooks;

openedForEach((opened) => {
  ({ store } = opened);
  folder = opened.folder.path;
  own = new OwnBooks(store, folder);
});

const PROFILE = { profileId: 'p1' } as const;
const OCTOBER: Coverage = { from: '2026-10-01', to: '2026-11-01' };
const row = (id: string, amount: string, status = 'paid'): readonly string[] => {
  return [id, amount, 'EUR', '2026-10-15', status, '', ''];
};

/** Paid invoices of 10 EUR in October, by their external ids. */
async function paid(...ids: readonly string[]): Promise<void> {
  const invoices = ids.map((external_id, at) =>
    anInvoice({
      external_id,
      uuid: `aaaaaaaa-0000-4000-8000-00000000000${at}`,
      status: 'success',
      amount: '10.00',
      finished_at: '2026-10-15T12:00:00Z',
    }),
  );
  await storeLedgerWorld(store.mirror('p1'), { invoices, withdrawals: [] });
}

async function entries(): Promise<readonly BookedEntry[]> {
  const page = { ...PROFILE, filter: {}, sort: [{ by: 'line', direction: 'asc' }] as const, offset: 0, limit: 100 };
  return (await store.books.read('entries.page', page)).rows;
}

/** "A 10 paid: matched", in the order in which they came. */
async function standing(): Promise<readonly string[]> {
  await own.reconciliation().run();
  return (await entries()).map(
    ({ ident, amount, statusText, outcome }) => `${ident} ${amount} ${statusText}: ${outcome}`,
  );
}

/** "missing-there A", with what stands beside it. */
async function found(): Promise<readonly string[]> {
  const page = { ...PROFILE, filter: {}, sort: [{ by: 'kind', direction: 'asc' }] as const, offset: 0, limit: 100 };
  const { rows } = await store.books.read('exceptions.page', { ...page, now: new Date().toISOString() });
  return rows.map(({ kind, label, evidence }) => {
    const beside = [kind === 'missing-there' ? evidence['entry.source'] : null, evidence['hint']].filter(Boolean);
    return [kind, label, ...beside].join(' ');
  });
}

async function dryRun(source: Source, bytes: Uint8Array, covers: Coverage | null = null): Promise<DryRun> {
  const path = join(folder, 'dry.csv');
  writeFileSync(path, bytes);
  const { id: sourceId, kind: sourceKind, format, mapping, tolerances } = source;
  const reading = { path, sourceKind, sourceId, format, mapping, tolerances, covers, today: '2026-12-31' };
  return store.compute({ kind: 'dry-run', ...PROFILE, ...reading }, { onProgress: () => undefined });
}

const filled = ({ buckets }: DryRun) => Object.fromEntries(Object.entries(buckets).filter(([, count]) => count > 0));

describe('MATCH-12 MATCH-13 FAULT-74: a later file', () => {
  it('decides: what it says otherwise replaces, what it repeats stays, and taken back it brings the earlier back', async () => {
    await paid('A', 'B');
    const shop = await own.source('Shop');
    await own.import(shop, ledger([row('A', '10', 'open'), row('B', '10')]), 'none');
    expect(await standing()).toEqual(['A 10 open: paid-not-fulfilled', 'B 10 paid: matched']);
    expect(await found()).toEqual(['paid-not-fulfilled A']);
    const week2 = ledger([row('A', '10.00'), row('B', '10.00')]);
    const dry = await dryRun(shop, week2);
    expect([filled(dry), dry.replaces]).toEqual([{ matched: 1, repeated: 1 }, 1]);
    const { id } = await own.import(shop, week2, 'none');
    expect(await standing()).toEqual(['A 10 open: replaced', 'B 10 paid: matched', 'A 10 paid: matched']);
    expect(await found()).toEqual([]);
    const [open, , now] = await entries();
    const get = (entry: BookedEntry | undefined) =>
      store.books.read('entries.get', { ...PROFILE, id: entry?.id ?? '' });
    expect((await get(open))?.replacedBy).toMatchObject({ entry: { id: now?.id }, import: { id } });
    expect(await get(now)).toMatchObject({ replacedBy: null, replaces: [{ id: open?.id }], others: [] });
    expect(await own.imports.undo(id)).toMatchObject({ outcome: 'undone' });
    expect(await standing()).toEqual(['A 10 open: paid-not-fulfilled', 'B 10 paid: matched']);
    expect(await found()).toEqual(['paid-not-fulfilled A']);
  });

  it('that says what an earlier one said is as new as itself: open, paid, open again', async () => {
    await paid('A');
    const shop = await own.source('Shop');
    const open = ledger([row('x', '1'), row('A', '10', 'open')]);
    await own.import(shop, open, 'none');
    await own.import(shop, ledger([row('A', '10')]), 'none');
    const dry = await dryRun(shop, ledger([row('A', '10', 'open')]));
    expect([filled(dry), dry.replaces]).toEqual([{ repeated: 1 }, 1]);
    const { id } = await own.import(shop, ledger([row('A', '10', 'open')]), 'none');
    expect(await standing()).toEqual([
      'x 1 paid: missing-here',
      'A 10 open: paid-not-fulfilled',
      'A 10 paid: replaced',
    ]);
    await own.imports.undo(id);
    expect((await standing()).slice(1)).toEqual(['A 10 open: replaced', 'A 10 paid: matched']);
  });

  it('replaces an order of several rows by what it says of it; rows of one file are duplicates', async () => {
    await paid('A');
    const shop = await own.source('Shop');
    await own.import(shop, ledger([row('A', '10'), row('A', '10'), row('A', '9')]), 'none');
    expect(await standing()).toEqual(['A 10 paid: matched', 'A 10 paid: duplicate', 'A 9 paid: duplicate']);
    await own.import(shop, ledger([row('A', '9')]), 'none');
    expect(await standing()).toEqual(['A 10 paid: replaced', 'A 10 paid: replaced', 'A 9 paid: amount-differs']);
  });

  it('MATCH-27: does not replace what a person has matched: what is newer is judged beside it', async () => {
    await paid('A', 'B');
    const shop = await own.source('Shop');
    await own.import(shop, ledger([row('A', '10', 'open')]), 'none');
    await own.match();
    const [first] = await entries();
    const hand = {
      kind: 'orders',
      entries: [first?.id ?? ''],
      records: ['aaaaaaaa-0000-4000-8000-000000000000'],
    } as const;
    const intentId = '11111111-1111-4111-8111-111111111111';
    await store.books.write('entries.matchByHand', { ...own.deed(), ...hand, intentId, note: 'seen' });
    await own.import(shop, ledger([row('A', '10')]), 'none');
    expect(await standing()).toEqual(['A 10 open: paid-not-fulfilled', 'A 10 paid: duplicate']);
    await store.books.write('entries.unmatch', { ...own.deed(), id: intentId });
    expect(await standing()).toEqual(['A 10 open: replaced', 'A 10 paid: matched']);
    const [, second] = await entries();
    const other = { ...hand, entries: [second?.id ?? ''] };
    await store.books.write('entries.matchByHand', {
      ...own.deed(),
      ...other,
      intentId: intentId.replace(/^1/, '2'),
      note: 'seen',
    });
    // What is newest is in a match by hand, so that the older word is none.
    expect(await standing()).toEqual(['A 10 open: replaced', 'A 10 paid: matched']);
  });
});

describe('MATCH-2 FAULT-73: the same facts', () => {
  it('are the same entries in another spelling, and under other columns', async () => {
    await paid('A');
    const shop = await own.source('Shop');
    await own.import(shop, ledger([row('A', '10', 'paid')]), 'none');
    const titles = ['status', 'customer', 'id', 'amount', 'currency', 'date', 'memo'];
    const again = ledger([['PAID', '', ' A', '10.000', 'eur', '2026-10-15', ' ']], titles);
    expect(filled(await dryRun(shop, again))).toEqual({ repeated: 1 });
  });

  it('of a wallet are one movement, however it is written', async () => {
    const sent = aWithdrawal({ address: 'TWallet', tx_hash: 'ab'.repeat(32), amount: '99', amount_to_send: '98.00' });
    await storeLedgerWorld(store.mirror('p1'), { invoices: [], withdrawals: [sent] });
    const wallet = await own.source('Wallet', { kind: 'wallet', mapping: WALLET_MAPPING });
    const titles = ['id', 'address', 'amount', 'currency', 'date', 'status'];
    const line = (id: string, amount: string) => ledger([[id, 'TWallet', amount, 'USDT', '2026-10-15', 'in']], titles);
    await own.import(wallet, line('', '98'), 'none');
    expect(filled(await dryRun(wallet, line('', '98.00')))).toEqual({ repeated: 1 });
    await own.import(wallet, line('ab'.repeat(32), '98'), 'none');
    expect(filled(await dryRun(wallet, line(`0x${'AB'.repeat(32)}`, '98.0')))).toEqual({ repeated: 1 });
  });
});

describe('an invoice that another ledger has', () => {
  it('MATCH-14: is matched in each of them', async () => {
    await paid('A');
    for (const name of ['North', 'South']) await own.import(await own.source(name), ledger([row('A', '10')]));
    expect(await standing()).toEqual(['A 10 paid: matched', 'A 10 paid: matched']);
  });

  it('MATCH-17: is not missing in this one, unless a person has said that this one is complete', async () => {
    await paid('A', 'B', 'C');
    const [north, south] = [await own.source('North'), await own.source('South')];
    await own.import(north, ledger([row('A', '10')]));
    await own.import(south, ledger([row('B', '10')]));
    await own.match();
    // Two shops with a ledger each: only what none of them has.
    expect(await found()).toEqual(['missing-there C North, South']);
    expect((await dryRun(south, ledger([row('B', '10')]))).missingThere).toBe(1);
    // A ledger beside an export that should have every order.
    const books = await own.source('Accounting');
    expect((await dryRun(books, ledger([row('B', '10')]), OCTOBER)).missingThere).toBe(2);
    await own.import(books, ledger([row('B', '10')]), OCTOBER);
    await own.match();
    expect(await found()).toEqual(['missing-there A Accounting', 'missing-there C North, South, Accounting']);
  });
});

describe('days that a file is complete for', () => {
  const ended = { early: '2026-09-30T21:59:59Z', first: '2026-09-30T22:30:00Z', last: '2026-10-31T22:30:00Z' };
  const ends = { ...ended, late: '2026-10-31T23:00:00Z', never: null };

  it('MATCH-16: are those of its zone; what has no end is of none, and what several lack is found once', async () => {
    const invoices = Object.entries(ends).map(([external_id, finished_at], at) =>
      anInvoice({ external_id, finished_at, status: 'success', uuid: `aaaaaaaa-0000-4000-8000-00000000000${at}` }),
    );
    await storeLedgerWorld(store.mirror('p1'), { invoices, withdrawals: [] });
    const format = { ...PLAIN_CSV, timeZone: 'Europe/Warsaw' };
    for (const name of ['North', 'South']) {
      await own.import(await own.source(name, { format }), ledger([row('x', '1')]), OCTOBER);
    }
    await own.match();
    const missing = (await found()).filter((text) => text.startsWith('missing-there'));
    expect(missing.toSorted()).toEqual(['missing-there first North, South', 'missing-there last North, South']);
  });

  it('MATCH-29: a dry run counts what is missing here, and says how complete the list is', async () => {
    await storeLedgerWorld(store.mirror('p1'), { invoices: [], withdrawals: [] }, 'incomplete');
    const dry = await dryRun(await own.source('Shop'), ledger([row('x', '1')]));
    expect([filled(dry), dry.certificate]).toEqual([{ 'missing-here': 1 }, 'incomplete']);
  });
});

describe('MATCH-32: a row that cannot be read', () => {
  it('is named beside the invoice that it names', async () => {
    await paid('A', 'B');
    const shop = await own.source('Shop');
    await own.import(shop, ledger([row('A', '10 €€'), row('x', '1')]), OCTOBER);
    await own.match();
    expect(await found()).toEqual([
      'missing-here x',
      'missing-there A Shop a row that could not be read names it: line 2 of ledger.csv',
      'missing-there B Shop',
    ]);
  });
});

describe('MATCH-15: an order of several rows', () => {
  it('is said to add up to what was paid where it does, to the last digit and in one currency and status', async () => {
    await paid('A', 'B', 'C', 'D', 'E');
    const shop = await own.source('Shop');
    const inDollars = row('D', '6').map((cell) => (cell === 'EUR' ? 'USD' : cell));
    const rows = [row('A', '4'), row('B', '4'), row('C', '4'), row('D', '4'), row('E', '1'), row('E', '2.5')];
    const others = [row('A', '6.00'), row('B', '6.000001'), row('C', '6', 'open'), inDollars, row('E', '6.5')];
    await own.import(shop, ledger([...rows, ...others]), 'none');
    await own.match();
    const both = (label: string, ...beside: readonly string[]) =>
      ['duplicate-entry', 'entry-amount-differs'].map((kind) => [kind, label, ...beside].join(' '));
    const [two, three] = [2, 3].map((count) => `the ${count} rows that name it add up to our amount exactly`);
    expect((await found()).toSorted()).toEqual(
      [
        ...both('A', two ?? ''),
        ...['B', 'C', 'D'].flatMap((label) => both(label)),
        ...both('E', three ?? ''),
        `duplicate-entry E ${three}`,
      ].toSorted(),
    );
  });
});

describe('MATCH-5: an id in another spelling', () => {
  it.each([
    ['000123', '123'],
    ['123', '000123'],
    ['A-7', `'A-7`],
    ['A-7', 'A\u200b-7'],
    ['any', '{AAAAAAAA-0000-4000-8000-000000000000}'],
    ['any', 'aaaaaaaa000040008000000000000000'],
  ])('%s is named beside %s', async (ours, theirs) => {
    await paid(ours);
    await own.import(await own.source('Shop'), ledger([row(theirs, '10')]), 'none');
    await own.match();
    expect(await found()).toEqual([`missing-here ${theirs} the same id in another spelling`]);
  });
});
