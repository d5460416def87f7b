// Month by month: which are open and which closed, what came and went, what it left; and in one line what is to be closed next.
import { Group, Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { BALANCE_WORDS } from '../../../../domain/period/line-words.ts';
import { type Period, periodBounds } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN, type TokenStatement } from '../../../../domain/period/statement.ts';
import { useCall, useMirrorNow } from '../../../bridge/index.ts';
import {
  ButtonLink,
  countWords,
  DAY_STEP_MS,
  grouped,
  InstantText,
  Link,
  MoneyText,
  PageFrame,
  Panel,
  plainText,
  PrintButton,
  ReadState,
  Table,
  type TableProps,
  Under,
  useNow,
  useUi,
} from '../../../ui/index.ts';
import {
  closingPath,
  exceptionsPath,
  monthsAgo,
  monthsSince,
  periodWords,
  statementPath,
  tokenWords,
  ToneBadge,
} from '../../../parts/index.ts';
import { AdjustmentsPanel } from '../closes/adjustments-panel.tsx';
import { lineOf } from '../statement/words.ts';

type Answer = CallOutput<'periods.list'>;
type ClosedRow = Answer['rows'][number];
type Figures = ClosedRow['figures'][number];

const PAGE = 24;
/** Open months that are shown before the first close, and after the last one at most. */
const [BEFORE_FIRST, MOST_OPEN] = [3, 12];
const KINDS = ['invoices', 'withdrawals', 'periods'] as const;

/** A month of the list; of an open one the figures are read beside it. */
interface MonthRow {
  readonly period: Period;
  readonly close: ClosedRow | null;
  readonly isRunning: boolean;
}

/** All months: those that are open, the running one first, then those that are closed. */
export function MonthsPage() {
  const [offset, setOffset] = useState(0);
  const { timeZone } = useUi();
  const now = useNow(DAY_STEP_MS);
  const read = useCall('periods.list', { offset, limit: PAGE }, { refreshOn: ['periods'] });
  const { data } = read;
  const open = useMemo(() => (data === undefined ? [] : openMonths(data.next, now, timeZone)), [data, now, timeZone]);
  const next = open.findLast(({ isRunning }) => !isRunning) ?? null;
  const rows = [
    ...(offset === 0 ? open : []),
    ...(data?.rows ?? []).map((close) => ({ period: close.period, close, isRunning: false })),
  ];
  return (
    <PageFrame
      title="Statements"
      subtitle={
        data === undefined ? undefined : (
          <span aria-live="polite">{countWords(data.total, 'closed month', 'closed months')}</span>
        )
      }
      actions={
        <>
          <PrintButton name="Statements" bar={data === undefined ? 'The months are not read yet' : null} />
          <ButtonLink to={screenPath('schedules')} className="mc-no-print">
            Scheduled exports
          </ButtonLink>
        </>
      }
    >
      <ReadState read={read} unreadTitle="The months could not be read">
        {(answer) => (
          <>
            {next === null ? null : <NextClose period={next.period} isFirst={answer.total === 0} />}
            <Panel flush>
              <Months
                rows={rows}
                isOld={read.isPrevious}
                page={{ offset, limit: PAGE, total: answer.total, noun: 'closed months', onTurn: setOffset }}
              />
            </Panel>
            {answer.total === 0 ? null : <AdjustmentsPanel />}
          </>
        )}
      </ReadState>
    </PageFrame>
  );
}

/** Pure: from where the last close ends to the running month, the latest first. */
export function openMonths(next: Answer['next'], nowMs: number, zone: string): readonly MonthRow[] {
  const timeZone = next?.timeZone ?? zone;
  const since = next?.from ?? monthsAgo(BEFORE_FIRST - 1, nowMs, timeZone);
  return monthsSince(since, nowMs, timeZone, MOST_OPEN).map((period) => ({
    period,
    close: null,
    isRunning: Date.parse(periodBounds(period)?.to ?? '') > nowMs,
  }));
}

function NextClose({ period, isFirst }: { readonly period: Period; readonly isFirst: boolean }) {
  const { data } = useCall('periods.readiness', { period }, { refreshOn: KINDS, of: JSON.stringify(period) });
  const { mirror } = useMirrorNow();
  const open = data?.openExceptions.count ?? 0;
  const missing =
    data?.requirements.filter(({ met, requirement }) => !met && requirement !== 'opening-known').length ?? 0;
  const things = [
    ...(open === 0 ? [] : [countWords(open, 'exception', 'exceptions')]),
    'the review',
    'the balance from your dashboard',
    ...(missing === 0 || mirror === null ? [] : [countWords(missing, 'check', 'checks')]),
  ];
  return (
    <Panel>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <IconLockOpen size={20} aria-hidden="true" />
          <div>
            <Text fw={600}>{periodWords(period)} is not closed</Text>
            <Text c="dimmed">
              {data === undefined ? '' : `Left: ${things.join(', ')}. `}
              {isFirst ? 'A close locks its statement, so that the same figures stand there a month later.' : ''}
            </Text>
          </div>
        </Group>
        <ButtonLink variant="filled" to={statementPath(period)} flex="none" className="mc-no-print">
          Continue
        </ButtonLink>
      </Group>
    </Panel>
  );
}

