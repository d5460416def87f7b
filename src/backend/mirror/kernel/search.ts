// Case-insensitive substring search. Texts are folded before they are stored and before they are sought, so that SQL
// only ever compares exact characters, in any script; trigrams find candidates from three characters on.

import { cellText, readCount, readFlag, readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { Where } from '../../sqlite/terms.ts';

/** Stands between the fields of a record, so that nothing matches across two of them. */
const SEPARATOR = '\u001f';

/** One spelling for upper and lower case and for composed characters. NUL would end a text inside SQLite's functions. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\0', '\ufffd');
}

export function searchText(fields: readonly (string | null)[]): string {
  return foldText(fields.filter((field) => field !== null && field !== '').join(SEPARATOR));
}

/** More of them find hardly fewer candidates. */
const MOST_TRIGRAMS = 32;

/** What is known of a text before it is looked for. */
export interface Sought {
  /** What the index of trigrams is asked; null where it cannot be, and every text is looked at. */
  readonly match: string | null;
  /** What it finds contains the text, and nothing else does. */
  readonly isExact: boolean;
  /** So many contain it that each row is asked on the way, rather than all of them found first. */
  readonly isCommon: boolean;
}

/** Up to so many are put in order faster than an order is looked through for them. */
const FEW = 20_000;
/** Words of one question to the index. */
const MOST_WORDS = 5_000;
/** Every uuid is of these, and a uuid is what a text begins with. */
const HEX = /^[\da-f-]+$/;

/**
 * Shorter texts than three characters are in no trigram by themselves, but in those that end with them and begin with any characters that occur.
 * At its very beginning a text has none before it: a uuid stands there. `few`: of so many rows all are looked at.
 */
export function soughtText(database: SqliteDatabase, folded: string, few = FEW): Sought {
  const length = Array.from(folded).length;
  if (length >= 3) {
    const match = matchOf(folded);
    return { match, isExact: length === 3, isCommon: isFoundOften(database, match, folded, few) };
  }
  const rows = readCount(database.get('SELECT coalesce(max(id), 0) AS n FROM invoice_search'));
  const scan: Sought = { match: null, isExact: false, isCommon: false };
  if (rows <= few) return scan;
  const letters = database.all('SELECT letter FROM search_letters').map((row) => readText(row, 'letter'));
  if (Array.from(folded).some((letter) => !letters.includes(letter)))
    return { match: NOTHING, isExact: true, isCommon: false };
  const words = wordsWith(folded, letters, length);
  if (words.length > MOST_WORDS || isOftenOfLate(database, folded)) return { ...scan, isCommon: true };
  const match = words.map(quoted).join(' OR ');
  return { match, isExact: true, isCommon: isFoundOften(database, match, folded, few) };
}

/** Of so many of the latest texts; where a twentieth of them has it, the index need not be asked how many there are. */
const SAMPLE = 1_000;

function isOftenOfLate(database: SqliteDatabase, folded: string): boolean {
  const sql = `SELECT count(*) AS n FROM (SELECT text FROM invoice_search ORDER BY id DESC LIMIT ${SAMPLE}) WHERE instr(text, ?) > 0`;
  return readCount(database.get(sql, folded)) > SAMPLE / 20;
}

/** A trigram that no text has: NUL is in none. */
const NOTHING = '"\ufffd\ufffd\ufffd" AND "\u001f\u001f\u001f"';

function wordsWith(folded: string, letters: readonly string[], length: number): readonly string[] {
  const pairs = length === 2 ? letters : letters.flatMap((one) => letters.map((other) => one + other));
  const before = pairs.map((some) => some + folded);
  if (!HEX.test(folded)) return before;
  const between = length === 2 ? [] : letters.flatMap((one) => letters.map((other) => one + folded + other));
  return [...before, ...between, ...pairs.map((some) => folded + some)];
}

function isFoundOften(database: SqliteDatabase, match: string, folded: string, few: number): boolean {
  const sql = `SELECT count(*) AS n FROM (SELECT rowid FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL ${LATEST} LIMIT ?)`;
  return readCount(database.get(sql, match, folded, few + 1)) > few;
}

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

/** Every trigram narrows the candidates, but one that is in every order number costs a pass over all of them; those with a digit are rare and narrow most. */
function matchOf(folded: string): string {
  const trigrams = trigramsOf(folded);
  const rare = trigrams.filter((trigram) => /\d/.test(trigram));
  return (rare.length === 0 ? trigrams : rare).slice(0, MOST_TRIGRAMS).map(quoted).join(' AND ');
}

/**
 * The ids of invoices whose text contains the folded text, as a query: candidates by the trigrams, each looked at where they may be others, and the
 * latest, which have no trigrams yet, by their texts.
 */
export function idsContaining(folded: string, sought: Sought | undefined): Where {
  const match = sought?.match ?? (trigramsOf(folded).length === 0 ? null : matchOf(folded));
  if (match === null) return { sql: 'SELECT id FROM invoice_search WHERE instr(text, ?) > 0', parameters: [folded] };
  if (sought?.isExact === true) {
    const found = 'SELECT rowid AS id FROM invoice_trigrams WHERE invoice_trigrams MATCH ?';
    return { sql: `${found} UNION ALL ${LATEST}`, parameters: [match, folded] };
  }
  const found = `SELECT s.id FROM invoice_trigrams CROSS JOIN invoice_search AS s ON s.id = invoice_trigrams.rowid
      WHERE invoice_trigrams MATCH ? AND instr(s.text, ?) > 0`;
  return { sql: `${found} UNION ALL ${LATEST}`, parameters: [match, folded, folded] };
}

/** Invoices up to this id have their texts in the index of trigrams. */
const INDEXED = `SELECT texts_indexed FROM list_state WHERE list = 'invoices'`;
const LATEST = `SELECT id FROM invoice_search WHERE id > (${INDEXED}) AND instr(text, ?) > 0`;
/** So many texts are looked at in a millisecond; their trigrams in one go cost a third of those of each page by itself. */
const MOST_LATEST = 1_000;

/** Texts were stored: those without trigrams get them once there are many, or where `isAll`. Within the transaction that stores them. */
export function indexTexts(database: SqliteDatabase, isAll = false): void {
  const sql = `SELECT (${INDEXED}) AS indexed, (SELECT coalesce(max(id), 0) FROM invoice_search) AS last`;
  const [indexed, last] = database.one((row) => [readInteger(row, 'indexed'), readInteger(row, 'last')], sql) ?? [0, 0];
  if (last - indexed < (isAll ? 1 : MOST_LATEST)) return;
  database.run('INSERT INTO invoice_trigrams (rowid, text) SELECT id, text FROM invoice_search WHERE id > ?', indexed);
  database.run(`UPDATE list_state SET texts_indexed = ? WHERE list = 'invoices'`, last);
}

/** The text of an invoice is another one. The index of trigrams keeps none of its own: what is to be forgotten has to be told to it exactly. */
export function replaceText(database: SqliteDatabase, id: number, text: string): void {
  const sql = `SELECT text, id <= (${INDEXED}) AS is_indexed FROM invoice_search WHERE id = ?`;
  const before = database.one(
    (row) => ({ text: readText(row, 'text'), isIndexed: readFlag(row, 'is_indexed') }),
    sql,
    id,
  );
  if (before?.text === text) return;
  const isIndexed = before?.isIndexed === true;
  if (isIndexed) {
    const forget = `INSERT INTO invoice_trigrams (invoice_trigrams, rowid, text) VALUES ('delete', ?, ?)`;
    database.run(forget, id, before.text);
  }
  database.run('INSERT OR REPLACE INTO invoice_search (id, text) VALUES (?, ?)', id, text);
  if (isIndexed) database.run('INSERT INTO invoice_trigrams (rowid, text) VALUES (?, ?)', id, text);
}

/** Asks the row of that id. */
export function containing(id: string, folded: string): Where {
  const sql = `EXISTS (SELECT 1 FROM invoice_search AS s WHERE s.id = ${id} AND instr(s.text, ?) > 0)`;
  return { sql, parameters: [folded] };
}

/** Every three characters of the text, each once; none where it is shorter. */
function trigramsOf(folded: string): readonly string[] {
  const characters = Array.from(folded);
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))];
}

const ASCII = 128;

/** The characters that texts have. One that no text has any more does no harm. */
export class SearchLetters {
  readonly #ascii = new Uint8Array(ASCII);
  readonly #others = new Set<string>();

  add(text: string): void {
    let isAscii = true;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < ASCII) this.#ascii[code] = 1;
      else isAscii = false;
    }
    if (!isAscii) for (const letter of text) if (letter.charCodeAt(0) >= ASCII) this.#others.add(letter);
  }

  /** Within the transaction that stores the texts. */
  write(database: SqliteDatabase): void {
    const ascii = [...this.#ascii].flatMap((has, code) => (has === 1 ? [String.fromCharCode(code)] : []));
    const sql = 'INSERT OR IGNORE INTO search_letters (letter) SELECT value FROM json_each(?)';
    database.run(sql, JSON.stringify([...ascii, ...this.#others]));
  }
}

/** Of all texts: for a mirror from before they were kept. */
export function fillLetters(database: SqliteDatabase): void {
  const letters = new SearchLetters();
  for (const [text] of database.iterate('SELECT text FROM invoice_search')) letters.add(cellText(text));
  letters.write(database);
}
