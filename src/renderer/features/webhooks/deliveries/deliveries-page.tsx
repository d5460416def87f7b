// The index of all deliveries: the list with its filters, which all stand in the address.
import { Button, Text } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { IconSend } from '@tabler/icons-react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { DeskRow, WatchStatus } from '../../../../contract/calls/desk.ts';
import type { DeskFilter, DeskSortField, DeskState } from '../../../../domain/desk.ts';
import { useBridge, useCall, useMirrorRevision, useOnScreen, useProfile } from '../../../bridge/index.ts';
import {
  countWords,
  DESK_FILTER,
  deskFilter,
  invoicePath,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  ListStrip,
  navigateTo,
  planOfFilterPath,
  planOfSelectionPath,
  type RowSelection,
  SelectionBar,
  useList,
  useRouteFilters,
  useRowSelection,
} from '../../../ui/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { DESK_COLUMNS } from './columns.tsx';
import { unreadCaution } from './watch-words.ts';
import { invoiceName } from './words.ts';

/** Milliseconds without another row coming into view: who scrolls past does not look. */
const STILL_MS = 600;
/** As many as the call takes. */
const MOST = 200;

/** Hand it the rows in view; their invoices are named once they have stood still. */
function useLook(): (rows: readonly DeskRow[]) => void {
  const show = useOnScreen();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (rows) => {
      clearTimeout(timer.current);
      const invoices = [...new Set(rows.map(({ invoiceUuid }) => invoiceUuid))].slice(0, MOST);
      if (invoices.length > 0) timer.current = setTimeout(() => show(invoices), STILL_MS);
    },
    [show],
  );
}

const DELIVERIES: ListKind<DeskRow, DeskSortField, DeskFilter> = {
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
  const { states, ...filters } = useCounts(list.filter);
  const revision = useMirrorRevision(MIRROR_KINDS);
  const watch = useCall('watch.status', {}, { refreshOn: ['deliveries', 'invoices'] });
  const look = useLook();
  const { filter, sort, count, isNarrowed } = list;
  const selection = useRowSelection(`${profile} ${JSON.stringify(filter)}`, idOf);
  const { query } = useRouteFilters();
  return (
    <ListFrame
      list={list}
      asOf={null}
      words={(matching) => `${matching.toLocaleString('en-GB')} ${isNarrowed ? 'match' : 'listed'}`}
      actions={<ExportMenu count={count} rows={(asked) => ({ kind: 'deliveries', filter, sort, ...asked })} />}
      filters={{ of: DESK_FILTER, ...filters }}
      above={
        <ListStrip
          views={viewsOf(states)}
          instead={
            profile === null || (!selection.isAll && selection.chosen.size === 0) ? null : (
              <DeliverySelection
                selection={selection}
                profile={profile}
                query={query}
                isNarrowed={isNarrowed}
                count={count}
              />
            )
          }
        >
          {views}
        </ListStrip>
      }
    >
      <ListGrid
        list={list}
        revision={revision}
        selection={selection}
        onVisible={look}
        empty={<Empty isNarrowed={isNarrowed} watch={watch.data} />}
      />
    </ListFrame>
  );
}

/** How often each value occurs; what only the filters need is asked for when somebody opens one. */
function useCounts(filter: DeskFilter) {
  const [isAsked, setAsked] = useState(false);
  const desk = useCall('deliveries.facets', { filter }, { refreshOn: MIRROR_KINDS }).data;
  const invoices = useCall('invoices.facets', {}, { refreshOn: ['invoices'], enabled: isAsked }).data;
  const { atRisk: _atRisk, elsewhere: _elsewhere, ...facets } = desk ?? {};
  return { states: desk?.states, counts: { ...facets, ...invoices }, onAsked: () => setAsked(true) };
}

/** The parts that people work with, counted under the filters that are not of a state. */
function viewsOf(states: CallOutput<'deliveries.facets'>['states'] | undefined) {
  const count = (...of: readonly DeskState[]): number | null =>
    states?.reduce((sum, one) => (of.length === 0 || of.includes(one.value) ? sum + one.count : sum), 0) ?? null;
  return [
    { label: 'All', sets: {}, count: count() },
    { label: 'Delivered', sets: { state: 'delivered' }, count: count('delivered') },
    { label: 'Retrying', sets: { state: 'retrying' }, count: count('retrying') },
    { label: 'Failed', sets: { state: 'failed' }, count: count('failed') },
    { label: 'Not checked yet', sets: { state: 'never-read' }, count: count('never-read') },
  ];
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

/** Shown while something is chosen. */
function DeliverySelection(props: {
  readonly selection: RowSelection<DeskRow>;
  /** Whose rows they are. */
  readonly profile: string;
  /** The filter as the address has it. */
  readonly query: string;
  readonly isNarrowed: boolean;
  /** Rows of the filter; null before they are counted. */
  readonly count: number | null;
}): ReactNode {
  const { selection, profile, query, isNarrowed, count } = props;
  const { isAll, chosen } = selection;
  const invoices = [...new Set([...chosen.values()].map(({ invoiceUuid }) => invoiceUuid))];
  const path = (): string => (isAll ? planOfFilterPath(query) : planOfSelectionPath(profile, invoices));
  // A plan over everything there is would be no answer to anything.
  const isTooMuch = isAll && !isNarrowed;
  return (
    <SelectionBar
      selection={selection}
      count={count}
      isNarrowed={isNarrowed}
      words={chosenWords(chosen.size, invoices.length)}
    >
      {isTooMuch ? <span className="mc-note">Narrow the list before resending all of it.</span> : null}
      <Button
        size="xs"
        leftSection={<IconSend size={14} aria-hidden="true" />}
        disabled={isTooMuch}
        onClick={() => navigateTo(path())}
      >
        Resend…
      </Button>
    </SelectionBar>
  );
}

/** Two deliveries of one invoice are one resend. */
function chosenWords(rows: number, invoices: number): string {
  const selected = `${rows.toLocaleString('en-GB')} selected`;
  return invoices === rows ? selected : `${selected}, ${countWords(invoices, 'invoice', 'invoices')}`;
}
