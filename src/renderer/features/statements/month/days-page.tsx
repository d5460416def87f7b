// A month day by day: the picture beside the month before, and what each day brought, took and left.
import { Stack } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { BALANCE_WORDS } from '../../../../domain/period/line-words.ts';
import { addMoney, sumMoney } from '../../../../domain/kernel/money/money.ts';
import type { DayMovement } from '../../../../domain/period/movements.ts';
import { type Period, periodBounds } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { nextDay } from '../../../../domain/kernel/time/time.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  DAY_STEP_MS,
  dayOf,
  dayText,
  EmptyState,
  MoneyText,
  Note,
  Panel,
  TablePanel,
  ReadState,
  useNow,
  useRouteFilters,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  DaysPicture,
  IncompleteNotice,
  monthBeforeOf,
  PaperLocked,
  rowsPath,
  tokenWords,
  useMovements,
} from '../../../parts/index.ts';
import { ClosedAroundNotice } from '../statement/closed-around.tsx';
import { type Month, monthName, useMonth } from './use-month.ts';
import { MonthColumns, MonthFrame } from './month-frame.tsx';
import { DayFigures, Figure } from './net-of-month.tsx';
import { ToClose } from './to-close.tsx';

/** The days of the token in the address, else of the one that is credited. */
export function MovementsPage() {
  const route = useRouteFilters();
  const month = useMonth();
  const { period, around, close } = month;
  const token = route.text('token') ?? CREDIT_TOKEN;
  const read = useMovements(period, token);
  const source = read.data?.source;
  const lists = useCall('sync.status', {}).data ?? null;
  return (
    <MonthFrame
      month={month}
      tab="By day"
      paperBar={read.data === undefined ? 'The days are not added up yet' : null}
      kept={(address) => ({ token: address.text('token') ?? CREDIT_TOKEN })}
      exporting={
        <ExportMenu
          count={read.data?.days.length ?? null}
          rows={(file) => ({ kind: 'movements', period, token, ...file, timeZone: period.timeZone })}
        />
      }
    >
      {source === 'locked' ? (
        <>
          <PaperLocked document={close.locked?.document ?? null} />
          <Note>As they were locked.</Note>
        </>
      ) : null}
      {source === 'mirror' ? (
        <>
          <ClosedAroundNotice around={around} />
          <IncompleteNotice lists={lists} />
        </>
      ) : null}
      <ReadState read={read} unreadTitle="The days could not be added up">
        {({ days }) =>
          days.every(({ creditCount, withdrawalCount }) => creditCount + withdrawalCount === 0) ? (
            <EmptyState kind="nothing-matches" title="Nothing moved in this period" />
          ) : (
            <Days month={month} days={days} token={token} />
          )
        }
      </ReadState>
    </MonthFrame>
  );
}

interface DaysProps {
  readonly month: Month;
  readonly days: readonly DayMovement[];
  readonly token: string;
}