function Months(props: Pick<TableProps<MonthRow>, 'rows' | 'isOld' | 'page'>) {
  const figure = { isFigure: true };
  const figures = (draw: (figures: MonthFigures) => ReactNode) => (row: MonthRow) => <Figured row={row} draw={draw} />;
  const usdt = (value: string | null = null, sign = false) => (
    <MoneyText value={value} unit={CREDIT_TOKEN} sign={sign} onPaper />
  );
  return (
    <Table
      {...props}
      label="Months"
      isDense
      keyOf={({ period }) => `${period.from} ${period.timeZone}`}
      columns={({ cell }) => [
        cell('Month', ({ period, close }) => (
          <>
            <Text span inherit style={NOWRAP}>
              <Link to={close === null ? statementPath(period) : closingPath(period)}>{periodWords(period)}</Link>
            </Text>
            <Under>{period.timeZone}</Under>
          </>
        )),
        cell('State', (row) => <State row={row} />),
        cell(
          'Paid',
          figures(({ main }) => (main === null || main === undefined ? '—' : grouped(main.paid))),
          figure,
        ),
        cell(
          'Net (USDT)',
          figures(({ main }) => usdt(main?.credits)),
          figure,
        ),
        cell(
          'Withdrawn',
          figures(({ main, others }) => (
            <>
              {usdt(main?.withdrawals)}
              {others.map(({ token, withdrawals }) => (
                <Under key={token ?? ''}>
                  <MoneyText value={withdrawals} unit={token ?? undefined} currency={tokenWords(token)} />
                </Under>
              ))}
            </>
          )),
          figure,
        ),
        cell(
          BALANCE_WORDS.movement,
          figures(({ main }) => usdt(main?.movement, true)),
          figure,
        ),
        cell(
          'Balance',
          figures(({ balance }) => usdt(balance)),
          figure,
        ),
        cell(
          'Difference',
          figures(({ main }) => usdt(main?.difference, true)),
          {
            ...figure,
            hint: 'Reported − calculated',
          },
        ),
        cell('Exceptions', (row) => <Exceptions row={row} />, figure),
        cell('Closed', ({ close }) => (close === null ? '—' : <ClosedBy close={close} />)),
      ]}
    />
  );
}

const NOWRAP = { whiteSpace: 'nowrap' } as const;

interface MonthFigures {
  /** Of the token that everything is settled in; null before it is known. */
  readonly main: Figures | null;
  readonly balance: string | null;
  readonly others: readonly Figures[];
}

const isMain = ({ token }: { readonly token: string | null }): boolean => token === CREDIT_TOKEN;

/** Of a closed month as they were locked; of an open one as its statement has them now. */
function useFigures({ period, close }: MonthRow): MonthFigures {
  const { data } = useCall(
    'reconciliation.statement',
    { period },
    { enabled: close === null, refreshOn: KINDS, of: JSON.stringify(period) },
  );
  if (close !== null) {
    const { figures, closings } = close;
    return {
      main: figures.find(isMain) ?? null,
      balance: closings.find(isMain)?.amount ?? null,
      others: figures.filter((one) => !isMain(one)),
    };
  }
  return present(data?.statement.tokens ?? []);
}

function present(tokens: readonly TokenStatement[]): MonthFigures {
  const figures = tokens.map((account): Figures => {
    const [credits, withdrawals] = [lineOf(account, 'credits'), lineOf(account, 'withdrawals')];
    return {
      token: account.token,
      paid: credits.count,
      credits: credits.amount,
      withdrawals: withdrawals.amount,
      movement: account.movement,
      difference: account.difference,
    };
  });
  return {
    main: figures.find(isMain) ?? null,
    balance: tokens.find(isMain)?.impliedClosing ?? null,
    others: figures.filter((one) => !isMain(one) && one.withdrawals !== '0'),
  };
}

function Figured(props: { readonly row: MonthRow; readonly draw: (figures: MonthFigures) => ReactNode }) {
  return props.draw(useFigures(props.row));
}

function State({ row: { close, isRunning } }: { readonly row: MonthRow }) {
  const Icon = close === null ? IconLockOpen : IconLock;
  return (
    <ToneBadge tone={close === null ? 'notice' : 'quiet'} icon={<Icon size={14} aria-hidden="true" />}>
      {close === null ? (isRunning ? 'Running' : 'Open') : 'Closed'}
    </ToneBadge>
  );
}

function Exceptions({ row: { period } }: { readonly row: MonthRow }) {
  const bounds = periodBounds(period);
  const filter = { state: ['open' as const], recordFrom: bounds?.from, recordTo: bounds?.to };
  const { data } = useCall('exceptions.counts', { filter }, { refreshOn: ['exceptions'], of: JSON.stringify(period) });
  if (data === undefined) return '—';
  // What is counted beside its ages is all that is open, of whatever month.
  const open = data.ages.reduce((sum, age) => sum + age.open, 0);
  return open === 0 ? '0' : <Link to={exceptionsPath({ state: 'open', period })}>{grouped(open)}</Link>;
}

/** By whom and when; that it lacked something, and what has changed since. */
function ClosedBy({ close }: { readonly close: ClosedRow }) {
  const { closedBy, closedAt, overrideReason, adjustments, correction, openingGap } = close;
  return (
    <>
      {plainText(closedBy.slice(0, 60))}, <InstantText value={closedAt} short />
      {overrideReason === null ? null : <Under>with a reason: {plainText(overrideReason.slice(0, 120))}</Under>}
      {correction === null ? null : <Under>superseded a close: {plainText(correction.reason.slice(0, 120))}</Under>}
      {openingGap === null ? null : (
        <Under>
          opened with a closing that was superseded:{' '}
          <MoneyText value={openingGap} sign unit={CREDIT_TOKEN} currency={CREDIT_TOKEN} />
        </Under>
      )}
      {adjustments.map(({ token, count: changed, amount }) => (
        <Under key={token ?? ''}>
          {countWords(changed, 'change', 'changes')} since,{' '}
          <MoneyText value={amount} sign unit={token ?? undefined} currency={tokenWords(token)} />
        </Under>
      ))}
    </>
  );
}
