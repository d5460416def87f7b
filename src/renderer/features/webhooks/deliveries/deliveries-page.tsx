// The index of all deliveries: the list with its filters, which all stand in the address.
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { IconAlertTriangle, IconHistory, IconSend } from '@tabler/icons-react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { WatchStatus } from '../../../../contract/calls/delivery-list.ts';
import type {
  DeliveryRow,
  DeliveryFilter,
  DeliverySortField,
  DeliveryRowState,
  DeliveryTotals,
} from '../../../../domain/webhooks/delivery-list.ts';
import { useBridge, useCall, useMirrorRevision, useOnScreen, useProfile } from '../../../bridge/index.ts';
import {
  AgeText,
  cellText,
  countWords,
  gridColumns,
  grouped,
  invoicePath,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  ListStrip,
  moneyTotal,
  navigateTo,
  planOfFilterPath,
  planOfSelectionPath,
  type RowSelection,
  SelectionBar,
  type TotalCell,
  type TotalRow,
  useList,
  useNow,
  useRouteFilters,
  useRowSelection,
  useTotals,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  DeliveryStateBadge,
  DELIVERY_FILTER,
  deliveryFilter,
  deliveryStateWord,
  lastAnswerWords,
  useLabelOptions,
} from '../../../parts/index.ts';
import { unreadCaution } from './watch-words.ts';
import { attemptsWords, invoiceName, nextAttempt } from './words.ts';
import { AttemptSquares } from '../attempt-squares.tsx';

const AT_RISK_MEANING = 'two attempts are left or fewer, hours apart';

const LISTED_COLUMNS = gridColumns<DeliveryRow, DeliverySortField>(({ cell, name, text, moment, money }) => [
  name('invoice', 'Invoice', (row) => row.externalId ?? row.invoiceUuid, {
    hint: 'The shop’s own id of the order; opens the invoice at its deliveries',
    sortBy: 'externalId',
    width: 122,
    pinned: 'left',
  }),
  cell('state', 'State', (row) => <StateCell row={row} />, {
    sortBy: 'state',
    width: 116,
    text: ({ state, status }) => deliveryStateWord(state, status),
  }),
  cell('answer', 'Last answer', (row) => lastAnswerWords(row) ?? '—', {
    hint: 'The HTTP code of the last attempt, or why there was none',
    sortBy: 'httpCode',
    width: 148,
    text: (row) => row.lastError ?? lastAnswerWords(row),
    copied: lastAnswerWords,
  }),
  cell('attempts', 'Attempts', (row) => <AttemptsCell row={row} />, {
    hint: 'Used, of those that the API makes by itself',
    sortBy: 'attempts',
    width: 150,
    text: (row) => (row.atRisk ? `${attemptsWords(row) ?? ''}: ${AT_RISK_MEANING}` : attemptsWords(row)),
    copied: attemptsWords,
  }),
  cell('last', 'Last attempt', (row) => <AgeText since={row.lastAttemptAt} />, {
    sortBy: 'lastAttemptAt',
    width: 124,
    spare: 1,
    text: (row) => row.lastAttemptAt,
  }),
  cell('next', 'Next attempt', (row) => <NextCell row={row} />, {
    hint: 'When the API tries again by itself',
    sortBy: 'nextAttemptAt',
    text: (row) => row.nextAttemptAt,
  }),
  cell('host', 'Endpoint', (row) => <HostCell row={row} />, {
    sortBy: 'host',
    width: 136,
    flex: 1,
    spare: 2,
    text: (row) => row.targetUrl ?? row.host,
  }),
  moment('finished', 'Finished', (row) => row.finishedAt, {
    hint: 'When the invoice became final',
    sortBy: 'finishedAt',
    width: 120,
    spare: 3,
  }),
  text('event', 'Event', (row) => row.event, { sortBy: 'event', width: 136, spare: 4 }),
  moment('delivered', 'Delivered', (row) => row.deliveredAt, { sortBy: 'deliveredAt', width: 120, spare: 5 }),
  cell('asOf', 'Checked', (row) => (row.asOf === null ? 'not yet' : <AgeText since={row.asOf} />), {
    hint: 'When the console last asked the API for these deliveries',
    spare: 6,
    text: (row) => row.asOf,
  }),
  money('net', 'Net (USDT)', (row) => row.netUsdt, { width: 106 }),
]);

