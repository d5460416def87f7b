// The texts that entries are searched by, those of a thousand lines of a file in one: a text is looked for in few long ones, where a look at each entry
// costs far more than its letters. What a file says of an entry never changes, so they are written once, in the order of the file.
import { cellBytes, cellInteger } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';

/** Of a file, in one text. A line that is no entry has nothing in it. */
export const LINES = 1_000;

/** Stands between lines. A row with a control character is no entry. */
const LINE_END = '\u001e';
/** Stands between the fields of an entry, so that nothing is found across two of them, and no entry has nothing. */
const FIELD_END = '\u001f';
/** A text with one of these is looked for in each entry. */
const NOT_HERE = ['\0', LINE_END, FIELD_END];

/** As LIKE has it: letters of ASCII in either case. */
function folded(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** What a file says of its entries on its way there, line after line. */
export class TextsOfLines {
  readonly #tell: (block: number, texts: string) => void;
  #block = 0;
  #line = 0;
  #texts = '';

  constructor(tell: (block: number, texts: string) => void) {
    this.#tell = tell;
  }

  /** `fields`: ident, address, customer, memo. */
  add(line: number, fields: readonly (string | null)[]): void {
    const [block, nth] = [Math.floor(line / LINES), line % LINES];
    if (block !== this.#block) {
      this.end();
      this.#block = block;
    }
    this.#texts += LINE_END.repeat(nth - this.#line) + fields.join(FIELD_END);
    this.#line = nth;
  }

  end(): void {
    if (this.#texts !== '') this.#tell(this.#block, folded(this.#texts));
    this.#texts = '';
    this.#line = 0;
  }
}

export interface FoundTexts {
  /** Those without the text: it is in most of the first. */
  readonly isLacking: boolean;
  /** Of each import, rising. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
  readonly count: number;
}

/** The entries of these imports that have the text; null where each has to be looked at. */
export function foundTexts(database: SqliteDatabase, text: string, seqs: readonly number[]): FoundTexts | null {
  if (text === '' || NOT_HERE.some((end) => text.includes(end))) return null;
  const sought = bytesOf(Buffer.from(folded(text)));
  const found = new Map<number, readonly number[]>();
  let [isLacking, count]: [boolean | null, number] = [null, 0];
  for (const seq of seqs) {
    const lines: number[] = [];
    const sql = 'SELECT block, CAST(texts AS BLOB) FROM entry_texts WHERE import_seq = ? ORDER BY block';
    for (const [block, cell] of database.iterate(sql, seq)) {
      const texts = bytesOf(cellBytes(cell));
      isLacking ??= isInMost(texts, sought);
      (isLacking ? addLacking : addHaving)(lines, cellInteger(block) * LINES, texts, sought);
    }
    count += lines.length;
    found.set(seq, lines);
  }
  return { isLacking: isLacking === true, lines: found, count };
}

/** A character a byte: what is looked for in UTF-8 by its bytes is found where its characters are, in half the time of making them characters. */
function bytesOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function isInMost(texts: string, sought: string): boolean {
  const entries = texts.split(LINE_END).filter((entry) => entry !== '');
  return entries.filter((entry) => entry.includes(sought)).length > entries.length / 2;
}

function addHaving(lines: number[], first: number, texts: string, sought: string): void {
  let [line, from] = [first, 0];
  for (let at = texts.indexOf(sought); at !== -1; at = texts.indexOf(sought, from)) {
    let end = texts.indexOf(LINE_END, from);
    for (; end !== -1 && end < at; end = texts.indexOf(LINE_END, from)) {
      from = end + 1;
      line += 1;
    }
    lines.push(line);
    if (end === -1) return;
    from = end + 1;
    line += 1;
  }
}

function addLacking(lines: number[], first: number, texts: string, sought: string): void {
  let at = texts.indexOf(sought);
  for (let [line, from] = [first, 0]; from <= texts.length; line += 1) {
    const next = texts.indexOf(LINE_END, from);
    const end = next === -1 ? texts.length : next;
    if (at !== -1 && at < from) at = texts.indexOf(sought, from);
    if (end > from && (at === -1 || at >= end)) lines.push(line);
    from = end + 1;
  }
}
