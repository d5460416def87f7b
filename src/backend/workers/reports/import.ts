// Reads a whole file and hands over what is to be kept of it: entries that the source does not have yet, rejects, and
// at the end, sorted, the keys by which entries are found.
import type { EntryFacts } from '../../../domain/ledger/entry.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { MAX_IMPORT_ROWS, type Reject } from '../../../domain/ledger/import.ts';
import type { EntriesRead, ImportEntriesJob } from '../../../domain/exports/report-job.ts';
import { knownEntries, placeOfNumber } from '../../books/ledger/entries/to-match.ts';
import { keyOfId, keyOfText } from '../../books/ledger/entries/keys.ts';
import { MARKED, orderKeys } from '../../books/ledger/entries/orders.ts';
import { TextsOfLines } from '../../books/ledger/entries/texts.ts';
import type { ImportRow } from '../../books/ledger/imports/rows.ts';
import { readEntries } from '../../files/reading/entry-reader.ts';
import { Batches } from '../threads/batches.ts';
import type { JobControl } from '../exports/pace.ts';
import { openBooksForReading } from '../threads/books-opening.ts';

/** Of the progress, the part that is the reading of the file; the rest is the writing of keys. */
const READING = 0.8;

/**
 * Runs to the end. The books are looked at before the file is read and not kept open: whoever reads an old state of them keeps what is written
 * meanwhile from being tidied away. Throws FailureError `file-refused` or `cancelled`.
 */
export function importReport(dataFolder: string, job: ImportEntriesJob, control: JobControl): EntriesRead {
  const gatherer = new Gatherer(knownOf(dataFolder, job.sourceId), control);
  const { path, sourceKind, sourceId, format, mapping, today } = job;
  const read = readEntries(
    { path, sourceKind, sourceId, format, mapping, today },
    {
      isCancelled: control.isCancelled,
      report: ({ done, total }) => control.report({ done: Math.floor(done * READING), total }),
    },
    { entry: (facts) => gatherer.entry(facts), reject: (reject, ident) => gatherer.reject(reject, ident) },
  );
  const { rows, rejected, days, sha256, bytes } = read;
  const counted = gatherer.end(bytes);
  return { rows, rejected, days, sha256, bytes, ...counted };
}

function knownOf(dataFolder: string, sourceId: string): ReadonlyMap<string, number> {
  const database = openBooksForReading(dataFolder);
  try {
    return knownEntries(database, sourceId);
  } finally {
    database.close();
  }
}

/** Entries of a file are numbered with so many bits, which leaves 32 of a number's 53 to a key. */
const ORDINALS = 2 ** 21;
if (MAX_IMPORT_ROWS > ORDINALS) throw new Error('more rows than can be numbered beside a key');

/** The orders of lists that follow from the file alone. */
const ORDERED = ['at', 'amount', 'ident'] as const;

class Gatherer {
  readonly #known: ReadonlyMap<string, number>;
  readonly #control: JobControl;
  readonly #batches: Batches<ImportRow>;
  readonly #texts = new TextsOfLines((block, texts) => this.#batches.add([['texts', block, texts]]));
  /** Places of entries that the file says again. */
  readonly #repeats: number[] = [];
  readonly #lines: number[] = [];
  /** A key and the ordinal of its entry in one number, so that a plain sort of numbers brings the keys in order. */
  readonly #keys: number[] = [];
  /** The keys of the orders of lists, by the ordinal. */
  readonly #ordered: Readonly<Record<(typeof ORDERED)[number], string[]>> = { at: [], amount: [], ident: [] };
  #rejects = 0;

  constructor(known: ReadonlyMap<string, number>, control: JobControl) {
    this.#known = known;
    this.#control = control;
    this.#batches = new Batches<ImportRow>(control);
  }

