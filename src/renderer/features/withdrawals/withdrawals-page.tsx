/**
 * The list of withdrawals with exact totals, and what it cannot tell. Not here: the columns, the totals table, one withdrawal.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { WithdrawalRow } from '../../../contract/calls/catalogue.ts';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Sort } from '../../../domain/invoice.ts';
import { WITHDRAWAL_SORT_FIELDS, type WithdrawalSortField } from '../../../domain/withdrawal.ts';
import { useBridge, useCall, useMirrorRevision, useProfile, useTimeZone } from '../../bridge/index.ts';
import {
  DataGrid,
  EmptyState,
  navigateTo,
  PageFrame,
  readSort,
  useRouteFilters,
  writeSort,
  ZoneNote,
} from '../../ui/index.ts';
import { WITHDRAWAL_COLUMNS } from './columns.tsx';
import { FilterRow } from './filter-row.tsx';
import { isNarrowed, uuidLike, withdrawalFilter, type WithdrawalFilterInput } from './filters.ts';
import { Lookup } from './lookup.tsx';
import { TotalsTable } from './totals-table.tsx';
import './withdrawals.css';

const LIST_KINDS = ['withdrawals'] as const;
/** The latest first, as long as nobody sorts otherwise. */
const DEFAULT_SORT: readonly Sort<WithdrawalSortField>[] = [{ by: 'created_at', direction: 'desc' }];

type Totals = CallOutput<'withdrawals.page'>['totals'];

/** All withdrawals of the business. */
export function WithdrawalsPage(): ReactNode {
  const route = useRouteFilters();
  const timeZone = useTimeZone();
  const { id: profile } = useProfile();
  const facets = useCall('withdrawals.facets', {}, { refreshOn: LIST_KINDS }).data;
  const filter = useMemo(() => withdrawalFilter(route, timeZone), [route, timeZone]);
  const sort = useMemo(() => sortOf(route.text('sort')), [route]);
  const [total, setTotal] = useState<number | null>(null);
  const { totals, isOld, isUnread, load } = useWithdrawals(filter, profile);
  const revision = useMirrorRevision(LIST_KINDS);
  const all = facets === undefined ? null : facets.statuses.reduce((sum, { count }) => sum + count, 0);
  return (
    <PageFrame
      title="Withdrawals"
      fill
      subtitle={
        <span aria-live="polite">
          {isUnread ? 'Could not be read' : countWords(total, all, isNarrowed(filter))}. Which invoices a withdrawal
          paid cannot be known: the API has no link between the two.
        </span>
      }
      actions={<ZoneNote />}
    >
      <FilterRow route={route} facets={facets} narrowed={isNarrowed(filter)} />
      {profile === null ? null : (
        <DataGrid<WithdrawalRow, WithdrawalSortField>
          label="Withdrawals"
          columns={WITHDRAWAL_COLUMNS}
          load={load}
          rowId={(row) => row.uuid}
          queryKey={`${profile} ${timeZone} ${route.query}`}
          revision={revision}
          onOpen={(row) => navigateTo(`/withdrawals/${encodeURIComponent(row.uuid)}`)}
          sort={sort}
          onSortChange={(next) => route.change({ sort: writeSort(next) })}
          onTotal={setTotal}
          empty={<Empty filter={filter} />}
        />
      )}
      {totals.length === 0 ? null : <TotalsTable totals={totals} isOld={isOld} />}
    </PageFrame>
  );
}

function sortOf(text: string | undefined): readonly Sort<WithdrawalSortField>[] {
  const sort = readSort(text, WITHDRAWAL_SORT_FIELDS);
  return sort.length === 0 ? DEFAULT_SORT : sort;
}

/** "12 of 40 match", "40 withdrawals". */
export function countWords(total: number | null, all: number | null, narrowed: boolean): string {
  if (total === null) return 'Reading the mirror';
  const shown = total.toLocaleString('en-GB');
  if (!narrowed || all === null) return total === 1 ? '1 withdrawal' : `${shown} withdrawals`;
  return `${shown} of ${Math.max(all, total).toLocaleString('en-GB')} match`;
}

/** Reads pages, and keeps the totals that came with the present filter; those of the one before stay until then. */
function useWithdrawals(filter: WithdrawalFilterInput, profile: string | null) {
  const bridge = useBridge();
  const [held, setHeld] = useState<{ filter: WithdrawalFilterInput; profile: string | null; totals: Totals } | null>(
    null,
  );
  const [isUnread, setUnread] = useState(false);
  const present = useRef({ filter, profile });
  useEffect(() => {
    present.current = { filter, profile };
  });
  const load = async (offset: number, limit: number, sort: readonly Sort<WithdrawalSortField>[]) => {
    const input = { filter, sort: [...sort], offset, limit };
    const result = await bridge.call('withdrawals.page', input, profile === null ? {} : { profile });
    setUnread(!result.ok);
    if (!result.ok) return result.failure;
    const isPresent = present.current.filter === filter && present.current.profile === profile;
    if (isPresent) setHeld({ filter, profile, totals: result.value.totals });
    return result.value;
  };
  const totals = held?.profile === profile ? held.totals : [];
  return { totals, isOld: held?.filter !== filter, isUnread, load };
}

function Empty({ filter }: { readonly filter: WithdrawalFilterInput }): ReactNode {
  const uuid = uuidLike(filter.text);
  if (uuid !== null) return <Lookup uuid={uuid} />;
  if (isNarrowed(filter)) {
    return <EmptyState kind="nothing-matches">Every filter above narrows the list; clear one to see more.</EmptyState>;
  }
  return (
    <EmptyState kind="nothing-yet" title="No withdrawals yet">
      Withdrawals are requested in the payment service’s dashboard, not here. They appear once the mirror has read them.
    </EmptyState>
  );
}
