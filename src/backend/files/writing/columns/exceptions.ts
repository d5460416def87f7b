// The columns of the export of exceptions: the finding, its evidence, and what people did about it.
import type { Exception } from '../../../../domain/reconcile/exception.ts';
import { rowVersion, SHEET_COLUMNS } from '../../../../domain/reconcile/exception-sheet.ts';
import { stableJson } from '../../../../domain/kernel/fields.ts';
import { columnsOf, isTotalsLabel, totalsLabel } from '../table.ts';

/** An exception with its age when the file was written, in whole days. */
export interface AgedException extends Exception {
  readonly ageDays: number | null;
}

const { text, amount, number, instant, named } = columnsOf<AgedException>();

const SUMMED = ' with a difference';
const NOT_SUMMED = `${SUMMED}: no unit is named, so not summed`;

/** The label of the totals of a kind and unit: of so many exceptions that have a difference. */
export function exceptionsTotal(count: number, unit: string | null): string {
  return totalsLabel(count, unit === null ? NOT_SUMMED : SUMMED);
}

/** Is a text such a label? */
export function isExceptionsTotal(label: string): boolean {
  return isTotalsLabel(label, SUMMED) || isTotalsLabel(label, NOT_SUMMED);
}

/**
 * `evidence` holds the exact texts that the finding rests on, by the API's field names. What stands behind it is for the way back: a person fills
 * the last four in, and hands the sheet to the console again (sheet-rows.ts).
 */
export const EXCEPTION_COLUMNS = [
  text(SHEET_COLUMNS.id, ({ id }) => id),
  ...named('text', 'kind', 'list', 'recordUuid', 'label', 'customerId'),
  text('payment_method', ({ method }) => method),
  text('currency', ({ currency }) => currency),
  instant('record_at', ({ recordAt }) => recordAt),
  text('unit', ({ unit }) => unit),
  amount('delta', ({ delta }) => delta),
  ...named('text', 'state', 'assignee', 'due', 'reason', 'note'),
  number('age_days', ({ ageDays }) => ageDays),
  ...named('instant', 'firstSeenAt', 'clearedAt'),
  number('reopened', ({ reopened }) => reopened),
  instant('updated_at', ({ updatedAt }) => updatedAt),
  text('updated_by', ({ updatedBy }) => updatedBy),
  text('evidence', ({ evidence }) => stableJson(evidence)),
  text(SHEET_COLUMNS.version, ({ updatedAt }) => rowVersion(updatedAt)),
  text(SHEET_COLUMNS.action, () => null),
  text(SHEET_COLUMNS.reason, () => null),
  text(SHEET_COLUMNS.note, () => null),
  text(SHEET_COLUMNS.assignee, () => null),
] as const;
