// Fees: what was kept of each paid invoice, by method, beside today's catalogue; what stands out, with formula and inputs. Estimates throughout.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useContext, useDeferredValue, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { ESTIMATE_KINDS, type TakeRateReport } from '../../../../domain/reconcile/take-rate.ts';
import { addMoney, sameMoney } from '../../../../domain/kernel/money/money.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  FailureNotice,
  filterOf,
  InstantText,
  Link,
  ListFilters,
  MoneyText,
  Note,
  Notice,
  Panel,
  ReadState,
  type RouteFilters,
  SavedViewsContext,
  textIn,
  typedText,
  useRouteFilters,
  AMOUNT_FIELD,
} from '../../../ui/index.ts';
import { closedPeriodPath, ExportMenu, IncompleteNotice, monthBeforeOf, useFeeTotals } from '../../../parts/index.ts';
import * as by from '../../../../domain/kernel/list.ts';
import { MonthColumns, MonthFrame } from '../month/month-frame.tsx';
import { ToClose } from '../month/to-close.tsx';
import { type Month, useMonth } from '../month/use-month.ts';
import { lineOf } from '../statement/words.ts';
import { FeeByCurrency, FeeByDay, FeeByMethod, FeeFigures, FeeSentence, feeSum, hasFeeDays } from './fee-figures.tsx';
import { MethodsPicture } from './methods-picture.tsx';
import { MethodsTable, RowsTable } from './tables.tsx';
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

/** Fees are of the records as they are now; that their credits are no longer those that were locked is said. */
function SinceClosed(props: { readonly of: CallOutput<'reconciliation.feeTotals'>; readonly month: Month }) {
  const { closeId, statement } = props.month;
  const account = statement.data?.statement.tokens.find(({ token }) => token === CREDIT_TOKEN);
  if (closeId === null || account === undefined) return null;
  const { net, unknown } = feeSum(props.of.currencies);
  const [locked, now] = [lineOf(account, 'credits').amount, addMoney(net, unknown)];
  return sameMoney(locked, now) ? (
    <Note>Closed: what was credited is what was locked.</Note>
  ) : (
    <Notice tone="warn" title="Changed since the close">
      Fees are of the records as they are now, which credit <MoneyText value={now} unit={CREDIT_TOKEN} /> {CREDIT_TOKEN}
      ; <MoneyText value={locked} unit={CREDIT_TOKEN} /> were locked.{' '}
      <Link inline to={closedPeriodPath(closeId)}>
        What has changed since
      </Link>
    </Notice>
  );
}

/** The fees of the month in the address. */
export function FeesPage() {
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
  const fees = useFeeTotals(period, hasFeeDays(period) ? { byDay: true } : { byMonth: true });
  const totals = fees.data;
  const before = useFeeTotals(monthBeforeOf(period)).data;
  const sync = useCall('sync.status', {}).data;
  return (
    <MonthFrame
      month={month}
      tab="Fees"
      paperBar={read.data === undefined || totals === undefined ? 'They are not computed yet' : null}
      exporting={
        <ExportMenu
          count={totals === undefined ? null : totals.days.length + totals.networks.length}
          rows={(file) => ({ kind: 'fees', period, ...file, timeZone: period.timeZone })}
        />
      }
    >
      {/* Of two that fail alike one is said, where what stands out would be. */}
      <FailureNotice failure={read.failure === undefined ? fees.failure : undefined} onRetry={fees.refresh} />
      {totals === undefined ? null : <FeeSentence of={totals} period={period} />}
      <IncompleteNotice
        lists={sync === undefined ? null : { invoices: sync.invoices, withdrawals: sync.withdrawals }}
      />
      {totals === undefined ? null : <SinceClosed of={totals} month={month} />}
      {totals === undefined ? null : <FeeFigures of={totals} before={before} period={period} />}
      <MonthColumns
        isOld={read.isPrevious}
        main={
          <>
            {totals === undefined || totals.methods.length === 0 ? null : <FeeByMethod of={totals} period={period} />}
            {totals === undefined || totals.methods.length === 0 ? null : <FeeByCurrency of={totals} period={period} />}
          </>
        }
        side={<ToClose month={month} />}
      />
      {totals === undefined || totals.days.length + totals.networks.length === 0 ? null : (
        <FeeByDay of={totals} period={period} />
      )}
      <ReadState read={read} unreadTitle="The fees could not be computed">
        {(report) => (
          <Report
            report={report}
            period={period}
            route={route}
            offset={offset}
            exporting={
              <ExportMenu
                label="Export these"
                count={read.isPrevious ? null : report.total}
                rows={(file) => {
                  const { kind: estimate, ...asked } = input;
                  return { kind: 'take-rate-rows', ...asked, estimate, ...file, timeZone: period.timeZone };
                }}
              />
            }
            onTurn={(to) => setTurned({ query: route.query, offset: to })}
          />
        )}
      </ReadState>
    </MonthFrame>
  );
}

interface ReportProps {
  readonly report: CallOutput<'reconciliation.takeRates'>;
  readonly period: Period;
  readonly route: RouteFilters;
  readonly offset: number;
  readonly exporting: ReactNode;
  readonly onTurn: (offset: number) => void;
}

function Report({ report, period, route, offset, exporting, onTurn }: ReportProps) {
  const { methods, rows, total, tolerance, uncounted, catalogueAsOf } = report;
  // The pictures do not wait for fifty rows at the end of the page.
  const listed = useDeferredValue(rows, []);
  const saved = useContext(SavedViewsContext);
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
        {saved}
        <Note>
          {catalogueAsOf === null ? (
            'The catalogue was not read yet: nothing to compare with'
          ) : (
            <>
              Catalogue as of <InstantText value={catalogueAsOf} />: today’s, not that of the payment. Nothing here is
              counted as an exception.
            </>
          )}
        </Note>
      </Group>
      <MethodsTable
        methods={methods}
        picture={<MethodsPicture {...{ methods, period, tolerance }} />}
        onChoose={(method, currency, kind) => route.change({ method, currency, kind })}
      />
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
        actions={exporting}
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
          <RowsTable rows={listed} page={{ offset, limit: PAGE, total, noun: 'invoices', onTurn }} />
        )}
      </Panel>
    </>
  );
}

function optionsOf({ methods }: TakeRateReport, by: 'method' | 'currency') {
  return [...new Set(methods.map((row) => row[by]))].map((value) => ({ value }));
}

/** `value`: a fraction, "0.005" is half a per cent. */
function ToleranceField(props: { readonly value: string; readonly onChange: (fraction: string) => void }) {
  const { value, onChange } = props;
  const [draft, setDraft] = useState(typedText(percentOf(value)));
  const [known, setKnown] = useState(value);
  const [isWrong, setWrong] = useState(false);
  if (known !== value) {
    setKnown(value);
    setDraft(typedText(percentOf(value)));
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
      leftSection={<Text c="dimmed">Tolerance ±</Text>}
      leftSectionWidth={92}
      rightSection={<Text c="dimmed">%</Text>}
      {...AMOUNT_FIELD}
      value={draft}
      error={isWrong ? `A percentage: ${typedText('0.5')}` : undefined}
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
