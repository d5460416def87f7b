// Fees: what was kept of each paid invoice, by method, beside today's catalogue; what stands out, with formula and inputs. Estimates throughout.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { ESTIMATE_KINDS, type TakeRateReport } from '../../../../domain/reconcile/take-rate.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  filterOf,
  InstantText,
  ListFilters,
  Note,
  Panel,
  ReadState,
  type RouteFilters,
  textIn,
  useRouteFilters,
} from '../../../ui/index.ts';
import { ExportMenu, IncompleteNotice, monthBeforeOf, useFeeTotals } from '../../../parts/index.ts';
import { periodDays } from '../../../../domain/period/period.ts';
import { MAX_FEE_DAYS } from '../../../../domain/reconcile/fee-totals.ts';
import * as by from '../../../../domain/kernel/list.ts';
import { MonthColumns, MonthFrame } from '../month/month-frame.tsx';
import { ToClose } from '../month/to-close.tsx';
import { useMonth } from '../month/use-month.ts';
import { FeeByCurrency, FeeByDay, FeeByMethod, FeeFigures } from './fee-figures.tsx';
import { MethodsTable } from './methods-table.tsx';
import { RowsTable } from './rows-table.tsx';
import { fractionOf, KIND_WORDS, percentOf, toleranceIn } from './view.ts';

const PAGE = 50;
const KINDS = ['invoices', 'paymentMethods'] as const;
const FEES_FILTER = filterOf(
  { method: by.word, currency: by.word, kind: by.choice(ESTIMATE_KINDS) },
  {
    method: { label: 'Method', options: 'methods' },
    currency: { label: 'Currency', options: 'currencies' },
    kind: { label: 'Why it is listed', wordOf: (kind) => KIND_WORDS[kind].name },
  },
);

/** The estimates of the month in the address. */
export function FeesPage(): ReactNode {
  const route = useRouteFilters();
  const month = useMonth();
  const { period } = month;
  const input = useMemo(
    () => ({ period, tolerance: toleranceIn(route), ...FEES_FILTER.read(route, period.timeZone) }),
    [route, period],
  );
  const [turned, setTurned] = useState({ query: '', offset: 0 });
  const offset = turned.query === route.query ? turned.offset : 0;
  const read = useCall(
    'reconciliation.takeRates',
    { ...input, offset, limit: PAGE },
    { refreshOn: KINDS, of: JSON.stringify([period, input.tolerance]) },
  );
  const totals = useFeeTotals(period, { byDay: periodDays(period).length <= MAX_FEE_DAYS }).data;
  const before = useFeeTotals(monthBeforeOf(period)).data;
  const sync = useCall('sync.status', {}).data;
  return (
    <MonthFrame
      month={month}
      tab="Fees"
      paperBar={read.data === undefined ? 'They are not computed yet' : null}
      exporting={
        <ExportMenu
          count={read.isPrevious ? null : (read.data?.total ?? null)}
          rows={(file) => {
            const { kind: estimate, ...asked } = input;
            return { kind: 'take-rate-rows', ...asked, estimate, ...file, timeZone: period.timeZone };
          }}
        />
      }
    >
      <Note>
        Estimates: the catalogue is today’s, not that of the payment, and nothing of what is below is counted as an
        exception.
      </Note>
      <IncompleteNotice lists={sync === undefined ? null : { invoices: sync.invoices }} />
      {totals === undefined ? null : <FeeFigures of={totals} before={before} />}
      <MonthColumns
        isOld={read.isPrevious}
        main={
          <>
            {totals === undefined || totals.methods.length === 0 ? null : <FeeByMethod methods={totals.methods} />}
            {totals === undefined || totals.days.length === 0 ? null : <FeeByDay of={totals} period={period} />}
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
          </>
        }
        side={
          <>
            <ToClose month={month} />
            {totals === undefined ? null : <FeeByCurrency totals={totals.currencies} />}
          </>
        }
      />
    </MonthFrame>
  );
}

interface ReportProps {
  readonly report: CallOutput<'reconciliation.takeRates'>;
  readonly route: RouteFilters;
  readonly offset: number;
  readonly onTurn: (offset: number) => void;
}

function Report({ report, route, offset, onTurn }: ReportProps): ReactNode {
  const { methods, rows, total, tolerance, uncounted, catalogueAsOf } = report;
  const without = countWords(uncounted, 'paid invoice', 'paid invoices');
  const isNarrowed = ['method', 'currency', 'kind'].some((name) => textIn(route, name) !== undefined);
  const widen = (): void => route.change({ method: undefined, currency: undefined, kind: undefined });
  if (methods.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="Nothing to estimate from">
        A fee is estimated from a paid invoice with a method, a rate, a net amount and, if it is adjusted, what was
        paid. There is none in this month
        {uncounted === 0 ? '' : `, but ${without} without one of them`}.
      </EmptyState>
    );
  }
  return (
    <>
      <Group gap="xs">
        <ToleranceField value={tolerance} onChange={(fraction) => route.change({ tolerance: fraction })} />
        <ListFilters
          of={FEES_FILTER}
          counts={{ methods: optionsOf(report, 'method'), currencies: optionsOf(report, 'currency') }}
          onClear={isNarrowed ? widen : undefined}
        />
        <Note>
          {catalogueAsOf === null ? (
            'The catalogue was not read yet: nothing to compare with'
          ) : (
            <>
              Catalogue as of <InstantText value={catalogueAsOf} />
            </>
          )}
        </Note>
      </Group>
      <MethodsTable methods={methods} onChoose={(method, currency, kind) => route.change({ method, currency, kind })} />
      {uncounted === 0 ? null : (
        <Note>
          {without} {uncounted === 1 ? 'is' : 'are'} in no rate: the method, the rate, the net amount or, of an adjusted
          one, what was paid is not told.
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
          <RowsTable rows={rows} page={{ offset, limit: PAGE, total, noun: 'invoices', onTurn }} />
        )}
      </Panel>
    </>
  );
}

function optionsOf({ methods }: TakeRateReport, by: 'method' | 'currency') {
  return [...new Set(methods.map((row) => row[by]))].map((value) => ({ value }));
}

/** `value`: a fraction, "0.005" is half a per cent. */
function ToleranceField(props: { readonly value: string; readonly onChange: (fraction: string) => void }): ReactNode {
  const { value, onChange } = props;
  const [draft, setDraft] = useState(percentOf(value));
  const [known, setKnown] = useState(value);
  const [isWrong, setWrong] = useState(false);
  if (known !== value) {
    setKnown(value);
    setDraft(percentOf(value));
    setWrong(false);
  }
  const take = (): void => {
    const fraction = fractionOf(draft);
    setWrong(fraction === null);
    if (fraction !== null && fraction !== value) onChange(fraction);
  };
  return (
    <TextInput
      w={190}
      aria-label="Tolerance, percentage points"
      leftSection={
        <Text size="sm" c="dimmed">
          Tolerance ±
        </Text>
      }
      leftSectionWidth={92}
      rightSection={
        <Text size="sm" c="dimmed">
          %
        </Text>
      }
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={draft}
      error={isWrong ? 'A percentage: 0.5' : undefined}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        setWrong(false);
      }}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}
