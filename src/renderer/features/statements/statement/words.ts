// A statement in words: why there is no closing, what is explained, what nobody can tell from it. Pure.
import { subtractMoney } from '../../../../domain/kernel/money/money.ts';
import type {
  NoClosingReason,
  StatementLine,
  StatementLineKind,
  TokenStatement,
} from '../../../../domain/period/statement.ts';
import { type LineWords, tokenWords } from '../../../parts/index.ts';

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

/** What no statement of this API can say. */
export const CANNOT_TELL: readonly LineWords[] = [
  {
    title: 'Which invoices a withdrawal paid',
    note:
      'The API has no link between the two: a withdrawal takes from a balance, and the balance does not remember which invoices it came from. ' +
      'Any list of them would be invented, so there is none. What is known is how the movements added up, day by day.',
  },
  {
    title: 'The actual balance',
    note: 'The API tells none. The calculated balance is the opening plus what the API lists; compare it with the balance in the dashboard.',
  },
  {
    title: 'Other entries',
    note:
      'Corrections made by hand, money taken back after a withdrawal, and anything else that is neither an invoice nor a withdrawal. ' +
      'They are a part of the difference that nothing here explains.',
  },
  {
    title: 'The balance type of a credit',
    note: 'Withdrawals say what balance they came from; credits do not say what balance they went to.',
  },
  {
    title: 'Past fee terms',
    note: 'The catalogue of payment methods is today’s. Credits stand as the API settled them and are not computed again.',
  },
  {
    title: 'When an adjustment happened',
    note: 'It has no date. The console knows when it first saw it, and nothing of the time before its first reading.',
  },
];
