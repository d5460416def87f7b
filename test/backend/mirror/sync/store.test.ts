/** Storing pages: what counts as seen, fresh and changed; older answers; quarantine; checkpoints; observations and their order. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendObservations, type LoggedChange } from '../../../../src/backend/books/records/observations.ts';
import type { Books } from '../../../../src/backend/books/books.ts';
import type { MirrorWriteContext } from '../../../../src/backend/mirror/kernel/context.ts';
import { diffInvoice } from '../../../../src/backend/mirror/kernel/diff.ts';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import { storeInvoices } from '../../../../src/backend/mirror/sync/invoice-store.ts';
import { readCount } from '../../../../src/backend/sqlite/columns.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { mirrorPath } from '../../../../src/backend/workers/threads/locations.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import type { Invoice } from '../../../../src/domain/records/invoice.ts';
import { adjustedInvoice, invoice, page, uuidOf, withdrawal } from '../sample.ts';
import { type Opened, openedForEach } from '../../workers/opened.ts';

let folder: Opened['folder'];
let store: Store;
let mirror: Mirror;
let books: Books;

openedForEach((opened) => {
  ({ folder, store, mirror, books } = opened);
});

/** Oldest first. */
const history = async (uuid: string): Promise<readonly LoggedChange[]> =>
  (await books.read('observations.ofRecord', { profileId: 'p1', uuid, offset: 0, limit: 1000 })).rows.toReversed();

