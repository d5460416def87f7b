/**
 * Lists of entries against a plain list in memory: every filter, order and place in it gives the same rows, counts and exact sums. And what has changed
 * since the last import, and matches by hand. Not here: importing (jobs/ledger/import.test.ts), matching (reconciliation).
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../../src/backend/workers/threads/store.ts';
import { ENTRY_AMOUNTS } from '../../../../../src/domain/kernel/money/amount-filter.ts';
import {
  type EntryFilter,
  type BookedEntry,
  ENTRY_LIST,
  type EntrySortField,
  MATCH_OUTCOMES,
} from '../../../../../src/domain/ledger/entry.ts';
import type { Import } from '../../../../../src/domain/ledger/import.ts';
import { addMoney, canonicalMoney, compareMoney } from '../../../../../src/domain/kernel/money/money.ts';
import { ENTRY_MARKS, ENTRY_ORDERS, ENTRY_TEXTS } from '../../../../../src/backend/books/kernel/later-schemas.ts';
import { keptPlaces } from '../../../../../src/backend/books/ledger/entries/kept-order.ts';
import { reachedImports } from '../../../../../src/backend/books/ledger/entries/query.ts';
import { openBooksForReading } from '../../../../../src/backend/workers/threads/books-opening.ts';
import { ledger, OwnBooks } from '../../../../support/benches/own-books.ts';
import { seeded } from '../../../../support/seeded.ts';
import { openedForEach } from '../../../workers/opened.ts';

let store: Store;
let own: OwnBooks;
let imports: Import[];
let folder = '';

openedForEach((opened) => {
  ({ store } = opened);
  folder = opened.folder.path;
  own = new OwnBooks(store, folder);
});

const random = seeded(6_006);
const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError('nothing to pick');
  return value;
};

function rowsOfFile(count: number, from: number): string[][] {
  return Array.from({ length: count }, (_, at) => [
    random() < 0.1 ? `order-${Math.floor(random() * 20)}` : `order-${from + at}`,
    pick(['9.99', '10', '100.5', '0.000001', '1234567890123456789.01', '10.10', '9']),
    pick(['EUR', 'EUR', 'EUR', 'PLN', 'USDT']),
    random() < 0.1
      ? ''
      : `2026-10-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}T1${Math.floor(random() * 10)}:00:00Z`,
    pick(['paid', 'open', 'cancelled']),
    `Customer ${Math.floor(random() * 9)}`,
    random() < 0.2 ? '50% off_season' : '',
  ]);
}

/** One in seven is no entry. */
function strangeRows(count: number): string[][] {
  const notes = ['Kč 7', 'ÖRTLICH', 'örtlich', 'É', '😀 Q', 'two\nlines', '\ufffd', 'a_b', '', '', ''];
  return rowsOfFile(count, 9_000).map((row, at) => (at % 7 === 3 ? row.with(1, 'x') : row.with(6, pick(notes))));
}

/** ASCII letters in either case, all others as they are. */
function hasText({ ident, address, customer, memo }: BookedEntry, text: string): boolean {
  const folded = (cell: string): string => cell.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [ident, address, customer, memo].some((cell) => cell !== null && folded(cell).includes(folded(text)));
}

function sumsOf(meant: readonly BookedEntry[]): ReadonlyMap<string, readonly [number, string, string]> {
  const sum = (amounts: readonly string[]): string =>
    canonicalMoney(amounts.reduce((one, other) => addMoney(one, other), '0'));
  const units = new Set(meant.map(({ unit }) => unit));
  return new Map(
    Array.from(units, (unit) => {
      const mine = meant.filter((entry) => entry.unit === unit);
      const deltas = mine.flatMap(({ delta }) => delta ?? []);
      return [unit, [mine.length, sum(mine.map(({ amount }) => amount)), sum(deltas)]];
    }),
  );
}

