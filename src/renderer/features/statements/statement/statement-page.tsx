// The statement of a month: present figures of an open one, the locked ones of a closed one. Days, zone and what was typed stand in the address.
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Stack, Text } from '@mantine/core';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type MirrorNow, useCall, useMirrorNow, useProfile } from '../../../bridge/index.ts';
import {
  cellText,
  dayText,
  grouped,
  hashHref,
  InstantText,
  Link,
  MoneyText,
  Note,
  Notice,
  Panel,
  plainText,
  ReadState,
  Table,
  TimeOfDayText,
  Under,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  closingPath,
  IncompleteNotice,
  type Lists,
  movementsPath,
  PaperLists,
  PaperMirror,
  paperName,
  type PaperOwner,
  PaperSandbox,
  periodWords,
  restOfMonth,
  statementPath,
  tokenWords,
  UnreadableNotice,
  useFeeTotals,
} from '../../../parts/index.ts';
import { unknownWords } from '../home-words.ts';
import { MonthColumns, MonthFrame } from '../month/month-frame.tsx';
import { NetOfMonth } from '../month/net-of-month.tsx';
import { ToClose } from '../month/to-close.tsx';
import { type Month, useMonth } from '../month/use-month.ts';
import { ClosedAroundNotice, type ClosedExtent, EXTENT_WORDS } from './closed-around.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import type { Close } from '../../../../domain/period/close.ts';
import { CREDIT_TOKEN, type TokenStatement } from '../../../../domain/period/statement.ts';
import { type Journal, knownValue } from '../../../../domain/period/journal.ts';
import { lastDay, type Period } from '../../../../domain/period/period.ts';
import { type FeeTotals, type SheetLine, sheetLines } from './sheet-lines.ts';
import { WayPicture } from './way-picture.tsx';
import { isQuiet, noClosingWords } from './words.ts';

type Answer = CallOutput<'reconciliation.statement'>;

