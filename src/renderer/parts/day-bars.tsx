// The net of each day as bars, the days before as a line. The library that draws them is loaded with the first picture.
import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { DayBarsProps } from './day-legend.tsx';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

/** The picture; its place is kept until it is there. */
export function DayBars(props: DayBarsProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="sm" />}>
      <DayChart {...props} />
    </Suspense>
  );
}
