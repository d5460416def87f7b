/** The movements of one day of a period, and what they have come to since its begin. Shapes only; the rules are reconciliation/movements.ts. */

export interface DayMovement {
  /** A day of the period's zone, "2026-10-05". */
  readonly day: string;
  readonly creditCount: number;
  /** Σ settled_amount_usdt, as the line `credits` of a statement has it. */
  readonly credits: string;
  readonly withdrawalCount: number;
  /** Σ amount, as the line `withdrawals` of a statement has it. */
  readonly withdrawals: string;
  /** credits − withdrawals. */
  readonly movement: string;
  /** Σ movement from the first day to this one. Not a balance: what the period opened with is not in it. */
  readonly cumulative: string;
}
