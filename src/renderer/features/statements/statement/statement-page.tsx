// The statement of a month: present figures of an open one, the locked ones of a closed one. Days, zone and what was
// typed stand in the address.
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type MirrorNow, useMirrorNow, useProfile } from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  closingPath,
  hashHref,
  InstantText,
  type Lists,
  Notice,
  PaperLists,
  PaperMirror,
  paperName,
  type PaperOwner,
  PaperSandbox,
  periodWords,
  plainText,
  ReadState,
  restOfMonth,
  statementPath,
  UiProvider,
  useUi,
} from '../../../ui/index.ts';
import { MonthColumns, MonthFrame } from '../month/month-frame.tsx';
import { NetOfMonth } from '../month/net-of-month.tsx';
import { ToClose } from '../month/to-close.tsx';
import { type Month, useMonth } from '../month/use-month.ts';
import { ClosedAroundNotice, type ClosedExtent, EXTENT_WORDS } from './closed-around.tsx';
import { StatementView } from './statement-view.tsx';
import type { Close } from '../../../../domain/close.ts';
import type { Statement } from '../../../../domain/statement.ts';

type Answer = CallOutput<'reconciliation.statement'>;

/** One statement, by its address. */
export function StatementPage({ changes }: { readonly changes: (closeId: string) => ReactNode }): ReactNode {
  const month = useMonth();
  const { period, statement: read, closeId, close, balances } = month;
  const typed = [...balances.typed];
  // Of a closed month nothing is typed: what stands in the address says nothing there.
  const bar = closeId === null ? balances.bar : null;
  const isReady = read.data !== undefined && !read.isPrevious && bar === null;
  // Paper says who closed it, its hash and whether that still holds: a sheet without them would only look like an open one.
  const paperBar = closeId !== null && close.locked === null ? 'The close is not read' : bar;
  return (
    <MonthFrame
      month={month}
      tab="Statement"
      paperBar={isReady ? paperBar : (bar ?? 'The statement is being made')}
      exporting={
        <ExportMenu
          count={isReady ? 1 : null}
          rows={({ format }) => ({ kind: 'statement', period, typed, format, timeZone: period.timeZone })}
        />
      }
    >
      <ReadState read={read} unreadTitle="The statement could not be made">
        {(answer) => <Sheet month={month} answer={answer} changes={changes} />}
      </ReadState>
    </MonthFrame>
  );
}

function Sheet(props: {
  readonly month: Month;
  readonly answer: Answer;
  readonly changes: (closeId: string) => ReactNode;
}): ReactNode {
  const { month, answer, changes } = props;
  const { period, around, close, statement: read } = month;
  const { statement, closeId, computedAt, lastClose } = answer;
  const { locked } = close;
  const { profile } = useProfile();
  const now = useMirrorNow();
  const lists: Lists | null = closeId === null ? now.mirror : (locked?.document.certificates ?? null);
  // Whose it is: of a locked one, as the business was called then.
  const business =
    locked === null
      ? { name: profile?.name ?? '', isSandbox: profile?.kind === 'sandbox' }
      : { name: locked.document.business.profile, isSandbox: locked.document.business.sandbox };
  return (
    <>
      <PrintHead
        statement={statement}
        business={business}
        now={now}
        computedAt={computedAt}
        standing={closeId === null ? (around?.extent ?? null) : 'closed'}
        lock={locked}
      />
      {closeId === null ? (
        <ClosedAroundNotice around={around} />
      ) : (
        <Notice tone="good" title="This month is closed" icon={<IconLock size={18} aria-hidden="true" />}>
          Its figures were locked <InstantText value={computedAt} withZone /> and never move.{' '}
          <a className="mc-link mc-link-inline mc-no-print" href={hashHref(closingPath(period))}>
            Its proof
          </a>
        </Notice>
      )}
      <MonthColumns
        isOld={read.isPrevious}
        main={
          <>
            <StatementView
              statement={statement}
              lists={lists}
              computedAt={computedAt}
              closeId={closeId}
              afterLastClose={lastClose === null ? null : nextAfter(lastClose)}
            />
            {closeId === null ? null : changes(closeId)}
          </>
        }
        side={
          <>
            <ToClose month={month} />
            <NetOfMonth period={period} />
          </>
        }
      />
    </>
  );
}

/** Where the account goes on after the last close. */
function nextAfter(last: NonNullable<Answer['lastClose']>): { readonly words: string; readonly href: string } {
  return {
    words: `Go to the period that begins ${last.to}`,
    href: statementPath(restOfMonth(last.to, last.timeZone)),
  };
}

interface PrintHeadProps {
  readonly statement: Statement;
  readonly business: PaperOwner;
  /** What an open one rests on. */
  readonly now: MirrorNow;
  readonly computedAt: string;
  /** Whether it is closed, or how it stands to what is; null while that is not known. */
  readonly standing: 'closed' | ClosedExtent | null;
  /** Of a closed period, once it is read. */
  readonly lock: Close | null;
}

function standingWords(standing: PrintHeadProps['standing']): string {
  if (standing === 'closed') return 'Closed ';
  if (standing === null) return 'Figures as of ';
  const words = EXTENT_WORDS[standing];
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: figures as of `;
}

/** Everything that a sheet of paper needs to stand alone. */
function PrintHead({ statement, business, now, computedAt, standing, lock }: PrintHeadProps): ReactNode {
  const ui = useUi();
  const { period } = statement;
  return (
    <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
      <div className="mc-print-head mc-print-only">
        <PaperSandbox isSandbox={business.isSandbox} />
        <p className="mc-print-title">Statement, {periodWords(period)}</p>
        <p>
          {paperName(business.name)}. Whole days of {period.timeZone}. {standingWords(standing)}
          <InstantText value={computedAt} /> {period.timeZone}
          {lock === null ? '.' : ` by ${plainText(lock.document.closedBy.slice(0, 200))}.`}
        </p>
        {standing === 'closed' ? (
          <PaperLists lists={lock?.document.certificates ?? null} isLocked />
        ) : (
          <PaperMirror {...now} />
        )}
        {lock === null ? null : (
          <>
            {lock.document.overrideReason === null ? null : (
              <p>Closed although something was missing: {plainText(lock.document.overrideReason)}</p>
            )}
            <p>
              SHA-256 <span className="mc-mono">{lock.sha256}</span>
            </p>
          </>
        )}
      </div>
    </UiProvider>
  );
}
