// Conservation of a statement: its parts are its whole, to the last digit, per token, per currency and per balance.
import { addMoney, MoneySum, sameMoney, subtractMoney } from '../../domain/kernel/money/money.ts';
import type { PeriodBounds } from '../../domain/period/period.ts';
import {
  isCreditLine,
  type Statement,
  type StatementLine,
  type TokenStatement,
} from '../../domain/period/statement.ts';

/** What was handed in and lies in the statement, counted beside it. */
export interface Control {
  count: number;
  readonly sum: MoneySum;
}

export interface Controls {
  readonly credits: Control;
  readonly withdrawals: ReadonlyMap<string | null, Control>;
}

/** Throws an error that names the first figure that does not agree. */
export function assertConserved(statement: Statement, controls: Controls): void {
  let credits = 0;
  for (const token of statement.tokens) {
    const ofCredits = token.lines.filter(({ kind }) => isCreditLine(kind));
    const ofWithdrawals = token.lines.filter(({ kind }) => !isCreditLine(kind));
    if (ofCredits.length > 0) {
      credits += 1;
      assertWhole('credits', ofCredits, controls.credits);
    }
    assertWhole(`withdrawals in ${token.token ?? 'no token'}`, ofWithdrawals, controls.withdrawals.get(token.token));
    assertToken(token);
  }
  if (credits !== 1) throw new Error(`credits stand in ${credits} tokens of a statement, not in one`);
  const named = new Set(statement.tokens.map(({ token }) => token));
  for (const token of controls.withdrawals.keys()) {
    if (!named.has(token)) throw new Error(`the statement has lost the token ${token ?? '(none)'}`);
  }
}

/** Year of four digits, nine digits of a second: only such keys are in order as texts. */
const KEY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/;

/**
 * A row that is in no line lies outside of the period by a date that says so: it ended before the period, or began (what never ends: ended)
 * after it. Throws otherwise: a row would be lost.
 */
export function assertOutside(
  what: string,
  dates: { readonly before: string | null; readonly after: readonly (string | null)[] },
  keys: PeriodBounds,
): void {
  const { before, after } = dates;
  const isBefore = before !== null && KEY.test(before) && before < keys.from;
  if (isBefore || after.some((key) => key !== null && KEY.test(key) && key >= keys.to)) return;
  throw new Error(`${what} is in no line of the statement, and not outside of its period`);
}

function assertToken(token: TokenStatement): void {
  const name = token.token ?? 'no token';
  const lineOf = (kind: StatementLine['kind']): Pick<StatementLine, 'count' | 'amount'> =>
    token.lines.find((line) => line.kind === kind) ?? { count: 0, amount: '0' };
  const [credits, withdrawals] = [lineOf('credits'), lineOf('withdrawals')];
  assertParts(
    `credits of ${name} by currency`,
    token.creditsByCurrency.map(({ count, settledUsdt }) => ({ count, amount: settledUsdt })),
    credits,
  );
  assertParts(`withdrawals of ${name} by balance`, token.withdrawalsByBalance, withdrawals);
  same(`movement of ${name}`, token.movement, subtractMoney(credits.amount, withdrawals.amount));
  const reserved = addMoney(lineOf('reserved-pending').amount, lineOf('reserved-processed-later').amount);
  same(`reserved of ${name}`, token.reserved, reserved);
  if (token.impliedClosing === null) return;
  const back = subtractMoney(subtractMoney(token.impliedClosing, credits.amount), token.opening?.amount ?? '0');
  same(`closing of ${name}`, back, subtractMoney('0', withdrawals.amount));
  same(`available of ${name}`, addMoney(token.available ?? '0', reserved), token.impliedClosing);
  if (token.difference !== null) {
    same(`difference of ${name}`, addMoney(token.impliedClosing, token.difference), token.typedClosing ?? '0');
  }
}

function assertWhole(what: string, lines: readonly StatementLine[], control: Control | undefined): void {
  assertParts(what, lines, { count: control?.count ?? 0, amount: control?.sum.total() ?? '0' });
}

function assertParts(
  what: string,
  parts: readonly { readonly count: number; readonly amount: string }[],
  whole: { readonly count: number; readonly amount: string },
): void {
  const sum = new MoneySum();
  let count = 0;
  for (const part of parts) {
    sum.add(part.amount);
    count += part.count;
  }
  if (count !== whole.count) throw new Error(`${what}: the parts have ${count} rows, the whole ${whole.count}`);
  same(what, sum.total(), whole.amount);
}

function same(what: string, parts: string, whole: string): void {
  if (!sameMoney(parts, whole)) throw new Error(`${what}: the parts are ${parts}, the whole is ${whole}`);
}
