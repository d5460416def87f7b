/**
 * Closing a period: what it needs and what of it is there, the balances, the reason where something is missing, and the lock. Not here: a closed one
 * (closed-page.tsx).
 */
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Period } from '../../../domain/period.ts';
import type { TypedBalance } from '../../../domain/statement.ts';
import { type CallState, useCall } from '../../bridge/index.ts';
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
  periodOrLastMonth,
  periodWords,
  ReadState,
  restOfMonth,
  typedIn,
  UiProvider,
  useNow,
  useRouteFilters,
  useUi,
} from '../../ui/index.ts';
import { BalancesPanel } from './balances-panel.tsx';
import { LockPanel } from './lock-panel.tsx';
import { ReadingPanel } from './reading-panel.tsx';
import { RequirementList } from './requirement-list.tsx';
import { needsReading } from './words.ts';
import './periods.css';

const HOUR_MS = 3_600_000;
/** While the rows are read again. */
const LOOK_EVERY_MS = 2_000;
const KINDS = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;

/** The period of the address, else the one that comes next. */
export function ClosingPage(): ReactNode {
  const route = useRouteFilters();
  const ui = useUi();
  const hour = useNow(HOUR_MS);
  const list = useCall('periods.list', { offset: 0, limit: 1 }, { refreshOn: KINDS });
  const next = list.data?.next ?? null;
  const named = useMemo(() => periodIn(route, ui.timeZone), [route, ui.timeZone]);
  const period = useMemo(() => {
    if (named !== null) return named;
    return next === null ? periodOrLastMonth(route, hour, ui.timeZone) : restOfMonth(next.from, next.timeZone);
  }, [named, next, route, hour, ui.timeZone]);
  const typed = useMemo(() => typedIn(route), [route]);
  return (
    <PageFrame
      title={`Close ${periodWords(period)}`}
      back={
        <a className="mc-link" href={hashHref('/periods')}>
          Closed periods
        </a>
      }
      subtitle={`Whole days of ${period.timeZone}. Closing locks the figures of the statement; nothing is sent to the API.`}
      actions={
        <AccountPeriodPicker
          value={period}
          timeZone={period.timeZone}
          onChange={(chosen) => (chosen === null ? undefined : navigateTo(closingPath(chosen, typed)))}
        />
      }
    >
      {named === null && list.data === undefined && list.failure === undefined ? null : (
        <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
          <Closing key={JSON.stringify(period)} period={period} typed={typed} />
        </UiProvider>
      )}
    </PageFrame>
  );
}

function Closing({ period, typed }: { readonly period: Period; readonly typed: readonly TypedBalance[] }): ReactNode {
  const input = { period, typed: [...typed] };
  const readiness = useCall('periods.readiness', input, { refreshOn: KINDS });
  const statement = useCall('reconciliation.statement', input, { refreshOn: KINDS });
  useLooking(readiness);
  const closeId = statement.isPrevious ? null : (statement.data?.closeId ?? null);
  if (closeId !== null) {
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
  return (
    <ReadState read={readiness} unreadTitle="What the close needs could not be looked at">
      {(answer) => (
        <div className="mc-closing">
          <Panel title="What it needs" note={countNote(answer)}>
            <RequirementList requirements={answer.requirements} period={period} />
            {needsReading(answer.requirements) || answer.reading !== null ? (
              <ReadingPanel period={period} readiness={answer} onStarted={readiness.refresh} />
            ) : null}
          </Panel>
          <BalancesPanel period={period} typed={typed} statement={statement} />
          <LockPanel
            period={period}
            typed={typed}
            requirements={readiness.isPrevious ? undefined : answer.requirements}
            isReading={answer.reading !== null}
            onRefused={readiness.refresh}
          />
        </div>
      )}
    </ReadState>
  );
}

type Readiness = CallOutput<'periods.readiness'>;

function countNote({ requirements }: Readiness): string {
  const missing = requirements.filter(({ met }) => !met).length;
  if (missing === 0) return 'Everything is there';
  return `${requirements.length - missing} of ${requirements.length} are there`;
}

/** Looks again and again while the rows are being read: rows come in pages, and the counts with them. */
function useLooking({ data, refresh }: CallState<Readiness>): void {
  const isReading = (data?.reading ?? null) !== null;
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(() => look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isReading]);
}
