/** Closes in the books: committed at once with their entry, chained, locked, gone with their profile, and nothing left by a crash. */
import { describe, expect, it } from 'vitest';
import type { BeginClose, CommitClose } from '../../../../src/backend/books/period/closes.ts';
import type { Books } from '../../../../src/backend/books/books.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import type { Close, CloseDocument } from '../../../../src/domain/period/close.ts';
import { sampleDocumentOf } from '../../../reconciliation/period/close-sample.ts';
import { booksPath } from '../../../../src/backend/workers/threads/locations.ts';
import { type Opened, openedForEach } from '../../workers/opened.ts';

let books: Books;
let folder: Opened['folder'];

openedForEach((opened) => {
  ({ books, folder } = opened);
});

const MONTHS = ['2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01'] as const;
const boundsOf = (month: 0 | 1 | 2) => ({
  from: `${MONTHS[month]}T00:00:00Z`,
  to: `${MONTHS[month + 1] ?? ''}T00:00:00Z`,
});

const documentOf = (month: 0 | 1 | 2, impliedClosing: string): CloseDocument =>
  sampleDocumentOf(MONTHS[month], MONTHS[month + 1] ?? '', impliedClosing);

const begin = (id: string, month: 0 | 1 | 2, change: Partial<BeginClose> = {}): Promise<Close | null> =>
  books.write('closes.begin', { id, profileId: 'p1', bounds: boundsOf(month), at: '2026-11-21T10:00:00Z', ...change });

const commit = (id: string, month: 0 | 1 | 2, change: Partial<CommitClose> = {}): Promise<Close | null> =>
  books.write('closes.commit', {
    id,
    profileId: 'p1',
    document: JSON.stringify(documentOf(month, `${month}.50`)),
    facts: 2,
    chunks: 2,
    sha256: `hash-of-${id}`,
    previousSha256: null,
    closedAt: '2026-11-21T10:00:00Z',
    osUser: 'finance',
    at: '2026-11-21T10:00:01Z',
    ...change,
  });

async function closeMonth(id: string, month: 0 | 1 | 2, previousSha256: string | null): Promise<Close | null> {
  await begin(id, month);
  await books.write('closes.append', { id, ordinal: 0, lines: ['head'] });
  await books.write('closes.append', { id, ordinal: 1, lines: ['fact one', 'fact two'] });
  return commit(id, month, { previousSha256 });
}

const list = async (profileId = 'p1') => books.read('closes.page', { profileId, offset: 0, limit: 10 });

/** Statements on the file itself, past every command. */
function onFile(work: (database: SqliteDatabase) => void): void {
  const path = booksPath(folder.path);
  const database = SqliteDatabase.open({ path, file: 'books', mode: 'read-write', synchronous: 'FULL' });
  try {
    work(database);
  } finally {
    database.close();
  }
}

describe('a close in the books', () => {
  it('is there once it is committed, with its entry in the activity log', async () => {
    await begin('first', 0);
    expect(await books.read('closes.last', { profileId: 'p1' })).toBeNull();
    expect(await list()).toEqual({ rows: [], total: 0 });
    await books.write('closes.discard', { profileId: 'p1' });
    const close = await closeMonth('first', 0, null);
    expect(close).toEqual({
      id: 'first',
      document: documentOf(0, '0.50'),
      facts: 2,
      sha256: 'hash-of-first',
      unknown: [],
    });
    const { rows } = await books.read('activity.page', { profileId: 'p1', offset: 0, limit: 10 });
    expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual([['close-period', 'closed']]);
    expect(await books.read('closes.last', { profileId: 'p1' })).toMatchObject({
      id: 'first',
      period: { from: '2026-09-01', to: '2026-10-01', timeZone: 'UTC' },
      closings: [
        { token: 'USDT', amount: '0.50' },
        { token: 'TRX', amount: null },
      ],
    });
    expect(await books.read('closes.ofPeriod', { profileId: 'p1', bounds: boundsOf(0) })).toEqual(close);
    expect(await books.read('closes.ofPeriod', { profileId: 'p1', bounds: boundsOf(1) })).toBeNull();
  });

  it('follows the last one, and is computed to follow it', async () => {
    await closeMonth('first', 0, null);
    expect(await closeMonth('gap', 2, 'hash-of-first')).toBeNull();
    expect(await closeMonth('unchained', 1, null)).toBeNull();
    expect(await closeMonth('again', 0, 'hash-of-first')).toBeNull();
    expect(await closeMonth('second', 1, 'hash-of-first')).toMatchObject({ id: 'second' });
    const { rows, total } = await list();
    expect([rows.map(({ id }) => id), total]).toEqual([['second', 'first'], 2]);
  });

  it('answers the same intent with the same close, and another business not at all', async () => {
    const close = await closeMonth('first', 0, null);
    expect(await begin('first', 1)).toEqual(close);
    expect(await commit('first', 0)).toEqual(close);
    await expect(begin('first', 0, { profileId: 'p2' })).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(await books.read('closes.get', { profileId: 'p2', id: 'first' })).toBeNull();
    expect((await list()).total).toBe(1);
  });

  it('that a later beginning has replaced is never committed', async () => {
    await begin('first', 0);
    await begin('second', 0);
    await expect(books.write('closes.append', { id: 'first', ordinal: 0, lines: ['late'] })).rejects.toThrow(
      'FOREIGN KEY',
    );
    expect(await commit('first', 0)).toBeNull();
  });

  it('with a chunk missing is refused', async () => {
    await begin('first', 0);
    await books.write('closes.append', { id: 'first', ordinal: 0, lines: ['head'] });
    await expect(commit('first', 0)).rejects.toThrow('chunks');
    expect((await list()).total).toBe(0);
  });

  it('is locked: neither it nor its lines can be changed, added to or deleted', async () => {
    await closeMonth('first', 0, null);
    onFile((database) => {
      for (const sql of [
        `UPDATE closes SET document = '{}'`,
        `UPDATE closes SET sha256 = NULL`,
        'DELETE FROM closes',
        `UPDATE close_chunks SET lines = 'other'`,
        'DELETE FROM close_chunks',
        `INSERT INTO close_chunks (close_id, ordinal, lines) VALUES ('first', 9, 'more')`,
      ]) {
        // Protected for as long as the profile is there.
        database.run(`INSERT OR IGNORE INTO profiles (id, name, kind, origin, base_url, api_root, key_storage, read_only, created_at,
          position) VALUES ('p1', 'One', 'business', 'o', 'b', 'r', 'absent', 0, '', 0)`);
        expect(() => database.run(sql), sql).toThrow(/locked|append-only/);
      }
    });
  });

  it('goes with its profile, and only with its own', async () => {
    await closeMonth('first', 0, null);
    await begin('other', 0, { profileId: 'p2' });
    await books.write('profiles.erase', { id: 'p1' });
    expect((await list()).total).toBe(0);
    onFile((database) => {
      expect(database.get('SELECT count(*) AS n FROM close_chunks')).toEqual({ n: 0 });
      expect(database.get('SELECT count(*) AS n FROM closes')).toEqual({ n: 1 });
    });
  });
});
