// How the movements of a period added up, day by day: what can be said of the way of a balance when nobody can say which invoices a withdrawal paid.
import { addMoney, MoneySum, subtractMoney } from '../../domain/kernel/money/money.ts';
import type { DayMovement } from '../../domain/period/movements.ts';
import { type Period, periodDays } from '../../domain/period/period.ts';
import { firstLater } from '../../domain/kernel/sorted.ts';
import { instantKey } from '../../domain/kernel/time/time.ts';

/** A credit or a withdrawal that is in a sum of the statement. */
export interface MovementFact {
  readonly kind: 'credit' | 'withdrawal';
  /** finished_at or processed_at, as instantKey writes it. */
  readonly key: string;
  readonly amount: string;
}

interface Day {
  readonly day: string;
  readonly fromKey: string;
  readonly credits: MoneySum;
  readonly withdrawals: MoneySum;
  creditCount: number;
  withdrawalCount: number;
}

/** Every day of the period, also one without movements. Facts may come in any order. Throws RangeError for a fact outside of it. */
export function movementsByDay(period: Period, facts: Iterable<MovementFact>): DayMovement[] {
  const days = periodDays(period).map(
    ({ day, from }): Day => ({
      day,
      fromKey: instantKey(from) ?? '',
      credits: new MoneySum(),
      withdrawals: new MoneySum(),
      creditCount: 0,
      withdrawalCount: 0,
    }),
  );
  for (const { kind, key, amount } of facts) {
    const day = days[indexOf(days, key)];
    if (day === undefined) throw new RangeError('a movement lies outside of its period');
    if (kind === 'credit') {
      day.credits.add(amount);
      day.creditCount += 1;
    } else {
      day.withdrawals.add(amount);
      day.withdrawalCount += 1;
    }
  }
  return added(days);
}

/** The last day that begins at or before the key; -1 where there is none. */
function indexOf(days: readonly Day[], key: string): number {
  return firstLater(days, ({ fromKey }) => fromKey > key) - 1;
}

function added(days: readonly Day[]): DayMovement[] {
  let cumulative = '0';
  return days.map(({ day, credits, withdrawals, creditCount, withdrawalCount }) => {
    const [credited, withdrawn] = [credits.total(), withdrawals.total()];
    const movement = subtractMoney(credited, withdrawn);
    cumulative = addMoney(cumulative, movement);
    return { day, creditCount, credits: credited, withdrawalCount, withdrawals: withdrawn, movement, cumulative };
  });
}
