/** The statement of a month: present figures of an open one, the locked ones of a closed one. Days, zone and what was typed stand in the address. */
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useExport, useMirrorNow, useProfile } from '../../../bridge/index.ts';
import {
  closingPath,
  ExportButton,
  hashHref,
  InstantText,
  type Lists,
  Notice,
  ReadState,
  restOfMonth,
  statementPath,
} from '../../../ui/index.ts';
import { MonthColumns, MonthFrame } from '../month/month-frame.tsx';
import { NetOfMonth } from '../month/net-of-month.tsx';
import { ToClose } from '../month/to-close.tsx';
import { type Month, useMonth } from '../month/use-month.ts';
import { ClosedAroundNotice } from './closed-around.tsx';
import { PrintHead } from './print-head.tsx';
import { StatementView } from './statement-view.tsx';

type Answer = CallOutput<'reconciliation.statement'>;

/** One statement, by its address. */
export function StatementPage({ changes }: { readonly changes: (closeId: string) => ReactNode }): ReactNode {
  const month = useMonth();
  const { period, statement: read, closeId, close, balances } = month;
  const typed = [...balances.typed];
  const exporting = useExport();
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
        <ExportButton
          state={exporting.state}
          count={isReady ? 1 : null}
          onStart={({ format }) =>
            exporting.start({ kind: 'statement', period, typed, format, timeZone: period.timeZone })
          }
          onStop={exporting.cancel}
          onManifest={exporting.fetchManifest}
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
