// The matches by hand of one source while its entries go by: which entries they have, and their records in the mirror.
import type { HandMatch } from '../../domain/entry.ts';
import type { FactList } from '../../domain/finding.ts';
import type { MatchedRecord } from '../../domain/match.ts';
import { matchedRecord } from '../mirror/match-records.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';

/** An entry of a match, and its place among the entries of the source. */
export interface Member<Line> {
  readonly place: number;
  readonly line: Line;
}

export interface HandSides<Line> {
  /** In the order of their files. */
  readonly members: readonly Member<Line>[];
  /** In the order of their uuids. */
  readonly records: readonly MatchedRecord[];
  /** Uuids of records that the mirror does not have. */
  readonly missing: readonly string[];
}

export class HandMatches<Line> {
  /** Records that entries of the source are by hand. */
  readonly taken: ReadonlySet<string>;
  readonly #matches: readonly HandMatch[];
  readonly #matchOf = new Map<string, HandMatch>();
  readonly #members = new Map<HandMatch, Member<Line>[]>();

  constructor(matches: readonly HandMatch[]) {
    this.#matches = matches;
    this.taken = new Set(matches.flatMap(({ records }) => records));
    for (const match of matches) {
      this.#members.set(match, []);
      for (const entry of match.entries) this.#matchOf.set(entry, match);
    }
  }

  isIn(entryId: string): boolean {
    return this.#matchOf.size > 0 && this.#matchOf.has(entryId);
  }

  /** Keeps an entry that is in a match. */
  keep(entryId: string, member: Member<Line>): void {
    const match = this.#matchOf.get(entryId);
    if (match !== undefined) this.#members.get(match)?.push(member);
  }

  /** The matches that have entries, with their records. */
  *sides(mirror: SqliteDatabase, list: FactList): IterableIterator<HandSides<Line>> {
    for (const match of this.#matches) {
      const members = this.#members.get(match) ?? [];
      if (members.length === 0) continue;
      const found = match.records.map((uuid) => ({ uuid, record: matchedRecord(mirror, list, uuid) }));
      yield {
        members,
        records: found.flatMap(({ record }) => (record === null ? [] : [record])),
        missing: found.filter(({ record }) => record === null).map(({ uuid }) => uuid),
      };
    }
  }
}
