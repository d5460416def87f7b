/** The period that a screen is about, as its address names it. Not here: how an address names one (period-address.ts). */
import { useMemo } from 'react';
import type { Period } from '../../../domain/period.ts';
import { useNow } from '../clock.ts';
import { useUi } from '../environment.tsx';
import { useRouteFilters } from '../route.ts';
import { periodOrLastMonth } from './period-address.ts';

/** Often enough for a month that ends while the screen stands. */
const HOUR_MS = 3_600_000;

/** The period of the address, else the last whole month of its zone; the same object until one of both changes. */
export function usePeriod(): Period {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const hour = useNow(HOUR_MS);
  return useMemo(() => periodOrLastMonth(route, hour, timeZone), [route, hour, timeZone]);
}
