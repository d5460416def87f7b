/** Handlers of tie-out, take rates and statement. */
import type { statementCalls } from '../../contract/calls/statement.ts';
import type { CallOutput } from '../../contract/calls.ts';
import type { Close } from '../../domain/period/close.ts';
import { boundsOrNull, type Period, requireBounds } from '../../domain/period/period.ts';
import type { TypedBalance } from '../../domain/period/statement.ts';
import { DEFAULT_TOLERANCE } from '../../domain/reconcile/take-rate.ts';
import { countOfSelection, type TieOut, type TieSelection } from '../../domain/reconcile/tie-out.ts';
import type { CallContext, HandlersOf } from './kernel/handler.ts';

export function statementHandlers(): HandlersOf<typeof statementCalls> {
  return {
    'reconciliation.tieOut': async ({ period }, { business, signal }) => {
      const { reports, context } = business;
      const job = { kind: 'tie-out', profileId: context.profileId, bounds: boundsOrNull(period), period } as const;
      const { result, computedAt } = await reports.result(job, signal);
      return { report: result, computedAt };
    },
    'reconciliation.tieRows': async ({ period, offset, limit, ...query }, { business, signal }) => {
      const { mirror, reports, context } = business;
      const bounds = boundsOrNull(period);
      if (query.coverage === undefined && query.differs === undefined) {
        const { rows, total } = await mirror.read('tie.rows', { ...query, offset, limit, bounds });
        return { rows, total: total ?? rows.length };
      }
      const { profileId } = context;
      // The report that stands above the list, mostly kept.
      const { result } = await reports.result({ kind: 'tie-out', profileId, bounds, period }, signal);
      const rows = await fromBlocks({ offset, limit }, async (block) => {
        const job = { kind: 'tie-rows', profileId, bounds, period, ...query, ...block } as const;
        return (await reports.result(job, signal)).result;
      });
      return { rows, total: countOfReport(result, query) };
    },
    'reconciliation.statement': ({ period, typed, supersedes }, context) =>
      statementOf(period, typed ?? [], supersedes, context),
    'reconciliation.statementRows': async ({ period, ...query }, call) => {
      const { reports, context, mirror } = call.business;
      const closeId = await closeIdOf(period, call);
      if (closeId === null) {
        const { rows, total } = await mirror.read('statement.rows', { ...query, bounds: requireBounds(period) });
        return { rows, total, source: 'mirror', keepsSplits: true };
      }
      const job = { kind: 'locked-rows', profileId: context.profileId, closeId, ...query } as const;
      const { rows, ...found } = (await reports.result(job, call.signal)).result;
      return { ...found, rows, source: 'locked' };
    },
    'reconciliation.movements': async ({ period, token }, call) => {
      const { reports, context } = call.business;
      const closeId = await closeIdOf(period, call);
      const job = { kind: 'movements', profileId: context.profileId, period, token, closeId } as const;
      const { result, computedAt } = await reports.result(job, call.signal);
      return { days: result, computedAt, source: closeId === null ? 'mirror' : 'locked' };
    },
    'reconciliation.feeTotals': async ({ period, byDay = false, byMonth = false }, { business, signal }) => {
      const { reports, context } = business;
      const by = byMonth ? 'month' : 'day';
      const spans = period !== undefined && (byDay || byMonth) ? ({ timeZone: period.timeZone, by } as const) : null;
      const query = { bounds: boundsOrNull(period), period, spans };
      const job = { kind: 'fee-totals', profileId: context.profileId, ...query } as const;
      const { result, computedAt } = await reports.result(job, signal);
      return { ...result, computedAt };
    },
    'reconciliation.feeRows': async ({ period, offset, limit, ...asked }, { business, signal }) => {
      const { reports, context } = business;
      const job = {
        kind: 'fee-rows',
        profileId: context.profileId,
        bounds: boundsOrNull(period),
        period,
        ...asked,
      } as const;
      const report = (block: PageWindow) => reports.result({ ...job, ...block }, signal);
      const rows = await fromBlocks({ offset, limit }, async (block) => (await report(block)).result.rows);
      return { ...(await report(blockOf(offset))).result, rows };
    },
    'reconciliation.takeRates': async (input, { business, signal }) => {
      const { reports, context } = business;
      const {
        period,
        tolerance = DEFAULT_TOLERANCE,
        method = null,
        currency = null,
        kind = null,
        offset,
        limit,
      } = input;
      const query = { bounds: boundsOrNull(period), period, tolerance, method, currency, estimate: kind };
      const job = { kind: 'take-rates', profileId: context.profileId, ...query } as const;
      const report = (block: PageWindow) => reports.result({ ...job, ...block }, signal);
      const rows = await fromBlocks({ offset, limit }, async (block) => (await report(block)).result.rows);
      return { ...(await report(blockOf(offset))).result, rows };
    },
  };
}

function countOfReport(
  report: TieOut,
  { currency, ...asked }: TieSelection & { readonly currency?: string | undefined },
): number {
  if (currency === undefined) return countOfSelection(report, asked);
  return report.currencies.find((totals) => totals.currency === currency)?.[asked.coverage ?? 'count'] ?? 0;
}

/** The close of exactly this period; null when it is open. */
export async function closeIdOf(period: Period, call: CallContext): Promise<string | null> {
  const { books, profileId } = call.business.context;
  return (await books.read('closes.ofPeriod', { profileId, bounds: requireBounds(period) }))?.id ?? null;
}

/** A closed period answers what was locked; only an open one is computed. */
async function statementOf(
  period: Period,
  typed: readonly TypedBalance[],
  supersedes: string | undefined,
  call: CallContext,
): Promise<CallOutput<'reconciliation.statement'>> {
  const { reports, context } = call.business;
  const { books, profileId } = context;
  const closed = await books.read('closes.ofPeriod', { profileId, bounds: requireBounds(period) });
  const answer =
    closed === null || closed.id === supersedes
      ? await reports
          .result({ kind: 'statement', profileId, period, typed, supersedes }, call.signal)
          .then(({ result, computedAt }) => ({ statement: result, closeId: null, computedAt, unknown: [] }))
      : lockedAnswer(closed);
  const last = await books.read('closes.last', { profileId });
  const lastClose = last === null ? null : { id: last.id, to: last.period.to, timeZone: last.period.timeZone };
  return { ...answer, lastClose };
}

function lockedAnswer({ id, document, unknown }: Close): Omit<CallOutput<'reconciliation.statement'>, 'lastClose'> {
  const { statement, closedAt } = document;
  return { statement, closeId: id, computedAt: closedAt, unknown };
}

export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
}

/** Pages of rows that cost a pass over everything: so many are computed at once and kept, and the pages beside the first cost nothing. As many as a message between threads may carry. */
const BLOCK = 1_000;

/** The block that the row at that place lies in. */
function blockOf(offset: number): PageWindow {
  return { offset: offset - (offset % BLOCK), limit: BLOCK };
}

/** The rows of a page out of the blocks that it lies in. */
export async function fromBlocks<Row>(
  { offset, limit }: PageWindow,
  read: (block: PageWindow) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const first = blockOf(offset);
  const rows: Row[] = [];
  for (let from = first.offset; from < offset + limit; from += BLOCK) rows.push(...(await read(blockOf(from))));
  return rows.slice(offset - first.offset, offset - first.offset + limit);
}
