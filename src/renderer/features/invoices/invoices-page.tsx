// The list of invoices: views with their counts, a grid of any length with what it comes to, an export of what is filtered.
import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import { type InvoiceFilter, type InvoiceSortField, isTerminal } from '../../../domain/records/invoice.ts';
import { useBridge, useCall, useMirrorRevision, useProfile, useWorkedRevision } from '../../bridge/index.ts';
import {
  countWords,
  grouped,
  invoicePath,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  ListStrip,
  MoneyText,
  moneyTotal,
  navigateTo,
  NewInvoiceLink,
  plainText,
  planOfSelectionPath,
  type RowSelection,
  SelectionBar,
  softTotal,
  type TotalCell,
  type TotalRow,
  useList,
  useRouteFilters,
  useRowSelection,
  useSettled,
  useTotals,
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
import { CLOSED_COLUMNS, INVOICE_COLUMNS, INVOICE_FILTER, invoiceFilter, OPEN_COLUMNS } from './columns.tsx';
import type { CallOutput } from '../../../contract/calls.ts';
import { CREDIT_TOKEN } from '../../../domain/period/statement.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';

const INVOICES: ListKind<InvoiceRow, InvoiceSortField, InvoiceFilter> = {
  title: 'Invoices',
  columns: INVOICE_COLUMNS,
  firstSort: { by: 'created_at', direction: 'desc' },
  filterOf: invoiceFilter,
  idOf: ({ uuid }) => uuid,
  nameOf: ({ external_id: externalId }) => externalId,
  pathOf: ({ uuid }) => invoicePath(uuid),
};
/** What runs out first is on top, as long as nobody sorts otherwise. */
const PENDING: typeof INVOICES = { ...INVOICES, firstSort: { by: 'expires_at', direction: 'asc' } };
/** What was credited, at the rate of the deal. */
const valuedOf: ValuedRow<InvoiceRow> = ({ status, settled_amount_usdt: amount, finished_at: at, currency, rate }) =>
  status === 'success' && amount !== null
    ? { amount, unit: CREDIT_TOKEN, at, deal: { currency: currency.code, rate } }
    : null;
const MIRROR_KINDS = ['invoices', 'deliveries'] as const;
const BOOKS_KINDS = ['notes', 'exceptions'] as const;

/** All invoices of the business. */
export function InvoicesPage() {
  const bridge = useBridge();
  const { id: profile } = useProfile();
  const isPending = useRouteFilters().list('status').join() === 'pending';
  const list = useList(isPending ? PENDING : INVOICES, profile, (input, reader) =>
    bridge.call('invoices.page', input, { profile: reader }),
  );
  const [isAsked, setAsked] = useState(false);
  const { filter, sort, count, isNarrowed } = list;
  const facets = useCall('invoices.facets', { filter }, { refreshOn: MIRROR_KINDS, enabled: isAsked }).data;
  const labels = useLabelOptions(isAsked);
  const counts = facets === undefined ? undefined : { ...facets, labels };
  const asOf = useCall('sync.status', {}).data?.invoices.asOf ?? null;
  const revision = useMirrorRevision(MIRROR_KINDS) + useWorkedRevision(BOOKS_KINDS).revision;
  const selection = useRowSelection(`${profile} ${JSON.stringify(filter)}`, INVOICES.idOf);
  const isChosen = selection.isAll || selection.chosen.size > 0;
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) => countWords(matching, 'invoice', 'invoices')}
      actions={
        <>
          <ExportMenu
            count={count}
            selection={selection}
            rows={(asked, only) => ({ kind: 'invoices', filter: only ?? filter, sort, ...asked })}
          />
          <NewInvoiceLink />
        </>
      }
      filters={{ of: INVOICE_FILTER, counts, onAsked: () => setAsked(true) }}
      above={
        <ListStrip
          views={useViews(filter, count !== null)}
          instead={
            isChosen && profile !== null ? (
              <InvoiceSelection selection={selection} profile={profile} isNarrowed={isNarrowed} count={count} />
            ) : null
          }
        />
      }
    >
      <ListGrid
        list={list}
        revision={revision}
        hidden={isPending ? CLOSED_COLUMNS : OPEN_COLUMNS}
        more={useHomeColumns(valuedOf)}
        selection={selection}
        totals={useTotalRows(filter, count)}
        empty={<Empty text={filter.text} isNarrowed={isNarrowed} />}
      />
    </ListFrame>
  );
}

/** The parts of the list that people work with, counted under the filters that are not of a part. */
function useViews(filter: InvoiceFilter, isReady: boolean) {
  const { status: _status, adjusted: _adjusted, webhook: _webhook, ...others } = filter;
  const all = useCount(others, isReady);
  const pending = useCount({ ...others, status: ['pending'] }, isReady);
  const adjusted = useCount({ ...others, adjusted: true }, isReady);
  const failing = useCount({ ...others, webhook: ['failed', 'retrying'] }, isReady);
  return [
    { label: 'All', sets: {}, count: all },
    { label: 'Pending', sets: { status: 'pending' }, count: pending },
    { label: 'Adjusted', sets: { adjusted: 'true' }, count: adjusted },
    { label: 'Webhook failing', sets: { webhook: 'failed,retrying' }, count: failing },
  ];
}

function useCount(filter: InvoiceFilter, isReady: boolean): number | null {
  const input = { filter, offset: 0, limit: 1 };
  return useCall('invoices.page', input, { refreshOn: MIRROR_KINDS, enabled: isReady }).data?.total ?? null;
}

