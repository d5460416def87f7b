/**
 * The tie-out: for every success of a period, whether what was ordered, credited and told agree, on how many sides that can be
 * said, and what no report can say. Not here: its panels, the exceptions that its findings open.
 */
import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Period } from '../../../domain/period.ts';
import { TIE_COVERAGES, type TieCoverage, type TieOutReport } from '../../../domain/tie-out.ts';
import { type CallState, useAction, useCall } from '../../bridge/index.ts';
import type { CallOutput } from '../../../contract/calls.ts';
import {
  AccountPeriodPicker,
  AgeText,
  CannotTell,
  EmptyState,
  FailureNotice,
  Note,
  PageFrame,
  periodIn,
  periodQuery,
  useRouteFilters,
  useUi,
  ZoneNote,
  zoneIn,
} from '../../ui/index.ts';
import { CoveragePanel } from './coverage-panel.tsx';
import { AsidePanel, FindingsPanel } from './findings-panel.tsx';
import { TieRows } from './tie-rows.tsx';
import { TotalsPanel } from './totals-panel.tsx';
import { CANNOT_TELL } from './words.ts';
import './tie-out.css';

type Answer = CallOutput<'reconciliation.tieOut'>;

/** Of everything there is, or of the period in the address. */
export function TieOutPage(): ReactNode {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const period = periodIn(route, timeZone);
  const report = useCall('reconciliation.tieOut', period === null ? {} : { period });
  const { data, isPrevious, isRefreshing } = report;
  return (
    <PageFrame
      title="Tie-out"
      subtitle={<Subtitle answer={isPrevious ? undefined : data} />}
      actions={
        <>
          <ZoneNote />
          <AccountPeriodPicker
            anyTime
            value={period}
            timeZone={zoneIn(route, timeZone)}
            onChange={(next) => route.change(next === null ? NO_PERIOD : periodQuery(next))}
          />
          <Button variant="default" loading={isRefreshing && !isPrevious} onClick={report.refresh}>
            Compute again
          </Button>
        </>
      }
    >
      {data === undefined || isPrevious ? (
        <Waiting report={report} />
      ) : (
        <>
          {report.failure === undefined ? null : <FailureNotice failure={report.failure} onRetry={report.refresh} />}
          <Report report={data.report} period={period} />
        </>
      )}
    </PageFrame>
  );
}

const NO_PERIOD = { from: undefined, to: undefined, zone: undefined };

function Subtitle({ answer }: { readonly answer: Answer | undefined }): ReactNode {
  if (answer === undefined) return 'Does what was ordered, credited and told agree?';
  const { report, computedAt } = answer;
  return (
    <>
      {report.invoices.count.toLocaleString('en-GB')} successes, computed <AgeText since={computedAt} by="console" />
      {report.oldestReading === null ? null : (
        <>
          , from readings as old as <AgeText since={report.oldestReading} />
        </>
      )}
      .
    </>
  );
}

function Report({ report, period }: { readonly report: TieOutReport; readonly period: Period | null }): ReactNode {
  const route = useRouteFilters();
  const coverage = TIE_COVERAGES.find((one) => one === route.text('coverage')) ?? null;
  const choose = (next: TieCoverage | null): void => route.change({ coverage: next ?? undefined });
  if (report.invoices.count === 0 && report.withdrawals.count === 0) {
    return (
      <EmptyState kind={period === null ? 'nothing-yet' : 'nothing-matches'} title="No success to tie">
        {period === null
          ? 'The mirror has no success yet.'
          : 'No success finished in this period, as far as the mirror has read.'}
      </EmptyState>
    );
  }
  return (
    <>
      <CoveragePanel report={report} chosen={coverage} onChoose={choose} />
      <div className="mc-tie-pair">
        <FindingsPanel report={report} period={period} />
        <AsidePanel report={report} />
      </div>
      <TotalsPanel totals={report.currencies} />
      <TieRows report={report} period={period} coverage={coverage} onCoverage={choose} />
      <CannotTell things={CANNOT_TELL} />
    </>
  );
}

/** By which the engine's jobs call it. */
const JOB_LABEL = 'Tie-out';

/** While it is computed: how far, and a way to stop; or why it was not. */
function Waiting({ report }: { readonly report: CallState<Answer> }): ReactNode {
  const { failure, refresh, isLoading, isRefreshing, isPrevious } = report;
  const job = useCall('jobs.list', {}).data?.jobs.find(({ kind, label }) => kind === 'report' && label === JOB_LABEL);
  const { run: cancel } = useAction('jobs.cancel');
  if (failure?.kind === 'cancelled') {
    return (
      <EmptyState kind="could-not-load" title="Stopped">
        <p>Nothing was computed.</p>
        <Button variant="default" onClick={refresh}>
          Compute it
        </Button>
      </EmptyState>
    );
  }
  if (failure !== undefined && !isLoading && !isRefreshing && !isPrevious) {
    return (
      <EmptyState kind="could-not-load">
        <FailureNotice failure={failure} onRetry={refresh} />
      </EmptyState>
    );
  }
  return (
    <div className="mc-tie-wait" role="status">
      <Note>Comparing every success with what was told of it…</Note>
      <Progress
        aria-label="Records compared"
        animated
        value={job?.total === undefined || job.total === 0 ? 100 : (job.done / job.total) * 100}
      />
      {job === undefined ? null : (
        <Button variant="default" size="xs" onClick={() => void cancel({ id: job.id })}>
          Stop
        </Button>
      )}
    </div>
  );
}
