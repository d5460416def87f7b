/**
 * The adjusted invoices: what was expected, what came, the exact difference, and totals per currency over the whole filter. Not
 * here: the columns, the totals table, and one invoice (the app's other routes).
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { AdjustedRow } from '../../../contract/calls/reconciliation.ts';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Sort } from '../../../domain/invoice.ts';
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
import { ADJUSTED_COLUMNS, type AdjustedSortField, SORT_FIELDS } from './columns.tsx';
import { FilterRow } from './filter-row.tsx';
import { adjustedFilter, type AdjustedFilterInput, isNarrowed } from './filters.ts';
import { TotalsTable } from './totals-table.tsx';
import './adjusted.css';

const LIST_KINDS = ['invoices'] as const;
/** The latest first, as long as nobody sorts otherwise. */
const DEFAULT_SORT: readonly Sort<AdjustedSortField>[] = [{ by: 'finishedAt', direction: 'desc' }];

type Totals = CallOutput<'reconciliation.adjusted'>['totals'];

/** All invoices whose paid amount was corrected. */
export function AdjustedPage(): ReactNode {
  const route = useRouteFilters();
  const timeZone = useTimeZone();
  const { id: profile } = useProfile();
  const facets = useCall('invoices.facets', {}, { refreshOn: LIST_KINDS }).data;
  const filter = useMemo(() => adjustedFilter(route, timeZone), [route, timeZone]);
  const sort = useMemo(() => sortOf(route.text('sort')), [route]);
  const [total, setTotal] = useState<number | null>(null);
  const { totals, isOld, isUnread, load } = useAdjusted(filter, profile);
  const revision = useMirrorRevision(LIST_KINDS);
  const exporting = useExport();
  return (
    <PageFrame
      title="Adjusted invoices"
      fill
      subtitle={
        <span aria-live="polite">{isUnread ? 'Could not be read' : countWords(total, isNarrowed(filter))}</span>
      }
      actions={
        <>
          <ZoneNote />
          <ExportButton
            state={exporting.state}
            count={total}
            onStart={() => exporting.start({ kind: 'adjusted-csv', filter, sort: [...sort] })}
            onStop={exporting.cancel}
          />
        </>
      }
    >
      <FilterRow route={route} facets={facets} narrowed={isNarrowed(filter)} />
      {profile === null ? null : (
        <DataGrid<AdjustedRow, AdjustedSortField>
          label="Adjusted invoices"
          columns={ADJUSTED_COLUMNS}
          load={load}
          rowId={(row) => row.uuid}
          queryKey={`${profile} ${timeZone} ${route.query}`}
          revision={revision}
          onOpen={(row) => navigateTo(`/invoices/${encodeURIComponent(row.uuid)}`)}
          sort={sort}
          onSortChange={(next) => route.change({ sort: writeSort(next) })}
          onTotal={setTotal}
          empty={<Empty narrowed={isNarrowed(filter)} />}
        />
      )}
      {totals.length === 0 ? null : <TotalsTable totals={totals} isOld={isOld} />}
    </PageFrame>
  );
}

function sortOf(text: string | undefined): readonly Sort<AdjustedSortField>[] {
  const sort = readSort(text, SORT_FIELDS);
  return sort.length === 0 ? DEFAULT_SORT : sort;
}

/** "12 match", "300 invoices were adjusted". */
export function countWords(total: number | null, narrowed: boolean): string {
  if (total === null) return 'Reading the mirror…';
  const shown = total.toLocaleString('en-GB');
  if (narrowed) return `${shown} match`;
  return `${shown} ${total === 1 ? 'invoice was' : 'invoices were'} adjusted. Reconcile these against the credited USDT, not against the ordered amount.`;
}

/** Reads pages, and keeps the totals that came with the present filter; those of the one before stay until then. */
function useAdjusted(filter: AdjustedFilterInput, profile: string | null) {
  const bridge = useBridge();
  const [held, setHeld] = useState<{ filter: AdjustedFilterInput; profile: string | null; totals: Totals } | null>(
    null,
  );
  const [isUnread, setUnread] = useState(false);
  const present = useRef({ filter, profile });
  useEffect(() => {
    present.current = { filter, profile };
  });
  const load = async (offset: number, limit: number, sort: readonly Sort<AdjustedSortField>[]) => {
    const input = { filter, sort: [...sort], offset, limit };
    const result = await bridge.call('reconciliation.adjusted', input, profile === null ? {} : { profile });
    setUnread(!result.ok);
    if (!result.ok) return result.failure;
    const isPresent = present.current.filter === filter && present.current.profile === profile;
    if (isPresent) setHeld({ filter, profile, totals: result.value.totals });
    return result.value;
  };
  const totals = held?.profile === profile ? held.totals : [];
  return { totals, isOld: held?.filter !== filter, isUnread, load };
}

function Empty({ narrowed }: { readonly narrowed: boolean }): ReactNode {
  if (narrowed) {
    return <EmptyState kind="nothing-matches">Every filter above narrows the list; clear one to see more.</EmptyState>;
  }
  return (
    <EmptyState kind="nothing-yet" title="No adjusted invoices">
      None of the mirrored invoices is marked as adjusted. A dispute may adjust one later; this list follows the mirror.
    </EmptyState>
  );
}
