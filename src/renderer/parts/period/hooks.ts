// The period that a screen is about: its days as the address names them, what the mirror adds up of it, and the balances that a person types for it.
import { useMemo } from 'react';
import type { Period } from '../../../domain/period/period.ts';
import { DAY_STEP_MS, useNow } from '../../ui/window/clock.ts';
import { useUi } from '../../ui/window/environment.tsx';
import { useRouteFilters } from '../../ui/window/route.ts';
import { periodOrLastMonth } from './address.ts';
import { useCall } from '../../bridge/index.ts';
import type { TypedBalance } from '../../../domain/period/statement.ts';
import { type Balance, typedIn, withRead, withTyped, wrongIn, wrongWords } from './statement-address.ts';

/** The period of the address, else the last whole month of its zone; the same object until one of both changes. */
export function usePeriod(): Period {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const now = useNow(DAY_STEP_MS);
  return useMemo(() => periodOrLastMonth(route, now, timeZone), [route, now, timeZone]);
}

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

export interface TypedBalances {
  readonly typed: readonly TypedBalance[];
  /** The text that stands in a field; empty where nothing does. */
  readonly textOf: (balance: Balance, token: string) => string;
  /** Takes what was typed; an empty text takes the balance away. */
  readonly type: (balance: Balance, token: string, text: string) => void;
  /** Takes when the dashboard showed the closing of a token; null: at the end of the period. */
  readonly readAt: (token: string, at: string | null) => void;
  /** Why nothing may be printed, exported or locked: a field holds what is no amount. Null when none does. */
  readonly bar: string | null;
}

export function useBalances(period: Period): TypedBalances {
  const route = useRouteFilters();
  return useMemo(() => {
    const typed = typedIn(route, period);
    const wrong = wrongIn(route, period);
    const [first] = wrong;
    return {
      typed,
      textOf: (balance, token) =>
        wrong.find((one) => one.balance === balance && one.token === token)?.text ??
        typed.find((one) => one.token === token)?.[balance] ??
        '',
      type: (balance, token, text) =>
        route.change(withTyped(route, period, { balance, token, text }), { replace: true }),
      readAt: (token, readAt) => route.change(withRead(route, period, { token, readAt }), { replace: true }),
      bar: first === undefined ? null : wrongWords(first),
    };
  }, [route, period]);
}
