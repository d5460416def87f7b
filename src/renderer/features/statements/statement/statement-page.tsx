/**
 * The statement of a period: present figures of an open one, the locked ones of a closed one. Period, zone and typed balances stand in the address.
 * Not here: the sheet (statement-view.tsx), the rows behind a line (rows-page.tsx), closing (features/statements/closes).
 */
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Close } from '../../../../domain/close.ts';
import type { Period } from '../../../../domain/period.ts';
import { useCall, useExport, useMirrorNow, useProfile } from '../../../bridge/index.ts';
import {
  CloseTrust,
  closedPeriodPath,
  AccountPeriodPicker,
  ExportButton,
  FailureNotice,
  closingPath,
  hashHref,
  InstantText,
  type Lists,
  navigateTo,
  Notice,
  PageFrame,
  type PaperOwner,
  periodWords,
  PrintButton,
  ReadState,
  restOfMonth,
  TimeOfDayText,
  statementPath,
  type TypedBalances,
  useBalances,
  usePeriod,
} from '../../../ui/index.ts';
import { type ClosedAround, ClosedAroundNotice, EXTENT_WORDS, useClosedAround } from './closed-around.tsx';
import { PrintHead } from './print-head.tsx';
import { StatementView } from './statement-view.tsx';
import { useClose } from './use-close.ts';

type Answer = CallOutput<'reconciliation.statement'>;

const KINDS = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;

export interface StatementPageProps {
  /** What changed since a period was closed. */
  readonly changes: (closeId: string) => ReactNode;
}

/** One statement, by its address. */
export function StatementPage({ changes }: StatementPageProps): ReactNode {
  const period = usePeriod();
  const balances = useBalances(period);
  const typed = [...balances.typed];
  const read = useCall('reconciliation.statement', { period, typed }, { refreshOn: KINDS, of: JSON.stringify(period) });
  const closeId = read.isPrevious ? null : (read.data?.closeId ?? null);
  const close = useClose(closeId);
  const around = useClosedAround(period);
  const exporting = useExport();
  // Of a closed period nothing is typed: what stands in the address says nothing there.
  const bar = closeId === null ? balances.bar : null;
  const isReady = read.data !== undefined && !read.isPrevious && bar === null;
  // Paper says who closed it, its hash and whether that still holds: a sheet without them would only look like an open one.
  const paperBar = closeId !== null && close.locked === null ? 'The close is not read' : bar;
  return (
    <PageFrame
      title="Statement"
      subtitle={<Subtitle period={period} answer={read.isPrevious ? undefined : read.data} around={around} />}
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
          <PrintButton
            name={`Statement ${periodWords(period)}`}
            bar={isReady ? paperBar : (bar ?? 'The statement is being made')}
          />
          {around?.extent === 'apart' ? (
            <CloseLink period={period} balances={balances} answer={read.isPrevious ? undefined : read.data} />
          ) : null}
        </>
      }
    >
      {bar === null ? null : (
        <Notice tone="warn" title="Not to be printed, exported or closed as it is">
          {bar}
        </Notice>
      )}
      {close.failure === undefined ? null : <FailureNotice failure={close.failure} onRetry={close.retry} />}
      {close.locked === null ? null : <CloseTrust close={close.locked} />}
      <div className="mc-statement-page" data-previous={read.isPrevious || undefined} aria-busy={read.isPrevious}>
        <ReadState read={read} unreadTitle="The statement could not be made">
          {(answer) => (
            <Sheet answer={answer} locked={close.locked} balances={balances} around={around} changes={changes} />
          )}
        </ReadState>
      </div>
    </PageFrame>
  );
}

function Subtitle(props: {
  readonly period: Period;
  readonly answer: Answer | undefined;
  readonly around: ClosedAround | null;
}): ReactNode {
  const { period, answer, around } = props;
  const oldest = answer?.statement.oldestReading ?? null;
  return (
    <>
      {periodWords(period)}, whole days of {period.timeZone}
      {answer === undefined ? '' : standingWords(answer.closeId, around)}
      {oldest === null ? null : (
        <>
          . As the API said <TimeOfDayText value={oldest} /> or later
        </>
      )}
    </>
  );
}

/** ", closed"; nothing of an open one while it is not known what is closed around it. */
function standingWords(closeId: string | null, around: ClosedAround | null): string {
  if (closeId !== null) return ', closed';
  return around === null ? '' : `, ${EXTENT_WORDS[around.extent]}`;
}

function CloseLink(props: {
  readonly period: Period;
  readonly balances: TypedBalances;
  readonly answer: Answer | undefined;
}): ReactNode {
  const { period, balances, answer } = props;
  if (answer === undefined || answer.closeId !== null || balances.bar !== null) return null;
  return (
    <Button
      component="a"
      href={hashHref(closingPath(period, balances.typed))}
      leftSection={<IconLock size={16} aria-hidden="true" />}
    >
      Close this period
    </Button>
  );
}

function Sheet(props: {
  readonly answer: Answer;
  /** Its close, once that is read. */
  readonly locked: Close | null;
  readonly balances: TypedBalances;
  readonly around: ClosedAround | null;
  readonly changes: (closeId: string) => ReactNode;
}): ReactNode {
  const { answer, locked, balances, around, changes } = props;
  const { statement, closeId, computedAt, lastClose } = answer;
  const { profile } = useProfile();
  const now = useMirrorNow();
  const lists: Lists | null = closeId === null ? now.mirror : (locked?.document.certificates ?? null);
  return (
    <>
      <PrintHead
        statement={statement}
        business={businessOf(locked, profile)}
        now={now}
        computedAt={computedAt}
        standing={closeId === null ? (around?.extent ?? null) : 'closed'}
        lock={locked}
      />
      {closeId === null ? (
        <ClosedAroundNotice around={around} />
      ) : (
        <LockedNotice closeId={closeId} lockedAt={computedAt} />
      )}
      <StatementView
        statement={statement}
        lists={lists}
        computedAt={computedAt}
        closeId={closeId}
        {...(closeId === null ? { balances } : {})}
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
): PaperOwner {
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
