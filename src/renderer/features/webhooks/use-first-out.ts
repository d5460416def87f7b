// When the first of some deliveries that still retry has used its attempts.
import type { CallInput } from '../../../contract/calls.ts';
import { runsOutAt } from '../../../domain/webhooks/retry-schedule.ts';
import { useCall } from '../../bridge/index.ts';

/** About when, of the deliveries of the filter; null while none is found, or it is not known. */
export function useFirstOut(filter: CallInput<'deliveries.page'>['filter'], enabled: boolean): string | null {
  const input = {
    filter,
    sort: [
      { by: 'attempts' as const, direction: 'desc' as const },
      { by: 'nextAttemptAt' as const, direction: 'asc' as const },
    ],
    offset: 0,
    limit: 1,
  };
  const first = useCall('deliveries.page', input, { enabled, refreshOn: ['deliveries'] }).data?.rows[0];
  return first === undefined || !enabled ? null : runsOutAt(first);
}