function Empty({ text, isNarrowed }: { readonly text: string | undefined; readonly isNarrowed: boolean }) {
  const ident = idLike(text);
  if (ident !== null) return <Lookup ident={ident} />;
  return (
    <ListEmpty isNarrowed={isNarrowed} title="No invoices yet">
      The mirror has none. If the shop has made some, the first reading is still under way.
    </ListEmpty>
  );
}

/** Looks the id up once it has stood still, and says what the API knows of it. */
function Lookup({ ident }: { readonly ident: string }) {
  const isSettled = useSettled(ident) === ident;
  const { data, failure, isPrevious, refresh } = useCall('invoices.get', { ident }, { enabled: isSettled });
  return (
    <LookupState
      what="invoice"
      shownId={`“${plainText(ident)}”`}
      failure={isSettled ? failure : undefined}
      onRetry={refresh}
      found={!isSettled || data === undefined || isPrevious ? undefined : foundIn(data)}
    />
  );
}

function foundIn({ invoice, source }: CallOutput<'invoices.get'>) {
  return {
    source,
    path: invoicePath(invoice.uuid),
    face: (
      <>
        {plainText(invoice.external_id.slice(0, 128))} <StatusBadge kind="invoice" status={invoice.status} />
      </>
    ),
  };
}

/** Of the whole filter the sums stand below the list. */
function InvoiceSelection(props: {
  readonly selection: RowSelection<InvoiceRow>;
  readonly profile: string;
  readonly isNarrowed: boolean;
  readonly count: number | null;
}) {
  const { selection, profile, isNarrowed, count } = props;
  const rows = [...selection.chosen.values()];
  const final = rows.filter(({ status }) => isTerminal(status)).map(({ uuid }) => uuid);
  return (
    <SelectionBar selection={selection} count={count} isNarrowed={isNarrowed} sum={<Sums rows={rows} />}>
      {final.length === 0 ? null : (
        <Button
          size="xs"
          leftSection={<IconSend size={14} aria-hidden="true" />}
          data-console-key="resend"
          onClick={() => navigateTo(planOfSelectionPath(profile, final))}
        >
          Resend webhooks…
        </Button>
      )}
      <LabelRows list="invoices" rows={rows} />
    </SelectionBar>
  );
}

/** "486.00 GBP + 64.00 EUR ordered", and the net of those that have one: exact, and of each currency by itself. */
function Sums({ rows }: { readonly rows: readonly InvoiceRow[] }) {
  if (rows.length === 0) return null;
  const ordered = new Map<string, MoneySum>();
  const net = new MoneySum();
  for (const { amount, currency, settled_amount_usdt: settled } of rows) {
    const sum = ordered.get(currency.code) ?? new MoneySum();
    sum.add(amount);
    ordered.set(currency.code, sum);
    if (settled !== null) net.add(settled);
  }
  return (
    <Text c="var(--mc-text-soft)" truncate aria-live="polite">
      {[...ordered].map(([code, sum], at) => (
        <span key={code}>
          {at === 0 ? '' : ' + '}
          <MoneyText value={sum.total()} unit={code} currency={code.slice(0, 8)} />
        </span>
      ))}{' '}
      ordered ·{' '}
      <b>
        <MoneyText value={net.total()} unit="USDT" />
      </b>{' '}
      USDT net
    </Text>
  );
}

type Currency = CallOutput<'overview.totals'>['currencies'][number];

/** Nothing before the list is counted, and of an empty one: the rows come first. */
function useTotalRows(filter: InvoiceFilter, count: number | null): readonly TotalRow[] {
  const asked = useCall(
    'overview.totals',
    { filter },
    { refreshOn: ['invoices'], enabled: count !== null && count > 0 },
  );
  return useTotals(asked.data?.currencies ?? NONE, null, totalsOf);
}

const NONE: readonly Currency[] = [];

function totalsOf(currencies: readonly [Currency, ...Currency[]], _: null, fold: (label: string) => TotalCell) {
  const net = new MoneySum();
  for (const { settledUsdt } of currencies) net.add(settledUsdt);
  const paid = currencies.reduce((sum, { byStatus }) => sum + (byStatus['success'] ?? 0), 0);
  return {
    parts: currencies.map(
      (currency): TotalRow => ({
        id: currency.currency,
        cells: {
          external_id: { shown: currency.currency },
          status: { shown: `${grouped(currency.byStatus['success'] ?? 0)} paid` },
          amount: orderedTotal(currency),
          settled_amount_usdt: moneyTotal(currency.settledUsdt, 'USDT'),
        },
      }),
    ),
    whole: {
      external_id: fold('Total'),
      status: { shown: `${grouped(paid)} paid` },
      amount:
        currencies.length === 1
          ? orderedTotal(currencies[0])
          : softTotal(countWords(currencies.length, 'currency', 'currencies')),
      settled_amount_usdt: moneyTotal(net.total(), 'USDT'),
    },
  };
}

/** Of the paid ones: the others were never money. */
function orderedTotal({ currency, successAmount }: Currency): TotalRow['cells'][string] {
  return moneyTotal(successAmount, currency, currency);
}

/** The text of a search when it could be an id: one word of at least four characters. */
function idLike(text: string | undefined): string | null {
  return text !== undefined && /^\S{4,128}$/.test(text) ? text : null;
}
