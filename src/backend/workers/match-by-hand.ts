// The matches by hand of one source while its entries go by: which entries they have, and their records in the mirror.
import type { HandMatch } from '../../domain/entry.ts';
import type { FactList } from '../../domain/finding.ts';
import type { MatchedRecord } from '../../domain/match.ts';
import type { HandStand } from '../../reconciliation/match-by-hand.ts';
import { matchedRecord } from '../mirror/match-records.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';

/** The two sides of a match. */
interface HandSides<Line> {
  /** In the order of their files. */
  readonly entries: readonly Line[];
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
  /** The entries of each match, with their places among the entries of the source. */
  readonly #members = new Map<HandMatch, { readonly place: number; readonly line: Line }[]>();
  /** Entries whose match says it elsewhere. */
  readonly #silent = new Set<number>();

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

  /** Keeps an entry that is in a match, and its place. */
  keep(entryId: string, place: number, line: Line): void {
    const match = this.#matchOf.get(entryId);
    if (match !== undefined) this.#members.get(match)?.push({ place, line });
  }

  /** Judges the matches that have entries, and hands over where each of these stands. */
  judge(
    mirror: SqliteDatabase,
    list: FactList,
    standsOf: (sides: HandSides<Line>) => readonly HandStand[],
    settle: (place: number, stand: HandStand) => void,
  ): void {
    for (const match of this.#matches) {
      const members = this.#members.get(match) ?? [];
      if (members.length === 0) continue;
      const found = match.records.map((uuid) => ({ uuid, record: matchedRecord(mirror, list, uuid) }));
      const stands = standsOf({
        entries: members.map(({ line }) => line),
        records: found.flatMap(({ record }) => (record === null ? [] : [record])),
        missing: found.filter(({ record }) => record === null).map(({ uuid }) => uuid),
      });
      for (const [at, { place }] of members.entries()) {
        const stand = stands[at];
        if (stand === undefined) continue;
        settle(place, stand);
        if (!stand.isFound) this.#silent.add(place);
      }
    }
  }

  /** Is what its match shows found in the entry at a place? True of all that are in none. */
  isFound(place: number): boolean {
    return !this.#silent.has(place);
  }
}
