/** The columns of the export of exceptions: the finding, its evidence, and what people did about it. Not here: the findings (reconciliation). */
import type { Exception } from '../../domain/exception.ts';
import { stableJson } from '../../domain/fields.ts';
import { columnsOf } from './table.ts';

/** An exception with its age when the file was written, in whole days. */
export interface AgedException extends Exception {
  readonly ageDays: number | null;
}

const { text, number, instant } = columnsOf<AgedException>();

/** `evidence` holds the exact texts that the finding rests on, by the API's field names. */
export const EXCEPTION_COLUMNS = [
  text('exception_id', ({ id }) => id),
  text('kind', ({ kind }) => kind),
  text('list', ({ list }) => list),
  text('record_uuid', ({ recordUuid }) => recordUuid),
  text('label', ({ label }) => label),
  text('customer_id', ({ customerId }) => customerId),
  text('payment_method', ({ method }) => method),
  text('currency', ({ currency }) => currency),
  instant('record_at', ({ recordAt }) => recordAt),
  text('unit', ({ unit }) => unit),
  number('delta', ({ delta }) => delta),
  text('state', ({ state }) => state),
  text('assignee', ({ assignee }) => assignee),
  text('reason', ({ reason }) => reason),
  text('note', ({ note }) => note),
  number('age_days', ({ ageDays }) => ageDays),
  instant('first_seen_at', ({ firstSeenAt }) => firstSeenAt),
  instant('cleared_at', ({ clearedAt }) => clearedAt),
  number('reopened', ({ reopened }) => reopened),
  instant('updated_at', ({ updatedAt }) => updatedAt),
  text('updated_by', ({ updatedBy }) => updatedBy),
  text('evidence', ({ evidence }) => stableJson(evidence)),
] as const;
