/**
 * The movements of a token taken apart: credits by the currency of their order, withdrawals by what the API says of their balance, and the rows
 * that are in no sum, each by itself. Not here: the account (account.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import type { ReactNode } from 'react';
import type { Period, PeriodBounds } from '../../../../domain/period.ts';
import type { CreditSplit, TokenStatement, WithdrawalSplit } from '../../../../domain/statement.ts';
import {
  cellText,
  GroupedTable,
  hashHref,
  LINE_WORDS,
  MoneyText,
  mostDecimals,
  Panel,
  rowsPath,
  rowsWords,
  tokenWords,
} from '../../../ui/index.ts';
import { lineOf, OUTSIDE_LINES, sumOf } from './words.ts';

/** Σ settled_amount_usdt by currency; a currency opens its invoices. */
export function CreditsByCurrency(props: {
  readonly account: TokenStatement;
  readonly period: Period;
  readonly bounds: PeriodBounds;
  readonly isLocked: boolean;
}): ReactNode {
  const { account, period, bounds, isLocked } = props;
  const rows = account.creditsByCurrency;
  // The list of invoices shows successes as they are now, also those without an amount: a count opens it only where that is what it counted.
  const opensInvoices = !isLocked && lineOf(account, 'credits-without-amount').count === 0;
  if (rows.length === 0) return null;
  const room = mostDecimals(rows.map(({ settledUsdt }) => settledUsdt));
  return (
    <Panel flush title="Credits by currency of the order" note="Balance type not told by the API">
      <GroupedTable label="Credits by currency" className="mc-split">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col" data-end>
              Invoices
            </th>
            <th scope="col" data-end>
              Credited, {tokenWords(account.token)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CurrencyRow key={row.currency} row={row} bounds={opensInvoices ? bounds : null} room={room} />
          ))}
        </tbody>
        <Foot
          href={hashHref(rowsPath(period, account.token, 'credits'))}
          count={rows.reduce((sum, { count }) => sum + count, 0)}
          amounts={[sumOf(rows.map((row) => row.settledUsdt))]}
          room={[room]}
        />
      </GroupedTable>
    </Panel>
  );
}

function CurrencyRow(props: {
  readonly row: CreditSplit;
  /** Null: no list shows exactly these. */
  readonly bounds: PeriodBounds | null;
  readonly room: number;
}): ReactNode {
  const { row, bounds, room } = props;
  const count = row.count.toLocaleString('en-GB');
  return (
    <tr data-first>
      <th scope="row">{cellText(row.currency, 40)}</th>
      <td data-end className="mc-num">
        {bounds === null ? (
          count
        ) : (
          <a className="mc-link" href={hashHref(creditsPath(row.currency, bounds))}>
            {count}
          </a>
        )}
      </td>
      <td data-end>
        <MoneyText value={row.settledUsdt} decimals={room} />
      </td>
    </tr>
  );
}

/** The successes of a currency that finished within. */
function creditsPath(currency: string, { from, to }: PeriodBounds): string {
  const query = new URLSearchParams({ status: 'success', currency, finishedFrom: from, finishedTo: to });
  return `${screenPath('invoices')}?${query.toString()}`;
}

/** Approved withdrawals by balance type and actor, as the equation they are. */
export function WithdrawalsByBalance(props: { readonly account: TokenStatement; readonly period: Period }): ReactNode {
  const { account, period } = props;
  const rows = account.withdrawalsByBalance;
  if (rows.length === 0) return null;
  const columns = [
    rows.map(({ amount }) => amount),
    rows.map(({ networkCommission }) => networkCommission),
    rows.map(({ amountToSend }) => amountToSend),
  ];
  const room = columns.map(mostDecimals);
  const href = hashHref(rowsPath(period, account.token, 'withdrawals'));
  return (
    <Panel
      flush
      title="Withdrawals by balance type and actor"
      note="As the API names them; the commission is inside the amount"
    >
      <GroupedTable label="Withdrawals by balance type and actor" className="mc-split">
        <thead>
          <tr>
            <th scope="col">Balance type</th>
            <th scope="col">Actor</th>
            <th scope="col" data-end>
              Withdrawals
            </th>
            <th scope="col" data-end>
              Amount
            </th>
            <th scope="col" data-end>
              − Commission
            </th>
            <th scope="col" data-end>
              = Sent
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BalanceRow key={JSON.stringify([row.balanceType, row.actor])} row={row} room={room} />
          ))}
        </tbody>
        <Foot
          lead={2}
          href={href}
          count={rows.reduce((sum, { count }) => sum + count, 0)}
          amounts={columns.map(sumOf)}
          room={room}
        />
      </GroupedTable>
    </Panel>
  );
}

