/** Fees: what was kept of each paid invoice, by method, beside today's catalogue; what stands out, with formula and inputs. Estimates throughout. */
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { TakeRateReport } from '../../../../domain/take-rate.ts';
import { useCall, useExport } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  ExportButton,
  FilterBar,
  IncompleteNotice,
  InstantText,
  Note,
  OneChoiceFilter,
  PageTurn,
  Panel,
  ReadState,
  type RouteFilters,
  textIn,
  useRouteFilters,
} from '../../../ui/index.ts';
import type { Period } from '../../../../domain/period.ts';
import { MonthColumns, MonthFrame } from '../month/month-frame.tsx';
import { ToClose } from '../month/to-close.tsx';
import { useMonth } from '../month/use-month.ts';
import { FeeByCurrency, FeeFigures } from './fee-figures.tsx';
import { MethodsTable } from './methods-table.tsx';
import { RowsTable } from './rows-table.tsx';
import { ToleranceField } from './tolerance-field.tsx';
import { KIND_WORDS, kindIn, toleranceIn } from './view.ts';

const PAGE = 50;
const KINDS = ['invoices', 'paymentMethods'] as const;

/** The estimates of the month in the address. */
export function FeesPage(): ReactNode {
  const route = useRouteFilters();
  const month = useMonth();
  const { period } = month;
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
  const totals = useCall(
    'reconciliation.feeTotals',
    { period },
    { refreshOn: ['invoices'], of: JSON.stringify(period) },
  ).data?.currencies;
  const sync = useCall('sync.status', {}).data;
  const exporting = useExport();
  return (
    <MonthFrame
      month={month}
      tab="Fees"
      paperBar={read.data === undefined ? 'They are not computed yet' : null}
      exporting={
        <ExportButton
          state={exporting.state}
          count={read.isPrevious ? null : (read.data?.total ?? null)}
          onStart={(file) => exporting.start({ ...rowsExport(input), ...file, timeZone: period.timeZone })}
          onStop={exporting.cancel}
          onManifest={exporting.fetchManifest}
        />
      }
    >
      <Note>
        Estimates: the catalogue is today’s, not that of the payment, and nothing of what is below is counted as an
        exception.
      </Note>
      <IncompleteNotice lists={sync === undefined ? null : { invoices: sync.invoices }} />
      {totals === undefined ? null : <FeeFigures totals={totals} />}
      <MonthColumns
        isOld={read.isPrevious}
        main={
          <ReadState read={read} unreadTitle="The fees could not be computed">
            {(report) => (
              <Report
                report={report}
                route={route}
                offset={offset}
                onTurn={(to) => setTurned({ query: route.query, offset: to })}
              />
            )}
          </ReadState>
        }
        side={
          <>
            <ToClose month={month} />
            {totals === undefined ? null : <FeeByCurrency totals={totals} />}
          </>
        }
      />
    </MonthFrame>
  );
}

function inputOf(route: RouteFilters, period: Period) {
  const [tolerance, method, currency] = [toleranceIn(route), textIn(route, 'method'), textIn(route, 'currency')];
  const kind = kindIn(route);
  return {
    period,
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
        A fee is estimated from a paid invoice with a method, a rate, a net amount and, if it is adjusted, what was
        paid. There is none in this month
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
          {uncountedWords(report.uncounted)} {report.uncounted === 1 ? 'is' : 'are'} in no rate: the method, the rate,
          the net amount or, of an adjusted one, what was paid is not told.
        </Note>
      )}
      <Panel
        flush
        title="Invoices that stand out"
        note={`${countWords(total, 'invoice', 'invoices')}, latest finished first`}
      >
        {rows.length === 0 ? (
          <EmptyState kind="nothing-matches" title="Nothing stands out">
            Every paid invoice {isNarrowed ? 'of these ' : ''}lies within the tolerance.
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
  return countWords(count, 'paid invoice', 'paid invoices');
}

function optionsOf({ methods }: TakeRateReport, by: 'method' | 'currency') {
  return [...new Set(methods.map((row) => row[by]))].map((value) => ({ value }));
}

function CatalogueAge({ report: { catalogueAsOf } }: { readonly report: TakeRateReport }): ReactNode {
  return (
    <Note>
      {catalogueAsOf === null ? (
        'The catalogue was not read yet: nothing to compare with'
      ) : (
        <>
          Catalogue as of <InstantText value={catalogueAsOf} />
        </>
      )}
    </Note>
  );
}
