/** The attempts of a delivery as squares, filled as far as they are used, with their number in words. */
import { Group, Text } from '@mantine/core';
import type { DeliveryRow } from '../../../domain/webhooks/delivery-list.ts';
import { attemptsWords } from './deliveries/words.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { runsOutAt } from '../../../domain/webhooks/retry-schedule.ts';
import { useCall } from '../../bridge/index.ts';

/** More squares than this say no more than the number does. */
const MOST = 10;

export function AttemptSquares({ row }: { readonly row: Pick<DeliveryRow, 'attempts' | 'maxAttempts' | 'state'> }) {
  const { attempts, maxAttempts, state } = row;
  const words = attemptsWords(row) ?? '—';
  const isFailing = state === 'failed' || state === 'retrying';
  if (!isFailing || attempts === null || maxAttempts === null || maxAttempts > MOST) return words;
  return (
    <Group gap={8} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      <Group gap={2} wrap="nowrap" aria-hidden="true">
        {Array.from({ length: maxAttempts }, (_, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a place on a line and nothing else
            key={index}
            data-console-paint={index < attempts ? 'full' : 'hollow'}
            style={{
              width: 7,
              height: 7,
              borderRadius: 2,
              border: `1px solid var(${index < attempts ? '--mc-bad-text' : '--mc-control'})`,
              background: index < attempts ? 'var(--mc-bad-text)' : undefined,
            }}
          />
        ))}
      </Group>
      <Text span fz={13} className="mc-num">
        {words}
      </Text>
    </Group>
  );
}

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
