// The first screen, for finance: how the period went against the days before it, what there is to do, and where the
// money is; for support: the finder, what is failing, and what came last. Which of the two is remembered.
import { SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type HomeFor, HOMES } from '../../../domain/console-settings.ts';
import { useCall, useSettings, useTimeZone } from '../../bridge/index.ts';
import { DateRange, NewInvoiceLink, PageFrame, useNow, useRouteFilters } from '../../ui/index.ts';
import { FinanceHome } from './finance.tsx';
import { FirstSteps, SyncStrip } from './first-run.tsx';
import { choiceOf, type Days, daysBefore, daysOf, daysWords, PERIOD_WORDS, PERIODS, rangeNames } from './period.ts';
import { SupportHome } from './support.tsx';

const HOUR_MS = 3_600_000;
const FOR_WORDS: Readonly<Record<HomeFor, string>> = { finance: 'Finance', support: 'Support' };

/** Home of this window's business. */
export function HomePage(): ReactNode {
  const route = useRouteFilters();
  const timeZone = useTimeZone();
  // Days change at most once an hour, whatever the zone.
  const hour = useNow(HOUR_MS);
  const days = useMemo(() => daysOf(route, hour, timeZone), [route, hour, timeZone]);
  const before = useMemo(() => daysBefore(days), [days]);
  const { settings, change } = useSettings();
  const status = useCall('sync.status', {}).data;
  const isFor = settings?.homeFor ?? 'finance';
  const isEmpty = status?.invoices.certificate === 'certified' && status.invoices.total === 0;
  return (
    <PageFrame
      title="Home"
      filters={
        <SegmentedControl
          aria-label="Home for"
          value={isFor}
          data={HOMES.map((value) => ({ value, label: FOR_WORDS[value] }))}
          onChange={(value) => {
            const homeFor = HOMES.find((one) => one === value);
            if (homeFor !== undefined) change({ homeFor });
          }}
        />
      }
      actions={
        <>
          {isFor === 'finance' && !isEmpty ? <PeriodChoice days={days} before={before} /> : null}
          <NewInvoiceLink />
        </>
      }
    >
      {isEmpty ? (
        <FirstSteps />
      ) : (
        <>
          <SyncStrip status={status} />
          {isFor === 'finance' ? (
            <FinanceHome {...{ days, before, timeZone, status }} names={rangeNames(choiceOf(route), days, before)} />
          ) : (
            <SupportHome />
          )}
        </>
      )}
    </PageFrame>
  );
}

function PeriodChoice({ days, before }: { readonly days: Days; readonly before: Days }): ReactNode {
  const route = useRouteFilters();
  const choice = choiceOf(route);
  return (
    <>
      <Text fz={12} c="dimmed" className="mc-num">
        {daysWords(days)} against {daysWords(before)}
      </Text>
      {choice === 'custom' ? (
        <DateRange
          label="Days"
          value={days}
          onChange={({ from, to }) => route.change({ period: 'custom', from, to })}
        />
      ) : null}
      <SegmentedControl
        aria-label="Period"
        value={choice}
        data={PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
        onChange={(next) =>
          route.change(
            // One's own days begin with the days that were just shown.
            next === 'custom' ? { period: next, ...days } : { period: next, from: undefined, to: undefined },
          )
        }
      />
    </>
  );
}
