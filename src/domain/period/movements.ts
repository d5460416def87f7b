// The movements of a period, day by day.
import { z } from 'zod';
import { count, money, type ToldOf } from '../kernel/shape.ts';

/** The movements of one day of a period, and what they have come to since its begin. Shapes only; the rules are reconciliation/period/movements.ts. */
export const DAY_MOVEMENT = z.object({
  /** A day of the period's zone, "2026-10-05". */
  day: z.string(),
  creditCount: count,
  /** Σ settled_amount_usdt, as the line `credits` of a statement has it. */
  credits: money,
  withdrawalCount: count,
  /** Σ amount, as the line `withdrawals` of a statement has it. */
  withdrawals: money,
  /** credits − withdrawals. */
  movement: money,
  /** Σ movement from the first day to this one. Not a balance: what the period opened with is not in it. */
  cumulative: money,
});
export type DayMovement = ToldOf<typeof DAY_MOVEMENT>;
