/**
 * The statement of a period: present figures of an open one, the locked ones of a closed one. Period, zone and typed balances stand in the address.
 * Not here: the sheet (statement-view.tsx), the rows behind a line (rows-page.tsx), closing (features/periods).
 */
import { Button } from '@mantine/core';
import { IconLock, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Close } from '../../../domain/close.ts';
import type { Period } from '../../../domain/period.ts';
import type { TypedBalance } from '../../../domain/statement.ts';
import { type CallState, useCall, useExport, useProfile } from '../../bridge/index.ts';
import {
  closedPeriodPath,
  AccountPeriodPicker,
  ExportButton,
  type Balance,
  closingPath,
  hashHref,
  InstantText,
  navigateTo,
  Notice,
  PageFrame,
  periodOrLastMonth,
  periodWords,
  ReadState,
  restOfMonth,
  TimeOfDayText,
  type RouteFilters,
  statementPath,
  typedIn,
  useNow,
  useRouteFilters,
  useUi,
  withTyped,
} from '../../ui/index.ts';
import { PrintHead } from './print-head.tsx';
import type { Lists } from './standing.tsx';
import { StatementView } from './statement-view.tsx';

type Answer = CallOutput<'reconciliation.statement'>;

const HOUR_MS = 3_600_000;
const KINDS = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;

export interface StatementPageProps {
  /** What changed since a period was closed. */
  readonly changes: (closeId: string) => ReactNode;
}

/** One statement, by its address. */
export function StatementPage({ changes }: StatementPageProps): ReactNode {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const hour = useNow(HOUR_MS);
  const period = useMemo(() => periodOrLastMonth(route, hour, timeZone), [route, hour, timeZone]);
  const typed = useMemo(() => typedIn(route), [route]);
  const read = useCall('reconciliation.statement', { period, typed }, { refreshOn: KINDS });
  const closeId = read.isPrevious ? null : (read.data?.closeId ?? null);
  const close = useClose(closeId);
  const exporting = useExport();
  const isReady = read.data !== undefined && !read.isPrevious;
  return (
    <PageFrame
      title="Statement"
      subtitle={<Subtitle period={period} answer={read.isPrevious ? undefined : read.data} />}
      actions={
        <>
          <AccountPeriodPicker
            value={period}
            timeZone={period.timeZone}
            onChange={(next) => (next === null ? undefined : navigateTo(statementPath(next)))}
          />
          <ExportButton
            state={exporting.state}
            count={isReady ? 1 : null}
            onStart={({ format }) =>
              exporting.start({ kind: 'statement', period, typed, format, timeZone: period.timeZone })
            }
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            disabled={!isReady}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <CloseLink period={period} typed={typed} answer={read.isPrevious ? undefined : read.data} />
        </>
      }
    >
      <div className="mc-statement-page" data-previous={read.isPrevious || undefined} aria-busy={read.isPrevious}>
        <ReadState read={read} unreadTitle="The statement could not be made">
          {(answer) => <Sheet answer={answer} close={close} route={route} typed={typed} changes={changes} />}
        </ReadState>
      </div>
    </PageFrame>
  );
}

/** The close of a locked statement. It never changes, so it is read once. */
function useClose(closeId: string | null): CallState<Close> {
  return useCall('periods.get', { id: closeId ?? '-' }, { enabled: closeId !== null });
}

function Subtitle({ period, answer }: { readonly period: Period; readonly answer: Answer | undefined }): ReactNode {
  const oldest = answer?.statement.oldestReading ?? null;
  return (
    <>
      {periodWords(period)}, whole days of {period.timeZone}
      {answer === undefined ? '' : answer.closeId === null ? ', not closed' : ', closed'}
      {oldest === null ? null : (
        <>
          . As the API said <TimeOfDayText value={oldest} /> or later
        </>
      )}
    </>
  );
}

function CloseLink(props: {
  readonly period: Period;
  readonly typed: readonly TypedBalance[];
  readonly answer: Answer | undefined;
}): ReactNode {
  const { period, typed, answer } = props;
  if (answer === undefined || answer.closeId !== null) return null;
  return (
    <Button
      component="a"
      href={hashHref(closingPath(period, typed))}
      leftSection={<IconLock size={16} aria-hidden="true" />}
    >
      Close this period
    </Button>
  );
}

function Sheet(props: {
  readonly answer: Answer;
  readonly close: CallState<Close>;
  readonly route: RouteFilters;
  readonly typed: readonly TypedBalance[];
  readonly changes: (closeId: string) => ReactNode;
}): ReactNode {
  const { answer, close, route, typed, changes } = props;
  const { statement, closeId, computedAt, lastClose } = answer;
  const { profile } = useProfile();
  const mirror = useCall('sync.status', {}).data;
  const locked = closeId === null || close.data?.id !== closeId ? null : close.data;
  const lists: Lists | null = closeId === null ? (mirror ?? null) : (locked?.document.certificates ?? null);
  const type = (token: string, balance: Balance, amount: string | null): void =>
    route.change({ [balance]: withTyped(typed, balance, token, amount) }, { replace: true });
  return (
    <>
      <PrintHead
        statement={statement}
        business={businessOf(locked, profile)}
        computedAt={computedAt}
        isClosed={closeId !== null}
        lock={
          locked === null
            ? null
            : {
                sha256: locked.sha256,
                closedBy: locked.document.closedBy,
                overrideReason: locked.document.overrideReason,
              }
        }
      />
      {closeId === null ? null : <LockedNotice closeId={closeId} lockedAt={computedAt} />}
      <StatementView
        statement={statement}
        lists={lists}
        computedAt={computedAt}
        closeId={closeId}
        {...(closeId === null ? { onType: type } : {})}
        afterLastClose={lastClose === null ? null : nextAfter(lastClose)}
      />
      {closeId === null ? null : changes(closeId)}
    </>
  );
}

/** Whose statement it is: of a locked one, as it was called then. */
function businessOf(
  locked: Close | null,
  profile: { readonly name: string; readonly kind: string } | null,
): { readonly name: string; readonly isSandbox: boolean } {
  if (locked !== null) return { name: locked.document.business.profile, isSandbox: locked.document.business.sandbox };
  return { name: profile?.name ?? '', isSandbox: profile?.kind === 'sandbox' };
}

function LockedNotice({ closeId, lockedAt }: { readonly closeId: string; readonly lockedAt: string }): ReactNode {
  return (
    <Notice tone="good" title="This period is closed" icon={<IconLock size={18} aria-hidden="true" />}>
      Its figures were locked <InstantText value={lockedAt} withZone /> and never move. What changed since stands apart,
      as prior-period adjustments.{' '}
      <a className="mc-link mc-link-inline mc-no-print" href={hashHref(closedPeriodPath(closeId))}>
        The close, its proof and its coverage
      </a>
    </Notice>
  );
}

/** Where the account goes on after the last close. */
function nextAfter(last: NonNullable<Answer['lastClose']>): { readonly words: string; readonly href: string } {
  return {
    words: `Go to the period that begins ${last.to}`,
    href: statementPath(restOfMonth(last.to, last.timeZone)),
  };
}
