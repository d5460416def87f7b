// The columns of the exports of a statement, of the rows behind one of its lines, of its days, and of what has changed since a close.
import type { PriorPeriodAdjustment } from '../../../../domain/period/close.ts';
import { stableJson } from '../../../../domain/kernel/fields.ts';
import type { DayMovement } from '../../../../domain/period/movements.ts';
import type { StatementRow } from '../../../../domain/period/statement.ts';
import { columnsOf } from '../table.ts';

/** A figure of a statement: one of its lines, or what follows from them. */
export interface StatementFigure {
  readonly token: string | null;
  readonly figure: string;
  readonly amount: string | null;
  readonly count: number | null;
  readonly notShown: number | null;
  readonly remark: string | null;
  /** In the home currency; absent of what is not valued. */
  readonly home?: { readonly value: string | null; readonly currency: string; readonly unknown: number } | undefined;
}

const figure = columnsOf<StatementFigure>();

/** `count` and `not_shown` are rows of the line; those that the API does not show any more are in the amount. */
export const STATEMENT_COLUMNS = [
  ...figure.named('text', 'figure', 'token'),
  figure.amount('amount', ({ amount }) => amount),
  ...figure.named('number', 'count', 'notShown'),
  figure.text('remark', ({ remark }) => remark),
] as const;

/** `home_value` is empty of what is not valued and where of no row a rate is known; of `home_unknown` rows none is known. */
export const VALUED_STATEMENT_COLUMNS = [
  ...STATEMENT_COLUMNS,
  figure.amount('home_value', ({ home }) => home?.value ?? null),
  figure.text('home_currency', ({ home }) => home?.currency ?? null),
  figure.number('home_unknown', ({ home }) => home?.unknown ?? null),
] as const;

const row = columnsOf<StatementRow>();

/** `amount` is what counts in the line; `ended_at` is finished_at of an invoice, processed_at of a withdrawal. */
export const STATEMENT_ROW_COLUMNS = [
  ...row.named('text', 'uuid', 'list', 'label', 'status', 'token', 'currency'),
  row.amount('amount', ({ amount }) => amount),
  ...row.named('instant', 'createdAt', 'endedAt'),
  ...row.named('text', 'balanceType', 'actor'),
  row.instant('not_shown_since', ({ missingSince }) => missingSince),
  row.instant('read_at', ({ asOf }) => asOf),
] as const;

interface MovementRow extends DayMovement {
  readonly token: string;
}

const day = columnsOf<MovementRow>();

/** `movement` is credits − withdrawals, `cumulative` the sum of it since the first day. */
export const MOVEMENT_COLUMNS = [
  day.day('day', (movement) => movement.day),
  day.text('token', ({ token }) => token),
  day.number('credit_count', ({ creditCount }) => creditCount),
  day.amount('credits', ({ credits }) => credits),
  day.number('withdrawal_count', ({ withdrawalCount }) => withdrawalCount),
  ...day.named('amount', 'withdrawals', 'movement', 'cumulative'),
] as const;

const change = columnsOf<PriorPeriodAdjustment>();

/** `amount` is what the closed figures would have been moved by; they never move. */
export const PRIOR_PERIOD_COLUMNS = [
  ...change.named('text', 'recordUuid', 'closeId', 'list', 'label', 'token'),
  change.amount('amount', ({ amount }) => amount),
  change.text('before', ({ before }) => (before === null ? null : stableJson(before))),
  change.text('after', ({ after }) => (after === null ? null : stableJson(after))),
  change.instant('first_seen_at', ({ firstSeenAt }) => firstSeenAt),
] as const;