type Standings = Parameters<typeof settle>[0];
const settle = async (
  standings: readonly {
    readonly is: 'standing';
    readonly importSeq: number;
    readonly line: number;
    readonly entryId: string;
    readonly outcome: (typeof MATCH_OUTCOMES)[number];
    readonly pass: 'id' | 'tolerance' | null;
    readonly recordUuid: string | null;
    readonly against: 'amount' | null;
    readonly delta: string | null;
  }[],
) => store.books.write('entries.settle', { profileId: 'p1', at: own.deed().at, standings });

/** Somewhere at random; nearly all are matched. */
function standing({ id, line, ident }: BookedEntry, importSeq: number): Standings[number] {
  const outcome = random() < 0.7 ? 'matched' : pick(MATCH_OUTCOMES);
  const base = { is: 'standing', importSeq, line, entryId: id, outcome } as const;
  if (outcome === 'missing-here') return { ...base, pass: null, recordUuid: null, against: null, delta: null };
  const delta = outcome === 'matched' ? '0' : pick(['0.05', '-0.05', '-12.5', '3', '-1234567890123456789.01']);
  return { ...base, pass: pick(['id', 'tolerance']), recordUuid: `record of ${ident ?? ''}`, against: 'amount', delta };
}

const ask = (filter: EntryFilter, extra: object = {}) =>
  store.books.read('entries.page', { profileId: 'p1', filter, sort: [], offset: 0, limit: 200, ...extra });

/** All entries as the books hold them, in the order of their places. */
async function everything(): Promise<BookedEntry[]> {
  const all: BookedEntry[] = [];
  for (;;) {
    const { rows, total } = await ask({}, { sort: [{ by: 'line', direction: 'asc' }], offset: all.length });
    all.push(...rows);
    if (all.length >= total) return all;
  }
}

const seqOf = (entry: BookedEntry): number => imports.findIndex(({ id }) => id === entry.importId);

function someAmounts(): NonNullable<EntryFilter['amount']> {
  return {
    of: pick([[], ['amount'], ['difference'], ['amount', 'difference']] as const),
    ...(random() < 0.7 ? { from: pick(['-1', '0.05', '9', '9.990', '10.1', '1234567890123456789.01']) } : {}),
    ...(random() < 0.7 ? { to: pick(['-1', '0', '0.050', '10.10', '100.5', '1234567890123456789.010']) } : {}),
  };
}

function isOfAmount(
  { amount, delta }: BookedEntry,
  { of = [], from, to }: NonNullable<EntryFilter['amount']> = {},
): boolean {
  if (from === undefined && to === undefined) return true;
  return ENTRY_AMOUNTS.some((name) => {
    const text = name === 'amount' ? amount : (delta?.replace('-', '') ?? null);
    if (text === null || (of.length > 0 && !of.includes(name))) return false;
    return (from === undefined || compareMoney(text, from) >= 0) && (to === undefined || compareMoney(text, to) <= 0);
  });
}

function isMeant(entry: BookedEntry, filter: EntryFilter): boolean {
  const one = (words: readonly string[] | undefined, word: string | null): boolean =>
    words === undefined || words.length === 0 || (word !== null && words.includes(word));
  const text = filter.text?.toLowerCase() ?? '';
  const texts = [entry.ident, entry.address, entry.customer, entry.memo];
  return (
    (filter.kind === undefined || entry.kind === filter.kind) &&
    (filter.sourceId === undefined || entry.sourceId === filter.sourceId) &&
    (filter.importId === undefined || entry.importId === filter.importId) &&
    one(filter.outcome, entry.outcome ?? 'unmatched-yet') &&
    one(filter.pass, entry.pass) &&
    one(filter.unit, entry.unit) &&
    (filter.recordUuid === undefined || entry.recordUuid === filter.recordUuid) &&
    (text === '' || texts.some((cell) => cell !== null && cell.toLowerCase().includes(text))) &&
    isOfAmount(entry, filter.amount) &&
    (filter.from === undefined || (entry.at !== null && entry.at >= filter.from)) &&
    (filter.to === undefined || (entry.at !== null && entry.at < filter.to))
  );
}

