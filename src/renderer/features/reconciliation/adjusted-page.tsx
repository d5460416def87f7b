/**
 * The adjusted invoices: what was expected, what came, the exact difference, and totals per currency over the whole filter. Not
 * here: the columns, the totals table, and one invoice (the app's other routes).
 */
import type { ReactNode } from 'react';
import type { AdjustedRow } from '../../../contract/calls/reconciliation.ts';
import { useBridge, useCall, useExport, useMirrorRevision, useProfile } from '../../bridge/index.ts';
import {
  countWords,
  ExportButton,
  invoicePath,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  useList,
} from '../../ui/index.ts';
import { ADJUSTED_COLUMNS, type AdjustedSortField } from './columns.tsx';
import { AdjustedFilters } from './filter-row.tsx';
import { adjustedFilter, type AdjustedFilterInput } from './filters.ts';
import { TotalsTable } from './totals-table.tsx';
import './adjusted.css';

const ADJUSTED: ListKind<AdjustedRow, AdjustedSortField, AdjustedFilterInput> = {
  title: 'Adjusted invoices',
  columns: ADJUSTED_COLUMNS,
  firstSort: { by: 'finishedAt', direction: 'desc' },
  filterOf: adjustedFilter,
  idOf: ({ uuid }) => uuid,
  pathOf: ({ uuid }) => invoicePath(uuid),
};
const MIRROR_KINDS = ['invoices'] as const;

/** All invoices whose paid amount was corrected. */
export function AdjustedPage(): ReactNode {
  const bridge = useBridge();
  const list = useList(ADJUSTED, useProfile().id, (input, profile) =>
    bridge.call('reconciliation.adjusted', input, { profile }),
  );
  const facets = useCall('invoices.facets', {}, { refreshOn: MIRROR_KINDS }).data;
  const asOf = useCall('sync.status', {}).data?.invoices.asOf ?? null;
  const revision = useMirrorRevision(MIRROR_KINDS);
  const exporting = useExport();
  const { filter, sort, count, isNarrowed, totals, isOld } = list;
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) => (isNarrowed ? `${matching.toLocaleString('en-GB')} match` : adjustedWords(matching))}
      caveat="Reconcile these against the credited USDT, not against the ordered amount."
      actions={
        <ExportButton
          state={exporting.state}
          count={count}
          onStart={(asked) => exporting.start({ kind: 'adjusted', filter, sort, ...asked })}
          onStop={exporting.cancel}
          onManifest={exporting.fetchManifest}
        />
      }
      filters={<AdjustedFilters facets={facets} />}
    >
      <ListGrid list={list} revision={revision} empty={<Empty isNarrowed={isNarrowed} />} />
      {totals.length === 0 ? null : <TotalsTable totals={totals} asOf={asOf} isOld={isOld} />}
    </ListFrame>
  );
}

/** "300 invoices were adjusted". */
function adjustedWords(count: number): string {
  return `${countWords(count, 'invoice was', 'invoices were')} adjusted`;
}

function Empty({ isNarrowed }: { readonly isNarrowed: boolean }): ReactNode {
  return (
    <ListEmpty isNarrowed={isNarrowed} title="No adjusted invoices">
      None of the mirrored invoices is marked as adjusted. A dispute may adjust one later; this list follows the mirror.
    </ListEmpty>
  );
}
