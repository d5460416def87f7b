/**
 * Imports over a real store and real files: what is kept of a file, the same file again, cancelling, refusals, taking back. Not here: reading a file
 * (files), dying in the middle of one (test/faults/ledger/kills).
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { ORDER_MAPPING } from '../../../support/files/ledger-file.ts';
import { dumpOf, ledger, orders, OwnBooks } from '../../../support/benches/own-books.ts';
import { openedForEach } from '../../workers/opened.ts';

let store: Store;
let folder: string;
let own: OwnBooks;

openedForEach((opened) => {
  ({ store } = opened);
  folder = opened.folder.path;
  own = new OwnBooks(store, folder);
});

const everything = { profileId: 'p1', filter: {}, sort: [], offset: 0, limit: 200 } as const;
const page = () => store.books.read('entries.page', everything);
const activity = async () =>
  (await store.books.read('activity.page', { profileId: 'p1', offset: 0, limit: 50 })).rows.map(
    ({ action, outcome }) => `${action}: ${outcome}`,
  );

describe('what is kept', () => {
  it('keeps every row as an entry or a reject, with the digest of the file, and tells how many', async () => {
    const source = await own.source('Shop');
    const rows = orders(2500);
    rows[1200] = ['order-x', 'twelve', 'EUR', '2026-10-01', 'paid', '', ''];
    rows[1700] = ['order-y', '1.00', 'EUR', '2026-13-01', 'paid', '', ''];
    const bytes = ledger(rows);
    const kept = await own.import(source, bytes);
    expect(kept).toMatchObject({ rows: 2500, entries: 2498, rejected: 2, repeated: 0, bytes: bytes.length });
    expect(kept.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(kept.covers).toEqual({ from: '2026-10-01', to: '2026-10-29' });
    const rejects = await store.books.read('imports.rejects', { profileId: 'p1', id: kept.id, offset: 0, limit: 10 });
    expect(rejects).toEqual({
      total: 2,
      rows: [
        { line: 1202, column: 'amount', value: 'twelve', reason: 'not-an-amount' },
        { line: 1702, column: 'date', value: '2026-13-01', reason: 'not-a-date' },
      ],
    });
    const first = await page();
    expect(first.total).toBe(2498);
    expect(first.rows[0]).toMatchObject({
      line: 2,
      ident: 'order-0',
      amount: '1.1',
      unit: 'PLN',
      outcome: null,
      importId: kept.id,
    });
    expect(await activity()).toEqual(['import-file: done', 'save-source: done']);
    expect(own.changes).toBe(1);
    // What was handed over is not kept.
    expect(readdirSync(join(folder, 'handed', 'p1'))).toEqual([]);
  });

  it('has the beginning of what is long in a list, all of it in the entry, and times as anybody writes them', async () => {
    const memo = 'm'.repeat(900);
    const source = await own.source('Shop');
    await own.import(source, ledger([['order-1', '1', 'EUR', '2026-10-05', 'paid', 'c'.repeat(201), memo]]));
    const [row] = (await page()).rows;
    expect(row).toMatchObject({ memo: `${'m'.repeat(199)}…`, customer: `${'c'.repeat(199)}…`, statusText: 'paid' });
    expect(row?.at).toBe('2026-10-05T00:00:00Z');
    const whole = await store.books.read('entries.get', { profileId: 'p1', id: row?.id ?? '' });
    expect(whole?.entry).toMatchObject({ memo, customer: 'c'.repeat(201) });
  });

  it('finds an entry by its id, and others with the same ident beside it', async () => {
    const source = await own.source('Shop');
    await own.import(source, ledger([...orders(50), ['order-7', '3.00', 'EUR', '2026-10-02', 'paid', '', 'again']]));
    const { rows } = await store.books.read('entries.page', { ...everything, filter: { text: 'order-7' } });
    const [one, other] = rows;
    const found = await store.books.read('entries.get', { profileId: 'p1', id: one?.id ?? '' });
    expect(found?.entry).toMatchObject({ ident: 'order-7', line: 9 });
    expect(found?.others.map(({ id }) => id)).toEqual([other?.id]);
    expect(await store.books.read('entries.get', { profileId: 'p2', id: one?.id ?? '' })).toBeNull();
  });
});

describe('FAULT-78: an import that waits for another', () => {
  it('keeps its file, whatever is handed over meanwhile, also when that is given up', async () => {
    const [shop, other] = [await own.source('Shop'), await own.source('Other')];
    const [early, fileId] = [await own.hand(ledger(orders(20))), await own.hand(ledger(orders(20)))];
    const start = (sourceId: string, file: string) =>
      own.imports.start({ intentId: randomUUID(), fileId: file, sourceId, covers: null });
    // The first one is read when the test says so, however quick or slow the machine is.
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const compute = store.compute.bind(store);
    vi.spyOn(store, 'compute').mockImplementationOnce(async (...asked) => {
      await isRead;
      return compute(...asked);
    });
    const first = await start(shop.id, early);
    const second = await start(other.id, fileId);
    expect(own.imports.list().find(({ id }) => id === second)?.state).toBe('waiting');
    await own.files.discard(fileId);
    for (let file = 0; file < 6; file += 1) await own.hand(ledger(orders(1)), `${file}.csv`);
    read();
    expect([(await own.ended(first)).state, (await own.ended(second)).state]).toEqual(['done', 'done']);
  });
});

describe('the same rows again', () => {
  it('FAULT-73: adds nothing for the same file, and only what is new of a longer one', async () => {
    const source = await own.source('Shop');
    const first = await own.import(source, ledger(orders(1500)));
    const again = await own.import(source, ledger(orders(1500)));
    expect(again).toMatchObject({ rows: 1500, entries: 0, repeated: 1500, rejected: 0 });
    const longer = await own.import(source, ledger(orders(1600)));
    expect(longer).toMatchObject({ rows: 1600, entries: 100, repeated: 1500 });
    expect((await page()).total).toBe(1600);
    // Of another source they are other entries.
    const elsewhere = await own.import(await own.source('Other'), ledger(orders(1500)));
    expect(elsewhere).toMatchObject({ entries: 1500, repeated: 0 });
    const standing = await store.books.read('imports.get', { profileId: 'p1', id: first.id });
    expect(standing?.repeatedBy.map(({ import: { id }, rows }) => ({ id, rows }))).toEqual([
      { id: longer.id, rows: 1500 },
      { id: again.id, rows: 1500 },
    ]);
  });

  it('FAULT-75: refuses the same file read with other columns: its rows would be there twice', async () => {
    const source = await own.source('Shop');
    const rows = orders(30);
    rows[7] = ['order-7', 'seven', 'EUR', '2026-10-08', 'paid', 'c0', ''];
    const bytes = ledger(rows);
    const first = await own.import(source, bytes);
    const { customer: _customer, ...columns } = ORDER_MAPPING.columns;
    const otherwise = { ...source, mapping: { ...ORDER_MAPPING, columns } };
    await store.books.write('sources.save', { ...own.deed(), source: otherwise });
    const before = dumpOf(folder);
    const refused = { kind: 'file-refused', reason: 'read-otherwise', detail: `imported on ${first.at.slice(0, 10)}` };
    expect(await own.ended(await own.begin(source, bytes))).toMatchObject({ state: 'failed', failure: refused });
    expect(dumpOf(folder)).toBe(before);
    // Another file may have the rows, and another source the file.
    expect(await own.import(source, ledger(orders(2, 100)))).toMatchObject({ entries: 2, repeated: 0 });
    const other = await own.import(await own.source('Other'), bytes);
    const read = { profileId: 'p1', sha256: first.sha256, entries: 29, repeated: 0 };
    expect(await store.books.read('imports.sameFile', { ...read, sourceId: source.id })).toEqual({
      import: first,
      isReadOtherwise: true,
    });
    expect(await store.books.read('imports.sameFile', { ...read, sourceId: null })).toEqual({
      import: other,
      isReadOtherwise: false,
    });
    expect(await store.books.read('imports.sameFile', { ...read, profileId: 'p2', sourceId: source.id })).toBeNull();
    await own.imports.undo(first.id);
    expect(await own.import(source, bytes)).toMatchObject({ entries: 29, rejected: 1 });
  });

  it('FAULT-75: takes rows of the same file that can be read only now', async () => {
    const source = await own.source('Shop');
    const strict = {
      ...source,
      mapping: { ...ORDER_MAPPING, statusWords: { paid: 'fulfilled' }, otherStatus: null },
    } as const;
    await store.books.write('sources.save', { ...own.deed(), source: strict });
    const rows = orders(30).map((row, at) =>
      at % 3 === 0 ? row.map((cell) => (cell === 'paid' ? 'gone' : cell)) : row,
    );
    expect(await own.import(source, ledger(rows))).toMatchObject({ entries: 20, rejected: 10 });
    const known = {
      ...strict,
      mapping: { ...strict.mapping, statusWords: { paid: 'fulfilled', gone: 'cancelled' } },
    } as const;
    await store.books.write('sources.save', { ...own.deed(), source: known });
    expect(await own.import(source, ledger(rows))).toMatchObject({ entries: 10, repeated: 20, rejected: 0 });
  });

  it('does not take an import back whose rows a later one has left out', async () => {
    const source = await own.source('Shop');
    const empty = dumpOf(folder);
    const first = await own.import(source, ledger(orders(300)));
    const afterFirst = dumpOf(folder);
    const second = await own.import(source, ledger(orders(400)));
    const refused = await own.imports.undo(first.id);
    expect(refused).toMatchObject({ outcome: 'refused', repeatedBy: [{ rows: 300, import: { id: second.id } }] });
    expect((await page()).total).toBe(400);
    expect(await own.imports.undo(second.id)).toEqual({ outcome: 'undone', entries: 100, handMatches: 0 });
    await own.imports.settled();
    expect(dumpOf(folder)).toBe(afterFirst);
    expect(await own.imports.undo(first.id)).toMatchObject({ outcome: 'undone', entries: 300 });
    await own.imports.settled();
    expect(dumpOf(folder)).toBe(empty);
    await expect(own.imports.undo(first.id)).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('one intent imports once, also asked again after a restart', async () => {
    const source = await own.source('Shop');
    const intentId = randomUUID();
    const request = { intentId, fileId: await own.hand(ledger(orders(20))), sourceId: source.id, covers: null };
    const ids = await Promise.all([own.imports.start(request), own.imports.start(request)]);
    expect(ids).toEqual([intentId, intentId]);
    expect(await own.ended(intentId)).toMatchObject({ state: 'done' });
    expect(await own.imports.start(request)).toBe(intentId);
    expect(own.imports.list()).toMatchObject([{ id: intentId, state: 'done' }]);
    const later = new OwnBooks(store, folder);
    later.imports.recover();
    expect(await later.imports.start(request)).toBe(intentId);
    expect(later.imports.list()).toMatchObject([{ id: intentId, kind: 'import', state: 'done' }]);
    expect((await page()).total).toBe(20);
    expect((await store.books.read('imports.list', { profileId: 'p1', offset: 0, limit: 10 })).total).toBe(1);
  });
});

describe('what is not kept', () => {
  it('FAULT-59: a cancelled import leaves nothing, and the next one begins anew', async () => {
    const source = await own.source('Shop');
    const before = dumpOf(folder);
    const slow = new OwnBooks(store, folder, {
      books: {
        read: store.books.read,
        write: async (name, input) => {
          const answer = await store.books.write(name, input);
          if (name === 'imports.append') for (const { id } of slow.imports.list()) slow.imports.cancel(id);
          return answer;
        },
      },
    });
    const id = await slow.begin(source, ledger(orders(3500)));
    expect(await slow.ended(id)).toMatchObject({ state: 'cancelled' });
    await slow.imports.settled();
    expect(dumpOf(folder)).toBe(before);
    expect(await activity()).toEqual(['import-file: cancelled', 'save-source: done']);
    expect(slow.changes).toBe(0);
    expect(await own.import(source, ledger(orders(3500)))).toMatchObject({ entries: 3500 });
  });

  it('FAULT-72: a file with too many rows that cannot be read is refused, and says why', async () => {
    const source = await own.source('Shop');
    const before = dumpOf(folder);
    const id = await own.begin(source, ledger(orders(10_400).map(([ident = '', , ...rest]) => [ident, 'x', ...rest])));
    const refused = { kind: 'file-refused', reason: 'too-many-rejects' };
    expect(await own.ended(id)).toMatchObject({ state: 'failed', failure: refused });
    await own.imports.settled();
    expect(dumpOf(folder)).toBe(before);
  });

  it('FAULT-59: an import whose source has changed meanwhile is none', async () => {
    const source = await own.source('Shop');
    const kept = await own.import(source, ledger(orders(10)));
    const meddled = new OwnBooks(store, folder, {
      books: {
        read: store.books.read,
        write: async (name, input) => {
          if (name === 'imports.commit') await own.imports.undo(kept.id);
          return store.books.write(name, input);
        },
      },
    });
    // Its rows were left out as repeated, and would be in neither.
    const id = await meddled.begin(source, ledger(orders(15)));
    expect(await meddled.ended(id)).toMatchObject({ state: 'failed', failure: { reason: 'source-changed' } });
    expect((await page()).total).toBe(0);
  });

  it('FAULT-58: takes rows of an earlier try away at the next start, and shows none of them before', async () => {
    const source = await own.source('Shop');
    const before = dumpOf(folder);
    const begun = { ...own.deed(), id: randomUUID(), sourceId: source.id, fileName: 'dead.csv', bytes: 5 };
    await store.books.write('imports.begin', begun);
    const rows = Array.from({ length: 1000 }, (_, at) => [
      'entry',
      at + 2,
      at.toString(16).padStart(32, '0'),
      `o${at}`,
      null,
      '1',
      'EUR',
      null,
      'unknown',
      'in',
      null,
      null,
      null,
    ]);
    await store.books.write('imports.append', { profileId: 'p1', id: begun.id, rows });
    expect((await page()).total).toBe(0);
    const later = new OwnBooks(store, folder);
    later.imports.recover();
    await later.imports.settled();
    expect(dumpOf(folder)).toBe(before);
  });
});

describe('taking back', () => {
  it('MATCH-26: leaves the books byte for byte as they were before the import, its match, and matches by hand of its entries', async () => {
    const ledgerOne = await own.source('Shop');
    const other = await own.source('Other shop');
    await own.import(other, ledger(orders(40, 30)));
    await own.match();
    const before = dumpOf(folder);
    // Repeats some idents, so that there are duplicates, and everything is missing here: the mirror is empty and not certified.
    const kept = await own.import(
      ledgerOne,
      ledger([...orders(1200), ...orders(30).map(([id = '', ...rest]) => [id, ...rest.slice(0, -1), 'twice'])]),
    );
    await own.match();
    const { rows } = await store.books.read('entries.page', { ...everything, filter: { importId: kept.id } });
    const settled = rows.slice(0, 60).map(({ id, line }) => ({
      is: 'standing' as const,
      importSeq: 2,
      line,
      entryId: id,
      outcome: 'missing-here' as const,
      pass: null,
      recordUuid: null,
      against: null,
      delta: null,
    }));
    await store.books.write('entries.settle', { profileId: 'p1', at: own.deed().at, standings: settled });
    const run = { profileId: 'p1', run: randomUUID(), at: own.deed().at };
    await store.books.write('exceptions.beginRun', run);
    const findings = rows.slice(0, 60).map((entry) => entryFinding(entry.id, entry.ident));
    await store.books.write('exceptions.observe', { ...run, findings });
    const matched = await store.books.write('entries.matchByHand', {
      ...own.deed(),
      intentId: randomUUID(),
      kind: 'orders',
      entries: rows.slice(0, 1).map(({ id }) => id),
      records: ['r1', 'r2'],
      note: 'paid in two',
    });
    expect(matched.outcome).toBe('made');
    expect(dumpOf(folder)).not.toBe(before);
    expect(await own.imports.undo(kept.id)).toEqual({ outcome: 'undone', entries: 1230, handMatches: 1 });
    await own.imports.settled();
    expect(dumpOf(folder)).toBe(before);
    await own.match();
    expect(dumpOf(folder)).toBe(before);
  });

  it('keeps an exception that somebody has touched', async () => {
    const source = await own.source('Shop');
    const kept = await own.import(source, ledger(orders(3)));
    const { rows } = await page();
    const standings = rows.map(({ id, line }) => ({
      is: 'standing' as const,
      importSeq: 1,
      line,
      entryId: id,
      outcome: 'missing-here' as const,
      pass: null,
      recordUuid: null,
      against: null,
      delta: null,
    }));
    await store.books.write('entries.settle', { profileId: 'p1', at: own.deed().at, standings });
    const run = { profileId: 'p1', run: randomUUID(), at: own.deed().at };
    await store.books.write('exceptions.beginRun', run);
    await store.books.write('exceptions.observe', {
      ...run,
      findings: rows.map(({ id, ident }) => entryFinding(id, ident)),
    });
    const [first] = (await page()).rows;
    const action = { kind: 'note', note: 'asked the shop' } as const;
    await store.books.write('exceptions.act', { ...own.deed(), ids: [first?.exception?.id ?? ''], action });
    await own.imports.undo(kept.id);
    await own.imports.settled();
    const query = { profileId: 'p1', filter: {}, sort: [], now: own.deed().at, offset: 0, limit: 10 };
    const left = await store.books.read('exceptions.page', query);
    expect(left.rows.map(({ note }) => note)).toEqual(['asked the shop']);
  });
});

function entryFinding(id: string, ident: string | null) {
  const evidence = {
    'entry.source': 'Shop',
    'entry.file': 'ledger.csv',
    'entry.line': '2',
    'entry.ident': ident,
    'entry.amount': '1',
    'entry.unit': 'EUR',
    'entry.at': null,
    'entry.status': 'fulfilled',
  };
  return {
    kind: 'missing-here',
    list: 'entries',
    recordUuid: id,
    label: ident,
    unit: 'EUR',
    delta: '1',
    recordAt: null,
    currency: null,
    method: null,
    customerId: null,
    evidence,
  };
}
