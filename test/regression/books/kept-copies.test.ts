/**
 * The fifteenth day pushed the oldest copy out whatever was in it: once the books were lost or older ones were put back, a fortnight of small copies
 * pushed out the last that held everything. A copy that holds what the present books do not is never deleted, and that there is one is said on every
 * screen until somebody puts it away.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { backupBeforeMigration, backupDaily, largerCopies } from '../../../src/backend/books/kernel/backup.ts';
import { type Contents, isHeldBy } from '../../../src/backend/books/kernel/contents.ts';
import { restoreBooks } from '../../../src/backend/books/kernel/restore.ts';
import { openBooksForReading } from '../../../src/backend/workers/threads/books-opening.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { startBench, until } from '../../integration/bench.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const AT = '2026-11-20T10:00:00.000Z';
const BEFORE = '2026-10-02';

function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kept-copies-'));
  folders.push(folder);
  return folder;
}

/** Something that a person did. */
async function deed(folder: string, summary: string, profileId: string | null = null): Promise<void> {
  const store = openInProcess(folder);
  const entry = { at: AT, osUser: 'tester', profileId, action: 'save-view', outcome: 'done' } as const;
  await store.books.write('activity.append', { ...entry, summary });
  await store.close();
}

function copy(folder: string, day: string): string {
  const books = openBooksForReading(folder);
  try {
    return backupDaily(books, join(folder, 'backups'), day) ?? '';
  } finally {
    books.close();
  }
}

function larger(folder: string): readonly string[] {
  const books = openBooksForReading(folder);
  try {
    return largerCopies(books, join(folder, 'backups'));
  } finally {
    books.close();
  }
}

/** Copies of twenty days, each of the books as they are. */
function twentyDays(folder: string): void {
  for (let day = 1; day <= 20; day += 1) copy(folder, `2026-11-${String(day).padStart(2, '0')}`);
}

const copiesIn = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.db'));

describe('what the books hold', () => {
  const books: Contents = {
    lines: new Map([
      ['first', 4],
      ['second', 7],
    ]),
    line: 'second',
    countedFrom: 2,
    reached: { activity: 9, observations: 5 },
    profiles: new Set(['p1']),
    forgotten: 1,
    rows: new Map([
      ['activity ', 3],
      ['activity p1', 6],
    ]),
  };

  it.each([
    ['of the same', {}],
    [
      'of an earlier moment',
      { lines: new Map([['first', 4]]), line: 'first', reached: { activity: 4, observations: 0 } },
    ],
    ['of before lines were counted', { lines: new Map(), line: null, reached: { activity: 2, observations: 5 } }],
    ['of a profile that a person had forgotten since', { profiles: new Set(['p0', 'p1']), forgotten: 0 }],
  ])('is all %s', (_what, copy: Partial<Contents>) => {
    expect(isHeldBy(books, { ...books, ...copy })).toBe(true);
  });

  it.each([
    ['its line went on', { lines: new Map([['second', 8]]) }],
    ['its line is another', { lines: new Map([['third', 1]]), line: 'third' }],
    ['it is of before lines were counted, and went on', { lines: new Map(), line: null }],
    ['its log reached further', { reached: { activity: 10, observations: 5 } }],
    ['its history reached further', { reached: { activity: 9, observations: 6 } }],
    ['it has a profile that nobody had forgotten', { profiles: new Set(['p1', 'p2']) }],
    ['it has more profiles than were forgotten', { profiles: new Set(['p0', 'p1', 'p2']), forgotten: 0 }],
    ['it has more rows of a profile', { rows: new Map([['activity p1', 7]]) }],
    ['it has more rows of none', { rows: new Map([['activity ', 4]]) }],
    ['it has rows of a table that they have none of', { rows: new Map([['closes p1', 1]]) }],
  ])('is less than a copy where %s', (_what, copy: Partial<Contents>) => {
    expect(isHeldBy(books, { ...books, ...copy })).toBe(false);
  });
});

