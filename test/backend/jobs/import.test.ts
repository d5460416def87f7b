/**
 * Imports over a real store and real files: what is kept of a file, the same file again, cancelling, refusals, taking back. Not here: reading a file
 * (files), dying in the middle of one (test/faults/import-kills).
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/backend/workers/store.ts';
import { dumpOf, ledger, orders, OwnBooks } from '../../support/own-books.ts';
import { openedForEach } from '../workers/opened.ts';

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

describe('the same rows again', () => {
  it('adds nothing for the same file, and only what is new of a longer one', async () => {
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
    await later.imports.recover();
    expect(await later.imports.start(request)).toBe(intentId);
    expect(later.imports.list()).toMatchObject([{ id: intentId, kind: 'import', state: 'done' }]);
    expect((await page()).total).toBe(20);
    expect((await store.books.read('imports.list', { profileId: 'p1', offset: 0, limit: 10 })).total).toBe(1);
  });
});