function AttemptsCell({ row }: { readonly row: DeliveryRow }) {
  return (
    <Group
      gap={6}
      wrap="nowrap"
      display="inline-flex"
      style={{ verticalAlign: 'middle' }}
      title={row.atRisk ? AT_RISK_MEANING : undefined}
    >
      <AttemptSquares row={row} />
      {row.atRisk ? (
        <IconAlertTriangle size={14} color="var(--mc-warn-text)" aria-label="running out of attempts" />
      ) : null}
    </Group>
  );
}

function StateCell({ row }: { readonly row: DeliveryRow }) {
  return (
    <Group gap={6} wrap="nowrap">
      <DeliveryStateBadge state={row.state} status={row.status} />
      {row.isLatest || row.deliveryUuid === null ? null : (
        <Text span c="dimmed" title="The invoice has a later delivery; a resend sends that one">
          <IconHistory size={14} stroke={2} aria-hidden="true" />
          <VisuallyHidden>an earlier delivery of the invoice</VisuallyHidden>
        </Text>
      )}
    </Group>
  );
}

function NextCell({ row }: { readonly row: DeliveryRow }) {
  const next = nextAttempt(row, useNow());
  switch (next.kind) {
    case 'ahead':
      return <span className="mc-num">{next.words}</span>;
    case 'overdue':
      return (
        <Text
          span
          fz={13}
          c="var(--mc-warn-text)"
          className="mc-num"
          title="Its time has passed; it is checked before long"
        >
          {next.words}
        </Text>
      );
    case 'not-said':
      return <span title="The API names no time">not said</span>;
    case 'none':
      return '—';
  }
}

function HostCell({ row }: { readonly row: DeliveryRow }) {
  if (!row.elsewhere) return cellText(row.host);
  return (
    <span title="Goes elsewhere than the callback_url of its invoice">
      {cellText(row.host)}{' '}
      <Text span fz={12} c="dimmed">
        not the callback_url
      </Text>
    </span>
  );
}

/** Milliseconds without another row coming into view: who scrolls past does not look. */
const STILL_MS = 600;
const MOST = 200;

/** Hand it the rows in view; their invoices are named once they have stood still. */
function useLook(): (rows: readonly DeliveryRow[]) => void {
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

const DELIVERIES: ListKind<DeliveryRow, DeliverySortField, DeliveryFilter> = {
  title: 'Deliveries',
  columns: LISTED_COLUMNS,
  firstSort: { by: 'lastAttemptAt', direction: 'desc' },
  filterOf: deliveryFilter,
  idOf,
  nameOf: invoiceName,
  pathOf: ({ invoiceUuid }) => invoicePath(invoiceUuid, 'deliveries'),
};
const MIRROR_KINDS = ['deliveries', 'invoices'] as const;

/** All deliveries of the business, and the final invoices without one. */
export function DeliveriesPage() {
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
      words={(matching) => `${grouped(matching)} ${isNarrowed ? 'match' : 'listed'}`}
      actions={
        <ExportMenu
          count={count}
          selection={selection}
          rows={(asked, only) => ({ kind: 'deliveries', filter: only ?? filter, sort, ...asked })}
        />
      }
      filters={{ of: DELIVERY_FILTER, ...filters }}
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
        />
      }
    >
      <ListGrid
        list={list}
        revision={revision}
        selection={selection}
        onVisible={look}
        totals={useTotalRows(filter, count)}
        empty={<Empty isNarrowed={isNarrowed} watch={watch.data} />}
      />
    </ListFrame>
  );
}

