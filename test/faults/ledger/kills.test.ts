/**
 * Thirty deaths by kill -9 while a file is imported or an import is taken back, each followed by a new life: an import is whole or not there, its rows add
 * up, one intent imports once, and nothing is left of a death when the next life has begun. Not here: cancelling and refusals (jobs/ledger/import.test.ts).
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openInProcess } from '../../support/in-process-store.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { MortalChildren } from '../../support/mortal-children.ts';
import { OwnBooks } from '../../support/benches/own-books.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import type { ImportLife } from './life.ts';

const KILLS = scaled(30);
/** Abandon, sweep, begin, four pieces, the commit; taking back, and what is swept then. */
const STEPS = { import: 9, undo: 13 } as const;

const folder = temporaryFolder();
const random = seeded(20_261_122);
const children = new MortalChildren('test/faults/ledger/child', join(folder.path, 'compiled'));

afterAll(() => {
  children.killAll();
  folder.remove();
});

interface Found {
  readonly id: string;
  readonly entries: number;
}

/** With another pair of eyes: plain SQL. */
function look(isAtRest: boolean): { readonly found: readonly Found[]; readonly undone: ReadonlySet<string> } {
  const file = new Database(join(folder.path, 'books.db'), { readonly: true });
  const count = (sql: string, ...parameters: unknown[]): number =>
    Number(
      file
        .prepare(sql)
        .pluck()
        .get(...parameters),
    );
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(file.pragma('foreign_key_check')).toEqual([]);
  const done = file.prepare(`SELECT * FROM imports WHERE state = 'done' ORDER BY seq`).all();
  const found = done.map((row) => {
    const [seq, entries] = [Number(Reflect.get(Object(row), 'seq')), Number(Reflect.get(Object(row), 'entries'))];
    expect(count('SELECT count(*) FROM entries WHERE import_seq = ?', seq)).toBe(entries);
    expect(count('SELECT coalesce(sum(count), 0) FROM entry_tallies WHERE import_seq = ?', seq)).toBe(entries);
    // An id and an ident each.
    expect(count('SELECT count(*) FROM entry_keys WHERE import_seq = ?', seq)).toBe(2 * entries);
    // Three ends of fields each.
    const ends = `SELECT sum(length(texts) - length(replace(texts, char(31), ''))) FROM entry_texts WHERE import_seq = ?`;
    expect(count(ends, seq)).toBe(3 * entries);
    return { id: String(Reflect.get(Object(row), 'id')), entries };
  });
  if (isAtRest) {
    const places = `(SELECT seq FROM imports WHERE state = 'done')`;
    expect(count(`SELECT count(*) FROM imports WHERE state <> 'done'`)).toBe(0);
    for (const table of ['entries', 'entry_keys', 'entry_tallies', 'entry_texts', 'import_rejects']) {
      expect(count(`SELECT count(*) FROM ${table} WHERE import_seq NOT IN ${places}`)).toBe(0);
    }
  }
  const logged = `SELECT json_extract(evidence, '$.id') FROM activity WHERE outcome = 'done' AND action = ? ORDER BY id`;
  const undone = new Set(file.prepare(logged).pluck().all('undo-import').map(String));
  const imported = file.prepare(logged).pluck().all('import-file').map(String);
  expect(imported.filter((id) => !undone.has(id))).toEqual(found.map(({ id }) => id));
  file.close();
  return { found, undone };
}

it(`FAULT-58: ${KILLS} kills: whole or not there, once an intent, and nothing left of a death`, async () => {
  const store = openInProcess(folder.path);
  const source = await new OwnBooks(store, folder.path).source('Shop');
  await store.close();
  let rows = 0;
  let kept: readonly Found[] = [];
  for (let kills = 0; kills < KILLS; ) {
    rows += 1200;
    const intentId = randomUUID();
    const undo = kept.length > 1 && random() < 0.5 ? intentId : null;
    const life = { dataFolder: folder.path, sourceId: source.id, intentId, rows, undo };
    const mortal: ImportLife = {
      ...life,
      dieAt: 1 + Math.floor(random() * STEPS[undo === null ? 'import' : 'undo']),
    };
    const [child, next] = await Promise.all([children.born(), children.born()]);
    if ((await child.live(JSON.stringify(mortal))) === 'killed') kills += 1;
    const { found, undone } = look(false);
    expect(found.slice(0, kept.length)).toEqual(kept);
    // The same intent once more, in a life that ends well: what was there, or was taken back, is not imported again.
    expect(await next.live(JSON.stringify({ ...life, undo: null, dieAt: 0 } satisfies ImportLife))).toBe('done');
    kept = look(true).found;
    if (undone.has(intentId)) rows -= 1200;
    else expect(kept.at(-1)?.id).toBe(intentId);
    expect(kept.reduce((sum, { entries }) => sum + entries, 0)).toBe(rows);
  }
});
