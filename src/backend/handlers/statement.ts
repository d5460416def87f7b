/** Handlers of tie-out, take rates and statement. */
import { statementCodec } from '../../contract/calls/statement.ts';
import type { CallOutput } from '../../contract/calls.ts';
import { fieldOf } from '../../domain/fields.ts';
import { type Period, type PeriodBounds, periodBounds } from '../../domain/period.ts';
import type { Statement, TypedBalance } from '../../domain/statement.ts';
import { DEFAULT_TOLERANCE } from '../../domain/take-rate.ts';
import type { TieCounts, TieCoverage, TieOutReport } from '../../domain/tie-out.ts';
import type { CallContext, HandlersFor } from './handler.ts';

export function statementHandlers(): HandlersFor<
  | 'reconciliation.tieOut'
  | 'reconciliation.tieRows'
  | 'reconciliation.statement'
  | 'reconciliation.statementRows'
  | 'reconciliation.movements'
  | 'reconciliation.takeRates'
> {
  return {
    'reconciliation.tieOut': async ({ period }, call) => {
      const { reports, context } = call.business();
      const job = { kind: 'tie-out', profileId: context.profileId, bounds: boundsOrNull(period) } as const;
      const { result, computedAt } = await reports.result(job, call.signal);
      return { report: result, computedAt };
    },
    'reconciliation.tieRows': async ({ period, ...query }, call) => {
      const { mirror, reports, context } = call.business();
      const bounds = boundsOrNull(period);
      const { rows, total } = await mirror.read('tie.rows', { ...query, bounds });
      if (total !== null) return { rows: [...rows], total };
      // The report that stands above the list, mostly kept.
      const job = { kind: 'tie-out', profileId: context.profileId, bounds } as const;
      const { result } = await reports.result(job, call.signal);
      return { rows: [...rows], total: countOfReport(result, query) };
    },
    'reconciliation.statement': ({ period, typed }, context) => statementOf(period, typed ?? [], context),
    'reconciliation.statementRows': async ({ period, ...query }, call) => {
      const { reports, context, mirror } = call.business();
      const closeId = await closeIdOf(period, call);
      if (closeId === null) {
        const { rows, total } = await mirror.read('statement.rows', { ...query, bounds: boundsOf(period) });
        return { rows: [...rows], total, source: 'mirror' };
      }
      const job = { kind: 'locked-rows', profileId: context.profileId, closeId, ...query } as const;
      const { rows, total } = (await reports.result(job, call.signal)).result;
      return { rows: [...rows], total, source: 'locked' };
    },
    'reconciliation.movements': async ({ period, token }, call) => {
      const { reports, context } = call.business();
      const closeId = await closeIdOf(period, call);
      const job = { kind: 'movements', profileId: context.profileId, period, token, closeId } as const;
      const { result, computedAt } = await reports.result(job, call.signal);
      return { days: [...result], computedAt, source: closeId === null ? 'mirror' : 'locked' };
    },
    'reconciliation.takeRates': async (input, call) => {
      const { reports, context } = call.business();
      const { period, tolerance = DEFAULT_TOLERANCE, method = null, kind = null, offset, limit } = input;
      const query = { bounds: boundsOrNull(period), tolerance, method, estimate: kind, offset, limit };
      const job = { kind: 'take-rates', profileId: context.profileId, ...query } as const;
      return (await reports.result(job, call.signal)).result;
    },
  };
}

function countOfReport(
  { invoices, currencies }: TieOutReport,
  { coverage, currency }: { readonly coverage?: TieCoverage | undefined; readonly currency?: string | undefined },
): number {
  const counts: TieCounts | undefined =
    currency === undefined ? invoices : currencies.find((totals) => totals.currency === currency);
  return counts?.[coverage ?? 'count'] ?? 0;
}

/** The close of exactly this period; null when it is open. */
export async function closeIdOf(period: Period, call: CallContext): Promise<string | null> {
  const { books, profileId } = call.business().context;
  return (await books.read('closes.ofPeriod', { profileId, bounds: boundsOf(period) }))?.id ?? null;
}

/** What was locked of exactly this period; null when it is open. */
export async function lockedStatementOf(
  period: Period,
  call: CallContext,
): Promise<{ readonly statement: Statement; readonly closeId: string } | null> {
  const { books, profileId } = call.business().context;
  const closed = await books.read('closes.ofPeriod', { profileId, bounds: boundsOf(period) });
  return closed === null ? null : { statement: lockedStatement(closed).statement, closeId: closed.id };
}

/** A closed period answers what was locked; only an open one is computed. */
async function statementOf(
  period: Period,
  typed: readonly TypedBalance[],
  call: CallContext,
): Promise<CallOutput<'reconciliation.statement'>> {
  const { reports, context } = call.business();
  const { books, profileId } = context;
  const closed = await books.read('closes.ofPeriod', { profileId, bounds: boundsOf(period) });
  const answer =
    closed === null
      ? await reports
          .result({ kind: 'statement', profileId, period, typed }, call.signal)
          .then(({ result, computedAt }) => ({ statement: result, closeId: null, computedAt }))
      : lockedStatement(closed);
  const last = await books.read('closes.last', { profileId });
  const lastClose = last === null ? null : { id: last.id, to: last.period.to, timeZone: last.period.timeZone };
  return { ...answer, lastClose };
}

function lockedStatement(closed: {
  readonly id: string;
  readonly document: string;
}): Omit<CallOutput<'reconciliation.statement'>, 'lastClose'> {
  const document: unknown = JSON.parse(closed.document);
  return {
    statement: statementCodec.parse(fieldOf(document, 'statement')),
    closeId: closed.id,
    computedAt: String(fieldOf(document, 'closedAt')),
  };
}

/** The instants of a period that may be absent. */
export function boundsOrNull(period: Period | undefined): PeriodBounds | null {
  return period === undefined ? null : boundsOf(period);
}

/** The call's codec has looked at it. */
export function boundsOf(period: Period): PeriodBounds {
  const bounds = periodBounds(period);
  if (bounds === null) throw new RangeError('the period has no bounds');
  return bounds;
}
