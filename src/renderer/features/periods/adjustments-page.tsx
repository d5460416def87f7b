/**
 * The adjustments that a figure of a statement counts: of one token, first seen within its period or before it. Not here: the list
 * (adjustments-panel.tsx), what a figure's address says (ui/period).
 */
import { type ReactNode, useMemo } from 'react';
import {
  adjustmentsIn,
  hashHref,
  PageFrame,
  periodOrLastMonth,
  periodWords,
  statementPath,
  tokenWords,
  UiProvider,
  useNow,
  useRouteFilters,
  useUi,
} from '../../ui/index.ts';
import { AdjustmentsPanel } from './adjustments-panel.tsx';

const HOUR_MS = 3_600_000;

/** Those of the address. */
export function AdjustmentsPage(): ReactNode {
  const route = useRouteFilters();
  const ui = useUi();
  const hour = useNow(HOUR_MS);
  const period = useMemo(() => periodOrLastMonth(route, hour, ui.timeZone), [route, hour, ui.timeZone]);
  const { filter, seen } = adjustmentsIn(route, period);
  const when = seen === 'before' ? 'First seen before' : 'First seen in';
  return (
    <PageFrame
      title="Prior-period adjustments"
      back={
        <a className="mc-link" href={hashHref(statementPath(period))}>
          Statement, {periodWords(period)}
        </a>
      }
      subtitle={`${when} ${periodWords(period)}, whole days of ${period.timeZone}${
        filter.token === undefined ? '' : `. ${tokenWords(filter.token)}`
      }`}
    >
      <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
        <AdjustmentsPanel filter={filter} />
      </UiProvider>
    </PageFrame>
  );
}
