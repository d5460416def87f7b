// The tie-out: for every paid invoice of a period, whether what was ordered, credited and told agree, on how many sides
// that can be said, and what no report can say.
import { Box, Button, Group, Progress, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useContext } from 'react';
import { type Period, periodBounds } from '../../../../domain/period/period.ts';
import {
  countOfSelection,
  selectionOf,
  TIE_ANSWERS,
  type TieAnswer,
  type TieOut,
  type TieRow,
  type TieTotals,
} from '../../../../domain/reconcile/tie-out.ts';
import { type CallState, useAction, useBridge, useCall, useProfile } from '../../../bridge/index.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  AgeText,
  countWords,
  DataGrid,
  EmptyState,
  Facts,
  FailureNotice,
  gridColumns,
  grouped,
  invoicePath,
  Link,
  navigateTo,
  Note,
  PageFrame,
  SavedViewsContext,
  Panel,
  TablePanel,
  percentText,
  plainText,
  PrintButton,
  Under,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  AccountPeriodPicker,
  ANSWER_WORDS,
  COVERAGE_WORDS,
  coverageReasons,
  FINDING_WORDS,
  IncompleteNotice,
  MISSING_WORDS,
  periodIn,
  periodQuery,
  periodWords,
  UnreadableNotice,
  UNTOLD_WORDS,
  zoneIn,
} from '../../../parts/index.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { Differences } from './differences.tsx';
import { subtractMoney } from '../../../../domain/kernel/money/money.ts';

const ofAdjustment = 'Of the adjustment, where there is one';
const FIAT = { width: 116, unit: ({ currency }: TieRow) => currency };

const COLUMNS = gridColumns<TieRow>(({ cell, name, text, moment, money }) => [
  name('externalId', 'External id', (row) => row.externalId, { width: 128, pinned: 'left' }),
  text('tied', 'Tied', coverageWords, { hint: 'On how many sides, and why on no more', width: 232, flex: 2 }),
  cell('findings', 'Differences', findingNames, { width: 168, flex: 1, text: findingNames }),
  money('settledUsdt', 'Net (USDT)', (row) => row.settledUsdt, {
    hint: 'settled_amount_usdt of the record',
    width: 140,
  }),
  money('actualUsdt', 'Actual USDT', (row) => row.actualUsdt, { hint: ofAdjustment, width: 140 }),
  money('creditedUsdt', 'Webhook USDT', (row) => row.creditedUsdt, {
    hint: 'credited_usdt of the latest delivered webhook',
    width: 140,
  }),
  money('amount', 'Ordered', (row) => row.amount, { hint: 'The ordered fiat; never changes', ...FIAT }),
  money('expectedFiat', 'Expected', (row) => row.expectedFiat, { hint: ofAdjustment, ...FIAT }),
  text('currency', 'Currency', (row) => row.currency, { width: 92 }),
  moment('finishedAt', 'Finished', (row) => row.finishedAt),
  moment('toldAt', 'Webhook at', (row) => row.toldAt),
]);

function coverageWords({ coverage, untold, missing }: TieRow): string {
  const why = [...missing.map((fact) => MISSING_WORDS[fact]), ...(untold === null ? [] : [UNTOLD_WORDS[untold]])];
  return [COVERAGE_WORDS[coverage].name, ...why].join(', ');
}

function findingNames({ findings }: TieRow): string {
  return findings.length === 0 ? '—' : findings.map((kind) => FINDING_WORDS[kind].name).join('; ');
}

function TieRows(props: {
  readonly answer: Answer;
  readonly period: Period | null;
  readonly chosen: TieAnswer | null;
}) {
  const { answer, period, chosen } = props;
  const selection = chosen === null ? {} : selectionOf(chosen);
  const bridge = useBridge();
  const { id: profile } = useProfile();
  if (profile === null) return null;
  const asked = { ...(period === null ? {} : { period }), ...selection };
  const load = async (offset: number, limit: number) => {
    const answer = await bridge.call('reconciliation.tieRows', { ...asked, offset, limit }, { profile });
    return answer.ok ? answer.value : answer.failure;
  };
  return (
    <Panel
      title={chosen === null ? 'Paid invoices' : ANSWER_WORDS[chosen].name}
      note="Latest finished first; a row opens its invoice."
      actions={
        <Group gap="xs" className="mc-no-print">
          <ExportMenu
            count={countOfSelection(answer.report, selection)}
            rows={(file) => ({ kind: 'tie-rows', ...asked, ...file })}
          />
        </Group>
      }
    >
      <DataGrid<TieRow>
        label="Paid invoices of the tie-out"
        columns={COLUMNS}
        load={load}
        rowId={({ uuid }) => uuid}
        // The list is read with the counts that stand above it, and again only with them.
        queryKey={`${profile} ${JSON.stringify(asked)} ${answer.computedAt}`}
        height={440}
        onOpen={({ uuid }) => navigateTo(invoicePath(uuid))}
        empty={<EmptyState kind="nothing-matches" title="No paid invoice is tied so" />}
      />
    </Panel>
  );
}

