// Where the entries of one source stand, and the proof that every one of them is in exactly one outcome.
import { tableOf } from '../../domain/kernel/fields.ts';
import { MATCH_OUTCOMES, type MatchOutcome } from '../../domain/ledger/entry.ts';
import type { MatchVerdict } from './verdicts.ts';

export type OutcomeCounts = Readonly<Record<MatchOutcome, number>>;

interface Unit {
  readonly name: string;
  entries: number;
  judged: number;
}

export interface Stand {
  readonly verdict: MatchVerdict;
  readonly recordUuid: string | null;
}

/** What is kept of every entry. */
export interface Judged {
  /** Among the entries of the source, from 0. */
  readonly place: number;
  readonly unit: string;
  /** Null until it is judged. */
  verdict: MatchVerdict | null;
  recordUuid: string | null;
}

export class Standings<Entry extends Judged> {
  readonly #units = new Map<string, Unit>();
  readonly #entries: Entry[] = [];
  #latest: Unit | null = null;

  /** One text for all entries of a unit; one more entry of it is announced. */
  announce(name: string): string {
    const unit = this.#latest !== null && this.#latest.name === name ? this.#latest : this.#unitOf(name);
    this.#latest = unit;
    unit.entries += 1;
    return unit.name;
  }

  #unitOf(name: string): Unit {
    const known = this.#units.get(name);
    if (known !== undefined) return known;
    const fresh: Unit = { name, entries: 0, judged: 0 };
    this.#units.set(name, fresh);
    return fresh;
  }

  /** The next one, whose unit was announced. */
  add(entry: Entry): void {
    this.#entries.push(entry);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Where an entry stands. Throws when there is none or it was not judged, which would be a mistake of ours. */
  at(place: number): Stand {
    const entry = this.#entries[place];
    if (entry === undefined || entry.verdict === null) throw new Error('match: an entry was not judged');
    return { verdict: entry.verdict, recordUuid: entry.recordUuid };
  }

  settle(place: number, { verdict, recordUuid }: Stand): void {
    const entry = this.#entries[place];
    if (entry === undefined) throw new Error('match: there is no such entry');
    entry.verdict = verdict;
    entry.recordUuid = recordUuid;
  }

  /** How many of those from a place on are in each outcome. Throws when they are not all entries, which would be a mistake of ours. */
  count(from: number): OutcomeCounts {
    const counts: Record<MatchOutcome, number> = { ...tableOf(MATCH_OUTCOMES, () => 0) };
    for (let place = from; place < this.#entries.length; place += 1) {
      const { outcome } = this.at(place).verdict;
      counts[outcome] += 1;
    }
    const total = Object.values(counts).reduce((sum, part) => sum + part, 0);
    if (total !== this.#entries.length - from) throw broken('outcomes', total, this.#entries.length - from);
    return counts;
  }

  /** Every entry that was announced stands in exactly one outcome, in each unit. Throws when not, which would be a mistake of ours. */
  assertConserved(): void {
    for (const unit of this.#units.values()) unit.judged = 0;
    for (const { unit, verdict } of this.#entries) {
      if (verdict !== null) this.#judged(unit).judged += 1;
    }
    let whole = 0;
    for (const { name, entries, judged } of this.#units.values()) {
      if (judged !== entries) throw broken(`entries in ${name}`, judged, entries);
      whole += entries;
    }
    if (whole !== this.#entries.length) throw broken('entries', this.#entries.length, whole);
  }

  #judged(name: string): Unit {
    if (this.#latest?.name !== name) this.#latest = this.#unitOf(name);
    return this.#latest;
  }
}

function broken(what: string, parts: number, whole: number): Error {
  return new Error(`match, ${what}: the parts are ${parts}, the whole is ${whole}`);
}
