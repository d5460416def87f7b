// Pictures of days: the net of each as bars beside the days before, a rate of each as points. The library that draws them is loaded with the first.
import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { DayBarsProps, DayRatesProps } from './day-legend.tsx';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

const Rates = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayRates }));

/** The picture; its place is kept until it is there. */
export function DayBars(props: DayBarsProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="sm" />}>
      <DayChart {...props} />
    </Suspense>
  );
}

/** A rate of each day, likewise. */
export function DayRates(props: DayRatesProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="sm" />}>
      <Rates {...props} />
    </Suspense>
  );
}