function compare(by: EntrySortField, left: BookedEntry, right: BookedEntry, sign: number): number {
  const money = (one: string | null, other: string | null): number => {
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return sign * compareMoney(one, other);
  };
  const text = (one: string | null, other: string | null): number => {
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return one === other ? 0 : sign * (one < other ? -1 : 1);
  };
  const size = (delta: string | null): string | null => (delta === null ? null : delta.replace('-', ''));
  switch (by) {
    case 'line':
      return sign * (seqOf(left) - seqOf(right) || left.line - right.line);
    case 'at':
      return text(left.at, right.at);
    case 'ident':
      return text(left.ident, right.ident);
    case 'amount':
      return money(left.amount, right.amount);
    case 'delta':
      return money(left.delta, right.delta);
    case 'absDelta':
      return money(size(left.delta), size(right.delta));
  }
}

beforeEach(async () => {
  const [shop, other] = [await own.source('Shop'), await own.source('Other shop')];
  imports = [];
  imports.push(await own.import(shop, ledger(rowsOfFile(300, 0))));
  imports.push(await own.import(other, ledger(rowsOfFile(200, 5000))));
  imports.push(await own.import(shop, ledger(rowsOfFile(150, 1000))));
  const all = await everything();
  await settle(all.slice(0, 600).map((entry) => standing(entry, seqOf(entry) + 1)));
});

