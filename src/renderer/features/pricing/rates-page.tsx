// The market rates: the snapshot with its age, what is stale, what is missing, and how the fields were recognised.
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { useRates } from '../../bridge/index.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import {
  AgeText,
  cellText,
  ChoiceFilter,
  countWords,
  EmptyState,
  InstantText,
  Note,
  Panel,
  plainText,
  SnapshotPage,
  Table,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { ToneBadge } from '../../parts/index.ts';
import { foundByValue, pairOf, type RateRow, rateRows, spreadOf } from './rates-view.ts';

type Answer = CallOutput<'rates.latest'>;

export function RatesPage(): ReactNode {
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
        <ExportMenu
          count={rows.filter(({ kind }) => kind === 'rate').length}
          rows={(asked) => ({ kind: 'rates', currency: chosen, ...asked })}
        />
      }
    >
      {(snapshot) => <Snapshot answer={snapshot} all={all} rows={rows} />}
    </SnapshotPage>
  );
}

function Snapshot(props: {
  readonly answer: Answer;
  readonly all: readonly RateRow[];
  readonly rows: readonly RateRow[];
}): ReactNode {
  const { answer, all, rows } = props;
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
      <FoundByValue answer={answer} />
    </>
  );
}

function RatesTable({ rows }: { readonly rows: readonly RateRow[] }): ReactNode {
  const rateOf = (row: RateRow) => (row.kind === 'rate' ? row.rate : null);
  return (
    <Table
      label="Rates"
      rows={rows}
      keyOf={({ key }) => key}
      lookOf={({ kind }) => (kind === 'rate' ? undefined : 'aside')}
      instead={missingWords}
      columns={({ cell, money }) => [
        cell('Currency', (row) => word(pairOf(row).currency)),
        cell('Source', (row) => word(pairOf(row).source)),
        cell('Side', (row) => word(pairOf(row).side)),
        money('Price for 1 USDT', (row) => rateOf(row)?.price ?? null, { missing: 'source has no price' }),
        cell('Spread', (row) => percentWords(spreadOf(row, rows)), {
          hint: 'Buying and selling at the same source, apart by so much of the selling price',
          isFigure: true,
        }),
        money('Smallest order', (row) => rateOf(row)?.min_amount ?? null),
        money('Largest order', (row) => rateOf(row)?.max_amount ?? null),
        cell('Market time', (row) => <InstantText value={rateOf(row)?.updated_at ?? null} />),
        cell('Age', (row) => (row.kind === 'rate' ? <Age row={row} /> : null)),
      ]}
    />
  );
}

const percentWords = (spread: string | null): string | null => (spread === null ? null : `${spread} %`);
const word = (text: string | null): string => (text === null || text === '' ? 'not named' : cellText(text, 24));

/** Of a pair that the API left out. */
function missingWords(row: RateRow): string | null {
  if (row.kind === 'rate') return null;
  const { source, side } = row;
  const pair = source === null && side === null ? '' : ` of ${word(source)}, ${word(side)}`;
  return `No fresh data${pair}: the API left it out of the snapshot`;
}

function Age({ row: { rate, freshness } }: { readonly row: Extract<RateRow, { kind: 'rate' }> }): ReactNode {
  if (freshness === 'unknown') return <ToneBadge tone="quiet">not dated</ToneBadge>;
  const age = <AgeText since={rate.updated_at} />;
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

function FoundByValue({ answer }: { readonly answer: Answer }): ReactNode {
  const pairs = foundByValue(answer.rates);
  if (pairs.length === 0) return null;
  const words = pairs.map(({ ours, theirs }) =>
    ours === theirs ? ours : `${ours} (the API’s “${plainText(theirs.slice(0, 60))}”)`,
  );
  return (
    <Note>
      The specification does not name every field of a rate; these were recognised by their values: {words.join(', ')}.
    </Note>
  );
}
