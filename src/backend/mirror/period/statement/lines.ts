// The lines of a period statement as SQL conditions: what reconciliation/period/statement says of a record, said of its row,
// once for all who show the rows behind a line.
import type { PeriodBounds } from '../../../../domain/period/period.ts';
import { INVOICE_STATUSES } from '../../../../domain/records/invoice.ts';
import {
  CREDIT_TOKEN,
  isCreditLine,
  STATEMENT_LINES,
  type StatementLineKind,
} from '../../../../domain/period/statement.ts';
import { WITHDRAWAL_STATUSES } from '../../../../domain/records/withdrawal.ts';
import type { SqlValue } from '../../../sqlite/database.ts';
import type { MirrorList } from '../../kernel/answers.ts';
import { requireInstant } from '../../kernel/freshness.ts';

/** A condition over `invoices AS i` or `withdrawals AS w`, and the order of its rows. */
export interface LineCondition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Latest first, without the "ORDER BY". */
  readonly order: string;
  /** The index that holds what is asked for; empty where there is none to name. */
  readonly access: string;
}

export interface LineQuery {
  readonly bounds: PeriodBounds;
  /** Null: withdrawals of which the API names no token. */
  readonly token: string | null;
  readonly line: StatementLineKind;
}

const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(', ');

/** In any status that the specification does not name. */
export const UNKNOWN_INVOICE_STATUS = `i.status NOT IN (${words(INVOICE_STATUSES)})`;
const UNKNOWN_WITHDRAWAL_STATUS = `w.status NOT IN (${words(WITHDRAWAL_STATUSES)})`;
const FINAL = `w.status IN ('approved', 'rejected')`;

const FINISHED_FIRST = 'i.finished_at_key DESC, i.uuid';
const CREATED_FIRST = 'w.created_at_key DESC NULLS LAST, w.uuid';
const PROCESSED_FIRST = 'w.processed_at_key DESC NULLS LAST, w.uuid';

interface Term {
  readonly sql: string;
  /** Which ends of the period its parameters are. */
  readonly ends: readonly (keyof PeriodBounds)[];
  readonly order: string;
  readonly access?: string;
}

const TERMS: Readonly<Record<StatementLineKind, Term>> = {
  credits: {
    sql: `i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ? AND i.settled_amount_usdt IS NOT NULL`,
    ends: ['from', 'to'],
    order: FINISHED_FIRST,
    access: 'INDEXED BY invoices_by_finished',
  },
  'credits-without-amount': {
    sql: `i.status = 'success' AND i.settled_amount_usdt IS NULL AND i.finished_at_key >= ? AND i.finished_at_key < ?`,
    ends: ['from', 'to'],
    order: FINISHED_FIRST,
    access: 'INDEXED BY invoices_uncredited',
  },
  'credits-without-date': {
    sql: `i.status = 'success' AND i.finished_at_key IS NULL`,
    ends: [],
    order: 'i.uuid',
    access: 'INDEXED BY invoices_by_finished',
  },
  'credits-unknown-status': {
    sql: `${UNKNOWN_INVOICE_STATUS} AND (i.created_at_key < ? OR i.created_at_key IS NULL)`,
    ends: ['to'],
    order: 'i.created_at_key DESC NULLS LAST, i.uuid',
    access: 'INDEXED BY invoices_by_status',
  },
  withdrawals: {
    sql: `w.status = 'approved' AND w.processed_at_key >= ? AND w.processed_at_key < ?`,
    ends: ['from', 'to'],
    order: PROCESSED_FIRST,
  },
  'withdrawals-without-date': {
    sql: `w.status = 'approved' AND w.processed_at_key IS NULL`,
    ends: [],
    order: CREATED_FIRST,
  },
  'reserved-pending': {
    sql: `w.status = 'pending' AND w.created_at_key < ?`,
    ends: ['to'],
    order: CREATED_FIRST,
  },
  'reserved-processed-later': {
    sql: `${FINAL} AND w.created_at_key < ? AND w.processed_at_key >= ?`,
    ends: ['to', 'to'],
    order: CREATED_FIRST,
  },
  'reserved-without-date': {
    sql: `w.created_at_key IS NULL AND (w.status = 'pending' OR ${FINAL} AND w.processed_at_key >= ?)`,
    ends: ['to'],
    order: PROCESSED_FIRST,
  },
  rejected: {
    sql: `w.status = 'rejected' AND w.processed_at_key >= ? AND w.processed_at_key < ?`,
    ends: ['from', 'to'],
    order: PROCESSED_FIRST,
  },
  'rejected-without-date': {
    sql: `w.status = 'rejected' AND w.processed_at_key IS NULL`,
    ends: [],
    order: CREATED_FIRST,
  },
  'unknown-status': {
    sql: `${UNKNOWN_WITHDRAWAL_STATUS} AND (w.created_at_key < ? OR w.created_at_key IS NULL)`,
    ends: ['to'],
    order: CREATED_FIRST,
  },
};

/** The rows behind a line. A line of credits has rows in the token of the credits only. */
export function lineCondition({ bounds, token, line }: LineQuery): LineCondition {
  const { sql, ends, order, access = '' } = TERMS[line];
  const parameters = ends.map((end) => requireInstant(bounds[end]));
  // A term over no column is looked at once, not a row.
  const ofToken = isCreditLine(line) ? `? IS '${CREDIT_TOKEN}'` : 'w.token IS ?';
  return { sql: `${sql} AND ${ofToken}`, parameters: [...parameters, token], order, access };
}

/** The rows of a list that are in any line, whatever their token: what a statement rests on. */
export function inAnyLine(
  list: MirrorList,
  bounds: PeriodBounds,
): { readonly sql: string; readonly parameters: readonly SqlValue[] } {
  const terms = STATEMENT_LINES.filter((line) => isCreditLine(line) === (list === 'invoices')).map(
    (line) => TERMS[line],
  );
  return {
    sql: `(${terms.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    parameters: terms.flatMap(({ ends }) => ends.map((end) => requireInstant(bounds[end]))),
  };
}
