/** What a picture of days is made of: the days, and how high their bars are. The drawing is day-chart.tsx. */
import type { DayMovement } from '../../domain/movements.ts';
import { toScaled } from '../../domain/money.ts';

export interface DayBarsProps {
  readonly days: readonly DayMovement[];
  readonly before?: readonly DayMovement[];
  /** Of the days, and of the days before; without a name there are none of those. */
  readonly names: readonly [days: string, before?: string];
  /** Pixels, or a share of a place that has a height of its own. */
  readonly height: number | '100%';
  /** Today, YYYY-MM-DD: its bar is not whole yet. */
  readonly today?: string;
  /** Whoever shows it elsewhere says `elsewhere`. */
  readonly legend?: 'above' | 'elsewhere';
}

/** Only how high a bar is, in hundredths of the token: what is read stands beside it, exact. */
export function barHeight(amount: string): number {
  const { units, scale } = toScaled(amount);
  return Number((units * 100n) / 10n ** BigInt(scale));
}
