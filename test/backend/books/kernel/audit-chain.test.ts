/**
 * The audit log is a chain: 1,000 random edits of the file, past every command and trigger, and each is found at its place. What is older than the chain
 * is counted, and nothing is said of it.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditFault, AuditHead } from '../../../../src/domain/kernel/audit-chain.ts';
import { appendActivity } from '../../../../src/backend/books/kernel/activity.ts';
import { auditHead, auditProof, chained } from '../../../../src/backend/books/kernel/audit-chain.ts';
import { BOOKS_MIGRATIONS } from '../../../../src/backend/books/kernel/schema.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { migrate } from '../../../../src/backend/sqlite/migrations.ts';
import { seeded } from '../../../support/seeded.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

const EDITS = 1_000;
const ENTRIES = 24;

/** New books of the schema `upTo`, gone afterwards. */
function withBooks(work: (database: SqliteDatabase) => void, upTo = Number.POSITIVE_INFINITY): void {
  const folder = temporaryFolder();
  const path = join(folder.path, 'books.db');
  const database = SqliteDatabase.open({ path, file: 'books', mode: 'read-write', synchronous: 'NORMAL' });
  try {
    migrate(
      database,
      BOOKS_MIGRATIONS.filter(({ version }) => version <= upTo),
    );
    work(database);
  } finally {
    database.close();
    folder.remove();
  }
}

const entryOf = (at: number, profileId: string | null) => ({
  at: `2026-11-${String((at % 28) + 1).padStart(2, '0')}T10:00:00.000Z`,
  osUser: 'finance',
  profileId,
  action: 'export' as const,
  summary: `Export number ${at}`,
  outcome: 'done',
  ...(at % 3 === 0 ? {} : { evidence: { rows: at } }),
});

const proofOf = (database: SqliteDatabase, anchors: readonly AuditHead[] = [], profileId: string | null = 'p1') =>
  auditProof(database, { profileId, anchors }, () => undefined);

