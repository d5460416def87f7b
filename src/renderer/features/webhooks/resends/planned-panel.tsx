/**
 * Who is in the plan, in the order of the run. Not here: who is not (excluded-panel.tsx).
 */
import type { ReactNode } from 'react';
import type { PlannedResend } from '../../../../contract/calls/bulk.ts';
import {
  AgeText,
  cellText,
  DeliveryStateBadge,
  type GridColumn,
  InstantText,
  invoicePath,
  navigateTo,
} from '../../../ui/index.ts';
import { LocalGrid } from './local-grid.tsx';

const COLUMNS: readonly GridColumn<PlannedResend>[] = [
  {
    key: 'invoice',
    title: 'Invoice',
    hint: 'The shop’s own id; the uuid where the mirror has no other',
    width: 200,
    flex: 1,
    render: (row) => <span className="mc-cell-key">{cellText(row.externalId ?? row.invoiceUuid)}</span>,
    text: (row) => row.externalId ?? row.invoiceUuid,
  },
  { key: 'state', title: 'Delivery', width: 150, render: (row) => <DeliveryStateBadge state={row.state} /> },
  { key: 'host', title: 'Host', width: 180, flex: 1, render: (row) => cellText(row.host), text: (row) => row.host },
  {
    key: 'next',
    title: 'Next attempt',
    hint: 'By the API, without a resend',
    width: 180,
    render: (row) => <InstantText value={row.nextAttemptAt} />,
  },
  {
    key: 'asOf',
    title: 'Read',
    hint: 'When the deliveries of the invoice were read; each is read again before its turn',
    width: 120,
    render: (row) => (row.asOf === null ? 'never' : <AgeText since={row.asOf} />),
  },
];

/** The rows of the plan; one opens its invoice. */
export function PlannedPanel({ items }: { readonly items: readonly PlannedResend[] }): ReactNode {
  return (
    <section className="mc-bulk-section" aria-label="In this plan">
      <h2 className="mc-panel-title">In this plan</h2>
      <p className="mc-panel-note">In this order. Enter opens the invoice.</p>
      <LocalGrid
        label="Webhooks to resend"
        columns={COLUMNS}
        rows={items}
        rowId={(row) => row.invoiceUuid}
        onOpen={(row) => navigateTo(invoicePath(row.invoiceUuid, 'deliveries'))}
      />
    </section>
  );
}
