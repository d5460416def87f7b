// A statement as a sheet: token by token one table, what it rests on, what it cannot tell. Used for the present figures
// and for locked ones.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { lastDay, type Period } from '../../../../domain/period.ts';
import { CREDIT_TOKEN, type Statement, type TokenStatement } from '../../../../domain/statement.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  CannotTell,
  cellText,
  certificateWords,
  countOf,
  Fact,
  FactGrid,
  hashHref,
  IncompleteNotice,
  InstantText,
  type Lists,
  type ListStanding,
  MoneyText,
  movementsPath,
  Notice,
  Panel,
  rowsPath,
  Table,
  TimeOfDayText,
  tokenWords,
  Under,
  UnreadableNotice,
} from '../../../ui/index.ts';
import { type FeeTotals, type SheetLine, sheetLines } from './sheet-lines.ts';
import { CANNOT_TELL, isQuiet, noClosingWords } from './words.ts';

export interface StatementViewProps {
  readonly statement: Statement;
  /** How complete the lists were; null while it is not known. */
  readonly lists: Lists | null;
  readonly computedAt: string;
  /** The close that locked it; null while the period is open. */
  readonly closeId: string | null;
  /** Where the next statement after the last close is; said where this one does not follow it. */
  readonly afterLastClose: { readonly words: string; readonly href: string } | null;
}

/** The sheet. */
export function StatementView(props: StatementViewProps): ReactNode {
  const { statement, lists, computedAt, closeId } = props;
  const { period, tokens, unreadable } = statement;
  const isLocked = closeId !== null;
  const fees = useCall(
    'reconciliation.feeTotals',
    { period },
    { enabled: !isLocked, refreshOn: ['invoices'], of: JSON.stringify(period) },
  ).data?.currencies;
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
        <Token key={account.token ?? '(none)'} {...props} account={account} fees={fees ?? []} />
      ))}
      <StandingPanel statement={statement} lists={lists} computedAt={computedAt} isLocked={isLocked} />
      <CannotTell
        things={CANNOT_TELL.map(({ title, note }, at) => ({
          title,
          // Where invoices are asked for, the days are what can be had.
          note: at === 0 ? <ByDay period={period}>{note}</ByDay> : note,
        }))}
      />
    </Stack>
  );
}

function ByDay({ period, children }: { readonly period: Period; readonly children: ReactNode }): ReactNode {
  return (
    <>
      {children}{' '}
      <a className="mc-link mc-link-inline mc-no-print" href={hashHref(movementsPath(period, CREDIT_TOKEN))}>
        Day by day
      </a>
    </>
  );
}

function Token(props: StatementViewProps & { readonly account: TokenStatement; readonly fees: FeeTotals }): ReactNode {
  const { account, statement, closeId, afterLastClose, fees } = props;
  const { token, noClosing } = account;
  const { period, bounds } = statement;
  const unit = token ?? undefined;
  return (
    <Panel
      flush
      title={tokenWords(token)}
      note={
        <>
          {period.from} – {lastDay(period)}, {period.timeZone}
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
        rows={sheetLines({ account, period, bounds, isLocked: closeId !== null, fees })}
        keyOf={({ key }) => key}
        lookOf={({ look }) => look}
        columns={({ cell, count, money }) => [
          cell('Line', ({ title, note }) => (
            <>
              {title}
              <Under>{note}</Under>
            </>
          )),
          count('Count', (line) => line.count ?? 0, {
            words: ({ count: rows }) => (rows === undefined ? null : rows.toLocaleString('en-GB')),
            link: ({ href }) => href ?? null,
          }),
          cell('Gross', (line) => <Gross line={line} />, { isFigure: true }),
          money(tokenWords(token), ({ amount }) => amount, {
            unit: () => unit,
            sign: ({ sign }) => sign === true,
            missing: ({ missing }) => missing,
            link: ({ href, amount }) => (amount === null ? null : (href ?? null)),
          }),
        ]}
      />
      {noClosing === null ? null : (
        <Text size="sm" c="dimmed" p="md">
          {noClosingWords(noClosing, token)}
          {noClosing !== 'not-after-last-close' || afterLastClose === null ? null : (
            <>
              {' '}
              <a className="mc-link mc-link-inline" href={hashHref(afterLastClose.href)}>
                {afterLastClose.words}
              </a>
            </>
          )}
        </Text>
      )}
      <ByBalance account={account} period={period} />
    </Panel>
  );
}

function Gross({ line: { gross } }: { readonly line: SheetLine }): ReactNode {
  if (gross === undefined) return null;
  return <MoneyText value={gross.amount} unit={gross.currency} currency={cellText(gross.currency, 16)} onPaper />;
}

/** Approved withdrawals by balance type and actor, as the API names them. */
function ByBalance({ account, period }: { readonly account: TokenStatement; readonly period: Period }): ReactNode {
  const rows = account.withdrawalsByBalance;
  const unit = account.token ?? undefined;
  const said = (word: string | null): string => (word === null ? 'not told' : cellText(word, 40));
  if (rows.length === 0) return null;
  return (
    <Table
      label="Withdrawals by balance type and actor"
      rows={rows}
      keyOf={(row) => JSON.stringify([row.balanceType, row.actor])}
      columns={({ cell, count, money }) => [
        cell('Balance type', ({ balanceType }) => said(balanceType)),
        cell('Actor', ({ actor }) => said(actor)),
        count('Withdrawals', (row) => row.count, {
          sum: true,
          sumLink: rowsPath(period, account.token, 'withdrawals'),
          under: ({ commissionMissing: none }) =>
            none === 0 ? null : `${none.toLocaleString('en-GB')} without fee or sent amount`,
        }),
        money('Amount', ({ amount }) => amount, { sum: true, unit: () => unit }),
        money('− Network fee', ({ networkCommission }) => networkCommission, { sum: true, unit: () => unit }),
        money('= Sent', ({ amountToSend }) => amountToSend, { sum: true, unit: () => unit }),
      ]}
    />
  );
}

/** The facts beside the figures. */
function StandingPanel(props: {
  readonly statement: Statement;
  /** Null while it is not known. */
  readonly lists: Lists | null;
  readonly computedAt: string;
  /** Locked: `computedAt` is when it was closed. */
  readonly isLocked: boolean;
}): ReactNode {
  const { statement, lists, computedAt, isLocked } = props;
  const { period, bounds, oldestReading } = statement;
  return (
    <Panel title="Data sources">
      <FactGrid>
        <Fact label={`From, in ${period.timeZone}`}>
          <InstantText value={bounds.from} />
        </Fact>
        <Fact label="Up to, not with it">
          <InstantText value={bounds.to} />
        </Fact>
        <Fact label="Invoices">{lists === null ? '…' : <Certificate list={lists.invoices} />}</Fact>
        <Fact label="Withdrawals">{lists === null ? '…' : <Certificate list={lists.withdrawals} />}</Fact>
        <Fact label="Oldest reading of a row in it">
          {oldestReading === null ? 'It has no rows' : <InstantText value={oldestReading} withAge={!isLocked} />}
        </Fact>
        <Fact label={isLocked ? 'Locked' : 'Computed, by this computer’s clock'}>
          <InstantText value={computedAt} />
        </Fact>
      </FactGrid>
    </Panel>
  );
}

function Certificate({ list }: { readonly list: ListStanding }): ReactNode {
  return (
    <>
      {certificateWords(list)}
      {list.certificate === 'incomplete' ? null : <Under>{countOf(list)}</Under>}
      {list.asOf === null ? null : (
        <Under>
          as of <InstantText value={list.asOf} />
        </Under>
      )}
    </>
  );
}