function BalanceRow(props: { readonly row: WithdrawalSplit; readonly room: readonly number[] }): ReactNode {
  const { row, room } = props;
  const { balanceType, actor, count, amount, networkCommission, amountToSend, commissionMissing } = row;
  return (
    <tr data-first>
      <th scope="row">{balanceType === null ? 'not told' : cellText(balanceType, 40)}</th>
      <td>{actor === null ? 'not told' : cellText(actor, 40)}</td>
      <td data-end className="mc-num">
        {count.toLocaleString('en-GB')}
        {commissionMissing === 0 ? null : (
          <span className="mc-split-missing">
            {commissionMissing.toLocaleString('en-GB')} without commission or sent amount
          </span>
        )}
      </td>
      {[amount, networkCommission, amountToSend].map((value, at) => (
        // The three terms of one equation, always in this order.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={at} data-end>
          <MoneyText value={value} decimals={room[at] ?? 0} />
        </td>
      ))}
    </tr>
  );
}

function Foot(props: {
  readonly lead?: number;
  /** The rows behind all of it. */
  readonly href: string;
  readonly count: number;
  readonly amounts: readonly string[];
  readonly room: readonly number[];
}): ReactNode {
  const { lead = 1, href, count, amounts, room } = props;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={lead}>
          Together
        </th>
        <td data-end className="mc-num">
          <a className="mc-link" href={href}>
            {count.toLocaleString('en-GB')}
          </a>
        </td>
        {amounts.map((amount, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns have no other name here
          <td key={at} data-end>
            <MoneyText value={amount} decimals={room[at] ?? 0} />
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Rows that no sum holds: named one line each, also where there are none. */
export function OutsideTheSums({
  account,
  period,
}: {
  readonly account: TokenStatement;
  readonly period: Period;
}): ReactNode {
  const shown = OUTSIDE_LINES.flatMap((kind) =>
    account.lines.flatMap((line) => (line.kind === kind ? { ...line, kind } : [])),
  );
  const room = mostDecimals(shown.map(({ amount }) => amount));
  const some = shown.filter(({ count }) => count > 0);
  const none = shown.filter(({ count }) => count === 0);
  return (
    <Panel
      flush
      title="In no sum above"
      note="Rejected ones have no effect; the others lack what would tell where they belong"
    >
      <GroupedTable label="Rows in no sum" className="mc-split">
        <tbody>
          {some.map(({ kind }) => (
            <OutsideRow key={kind} account={account} period={period} kind={kind} room={room} />
          ))}
          {none.length === 0 ? null : (
            <tr>
              <td colSpan={3} className="mc-split-none">
                None: {none.map(({ kind }) => LINE_WORDS[kind].title.toLowerCase()).join(', ')}.
              </td>
            </tr>
          )}
        </tbody>
      </GroupedTable>
    </Panel>
  );
}

function OutsideRow(props: {
  readonly account: TokenStatement;
  readonly period: Period;
  readonly kind: (typeof OUTSIDE_LINES)[number];
  readonly room: number;
}): ReactNode {
  const { account, period, kind, room } = props;
  const line = lineOf(account, kind);
  const { title, note } = LINE_WORDS[kind];
  return (
    <tr data-first>
      <th scope="row">
        {title}
        <span className="mc-account-note">{note}</span>
      </th>
      <td data-end className="mc-num">
        <a className="mc-link" href={hashHref(rowsPath(period, account.token, kind))}>
          {rowsWords(line)}
        </a>
      </td>
      <td data-end>
        {kind === 'credits-without-amount' ? 'no amount' : <MoneyText value={line.amount} decimals={room} />}
      </td>
    </tr>
  );
}
