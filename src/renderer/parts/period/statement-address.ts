// What the address of a statement says besides its period: the balances that a person typed, and the line whose rows
// are looked at; and the addresses of what belongs to a period. Pure.
import { screenPath } from '../../../domain/console/screens.ts';
import type { AdjustmentFilter } from '../../../domain/period/close.ts';
import { type Period, periodBounds } from '../../../domain/period/period.ts';
import { FEE_PARTS, type FeeSelection } from '../../../domain/reconcile/fee-totals.ts';
import { STATEMENT_LINES, type StatementLineKind, type TypedBalance } from '../../../domain/period/statement.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { cellText } from '../../ui/text/foreign-text.tsx';
import type { Address } from '../../ui/list/filter-of.ts';
import { tokenWords } from './lines.ts';
import { periodQuery } from './address.ts';
import { readAmount } from '../../ui/text/writing.ts';

/** Each stands as "USDT 1250.00": a token, a space, an amount. */
export const BALANCES = ['opening', 'closing'] as const;
export type Balance = (typeof BALANCES)[number];

const MAX_TOKENS = 20;
const MAX_TEXT = 90;

/** What was typed for one balance of a token, as it stands in the address; null where it is no amount, and then it is in no force. */
interface Entry {
  readonly balance: Balance;
  readonly token: string;
  readonly text: string;
  readonly amount: string | null;
}

/** Balances are those of certain days: an address that does not name its days and their zone has none, whatever else it says. */
function entriesIn(address: Address, period: Period): readonly Entry[] {
  if (!isOf(address, period)) return [];
  return BALANCES.flatMap((balance) => address.list(balance).flatMap((text) => entryOf(balance, text)));
}

function isOf(address: Address, period: Period): boolean {
  return Object.entries(periodQuery(period)).every(([name, text]) => address.text(name) === text);
}

function entryOf(balance: Balance, said: string): Entry | [] {
  const space = said.lastIndexOf(' ');
  const [token, text] = [said.slice(0, Math.max(space, 0)), said.slice(space + 1).slice(0, MAX_TEXT)];
  if (token === '' || token.length > 256 || text === '') return [];
  return { balance, token, text, amount: amountTyped(text) };
}

export function typedIn(address: Address, period: Period): TypedBalance[] {
  const found = new Map<string, TypedBalance>();
  for (const { balance, token, amount } of entriesIn(address, period)) {
    if (amount !== null) found.set(token, { token, ...found.get(token), [balance]: amount });
  }
  for (const [token, readAt] of readsIn(address, period)) {
    const known = found.get(token);
    if (known?.closing !== undefined) found.set(token, { ...known, readAt });
  }
  return [...found.values()].slice(0, MAX_TOKENS);
}

/** When the dashboard showed the closing of a token: "USDT 2026-11-02T09:14:00Z". */
const READ = 'read';

function readsIn(address: Address, period: Period): readonly (readonly [token: string, readAt: string])[] {
  if (!isOf(address, period)) return [];
  return address.list(READ).flatMap((said): (readonly [string, string])[] => {
    const space = said.lastIndexOf(' ');
    const [token, text] = [said.slice(0, Math.max(space, 0)), said.slice(space + 1).slice(0, MAX_TEXT)];
    const ms = toEpochMs(text);
    return token === '' || token.length > 256 || ms === null ? [] : [[token, fromEpochMs(ms)]];
  });
}

/** What the address says after it was said when a closing was read; null: at the end of the period. */
export function withRead(
  address: Address,
  period: Period,
  { token, readAt }: { readonly token: string; readonly readAt: string | null },
): Readonly<Record<string, string | readonly string[]>> {
  const others = readsIn(address, period).filter(([of]) => of !== token);
  const all = readAt === null ? others : [...others, [token, readAt] as const];
  return { ...periodQuery(period), [READ]: all.map(([of, at]) => `${of} ${at}`) };
}

type WrongBalance = Omit<Entry, 'amount'>;

/** Texts that stand where amounts should; none of them is in force, so nothing may leave the console as if all were right. */
export function wrongIn(address: Address, period: Period): readonly WrongBalance[] {
  return entriesIn(address, period)
    .filter(({ amount }) => amount === null)
    .slice(0, MAX_TOKENS);
}

/** Why nothing may be printed, exported or locked while that stands there. */
export function wrongWords({ balance, token, text }: WrongBalance): string {
  return `“${cellText(text, 40)}” is no amount, so the ${balance} balance of ${tokenWords(token)} is not in force. Correct it or clear the field.`;
}

const TWO_WAYS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/**
 * What the address says after something was typed for a balance: the period, whose balances they are, and all of them. What is no amount stands
 * there as it was typed, in no force; an empty text takes the balance away.
 */
