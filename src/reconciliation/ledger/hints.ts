// Why an entry that nothing here is may be here all the same, for a person to look at: never a match.
import type { InvoicesToMatch, UnreadRecord, UnreadRow } from '../../domain/ledger/match.ts';

export interface Hint {
  readonly words: string;
  readonly uuid: string | null;
  readonly ident: string | null;
}

/** More entries than this that nothing here is are of another shop, and no question of spelling. */
const MOST_LOOKED_FOR = 100_000;

/** The ids that nothing here has, and what was found that looks like each. */
export class OtherSpellings {
  readonly #wanted = new Map<string, string[]>();
  readonly #found = new Map<string, Hint>();
  readonly #ofRecords = new Map<string, string>();
  /** Is a uuid among them, however it is written? */
  #hasUuids = false;

  /** An id as the merchant wrote it. */
  want(ident: string): void {
    if (this.#wanted.size >= MOST_LOOKED_FOR) return;
    const key = folded(ident);
    this.#hasUuids ||= UUID_DIGITS.test(key);
    const others = this.#wanted.get(key);
    if (others === undefined) this.#wanted.set(key, [ident]);
    else others.push(ident);
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0;
  }

  /** Some invoices of the mirror, in any order; of several that look alike the one with the smallest uuid is named. */
  look({ uuids, externalIds }: Pick<InvoicesToMatch, 'uuids' | 'externalIds'>): void {
    for (let place = 0; place < uuids.length; place += 1) {
      const [uuid, externalId] = [uuids[place] ?? '', externalIds[place] ?? ''];
      const wanted =
        this.#wanted.get(folded(externalId)) ?? (this.#hasUuids ? this.#wanted.get(folded(uuid)) : undefined);
      if (wanted === undefined) continue;
      this.#ofRecords.set(uuid, wanted[0] ?? '');
      for (const ident of wanted) {
        const known = this.#found.get(ident)?.uuid ?? null;
        if (known === null || uuid < known) {
          this.#found.set(ident, { words: 'the same id in another spelling', uuid, ident: externalId });
        }
      }
    }
  }

  /** What looks like the id. */
  of(ident: string): Hint | null {
    return this.#found.get(ident) ?? null;
  }

  /** The same from the other side: the merchant's id that looks like the record's. */
  ofRecord(uuid: string): Hint | null {
    const ident = this.#ofRecords.get(uuid);
    return ident === undefined ? null : { words: 'the same id in another spelling', uuid: null, ident };
  }
}

/** One text for all spellings: also without what is not seen, and as a spreadsheet leaves an id that it takes for a number or a text. */
function folded(ident: string): string {
  const plain = ident.normalize('NFKC').toLowerCase().replaceAll(UNSEEN, '').replace(/^'+/, '');
  if (UUID.test(plain)) return plain.replaceAll(/[{}-]/g, '');
  return DIGITS.test(plain) ? plain.replace(/^0+(?=.)/, '') : plain;
}
/** Spaces, and format characters as the zero-width ones. */
const UNSEEN = /[\s\p{Cf}]+/gu;
const DIGITS = /^\d+$/;
const UUID = /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/;
const UUID_DIGITS = /^[0-9a-f]{32}$/;

/** Rows of the merchant's files that could not be read, by what they name; of several the first. */
export class UnreadRows {
  readonly #byKey = new Map<string, UnreadRow>();
  readonly #keyOf: (ident: string) => string | null;

  /** `keyOf` makes one text of the spellings that are one id. */
  constructor(rows: readonly UnreadRow[], keyOf: (ident: string) => string | null) {
    this.#keyOf = keyOf;
    for (const row of rows) {
      const key = keyOf(row.ident);
      if (key !== null && !this.#byKey.has(key)) this.#byKey.set(key, row);
    }
  }

  /** The row that names one of them. */
  of(idents: readonly (string | null)[]): Hint | null {
    for (const ident of idents) {
      const row = this.#byKey.get((ident === null ? null : this.#keyOf(ident)) ?? '');
      if (row === undefined) continue;
      return {
        words: `a row that could not be read names it: line ${row.line} of ${row.fileName}`,
        uuid: null,
        ident: row.ident,
      };
    }
    return null;
  }
}

/** What could not be read of a list. */
export class Unread {
  readonly #byIdent = new Map<string, UnreadRecord>();
  #nameless = 0;

  /** `keyOf` is how idents of entries are spelled. */
  constructor(records: readonly UnreadRecord[], keyOf: (ident: string) => string | null) {
    for (const record of records) {
      const idents = [record.ident, record.uuid].filter((ident) => ident !== null && ident !== '');
      for (const ident of idents) if (ident !== null) this.#byIdent.set(keyOf(ident) ?? ident, record);
      if (record.ident === null || record.ident === '') this.#nameless += 1;
    }
  }

  /** The record that has the id, or that there are some which may have any. */
  of(key: string | null): Hint | null {
    const record = key === null ? undefined : (this.#byIdent.get(key) ?? this.#byIdent.get(key.toLowerCase()));
    if (record !== undefined) return { words: 'a record here that could not be read', ...record };
    if (this.#nameless === 0) return null;
    return { words: `records here that could not be read: ${this.#nameless}`, uuid: null, ident: null };
  }
}
