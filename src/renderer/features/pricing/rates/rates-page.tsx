// The market rates: the snapshot with its age, what is stale, what is missing, and how the fields were recognised.
import type { ReactNode } from 'react';
import { type SnapshotState, useAction, useCall, useExport, useSnapshot } from '../../../bridge/index.ts';
import {
  ChoiceFilter,
  EmptyState,
  ExportButton,
  InstantText,
  Note,
  plainText,
  SnapshotBody,
  SnapshotFrame,
  TableTools,
  useNow,
  useRouteFilters,
} from '../../../ui/index.ts';
import { RatesTable } from './rates-table.tsx';
import { foundByValue, pairOf, rateRows } from './rates-view.ts';
import type { CallOutput } from '../../../../contract/calls.ts';

/** The latest rates. */
export function RatesPage(): ReactNode {
  const rates = useRates();
  return (
    <SnapshotFrame
      title="Rates"
      subtitle="Market prices, not for charging"
      isReading={rates.isReading}
      onReadAgain={rates.readAgain}
    >
      <SnapshotBody
        snapshot={rates}
        unreadTitle="No snapshot of the rates"
        readingWords="Not read yet; reading the rates from the API now."
      >
        {(answer) => <Snapshot answer={answer} />}
      </SnapshotBody>
    </SnapshotFrame>
  );
}

function Snapshot({ answer }: { readonly answer: RatesAnswer }): ReactNode {
  const now = useNow(15_000);
  const route = useRouteFilters();
  const chosen = route.list('currency');
  const exporting = useExport();
  const all = rateRows(answer.rates, answer.currencies, now);
  const currencies = [...new Set(all.map((row) => pairOf(row).currency))];
  const rows = chosen.length === 0 ? all : all.filter((row) => chosen.includes(pairOf(row).currency ?? ''));
  if (all.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="The snapshot is empty">
        The API answered with no rate at all. Pairs without fresh data are left out by the API.
      </EmptyState>
    );
  }
  return (
    <>
      <TableTools
        filters={
          <ChoiceFilter
            name="currency"
            label="Currency"
            options={currencies.filter((code) => code !== null).map((value) => ({ value }))}
          />
        }
        words={staleWords(rows)}
        age={
          <>
            Snapshot of <InstantText value={answer.asOf} withAge />
          </>
        }
        actions={
          <ExportButton
            state={exporting.state}
            count={rows.filter(({ kind }) => kind === 'rate').length}
            onStart={(asked) => exporting.start({ kind: 'rates', currency: chosen, ...asked })}
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
        }
      />
      {rows.length === 0 ? <EmptyState kind="nothing-matches" /> : <RatesTable rows={rows} />}
      {answer.quarantined === 0 ? null : (
        <Note>{answer.quarantined} entries cannot be read without guessing and are not shown.</Note>
      )}
      <Note>What may be charged, and in which range, is said by the payment methods.</Note>
      <FoundByValue answer={answer} />
    </>
  );
}

function staleWords(rows: ReturnType<typeof rateRows>): string {
  const stale = rows.filter((row) => row.kind === 'rate' && row.freshness === 'stale').length;
  const missing = rows.filter((row) => row.kind === 'missing').length;
  const parts = [`${rows.length - missing} rates`];
  if (stale > 0) parts.push(`${stale} older than 10 min`);
  if (missing > 0) parts.push(`${missing} ${missing === 1 ? 'pair' : 'pairs'} without fresh data`);
  return parts.join(', ');
}

function FoundByValue({ answer }: { readonly answer: RatesAnswer }): ReactNode {
  const pairs = foundByValue(answer.rates);
  if (pairs.length === 0) return null;
  const words = pairs
    .map(({ ours, theirs }) => (ours === theirs ? ours : `${ours} (the API’s “${plainText(theirs.slice(0, 60))}”)`))
    .join(', ');
  return (
    <Note>The specification does not name every field of a rate; these were recognised by their values: {words}.</Note>
  );
}

type RatesAnswer = CallOutput<'rates.latest'>;
type RatesState = SnapshotState<RatesAnswer>;

/** The rates of this profile. */
function useRates(): RatesState {
  return useSnapshot(useCall('rates.latest', {}, { refreshOn: ['rates'] }), useAction('rates.latest'));
}