describe('lists', () => {
  it('are what a plain list in memory gives, whatever is asked', async () => {
    const all = await everything();
    expect(all.length).toBe(650);
    for (let round = 0; round < 250; round += 1) {
      const filter: EntryFilter = {
        ...(random() < 0.2 ? { sourceId: pick(imports).sourceId } : {}),
        ...(random() < 0.2 ? { importId: pick(imports).id } : {}),
        ...(random() < 0.4
          ? { outcome: [pick([...MATCH_OUTCOMES, 'unmatched-yet' as const]), pick(MATCH_OUTCOMES)] }
          : {}),
        ...(random() < 0.2 ? { pass: [pick(['id', 'tolerance'] as const)] } : {}),
        ...(random() < 0.3 ? { unit: [pick(['EUR', 'PLN'])] } : {}),
        ...(random() < 0.2 ? { text: pick(['order-1', 'CUSTOMER 3', '50%', 'f_s', 'nothing', 'ord', 'R']) } : {}),
        ...(random() < 0.2 ? { from: '2026-10-07' } : {}),
        ...(random() < 0.2 ? { to: '2026-10-21T15:00:00Z' } : {}),
        ...(random() < 0.4 ? { amount: someAmounts() } : {}),
        ...(random() < 0.1 ? { recordUuid: 'record of order-7' } : {}),
      };
      const idents = filter.recordUuid === undefined ? [] : ['order-7'];
      const by = pick(ENTRY_LIST.sort);
      const sort = random() < 0.2 ? [] : [{ by, direction: pick(['asc', 'desc'] as const) }];
      const offset = Math.floor(random() * 300);
      const meant = all.filter((entry) => isMeant(entry, filter));
      const ordered = meant.toSorted((left, right) => {
        const [wish] = sort;
        if (wish === undefined) return seqOf(right) - seqOf(left) || left.line - right.line;
        const sign = wish.direction === 'desc' ? -1 : 1;
        return compare(wish.by, left, right, sign) || compare('line', left, right, sign);
      });
      const page = await ask(filter, { sort, idents, offset, limit: 40 });
      const what = JSON.stringify({ filter, sort, offset });
      expect(page.total, what).toBe(meant.length);
      expect(
        page.rows.map(({ id }) => id),
        what,
      ).toEqual(ordered.slice(offset, offset + 40).map(({ id }) => id));
      for (const { unit, count, amount, compared, delta } of page.totals) {
        const ofUnit = meant.filter((entry) => entry.unit === unit);
        const deltas = ofUnit.flatMap((entry) => entry.delta ?? []);
        expect({ count, compared }, what).toEqual({ count: ofUnit.length, compared: deltas.length });
        expect(amount, what).toBe(canonicalMoney(ofUnit.reduce((sum, entry) => addMoney(sum, entry.amount), '0')));
        expect(delta, what).toBe(canonicalMoney(deltas.reduce((sum, one) => addMoney(sum, one), '0')));
      }
      const counts = await store.books.read('entries.counts', { profileId: 'p1', filter, idents });
      const { outcome: _asked, ...rest } = filter;
      const open = all.filter((entry) => isMeant(entry, rest));
      expect(counts.total, what).toBe(open.length);
      for (const { outcome, count } of counts.outcomes) {
        expect(count, what).toBe(open.filter((entry) => entry.outcome === outcome).length);
      }
      expect(
        counts.outcomes.reduce((sum, { count }) => sum + count, 0),
        what,
      ).toBe(open.length);
    }
  });

  it('are in a kept order what they are when they are ordered, at any depth, also after an import was taken back', async () => {
    const books = openBooksForReading(folder);
    const look = async (): Promise<void> => {
      for (const by of ENTRY_LIST.sort) {
        for (const direction of ['asc', 'desc'] as const) {
          const asked = { sort: [{ by, direction }], offset: Math.floor(random() * 300) };
          const filter: EntryFilter = pick([
            {},
            { unit: ['EUR'] },
            { outcome: ['matched'] },
            { kind: 'orders' },
          ] as const);
          const { rows } = await ask(filter, { ...asked, limit: 40 });
          const query = { profileId: 'p1', filter, sort: asked.sort };
          const window = { offset: asked.offset, limit: 40, isMade: true };
          const order = keptPlaces(books, query, reachedImports(books, query), window) ?? [];
          const places = order.map(({ seq, line }) => [imports[seq - 1]?.id, line]);
          expect(places, JSON.stringify(asked)).toEqual(rows.map(({ importId, line }) => [importId, line]));
        }
      }
    };
    await look();
    const [last] = imports.splice(-1);
    await store.books.write('imports.undo', { ...own.deed(), id: last?.id ?? '' });
    await look();
    books.close();
  });

  it('are found by their lines at any depth of a long import, some rows of which are no entries', async () => {
    const rows = rowsOfFile(2_600, 9_000).map((row, at) => (at % 7 === 3 ? row.with(1, 'x') : row));
    const long = await own.import(await own.source('Long'), ledger(rows));
    const filter = { importId: long.id };
    const lines = rows.flatMap((_, at) => (at % 7 === 3 ? [] : [at + 2]));
    for (const offset of [0, 990, 1_000, 1_100, 1_990, lines.length - 20]) {
      const asked = async (direction: 'asc' | 'desc') =>
        (await ask(filter, { sort: [{ by: 'line', direction }], offset, limit: 40 })).rows.map(({ line }) => line);
      expect(await asked('asc')).toEqual(lines.slice(offset, offset + 40));
      expect(await asked('desc')).toEqual(lines.toReversed().slice(offset, offset + 40));
    }
  });

  it('are found by any text, whatever stands in their fields, as by a look at each of them', async () => {
    const long = await own.import(await own.source('Long'), ledger(strangeRows(2_600)));
    imports.push(long);
    const all = await everything();
    expect(all.length).toBe(650 + 2_600 - 371);
    await settle(all.slice(700, 1_700).map((entry) => standing(entry, seqOf(entry) + 1)));
    const stood = await everything();
    const asked = [
      'o',
      'O',
      'z',
      '7',
      'ö',
      'Ö',
      'r-1',
      'ORDER',
      'q',
      'É',
      '\u001e',
      '\u001f',
      '\ufffd',
      '%',
      '_',
      '\\',
      'Kč 7',
      '😀',
      'er 1',
      '9c',
    ];
    const filters: readonly EntryFilter[] = [
      {},
      { importId: long.id },
      { unit: ['EUR'] },
      { outcome: ['matched'] },
      { from: '2026-10-07' },
    ];
    for (const text of asked) {
      for (const filter of filters) {
        const meant = stood.filter((entry) => isMeant(entry, filter) && hasText(entry, text));
        const ordered = meant.toSorted((left, right) => seqOf(right) - seqOf(left) || left.line - right.line);
        const offset = Math.floor(random() * Math.min(60, meant.length));
        const page = await ask({ ...filter, text }, { offset, limit: 40 });
        const what = JSON.stringify({ filter, text, offset });
        expect([page.total, ...page.rows.map(({ id }) => id)], what).toEqual([
          meant.length,
          ...ordered.slice(offset, offset + 40).map(({ id }) => id),
        ]);
        const sums = page.totals.map(({ unit, count, amount, delta }) => [unit, [count, amount, delta]] as const);
        expect(new Map(sums), what).toEqual(sumsOf(meant));
      }
    }
  });

  it('lie in the same orders and texts whether they were imported into these books or into older ones', async () => {
    await own.import(await own.source('Long'), ledger(strangeRows(2_600)));
    const file = new Database(join(folder, 'books.db'));
    const tree = () =>
      file
        .prepare(
          `SELECT o.sort_field, t.key, t.import_seq, t.line FROM entry_orders AS o JOIN ordered_entries AS t ON t.order_number = o.number
            ORDER BY 1, 2, 3, 4`,
        )
        .raw()
        .all();
    const imported = tree();
    const marks = file.prepare('SELECT * FROM entry_marks ORDER BY 1, 2').raw();
    const marked = marks.all();
    const texts = file.prepare('SELECT * FROM entry_texts ORDER BY 1, 2').raw();
    const said = texts.all();
    expect(imported.length).toBe(4 * (650 + 2_600 - 371));
    file.exec('DROP TABLE entry_orders; DROP TABLE ordered_entries; DROP TABLE entry_marks; DROP TABLE entry_texts');
    file.exec(ENTRY_ORDERS + ENTRY_MARKS + ENTRY_TEXTS);
    expect(tree()).toEqual(imported);
    expect([marked.length, marks.all()]).toEqual([6, marked]);
    expect([said.length, texts.all()]).toEqual([6, said]);
    file.close();
  });

  it('are in no order any more once their import was swept away', async () => {
    const file = new Database(join(folder, 'books.db'), { readonly: true });
    const left = file.prepare('SELECT DISTINCT import_seq FROM ordered_entries ORDER BY 1').pluck();
    expect(left.all()).toEqual([1, 2, 3]);
    await store.books.write('imports.undo', { ...own.deed(), id: imports[2]?.id ?? '' });
    await store.abandonImports('p1');
    expect(left.all()).toEqual([1, 2]);
    expect(file.prepare('SELECT DISTINCT import_seq FROM entry_texts ORDER BY 1').pluck().all()).toEqual([1, 2]);
    await store.removeFromBooks('p1');
    expect([left.all(), file.prepare('SELECT * FROM entry_orders').all()]).toEqual([[], []]);
    file.close();
  });

  it('are another profile’s to nobody', async () => {
    const page = await store.books.read('entries.page', {
      profileId: 'p2',
      filter: {},
      sort: [],
      offset: 0,
      limit: 10,
    });
    expect(page).toEqual({ rows: [], total: 0, totals: [] });
  });

  it('refuse a bound that is no instant', async () => {
    await expect(ask({ from: 'soon' })).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
  });
});

