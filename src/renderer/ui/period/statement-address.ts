/**
 * What the address of a statement says besides its period: the balances that a person typed, and the line whose rows are looked at; and the
 * addresses of what belongs to a period. Pure. Not here: the period itself (period-address.ts).
 */
import type { Period } from '../../../domain/period.ts';
import { isMoney } from '../../../domain/money.ts';
import { STATEMENT_LINES, type StatementLineKind, type TypedBalance } from '../../../domain/statement.ts';
import type { Address } from '../list/address.ts';
import { periodQuery } from './period-address.ts';

/** Each stands as "USDT 1250.00": a token, a space, an amount. */
export const BALANCES = ['opening', 'closing'] as const;
export type Balance = (typeof BALANCES)[number];

const MAX_TOKENS = 20;

/** The balances of the address; what is no amount says nothing. */
export function typedIn(address: Address): TypedBalance[] {
  const found = new Map<string, { token: string; opening?: string; closing?: string }>();
  for (const balance of BALANCES) {
    for (const text of address.list(balance)) {
      const parts = partsOf(text);
      if (parts === null) continue;
      found.set(parts.token, { token: parts.token, ...found.get(parts.token), [balance]: parts.amount });
    }
  }
  return [...found.values()].slice(0, MAX_TOKENS);
}

function partsOf(text: string): { readonly token: string; readonly amount: string } | null {
  const space = text.lastIndexOf(' ');
  const [token, amount] = [text.slice(0, Math.max(space, 0)), text.slice(space + 1)];
  return token === '' || token.length > 256 || !isMoney(amount) ? null : { token, amount };
}

/** The texts of one balance after one token's was typed; null takes it away. */
export function withTyped(
  typed: readonly TypedBalance[],
  balance: Balance,
  token: string,
  amount: string | null,
): readonly string[] {
  const others = typed.flatMap((one) => {
    const known = one[balance];
    return one.token === token || known === undefined ? [] : `${one.token} ${known}`;
  });
  return amount === null ? others : [...others, `${token} ${amount}`];
}

/** The balances as an address says them. */
function typedQuery(typed: readonly TypedBalance[]): [string, string][] {
  return BALANCES.flatMap((balance) =>
    typed.flatMap((one): [string, string][] => {
      const amount = one[balance];
      return amount === undefined ? [] : [[balance, `${one.token} ${amount}`]];
    }),
  );
}

/** The statement of a period, with the balances that were typed. */
export function statementPath(period: Period, typed: readonly TypedBalance[] = []): string {
  return `/statement?${queryOf(period, typed)}`;
}

/** A closed period, by the id of its close. */
export function closedPeriodPath(closeId: string): string {
  return `/periods/${encodeURIComponent(closeId)}`;
}

/** Closing that period. */
export function closingPath(period: Period, typed: readonly TypedBalance[] = []): string {
  return `/periods/close?${queryOf(period, typed)}`;
}

/** The movements of the period, day by day. */
export function movementsPath(period: Period): string {
  return `/statement/days?${queryOf(period, [])}`;
}

function queryOf(period: Period, typed: readonly TypedBalance[]): string {
  return new URLSearchParams([...Object.entries(periodQuery(period)), ...typedQuery(typed)]).toString();
}

/** The rows behind a line of the statement. A token that the API does not name is left out. */
export function rowsPath(period: Period, token: string | null, line: StatementLineKind): string {
  const query = new URLSearchParams({ ...periodQuery(period), line });
  if (token !== null) query.set('token', token);
  return `/statement/rows?${query.toString()}`;
}

/** The line of the address; null when it names none. */
export function lineIn(address: Address): StatementLineKind | null {
  return STATEMENT_LINES.find((line) => line === address.text('line')) ?? null;
}

/** What a person typed as the API writes amounts; null when it is none. Commas between thousands are theirs, not the amount's. */
export function amountTyped(text: string): string | null {
  const plain = text.trim().replace(/^−/, '-');
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return isMoney(grouped) ? grouped : null;
}
