// The difference between a reported and a calculated balance, split into named causes that add up to it to the last digit. Pure.
import { z } from 'zod';
import { count, money, moneyOrNull, natural, type ToldOf } from '../kernel/shape.ts';
import { MoneySum, sameMoney, subtractMoney } from '../kernel/money/money.ts';
import { daysBetween, lastDay, type Period } from './period.ts';
import { ITEM_KINDS, OPEN_ITEM, type OpenItem, type ReconcilingItem } from './reconciling-item.ts';

/** Each unit of a difference is in one of these, or is unexplained. */
export const DIFFERENCE_CAUSES = [
  /** Facts of closed periods that have changed, first seen before this one began. */
  'brought-forward',
  /** The same, first seen in this one. */
  'changed-after-close',
  /** A close was superseded, and a later one was opened with the closing that it had before. */
  'superseded-close',
  /** Paid invoices and sent withdrawals of which the API gives the amount and no date: in no line, and on the dashboard. */
  'without-date',
  /** What moved, and what was seen to have changed, between the end of the period and the reading of the balance; turned, when that was before the end. */
  'moved-after-end',
  ...ITEM_KINDS,
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** What of a difference one cause makes. */
export const CAUSE_SUM = z.object({
  cause: z.enum(DIFFERENCE_CAUSES),
  /** Adjustments, closes, rows or items. */
  count,
  /** What the reported balance has more because of it. */
  amount: money,
});
export type CauseSum = ToldOf<typeof CAUSE_SUM>;

export const DIFFERENCE_SPLIT = z.object({
  /** Those that there are, in the order of DIFFERENCE_CAUSES. */
  causes: z.array(CAUSE_SUM),
  /** The items in them, oldest first. */
  items: z.array(OPEN_ITEM),
  /** difference − Σ causes: what cannot be known. Null where there is no difference, as no balance was reported. */
  unexplained: moneyOrNull,
  /** Rows whose amount or place the API does not tell: what is unexplained may lie in them. */
  unplaced: natural,
});
export type DifferenceSplit = ToldOf<typeof DIFFERENCE_SPLIT>;

/**
 * Splits a difference. Causes of one name are added up, those of no rows left out; the rest is unexplained, and the parts are the whole by
 * construction and by check. Throws an Error where they are not, which would be a mistake of ours.
 */
export function splitDifference(
  difference: string | null,
  {
    causes,
    items,
    unplaced,
  }: { readonly causes: readonly CauseSum[]; readonly items: readonly OpenItem[]; readonly unplaced: number },
): DifferenceSplit {
  const all: readonly CauseSum[] = [...causes, ...items.map(({ kind, amount }) => ({ cause: kind, count: 1, amount }))];
  const named = DIFFERENCE_CAUSES.flatMap((cause) => {
    const own = all.filter((one) => one.cause === cause && one.count > 0);
    const sum = new MoneySum();
    for (const { amount } of own) sum.add(amount);
    const rows = own.reduce((total, one) => total + one.count, 0);
    return rows === 0 ? [] : [{ cause, count: rows, amount: sum.total() }];
  });
  const explained = new MoneySum();
  for (const { amount } of named) explained.add(amount);
  const unexplained = difference === null ? null : subtractMoney(difference, explained.total());
  if (difference !== null && unexplained !== null) {
    explained.add(unexplained);
    if (!sameMoney(explained.total(), difference))
      throw new Error('the causes of a difference are not the whole of it');
  }
  return { causes: named, items, unexplained, unplaced };
}

/** The items of a token that are open at the end of the period, oldest first. */
export function openItems(all: Iterable<ReconcilingItem>, token: string | null, period: Period): readonly OpenItem[] {
  const open: OpenItem[] = [];
  for (const { token: of, cleared, ...item } of all) {
    if (of !== token || item.day >= period.to || (cleared !== null && cleared.day < period.to)) continue;
    open.push({ ...item, ageDays: daysBetween(item.day, lastDay(period)), isCarried: item.day < period.from });
  }
  return open.toSorted((left, right) => compare(left.day, right.day) || compare(left.id, right.id));
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
