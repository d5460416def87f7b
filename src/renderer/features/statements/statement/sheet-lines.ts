// A token's statement as the lines of one table: opening, what came, what went, what that makes, what was reported; below it what is in no sum. Pure.
import type { CallOutput } from '../../../../contract/calls.ts';
import { addMoney } from '../../../../domain/kernel/money/money.ts';
import type { Period, PeriodBounds } from '../../../../domain/period/period.ts';
import { type StatementValue, valueOfLine } from '../../../../domain/period/journal.ts';
import type { CauseSum } from '../../../../domain/period/split.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { StatementLineKind, TokenStatement } from '../../../../domain/period/statement.ts';
import { BALANCE_WORDS, LINE_WORDS } from '../../../../domain/period/line-words.ts';
import { grouped, minuteWords, type RowLook } from '../../../ui/index.ts';
import {
  adjustmentsPath,
  type AdjustmentsSeen,
  closedPeriodPath,
  differenceOf,
  movementsPath,
  rowsPath,
} from '../../../parts/index.ts';
import { CAUSE_WORDS, isZero, lineOf, negated, OUTSIDE_LINES, unplacedWords } from './words.ts';

export interface SheetLine {
  readonly key: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly look?: RowLook;
  readonly count?: number;
  /** Its rows, or what else stands behind it. */
  readonly href?: string | null;
  /** In the currency of the order. */
  readonly gross?: { readonly amount: string; readonly currency: string };
  readonly amount: string | null;
  readonly sign?: boolean;
  /** The words in place of an amount. */
  readonly missing?: string;
  /** In the home currency; absent of what is not valued. */
  readonly home?: StatementValue | undefined;
}

export type FeeTotals = CallOutput<'reconciliation.feeTotals'>['currencies'];

export interface SheetOf {
  readonly account: TokenStatement;
  readonly period: Period;
  readonly bounds: PeriodBounds;
  readonly isLocked: boolean;
  /** What was paid by currency; empty where it is not known. */
  readonly fees: FeeTotals;
  /** What lines are worth in the home currency; empty without one. */
  readonly values: readonly StatementValue[];
}

function homeOf(
  { account, values }: SheetOf,
  line: StatementValue['line'],
  currency: string | null = null,
): StatementValue | undefined {
  return valueOfLine(values, { token: account.token, line, currency });
}

/** All of them, from top to bottom. */
export function sheetLines(of: SheetOf): readonly SheetLine[] {
  const { account, period } = of;
  const { noClosing, movement, token } = account;
  const hasBalance = noClosing !== 'no-credits-in-token';
  return [
    ...(hasBalance ? [openingLine(account)] : []),
    ...(hasBalance ? paidLines(of) : []),
    ...withdrawalLines(of),
    {
      key: 'change',
      title: BALANCE_WORDS.movement,
      look: 'sum',
      amount: movement,
      sign: true,
      href: token === null || token === '' ? null : movementsPath(period, token),
      home: homeOf(of, 'movement'),
    },
    ...(noClosing === null ? balanceLines(of) : []),
    ...asideLines(of),
  ];
}

function openingLine({ opening }: TokenStatement): SheetLine {
  const isLocked = opening?.source === 'previous-close';
  return {
    key: 'opening',
    title: BALANCE_WORDS.opening,
    note: isLocked ? 'From the close before' : 'As it was entered',
    look: 'sum',
    amount: opening?.amount ?? null,
    missing: 'not entered yet',
    href: isLocked ? closedPeriodPath(opening.closeId) : null,
  };
}

function rowsLine(of: SheetOf, kind: StatementLineKind, change: Partial<SheetLine> = {}): SheetLine {
  const { account, period } = of;
  const { count, amount, notShown } = lineOf(account, kind);
  const { title, note } = LINE_WORDS[kind];
  return {
    key: kind,
    title,
    note: notShown === 0 ? note : `${note}. ${grouped(notShown)} of them are not shown any more`,
    count,
    amount,
    href: rowsPath(period, account.token, kind),
    ...change,
  };
}

function paidLines(of: SheetOf): SheetLine[] {
  const { account, fees, isLocked, bounds } = of;
  // The list of invoices shows paid ones as they are now, also those without an amount: a count opens it only where that is what it counted.
  const opensInvoices = !isLocked && lineOf(account, 'credits-without-amount').count === 0;
  return [
    rowsLine(of, 'credits', { title: 'Paid invoices, net', look: 'sum', sign: true, home: homeOf(of, 'credits') }),
    ...account.creditsByCurrency.map(({ currency, count, settledUsdt }): SheetLine => {
      const paid = fees.find((one) => one.currency === currency);
      return {
        key: `credits ${currency}`,
        title: currency,
        look: 'part',
        count,
        amount: settledUsdt,
        home: homeOf(of, 'credits', currency),
        href: opensInvoices ? paidPath(currency, bounds) : null,
        ...(paid === undefined || paid.uncounted > 0 ? {} : { gross: { amount: paid.paid, currency } }),
      };
    }),
  ];
}

