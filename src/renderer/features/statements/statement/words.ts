// A statement in words: why there is no closing, and what is in no sum. Pure.
import { subtractMoney } from '../../../../domain/kernel/money/money.ts';
import type {
  NoClosingReason,
  StatementLine,
  StatementLineKind,
  TokenStatement,
} from '../../../../domain/period/statement.ts';
import { tokenWords } from '../../../parts/index.ts';

/** Rows that no sum of the statement holds; each stands by itself. */
export const OUTSIDE_LINES = [
  'rejected',
  'rejected-without-date',
  'credits-without-amount',
  'credits-without-date',
  'credits-unknown-status',
  'withdrawals-without-date',
  'reserved-without-date',
  'unknown-status',
] as const satisfies readonly StatementLineKind[];

/** Why a token has no closing, in one sentence. */
export function noClosingWords(reason: NoClosingReason, token: string | null): string {
  if (reason === 'opening-not-typed') return 'Enter the balance from your dashboard, and the closing follows.';
  if (reason === 'not-after-last-close')
    return 'Openings follow the last closed period, and this period does not begin where that one ends.';
  return token === null
    ? 'The API names no token for these withdrawals, so their movements are all that can be said: there is no closing.'
    : `The API reports no credits in ${tokenWords(token)}, so movements are all that can be said: there is no closing.`;
}

/** The line of a kind; every statement has each of its token. */
export function lineOf({ lines }: TokenStatement, kind: StatementLineKind): StatementLine {
  return lines.find((line) => line.kind === kind) ?? { kind, count: 0, amount: '0', notShown: 0 };
}

/** The amount with its sign turned. */
export function negated(amount: string): string {
  return subtractMoney('0', amount);
}

/** Does the amount say nothing? */
export function isZero(amount: string): boolean {
  return /^-?[0.]*$/.test(amount);
}

/** Does a token have anything to show at all? */
export function isQuiet({ lines, priorPeriodAdjustments, broughtForward }: TokenStatement): boolean {
  return priorPeriodAdjustments.count === 0 && broughtForward.count === 0 && lines.every(({ count }) => count === 0);
}