  entry(facts: EntryFacts): void {
    const earlier = this.#known.get(facts.id);
    if (earlier !== undefined) {
      this.#repeats.push(earlier);
      return;
    }
    const { line, id, ident, address, amount, unit, at, status, direction, statusText, customer, memo } = facts;
    this.#batches.add([
      ['entry', line, id, ident, address, amount, unit, at, status, direction, statusText, customer, memo],
    ]);
    const ordinal = this.#lines.length;
    if (ordinal % MARKED === 0) this.#batches.add([['mark', ordinal, line]]);
    this.#texts.add(line, [ident, address, customer, memo]);
    this.#lines.push(line);
    this.#keys.push(keyOfId(id) * ORDINALS + ordinal);
    this.#ordered.at.push(orderKeys.at(at));
    this.#ordered.amount.push(orderKeys.amount(amount));
    this.#ordered.ident.push(orderKeys.ident(ident));
    if (ident !== null) this.#keys.push(keyOfText(ident) * ORDINALS + ordinal);
    if (address !== null) this.#keys.push(keyOfText(address) * ORDINALS + ordinal);
  }

  reject({ line, column, value, reason }: Reject, ident: string | null): void {
    this.#batches.add([['reject', this.#rejects, line, column, value, reason, ident]]);
    this.#rejects += 1;
  }

  /** Hands over what is left, what the file says again, the keys, and where the entries lie in the orders of lists. */
  end(bytes: number): Pick<EntriesRead, 'entries' | 'repeated' | 'repeats'> {
    this.#texts.end();
    const repeats = this.#tellRepeats();
    const keys = Float64Array.from(this.#keys).sort();
    const narrow = keys.length + ORDERED.length * this.#lines.length;
    const look = (at: number): void => {
      if (at % STRIDE === 0) this.#look(Math.floor(bytes * (READING + ((1 - READING) * at) / narrow)), bytes);
    };
    for (let at = 0; at < keys.length; at += 1) {
      const packed = keys[at] ?? 0;
      const ordinal = packed % ORDINALS;
      this.#batches.add([['key', (packed - ordinal) / ORDINALS, this.#lines[ordinal] ?? 0]]);
      look(at);
    }
    let told = keys.length;
    for (const by of ORDERED) {
      const of = this.#ordered[by];
      for (const ordinal of inOrder(of)) {
        this.#batches.add([['ordered', by, of[ordinal] ?? '', this.#lines[ordinal] ?? 0]]);
        look((told += 1));
      }
    }
    this.#batches.end();
    return { entries: this.#lines.length, repeated: this.#repeats.length, repeats };
  }

  /** As stretches of lines: mostly a file says again what stands together. Answers how many rows of which import. */
  #tellRepeats(): EntriesRead['repeats'] {
    const counts = new Map<number, number>();
    let stretch: readonly [from: number, to: number] | null = null;
    const tell = ([first, last]: readonly [from: number, to: number]): void => {
      const { importSeq, line } = placeOfNumber(first);
      this.#batches.add([['repeat', importSeq, line, placeOfNumber(last).line]]);
    };
    for (const place of Float64Array.from(this.#repeats).sort()) {
      const { importSeq } = placeOfNumber(place);
      counts.set(importSeq, (counts.get(importSeq) ?? 0) + 1);
      if (stretch !== null && place === stretch[1] + 1) stretch = [stretch[0], place];
      else {
        if (stretch !== null) tell(stretch);
        stretch = [place, place];
      }
    }
    if (stretch !== null) tell(stretch);
    return [...counts].map(([importSeq, rows]) => ({ importSeq, rows }));
  }

  #look(done: number, total: number): void {
    if (this.#control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    this.#control.report({ done, total });
  }
}

/** The ordinals of keys in their order. What a file has in order already costs a look at it. */
function inOrder(keys: readonly string[]): readonly number[] {
  const key = (ordinal: number): string => keys[ordinal] ?? '';
  return Array.from(keys, (_, ordinal) => ordinal).sort((left, right) => {
    if (key(left) === key(right)) return left - right;
    return key(left) < key(right) ? -1 : 1;
  });
}

/** Keys between two looks at whether the job is still wanted. */
const STRIDE = 10_000;
