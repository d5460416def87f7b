// The list of withdrawals with exact totals, an export of what is filtered, and what it cannot tell.
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { WithdrawalRow } from '../../../contract/calls/catalogue.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { WithdrawalFilter, WithdrawalSortField } from '../../../domain/records/withdrawal.ts';
import { useBridge, useCall, useMirrorRevision, useProfile, useWorkedRevision } from '../../bridge/index.ts';
import {
  cellText,
  countWords,
  grouped,
  Link,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  ListStrip,
  MoneyText,
  plainText,
  SelectionBar,
  useList,
  useNow,
  useRowSelection,
  withdrawalPath,
} from '../../ui/index.ts';
import {
  ExportMenu,
  LabelRows,
  LookupState,
  StatusBadge,
  useHomeColumns,
  useLabelOptions,
  type ValuedRow,
} from '../../parts/index.ts';
import { uuidLike, waitingFor, WITHDRAWAL_COLUMNS, WITHDRAWAL_FILTER } from './columns.tsx';
import { useTotalRows } from './totals.tsx';
import type { CallOutput } from '../../../contract/calls.ts';

const WITHDRAWALS: ListKind<WithdrawalRow, WithdrawalSortField, WithdrawalFilter> = {
  title: 'Withdrawals',
  columns: WITHDRAWAL_COLUMNS,
  firstSort: { by: 'created_at', direction: 'desc' },
  filterOf: WITHDRAWAL_FILTER.read,
  idOf: ({ uuid }) => uuid,
  nameOf: ({ uuid }) => uuid,
  pathOf: ({ uuid }) => withdrawalPath(uuid),
};
/** What was taken, its network fee inside. */
const valuedOf: ValuedRow<WithdrawalRow> = ({ status, amount, token: unit, processed_at: at }) =>
  status === 'approved' ? { amount, unit, at } : null;
const MIRROR_KINDS = ['withdrawals'] as const;
const BOOKS_KINDS = ['notes', 'exceptions'] as const;

export function WithdrawalsPage() {
  const bridge = useBridge();
  const profile = useProfile().id;
  const list = useList(WITHDRAWALS, profile, (input, reader) =>
    bridge.call('withdrawals.page', input, { profile: reader }),
  );
  const { filter, sort, count, isNarrowed, totals } = list;
  const [isAsked, setAsked] = useState(false);
  const facets = useCall('withdrawals.facets', { filter }, { refreshOn: MIRROR_KINDS, enabled: isAsked }).data;
  const labels = useLabelOptions(isAsked);
  const counts = facets === undefined ? undefined : { ...facets, labels };
  const asOf = useCall('sync.status', {}).data?.withdrawals.asOf ?? null;
  const selection = useRowSelection(`${profile} ${JSON.stringify(filter)}`, WITHDRAWALS.idOf);
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) => countWords(matching, 'withdrawal', 'withdrawals')}
      actions={
        <ExportMenu
          count={count}
          selection={selection}
          rows={(asked, only) => ({ kind: 'withdrawals', filter: only ?? filter, sort, ...asked })}
        />
      }
      filters={{ of: WITHDRAWAL_FILTER, counts, onAsked: () => setAsked(true) }}
      above={
        <ListStrip
          views={useViews(filter)}
          instead={
            selection.isAll || selection.chosen.size > 0 ? (
              <SelectionBar selection={selection} count={count} isNarrowed={isNarrowed}>
                <LabelRows list="withdrawals" rows={[...selection.chosen.values()]} />
              </SelectionBar>
            ) : null
          }
        >
          <LongestPending />
        </ListStrip>
      }
    >
      <ListGrid
        list={list}
        more={useHomeColumns(valuedOf)}
        revision={useMirrorRevision(MIRROR_KINDS) + useWorkedRevision(BOOKS_KINDS).revision}
        selection={selection}
        totals={useTotalRows(totals)}
        empty={<Empty text={filter.text} isNarrowed={isNarrowed} />}
      />
    </ListFrame>
  );
}

function useViews({ status: _status, ...filter }: WithdrawalFilter) {
  const counts = useCall('withdrawals.facets', { filter }, { refreshOn: MIRROR_KINDS }).data?.statuses;
  const of = (value: string) => counts?.find((one) => one.value === value)?.count ?? (counts === undefined ? null : 0);
  return [
    { label: 'All', sets: {}, count: counts?.reduce((sum, { count }) => sum + count, 0) ?? null },
    { label: 'Pending', sets: { status: 'pending' }, count: of('pending') },
    { label: 'Sent', sets: { status: 'approved' }, count: of('approved') },
    { label: 'Rejected', sets: { status: 'rejected' }, count: of('rejected') },
  ];
}

/** The one that waits longest; nothing while none does. */
function LongestPending() {
  const now = useNow(60_000);
  const input = {
    filter: { status: ['pending'] },
    sort: [{ by: 'created_at' as const, direction: 'asc' as const }],
    offset: 0,
    limit: 1,
  };
  const first = useCall('withdrawals.page', input, { refreshOn: MIRROR_KINDS }).data?.rows[0];
  const since = first === undefined || first.created_at === null ? null : toEpochMs(first.created_at);
  if (first === undefined || since === null) return null;
  return (
    <Text span c="dimmed">
      Longest pending{' '}
      <Link inline to={withdrawalPath(first.uuid)}>
        {waitingFor(now - since)}, <MoneyText value={first.amount} unit={first.token ?? 'token'} />{' '}
        {cellText(first.token, 8)}
      </Link>
      <PaceWords />
    </Text>
  );
}

/** What its age is held against. */
function PaceWords() {
  const pace = useCall('withdrawals.pace', {}, { refreshOn: MIRROR_KINDS }).data;
  if (pace === undefined || pace.medianMs === null) return null;
  return ` · median of ${grouped(pace.sample)}: ${waitingFor(pace.medianMs)}`;
}

function Empty({ text, isNarrowed }: { readonly text: string | undefined; readonly isNarrowed: boolean }) {
  const uuid = uuidLike(text);
  if (uuid !== null) return <Lookup uuid={uuid} />;
  return (
    <ListEmpty isNarrowed={isNarrowed} title="No withdrawals yet">
      Withdrawals are requested in the payment service’s dashboard, not here. They appear once the mirror has read them.
    </ListEmpty>
  );
}

function Lookup({ uuid }: { readonly uuid: string }) {
  const { data, failure, isPrevious, refresh } = useCall('withdrawals.get', { uuid });
  return (
    <LookupState
      what="withdrawal"
      shownId={plainText(uuid)}
      failure={failure}
      onRetry={refresh}
      found={data === undefined || isPrevious ? undefined : foundIn(data)}
    />
  );
}

function foundIn({ withdrawal, source }: CallOutput<'withdrawals.get'>) {
  return {
    source,
    path: withdrawalPath(withdrawal.uuid),
    face: <StatusBadge kind="withdrawal" status={withdrawal.status} />,
  };
}
