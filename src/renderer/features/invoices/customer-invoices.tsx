// The invoices of one customer, newest first, on his page.
import { type ReactNode, useMemo } from 'react';
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import type { InvoiceSortField } from '../../../domain/invoice.ts';
import { useBridge, useMirrorRevision, useProfile } from '../../bridge/index.ts';
import { DataGrid, invoicePath, ListEmpty, type ListKind, navigateTo, useList } from '../../ui/index.ts';
import { INVOICE_COLUMNS } from './columns.tsx';
import type { InvoiceFilterInput } from './filters.ts';

const COLUMNS = INVOICE_COLUMNS.filter(({ key }) => key !== 'customer_id');
const MIRROR_KINDS = ['invoices'] as const;
const HEIGHT = 460;

/** Sorted by the address, as every list. */
export function CustomerInvoices({ customerId }: { readonly customerId: string }): ReactNode {
  const bridge = useBridge();
  const kind = useMemo((): ListKind<InvoiceRow, InvoiceSortField, InvoiceFilterInput> => {
    return {
      title: 'Invoices of the customer',
      columns: COLUMNS,
      firstSort: { by: 'created_at', direction: 'desc' },
      filterOf: () => ({ customerId }),
      idOf: ({ uuid }) => uuid,
      pathOf: ({ uuid }) => invoicePath(uuid),
    };
  }, [customerId]);
  const { feed, sort, sortBy, onCount } = useList(kind, useProfile().id, (input, profile) =>
    bridge.call('invoices.page', input, { profile }),
  );
  const revision = useMirrorRevision(MIRROR_KINDS);
  if (feed === null) return null;
  return (
    <DataGrid<InvoiceRow, InvoiceSortField>
      load={feed.load}
      queryKey={`${feed.queryKey} ${customerId}`}
      label={kind.title}
      columns={COLUMNS}
      rowId={kind.idOf}
      rowName={(row) => row.external_id}
      revision={revision}
      sort={sort}
      onSortChange={sortBy}
      onTotal={onCount}
      onOpen={(row) => navigateTo(kind.pathOf(row))}
      height={HEIGHT}
      empty={
        <ListEmpty isNarrowed={false} title="No invoices">
          The mirror has none for this customer id.
        </ListEmpty>
      }
    />
  );
}
