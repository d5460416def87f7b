/**
 * The index of all deliveries: the list with its filters, which all stand in the address.
 * Not here: the columns (columns.tsx), the hosts (endpoints), one delivery (the invoice's own screen).
 */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeskRow, WatchStatus } from '../../../../contract/calls/desk.ts';
import type { DeskSortField } from '../../../../domain/desk.ts';
import { useBridge, useCall, useMirrorRevision, useProfile } from '../../../bridge/index.ts';
import {
  deskFilter,
  type DeskFilterInput,
  invoicePath,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  useList,
  useRouteFilters,
  useRowSelection,
} from '../../../ui/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { DESK_COLUMNS } from './columns.tsx';
import { DeskFilters } from './filter-row.tsx';
import { DeliverySelection } from './selection-bar.tsx';
import { useLook } from './use-look.ts';
import { coverageMeaning, unreadCaution } from './watch-words.ts';
import { invoiceName } from './words.ts';

const DELIVERIES: ListKind<DeskRow, DeskSortField, DeskFilterInput> = {
  title: 'Deliveries',
  columns: DESK_COLUMNS,
  firstSort: { by: 'lastAttemptAt', direction: 'desc' },
  filterOf: deskFilter,
  idOf,
  nameOf: invoiceName,
  pathOf: ({ invoiceUuid }) => invoicePath(invoiceUuid, 'deliveries'),
};
const MIRROR_KINDS = ['deliveries', 'invoices'] as const;

/** All deliveries of the business, and the final invoices without one. `views` are the saved ones, from the app. */
export function DeliveriesPage({ views }: { readonly views: ReactNode }): ReactNode {
  const bridge = useBridge();
  const profile = useProfile().id;
  const list = useList(DELIVERIES, profile, (input, reader) =>
    bridge.call('deliveries.page', input, { profile: reader }),
  );
  const facets = useCall('deliveries.facets', { filter: list.filter }, { refreshOn: MIRROR_KINDS }).data;
  const invoiceFacets = useCall('invoices.facets', {}, { refreshOn: ['invoices'] }).data;
  const revision = useMirrorRevision(MIRROR_KINDS);
  const watch = useCall('watch.status', {}, { refreshOn: ['deliveries', 'invoices'] });
  const look = useLook();
  const { filter, sort, count, isNarrowed } = list;
  const selection = useRowSelection(`${profile} ${JSON.stringify(filter)}`, idOf);
  const { query } = useRouteFilters();
  const meaning = watch.data === undefined ? null : coverageMeaning(watch.data);
  return (
    <ListFrame
      list={list}
      asOf={null}
      words={(matching) => `${matching.toLocaleString('en-GB')} ${isNarrowed ? 'match' : 'listed'}`}
      {...(meaning === null ? {} : { caveat: meaning })}
      actions={
        <>
          {views}
          <ExportMenu count={count} rows={(asked) => ({ kind: 'deliveries', filter, sort, ...asked })} />
        </>
      }
      filters={<DeskFilters facets={{ desk: facets, invoices: invoiceFacets }} />}
    >
      <ListGrid
        list={list}
        revision={revision}
        selection={selection}
        onVisible={look}
        empty={<Empty isNarrowed={isNarrowed} watch={watch.data} />}
      />
      {profile === null ? null : (
        <DeliverySelection
          selection={selection}
          profile={profile}
          query={query}
          isNarrowed={isNarrowed}
          count={count}
        />
      )}
    </ListFrame>
  );
}

function idOf({ id }: DeskRow): string {
  return id;
}

/** What was never read cannot match a state or a cause: then "nothing matches" is not the whole truth. */
function Empty(props: { readonly isNarrowed: boolean; readonly watch: WatchStatus | undefined }): ReactNode {
  const { isNarrowed, watch } = props;
  const rest = watch === undefined ? null : unreadCaution(watch);
  return (
    <>
      <ListEmpty isNarrowed={isNarrowed} title="No deliveries yet">
        A webhook is sent when an invoice becomes final, and the mirror has no final invoice yet.
      </ListEmpty>
      {isNarrowed && rest !== null ? (
        <Text c="dimmed" ta="center" className="mc-num">
          {rest}
        </Text>
      ) : null}
    </>
  );
}