/** An edit, and the places one of which has to be named. */
interface Edit {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

function editOf(database: SqliteDatabase, chance: () => number): Edit {
  const below = (end: number): number => Math.floor(chance() * end);
  const rows = database
    .all(`SELECT id, place FROM activity WHERE profile_id = 'p1' ORDER BY id`)
    .map((row) => ({ id: Number(row['id']), place: Number(row['place']) }));
  const one = rows[below(rows.length)] ?? expect.unreachable();
  const { id, place } = one;
  const here = { from: place, to: place };
  switch (below(7)) {
    case 0:
      database.run('DELETE FROM activity WHERE id = ?', id);
      return { what: 'taken out', ...here };
    case 1:
      database.run(`DELETE FROM activity WHERE profile_id = 'p1' AND place >= ?`, place);
      return { what: 'cut off from here', from: place, to: ENTRIES };
    case 2: {
      const free = Number(database.get('SELECT max(id) + 1 AS n FROM activity')?.['n']);
      const copy = `INSERT INTO activity SELECT ?, at, os_user, profile_id, action, summary, outcome, evidence, place, hash FROM activity WHERE id = ?`;
      database.run(copy, free, id);
      return { what: 'there twice', ...here };
    }
    case 3: {
      const other = rows[(rows.indexOf(one) + 1) % rows.length] ?? expect.unreachable();
      const [mine, its] = [id, other.id].map((row) => database.get('SELECT summary FROM activity WHERE id = ?', row));
      database.run('UPDATE activity SET summary = ? WHERE id = ?', String(its?.['summary']), id);
      database.run('UPDATE activity SET summary = ? WHERE id = ?', String(mine?.['summary']), other.id);
      return { what: 'exchanged with another', ...here };
    }
    case 4: {
      const [column, value] = (
        [
          ['place', null],
          ['place', place + 7],
          ['place', 0],
          ['profile_id', 'p2'],
          ['profile_id', null],
          ['id', 9_000],
          ['hash', null],
        ] as const
      )[below(7)] ?? ['hash', null];
      database.run(`UPDATE activity SET ${column} = ? WHERE id = ?`, value, id);
      return { what: `of another ${column}`, ...here };
    }
    default: {
      const columns = ['at', 'os_user', 'action', 'summary', 'outcome', 'evidence', 'hash'] as const;
      const column = columns[below(columns.length)] ?? 'summary';
      const cell = database.get(`SELECT ${column} AS v FROM activity WHERE id = ?`, id)?.['v'];
      const old = typeof cell === 'string' ? cell : '';
      const at = below(old.length + 1);
      database.run(`UPDATE activity SET ${column} = ? WHERE id = ?`, `${old.slice(0, at)}#${old.slice(at + 1)}`, id);
      return { what: `another ${column}`, ...here };
    }
  }
}

const isNamed = (faults: readonly AuditFault[], { from, to }: Edit): boolean =>
  faults.some((fault) => fault.from <= to && fault.to >= from);

function fill(database: SqliteDatabase): void {
  for (let at = 0; at < ENTRIES; at += 1) {
    appendActivity({ database }, entryOf(at, 'p1'));
    if (at % 2 === 0) appendActivity({ database }, entryOf(at, at % 4 === 0 ? null : 'p2'));
  }
}

function unguard(database: SqliteDatabase): void {
  for (const trigger of ['activity_is_append_only', 'activity_is_kept', 'audit_heads_go_on', 'audit_heads_are_kept'])
    database.exec(`DROP TRIGGER ${trigger}`);
}

describe('the chain of the audit log', () => {
  it('is whole as it was written, for each business and for the console itself', () => {
    withBooks((database) => {
      fill(database);
      for (const [profileId, entries] of [
        ['p1', ENTRIES],
        ['p2', 6],
        [null, 6],
      ] as const) {
        expect(proofOf(database, [], profileId)).toMatchObject({ head: { entries }, older: 0, faults: [] });
      }
      const nothing = { head: { entries: 0, sha256: null }, older: 0, anchors: 0, faults: [] };
      expect(proofOf(database, [], 'nobody')).toEqual(nothing);
    });
  });

  it(`CLOSE-15: names the place of each of ${EDITS} random edits, and accuses nothing before it`, () => {
    withBooks((database) => {
      fill(database);
      unguard(database);
      const chance = seeded(2_611);
      const tried = new Set<string>();
      for (let at = 0; at < EDITS; at += 1) {
        database.exec('BEGIN');
        const edit = editOf(database, chance);
        const { faults } = proofOf(database);
        expect(isNamed(faults, edit), `${JSON.stringify(edit)}: ${JSON.stringify(faults)}`).toBe(true);
        // The entry that was exchanged with the last one may be the first.
        if (edit.what !== 'exchanged with another') expect(faults[0]?.from, edit.what).toBe(edit.from);
        tried.add(edit.what);
        database.exec('ROLLBACK');
      }
      expect(tried.size).toBeGreaterThan(13);
      expect(proofOf(database).faults).toEqual([]);
    });
  });

  it('that was written anew from an edit on is not the one that closes have anchored', () => {
    withBooks((database) => {
      const anchors: AuditHead[] = [];
      for (let at = 0; at < ENTRIES; at += 1) {
        appendActivity({ database }, entryOf(at, 'p1'));
        if (at % 6 === 5) anchors.push(auditHead(database, 'p1'));
      }
      unguard(database);
      for (let edited = 1; edited <= ENTRIES; edited += 1) {
        database.exec('BEGIN');
        const rows = database.all(`SELECT * FROM activity WHERE profile_id = 'p1' ORDER BY id`);
        database.exec('DELETE FROM activity; DELETE FROM audit_heads');
        for (const [at, row] of rows.entries()) {
          const entry = {
            ...entryOf(at, 'p1'),
            id: Number(row['id']),
            summary: at + 1 === edited ? 'Nothing happened' : String(row['summary']),
            evidence: typeof row['evidence'] === 'string' ? row['evidence'] : null,
          };
          const sql = `INSERT INTO activity (id, at, os_user, profile_id, action, summary, outcome, evidence, place, hash)
            VALUES (@id, @at, @osUser, @profileId, @action, @summary, @outcome, @evidence, @place, @hash)`;
          database.run(sql, { ...entry, ...chained(database, entry) });
        }
        expect(proofOf(database).faults).toEqual([]);
        const to = anchors.find(({ entries }) => entries >= edited)?.entries ?? expect.unreachable();
        expect(proofOf(database, anchors).faults[0]).toEqual({ fault: 'rewritten', from: to - 5, to, entryId: null });
        database.exec('ROLLBACK');
      }
      expect(proofOf(database, anchors)).toMatchObject({ anchors: 4, faults: [] });
    });
  });

  it('goes on after the last entry that there was, also when that one is gone', () => {
    withBooks((database) => {
      fill(database);
      unguard(database);
      database.run(`DELETE FROM activity WHERE profile_id = 'p1' AND place = ?`, ENTRIES);
      appendActivity({ database }, entryOf(99, 'p1'));
      expect(proofOf(database).faults).toMatchObject([{ fault: 'missing', from: ENTRIES, to: ENTRIES }]);
    });
  });

  it('CLOSE-16: begins with the first entry after the migration, and counts what is older', () => {
    withBooks((database) => {
      const older = `INSERT INTO activity (at, os_user, profile_id, action, summary, outcome)
        VALUES ('2026-01-01T00:00:00.000Z', 'finance', 'p1', 'export', ?, 'done')`;
      for (const text of ['one', 'two', 'three']) database.run(older, text);
      migrate(database, BOOKS_MIGRATIONS);
      expect(proofOf(database)).toMatchObject({ head: { entries: 0, sha256: null }, older: 3, faults: [] });
      appendActivity({ database }, entryOf(1, 'p1'));
      expect(proofOf(database)).toMatchObject({ head: { entries: 1 }, older: 3, faults: [] });
      database.run(older, 'smuggled in');
      expect(proofOf(database).faults).toMatchObject([{ fault: 'inserted', from: 2 }]);
    }, 16);
  });

  it('cannot be moved back by a statement that the file allows', () => {
    withBooks((database) => {
      fill(database);
      for (const sql of [
        `UPDATE audit_heads SET entries = 3 WHERE profile_id = 'p1'`,
        `UPDATE audit_heads SET after_id = 900 WHERE profile_id = 'p1'`,
        `DELETE FROM audit_heads WHERE profile_id = ''`,
        `UPDATE activity SET hash = NULL`,
      ])
        expect(() => database.run(sql), sql).toThrow('append-only');
    });
  });
});
