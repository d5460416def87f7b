/**
 * Closing a period: what it needs and what of it is there, what nobody has settled yet, the balances, the reason where something is missing, and the lock. Not here: a closed one
 * (closed-page.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Period } from '../../../../domain/period.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import {
  AccountPeriodPicker,
  closedPeriodPath,
  closingPath,
  hashHref,
  navigateTo,
  Notice,
  PageFrame,
  Panel,
  periodIn,
  periodWords,
  ReadState,
  restOfMonth,
  UiProvider,
  useBalances,
  usePeriod,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { BalancesPanel } from './balances-panel.tsx';
import { LockPanel } from './lock-panel.tsx';
import { OpenExceptionsPanel } from './open-exceptions.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import { RequirementList } from './requirement-list.tsx';
import { useClose } from './use-close.ts';
import { isOf, needsReading } from './words.ts';
import './periods.css';

/** While the rows are read again. */
const LOOK_EVERY_MS = 2_000;
const KINDS = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;
const READINESS_KINDS = [...KINDS, 'exceptions'] as const;

/** The period of the address, else the one that comes next. */
export function ClosingPage(): ReactNode {
  const route = useRouteFilters();
  const ui = useUi();
  const lastMonth = usePeriod();
  const list = useCall('periods.list', { offset: 0, limit: 1 }, { refreshOn: KINDS });
  const named = useMemo(() => periodIn(route, ui.timeZone), [route, ui.timeZone]);
  const period = useMemo(() => {
    if (named !== null) return named;
    if (list.data === undefined && list.failure === undefined) return null;
    const next = list.data?.next ?? null;
    return next === null ? lastMonth : restOfMonth(next.from, next.timeZone);
  }, [named, list.data, list.failure, lastMonth]);
  return (
    <PageFrame
      title={period === null ? 'Close a period' : `Close ${periodWords(period)}`}
      back={
        <a className="mc-link" href={hashHref(screenPath('months'))}>
          Closed periods
        </a>
      }
      subtitle={
        period === null
          ? undefined
          : `Whole days of ${period.timeZone}. Closing locks the figures of the statement; nothing is sent to the API.`
      }
      actions={
        period === null ? undefined : (
          // Other days have other balances: what was typed for these does not go with them.
          <AccountPeriodPicker
            value={period}
            timeZone={period.timeZone}
            onChange={(chosen) => (chosen === null ? undefined : navigateTo(closingPath(chosen)))}
          />
        )
      }
    >
      {period === null ? (
        <Skeleton height={280} radius="lg" aria-busy="true" />
      ) : (
        <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
          <Closing key={JSON.stringify(period)} period={period} />
        </UiProvider>
      )}
    </PageFrame>
  );
}

function Closing({ period }: { readonly period: Period }): ReactNode {
  const balances = useBalances(period);
  const input = { period, typed: [...balances.typed] };
  const readiness = useCall('periods.readiness', input, { refreshOn: READINESS_KINDS });
  const statement = useCall('reconciliation.statement', input, { refreshOn: KINDS });
  const closing = useClose(period, readiness.refresh);
  const reading = readiness.data?.reading ?? null;
  useLooking(readiness, reading !== null && reading.state !== 'failed');
  const closeId = statement.isPrevious ? null : (statement.data?.closeId ?? null);
  if (closeId !== null) return <AlreadyClosed closeId={closeId} />;
  const tokens = statement.isPrevious || statement.failure !== undefined ? undefined : statement.data?.statement.tokens;
  return (
    <ReadState read={readiness} unreadTitle="What the close needs could not be looked at">
      {(answer) => (
        <div className="mc-closing">
          <Panel title="What it needs" note={readiness.isPrevious ? 'Looking again…' : countNote(answer)}>
            <RequirementList
              requirements={answer.requirements}
              period={period}
              tokens={tokens ?? []}
              isOld={readiness.isPrevious}
            />
            {needsReading(answer.requirements) || answer.reading !== null ? (
              <ReadingPanel period={period} readiness={answer} onChange={readiness.refresh} />
            ) : null}
          </Panel>
          <OpenExceptionsPanel period={period} open={answer.openExceptions} />
          <BalancesPanel period={period} balances={balances} statement={statement} />
          <LockPanel
            period={period}
            balances={balances}
            tokens={tokens}
            requirements={answer.requirements}
            open={answer.openExceptions}
            isLooking={readiness.isPrevious || readiness.failure !== undefined}
            isReading={reading !== null && reading.state !== 'failed' && isOf(reading, period)}
            closing={closing}
          />
        </div>
      )}
    </ReadState>
  );
}

function AlreadyClosed({ closeId }: { readonly closeId: string }): ReactNode {
  return (
    <Notice
      tone="good"
      title="This period is closed"
      action={{ label: 'Open the close', run: () => navigateTo(closedPeriodPath(closeId)) }}
    >
      Its figures are locked. What changes later becomes a prior-period adjustment.
    </Notice>
  );
}

type Readiness = CallOutput<'periods.readiness'>;

function countNote({ requirements }: Readiness): string {
  const missing = requirements.filter(({ met }) => !met).length;
  if (missing === 0) return 'Everything is there';
  return `${requirements.length - missing} of ${requirements.length} are there`;
}

/** Looks again and again while the rows are being read: rows come in pages, and the counts with them. */
function useLooking({ refresh }: CallState<Readiness>, isReading: boolean): void {
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(() => look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isReading]);
}