describe('what has changed since the last import', () => {
  const changes = (extra: object = {}) =>
    store.books.read('entries.changes', { profileId: 'p1', offset: 0, limit: 50, ...extra });

  it('tells moves of older entries from their first to their last standing, and how the new ones stand', async () => {
    const older = (await ask({ importId: imports[0]?.id ?? '', outcome: ['matched'] })).rows.slice(0, 3);
    const as = (entry: BookedEntry | undefined, outcome: 'missing-here' | 'duplicate' | 'matched') => ({
      ...standing(entry ?? fail(), 1),
      outcome,
      pass: null,
      recordUuid: null,
      against: null,
      delta: null,
    });
    await settle([as(older[0], 'missing-here'), as(older[1], 'missing-here'), as(older[2], 'missing-here')]);
    await settle([as(older[1], 'duplicate'), as(older[2], 'matched')]);
    const all = await changes();
    expect(all.since?.id).toBe(imports[2]?.id);
    expect(all.moves).toEqual([
      { before: 'matched', after: 'duplicate', count: 1 },
      { before: 'matched', after: 'missing-here', count: 1 },
    ]);
    expect(all.rows.map(({ entryId, after }) => ({ entryId, after }))).toEqual([
      { entryId: older[1]?.id, after: 'duplicate' },
      { entryId: older[0]?.id, after: 'missing-here' },
    ]);
    expect(all.fresh.reduce((sum, { count }) => sum + count, 0)).toBe(imports[2]?.entries);
    const one = await changes({ move: { before: 'matched', after: 'duplicate' } });
    expect([one.total, one.rows.length, one.moves.length]).toEqual([1, 1, 2]);
    // One of the last import itself, once it has stood somewhere.
    const newest = (await ask({ importId: imports[2]?.id ?? '', outcome: ['matched'] })).rows[0];
    await settle([{ ...as(newest, 'duplicate'), importSeq: 3 }]);
    const later = await changes();
    expect(later.rows[0]).toMatchObject({ entryId: newest?.id, before: 'matched', after: 'duplicate' });
    expect(later.moves[0]).toEqual({ before: 'matched', after: 'duplicate', count: 2 });
    // Since the last import of the other source: nothing of it has moved.
    expect(await changes({ sourceId: imports[1]?.sourceId })).toMatchObject({ moves: [], total: 0 });
  });
});