function paidPath(currency: string, { from, to }: PeriodBounds): string {
  const query = new URLSearchParams({ status: 'success', currency, finishedFrom: from, finishedTo: to });
  return `${screenPath('invoices')}?${query.toString()}`;
}

function withdrawalLines(of: SheetOf): SheetLine[] {
  const { withdrawalsByBalance: splits } = of.account;
  const home = homeOf(of, 'withdrawals');
  const line = rowsLine(of, 'withdrawals', {
    look: 'sum',
    amount: negated(lineOf(of.account, 'withdrawals').amount),
    home: home === undefined ? undefined : { ...home, value: negated(home.value) },
  });
  const unsaid = splits.reduce((sum, { commissionMissing }) => sum + commissionMissing, 0);
  if (splits.length === 0) return [line];
  const sum = (amounts: readonly string[]): string => negated(amounts.reduce(addMoney, '0'));
  const note = unsaid === 0 ? undefined : `${grouped(unsaid)} without fee or sent amount`;
  return [
    line,
    { key: 'sent', title: 'Sent', note, look: 'part', amount: sum(splits.map((one) => one.amountToSend)) },
    { key: 'fees', title: 'Network fees', look: 'part', amount: sum(splits.map((one) => one.networkCommission)) },
  ];
}

function balanceLines(of: SheetOf): SheetLine[] {
  const { account, period } = of;
  const { impliedClosing, typedClosing, difference, typedReadAt } = account;
  const split = differenceOf(account);
  return [
    {
      key: 'calculated',
      title: BALANCE_WORDS.calculated,
      note: 'Opening + net change',
      look: 'total',
      amount: impliedClosing,
    },
    {
      key: 'reported',
      title: BALANCE_WORDS.reported,
      note:
        typedReadAt === null
          ? 'From your dashboard'
          : `From your dashboard, ${minuteWords(typedReadAt, period.timeZone) ?? typedReadAt}`,
      amount: typedClosing,
      missing: 'not entered yet',
    },
    {
      key: 'difference',
      title: 'Difference',
      note: 'Reported − calculated',
      look: 'sum',
      amount: difference,
      sign: true,
    },
    ...(split?.causes ?? []).map((sum) => causeLine(of, sum)),
    ...(split === null || split.unexplained === null
      ? []
      : [
          {
            key: 'unexplained',
            title: 'Unexplained',
            note: isZero(split.unexplained) ? undefined : unplacedWords(split.unplaced),
            look: 'part' as const,
            amount: split.unexplained,
            sign: true,
          },
        ]),
  ];
}

/** One cause of the difference. Changes of closed months open their list; the items stand above the table. */
function causeLine({ account, period }: SheetOf, { cause, count, amount }: CauseSum): SheetLine {
  const { title, note } = CAUSE_WORDS[cause];
  const seen: AdjustmentsSeen | null =
    cause === 'brought-forward' ? 'before' : cause === 'changed-after-close' ? 'within' : null;
  return {
    key: cause,
    title,
    note,
    look: 'part',
    count,
    amount,
    sign: true,
    href: seen === null ? null : adjustmentsPath(period, account.token, seen),
  };
}

function asideLines(of: SheetOf): SheetLine[] {
  const { account, fees } = of;
  const outside = OUTSIDE_LINES.filter((kind) => lineOf(account, kind).count > 0).map((kind) => {
    const line = rowsLine(of, kind);
    const isRejected = kind === 'rejected' || kind === 'rejected-without-date';
    return {
      ...line,
      title: `Not included: ${line.title.toLowerCase()}`,
      note: isRejected ? 'returned' : line.note,
      look: 'aside' as const,
      ...(kind === 'credits-without-amount' ? { amount: null, missing: 'no amount' } : {}),
    };
  });
  const isWhole = fees.length > 0 && fees.every(({ uncounted }) => uncounted === 0);
  const fee = fees.reduce((sum, { grossUsdt, netUsdt }) => addMoney(sum, addMoney(grossUsdt, negated(netUsdt))), '0');
  return [
    ...outside,
    rowsLine(of, 'reserved-pending', { title: 'Pending at the end', look: 'aside' }),
    rowsLine(of, 'reserved-processed-later', { look: 'aside' }),
    { key: 'reserved', title: 'Reserved at the end', look: 'aside', amount: account.reserved },
    ...(account.available === null
      ? []
      : [
          {
            key: 'available',
            title: 'Available at the end',
            note: 'Calculated balance − reserved',
            look: 'aside' as const,
            amount: account.available,
          },
        ]),
    ...(account.token === 'USDT' && isWhole
      ? [{ key: 'fee', title: 'Estimated fees, already taken from net', look: 'aside' as const, amount: fee }]
      : []),
  ];
}
