// How much of an account's difference the adjustments of closed periods explain. Pure.
import { addMoney, subtractMoney } from '../../../domain/kernel/money/money.ts';
import type { TokenStatement } from '../../../domain/period/statement.ts';

export interface Explained {
  /** What changed in closed periods and was seen first in this one or before it. */
  readonly explained: string;
  /** difference − explained. */
  readonly unexplained: string;
}

/** What of the difference is explained, brought forward or new, and what is not, exactly; null without a difference. */
export function explainedOf(account: TokenStatement): Explained | null {
  const { difference, priorPeriodAdjustments, broughtForward } = account;
  if (difference === null) return null;
  const explained = addMoney(broughtForward.amount, priorPeriodAdjustments.amount);
  return { explained, unexplained: subtractMoney(difference, explained) };
}