type Answer = CallOutput<'reconciliation.tieOut'>;
type Job = CallOutput<'jobs.list'>['jobs'][number];

/** Of everything there is, or of the period in the address. */
export function TieOutPage() {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const period = periodIn(route, timeZone);
  const report = useCall('reconciliation.tieOut', period === null ? {} : { period }, {
    outdatedBy: KINDS,
    of: JSON.stringify(period),
  });
  const { data, isRefreshing } = report;
  return (
    <PageFrame
      title="Tie-out"
      subtitle={<Subtitle report={report} period={period} />}
      actions={
        <>
          {useContext(SavedViewsContext)}
          <AccountPeriodPicker
            anyTime
            value={period}
            timeZone={zoneIn(route, timeZone)}
            onChange={(next) => route.change(next === null ? NO_PERIOD : periodQuery(next))}
          />
          <PrintButton
            name={`Tie-out ${period === null ? 'of all time' : `${period.from} to ${period.to}`}`}
            bar={data === undefined ? 'It is not computed yet' : null}
          />
          <Button variant={report.isOutdated ? 'light' : 'default'} loading={isRefreshing} onClick={report.refresh}>
            Compute again
          </Button>
        </>
      }
    >
      {data === undefined ? (
        <Waiting report={report} period={period} />
      ) : (
        <>
          <Standing report={report} period={period} />
          <UnreadableNotice unreadable={data.report.unreadable} />
          <Report answer={data} period={period} />
        </>
      )}
    </PageFrame>
  );
}

const KINDS = ['invoices', 'deliveries', 'withdrawals', 'quarantine'] as const;

interface ReportProps {
  readonly report: CallState<Answer>;
  readonly period: Period | null;
}

/** How the answer on screen stands: that it is computed again, or that this failed; and the lists beneath it. */
function Standing({ report, period }: ReportProps) {
  const { failure, refresh, isRefreshing } = report;
  const lists = useCall('sync.status', {}).data ?? null;
  return (
    <>
      {isRefreshing ? <Computing period={period} /> : null}
      {failure === undefined || failure.kind === 'cancelled' ? null : (
        <FailureNotice failure={failure} onRetry={refresh} />
      )}
      <IncompleteNotice lists={lists} />
    </>
  );
}

const NO_PERIOD = { from: undefined, to: undefined, zone: undefined };

const CHANGED =
  'Counts, differences and totals are of one computation; a row is read when it comes into view, and may be younger.';

function Subtitle({ report: { data: answer, isOutdated }, period }: ReportProps) {
  if (answer === undefined) return 'Do invoice, webhook and ledger agree?';
  const { computedAt } = answer;
  return (
    <>
      {/* On the screen the picker beside it says so. */}
      <span className="mc-print-only">
        {period === null ? 'Of all time' : `${periodWords(period)}, whole days of ${period.timeZone}`}.{' '}
      </span>
      {isOutdated ? (
        <Text span inherit c="var(--mc-warn-text)" title={CHANGED} visibleFrom="lg">
          Records changed since
        </Text>
      ) : (
        // The button beside it says the rest where there is less room.
        <Text span inherit visibleFrom="lg">
          Computed <AgeText since={computedAt} by="console" />
        </Text>
      )}
    </>
  );
}

