// Of a line of a statement what it is called, and what an account's difference is made of. Pure.
import { type DifferenceSplit, splitDifference } from '../../../domain/period/split.ts';
import { isCreditLine, type StatementLine, type TokenStatement } from '../../../domain/period/statement.ts';
import { cellText } from '../../ui/text/foreign-text.tsx';
import { countWords } from '../../ui/text/writing.ts';

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

/** "812 invoices", "1 withdrawal". */
export function rowsWords({ kind, count }: Pick<StatementLine, 'kind' | 'count'>): string {
  return isCreditLine(kind) ? countWords(count, 'invoice', 'invoices') : countWords(count, 'withdrawal', 'withdrawals');
}

export function tokenWords(token: string | null): string {
  return token === null ? 'Token not named' : cellText(token, 40);
}
