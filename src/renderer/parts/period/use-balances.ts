// The balances that a person types for a period: where they are kept (the address, with the period whose they are),
// which of them are in force, and why nothing may leave the console meanwhile.
import { useMemo } from 'react';
import type { Period } from '../../../domain/period/period.ts';
import type { TypedBalance } from '../../../domain/period/statement.ts';
import { useRouteFilters } from '../../ui/window/route.ts';
import { type Balance, typedIn, withRead, withTyped, wrongIn, wrongWords } from './statement-address.ts';

export interface TypedBalances {
  /** Those in force. */
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
