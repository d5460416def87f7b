/**
 * The market rates: the snapshot with its age, what is stale, what is missing, and how the fields were recognised. Not here: the
 * table (rates-table.tsx).
 */
import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  EmptyState,
  FailureNotice,
  InstantText,
  MultiSelect,
  PageFrame,
  plainText,
  useNow,
  useRouteFilters,
  ZoneNote,
} from '../../ui/index.ts';
import { RatesTable } from './rates-table.tsx';
import { foundByValue, rateRows } from './rates-view.ts';
import { type RatesAnswer, type RatesState, useRates } from './use-rates.ts';
import './rates.css';

/** The latest rates. */
export function RatesPage(): ReactNode {
  const state = useRates();
  const { isReading, readAgain } = state;
  return (
    <PageFrame
      title="Rates"
      subtitle="Market prices, not for charging"
      actions={
        <>
          <ZoneNote />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={isReading}
            onClick={readAgain}
          >
            Read again now
          </Button>
        </>
      }
    >
      <Body state={state} />
    </PageFrame>
  );
}

function Body({ state }: { readonly state: RatesState }): ReactNode {
  const { answer, failure, readAgain, isReading } = state;
  if (answer === undefined || answer.asOf === null) {
    if (failure !== undefined && !isReading) {
      return (
        <EmptyState kind="could-not-load" title="No snapshot of the rates">
          <FailureNotice failure={failure} onRetry={readAgain} />
        </EmptyState>
      );
    }
    return <Reading />;
  }
  return (
    <>
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={readAgain} />}
      <Snapshot answer={answer} />
    </>
  );
}

function Snapshot({ answer }: { readonly answer: RatesAnswer }): ReactNode {
  const now = useNow(15_000);
  const route = useRouteFilters();
  const chosen = route.list('currency');
  const all = rateRows(answer.rates, answer.currencies, now);
  const currencies = [...new Set(all.map((row) => (row.kind === 'rate' ? row.rate.currency : row.currency)))];
  const rows =
    chosen.length === 0
      ? all
      : all.filter((row) => chosen.includes((row.kind === 'rate' ? row.rate.currency : row.currency) ?? ''));
  if (all.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="The snapshot is empty">
        The API answered with no rate at all. Pairs without fresh data are left out by the API.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mc-rates-tools">
        <MultiSelect
          label="Currency"
          options={currencies.filter((code) => code !== null).map((value) => ({ value }))}
          value={chosen}
          onChange={(currency) => route.change({ currency })}
        />
        <span className="mc-rates-note">{staleWords(rows)}</span>
        <span className="mc-rates-note mc-rates-asof">
          Snapshot of <InstantText value={answer.asOf} withAge />
        </span>
      </div>
      {rows.length === 0 ? <EmptyState kind="nothing-matches" /> : <RatesTable rows={rows} />}
      {answer.quarantined === 0 ? null : (
        <p className="mc-rates-note">{answer.quarantined} entries cannot be read without guessing and are not shown.</p>
      )}
      <p className="mc-rates-note">What may be charged, and in which range, is said by the payment methods.</p>
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
    <p className="mc-rates-note">
      The specification does not name every field of a rate; these were recognised by their values: {words}.
    </p>
  );
}

function Reading(): ReactNode {
  return (
    <div role="status">
      <p className="mc-rates-note">Not read yet; reading the rates from the API now.</p>
      <Skeleton height={320} radius="lg" />
    </div>
  );
}
