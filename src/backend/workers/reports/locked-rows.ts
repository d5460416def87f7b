// The rows behind a figure of a closed period, as they were locked: from the text of the close, not from the mirror, which may say otherwise by now.
import { type CloseFact, keepsSplits } from '../../../domain/period/close.ts';
import type { LockedRowsJob, ReportResults } from '../../../domain/exports/report-job.ts';
import type { StatementLineKind, StatementRow } from '../../../domain/period/statement.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import type { MovementFact } from '../../../reconciliation/period/movements.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { closeOf } from '../exports/locked.ts';
import { type JobControl, Pace } from '../exports/pace.ts';
import type { ReportContext } from './context.ts';
import { lockedFacts } from './locked-facts.ts';

/** A line of a close: its token, null for withdrawals of which the API named none. */
interface LockedLine {
  readonly closeId: string;
  readonly token: string | null;
  readonly line: StatementLineKind;
}

/** A page of a line in the order of the close: by uuid. Throws FailureError `cancelled`, and StoreError `corrupt`. */
export function lockedRowsReport(
  { books }: ReportContext,
  { profileId, offset, limit, ...query }: LockedRowsJob,
  control: JobControl,
): ReportResults['locked-rows'] {
  const pace = new Pace(0, control);
  const rows: StatementRow[] = [];
  let total = 0;
  for (const row of eachLockedRow(books.database, query)) {
    if (total >= offset && rows.length < limit) rows.push(row);
    total += 1;
    pace.step();
  }
  return { rows, total, keepsSplits: keepsSplits(closeOf(books, { profileId, closeId: query.closeId }).document) };
}

/**
 * All rows of a line, by uuid. What a close does not keep is null: whether the API shows the record still, and of form 1 balance type and actor
 * (keepsSplits).
 */
export function* eachLockedRow(
  database: SqliteDatabase,
  { closeId, line, token }: LockedLine,
): IterableIterator<StatementRow> {
  for (const fact of lockedFacts(database, closeId)) {
    if (fact.line === line && fact.token === token) yield rowOf(fact);
  }
}

function rowOf({ line: _line, split, ...fact }: CloseFact): StatementRow {
  return { ...fact, balanceType: split?.balanceType ?? null, actor: split?.actor ?? null, missingSince: null };
}

export function* eachLockedMovement(
  database: SqliteDatabase,
  { closeId, token }: { readonly closeId: string; readonly token: string },
): IterableIterator<MovementFact> {
  for (const { line, amount, endedAt, token: of } of lockedFacts(database, closeId)) {
    if (of !== token || (line !== 'credits' && line !== 'withdrawals')) continue;
    const key = endedAt === null ? null : instantKey(endedAt);
    if (key === null || amount === null) throw new Error(`a locked fact of ${line} without its date or amount`);
    yield { kind: line === 'credits' ? 'credit' : 'withdrawal', key, amount };
  }
}
