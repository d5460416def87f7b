/** What the colours of a picture of days mean. For eyes: the words beside the picture say the same. */
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DayBarsProps } from './bar-height.ts';

/** The bar of a day that is not over; named once, for all pictures of days draw it alike. */
export const HATCHED = 'day-that-is-not-over';

/** `hasToday`: a bar of these days is not whole yet. */
export function DayLegend(props: { readonly names: DayBarsProps['names']; readonly hasToday: boolean }): ReactNode {
  const { names, hasToday } = props;
  const [now, before] = names;
  return (
    <Group gap={14} justify="flex-end" aria-hidden="true">
      <Key name={now} fill="var(--mc-bar)" />
      {hasToday ? <Key name="Today so far" fill={`url(#${HATCHED})`} /> : null}
      {before === undefined ? null : <Key name={before} fill="var(--mc-bar-before)" isLine />}
    </Group>
  );
}

function Key(props: { readonly name: string; readonly fill: string; readonly isLine?: boolean }): ReactNode {
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
