// How long an invoice can still be paid, as a cell of a table.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import { CLOSE_TO_END_MS, timeLeftMs } from '../../../domain/records/payment-window.ts';
import { describeDuration } from '../../../domain/kernel/time/time.ts';
import { Link, useNow } from '../../ui/index.ts';

/** Where the order of an invoice is made again, once a fresh reading says that it is closed. */
export function againPath(uuid: string): string {
  return `${screenPath('new-invoice')}?again=${encodeURIComponent(uuid)}`;
}

/** "12 min", moving by itself and so never announced; "closed" with the way to the same order, which is read anew there; a dash where nobody knows. */
export function TimeLeftText({ invoice }: { readonly invoice: Pick<Invoice, 'uuid' | 'status' | 'expires_at'> }) {
  const leftMs = timeLeftMs(invoice, useNow());
  if (leftMs === null) return <Dim>—</Dim>;
  if (leftMs < 0) {
    return (
      <>
        <Dim>closed</Dim> · <Link to={againPath(invoice.uuid)}>Create again</Link>
      </>
    );
  }
  const isClose = leftMs < CLOSE_TO_END_MS;
  return (
    <Text span inherit className="mc-num" aria-live="off" {...(isClose ? { c: 'var(--mc-warn-text)' } : {})}>
      {describeDuration(leftMs)}
    </Text>
  );
}

function Dim({ children }: { readonly children: ReactNode }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}
