// The period that a screen is about, as its address names it.
import { useMemo } from 'react';
import type { Period } from '../../../domain/period.ts';
import { DAY_STEP_MS, useNow } from '../clock.ts';
import { useUi } from '../environment.tsx';
import { useRouteFilters } from '../route.ts';
import { periodOrLastMonth } from './period-address.ts';

/** The period of the address, else the last whole month of its zone; the same object until one of both changes. */
export function usePeriod(): Period {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const now = useNow(DAY_STEP_MS);
  return useMemo(() => periodOrLastMonth(route, now, timeZone), [route, now, timeZone]);
}
