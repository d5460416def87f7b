/** The attempts of a delivery as squares, filled as far as they are used, with their number in words. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DeliveryRow } from '../../../domain/webhooks/delivery-list.ts';

import { attemptsWords } from './deliveries/words.ts';

/** More squares than this say no more than the number does. */
const MOST = 10;

export function AttemptSquares({
  row,
}: {
  readonly row: Pick<DeliveryRow, 'attempts' | 'maxAttempts' | 'state'>;
}): ReactNode {
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
