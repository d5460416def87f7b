// The audit log as a chain of hashes: the next entry of it, where it stands, and where what is kept is not what was written.
import {
  type AuditFault,
  type AuditHead,
  type AuditProof,
  type ChainedFacts,
  chainedText,
} from '../../../domain/kernel/audit-chain.ts';
import { cellTextOrNull, readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { digestText } from '../../sqlite/files.ts';

/** The console's own chain has no profile. */
const keyOf = (profileId: string | null): string => profileId ?? '';

interface Kept extends AuditHead {
  /** The last entry that is older than the chain. */
  readonly afterId: number;
}

function kept(database: SqliteDatabase, profileId: string | null): Kept | null {
  const row = database.get('SELECT * FROM audit_heads WHERE profile_id = ?', keyOf(profileId));
  if (row === null) return null;
  return {
    entries: readInteger(row, 'entries'),
    sha256: readText(row, 'sha256'),
    afterId: readInteger(row, 'after_id'),
  };
}

/** Where the chain of a business stands; null: of the console itself. For whoever has the books open. */
export function auditHead(database: SqliteDatabase, profileId: string | null): AuditHead {
  const { entries, sha256 } = kept(database, profileId) ?? { entries: 0, sha256: null };
  return { entries, sha256 };
}

/** Place and hash of an entry that comes next, within the transaction that writes it: the chain has it from here on. */
export function chained(
  database: SqliteDatabase,
  entry: Omit<ChainedFacts, 'place'>,
): { readonly place: number; readonly hash: string } {
  const before = kept(database, entry.profileId);
  const place = (before?.entries ?? 0) + 1;
  const hash = digestText(chainedText(before?.sha256 ?? null, { ...entry, place }));
  const sql =
    before === null
      ? 'INSERT INTO audit_heads (profile_id, entries, sha256, after_id) VALUES (@key, @place, @hash, @afterId)'
      : 'UPDATE audit_heads SET entries = @place, sha256 = @hash WHERE profile_id = @key';
  const head = { key: keyOf(entry.profileId), place, hash };
  database.run(sql, before === null ? { ...head, afterId: entry.id - 1 } : head);
  return { place, hash };
}

const ENTRIES = `SELECT id, at, os_user, action, summary, outcome, evidence, place, hash FROM activity
  WHERE profile_id IS ? ORDER BY id`;

/** Of each entry of a chain the text that its hash is made of, as it is kept, the first one first. For whoever has the books open. */
export function* chainTexts(database: SqliteDatabase, profileId: string): IterableIterator<string> {
  let before: string | null = null;
  for (const cells of database.iterate(ENTRIES, profileId)) {
    const { hash, place, ...entry } = entryOf(cells, profileId);
    if (place === null) continue;
    yield chainedText(before, { ...entry, place });
    before = hash;
  }
}

const MOST_FAULTS = 100;

/**
 * Goes through a chain from its first entry to its last. `anchors`: heads that closes have locked. Each fault is told at its own place; where a chain
 * is whole in itself and not the one that was anchored, between the last anchor that holds and the first that does not. `step` is called for every
 * entry. For whoever has the books open.
 */
export function auditProof(
  database: SqliteDatabase,
  { profileId, anchors }: { readonly profileId: string | null; readonly anchors: readonly AuditHead[] },
  step: () => void,
): Omit<AuditProof, 'checkedAt'> {
  const head = kept(database, profileId);
  const walk = new Walk(head?.afterId ?? Number.MAX_SAFE_INTEGER);
  for (const cells of database.iterate(ENTRIES, profileId)) {
    walk.take(entryOf(cells, profileId));
    step();
  }
  walk.end({ entries: head?.entries ?? 0, sha256: head?.sha256 ?? null }, anchors);
  return {
    head: auditHead(database, profileId),
    older: walk.older,
    anchors: anchors.length,
    faults: walk.faults.toSorted((left, right) => left.from - right.from).slice(0, MOST_FAULTS),
  };
}

interface StoredEntry extends Omit<ChainedFacts, 'place'> {
  readonly place: number | null;
  readonly hash: string | null;
}

function entryOf(cells: readonly unknown[], profileId: string | null): StoredEntry {
  const [id, at, osUser, action, summary, outcome, evidence, place, hash] = cells;
  const text = (cell: unknown): string => (typeof cell === 'string' ? cell : '');
  return {
    id: Number(id),
    at: text(at),
    osUser: text(osUser),
    profileId,
    action: text(action),
    summary: text(summary),
    outcome: text(outcome),
    evidence: cellTextOrNull(evidence),
    place: typeof place === 'number' ? place : null,
    hash: cellTextOrNull(hash),
  };
}

/** One look at every entry, in the order in which they were written. */
class Walk {
  older = 0;
  readonly faults: AuditFault[] = [];
  readonly #afterId: number;
  #next = 1;
  /** What the entry before was hashed to: as it is kept and, where it was changed, as it is recomputed. */
  #before: readonly (string | null)[] = [null];
  /** By place, of those that a close may have anchored. */
  readonly #hashes = new Map<number, readonly (string | null)[]>();

  constructor(afterId: number) {
    this.#afterId = afterId;
  }

  take(entry: StoredEntry): void {
    const { place, id } = entry;
    if (place === null && id <= this.#afterId) {
      this.older += 1;
      return;
    }
    if (place === this.#next) this.#link(entry, this.#next);
    else if (this.#hashed(entry, this.#next).includes(entry.hash ?? '')) {
      // It is what was written, but for its place.
      this.#fault('changed', this.#next, this.#next, id);
      this.#follow([entry.hash]);
    } else if (place === null || place < this.#next) {
      this.#fault('inserted', place ?? this.#next, place ?? this.#next, id);
    } else {
      this.#fault('missing', this.#next, place - 1, id);
      this.#next = place;
      // Nothing tells what comes after a gap from what was written, but the entry after it.
      this.#follow([entry.hash]);
    }
  }

  #hashed({ hash: _hash, ...entry }: StoredEntry, place: number): readonly string[] {
    return this.#before.map((previous) => digestText(chainedText(previous, { ...entry, place })));
  }

  #link(entry: StoredEntry, place: number): void {
    const found = this.#hashed(entry, place);
    const isWhole = found.includes(entry.hash ?? '');
    if (!isWhole) this.#fault('changed', place, place, entry.id);
    this.#follow(isWhole ? [entry.hash] : [entry.hash, ...found]);
  }

  #follow(hashes: readonly (string | null)[]): void {
    this.#before = hashes;
    this.#hashes.set(this.#next, hashes);
    this.#next += 1;
  }

  #fault(fault: AuditFault['fault'], from: number, to: number, entryId: number | null): void {
    this.faults.push({ fault, from, to, entryId });
  }

  end(head: AuditHead, anchors: readonly AuditHead[]): void {
    const last = this.#next - 1;
    const ends = [...anchors, head].filter(({ entries }) => entries > 0);
    const longest = Math.max(0, ...ends.map(({ entries }) => entries));
    if (longest > last) this.#fault('missing', last + 1, longest, null);
    if (head.entries < last) this.#fault('inserted', head.entries + 1, last, null);
    let holds = 0;
    for (const { entries, sha256: anchored } of ends.toSorted((left, right) => left.entries - right.entries)) {
      const hashes = this.#hashes.get(entries);
      if (hashes?.includes(anchored) === true) {
        holds = entries;
        continue;
      }
      // What was found above explains it.
      if (this.faults.some(({ from, to }) => to > holds && from <= entries)) continue;
      this.#fault('rewritten', holds + 1, entries, null);
    }
  }
}
