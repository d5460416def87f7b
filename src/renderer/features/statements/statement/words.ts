// A statement in words: why there is no closing, and what is in no sum. Pure.
import { subtractMoney } from '../../../../domain/kernel/money/money.ts';
import type {
  NoClosingReason,
  StatementLine,
  StatementLineKind,
  TokenStatement,
} from '../../../../domain/period/statement.ts';
import type { ItemKind } from '../../../../domain/period/reconciling-item.ts';
import type { DifferenceCause } from '../../../../domain/period/split.ts';
import { tokenWords } from '../../../parts/index.ts';
import { countWords } from '../../../ui/index.ts';
import type { CheckedClose } from '../../../../domain/period/close.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { useCall } from '../../../bridge/index.ts';

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

/** Every cause of a difference: under its name, what puts money into it, and in the middle of a sentence. */
export const CAUSE_WORDS: Readonly<
  Record<DifferenceCause, { readonly title: string; readonly note: string; readonly short: string }>
> = {
  'brought-forward': {
    title: 'Brought forward',
    note: 'Changes of closed months, first seen before this one',
    short: 'brought forward',
  },
  'changed-after-close': {
    title: 'Changed after their close',
    note: 'In closed months, first seen in this one',
    short: 'changed after their close',
  },
  'superseded-close': {
    title: 'Superseded close',
    note: 'A later month was opened with a closing that has been superseded since',
    short: 'of a superseded close',
  },
  'without-date': {
    title: 'Without a date',
    note: 'The API gives the amount and no date: in no line, and taken whole here',
    short: 'without a date',
  },
  'moved-after-end': {
    title: 'Moved after the end',
    note: 'Between the end and the reading of the balance',
    short: 'moved after the end',
  },
  timing: { title: 'Timing', note: 'Reconciling items: in another month on one side', short: 'timing' },
  fee: { title: 'Fees', note: 'Reconciling items: in no record of the API', short: 'fees' },
  correction: { title: 'Corrections', note: 'Reconciling items: one side was wrong', short: 'corrections' },
  'manual-movement': { title: 'Manual movements', note: 'Reconciling items: moved by hand', short: 'moved by hand' },
};

/** What a person can call the cause of an item. */
export const ITEM_WORDS: Readonly<Record<ItemKind, string>> = {
  timing: 'Timing',
  fee: 'Fee',
  correction: 'Correction',
  'manual-movement': 'Manual movement',
};

/** Where what is unexplained may lie. */
export function unplacedWords(rows: number): string {
  if (rows === 0) return 'Not known';
  return `Not known; ${countWords(rows, 'row has', 'rows have')} no amount or no place, and it may lie there`;
}

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
export function isQuiet({ lines, priorPeriodAdjustments, broughtForward, split }: TokenStatement): boolean {
  const hasCauses = priorPeriodAdjustments.count > 0 || broughtForward.count > 0 || (split?.causes.length ?? 0) > 0;
  return !hasCauses && lines.every(({ count }) => count === 0);
}

/** The close of this id, and never another's. It never changes, so it is read once. */
export function useClosed(closeId: string | null) {
  const { data, failure, refresh } = useCall(
    'periods.get',
    { id: closeId ?? '-' },
    { enabled: closeId !== null, of: closeId ?? '' },
  );
  return { locked: data === undefined || data.id !== closeId ? null : data, failure, retry: refresh };
}

/** The close of a period of which a part is shown, once it is known to be a locked one. */
export function useCloseOf(period: Period, isLocked: boolean): CheckedClose | null {
  const { data } = useCall('reconciliation.statement', { period }, { enabled: isLocked, of: JSON.stringify(period) });
  return useClosed(data?.closeId ?? null).locked;
}
