// The adjustments that a figure of a statement counts: of one token, first seen within its period or before it.
import { Link, PageFrame, InZone, useRouteFilters } from '../../../ui/index.ts';
import { adjustmentsIn, periodWords, statementPath, tokenWords, usePeriod } from '../../../parts/index.ts';
import { AdjustmentsPanel } from './adjustments-panel.tsx';

/** Those of the address. */
export function AdjustmentsPage() {
  const route = useRouteFilters();
  const period = usePeriod();
  const { filter, seen } = adjustmentsIn(route, period);
  const when = seen === 'before' ? 'First seen before' : 'First seen in';
  return (
    <PageFrame
      title="Changed after their close"
      back={<Link to={statementPath(period)}>Statement, {periodWords(period)}</Link>}
      subtitle={`${when} ${periodWords(period)}, whole days of ${period.timeZone}${
        filter.token === undefined ? '' : `. ${tokenWords(filter.token)}`
      }`}
    >
      <InZone timeZone={period.timeZone}>
        <AdjustmentsPanel filter={filter} />
      </InZone>
    </PageFrame>
  );
}