describe('FAULT-51 FAULT-85: copies of the books', () => {
  it('make room after fourteen days while the books hold all of them', async () => {
    const folder = fresh();
    await deed(folder, 'one');
    copy(folder, BEFORE);
    await deed(folder, 'two');
    twentyDays(folder);
    expect(copiesIn(folder)).toHaveLength(14);
    expect(larger(folder)).toEqual([]);
    // Looking into them leaves nothing beside them.
    expect(readdirSync(join(folder, 'backups')).filter((name) => !/\.db(\.sha256)?$/.test(name))).toEqual([]);
  });

  it.each([
    'older books were put back',
    'older books were put back by hand, and grew beyond it since',
    'the books were begun anew',
    'rows were deleted from the books',
    'the copy cannot be read',
  ])('are kept for ever where %s', async (how) => {
    const folder = fresh();
    const file = join(folder, 'books.db');
    await deed(folder, 'one');
    const early = copy(folder, '2026-10-01');
    await deed(folder, 'two');
    const full = copy(folder, BEFORE);
    rmSync(join(folder, 'backups', `${early}.sha256`));
    const without = (): void => {
      for (const name of readdirSync(folder)) if (name.startsWith('books.db')) rmSync(join(folder, name));
    };
    if (how === 'older books were put back') {
      const again = copy(folder, '2026-10-03');
      rmSync(join(folder, 'backups', again));
      without();
      copyFileSync(join(folder, 'backups', early), file);
      await deed(folder, 'another two');
    } else if (how.startsWith('older books were put back by hand')) {
      without();
      copyFileSync(join(folder, 'backups', early), file);
      for (const each of ['a', 'b', 'c']) await deed(folder, each);
    } else if (how === 'the books were begun anew') {
      const elsewhere = fresh();
      for (const each of ['a', 'b', 'c', 'd']) await deed(elsewhere, each);
      without();
      copyFileSync(join(elsewhere, 'books.db'), file);
    } else if (how === 'rows were deleted from the books') {
      const raw = new Database(file);
      raw.exec('DROP TRIGGER activity_is_kept; DELETE FROM activity');
      raw.close();
    } else {
      const raw = new Database(join(folder, 'backups', full));
      raw.exec('DROP TABLE profiles');
      raw.close();
    }
    twentyDays(folder);
    expect(copiesIn(folder)).toContain(full);
    expect(larger(folder)).toContain(full);
    expect(copiesIn(folder).length).toBeLessThanOrEqual(16);
  });

  it('make room where what is missing went with a profile that a person had forgotten', async () => {
    const folder = fresh();
    const store = openInProcess(folder);
    const of = {
      name: 'Shop',
      kind: 'business',
      origin: 'https://a',
      baseUrl: 'https://a',
      apiRoot: 'https://a/api/v1',
    } as const;
    const standing = { keyStorage: 'absent', readOnly: false, businessUuid: null, unprovedSince: null } as const;
    await store.books.write('profiles.add', { id: 'p1', ...of, ...standing, createdAt: AT });
    await store.close();
    await deed(folder, 'of the profile', 'p1');
    copy(folder, BEFORE);
    const after = openInProcess(folder);
    await after.removeFromBooks('p1');
    const entry = { at: AT, osUser: 'tester', profileId: null, action: 'forget-profile', outcome: 'done' } as const;
    await after.books.write('activity.append', { ...entry, summary: 'Forget' });
    await after.close();
    expect(larger(folder)).toEqual([]);
  });

  it('of before a change of format do not take the place of one that holds more', async () => {
    const folder = fresh();
    await deed(folder, 'one');
    const early = copy(folder, '2026-10-01');
    await deed(folder, 'two');
    const books = openBooksForReading(folder);
    const first = backupBeforeMigration(books, join(folder, 'backups'), '2026-11-01', 8);
    books.close();
    expect(
      restoreBooks({ copy: join(folder, 'backups', early), target: join(folder, 'books.db'), stamp: 'x' }).ok,
    ).toBe(true);
    const older = openBooksForReading(folder);
    const second = backupBeforeMigration(older, join(folder, 'backups'), '2026-11-01', 8);
    older.close();
    expect([first, second]).toEqual(['books-2026-11-01-before-version-9.db', 'books-2026-11-01-before-version-9-2.db']);
  });
});

it('that hold more are said, until somebody puts it away, over restarts too', async () => {
  const folder = fresh();
  await deed(folder, 'one');
  const early = copy(folder, '2026-10-01');
  await deed(folder, 'two');
  const full = copy(folder, BEFORE);
  expect(restoreBooks({ copy: join(folder, 'backups', early), target: join(folder, 'books.db'), stamp: 'x' }).ok).toBe(
    true,
  );
  let bench = await startBench({ dataFolder: folder });
  const said = () => bench.call('books.state', {});
  const { largerCopies: names } = await until(said, (state) => state.largerCopies.length > 0);
  expect(names).toEqual([full]);
  await bench.call('books.seen', { largerCopies: names });
  expect((await said()).largerCopies).toEqual([]);
  await bench.stop();
  bench = await startBench({ dataFolder: folder });
  await bench.app.dispatch({ id: '1', call: 'app.info', input: {} }, 'w');
  expect((await said()).largerCopies).toEqual([]);
  await bench.stop();
});