function Report({ answer, period }: { readonly answer: Answer; readonly period: Period | null }) {
  const { report } = answer;
  const route = useRouteFilters();
  const chosen = TIE_ANSWERS.find((one) => one === route.text('coverage')) ?? null;
  if (report.invoices.count === 0 && report.withdrawals.count === 0) {
    return (
      <EmptyState kind={period === null ? 'nothing-yet' : 'nothing-matches'} title="No paid invoice to tie">
        {period === null
          ? 'There is no paid invoice yet.'
          : 'No paid invoice finished in this period, as far as was read.'}
      </EmptyState>
    );
  }
  // Those that were asked for stand below the answer that they are of.
  const rows = <TieRows answer={answer} period={period} chosen={chosen} />;
  return (
    <>
      <AnswersPanel report={report} chosen={chosen} />
      {chosen === null ? null : rows}
      <Differences findings={report.findings} period={period} below={<AsidePanel report={report} />} />
      <TotalsPanel totals={report.currencies} />
      {chosen === null ? rows : null}
    </>
  );
}

/** Nothing is there yet: how far it is, and a way to stop; or why it was not computed. */
function Waiting({ report: { failure, refresh, isLoading, isRefreshing }, period }: ReportProps) {
  if (failure === undefined || isLoading || isRefreshing) return <Computing period={period} />;
  if (failure.kind === 'cancelled') {
    return (
      <EmptyState kind="could-not-load" title="Stopped">
        <p>Nothing was computed.</p>
        <Button onClick={refresh}>Compute it</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="could-not-load">
      <FailureNotice failure={failure} onRetry={refresh} />
    </EmptyState>
  );
}

/** How far the computation of this period is, and a way to stop that one. */
function Computing({ period }: { readonly period: Period | null }) {
  const job = useCall('jobs.list', {}).data?.jobs.find(({ report }) => isOf(report, period));
  const { run: cancel } = useAction('jobs.cancel');
  return (
    <Stack gap="xs" align="flex-start" role="status">
      <Note>Comparing every paid invoice with what was told of it…</Note>
      <Progress
        aria-label="Records compared"
        animated
        w="100%"
        value={job?.total === undefined || job.total === 0 ? 100 : (job.done / job.total) * 100}
      />
      {job === undefined ? null : (
        <Button size="xs" onClick={() => void cancel({ id: job.id })}>
          Stop
        </Button>
      )}
    </Stack>
  );
}

function isOf(report: Job['report'], period: Period | null): boolean {
  if (report?.kind !== 'tie-out') return false;
  const [theirs, ours] = [report.period, period].map((one) => (one === null ? null : periodBounds(one)));
  return theirs?.from === ours?.from && theirs?.to === ours?.to;
}

const COLOURS: Readonly<Record<TieAnswer, string>> = {
  three: 'ink.5',
  two: 'ink.2',
  differ: 'var(--mc-warn-mark)',
  none: 'gray.5',
};

/** Also where the system's colours are forced: a length without its ground says nothing. */
const KEEPS_ITS_GROUND = { forcedColorAdjust: 'none' } as const;

/** `chosen` is the part whose rows are shown; null shows all. */
function AnswersPanel({ report, chosen }: { readonly report: TieOut; readonly chosen: TieAnswer | null }) {
  const { count: all } = report.invoices;
  const route = useRouteFilters();
  const parts = TIE_ANSWERS.map((answer) => ({ answer, count: countOfSelection(report, selectionOf(answer)) }));
  return (
    <Panel title={`${grouped(all)} paid invoices`} note="By how many sources say the same">
      <Progress.Root size={12} radius="sm" aria-hidden="true">
        {parts.map(({ answer, count }) => (
          <Progress.Section
            key={answer}
            value={all === 0 ? 0 : (count * 100) / all}
            color={COLOURS[answer]}
            style={KEEPS_ITS_GROUND}
          />
        ))}
      </Progress.Root>
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 2, sm: 4 }}
        m={0}
        mt="sm"
        p={0}
        style={{ listStyle: 'none' }}
        aria-label="Answers"
      >
        {parts.map(({ answer, count }) => (
          <li key={answer}>
            <UnstyledButton
              aria-pressed={chosen === answer}
              title="Show these below"
              w="100%"
              p={4}
              fz="sm"
              bg={chosen === answer ? 'var(--mc-selected)' : 'transparent'}
              onClick={() => route.change({ coverage: chosen === answer ? undefined : answer })}
            >
              <Group component="span" gap="xs" wrap="nowrap">
                <Box
                  component="span"
                  w={10}
                  h={10}
                  flex="none"
                  bg={COLOURS[answer]}
                  data-coverage={answer}
                  aria-hidden="true"
                  style={KEEPS_ITS_GROUND}
                />
                <Text span c="dimmed">
                  {ANSWER_WORDS[answer].name}
                </Text>
              </Group>{' '}
              <Text span display="block" size="lg" fw={600} className="mc-num">
                {shareWords(count, all)}
              </Text>
              <Under>{ANSWER_WORDS[answer].meaning}</Under>
              {answer === 'differ'
                ? null
                : coverageReasons(report, answer).map((reason) => (
                    <Under key={reason.words}>
                      {reason.words}: <span className="mc-num">{grouped(reason.count)}</span>
                    </Under>
                  ))}
            </UnstyledButton>
          </li>
        ))}
      </SimpleGrid>
    </Panel>
  );
}

