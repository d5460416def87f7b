/**
 * The list of invoices: filters in the address, a grid of any length, an export of what is filtered. Not here: the columns
 * (columns.tsx) and one invoice (invoice-page.tsx).
 */
import { type ReactNode, useMemo, useState } from 'react';
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import { INVOICE_SORT_FIELDS, type InvoiceSortField, type Sort } from '../../../domain/invoice.ts';
import { useBridge, useCall, useExport, useMirrorRevision, useProfile, useTimeZone } from '../../bridge/index.ts';
import {
  DataGrid,
  EmptyState,
  ExportButton,
  navigateTo,
  PageFrame,
  readSort,
  useRouteFilters,
  writeSort,
  ZoneNote,
} from '../../ui/index.ts';
import { INVOICE_COLUMNS } from './columns.tsx';
import { FilterRow } from './filter-row.tsx';
import { idLike, invoiceFilter, type InvoiceFilterInput, isNarrowed } from './filters.ts';
import { Lookup } from './lookup.tsx';
import './invoices.css';

/** Newest first, as long as nobody sorts otherwise. */
const DEFAULT_SORT: readonly Sort<InvoiceSortField>[] = [{ by: 'created_at', direction: 'desc' }];
const LIST_KINDS = ['invoices'] as const;

/** All invoices of the business. */
export function InvoicesPage(): ReactNode {
  const route = useRouteFilters();
  const timeZone = useTimeZone();
  const { id: profile } = useProfile();
  const facets = useCall('invoices.facets', {}, { refreshOn: LIST_KINDS }).data;
  const filter = useMemo(() => invoiceFilter(route, timeZone), [route, timeZone]);
  const sort = useMemo(() => sortOf(route.text('sort')), [route]);
  const [total, setTotal] = useState<number | null>(null);
  const { load, isUnread } = useLoad(filter, profile);
  const revision = useMirrorRevision(LIST_KINDS);
  const exporting = useExport();
  const all = facets === undefined ? null : facets.statuses.reduce((sum, { count }) => sum + count, 0);
  return (
    <PageFrame
      title="Invoices"
      fill
      subtitle={
        <span aria-live="polite">{isUnread ? 'Could not be read' : countWords(total, all, isNarrowed(filter))}</span>
      }
      actions={
        <>
          <ZoneNote />
          <ExportButton
            state={exporting.state}
            count={total}
            onStart={() => exporting.start({ kind: 'invoices-csv', filter, sort: [...sort] })}
            onStop={exporting.cancel}
          />
        </>
      }
    >
      <FilterRow route={route} facets={facets} narrowed={isNarrowed(filter)} />
      {profile === null ? null : (
        <DataGrid<InvoiceRow, InvoiceSortField>
          label="Invoices"
          columns={INVOICE_COLUMNS}
          load={load}
          rowId={(row) => row.uuid}
          queryKey={`${profile} ${timeZone} ${route.query}`}
          revision={revision}
          onOpen={(row) => navigateTo(`/invoices/${encodeURIComponent(row.uuid)}`)}
          sort={sort}
          onSortChange={(next) => route.change({ sort: writeSort(next) })}
          onTotal={setTotal}
          empty={<Empty filter={filter} />}
        />
      )}
    </PageFrame>
  );
}

function sortOf(text: string | undefined): readonly Sort<InvoiceSortField>[] {
  const sort = readSort(text, INVOICE_SORT_FIELDS);
  return sort.length === 0 ? DEFAULT_SORT : sort;
}

/** "1,204 of 12,512 match", "12,512 invoices". */
export function countWords(total: number | null, all: number | null, narrowed: boolean): string {
  if (total === null) return 'Reading the mirror…';
  const shown = total.toLocaleString('en-GB');
  if (!narrowed || all === null) return total === 1 ? '1 invoice' : `${shown} invoices`;
  return `${shown} of ${Math.max(all, total).toLocaleString('en-GB')} match`;
}

function useLoad(filter: InvoiceFilterInput, profile: string | null) {
  const bridge = useBridge();
  const [isUnread, setUnread] = useState(false);
  const load = async (offset: number, limit: number, sort: readonly Sort<InvoiceSortField>[]) => {
    const input = { filter, sort: [...sort], offset, limit };
    const result = await bridge.call('invoices.page', input, profile === null ? {} : { profile });
    setUnread(!result.ok);
    return result.ok ? result.value : result.failure;
  };
  return { load, isUnread };
}

function Empty({ filter }: { readonly filter: InvoiceFilterInput }): ReactNode {
  const ident = idLike(filter.text);
  if (ident !== null) return <Lookup ident={ident} />;
  if (isNarrowed(filter)) {
    return <EmptyState kind="nothing-matches">Every filter above narrows the list; clear one to see more.</EmptyState>;
  }
  return (
    <EmptyState kind="nothing-yet" title="No invoices yet">
      The mirror has none. If the shop has made some, the first reading is still under way.
    </EmptyState>
  );
}
