// The market rates, a line a market: the snapshot with its age, what is stale, what is missing, how the fields were recognised, and what
// payments of the last thirty days settled at.
import { Group, Text } from '@mantine/core';
import { useContext } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Rate } from '../../../domain/records/rate.ts';
import { useRates, useTimeZone } from '../../bridge/index.ts';
import {
  AgeText,
  cellText,
  ChoiceFilter,
  countWords,
  DAY_STEP_MS,
  dayBefore,
  dayOf,
  EmptyState,
  grouped,
  MoneyText,
  Note,
  Panel,
  percentText,
  SavedViewsContext,
  SnapshotPage,
  Table,
  Under,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { ExportMenu, Sparkline, ToneBadge, useFeeTotals } from '../../parts/index.ts';
import { RateHistory } from './rate-history.tsx';
import {
  type Market,
  marketRows,
  pairOf,
  type RateRow,
  rateRows,
  type Settled,
  settledOf,
  spreadOf,
} from './rates-view.ts';

type Answer = CallOutput<'rates.latest'>;

export function RatesPage() {
  const rates = useRates();
  const now = useNow(15_000);
  const chosen = useRouteFilters().list('currency');
  const { answer } = rates;
  const all = answer === undefined ? [] : rateRows(answer.rates, answer.currencies, now);
  const rows = chosen.length === 0 ? all : all.filter((row) => chosen.includes(pairOf(row).currency ?? ''));
  const currencies = [...new Set(all.map((row) => pairOf(row).currency))].filter((code) => code !== null);
  return (
    <SnapshotPage
      title="Rates"
      what="rates"
      snapshot={rates}
      filters={<ChoiceFilter name="currency" label="Currency" options={currencies.map((value) => ({ value }))} />}
      actions={
        <>
          {useContext(SavedViewsContext)}
          <ExportMenu
            count={rows.filter(({ kind }) => kind === 'rate').length}
            rows={(asked) => ({ kind: 'rates', currency: chosen, ...asked })}
          />
        </>
      }
    >
      {(snapshot) => <Snapshot answer={snapshot} all={all} rows={rows} />}
    </SnapshotPage>
  );
}

interface SnapshotProps {
  readonly answer: Answer;
  readonly all: readonly RateRow[];
  readonly rows: readonly RateRow[];
}

function Snapshot({ answer, all, rows }: SnapshotProps) {
  if (all.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="The snapshot is empty">
        The API answered with no rate at all. Pairs without fresh data are left out by the API.
      </EmptyState>
    );
  }
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState kind="nothing-matches" />
      ) : (
        <Panel flush>
          <RatesTable rows={rows} />
        </Panel>
      )}
      <Note>
        {standingWords(rows)}. Market prices, not for charging: what may be charged, and in which range, is said by the
        payment methods.
        {answer.quarantined === 0
          ? null
          : ` ${answer.quarantined} entries cannot be read without guessing and are not shown.`}
      </Note>
      <RateHistory currencies={pricedIn(rows)} />
    </>
  );
}

const pricedIn = (rows: readonly RateRow[]): readonly string[] =>
  [...new Set(rows.map((row) => (row.kind === 'rate' ? row.rate.currency : null)))].filter((code) => code !== null);

const LAST_DAYS = 30;

/** The last thirty days of the zone, today with them. */
function useSettled() {
  const timeZone = useTimeZone();
  const today = dayOf(useNow(DAY_STEP_MS), timeZone);
  const from = dayBefore(today, LAST_DAYS - 1);
  const period = { from, to: dayBefore(today, -1), timeZone };
  const totals = useFeeTotals(period, { byDay: true }).data;
  const days = Array.from({ length: LAST_DAYS }, (_, at) => dayBefore(today, LAST_DAYS - 1 - at));
  return (currency: string) => (totals === undefined ? undefined : settledOf(currency, totals, days));
}

