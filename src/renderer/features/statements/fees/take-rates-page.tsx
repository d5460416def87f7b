/**
 * Take rates: what was withheld from each success, by method, beside today's catalogue; what stands out, with formula and inputs. Estimates throughout.
 * Not here: findings (features/reconciliation/exceptions), which rest on facts alone.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { TakeRateReport } from '../../../../domain/take-rate.ts';
import { useCall, useExport } from '../../../bridge/index.ts';
import {
  AccountPeriodPicker,
  countWords,
  EmptyState,
  ExportButton,
  FilterBar,
  IncompleteNotice,
  InstantText,
  Note,
  Notice,
  OneChoiceFilter,
  PageFrame,
  PageTurn,
  Panel,
  PERIOD_NAMES,
  periodIn,
  periodQuery,
  periodWords,
  PrintButton,
  ReadState,
  type RouteFilters,
  textIn,
  UiProvider,
  useRouteFilters,
  useUi,
  zoneIn,
} from '../../../ui/index.ts';
import { MethodsTable } from './methods-table.tsx';
import { RowsTable } from './rows-table.tsx';
import { ToleranceField } from './tolerance-field.tsx';
import { KIND_WORDS, kindIn, toleranceIn } from './view.ts';
import './take-rates.css';

const PAGE = 50;
const KINDS = ['invoices', 'paymentMethods'] as const;
const NO_PERIOD = Object.fromEntries(PERIOD_NAMES.map((name) => [name, undefined]));

/** The estimates of the period in the address, of all time without one. */
export function TakeRatesPage(): ReactNode {
  const route = useRouteFilters();
  const ui = useUi();
  const period = useMemo(() => periodIn(route, ui.timeZone), [route, ui.timeZone]);
  const input = useMemo(() => inputOf(route, period), [route, period]);
  const [turned, setTurned] = useState({ query: '', offset: 0 });
  const offset = turned.query === route.query ? turned.offset : 0;
  const read = useCall(
    'reconciliation.takeRates',
    { ...input, offset, limit: PAGE },
    {
      refreshOn: KINDS,
      of: JSON.stringify([period, input.tolerance]),
    },
  );
  const sync = useCall('sync.status', {}).data;
  const zone = zoneIn(route, ui.timeZone);
  const exporting = useExport();
  return (
    <PageFrame
      title="Fees"
      subtitle={`Estimates. ${period === null ? 'Of all time' : `${periodWords(period)}, whole days of ${zone}`}`}
      actions={
        <>
          <AccountPeriodPicker
            anyTime
            value={period}
            timeZone={zone}
            onChange={(next) => route.change(next === null ? NO_PERIOD : periodQuery(next))}
          />
          <ExportButton
            state={exporting.state}
            count={read.isPrevious ? null : (read.data?.total ?? null)}
            onStart={(file) => exporting.start({ ...rowsExport(input), ...file, timeZone: zone })}
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
          <PrintButton
            name={`Fees ${period === null ? 'of all time' : periodWords(period)}`}
            bar={read.data === undefined ? 'They are not computed yet' : null}
          />
        </>
      }
    >
      <UiProvider environment={{ ...ui, timeZone: zone }}>
        <Notice tone="notice" title="These are estimates">
          The catalogue is today’s, not that of the payment, and nothing of what is below is counted as an exception.
        </Notice>
        <IncompleteNotice lists={sync === undefined ? null : { invoices: sync.invoices }} />
        <ReadState read={read} unreadTitle="The take rates could not be computed">
          {(report) => (
            <div className="mc-take" data-previous={read.isPrevious || undefined}>
              <Report
                report={report}
                route={route}
                offset={offset}
                onTurn={(to) => setTurned({ query: route.query, offset: to })}
              />
            </div>
          )}
        </ReadState>
      </UiProvider>
    </PageFrame>
  );
}

