// Rows that a long computation finds and the books keep: which write takes them. Run where the writer is, so that they never pass through the
// engine's own thread.
import type { MatchRow } from '../../domain/exports/report-job.ts';
import { fieldOf } from '../../domain/kernel/fields.ts';
import type { Books } from './books.ts';

export type RowsInto =
  | { readonly to: 'import'; readonly profileId: string; readonly id: string }
  | { readonly to: 'close'; readonly id: string }
  | { readonly to: 'adjustments'; readonly profileId: string }
  | { readonly to: 'findings'; readonly profileId: string; readonly run: string; readonly at: string }
  /** Standings of entries, and findings among them. */
  | { readonly to: 'matches'; readonly profileId: string; readonly run: string; readonly at: string };

/**
 * Stores the next rows, at most 1,000; `ordinal` counts the calls from zero. Answers how many of them count: findings seen for the first time in
 * their run, adjustments that are new, chunks of a close, else all. Rejects as the write does.
 */
export async function storeRows(
  write: Books['write'],
  into: RowsInto,
  ordinal: number,
  rows: readonly unknown[],
): Promise<number> {
  switch (into.to) {
    case 'import':
      await write('imports.append', { profileId: into.profileId, id: into.id, rows });
      return rows.length;
    case 'close':
      await write('closes.append', { id: into.id, ordinal, lines: rows.map(String) });
      return 1;
    case 'adjustments':
      return write('prior.append', { profileId: into.profileId, rows });
    case 'findings':
      return observe(write, into, rows);
    case 'matches':
      return storeMatches(write, into, rows.map(matchRowOf));
  }
}

type OfRun = Extract<RowsInto, { readonly run: string }>;

async function observe(
  write: Books['write'],
  { profileId, run, at }: OfRun,
  findings: readonly unknown[],
): Promise<number> {
  return (await write('exceptions.observe', { profileId, run, at, findings })).seen;
}

async function storeMatches(write: Books['write'], into: OfRun, rows: readonly MatchRow[]): Promise<number> {
  const { profileId, at } = into;
  const standings = rows.filter((row) => row.is === 'standing');
  const findings = rows.flatMap((row) => (row.is === 'finding' ? [row.finding] : []));
  if (standings.length > 0) await write('entries.settle', { profileId, at, standings });
  return findings.length > 0 ? observe(write, into, findings) : 0;
}

/** What the compute thread hands over is our own; the rest of the row is its type. */
function matchRowOf(row: unknown): MatchRow {
  if (isMatchRow(row)) return row;
  throw new Error('a match has handed over what is neither a standing nor a finding');
}

function isMatchRow(row: unknown): row is MatchRow {
  const is = fieldOf(row, 'is');
  return is === 'standing' || is === 'finding';
}