function RatesTable({ rows }: { readonly rows: readonly RateRow[] }) {
  const settledIn = useSettled();
  const markets = marketRows(rows);
  const side = (of: 'sell' | 'buy') => (market: Market) => (
    <Side row={market[of] ?? (of === 'sell' ? market.only : undefined)} />
  );
  return (
    <Table
      label="Rates"
      rows={markets}
      keyOf={({ key }) => key}
      lookOf={({ only }) => (only?.kind === 'missing' ? 'aside' : undefined)}
      instead={({ only }) =>
        only?.kind === 'missing' ? 'No fresh data: the API left it out of the snapshot' : undefined
      }
      columns={({ cell }) => [
        cell('For 1 USDT', ({ currency }) => word(currency), { miw: 104 }),
        cell('Source', ({ source }) => word(source), { miw: 104 }),
        cell('Sell', side('sell'), { isFigure: true }),
        cell('Buy', side('buy'), { isFigure: true }),
        cell('Spread', ({ sell }) => (sell === undefined ? null : percentWords(spreadOf(sell, rows))), {
          hint: 'Buying and selling at the same source, apart by so much of the selling price',
          isFigure: true,
        }),
        cell('Order from and to', (market) => <Limits market={market} />, { isFigure: true, miw: 140 }),
        cell('Settled on average, last 30 days', (market) =>
          // Payments settle in a currency, whatever the market: beside its first.
          market.currency === null || markets.find((one) => one.currency === market.currency) !== market ? null : (
            <SettledAt settled={settledIn(market.currency)} />
          ),
        ),
      ]}
    />
  );
}

const ratesOf = ({ sell, buy, only }: Market): readonly Rate[] =>
  [sell, buy, only].flatMap((row) => (row?.kind === 'rate' ? [row.rate] : []));

const percentWords = (spread: string | null): string | null => (spread === null ? null : percentText(spread));
const word = (text: string | null): string => (text === null || text === '' ? 'not named' : cellText(text, 24));

/** A price with what speaks against it. */
function Side({ row }: { readonly row: RateRow | undefined }) {
  if (row === undefined) return null;
  if (row.kind === 'missing') {
    return (
      <Text span inherit c="dimmed" title="The API left it out of the snapshot">
        no fresh data
      </Text>
    );
  }
  return (
    <span data-exact={row.rate.price ?? undefined}>
      <MoneyText value={row.rate.price} missing="source has no price" />
      <Under>
        {row.rate.side === null ? 'side not named, ' : null}
        <Age row={row} />
      </Under>
    </span>
  );
}

/** Of the two sides once, where they agree. */
function Limits({ market }: { readonly market: Market }) {
  const limits = ratesOf(market).map(({ min_amount: least, max_amount: most }) => ({ least, most }));
  const distinct = [...new Map(limits.map((one) => [JSON.stringify(one), one])).entries()];
  return distinct.map(([key, { least, most }]) => (
    <div key={key}>
      <MoneyText value={least} /> to <MoneyText value={most} />
    </div>
  ));
}

/** Nothing while it is not computed yet. */
function SettledAt({ settled }: { readonly settled: Settled | null | undefined }) {
  if (settled === undefined) return null;
  if (settled === null)
    return (
      <Text span inherit c="dimmed">
        nothing was paid
      </Text>
    );
  const gaps = settled.byDay.filter((rate) => rate === null).length;
  return (
    <Group gap="xs" wrap="nowrap">
      <Sparkline amounts={settled.byDay} />
      <span>
        <MoneyText value={settled.average} />
        <Under>
          {grouped(settled.count)} paid{gaps === 0 ? '' : `, ${countWords(gaps, 'day', 'days')} without`}
        </Under>
      </span>
    </Group>
  );
}

function Age({ row: { rate, freshness } }: { readonly row: Extract<RateRow, { kind: 'rate' }> }) {
  if (freshness === 'unknown') return <ToneBadge tone="quiet">not dated</ToneBadge>;
  const age = (
    <span title={rate.updated_at ?? undefined}>
      <AgeText since={rate.updated_at} />
    </span>
  );
  if (freshness === 'fresh') return age;
  return (
    <ToneBadge tone="warn" title="Older than ten minutes">
      stale, {age}
    </ToneBadge>
  );
}

function standingWords(rows: readonly RateRow[]): string {
  const stale = rows.filter((row) => row.kind === 'rate' && row.freshness === 'stale').length;
  const missing = rows.filter((row) => row.kind === 'missing').length;
  return [
    countWords(rows.length - missing, 'rate', 'rates'),
    ...(stale === 0 ? [] : [`${stale} older than 10 min`]),
    ...(missing === 0 ? [] : [`${countWords(missing, 'pair', 'pairs')} without fresh data`]),
  ].join(', ');
}