describe('storing a page of invoices', () => {
  it('counts what is fresh, changed and seen, in all and in the pass', async () => {
    const first = await mirror.write('invoices.store', page([invoice(1), invoice(2)], { pass: 1 }));
    expect(first).toMatchObject({ seen: 2, fresh: 2, changed: 0, seenInPass: 2 });
    const records = [invoice(2, { status: 'fail' }), invoice(3), invoice(3, { purpose: 'the last one counts' })];
    const second = await mirror.write('invoices.store', page(records, { pass: 2, asOf: '2026-11-21T11:00:00Z' }));
    expect(second).toMatchObject({ seen: 3, fresh: 1, changed: 1, seenInPass: 2 });
    const again = await mirror.write('invoices.store', page(records, { pass: 2, asOf: '2026-11-21T11:00:05Z' }));
    expect(again).toMatchObject({ seen: 3, fresh: 0, changed: 0, seenInPass: 2 });
    expect((await mirror.read('invoices.get', { uuid: uuidOf(3) }))?.record.purpose).toBe('the last one counts');
  });

  it('keeps when a record was first seen, and moves its as-of time on', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: '2026-11-21T10:00:00Z' }));
    await mirror.write('invoices.store', page([invoice(1)], { asOf: '2026-11-21T11:00:00Z' }));
    expect(await mirror.read('invoices.get', { uuid: uuidOf(1) })).toEqual({
      record: invoice(1),
      asOf: '2026-11-21T11:00:00Z',
      firstSeenAt: '2026-11-21T10:00:00Z',
      missingSince: null,
    });
  });

  it('never overwrites a newer row with an older answer, and still counts it as seen', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: '2026-11-21T11:00:00Z' }));
    const late = page([invoice(1, { status: 'pending' })], { asOf: '2026-11-21T10:59:59.999Z', pass: 1 });
    expect(await mirror.write('invoices.store', late)).toMatchObject({ seen: 1, fresh: 0, changed: 0, seenInPass: 1 });
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.record.status).toBe('success');
    expect(await history(uuidOf(1))).toEqual([]);
  });

  it.each([
    ['2026-11-21T10:59:00.001Z', 'success'],
    ['2026-11-21T10:59:00Z', 'fail'],
    ['2025-11-21T11:00:00Z', 'fail'],
  ])('takes an answer of %s for one that crossed a later one only within a minute', async (asOf, status) => {
    // A request cannot be under way for longer: the stored answer was dated by a wrong clock.
    await mirror.write('invoices.store', page([invoice(1)], { asOf: '2026-11-21T11:00:00Z' }));
    await mirror.write('invoices.store', page([invoice(1, { status: 'fail' })], { asOf }));
    const known = await mirror.read('invoices.get', { uuid: uuidOf(1) });
    expect(known).toMatchObject({
      record: { status },
      asOf: status === 'fail' ? asOf : '2026-11-21T11:00:00Z',
    });
  });

  it('believes that a record is pending again when the final state was dated by a clock far ahead', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: '2027-11-21T11:00:00Z' }));
    await mirror.write('invoices.store', page([invoice(1, { status: 'pending' })], { asOf: '2026-11-21T11:00:00Z' }));
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.record.status).toBe('pending');
  });

  it('does not let a page that was under way undo a final state, but believes it a minute later', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { asOf: '2026-11-21T10:00:00Z' }));
    const pending = invoice(1, { status: 'pending' });
    const status = async (): Promise<string | undefined> =>
      (await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.record.status;
    await mirror.write('invoices.store', page([pending], { asOf: '2026-11-21T10:00:59Z' }));
    expect(await status()).toBe('success');
    await mirror.write('invoices.store', page([pending], { asOf: '2026-11-21T10:01:00Z' }));
    expect(await status()).toBe('pending');
  });

  it('quarantines what cannot be read, counts its uuid as seen, and releases it when it can', async () => {
    const quarantined = [
      { uuid: uuidOf(2), reason: 'amount is a number', raw: { amount: 5 } },
      { uuid: null, reason: 'no uuid', raw: '{"broken":true}' },
    ];
    const first = await mirror.write('invoices.store', page([invoice(1)], { quarantined, pass: 1 }));
    expect(first).toMatchObject({ seen: 2, fresh: 2, changed: 0, seenInPass: 2 });
    expect((await mirror.read('status.facts', {})).invoices).toMatchObject({ all: 1, quarantined: 2 });
    const { rows, total } = await mirror.read('quarantine.page', { offset: 0, limit: 10 });
    expect(total).toBe(2);
    expect(rows.map(({ uuid, raw }) => [uuid, raw])).toEqual([
      [null, '{"broken":true}'],
      [uuidOf(2), '{"amount":5}'],
    ]);
    const second = await mirror.write('invoices.store', page([invoice(2)], { quarantined: quarantined.slice(1) }));
    expect(second).toMatchObject({ seen: 2, fresh: 0, changed: 0, seenInPass: 0 });
    expect((await mirror.read('status.facts', {})).invoices).toMatchObject({ all: 2, quarantined: 1 });
  });

  it('keeps the row of a record that turned unreadable', async () => {
    await mirror.write('invoices.store', page([invoice(1)]));
    const quarantined = [{ uuid: uuidOf(1), reason: 'amount is a number', raw: {} }];
    const input = page<never>([], { quarantined, asOf: '2026-11-21T12:00:00Z', pass: 1 });
    expect(await mirror.write('invoices.store', input)).toMatchObject({ seen: 1, fresh: 0, changed: 0, seenInPass: 1 });
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.asOf).toBe('2026-11-21T10:00:00Z');
  });

  it('quarantines money that is none by itself, without losing the rest of the page', async () => {
    const broken = [invoice(1, { amount: '1e3' }), invoice(2, { settled_amount_usdt: '01.0' }), invoice(3)];
    expect(await mirror.write('invoices.store', page(broken))).toMatchObject({ seen: 3, fresh: 3 });
    expect((await mirror.read('status.facts', {})).invoices).toMatchObject({ all: 1, quarantined: 2 });
    const { rows } = await mirror.read('quarantine.page', { offset: 0, limit: 1 });
    expect(rows[0]?.reason).toBe('settled_amount_usdt is not an amount of money');
  });

  it('saves the checkpoint with the rows, or neither', async () => {
    await mirror.write('invoices.store', page([invoice(1)], { walk: '{"page":1}', totalItems: 7 }));
    const bad = page([invoice(2)], { walk: '{"page":2}', asOf: 'no time' });
    await expect(mirror.write('invoices.store', bad)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
    const { invoices, withdrawals } = await mirror.read('lists.state', {});
    expect(invoices).toMatchObject({
      seen: 1,
      total: 7,
      walk: '{"page":1}',
      certificate: 'incomplete',
      growOnly: true,
    });
    expect(withdrawals).toMatchObject({ seen: 0, total: null, walk: null });
    const verdict = {
      list: 'invoices',
      certificate: 'certified',
      asOf: '2026-11-21T10:00:00Z',
      seen: 7,
      total: 7,
      reason: null,
      growOnly: true,
      walk: null,
    } as const;
    await mirror.write('lists.certify', verdict);
    const { list: _list, ...state } = verdict;
    const live = { verdict: { seen: 7, total: 7 }, missing: 0, lastPass: 0 };
    expect((await mirror.read('lists.state', {})).invoices).toEqual({ ...state, ...live });
  });

  it('CERT-11: leaves a certificate the numbers it was given for, whatever was stored meanwhile', async () => {
    await mirror.write('invoices.store', page([invoice(1), invoice(2), invoice(3)]));
    const verdict = {
      certificate: 'certified',
      asOf: '2026-11-21T10:00:00Z',
      seen: 2,
      total: 2,
      reason: null,
    } as const;
    await mirror.write('lists.certify', { list: 'invoices', ...verdict, growOnly: true, walk: null });
    const state = async () => (await mirror.read('lists.state', {})).invoices;
    expect(await state()).toMatchObject({ seen: 3, verdict: { seen: 2, total: 2 } });
    await mirror.write('invoices.store', page([invoice(4)], { totalItems: 4 }));
    expect(await state()).toMatchObject({ seen: 4, total: 4, asOf: verdict.asOf, verdict: { seen: 2, total: 2 } });
  });

  it('finds changed texts by search, and no longer the old ones', async () => {
    const found = async (text: string): Promise<number> =>
      (await mirror.read('invoices.page', { filter: { text }, sort: [], offset: 0, limit: 1 })).total;
    await mirror.write('invoices.store', page([invoice(1, { purpose: 'Blue SHOES' })]));
    expect([await found('blue'), await found('E S'), await found('red')]).toEqual([1, 1, 0]);
    await mirror.write('invoices.store', page([invoice(1, { purpose: 'Red shoes' })]));
    expect([await found('blue'), await found('shoes'), await found('RED')]).toEqual([0, 1, 1]);
  });

  it('finds texts before and after there are many of them, which is when they get their trigrams', async () => {
    const found = async (text: string): Promise<number> =>
      (await mirror.read('invoices.page', { filter: { text }, sort: [], offset: 0, limit: 1 })).total;
    const blue = (from: number, to: number): readonly Invoice[] =>
      Array.from({ length: to - from }, (_, at) => invoice(from + at, { purpose: 'Blue shoes' }));
    await mirror.write('invoices.store', page(blue(0, 999)));
    expect([await found('blue'), trigramRows('"blu"')]).toEqual([999, 0]);
    await mirror.write('invoices.store', page(blue(999, 1001)));
    expect([await found('blue'), trigramRows('"blu"')]).toEqual([1001, 1001]);
    await mirror.write('invoices.store', page([invoice(5, { purpose: 'Red hat' }), ...blue(1001, 1002)]));
    expect([await found('blue'), await found('red hat')]).toEqual([1001, 1]);
    expect([trigramRows('"blu"'), trigramRows('"red"')]).toEqual([1000, 1]);
  });

  function trigramRows(match: string): number {
    const path = mirrorPath(folder.path, 'p1');
    const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-only', synchronous: 'NORMAL' });
    const sql = 'SELECT count(*) AS n FROM invoice_trigrams WHERE invoice_trigrams MATCH ?';
    const count = readCount(database.get(sql, match));
    database.close();
    return count;
  }
});