export function StatementPage({ changes }: { readonly changes: (closeId: string) => ReactNode }) {
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
          rows={(file) => ({ kind: 'statement', period, typed, ...file, timeZone: period.timeZone })}
          pack={{ kind: 'pack', period, typed }}
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
}) {
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
          {locked === null || locked.document.supersedes === null
            ? ''
            : `It supersedes an earlier close: ${plainText(locked.document.supersedes.reason)}. `}
          <OpeningGap closeId={closeId} />
          <a className="mc-link mc-link-inline mc-no-print" href={hashHref(closingPath(period))}>
            Its proof
          </a>
        </Notice>
      )}
      <MonthColumns
        isOld={read.isPrevious}
        main={
          <>
            {statement.tokens.map((account) => (
              <DifferencePanel
                key={account.token ?? '(none)'}
                account={account}
                period={period}
                isLocked={closeId !== null}
              />
            ))}
            <StatementView
              statement={statement}
              lists={lists}
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

/** That the close before it was superseded since, so that its opening is another one than it should be. */
function OpeningGap({ closeId }: { readonly closeId: string }) {
  const { data } = useCall('periods.list', { offset: 0, limit: 200 }, { refreshOn: ['periods'] });
  const gap = data?.rows.find(({ id }) => id === closeId)?.openingGap ?? null;
  if (gap === null) return null;
  return (
    <>
      The close before it was superseded since: its opening lacks{' '}
      <MoneyText value={gap} unit={CREDIT_TOKEN} currency={CREDIT_TOKEN} sign onPaper />.{' '}
    </>
  );
}

function nextAfter(last: NonNullable<Answer['lastClose']>): { readonly words: string; readonly href: string } {
  return {
    words: `Go to the period that begins ${dayText(last.to)}`,
    href: statementPath(restOfMonth(last.to, last.timeZone)),
  };
}

interface PrintHeadProps extends Pick<Answer, 'statement' | 'computedAt'> {
  readonly business: PaperOwner;
  readonly now: MirrorNow;
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

function PrintHead({ statement, business, now, computedAt, standing, lock }: PrintHeadProps) {
  const { period } = statement;
  return (
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
          {lock.document.supersedes === null ? null : (
            <p>
              Supersedes <span className="mc-mono">{lock.document.supersedes.sha256}</span>:{' '}
              {plainText(lock.document.supersedes.reason)}
            </p>
          )}
          {lock.document.auditHead === null || lock.document.auditHead.sha256 === null ? null : (
            <p>
              Audit log, {grouped(lock.document.auditHead.entries)} entries, the last{' '}
              <span className="mc-mono">{lock.document.auditHead.sha256}</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** `closeId`: of the close that locked it. */
interface StatementViewProps extends Pick<Answer, 'statement' | 'closeId'> {
  /** How complete the lists were; null while it is not known. */
  readonly lists: Lists | null;
  /** Where the next statement after the last close is; said where this one does not follow it. */
  readonly afterLastClose: { readonly words: string; readonly href: string } | null;
}

function StatementView(props: StatementViewProps) {
  const { statement, lists, closeId } = props;
  const { period, tokens, unreadable } = statement;
  const isLocked = closeId !== null;
  const fees = useFeeTotals(period, { enabled: !isLocked }).data?.currencies;
  const home = useHomeValues(period);
  return (
    <Stack gap="sm">
      {isLocked ? null : <IncompleteNotice lists={lists} />}
      <UnreadableNotice unreadable={unreadable} />
      {tokens.every(isQuiet) ? (
        <Notice tone="quiet" title="Nothing moved in this period">
          No invoice was paid and no withdrawal was processed within it, as far as the mirror shows.
        </Notice>
      ) : null}
      {tokens.map((account) => (
        <Token key={account.token ?? '(none)'} {...props} account={account} fees={fees ?? []} home={home} />
      ))}
      <Note>
        Which invoices a withdrawal paid cannot be known: the API has no link between the two. What is known is how they
        added up,{' '}
        <a className="mc-link mc-link-inline mc-no-print" href={hashHref(movementsPath(period, CREDIT_TOKEN))}>
          day by day
        </a>
        .
      </Note>
    </Stack>
  );
}

function Gross({ of }: { readonly of: NonNullable<SheetLine['gross']> }) {
  return <MoneyText value={of.amount} unit={of.currency} currency={cellText(of.currency, 16)} onPaper />;
}

const VALUED_BY = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;

/** What lines of the statement are worth in the home currency, as the journal has it; null without one. */
function useHomeValues(period: Period): Journal['home'] {
  const book = useCall('home.get', {}, { refreshOn: ['periods'] }).data?.book ?? null;
  const read = useCall(
    'journal.read',
    { period },
    { refreshOn: VALUED_BY, of: JSON.stringify(period), enabled: book !== null },
  );
  return book === null || read.isPrevious ? null : (read.data?.journal.home ?? null);
}

function Token(
  props: StatementViewProps & {
    readonly account: TokenStatement;
    readonly fees: FeeTotals;
    readonly home: Journal['home'];
  },
) {
  const { account, statement, closeId, afterLastClose, fees, home } = props;
  const { token, noClosing } = account;
  const { period, bounds } = statement;
  const sheet = { account, period, bounds, isLocked: closeId !== null, fees, values: home?.statement ?? [] };
  return (
    <Panel
      flush
      title={tokenWords(token)}
      note={
        <>
          {dayText(period.from)} – {dayText(lastDay(period))}, {period.timeZone}
          {statement.oldestReading === null ? null : (
            <>
              , as known <TimeOfDayText value={statement.oldestReading} /> or later
            </>
          )}
          {token === null ? '. Withdrawals of which the API names no token' : ''}
        </>
      }
    >
      <Table
        label={`Statement of ${tokenWords(token)}`}
        rows={sheetLines(sheet)}
        keyOf={({ key }) => key}
        lookOf={({ look }) => look}
        columns={({ cell, count, money }) => [
          cell('Line', ({ title, note, gross }) => (
            <>
              {title}
              <Under>{note}</Under>
              {home === null || gross === undefined ? null : (
                <Under>
                  <Gross of={gross} /> gross
                </Under>
              )}
            </>
          )),
          count('Count', (line) => line.count ?? 0, {
            words: ({ count: rows }) => (rows === undefined ? null : grouped(rows)),
            link: ({ href }) => href ?? null,
          }),
          // Beside a value it stands below its line, so that what a line is has room.
          ...(home === null
            ? [cell('Gross', ({ gross }) => (gross === undefined ? null : <Gross of={gross} />), { isFigure: true })]
            : []),
          money(tokenWords(token), ({ amount }) => amount, {
            ...(token === null ? {} : { unit: token }),
            sign: ({ sign }) => sign === true,
            missing: ({ missing }) => missing,
            link: ({ href, amount }) => (amount === null ? null : (href ?? null)),
          }),
          ...(home === null
            ? []
            : [
                money(
                  `Value (${home.currency})`,
                  ({ home: worth }) => (worth === undefined ? null : knownValue(worth)),
                  {
                    unit: home.currency,
                    sign: ({ sign }) => sign === true,
                    missing: ({ home: worth }) => (worth === undefined ? ' ' : 'not known'),
                    under: ({ home: worth }) => (worth === undefined ? null : unknownWords(worth)),
                    hint: 'At the rate of the deal where the order was in it, else at a rate that was typed',
                  },
                ),
              ]),
        ]}
      />
      <WayPicture {...sheet} />
      {noClosing === null ? null : (
        <Text c="dimmed" p="md">
          {noClosingWords(noClosing, token)}
          {noClosing !== 'not-after-last-close' || afterLastClose === null ? null : (
            <>
              {' '}
              <Link to={afterLastClose.href} inline>
                {afterLastClose.words}
              </Link>
            </>
          )}
        </Text>
      )}
    </Panel>
  );
}
