// An order that a file has in a row for each of its parts, which together are our amount: said beside what is found,
// never a match, for the same rows may as well be a mistake.
import type { OrderStatus } from '../../domain/ledger/entry.ts';
import type { AmountMeaning } from '../../domain/ledger/import.ts';
import { MoneySum } from '../../domain/kernel/money/money.ts';
import { sameAmount } from './amounts.ts';
import type { Hint } from './hints.ts';
import type { Judged } from './standings.ts';

interface Part extends Judged {
  readonly amount: string;
  readonly status: OrderStatus;
  readonly meaning: AmountMeaning;
}

/** How many rows there are of each invoice whose rows add up to it, by its uuid. */
export type WholeOrders = ReadonlyMap<string, number>;

/** Of orders that are all judged. Rows in another unit, status or meaning than the first are no parts of it. */
export function wholeOrders(orders: readonly Part[]): WholeOrders {
  const whole = new Map<string, number>();
  const twice = new Map<string, Part[]>();
  for (const order of orders) {
    if (order.verdict?.outcome !== 'duplicate' || order.recordUuid === null) continue;
    const known = twice.get(order.recordUuid);
    if (known === undefined) twice.set(order.recordUuid, [order]);
    else known.push(order);
  }
  if (twice.size === 0) return whole;
  for (const first of orders) {
    const { verdict, recordUuid } = first;
    // What is matched by hand has a difference of its own.
    if (verdict?.outcome !== 'amount-differs' || verdict.pass !== 'id' || recordUuid === null) continue;
    const others = twice.get(recordUuid);
    if (others === undefined || verdict.delta === null || !others.every((other) => isAlike(first, other))) continue;
    const sum = new MoneySum();
    for (const amount of [verdict.delta, ...others.map((other) => other.amount)]) sum.add(amount);
    if (sameAmount(sum.total(), '0')) whole.set(recordUuid, others.length + 1);
  }
  return whole;
}

function isAlike(one: Part, other: Part): boolean {
  return one.unit === other.unit && one.status === other.status && one.meaning === other.meaning;
}

/** What is said of a row that has this invoice; null: nothing. */
export function hintOfParts(whole: WholeOrders, recordUuid: string | null): Hint | null {
  const rows = recordUuid === null ? undefined : whole.get(recordUuid);
  return rows === undefined
    ? null
    : { words: `the ${rows} rows that name it add up to our amount exactly`, uuid: null, ident: null };
}
