/**
 * What an exception must be by its own history, worked out without the console: every deed moves the state, and nothing else does. Not here:
 * which deeds are right (the suites).
 */
import type Database from 'better-sqlite3';

interface Deed {
  readonly deed: string;
  readonly reason: string | null;
  readonly note: string | null;
  readonly evidence: string | null;
}

/** By the deeds, oldest first. Throws at a deed that cannot follow the one before. */
function replay(deeds: readonly Deed[]): Record<string, unknown> {
  const now = {
    state: '',
    reason: null as string | null,
    note: null as string | null,
    assignee: null as string | null,
  };
  let [reopened, isCleared, evidence] = [0, false, ''];
  const must = (holds: boolean, deed: string): void => {
    if (!holds) throw new Error(`${deed} cannot follow: ${JSON.stringify({ ...now, isCleared })}`);
  };
  for (const { deed, reason, note, evidence: facts } of deeds) {
    must((now.state === '') === (deed === 'found'), deed);
    switch (deed) {
      case 'found':
        now.state = 'open';
        break;
      case 'facts-changed':
        must(!isCleared, deed);
        break;
      case 'cleared':
        must(!isCleared, deed);
        isCleared = true;
        break;
      case 'found-again':
        must(isCleared, deed);
        isCleared = false;
        break;
      case 'assigned':
        must(note !== now.assignee, deed);
        now.assignee = note;
        break;
      case 'noted':
        must(note !== now.note, deed);
        now.note = note;
        break;
      case 'resolved':
        must(now.state === 'open' && reason !== null && note !== null, deed);
        Object.assign(now, { state: 'resolved', reason, note });
        break;
      case 'reopened':
        must(now.state === 'resolved', deed);
        Object.assign(now, { state: 'open', reason: null, note: note ?? now.note });
        reopened += 1;
        break;
      default:
        throw new Error(`what is ${deed}?`);
    }
    if (facts !== null && deed !== 'resolved') evidence = facts;
  }
  return { ...now, reopened, isCleared, evidence: plain(JSON.parse(evidence)) };
}

/**
 * Every exception of the file that is not what its history says, that has no history, or whose key another one has; empty when all is well.
 * Through a connection of its own.
 */
export function contradictions(file: Database.Database): readonly string[] {
  const problems: string[] = [];
  const keys = new Set<string>();
  const rows: Record<string, unknown>[] = Object(file.prepare('SELECT * FROM exceptions').all());
  for (const row of rows) {
    const key = [row['profile_id'], row['kind'], row['list'], row['record_uuid']].join(' ');
    if (keys.has(key)) problems.push(`${key}: twice`);
    keys.add(key);
    const deeds: Deed[] = Object(
      file.prepare('SELECT * FROM exception_deeds WHERE exception_id = ? ORDER BY id').all(row['id']),
    );
    const { state, reason, note, assignee, reopened } = row;
    const is = { state, reason, note, assignee, reopened, isCleared: row['cleared_at'] !== null };
    const evidence = plain(JSON.parse(String(row['facts'])).evidence);
    try {
      const must = replay(deeds);
      if (JSON.stringify({ ...is, evidence }, sorted) !== JSON.stringify(must, sorted)) {
        problems.push(`${key}: is ${JSON.stringify({ ...is, evidence })}, by its history ${JSON.stringify(must)}`);
      }
    } catch (error) {
      problems.push(`${key}: ${String(error)}`);
    }
  }
  return problems;
}

/** Amounts without the zeros that say nothing: another notation of the same fact leaves no deed. */
function plain(evidence: Record<string, string | null>): Record<string, string | null> {
  const texts = Object.entries(evidence).map(([name, text]) => [
    name,
    text?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''),
  ]);
  return Object.fromEntries(texts);
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
