// The close behind what a period has locked.
import type { CheckedClose } from '../../../../domain/period/close.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { useCall } from '../../../bridge/index.ts';

/** The close of this id, and never another's. It never changes, so it is read once. */
export function useClosed(closeId: string | null) {
  const { data, failure, refresh } = useCall(
    'periods.get',
    { id: closeId ?? '-' },
    { enabled: closeId !== null, of: closeId ?? '' },
  );
  return { locked: data === undefined || data.id !== closeId ? null : data, failure, retry: refresh };
}

/** The close of a period of which a part is shown, once it is known to be a locked one. */
export function useCloseOf(period: Period, isLocked: boolean): CheckedClose | null {
  const { data } = useCall('reconciliation.statement', { period }, { enabled: isLocked, of: JSON.stringify(period) });
  return useClosed(data?.closeId ?? null).locked;
}
