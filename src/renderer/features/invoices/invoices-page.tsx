/**
 * The list of invoices: filters in the address, a grid of any length, an export of what is filtered. Not here: the columns
 * (columns.tsx) and one invoice (invoice-page.tsx).
 */
import type { ReactNode } from 'react';
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import type { InvoiceSortField } from '../../../domain/invoice.ts';
import { useBridge, useCall, useExport, useMirrorRevision, useProfile } from '../../bridge/index.ts';
import {
  countWords,
  ExportButton,
  invoicePath,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  matchWords,
  NewInvoiceLink,
  useList,
} from '../../ui/index.ts';
import { INVOICE_COLUMNS } from './columns.tsx';
import { InvoiceFilters } from './filter-row.tsx';
import { idLike, invoiceFilter, type InvoiceFilterInput } from './filters.ts';
import { Lookup } from './lookup.tsx';

const INVOICES: ListKind<InvoiceRow, InvoiceSortField, InvoiceFilterInput> = {
  title: 'Invoices',
  columns: INVOICE_COLUMNS,
  firstSort: { by: 'created_at', direction: 'desc' },
  filterOf: invoiceFilter,
  idOf: ({ uuid }) => uuid,
  pathOf: ({ uuid }) => invoicePath(uuid),
};
const MIRROR_KINDS = ['invoices'] as const;

/** All invoices of the business. `views` are the saved ones, from the app. */
export function InvoicesPage({ views }: { readonly views: ReactNode }): ReactNode {
  const bridge = useBridge();
  const list = useList(INVOICES, useProfile().id, (input, profile) => bridge.call('invoices.page', input, { profile }));
  const facets = useCall('invoices.facets', {}, { refreshOn: MIRROR_KINDS }).data;
  const asOf = useCall('sync.status', {}).data?.invoices.asOf ?? null;
  const revision = useMirrorRevision(MIRROR_KINDS);
  const exporting = useExport();
  const { filter, sort, count, isNarrowed } = list;
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) =>
        isNarrowed && facets !== undefined
          ? matchWords(matching, facets.statuses)
          : countWords(matching, 'invoice', 'invoices')
      }
      actions={
        <>
          {views}
          <ExportButton
            state={exporting.state}
            count={count}
            onStart={(asked) => exporting.start({ kind: 'invoices', filter, sort, ...asked })}
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
          <NewInvoiceLink />
        </>
      }
      filters={<InvoiceFilters facets={facets} />}
    >
      <ListGrid list={list} revision={revision} empty={<Empty text={filter.text} isNarrowed={isNarrowed} />} />
    </ListFrame>
  );
}

function Empty({ text, isNarrowed }: { readonly text: string | undefined; readonly isNarrowed: boolean }): ReactNode {
  const ident = idLike(text);
  if (ident !== null) return <Lookup ident={ident} />;
  return (
    <ListEmpty isNarrowed={isNarrowed} title="No invoices yet">
      The mirror has none. If the shop has made some, the first reading is still under way.
    </ListEmpty>
  );
}