function Days({ month, days, token }: DaysProps) {
  const { period } = month;
  const opening = openingOf(month, token);
  const withdrawn = sumMoney(days.map(({ withdrawals }) => withdrawals));
  // The picture does not wait for a table of hundreds of rows.
  const listed = useDeferredValue(days, days.length > MONTH ? [] : days);
  const rowsOf = (day: DayMovement, line: 'credits' | 'withdrawals'): string | null => {
    const alone = dayPeriod(day.day, period.timeZone);
    return alone === null ? null : rowsPath(alone, token, line);
  };
  const unit = (): string => token;
  return (
    <MonthColumns
      main={
        <>
          <MonthByDay month={month} days={days} token={token} />
          <TablePanel
            title={tokenWords(token)}
            label="By day"
            isDense
            rows={listed.toReversed()}
            keyOf={({ day }) => day}
            total={`${days.length} days`}
            columns={({ cell, count, money }) => [
              cell('Day', ({ day }) => dayText(day), { miw: 108 }),
              count('Paid', ({ creditCount }) => creditCount, { sum: true, link: (day) => rowsOf(day, 'credits') }),
              money('Net', ({ creditCount, credits }) => (creditCount === 0 ? null : credits), { unit, sum: true }),
              count('Withdrawals', ({ withdrawalCount }) => withdrawalCount, {
                sum: true,
                link: (day) => rowsOf(day, 'withdrawals'),
              }),
              money('Withdrawn', ({ withdrawalCount, withdrawals }) => (withdrawalCount === 0 ? null : withdrawals), {
                unit,
                sum: true,
              }),
              money(BALANCE_WORDS.movement, ({ movement }) => movement, { unit, sum: true, sign: true }),
              opening === null
                ? money('Since it began', ({ cumulative }) => cumulative, {
                    unit,
                    sign: true,
                    hint: 'Not a balance: what the month opened with is not known',
                  })
                : money('Balance', ({ cumulative }) => addMoney(opening, cumulative), { unit }),
            ]}
          />
          <Note>
            Which invoices a withdrawal paid cannot be known: the API has no link between the two. What is known is how
            much had come in and gone out by the end of each day.
          </Note>
        </>
      }
      side={
        <>
          <ToClose month={month} />
          {token === CREDIT_TOKEN ? (
            <Panel title={`${monthName(period)} by day`}>
              <Stack gap={4}>
                <DayFigures days={days} />
                <Figure title={`Withdrawals, on ${daysWith(days, 'withdrawalCount')}`} amount={withdrawn} />
              </Stack>
            </Panel>
          ) : null}
        </>
      }
    />
  );
}

/** More days than a month has are not set beside one. */
const MONTH = 31;

/** What each day brought and took beside the month before, and what it left. */
function MonthByDay({ month, days, token }: DaysProps) {
  const { period } = month;
  const before = monthBeforeOf(period);
  const { data } = useMovements(before, token);
  const today = dayOf(useNow(DAY_STEP_MS), period.timeZone);
  return (
    <Panel title="By day" note={tokenWords(token)}>
      <DaysPicture
        days={days}
        before={days.length > MONTH ? [] : (data?.days ?? [])}
        names={['Net', `Net, ${monthName(before)}`]}
        balances={{ opening: openingOf(month, token) }}
        height={190}
        timeZone={period.timeZone}
        {...{ token, today }}
        sentence={<DaysSentence days={days} token={token} opening={openingOf(month, token)} />}
      />
    </Panel>
  );
}

/** "12 days": those on which something was credited, or withdrawn. */
function daysWith(days: readonly DayMovement[], count: 'creditCount' | 'withdrawalCount'): string {
  return countWords(days.filter((day) => day[count] > 0).length, 'day', 'days');
}

/** "55,120.50 credited on 12 days, 50,000.00 withdrawn on 3; from 100.00 to 5,220.50 USDT." */
function DaysSentence(props: Omit<DaysProps, 'month'> & { readonly opening: string | null }) {
  const { days, token, opening } = props;
  const amount = (value: string, sign = false): ReactNode => (
    <MoneyText value={value} unit={token} sign={sign} onPaper />
  );
  const movement = days.at(-1)?.cumulative ?? '0';
  return (
    <>
      {amount(sumMoney(days.map(({ credits }) => credits)))} credited on {daysWith(days, 'creditCount')},{' '}
      {amount(sumMoney(days.map(({ withdrawals }) => withdrawals)))} withdrawn on {daysWith(days, 'withdrawalCount')};{' '}
      {opening === null ? (
        <>{amount(movement, true)} in all. What it opened with is not known, so there is no balance.</>
      ) : (
        <>
          from {amount(opening)} to {amount(addMoney(opening, movement))} {tokenWords(token)}.
        </>
      )}
    </>
  );
}

const openingOf = ({ tokens }: Month, token: string): string | null =>
  tokens?.find((account) => account.token === token)?.opening?.amount ?? null;

function dayPeriod(day: string, timeZone: string): Period | null {
  const period = { from: day, to: nextDay(day) ?? day, timeZone };
  return periodBounds(period) === null ? null : period;
}
