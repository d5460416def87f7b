// Rates over time: what they were between, in a sentence, as a picture and as a table. What was not read is a gap in all three.
import { Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { describeDuration, fromEpochMs, localDay } from '../../../domain/kernel/time/time.ts';
import { compareMoney } from '../../../domain/kernel/money/money.ts';
import { RATE_GAP_WORDS, type RateSeries } from '../../../domain/pricing/rate-history.ts';
import { useCall, useTimeZone } from '../../bridge/index.ts';
import { ExportMenu } from '../../parts/index.ts';
import {
  cellText,
  countWords,
  FailureNotice,
  InstantText,
  minuteWords,
  MoneyText,
  Note,
  Panel,
  plainText,
  shortDay,
  Table,
  Under,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { lineLook, lineName } from './rates-view.ts';

const Chart = lazy(async () => ({ default: (await import('./rate-chart.tsx')).RateChart }));

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HEIGHT = 260;
/** As long as a code of a rate may be. */
const CODE = 64;
const SPANS = [
  { value: '1', label: '24 h' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'Year' },
] as const;

/** `currencies`: those on the screen, of which the first is shown before one is chosen. */
export function RateHistory({ currencies }: { readonly currencies: readonly string[] }) {
  const route = useRouteFilters();
  const days = SPANS.find(({ value }) => value === route.text('days'))?.value ?? '7';
  const currency = (route.text('of') ?? currencies[0] ?? 'EUR').slice(0, CODE);
  // Of whole minutes, the running one with it: what was just read is in it.
  const to = (Math.floor(useNow(MINUTE_MS) / MINUTE_MS) + 1) * MINUTE_MS;
  const from = to - Number(days) * DAY_MS;
  const span = { from: fromEpochMs(from), to: fromEpochMs(to) };
  const { data, failure, refresh } = useCall('rates.history', { currency, ...span }, { refreshOn: ['rates'] });
  const axis = useAxis(from, to);
  const series = data?.series ?? [];
  const known = [...new Set([...(data?.currencies ?? []), ...currencies])].sort();
  return (
    <Panel
      title="Over time"
      note={data === undefined || data.since === null ? undefined : <Since since={data.since} />}
    >
      <Group gap="sm" mb="sm" align="center">
        <Select
          w={110}
          aria-label="Currency over time"
          data={known}
          value={currency}
          onChange={(next) => route.change({ of: next ?? undefined }, { replace: true })}
          comboboxProps={{ withinPortal: false }}
        />
        <SegmentedControl
          aria-label="How far back"
          value={days}
          data={SPANS.map((one) => ({ ...one }))}
          onChange={(next) => route.change({ days: next }, { replace: true })}
        />
        <ExportMenu
          label="Export readings"
          count={data === undefined ? null : series.reduce((sum, one) => sum + one.readings, 0)}
          rows={(asked) => ({ kind: 'rate-history', filter: { currency: [currency], ...span }, ...asked })}
        />
      </Group>
      <FailureNotice failure={failure} onRetry={refresh} />
      {data === undefined ? (
        failure === undefined ? (
          <Skeleton height={HEIGHT} radius="sm" />
        ) : null
      ) : series.length === 0 ? (
        <Text c="dimmed">Nothing was read of {plainText(currency.slice(0, 16))} in this time.</Text>
      ) : (
        <>
          <Sentence series={series} currency={currency} />
          <Suspense fallback={<Skeleton height={HEIGHT} radius="sm" />}>
            <Chart series={series} from={from} to={to} height={HEIGHT} {...axis} />
          </Suspense>
          <SeriesTable series={series} />
          <Note>
            A reading every half hour while the console runs. Where nothing was read for {RATE_GAP_WORDS} there is a
            gap: nothing is drawn across it, and nothing is known of it.
          </Note>
        </>
      )}
    </Panel>
  );
}

function Since({ since }: { readonly since: string }) {
  return (
    <>
      remembered since <InstantText value={since} short />
    </>
  );
}

/** "Between 0.9123 (north, sell) and 0.9350 (south, buy) EUR for 1 USDT; 3 gaps, the longest 14 h." */
function Sentence({ series, currency }: { readonly series: readonly RateSeries[]; readonly currency: string }) {
  const low = series.reduce((best, one) => (compareMoney(one.lowest.price, best.lowest.price) < 0 ? one : best));
  const high = series.reduce((best, one) => (compareMoney(one.highest.price, best.highest.price) > 0 ? one : best));
  const readings = series.reduce((sum, one) => sum + one.readings, 0);
  const gaps = Math.max(...series.map((one) => one.gaps));
  const longest = Math.max(...series.map((one) => one.longestGapMs));
  return (
    <Text mb="xs">
      Between <MoneyText value={low.lowest.price} /> ({lineName(low)}) and <MoneyText value={high.highest.price} /> (
      {lineName(high)}) {plainText(currency.slice(0, 16))} for 1 USDT; {countWords(readings, 'price', 'prices')} read,{' '}
      {gaps === 0 ? 'no gap' : `${countWords(gaps, 'gap', 'gaps')}, the longest ${describeDuration(longest)}`}.
    </Text>
  );
}

function SeriesTable({ series }: { readonly series: readonly RateSeries[] }) {
  const price = (pick: (one: RateSeries) => RateSeries['first']) => (one: RateSeries) => (
    <span data-exact={pick(one).price}>
      <MoneyText value={pick(one).price} />
      <Under>
        <InstantText value={pick(one).at} short />
      </Under>
    </span>
  );
  const figure = { isFigure: true } as const;
  return (
    <Table
      label="Prices over time"
      rows={series}
      keyOf={({ source, side }) => JSON.stringify([source, side])}
      columns={({ cell, count }) => [
        cell('Line', (one) => <Swatch {...lineLook(series, one)} />),
        cell('Source, side', (one) => cellText(lineName(one), 60)),
        cell(
          'First',
          price(({ first }) => first),
          figure,
        ),
        cell(
          'Lowest',
          price(({ lowest }) => lowest),
          figure,
        ),
        cell(
          'Highest',
          price(({ highest }) => highest),
          figure,
        ),
        cell(
          'Last',
          price(({ last }) => last),
          figure,
        ),
        count('Readings', ({ readings }) => readings),
        count('Gaps', ({ gaps }) => gaps, {
          hint: `Longer than ${RATE_GAP_WORDS} without a reading`,
          under: ({ gaps, longestGapMs }) => (gaps === 0 ? null : `longest ${describeDuration(longestGapMs)}`),
        }),
      ]}
    />
  );
}

function Swatch({ color, strokeDasharray }: ReturnType<typeof lineLook>) {
  return (
    <svg width={28} height={8} aria-hidden="true">
      <path d="M0 4h28" stroke={color} strokeWidth={2} strokeDasharray={strokeDasharray} />
    </svg>
  );
}

/** Five times on the axis, in the zone: of a day by the clock, of more by the day. */
function useAxis(from: number, to: number) {
  const timeZone = useTimeZone();
  const ticks = Array.from({ length: 5 }, (_, at) => from + ((to - from) * (at + 0.5)) / 5);
  const wordsOf = (at: number): string => {
    const instant = fromEpochMs(at);
    if (to - from <= DAY_MS) return minuteWords(instant, timeZone)?.slice(-'14:03'.length) ?? '';
    return shortDay(localDay(instant, timeZone) ?? '');
  };
  return { ticks, wordsOf };
}
