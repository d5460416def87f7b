/**
 * The first screen: what was credited in a period, by currency, and what needs attention. Not here: the standing facts of
 * mirror and budget (app).
 */
import { Skeleton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useSearch } from 'wouter';
import { useCall, useLastKnown, useProfile, useTimeZone } from '../../bridge/index.ts';
import { EmptyState, FailureNotice, PageFrame, useNow, useRouteFilters, ZoneNote } from '../../ui/index.ts';
import { Attention } from './attention.tsx';
import { CreditedTable, Headline } from './credited.tsx';
import { Caveat, FirstRun } from './first-run.tsx';
import { useIsStarting } from './first-figures.ts';
import { LastKnownAge, LastKnownFigures } from './last-known.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { daysOf, totalsFilter } from './period.ts';
import { mayStandIn } from './start-rule.ts';
import './overview.css';

const HOUR_MS = 3_600_000;

/** The overview of this window's business. */
export function OverviewPage(): ReactNode {
  const route = useRouteFilters();
  const timeZone = useTimeZone();
  // Days change at most once an hour, whatever the zone.
  const hour = useNow(HOUR_MS);
  const days = useMemo(() => daysOf(route, hour, timeZone), [route, hour, timeZone]);
  const filter = useMemo(() => totalsFilter(days, timeZone), [days, timeZone]);
  const totals = useCall('overview.totals', { filter }, { refreshOn: ['invoices'], of: JSON.stringify(filter) });
  const { data: status } = useCall('sync.status', {});
  const { profile } = useProfile();
  const known = useLastKnown();
  const isWaiting = totals.data === undefined && totals.failure === undefined;
  const isStarting = useIsStarting({ isRunning: status !== undefined, haveCome: !isWaiting });
  const wanted = { path: '/', search: useSearch(), profile: profile?.id ?? null, nowMs: hour };
  const standsIn = isStarting && isWaiting && profile !== null && known && mayStandIn(known, wanted);
  const lastKnown = standsIn ? known : null;
  const isFirstRun = status !== undefined && status.invoices.seen === 0 && status.invoices.certificate !== 'certified';
  return (
    <PageFrame
      title="Overview"
      subtitle={lastKnown === null ? <ZoneNote /> : <LastKnownAge lastKnown={lastKnown} />}
      actions={isFirstRun ? undefined : <PeriodPicker route={route} days={days} />}
    >
      {isFirstRun ? (
        <FirstRun status={status} />
      ) : (
        <>
          {/* How the mirror stands now says nothing of the figures of the former run. */}
          {lastKnown === null ? <Caveat status={status} /> : null}
          {totals.failure === undefined ? null : <FailureNotice failure={totals.failure} onRetry={totals.refresh} />}
          <div className="mc-overview">
            <div className="mc-overview-main">
              {totals.data === undefined ? (
                lastKnown === null ? (
                  <Placeholder failed={totals.failure !== undefined} />
                ) : (
                  <LastKnownFigures lastKnown={lastKnown} />
                )
              ) : (
                <>
                  <Headline totals={totals.data} days={days} />
                  <CreditedTable totals={totals.data} days={days} />
                </>
              )}
            </div>
            <Attention />
          </div>
        </>
      )}
    </PageFrame>
  );
}

function Placeholder({ failed }: { readonly failed: boolean }): ReactNode {
  if (failed) return <EmptyState kind="could-not-load" title="The totals could not be read" />;
  return (
    <>
      <Skeleton height={104} radius="lg" />
      <Skeleton height={280} radius="lg" />
    </>
  );
}
