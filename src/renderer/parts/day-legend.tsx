// What a picture of days is made of, how high its bars are, and what its colours mean. The drawing is day-chart.tsx.
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DayMovement } from '../../domain/period/movements.ts';
import { toScaled } from '../../domain/kernel/money/money.ts';

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

export interface DayRatesProps {
  /** Every day of the span, in order; per cent, null where there is none. */
  readonly days: readonly { readonly day: string; readonly percent: string | null }[];
  /** Of all of them. */
  readonly whole: string | null;
  /** Pixels. */
  readonly height: number;
}

/** Only how high a bar is, in hundredths of the token: what is read stands beside it, exact. */
export function barHeight(amount: string): number {
  const { units, scale } = toScaled(amount);
  return Number((units * 100n) / 10n ** BigInt(scale));
}

/** The bar of a day that is not over; named once, for all pictures of days draw it alike. */
export const HATCHED = 'day-that-is-not-over';

/** `hasToday`: a bar of these days is not whole yet. */
export function DayLegend(props: { readonly names: DayBarsProps['names']; readonly hasToday: boolean }): ReactNode {
  const { names, hasToday } = props;
  const [now, before] = names;
  return (
    <Group gap={14} justify="flex-end" aria-hidden="true">
      <LegendKey name={now} fill="var(--mc-bar)" />
      {hasToday ? <LegendKey name="Today so far" fill={`url(#${HATCHED})`} /> : null}
      {before === undefined ? null : <LegendKey name={before} fill="var(--mc-bar-before)" isLine />}
    </Group>
  );
}

/** What a colour of a picture stands for; a line where `isLine` says so. */
export function LegendKey(props: {
  readonly name: string;
  readonly fill: string;
  readonly isLine?: boolean;
}): ReactNode {
  const { name, fill, isLine = false } = props;
  return (
    <Group gap={6} c="var(--mc-text-soft)" fz={12} lh="16px">
      <svg width={isLine ? 14 : 10} height={10}>
        {isLine ? (
          <path d="M0 5h14" stroke={fill} strokeWidth={2} />
        ) : (
          <rect width={10} height={10} rx={2} fill={fill} />
        )}
      </svg>
      {name}
    </Group>
  );
}
