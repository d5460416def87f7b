/**
 * How the movements of a period added up, day by day: what can honestly stand in place of a list of the invoices that a withdrawal paid. Not here: adding
 * (the engine), the statement (statement-page.tsx).
 */
import type { ReactNode } from 'react';
import type { DayMovement } from '../../../../domain/movements.ts';
import { type Period, periodBounds } from '../../../../domain/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/statement.ts';
import { nextDay } from '../../../../domain/time.ts';
import { useCall, useExport } from '../../../bridge/index.ts';
import {
  AccountPeriodPicker,
  EmptyState,
  ExportButton,
  GroupedTable,
  hashHref,
  IncompleteNotice,
  MoneyText,
  mostDecimals,
  movementsPath,
  navigateTo,
  Notice,
  PageFrame,
  Panel,
  PaperLocked,
  periodWords,
  ReadState,
  rowsPath,
  statementPath,
  tokenWords,
  usePeriod,
  useRouteFilters,
} from '../../../ui/index.ts';
import { ClosedAroundNotice, useClosedAround } from './closed-around.tsx';
import { useCloseOf } from './use-close.ts';
import './statement.css';

const KINDS = ['invoices', 'withdrawals'] as const;

/** The movements of the token in the address, else of the one that is credited. */
export function MovementsPage(): ReactNode {
  const route = useRouteFilters();
  const period = usePeriod();
  const exporting = useExport();
  const token = route.text('token') ?? CREDIT_TOKEN;
  const read = useCall(
    'reconciliation.movements',
    { period, token },
    { refreshOn: KINDS, of: JSON.stringify([period, token]) },
  );
  const source = read.data?.source;
  const around = useClosedAround(period);
  const lists = useCall('sync.status', {}).data ?? null;
  const close = useCloseOf(period, source === 'locked');
  return (
    <PageFrame
      title="Movements by day"
      back={
        <a className="mc-link" href={hashHref(statementPath(period))}>
          Statement, {periodWords(period)}
        </a>
      }
      subtitle={`${tokenWords(token)}, whole days of ${period.timeZone}${sourceWords(source)}`}
      actions={
        <>
          <ExportButton
            state={exporting.state}
            count={read.data?.days.length ?? null}
            onStart={(file) =>
              exporting.start({ kind: 'movements', period, token, ...file, timeZone: period.timeZone })
            }
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
          <AccountPeriodPicker
            value={period}
            timeZone={period.timeZone}
            onChange={(next) => (next === null ? undefined : navigateTo(movementsPath(next, token)))}
          />
        </>
      }
    >
      {source === 'locked' ? <PaperLocked document={close?.document ?? null} /> : null}
      <Notice tone="quiet" title="Which invoices a withdrawal paid cannot be known">
        The API has no link between the two: a withdrawal takes from a balance, and the balance does not remember which
        invoices it came from. What is known is how much had come in and gone out by the end of each day.
      </Notice>
      {source === 'mirror' ? (
        <>
          <ClosedAroundNotice around={around} />
          <IncompleteNotice lists={lists} />
        </>
      ) : null}
      <div className="mc-statement-page">
        <ReadState read={read} unreadTitle="The movements could not be added up">
          {({ days }) =>
            days.every(({ creditCount, withdrawalCount }) => creditCount + withdrawalCount === 0) ? (
              <EmptyState kind="nothing-matches" title="Nothing moved in this period" />
            ) : (
              <Days days={days} period={period} token={token} />
            )
          }
        </ReadState>
      </div>
    </PageFrame>
  );
}

function sourceWords(source: 'locked' | 'mirror' | undefined): string {
  if (source === undefined) return '';
  return source === 'locked' ? ', as they were locked' : ', as the mirror has them now';
}

function Days(props: {
  readonly days: readonly DayMovement[];
  readonly period: Period;
  readonly token: string;
}): ReactNode {
  const { days, period, token } = props;
  const room = {
    credits: mostDecimals(days.map(({ credits }) => credits)),
    withdrawals: mostDecimals(days.map(({ withdrawals }) => withdrawals)),
    movement: mostDecimals(days.map(({ movement }) => movement)),
  };
  return (
    <Panel flush>
      <GroupedTable label="Movements by day" className="mc-split">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" data-end>
              Invoices
            </th>
            <th scope="col" data-end>
              + Credits
            </th>
            <th scope="col" data-end>
              Withdrawals
            </th>
            <th scope="col" data-end>
              − Withdrawn
            </th>
            <th scope="col" data-end>
              = Movement
            </th>
            <th scope="col" data-end title="Not a balance: what the period opened with is not in it">
              Since the begin
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <DayRow key={day.day} day={day} timeZone={period.timeZone} token={token} room={room} />
          ))}
        </tbody>
      </GroupedTable>
    </Panel>
  );
}

function DayRow(props: {
  readonly day: DayMovement;
  readonly timeZone: string;
  readonly token: string;
  readonly room: { readonly credits: number; readonly withdrawals: number; readonly movement: number };
}): ReactNode {
  const { day, timeZone, token, room } = props;
  const { creditCount, credits, withdrawalCount, withdrawals, movement, cumulative } = day;
  const alone = dayPeriod(day.day, timeZone);
  return (
    <tr>
      <th scope="row" className="mc-num">
        {day.day}
      </th>
      <Count count={creditCount} href={alone === null ? null : rowsPath(alone, token, 'credits')} />
      <td data-end>
        <MoneyText value={creditCount === 0 ? null : credits} decimals={creditCount === 0 ? 0 : room.credits} />
      </td>
      <Count count={withdrawalCount} href={alone === null ? null : rowsPath(alone, token, 'withdrawals')} />
      <td data-end>
        <MoneyText
          value={withdrawalCount === 0 ? null : withdrawals}
          decimals={withdrawalCount === 0 ? 0 : room.withdrawals}
        />
      </td>
      <td data-end>
        <MoneyText value={movement} sign decimals={room.movement} />
      </td>
      <td data-end>
        <MoneyText value={cumulative} sign decimals={room.movement} />
      </td>
    </tr>
  );
}

function dayPeriod(day: string, timeZone: string): Period | null {
  const period = { from: day, to: nextDay(day) ?? day, timeZone };
  return periodBounds(period) === null ? null : period;
}

function Count({ count, href }: { readonly count: number; readonly href: string | null }): ReactNode {
  const words = count.toLocaleString('en-GB');
  return (
    <td data-end className="mc-num">
      {count === 0 || href === null ? (
        <span className="mc-split-zero">{words}</span>
      ) : (
        <a className="mc-link" href={hashHref(href)}>
          {words}
        </a>
      )}
    </td>
  );
}
