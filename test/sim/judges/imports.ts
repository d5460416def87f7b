/** The merchant's own files: each row of a file that is imported is stored once, found by its keys and counted; what was taken back or never came to its end is gone. Not here: what matches. */
import type { Asked } from './asked.ts';
import { type Cells, type Files, numberOf, type OpenFile, textOf } from './files.ts';
import type { Verdicts } from './verdicts.ts';

export class ImportJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #asked: Asked;
  #judged = '';

  constructor(verdicts: Verdicts, files: Files, asked: Asked) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#asked = asked;
  }

  /** When an import is there, or is no more, since the last look. */
  look(): void {
    this.#files.books((file) => {
      const done = file.all(`SELECT seq, id, source_id, state FROM imports WHERE state = 'done' ORDER BY seq`);
      const ids = done.map((row) => textOf(row, 'id')).join(' ');
      if (ids === this.#judged) return;
      this.#judged = ids;
      for (const row of done) this.#one(file, row);
      for (const source of new Set(done.map((row) => textOf(row, 'source_id')))) this.#source(file, source, done);
    });
  }

  #one(file: OpenFile, row: Cells): void {
    const [id, seq] = [textOf(row, 'id'), numberOf(row, 'seq')];
    const asked = this.#asked.imports.get(id);
    if (asked === undefined) this.#verdicts.violated(`import: ${id} is there, and nobody asked for it`);
    if (asked?.undone === true) this.#verdicts.violated(`import: ${id} was taken back and is there`);
    const count = (sql: string): number => numberOf(file.all(sql, seq)[0], 'n');
    const entries = count('SELECT count(*) AS n FROM entries WHERE import_seq = ?');
    const tallied = count('SELECT coalesce(sum(count), 0) AS n FROM entry_tallies WHERE import_seq = ?');
    if (entries !== tallied) this.#verdicts.violated(`import: ${id} has ${entries} entries and counts ${tallied}`);
    const found = count(
      'SELECT count(*) AS n FROM (SELECT line FROM entry_keys WHERE import_seq = ? GROUP BY line HAVING count(*) > 1)',
    );
    if (found !== entries)
      this.#verdicts.violated(`import: of ${entries} entries of ${id} ${found} are found by their keys`);
    const ends = `length(texts) - length(replace(texts, char(31), ''))`;
    const searched = count(`SELECT coalesce(sum(${ends}), 0) / 3 AS n FROM entry_texts WHERE import_seq = ?`);
    if (searched !== entries)
      this.#verdicts.violated(`import: of ${entries} entries of ${id} ${searched} are found by their texts`);
    const sql = `SELECT count(*) AS n FROM activity WHERE action = 'import-file' AND outcome = 'done' AND json_extract(evidence, '$.id') = ?`;
    const logged = numberOf(file.all(sql, id)[0], 'n');
    if (logged !== 1) this.#verdicts.violated(`audit log: the import ${id} has ${logged} entries`);
  }

  /** Of the files that are imported each row is stored, once, however many of them say it. */
  #source(file: OpenFile, sourceId: string, done: readonly Cells[]): void {
    const mine = done.filter((row) => row['source_id'] === sourceId);
    // A file may say the same twice, and then it is two rows of it.
    const said = new Map<string, number>();
    for (const row of mine)
      for (const [name, times] of countedIn(rowsOf(this.#asked.imports.get(textOf(row, 'id'))?.text ?? '')))
        said.set(name, Math.max(times, said.get(name) ?? 0));
    const sql = `SELECT ident, amount, unit, substr(at_key, 1, 10) AS day, count(*) AS n FROM entries AS e
      JOIN imports AS i ON i.seq = e.import_seq WHERE i.source_id = ? AND i.state = 'done' GROUP BY ident, amount, unit, day`;
    const stored = new Map(
      file
        .all(sql, sourceId)
        .map((row) => [
          named(textOf(row, 'ident'), textOf(row, 'amount'), textOf(row, 'unit'), textOf(row, 'day')),
          numberOf(row, 'n'),
        ]),
    );
    this.#verdicts.journal.met('a file was held against what is stored of it');
    for (const row of said.keys())
      if (!stored.has(row)) this.#verdicts.violated(`import: a row of a file is not stored: ${row}`);
    for (const [row, times] of stored) {
      if (!said.has(row)) this.#verdicts.violated(`import: a row is stored that no file says: ${row}`);
      if (times > (said.get(row) ?? 1)) this.#verdicts.violated(`import: a row is stored ${times} times: ${row}`);
    }
  }

  /** Once all trouble is over: nothing has begun and not ended, and nothing is left of what is none. */
  atTheEnd(): void {
    this.look();
    this.#files.books((file) => {
      const left = [
        [
          'entries',
          `SELECT count(*) AS n FROM entries WHERE import_seq NOT IN (SELECT seq FROM imports WHERE state = 'done')`,
        ],
        [
          'keys',
          `SELECT count(*) AS n FROM entry_keys WHERE import_seq NOT IN (SELECT seq FROM imports WHERE state = 'done')`,
        ],
        [
          'texts',
          `SELECT count(*) AS n FROM entry_texts WHERE import_seq NOT IN (SELECT seq FROM imports WHERE state = 'done')`,
        ],
        ['imports', `SELECT count(*) AS n FROM imports WHERE state <> 'done'`],
      ] as const;
      for (const [what, sql] of left) {
        const count = numberOf(file.all(sql)[0], 'n');
        if (count > 0) this.#verdicts.violated(`import: ${count} ${what} are left of what is no import`);
      }
    });
  }
}

/** The rows of a file of people.ts, as they are found again. */
function rowsOf(text: string): readonly string[] {
  return text
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const cells = /^(?:"((?:[^"]|"")*)"|([^",]*)),([^,]*),([^,]*),([^,]*),/.exec(line);
      if (cells === null) return [];
      const [, quoted, plain, amount = '', unit = '', day = ''] = cells;
      return [named(quoted?.replaceAll('""', '"') ?? plain ?? '', amount, unit, day)];
    });
}

function countedIn(rows: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

/** By what it says, however its amount is spelled. */
function named(ident: string, amount: string, unit: string, day: string): string {
  const spelled = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
  return `${ident.trim()} ${spelled} ${unit} ${day}`;
}
