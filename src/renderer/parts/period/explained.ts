// What an account's difference is made of, also in a close that is older than its causes. Pure.
import { type DifferenceSplit, splitDifference } from '../../../domain/period/split.ts';
import type { TokenStatement } from '../../../domain/period/statement.ts';

/** Of a close of form 1 or 2 by its adjustments, which were all that it told apart. Null for a token without closings. */
export function differenceOf(account: TokenStatement): DifferenceSplit | null {
  const { split, noClosing, difference, broughtForward, priorPeriodAdjustments } = account;
  if (split !== null || noClosing === 'no-credits-in-token') return split;
  return splitDifference(difference, {
    causes: [
      { cause: 'brought-forward', ...broughtForward },
      { cause: 'changed-after-close', ...priorPeriodAdjustments },
    ],
    items: [],
    unplaced: 0,
  });
}