function inputOf(route: RouteFilters, period: ReturnType<typeof periodIn>) {
  const [tolerance, method, currency] = [toleranceIn(route), textIn(route, 'method'), textIn(route, 'currency')];
  const kind = kindIn(route);
  return {
    ...(period === null ? {} : { period }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(method === undefined ? {} : { method }),
    ...(currency === undefined ? {} : { currency }),
    ...(kind === undefined ? {} : { kind }),
  };
}

/** What stands out, as it is listed. */
function rowsExport({ kind, ...asked }: ReturnType<typeof inputOf>) {
  return { kind: 'take-rate-rows', ...asked, ...(kind === undefined ? {} : { estimate: kind }) } as const;
}

interface ReportProps {
  readonly report: CallOutput<'reconciliation.takeRates'>;
  readonly route: RouteFilters;
  readonly offset: number;
  readonly onTurn: (offset: number) => void;
}

function Report({ report, route, offset, onTurn }: ReportProps): ReactNode {
  const { methods, rows, total, tolerance } = report;
  const isNarrowed = ['method', 'currency', 'kind'].some((name) => textIn(route, name) !== undefined);
  const widen = (): void => route.change({ method: undefined, currency: undefined, kind: undefined });
  if (methods.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="Nothing to estimate from">
        A take rate needs a success with a method, a rate, a credited amount and, if it is adjusted, what was paid.
        There is none in this period
        {report.uncounted === 0 ? '' : `, but ${uncountedWords(report.uncounted)} without one of them`}.
      </EmptyState>
    );
  }
  return (
    <>
      <FilterBar onClear={isNarrowed ? widen : undefined}>
        <ToleranceField value={tolerance} onChange={(fraction) => route.change({ tolerance: fraction })} />
        <OneChoiceFilter name="method" label="Method" options={optionsOf(report, 'method')} />
        <OneChoiceFilter name="currency" label="Currency" options={optionsOf(report, 'currency')} />
        <OneChoiceFilter
          name="kind"
          label="Why it is listed"
          options={Object.entries(KIND_WORDS).map(([value, { name }]) => ({ value, label: name }))}
        />
        <CatalogueAge report={report} />
      </FilterBar>
      <MethodsTable methods={methods} onChoose={(method, currency, kind) => route.change({ method, currency, kind })} />
      {report.uncounted === 0 ? null : (
        <Note>
          {uncountedWords(report.uncounted)} {report.uncounted === 1 ? 'is' : 'are'} in no take rate: the method, the
          rate, the credited amount or, of an adjusted one, what was paid is not told.
        </Note>
      )}
      <Panel
        flush
        title="Invoices that stand out"
        note={`${countWords(total, 'invoice', 'invoices')}, latest finished first`}
      >
        {rows.length === 0 ? (
          <EmptyState kind="nothing-matches" title="Nothing stands out">
            Every success {isNarrowed ? 'of these ' : ''}lies within the tolerance.
            {isNarrowed ? (
              <Button variant="subtle" size="compact-sm" onClick={widen}>
                Look at all methods
              </Button>
            ) : null}
          </EmptyState>
        ) : (
          <RowsTable rows={rows} />
        )}
        <PageTurn
          offset={offset}
          limit={PAGE}
          shown={rows.length}
          total={total}
          noun="invoices"
          flush
          onTurn={onTurn}
        />
      </Panel>
    </>
  );
}

function uncountedWords(count: number): string {
  return countWords(count, 'success', 'successes');
}

function optionsOf({ methods }: TakeRateReport, by: 'method' | 'currency') {
  return [...new Set(methods.map((row) => row[by]))].map((value) => ({ value }));
}

function CatalogueAge({ report: { catalogueAsOf } }: { readonly report: TakeRateReport }): ReactNode {
  return (
    <span className="mc-note">
      {catalogueAsOf === null ? (
        'The catalogue was never read: nothing to compare with'
      ) : (
        <>
          Catalogue as of <InstantText value={catalogueAsOf} />
        </>
      )}
    </span>
  );
}
