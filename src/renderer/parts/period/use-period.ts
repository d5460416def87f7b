// The period that a screen is about, as its address names it.
import { useMemo } from 'react';
import type { Period } from '../../../domain/period/period.ts';
import { DAY_STEP_MS, useNow } from '../../ui/window/clock.ts';
import { useUi } from '../../ui/window/environment.tsx';
import { useRouteFilters } from '../../ui/window/route.ts';
import { periodOrLastMonth } from './address.ts';

/** The period of the address, else the last whole month of its zone; the same object until one of both changes. */
export function usePeriod(): Period {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const now = useNow(DAY_STEP_MS);
  return useMemo(() => periodOrLastMonth(route, now, timeZone), [route, now, timeZone]);
}
