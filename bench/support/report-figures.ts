/** What the peer and the console say of the same reports, by the same names, so that each figure can be held against the other's. */
import { canonicalMoney, isExactDecimal } from '../../src/domain/kernel/money/money.ts';
import type { Statement } from '../../src/domain/period/statement.ts';
import type { TieOutReport } from '../../src/domain/reconcile/tie-out.ts';

export type Figures = Readonly<Record<string, unknown>>;

/** The figures of the peer's `statement`. */
export function figuresOfStatement({ tokens, oldestReading }: Statement): Figures {
  const figures: Record<string, unknown> = { 'oldest reading': oldestReading };
  for (const token of tokens) {
    const name = token.token ?? 'null';
    for (const { kind, count, notShown, amount } of token.lines) {
      figures[`${name} ${kind} count`] = count;
      figures[`${name} ${kind} not shown`] = notShown;
      figures[`${name} ${kind} amount`] = amount;
    }
    for (const { currency, count, settledUsdt } of token.creditsByCurrency) {
      figures[`credits ${currency}`] = [count, settledUsdt];
    }
    for (const one of token.withdrawalsByBalance) {
      const sums = [one.amount, one.networkCommission, one.amountToSend];
      // Python's JSON has a space behind the comma.
      const key = `[${JSON.stringify(one.balanceType)}, ${JSON.stringify(one.actor)}]`;
      figures[`${name} balance ${key}`] = [one.count, one.commissionMissing, ...sums];
    }
    figures[`${name} movement`] = token.movement;
    figures[`${name} reserved`] = token.reserved;
  }
  return figures;
}

/** The figures of the peer's `tie_out`. */
export function figuresOfTieOut(report: TieOutReport): Figures {
  const figures: Record<string, unknown> = { 'oldest reading': report.oldestReading };
  for (const [reason, count] of Object.entries(report.untold)) figures[`untold ${reason}`] = count;
  for (const [fact, count] of Object.entries(report.missing)) figures[`missing ${fact}`] = count;
  for (const one of report.currencies) {
    const sums = {
      ordered: one.ordered,
      paid: one.paid,
      settled: one.settledUsdt,
      credited: one.creditedUsdt,
      'settled of credited': one.settledOfCreditedUsdt,
      three: one.three,
      two: one.two,
      none: one.none,
      'paid missing': one.paidMissing,
      'settled missing': one.settledMissing,
    };
    for (const [what, figure] of Object.entries(sums)) figures[`${one.currency} ${what}`] = figure;
  }
  for (const { kind, unit, count, delta } of report.findings) figures[`${kind} ${unit ?? 'null'}`] = [count, delta];
  const { count, tied, differing, unknown } = report.withdrawals;
  figures['withdrawals'] = [count, tied, differing, unknown];
  return figures;
}

/** Every name that only one of them has or whose figures are not equal to the last digit, with both. */
export function differences(ours: Figures, theirs: Figures): readonly string[] {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.flatMap((name) => {
    const [left, right] = [spelled(ours[name]), spelled(theirs[name])];
    return left === right ? [] : [`${name}: ${left} here, ${right} there`];
  });
}

function spelled(figure: unknown): string {
  const one = (cell: unknown): unknown => (isExactDecimal(cell) ? canonicalMoney(cell) : cell);
  return JSON.stringify(Array.isArray(figure) ? figure.map(one) : one(figure)) ?? 'nothing';
}
