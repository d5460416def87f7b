/**
 * The first screen: what was credited in a period, by currency, and what needs attention. Not here: the standing facts of
 * mirror and budget (app).
 */
import { Skeleton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useCall, useTimeZone } from '../../bridge/index.ts';
import {
  EmptyState,
  FailureNotice,
  NewInvoiceLink,
  PageFrame,
  useNow,
  useRouteFilters,
  ZoneNote,
} from '../../ui/index.ts';
import { Attention } from './attention.tsx';
import { CreditedTable, Headline } from './credited.tsx';
import { Caveat, FirstRun } from './first-run.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { daysOf, totalsFilter } from './period.ts';
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
  const isFirstRun = status !== undefined && status.invoices.seen === 0 && status.invoices.certificate !== 'certified';
  return (
    <PageFrame
      title="Home"
      subtitle={<ZoneNote />}
      actions={
        <>
          {isFirstRun ? null : <PeriodPicker route={route} days={days} />}
          <NewInvoiceLink />
        </>
      }
    >
      {isFirstRun ? (
        <FirstRun status={status} />
      ) : (
        <>
          <Caveat status={status} />
          {totals.failure === undefined ? null : <FailureNotice failure={totals.failure} onRetry={totals.refresh} />}
          <div className="mc-overview">
            <div className="mc-overview-main">
              {totals.data === undefined ? (
                <Placeholder failed={totals.failure !== undefined} />
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
