/** The request as it will be sent, or was: byte for byte, one click behind. */
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isMoney } from '../../../../domain/kernel/money/money.ts';
import { type Order, orderBody } from '../../../../domain/create/order.ts';
import { ForeignText } from '../../../ui/index.ts';

/** Folded: who wants the bytes opens it. */
export function SentPanel({ order }: { readonly order: Order }): ReactNode {
  return (
    <details>
      <Text component="summary" c="dimmed" fz="sm">
        What will be sent
      </Text>
      {isMoney(order.amount) ? (
        <SentBytes body={orderBody(order)} />
      ) : (
        <Text c="dimmed">Shown here as soon as there is an amount.</Text>
      )}
    </details>
  );
}

/** The bytes of a request as they are: one line of JSON, broken for the eye at its commas. */
export function SentBytes({ body }: { readonly body: string }): ReactNode {
  return (
    <Box
      mah={168}
      px="sm"
      py="xs"
      my="xs"
      bg="var(--mc-sunken)"
      bd="1px solid var(--mc-line)"
      className="mc-mono"
      role="group"
      aria-label="The request, byte for byte"
      style={{ overflow: 'auto' }}
    >
      <ForeignText text={body} />
    </Box>
  );
}