/** "6,204 · 83.7 %"; a part that is there is never "0.0 %", and one that is not all is never "100.0 %". */
function shareWords(count: number, of: number): string {
  const words = grouped(count);
  if (of === 0 || count === 0) return words;
  const share = (count * 100) / of;
  const shown = count === of ? '100' : Math.min(99.9, Math.max(0.1, share)).toFixed(1);
  return `${words} · ${percentText(shown)}`;
}

function AsidePanel({ report }: { readonly report: TieOut }) {
  const { withdrawals, unreadable, undated, oldestReading } = report;
  const unread = unreadable.invoices + unreadable.withdrawals;
  const dateless = undated.invoices + undated.withdrawals;
  return (
    <Panel title="Withdrawals and gaps" note="Amount − network fee = sent, to the last digit.">
      <Facts
        of={[
          ['Withdrawals that tie', `${grouped(withdrawals.tied)} of ${grouped(withdrawals.count)}`],
          ['That differ', grouped(withdrawals.differing)],
          ['Fee or sent amount not told', grouped(withdrawals.unknown)],
          [
            'Unreadable, in no figure here',
            unread === 0 ? (
              'none'
            ) : (
              <Link key="unreadable" to={screenPath('unreadable')} inline>
                {countWords(unread, 'record', 'records')}
              </Link>
            ),
          ],
          ['Without a date, in no period', dateless === 0 ? 'none' : countWords(dateless, 'record', 'records')],
          oldestReading === null ? null : ['Oldest reading', <AgeText key="oldest" since={oldestReading} />],
        ]}
      />
    </Panel>
  );
}

/** The sums, one row a currency with fiat before USDT, exact; currencies never mix. Nothing without one. */
export function TotalsPanel({ totals }: { readonly totals: readonly TieTotals[] }) {
  if (totals.length === 0) return null;
  const fiat = ({ currency }: TieTotals): string => currency;
  const usdt = (): string => 'USDT';
  const without = (count: number): string | null => (count === 0 ? null : `${grouped(count)} without an amount`);
  return (
    <TablePanel
      title="Totals"
      note="An adjusted order counts with what its adjustment says was paid, any other as ordered; what the customer pays on top of it is in neither. Webhook and net are compared where both are known."
      label="Totals per currency"
      rows={totals}
      keyOf={fiat}
      columns={({ cell, money }) => [
        cell('Currency', ({ currency, count }) => (
          <>
            {plainText(currency.slice(0, 16))} {countWords(count, 'paid invoice', 'paid invoices')}
          </>
        )),
        money('Ordered', ({ ordered }) => ordered, { unit: fiat }),
        money('As corrected', ({ paid }) => paid, { unit: fiat, under: ({ paidMissing }) => without(paidMissing) }),
        money('Net (USDT)', ({ settledUsdt }) => settledUsdt, {
          unit: usdt,
          sum: true,
          under: ({ settledMissing }) => without(settledMissing),
        }),
        money('Three sources: net', ({ settledOfCreditedUsdt }) => settledOfCreditedUsdt, { unit: usdt, sum: true }),
        money('Webhook', ({ creditedUsdt }) => creditedUsdt, { unit: usdt, sum: true }),
        money(
          'Webhook − net',
          ({ creditedUsdt, settledOfCreditedUsdt }) => subtractMoney(creditedUsdt, settledOfCreditedUsdt),
          { unit: usdt, sign: true, sum: true },
        ),
      ]}
    />
  );
}
