/**
 * The list of withdrawals with exact totals, an export of what is filtered, and what it cannot tell. Not here: the columns, the totals table, one withdrawal.
 */
import type { ReactNode } from 'react';
import type { WithdrawalRow } from '../../../contract/calls/catalogue.ts';
import type { WithdrawalSortField } from '../../../domain/withdrawal.ts';
import { useBridge, useCall, useExport, useMirrorRevision, useProfile } from '../../bridge/index.ts';
import {
  countWords,
  ExportButton,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  matchWords,
  useList,
  withdrawalPath,
} from '../../ui/index.ts';
import { WITHDRAWAL_COLUMNS } from './columns.tsx';
import { WithdrawalFilters } from './filter-row.tsx';
import { uuidLike, withdrawalFilter, type WithdrawalFilterInput } from './filters.ts';
import { Lookup } from './lookup.tsx';
import { TotalsTable } from './totals-table.tsx';
import './withdrawals.css';

const WITHDRAWALS: ListKind<WithdrawalRow, WithdrawalSortField, WithdrawalFilterInput> = {
  title: 'Withdrawals',
  columns: WITHDRAWAL_COLUMNS,
  firstSort: { by: 'created_at', direction: 'desc' },
  filterOf: withdrawalFilter,
  idOf: ({ uuid }) => uuid,
  pathOf: ({ uuid }) => withdrawalPath(uuid),
};
const MIRROR_KINDS = ['withdrawals'] as const;

/** All withdrawals of the business. */
export function WithdrawalsPage(): ReactNode {
  const bridge = useBridge();
  const list = useList(WITHDRAWALS, useProfile().id, (input, profile) =>
    bridge.call('withdrawals.page', input, { profile }),
  );
  const facets = useCall('withdrawals.facets', {}, { refreshOn: MIRROR_KINDS }).data;
  const asOf = useCall('sync.status', {}).data?.withdrawals.asOf ?? null;
  const revision = useMirrorRevision(MIRROR_KINDS);
  const exporting = useExport();
  const { filter, sort, count, isNarrowed, totals, isOld } = list;
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) =>
        isNarrowed && facets !== undefined
          ? matchWords(matching, facets.statuses)
          : countWords(matching, 'withdrawal', 'withdrawals')
      }
      actions={
        <ExportButton
          state={exporting.state}
          count={count}
          onStart={(asked) => exporting.start({ kind: 'withdrawals', filter, sort, ...asked })}
          onStop={exporting.cancel}
          onManifest={exporting.fetchManifest}
        />
      }
      caveat="Which invoices a withdrawal paid cannot be known: the API has no link between the two."
      filters={<WithdrawalFilters facets={facets} />}
    >
      <ListGrid list={list} revision={revision} empty={<Empty text={filter.text} isNarrowed={isNarrowed} />} />
      {totals.length === 0 ? null : <TotalsTable totals={totals} asOf={asOf} isOld={isOld} />}
    </ListFrame>
  );
}

function Empty({ text, isNarrowed }: { readonly text: string | undefined; readonly isNarrowed: boolean }): ReactNode {
  const uuid = uuidLike(text);
  if (uuid !== null) return <Lookup uuid={uuid} />;
  return (
    <ListEmpty isNarrowed={isNarrowed} title="No withdrawals yet">
      Withdrawals are requested in the payment service’s dashboard, not here. They appear once the mirror has read them.
    </ListEmpty>
  );
}
