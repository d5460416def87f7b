// What the mirror adds up of a period, as several screens show it.
import type { Period } from '../../../domain/period/period.ts';
import { useCall } from '../../bridge/index.ts';

/** The days of a token: what each brought and took. */
export function useMovements(period: Period, token: string) {
  const of = JSON.stringify([period, token]);
  return useCall('reconciliation.movements', { period, token }, { refreshOn: ['invoices', 'withdrawals'], of });
}

/** The estimated fees; `byDay`: of each day as well; `byMonth`: of each month. */
export function useFeeTotals(period: Period, { byDay = false, byMonth = false, enabled = true } = {}) {
  const of = JSON.stringify(period);
  const input = { period, byDay, ...(byMonth ? { byMonth } : {}) };
  return useCall('reconciliation.feeTotals', input, { enabled, refreshOn: ['invoices', 'withdrawals'], of });
}
