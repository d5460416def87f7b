// The facts of a period out of a mirror, each with the line that it is in.
import type { CloseFact } from '../../../domain/period/close.ts';
import { FACT_LISTS } from '../../../domain/kernel/finding.ts';
import type { PeriodBounds } from '../../../domain/period/period.ts';
import type { StatementLineKind } from '../../../domain/period/statement.ts';
import { boundKeys, creditLine, withdrawalLine } from '../../../reconciliation/period/statement.ts';
import { type CloseRow, closeRows } from '../../mirror/period/close-facts.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';

/** Invoices, then withdrawals, each by uuid: the order of the canonical form. */
export function* closeFacts(database: SqliteDatabase, bounds: PeriodBounds): IterableIterator<CloseFact> {
  const keys = boundKeys(bounds);
  for (const list of FACT_LISTS) {
    for (const row of closeRows(database, list, bounds)) {
      const line = lineOf(row, keys);
      if (line !== null) yield factOf(row, line);
    }
  }
}

function lineOf(
  { list, status, amount, createdKey, endedKey }: CloseRow,
  keys: PeriodBounds,
): StatementLineKind | null {
  return list === 'invoices'
    ? creditLine({ status, amount, createdKey, finishedKey: endedKey }, keys)
    : withdrawalLine({ status, createdKey, processedKey: endedKey }, keys);
}

function factOf(row: CloseRow, line: StatementLineKind): CloseFact {
  const { list, uuid, label, status, token, currency, amount, createdAt, endedAt, asOf } = row;
  const { balanceType, actor, networkCommission, amountToSend } = row;
  const split = list === 'withdrawals' ? { balanceType, actor, networkCommission, amountToSend } : null;
  return { list, uuid, line, label, status, token, currency, amount, createdAt, endedAt, asOf, split };
}
