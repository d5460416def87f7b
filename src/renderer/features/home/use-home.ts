/** What Home asks of the engine: the same for the period and for the days that it is compared with. */
import { useMemo } from 'react';
import { SETTLEMENT_TOKEN } from '../../../domain/invoice.ts';
import type { DayMovement } from '../../../domain/movements.ts';
import { useCall } from '../../bridge/index.ts';
import type { Known } from './figures.ts';
import { createdIn, type Days, finishedIn, periodOf } from './period.ts';

const KINDS = ['invoices', 'withdrawals'] as const;

export interface HomeAnswer extends Known {
  readonly failure: ReturnType<typeof useCall<'overview.totals'>>['failure'];
  readonly refresh: () => void;
}

/** Credits by day, of days that only the picture shows. Undefined until they are known. */
export function useDays(days: Days, timeZone: string): readonly DayMovement[] | undefined {
  const period = useMemo(() => periodOf(days, timeZone), [days, timeZone]);
  const options = { refreshOn: KINDS, of: JSON.stringify(period) };
  return useCall('reconciliation.movements', { period, token: SETTLEMENT_TOKEN }, options).data?.days;
}

/** The answers of a range of days. */
export function useHome(days: Days, timeZone: string): HomeAnswer {
  const asked = useMemo(
    () => ({
      finished: finishedIn(days, timeZone),
      created: createdIn(days, timeZone),
      period: periodOf(days, timeZone),
    }),
    [days, timeZone],
  );
  const options = { refreshOn: KINDS, of: JSON.stringify(asked.period) };
  const finished = useCall('overview.totals', { filter: asked.finished }, options);
  const created = useCall('overview.totals', { filter: asked.created }, options);
  const fees = useCall('reconciliation.feeTotals', { period: asked.period }, options);
  const movements = useCall('reconciliation.movements', { period: asked.period, token: SETTLEMENT_TOKEN }, options);
  return {
    finished: finished.data,
    created: created.data,
    fees: fees.data,
    movements: movements.data,
    failure: finished.failure ?? created.failure ?? fees.failure ?? movements.failure,
    refresh: () => {
      for (const { refresh } of [finished, created, fees, movements]) refresh();
    },
  };
}
