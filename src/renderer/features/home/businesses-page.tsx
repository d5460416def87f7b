// All businesses side by side: what came in, what needs somebody, how complete it is; each figure one click from its rows, in its business.
import { Anchor, Skeleton, Text } from '@mantine/core';
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import { atProfile } from '../../../domain/console/screen-path.ts';
import { type BusinessGlance, type GlanceFigures, glanceTotals, needsSomebody } from '../../../domain/period/glance.ts';
import { SETTLEMENT_TOKEN } from '../../../domain/records/invoice.ts';
import { useCall, useProfile, useTimeZone } from '../../bridge/index.ts';
import { ExportMenu, periodWords } from '../../parts/index.ts';
import {
  AgeText,
  countWords,
  DAY_STEP_MS,
  EmptyState,
  FailureNotice,
  failureWords,
  grouped,
  hashHref,
  MoneyText,
  navigateTo,
  PageFrame,
  Panel,
  shortDays,
  Table,
  Under,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { Change, Settled } from './change.tsx';
import { changeOf } from './figures.ts';
import { accountPath, type Days, daysBefore, daysOf, invoicesPath, PeriodChoice, periodOf } from './period.tsx';

export function BusinessesPage() {
  const route = useRouteFilters();
  const timeZone = useTimeZone();
  const now = useNow(DAY_STEP_MS);
  const days = useMemo(() => daysOf(route, now, timeZone), [route, now, timeZone]);
  const before = useMemo(() => daysBefore(days), [days]);
  const asked = { period: periodOf(days, timeZone), before: periodOf(before, timeZone) };
  const { data, failure, refresh } = useCall('profiles.glance', asked, {
    refreshOn: ['invoices', 'deliveries', 'withdrawals', 'exceptions', 'periods'],
    of: JSON.stringify(asked),
  });
  const businesses = data?.businesses;
  return (
    <PageFrame
      title="All businesses"
      actions={
        <>
          <PeriodChoice days={days} before={before} />
          <ExportMenu count={businesses?.length ?? null} rows={(how) => ({ kind: 'businesses', ...asked, ...how })} />
        </>
      }
    >
      <FailureNotice failure={failure} onRetry={refresh} />
      {businesses === undefined ? (
        failure === undefined ? (
          <Skeleton height={160} radius="sm" aria-busy="true" />
        ) : null
      ) : businesses.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No business is connected" />
      ) : (
        <>
          <Answer businesses={businesses} days={days} />
          <Panel flush>
            <Businesses businesses={businesses} days={days} timeZone={timeZone} />
          </Panel>
        </>
      )}
    </PageFrame>
  );
}

interface Shown {
  readonly businesses: readonly BusinessGlance[];
  readonly days: Days;
}

/** What a person came for: what all of them made, and which of them needs somebody. */
function Answer({ businesses, days }: Shown) {
  const { netUsdt, isWhole } = glanceTotals(businesses);
  const open = businesses.filter(needsSomebody);
  const names = open.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = open.length - names.length;
  return (
    <Text component="p" m={0} fz={15} className="mc-num">
      <Settled value={netUsdt} /> credited {shortDays(days.from, days.to)}
      {isWhole ? '' : ', so far'}.{' '}
      {open.length === 0
        ? 'Nothing needs anybody.'
        : `${countWords(open.length, 'needs', 'need')} somebody: ${names.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}.`}
    </Text>
  );
}

const MOST_NAMES = 3;

function Businesses({ businesses, days, timeZone }: Shown & { readonly timeZone: string }) {
  const totals = glanceTotals(businesses);
  const net = invoicesPath('finished', days, { status: 'success' });
  const under = (foot: ReactNode) => (businesses.length > 1 ? { isFigure: true, foot } : { isFigure: true });
  const summed = (pick: (figures: GlanceFigures) => number) =>
    under(grouped(totals.of.reduce((all, figures) => all + pick(figures), 0)));
  const netTotal = under(<Net value={totals.netUsdt} />);
  const change = under(<Compared now={totals.netUsdt} before={totals.netBeforeUsdt} />);
  return (
    <Table
      label="Businesses"
      isDense
      rows={businesses}
      keyOf={({ profileId }) => profileId}
      lookOf={({ sameAs }) => (sameAs === null ? undefined : 'aside')}
      instead={({ figures }) => (figures === null ? 'Could not be read; the others are not affected' : null)}
      total={totals.isWhole ? 'Total' : 'Total, so far'}
      columns={({ cell }) => [
        cell('Business', (row) => <Business row={row} businesses={businesses} />),
        cell(`Net (${SETTLEMENT_TOKEN})`, figure(net, netWords), netTotal),
        cell('Change', compared, change),
        cell(
          'Exceptions',
          exceptionsOf,
          summed(({ openExceptions }) => openExceptions),
        ),
        cell(
          'Webhooks failed',
          failedOf,
          summed(({ failedWebhooks }) => failedWebhooks),
        ),
        cell(
          'Receivers down',
          downOf,
          summed(({ receiversDown }) => receiversDown),
        ),
        cell(
          'Withdrawals pending',
          (row) => <Pending row={row} />,
          summed(({ pendingWithdrawals }) => pendingWithdrawals),
        ),
        cell('Lists', ({ figures }) => <Completeness figures={figures} />),
        cell('Closed to', figure(accountPath('statement', days, timeZone), closeWords)),
      ]}
    />
  );
}