describe('matches by hand', () => {
  const match = (entries: readonly string[], records: readonly string[], intentId = randomUUID()) =>
    store.books.write('entries.matchByHand', {
      ...own.deed(),
      intentId,
      kind: 'orders',
      entries,
      records,
      note: 'seen',
    });

  it('are made once an intent, refused with a reason, and taken back', async () => {
    const shop = (await ask({ importId: imports[0]?.id ?? '', unit: ['EUR'] })).rows.map(({ id }) => id);
    const [a = '', b = '', c = ''] = shop;
    const foreign = (await ask({ importId: imports[1]?.id ?? '' })).rows[0]?.id ?? '';
    const zloty = (await ask({ importId: imports[0]?.id ?? '', unit: ['PLN'] })).rows[0]?.id ?? '';
    const intent = randomUUID();
    const made = await match([a, b], ['r1'], intent);
    expect(made).toMatchObject({ outcome: 'made', match: { id: intent, records: ['r1'], entries: [a, b].toSorted() } });
    expect(await match([a, b], ['r1'], intent)).toEqual(made);
    expect(await match([a], ['r2'])).toMatchObject({ outcome: 'refused', reason: 'taken' });
    expect(await match([c], ['r1'])).toMatchObject({ outcome: 'refused', reason: 'taken', ident: 'r1' });
    expect(await match([c, zloty], ['r3'])).toMatchObject({ outcome: 'refused', reason: 'other-currency' });
    expect(await match([c, foreign], ['r3'])).toMatchObject({ outcome: 'refused', reason: 'other-source' });
    expect(await match([c, zloty], ['r3', 'r4'])).toMatchObject({ outcome: 'refused', reason: 'many-to-many' });
    expect(await match(['0'.repeat(32)], ['r3'])).toMatchObject({ outcome: 'refused', reason: 'entry-not-found' });
    // Another ledger may have the same record.
    expect(await match([foreign], ['r1'])).toMatchObject({ outcome: 'made' });
    expect((await store.books.read('entries.get', { profileId: 'p1', id: a }))?.entry.handMatchId).toBe(intent);
    expect(await store.books.write('entries.unmatch', { ...own.deed(), id: intent })).toBe(true);
    expect(await store.books.write('entries.unmatch', { ...own.deed(), id: intent })).toBe(false);
    expect(await match([a], ['r1'])).toMatchObject({ outcome: 'made' });
    const log = await store.books.read('activity.page', {
      profileId: 'p1',
      filter: { action: ['match-by-hand', 'unmatch'] },
      offset: 0,
      limit: 20,
    });
    expect(log.rows.map(({ action }) => action)).toEqual([
      'match-by-hand',
      'unmatch',
      'match-by-hand',
      'match-by-hand',
    ]);
  });
});

function fail(): never {
  throw new Error('no such entry');
}