export function withTyped(
  address: Address,
  period: Period,
  { balance: changed, token, text }: WrongBalance,
): Readonly<Record<string, string | readonly string[]>> {
  // The last plain space ends the token, so one that was typed becomes another.
  const amount = amountTyped(text);
  // So that no window reads it in two ways: 1.234 is 1.2340.
  const said = amount?.replace(TWO_WAYS, '$&0') ?? text.trim().slice(0, MAX_TEXT).replaceAll(/\s/g, '\u00a0');
  const others = entriesIn(address, period).filter((one) => one.balance !== changed || one.token !== token);
  const all = said === '' ? others : [...others, { balance: changed, token, text: said }];
  const textsOf = (balance: Balance): readonly string[] =>
    all.flatMap((one) => (one.balance === balance ? `${one.token} ${one.text}` : []));
  return { ...periodQuery(period), opening: textsOf('opening'), closing: textsOf('closing') };
}

export function statementPath(period: Period): string {
  return `${screenPath('statement')}?${new URLSearchParams(periodQuery(period)).toString()}`;
}

export function closedPeriodPath(closeId: string): string {
  return screenPath('closed', { id: closeId });
}

export function closingPath(period: Period, typed: readonly TypedBalance[] = []): string {
  const balances = BALANCES.flatMap((balance) =>
    typed.flatMap((one): [string, string][] => {
      const amount = one[balance];
      return amount === undefined ? [] : [[balance, `${one.token} ${amount}`]];
    }),
  );
  const reads = typed.flatMap(({ token, readAt }): [string, string][] =>
    readAt === undefined ? [] : [[READ, `${token} ${readAt}`]],
  );
  const query = new URLSearchParams([...Object.entries(periodQuery(period)), ...balances, ...reads]);
  return `${screenPath('verification')}?${query.toString()}`;
}

export function movementsPath(period: Period, token: string): string {
  const query = new URLSearchParams({ ...periodQuery(period), token });
  return `${screenPath('by-day')}?${query.toString()}`;
}

/** The rows behind a line of the statement. A token that the API does not name is left out. */
export function rowsPath(period: Period, token: string | null, line: StatementLineKind): string {
  const query = new URLSearchParams({ ...periodQuery(period), line });
  if (token !== null) query.set('token', token);
  return `${screenPath('statement-rows')}?${query.toString()}`;
}

/** The paid invoices behind a sum of fees; `unnamed`: those that name no method. */
export function feeRowsPath(period: Period, { method, currency, part }: FeeSelection): string {
  const of = { unnamed: method === null ? 'yes' : undefined, method: method ?? undefined, currency, part };
  const said = Object.entries(of).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
  return `${screenPath('fee-rows')}?${new URLSearchParams([...Object.entries(periodQuery(period)), ...said]).toString()}`;
}

export function feeRowsIn(address: Address): FeeSelection {
  const [method, currency, part] = ['method', 'currency', 'part'].map((name) => address.text(name));
  const known = FEE_PARTS.find((one) => one === part);
  return {
    ...(address.text('unnamed') === 'yes' ? { method: null } : method === undefined ? {} : { method }),
    ...(currency === undefined ? {} : { currency }),
    ...(known === undefined ? {} : { part: known }),
  };
}

/** Which adjustments a figure of a statement counts: those first seen in its period, or those brought forward into it. */
export type AdjustmentsSeen = 'within' | 'before';

/** The adjustments behind that figure of a token. One that the API does not name stands as an empty text. */
export function adjustmentsPath(period: Period, token: string | null, seen: AdjustmentsSeen): string {
  return `${screenPath('adjustments')}?${new URLSearchParams({ ...periodQuery(period), token: token ?? '', seen }).toString()}`;
}

/** What the address of such adjustments asks for. */
export function adjustmentsIn(
  address: Address,
  period: Period,
): { readonly filter: AdjustmentFilter; readonly seen: AdjustmentsSeen } {
  const seen = address.text('seen') === 'before' ? 'before' : 'within';
  const token = address.text('token');
  const bounds = periodBounds(period);
  return {
    seen,
    filter: {
      ...(token === undefined ? {} : { token: token === '' ? null : token }),
      ...(bounds === null
        ? {}
        : seen === 'before'
          ? { seenTo: bounds.from }
          : { seenFrom: bounds.from, seenTo: bounds.to }),
    },
  };
}

/** The line of the address; null when it names none. */
export function lineIn(address: Address): StatementLineKind | null {
  return STATEMENT_LINES.find((line) => line === address.text('line')) ?? null;
}

/** What a person typed as the API writes amounts; null when it is none, or could be two (domain/kernel/money/typed-amount). */
export function amountTyped(text: string): string | null {
  const typed = readAmount(text);
  return typed.kind === 'amount' ? typed.amount : null;
}