describe('observations', () => {
  it('hold every changed field of a known record, once, as first seen', async () => {
    await mirror.write('invoices.store', page([invoice(1)]));
    expect(await history(uuidOf(1))).toEqual([]);
    const after = adjustedInvoice(1, { extra: { note: ['a', 1] } });
    await mirror.write('invoices.store', page([after], { asOf: '2026-11-21T11:00:00Z', source: 'read' }));
    await mirror.write('invoices.store', page([after], { asOf: '2026-11-21T12:00:00Z' }));
    const seen = await history(uuidOf(1));
    expect(seen.map(({ field, before, after: value }) => [field, before, value])).toEqual([
      ['adjustment.actual_amount_fiat', null, '80.00'],
      ['adjustment.actual_amount_usdt', null, '85.698765'],
      ['adjustment.expected_amount_fiat', null, '100.00'],
      ['adjustment.expected_amount_usdt', null, '107.123456'],
      ['extra.note', null, '["a",1]'],
      ['is_adjusted', 'false', 'true'],
      ['settled_amount_usdt', '107.123456', '85.698765'],
    ]);
    expect(new Set(seen.map(({ at, source, list }) => `${at} ${source} ${list}`))).toEqual(
      new Set(['2026-11-21T11:00:00Z read invoices']),
    );
  });

  it('tell a change apart from the same change later', async () => {
    for (const [hour, purpose] of ['a', 'b', 'a', 'b'].entries()) {
      await mirror.write('invoices.store', page([invoice(1, { purpose })], { asOf: `2026-11-21T1${hour}:00:00Z` }));
    }
    expect((await history(uuidOf(1))).map(({ after }) => after)).toEqual(['b', 'a', 'b']);
  });

  it('are committed before the page, and once, when the process dies between the two', async () => {
    await mirror.write('invoices.store', page([invoice(1)]));
    await books.read('profiles.list', {});
    await store.close();
    const file = (name: string, kind: 'mirror' | 'books'): SqliteDatabase =>
      SqliteDatabase.open({ path: join(folder.path, name), file: kind, mode: 'read-write', synchronous: 'NORMAL' });
    const [mirrorFile, booksFile] = [file('mirrors/p1.db', 'mirror'), file('books.db', 'books')];
    const dying: MirrorWriteContext = {
      database: mirrorFile,
      profileId: 'p1',
      observe: (observations) => {
        appendObservations(booksFile, observations);
        throw new Error('the process dies here');
      },
    };
    const changed = invoice(1, { status: 'fail', settled_amount_usdt: null });
    expect(() => storeInvoices(dying, page([changed], { asOf: '2026-11-21T11:00:00Z', walk: 'new' }))).toThrow('dies');
    mirrorFile.close();
    booksFile.close();

    store = openInProcess(folder.path);
    [mirror, books] = [store.mirror('p1'), store.books];
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.record.status).toBe('success');
    expect((await mirror.read('lists.state', {})).invoices.walk).toBeNull();
    expect(await history(uuidOf(1))).toHaveLength(2);
    // The page is fetched again, so its time is another one.
    await mirror.write('invoices.store', page([changed], { asOf: '2026-11-21T11:00:09Z' }));
    const seen = await history(uuidOf(1));
    expect(seen).toHaveLength(2);
    expect(seen[0]?.at).toBe('2026-11-21T11:00:00Z');
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.record.status).toBe('fail');
  });

  it('stop the page when they cannot be written', async () => {
    await mirror.write('invoices.store', page([invoice(1)]));
    const mirrorFile = SqliteDatabase.open({
      path: join(folder.path, 'mirrors/p1.db'),
      file: 'mirror',
      mode: 'read-write',
      synchronous: 'NORMAL',
    });
    const observe = (): void => {
      throw new Error('the books are full');
    };
    const write = (): unknown =>
      storeInvoices({ database: mirrorFile, profileId: 'p1', observe }, page([invoice(1, { status: 'fail' })]));
    expect(write).toThrow('full');
    mirrorFile.close();
    expect((await mirror.read('invoices.get', { uuid: uuidOf(1) }))?.record.status).toBe('success');
  });

  it('are the same for withdrawals', async () => {
    await mirror.write('withdrawals.store', page([withdrawal(1, { status: 'pending', tx_hash: null })]));
    await mirror.write('withdrawals.store', page([withdrawal(1)], { asOf: '2026-11-21T11:00:00Z' }));
    const seen = await history(uuidOf(1));
    expect(seen.map(({ list, field }) => `${list} ${field}`)).toEqual(['withdrawals status', 'withdrawals tx_hash']);
  });
});

describe('the difference of two records', () => {
  it('is empty for equal ones, whatever the order of their fields', () => {
    const one = invoice(1, { extra: { a: 1, b: { x: 1, y: 2 } } });
    const other = { ...invoice(1), extra: { b: { y: 2, x: 1 }, a: 1 } };
    expect(diffInvoice(one, other)).toEqual([]);
  });

  it('names nested fields, and tells text from numbers by their spelling', () => {
    const before = invoice(1, { payment_method: null, extra: { n: 1 } });
    const after = invoice(1, { payment_method: { name: 'BLIK', logo_url: null }, extra: { n: '2' } });
    expect(diffInvoice(before, after)).toEqual([
      { field: 'extra.n', before: '1', after: '2' },
      { field: 'payment_method.name', before: null, after: 'BLIK' },
    ]);
  });
});