/** How often each value occurs; what only the filters need is asked for when somebody opens one. */
function useCounts(filter: DeliveryFilter) {
  const [isAsked, setAsked] = useState(false);
  const offered = useCall('deliveries.facets', { filter }, { refreshOn: MIRROR_KINDS }).data;
  const invoices = useCall('invoices.facets', {}, { refreshOn: ['invoices'], enabled: isAsked }).data;
  const labels = useLabelOptions(isAsked);
  const { atRisk: _atRisk, elsewhere: _elsewhere, ...facets } = offered ?? {};
  return { states: offered?.states, counts: { ...facets, ...invoices, labels }, onAsked: () => setAsked(true) };
}

/** Nothing before the list is counted, and of an empty one. */
function useTotalRows(filter: DeliveryFilter, count: number | null): readonly TotalRow[] {
  const enabled = count !== null && count > 0;
  const sums = useCall('deliveries.totals', { filter }, { refreshOn: MIRROR_KINDS, enabled }).data;
  const totals = useMemo(() => (sums === undefined || sums.deliveries === 0 ? [] : [sums]), [sums]);
  return useTotals(totals, null, totalsOf);
}

function totalsOf([all]: readonly [DeliveryTotals, ...unknown[]], _: null, fold: (label: string) => TotalCell) {
  const { deliveries, netUsdt, states, failing } = all;
  const delivered = states.find(({ state }) => state === 'delivered')?.deliveries ?? 0;
  return {
    parts: states.map(
      (part): TotalRow => ({
        id: part.state,
        cells: {
          invoice: { shown: grouped(part.deliveries) },
          state: { shown: <DeliveryStateBadge state={part.state} />, text: part.state },
          net: moneyTotal(part.netUsdt, 'USDT'),
        },
      }),
    ),
    whole: {
      invoice: fold(countWords(deliveries, 'webhook', 'webhooks')),
      state: { shown: `${grouped(delivered)} delivered`, measure: `${grouped(delivered)} delivered` },
      answer: { shown: `${grouped(failing.deliveries)} failing` },
      ...(failing.deliveries === 0 ? {} : { attempts: moneyTotal(failing.netUsdt, 'USDT', 'USDT') }),
      net: moneyTotal(netUsdt, 'USDT'),
    },
  };
}

/** The parts that people work with, counted under the filters that are not of a state. */
function viewsOf(states: CallOutput<'deliveries.facets'>['states'] | undefined) {
  const count = (...of: readonly DeliveryRowState[]): number | null =>
    states?.reduce((sum, one) => (of.length === 0 || of.includes(one.value) ? sum + one.count : sum), 0) ?? null;
  return [
    { label: 'All', sets: {}, count: count() },
    { label: 'Delivered', sets: { state: 'delivered' }, count: count('delivered') },
    { label: 'Retrying', sets: { state: 'retrying' }, count: count('retrying') },
    { label: 'Failed', sets: { state: 'failed' }, count: count('failed') },
    { label: 'Not checked yet', sets: { state: 'never-read' }, count: count('never-read') },
  ];
}

function idOf({ id }: DeliveryRow): string {
  return id;
}

/** What was never read cannot match a state or a cause: then "nothing matches" is not the whole truth. */
function Empty({ isNarrowed, watch }: { isNarrowed: boolean; watch: WatchStatus | undefined }) {
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

function DeliverySelection(props: {
  readonly selection: RowSelection<DeliveryRow>;
  readonly profile: string;
  readonly query: string;
  readonly isNarrowed: boolean;
  /** Rows of the filter; null before they are counted. */
  readonly count: number | null;
}) {
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
        variant="filled"
        size="xs"
        leftSection={<IconSend size={14} aria-hidden="true" />}
        disabled={isTooMuch}
        data-console-key="resend"
        onClick={() => navigateTo(path())}
      >
        Resend…
      </Button>
    </SelectionBar>
  );
}

function chosenWords(rows: number, invoices: number): string {
  const selected = `${grouped(rows)} selected`;
  return invoices === rows ? selected : `${selected}, ${countWords(invoices, 'invoice', 'invoices')}`;
}