/** A cell that leads to what it is of; of a business that could not be read there is none. */
const figure =
  (path: string, pick: (figures: GlanceFigures) => ReactNode) =>
  (row: BusinessGlance): ReactNode =>
    row.figures === null ? null : <At row={row} path={path} words={pick(row.figures)} />;

const counted =
  (path: string, pick: (figures: GlanceFigures) => number) =>
  (row: BusinessGlance): ReactNode =>
    row.figures === null ? null : <Count row={row} path={path} count={pick(row.figures)} />;

const Net = ({ value }: { readonly value: string }): ReactNode => <MoneyText value={value} unit={SETTLEMENT_TOKEN} />;
const netWords = ({ netUsdt }: GlanceFigures): ReactNode => <Net value={netUsdt} />;
const compared = ({ figures }: BusinessGlance): ReactNode => (
  <Compared now={figures?.netUsdt} before={figures?.netBeforeUsdt} />
);
const closeWords = ({ lastClose }: GlanceFigures): ReactNode => (lastClose === null ? null : periodWords(lastClose));
const exceptionsOf = counted(screenPath('exceptions'), ({ openExceptions }) => openExceptions);
const failedOf = counted(screenPath('failing'), ({ failedWebhooks }) => failedWebhooks);
const downOf = counted(screenPath('failing'), ({ receiversDown }) => receiversDown);

/** Words that lead to a screen of that business; a dash where there is nothing to lead to. */
function At(props: { readonly row: BusinessGlance; readonly path: string; readonly words: ReactNode }) {
  const { row, path, words } = props;
  const { select } = useProfile();
  if (words === null) return '—';
  const open = (event: MouseEvent): void => {
    // A new tab shows the business by its address.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    select(row.profileId);
    navigateTo(path);
  };
  return (
    <Anchor inherit href={hashHref(atProfile(path, row.profileId))} onClick={open}>
      {words}
    </Anchor>
  );
}

/** Nothing to count opens nothing. */
function Count(props: { readonly row: BusinessGlance; readonly path: string; readonly count: number }) {
  const { row, path, count } = props;
  return count === 0 ? (
    <Text span inherit c="dimmed">
      0
    </Text>
  ) : (
    <At row={row} path={path} words={grouped(count)} />
  );
}

function Business({ row, businesses }: { readonly row: BusinessGlance; readonly businesses: Shown['businesses'] }) {
  const same = businesses.find(({ profileId }) => profileId === row.sameAs);
  return (
    <>
      <At row={row} path={screenPath('home')} words={row.name} />
      <Under>
        {row.kind === 'sandbox' ? 'Made-up money' : null}
        {row.stopped !== null ? failureWords(row.stopped).title : null}
        {row.offline === null || row.stopped !== null ? null : (
          <>
            Offline since <AgeText since={row.offline} by="console" />
          </>
        )}
        {same === undefined ? null : ` Same business as ${same.name}: in no sum`}
      </Under>
    </>
  );
}

function Compared(props: { readonly now: string | undefined; readonly before: string | null | undefined }) {
  const { now, before = null } = props;
  return now === undefined || before === null ? null : <Change value={changeOf(now, before)} />;
}

function Pending({ row }: { readonly row: BusinessGlance }) {
  const { pendingWithdrawals = 0, oldestPending = null } = row.figures ?? {};
  return (
    <>
      <Count row={row} path={`${screenPath('withdrawals')}?status=pending`} count={pendingWithdrawals} />
      {oldestPending === null ? null : (
        <Under>
          oldest <AgeText since={oldestPending} />
        </Under>
      )}
    </>
  );
}

const COMPLETENESS = { certified: 'Complete', 'as-far-as-seen': 'As far as seen', incomplete: 'Being read' } as const;

function Completeness({ figures }: { readonly figures: GlanceFigures | null }) {
  if (figures === null) return null;
  const { certificate, asOf } = figures;
  return (
    <>
      {COMPLETENESS[certificate]}
      {asOf === null ? null : (
        <Under>
          <AgeText since={asOf} />
        </Under>
      )}
    </>
  );
}
