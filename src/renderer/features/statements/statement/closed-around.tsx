// How the days of a period stand to the closed ones: an open period may lie within one, or reach into it, and then "not closed" would be wrong.
import type { CallOutput } from '../../../../contract/calls.ts';
import { type Period, periodBounds } from '../../../../domain/period/period.ts';
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { useCall } from '../../../bridge/index.ts';
import { Link, Notice } from '../../../ui/index.ts';
import { periodWords, statementPath } from '../../../parts/index.ts';

type ListedClose = CallOutput<'periods.list'>['rows'][number];

/** `apart`: no day of it is closed; `reaches`: some are; `within`: all are. */
export type ClosedExtent = 'apart' | 'reaches' | 'within';

export interface ClosedAround {
  readonly extent: ClosedExtent;
  /** The closed periods that share instants with it, the latest first. */
  readonly closes: readonly ListedClose[];
}

/** As many as a page may have: a month each, they reach back sixteen years. */
const MAX_CLOSES = 200;

/** The closed periods around an open one; null while they are read, and of days that lie before all that were read. */
export function useClosedAround(period: Period): ClosedAround | null {
  const { data } = useCall('periods.list', { offset: 0, limit: MAX_CLOSES }, { refreshOn: ['periods'] });
  if (data === undefined) return null;
  const isBeforeThem = data.rows.every((close) => spanOf(period).from < spanOf(close.period).from);
  return isBeforeThem && data.total > data.rows.length ? null : closedAround(period, data.rows);
}

/** Pure. Closed periods follow one another without a gap, so those that share instants with a period are one stretch. */
export function closedAround(period: Period, closes: readonly ListedClose[]): ClosedAround {
  const own = spanOf(period);
  const shared = closes.filter((close) => {
    const span = spanOf(close.period);
    return span.from < own.to && own.from < span.to;
  });
  if (shared.length === 0) return { extent: 'apart', closes: [] };
  const spans = shared.map((close) => spanOf(close.period));
  const isWithin =
    Math.min(...spans.map(({ from }) => from)) <= own.from && Math.max(...spans.map(({ to }) => to)) >= own.to;
  return { extent: isWithin ? 'within' : 'reaches', closes: shared };
}

function spanOf(period: Period): { readonly from: number; readonly to: number } {
  const bounds = periodBounds(period);
  return { from: toEpochMs(bounds?.from ?? '') ?? 0, to: toEpochMs(bounds?.to ?? '') ?? 0 };
}

/** How the period stands, to go on a line: ", not closed". */
export const EXTENT_WORDS: Readonly<Record<ClosedExtent, string>> = {
  apart: 'not closed',
  reaches: 'partly within a closed period',
  within: 'within a closed period',
};

/** Where the locked figures of these days are, and what is shown instead. Nothing where no day is closed. */
export function ClosedAroundNotice({ around }: { readonly around: ClosedAround | null }) {
  if (around === null || around.extent === 'apart') return null;
  const title =
    around.extent === 'within'
      ? 'These days lie within a closed period'
      : 'Some of these days lie within a closed period';
  return (
    <Notice tone="quiet" title={title}>
      What is shown here is what the mirror has now. The figures that were locked, and what has changed since, are in
      the statement of{' '}
      {around.closes.map(({ id, period }, at) => (
        <span key={id}>
          {at === 0 ? '' : ', '}
          <Link to={statementPath(period)} inline>
            {periodWords(period)}
          </Link>
        </span>
      ))}
      .
    </Notice>
  );
}
