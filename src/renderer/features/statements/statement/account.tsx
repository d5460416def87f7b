/**
 * One token as a bank would state it: opening, movements, closing, what was typed and what is unexplained, what was reserved. Every line opens
 * its rows. Not here: the sums (the engine), the splits below (splits.tsx).
 */
import { type ReactNode, useId } from 'react';
import type { Period } from '../../../../domain/period.ts';
import type { AdjustmentSum, StatementLineKind, TokenStatement } from '../../../../domain/statement.ts';
import {
  adjustmentsPath,
  type Balance,
  BalanceField,
  countWords,
  explainedOf,
  hashHref,
  LINE_WORDS,
  MoneyText,
  mostDecimals,
  movementsPath,
  Panel,
  rowsPath,
  rowsWords,
  tokenWords,
  type TypedBalances,
} from '../../../ui/index.ts';
import { isZero, lineOf, negated, noClosingWords } from './words.ts';

export interface AccountProps {
  readonly period: Period;
  readonly account: TokenStatement;
  /** The balances that are typed; null where nothing can be typed because the statement is locked. */
  readonly balances: TypedBalances | null;
  /** The close whose closing is the opening here, as an address. */
  readonly closeHref: (closeId: string) => string;
  /** Where the next statement after the last close is; said where this one does not follow it. */
  readonly afterLastClose: { readonly words: string; readonly href: string } | null;
}

/** The account as a table of one column of amounts, the points under one another. */
export function Account(props: AccountProps): ReactNode {
  const { account, period, afterLastClose } = props;
  const { token, noClosing, movement } = account;
  const room = mostDecimals(amountsOf(account));
  return (
    <Panel title={tokenWords(token)} note={<AccountNote token={token} />}>
      <table className="mc-account" aria-label={`Statement of ${tokenWords(token)}`}>
        <tbody>
          {noClosing === 'no-credits-in-token' ? null : <OpeningLine {...props} room={room} />}
          {noClosing === 'no-credits-in-token' ? null : <RowsLine {...props} kind="credits" room={room} lead="+" />}
          <RowsLine {...props} kind="withdrawals" room={room} lead="−" />
          <Line
            title="Movement"
            note={<Days period={period} token={token} />}
            amount={movement}
            room={room}
            weight="sum"
            sign
          />
          {noClosing === null ? <Closing {...props} room={room} /> : null}
        </tbody>
        <Reserved {...props} room={room} />
      </table>
      {noClosing === null ? null : (
        <p className="mc-account-why">
          {noClosingWords(noClosing, token)}
          {noClosing !== 'not-after-last-close' || afterLastClose === null ? null : (
            <>
              {' '}
              <a className="mc-link mc-link-inline" href={hashHref(afterLastClose.href)}>
                {afterLastClose.words}
              </a>
            </>
          )}
        </p>
      )}
    </Panel>
  );
}

function AccountNote({ token }: { readonly token: string | null }): ReactNode {
  return token === null ? 'Withdrawals of which the API names no token' : `Amounts in ${tokenWords(token)}, exact`;
}

function Days({ period, token }: { readonly period: Period; readonly token: string | null }): ReactNode {
  return (
    <>
      Credits − withdrawals.
      {token === null || token === '' ? null : (
        <>
          {' '}
          <a className="mc-link mc-link-inline mc-no-print" href={hashHref(movementsPath(period, token))}>
            Day by day
          </a>
        </>
      )}
    </>
  );
}

/** Everything that stands in the column, for its room. */
function amountsOf(account: TokenStatement): (string | null)[] {
  const { opening, lines, movement, impliedClosing, typedClosing, difference, reserved, available } = account;
  return [
    opening?.amount ?? null,
    ...lines.map(({ amount }) => amount),
    movement,
    impliedClosing,
    typedClosing,
    difference,
    reserved,
    available,
    account.priorPeriodAdjustments.amount,
    account.broughtForward.amount,
  ];
}

type WithRoom = AccountProps & { readonly room: number };

function OpeningLine({ account, balances, closeHref, room }: WithRoom): ReactNode {
  const { opening, token } = account;
  if (opening?.source === 'previous-close') {
    return (
      <Line
        title="Opening balance"
        note={
          <>
            The closing of the{' '}
            <a className="mc-link mc-link-inline" href={hashHref(closeHref(opening.closeId))}>
              period closed before
            </a>
          </>
        }
        amount={opening.amount}
        room={room}
      />
    );
  }
  if (balances === null || token === null || account.noClosing === 'not-after-last-close') {
    return <Line title="Opening balance" note="As it was typed" amount={opening?.amount ?? null} room={room} />;
  }
  return (
    <TypedLine
      title="Opening balance"
      note="Typed, as the dashboard had it when the period began; later periods take it from the close before"
      token={token}
      amount={opening?.amount ?? null}
      room={room}
      balance="opening"
      balances={balances}
    />
  );
}

function Closing(props: WithRoom): ReactNode {
  const { account, balances, room } = props;
  const { impliedClosing, typedClosing, difference, token } = account;
  const { priorPeriodAdjustments: prior, broughtForward: brought } = account;
  const explained = explainedOf(account);
  return (
    <>
      <Line title="Implied closing" note="Opening + movement" amount={impliedClosing} room={room} weight="total" />
      {balances === null || token === null ? (
        <Line title="Typed closing" note="As it was typed" amount={typedClosing} room={room} missing="not typed" />
      ) : (
        <TypedLine
          title="Typed closing"
          note="As the dashboard had it when the period ended"
          token={token}
          amount={typedClosing}
          room={room}
          balance="closing"
          balances={balances}
        />
      )}
      {difference === null ? null : (
        <Line
          title="Difference"
          note="Typed − implied"
          amount={difference}
          room={room}
          weight="sum"
          sign
          tone={isZero(difference) ? 'good' : 'warn'}
        />
      )}
      {brought.count === 0 ? null : (
        <Adjustments
          title="Adjustments brought forward"
          note="Changes of closed periods that were first seen before this one; no opening contains them"
          sum={brought}
          href={hashHref(adjustmentsPath(props.period, token, 'before'))}
          room={room}
        />
      )}
      {prior.count === 0 && difference === null ? null : (
        <Adjustments
          title="Prior-period adjustments"
          note="Changes of closed periods that were first seen in this one"
          sum={prior}
          href={hashHref(adjustmentsPath(props.period, token, 'within'))}
          room={room}
        />
      )}
      {explained === null ? null : (
        <Line
          title="Unexplained"
          note={
            brought.count === 0
              ? 'Difference − prior-period adjustments'
              : 'Difference − adjustments brought forward − prior-period adjustments'
          }
          amount={explained.unexplained}
          room={room}
          inset
          sign
          tone={isZero(explained.unexplained) ? 'good' : 'warn'}
        />
      )}
    </>
  );
}

function Adjustments(props: {
  readonly title: string;
  readonly note: string;
  readonly sum: AdjustmentSum;
  /** Those that it counts. */
  readonly href: string;
  readonly room: number;
}): ReactNode {
  const { title, note, sum, href, room } = props;
  const { count, amount } = sum;
  const words = countWords(count, 'adjustment', 'adjustments');
  const link = count === 0 ? 'none' : <a href={href}>{words}</a>;
  return <Line title={title} note={note} count={link} amount={amount} room={room} inset sign />;
}

function Reserved(props: WithRoom): ReactNode {
  const { account, room } = props;
  const heading = useId();
  return (
    <tbody aria-labelledby={heading}>
      <tr className="mc-account-head">
        <th scope="colgroup" colSpan={3} id={heading}>
          At the end of the period
        </th>
      </tr>
      <RowsLine {...props} kind="reserved-pending" room={room} lead="" />
      <RowsLine {...props} kind="reserved-processed-later" room={room} lead="+" />
      <Line
        title="Reserved at close"
        note="Taken from the balance when a withdrawal is requested, not when it is sent"
        amount={account.reserved}
        room={room}
        weight="sum"
      />
      {account.available === null ? null : (
        <Line
          title="Available at close"
          note={
            account.broughtForward.count + account.priorPeriodAdjustments.count === 0
              ? 'Implied closing − reserved'
              : 'Implied closing − reserved; adjustments of closed periods are in neither'
          }
          amount={account.available}
          room={room}
          weight="total"
        />
      )}
    </tbody>
  );
}

/** A line whose count and amount open its rows. */
function RowsLine(props: WithRoom & { readonly kind: StatementLineKind; readonly lead: '+' | '−' | '' }): ReactNode {
  const { period, account, kind, lead, room } = props;
  const line = lineOf(account, kind);
  const { title, note } = LINE_WORDS[kind];
  const href = hashHref(rowsPath(period, account.token, kind));
  return (
    <Line
      title={title}
      note={
        line.notShown === 0 ? note : `${note}. ${line.notShown.toLocaleString('en-GB')} of them are not shown any more`
      }
      count={line.count === 0 ? 'none' : <a href={href}>{rowsWords(line)}</a>}
      amount={lead === '−' ? negated(line.amount) : line.amount}
      href={line.count === 0 ? undefined : href}
      room={room}
      sign={lead === '+'}
    />
  );
}

interface LineProps {
  readonly title: string;
  readonly note: ReactNode;
  readonly count?: ReactNode;
  readonly amount: string | null;
  /** Where the rows of the amount are. */
  readonly href?: string | undefined;
  readonly room: number;
  readonly sign?: boolean;
  readonly missing?: string;
  /** `sum`: a rule above it; `total`: heavier, what the table is about. */
  readonly weight?: 'sum' | 'total';
  /** A part of the line above. */
  readonly inset?: boolean;
  readonly tone?: 'good' | 'warn';
}

function Line(props: LineProps): ReactNode {
  const { title, note, count = null, amount, href, room, sign = false, missing = '—', weight, inset, tone } = props;
  const money = <MoneyText value={amount} decimals={room} sign={sign} missing={missing} />;
  return (
    <tr data-weight={weight} data-inset={inset} data-tone={tone}>
      <th scope="row">
        {title}
        <span className="mc-account-note">{note}</span>
      </th>
      <td className="mc-account-count mc-num">{count}</td>
      <td className="mc-account-amount">{href === undefined ? money : <a href={href}>{money}</a>}</td>
    </tr>
  );
}

function TypedLine(props: {
  readonly title: string;
  readonly note: string;
  readonly token: string;
  readonly amount: string | null;
  readonly room: number;
  readonly balance: Balance;
  readonly balances: TypedBalances;
}): ReactNode {
  const { title, note, token, amount, room, balance, balances } = props;
  return (
    <tr data-typed>
      <th scope="row">
        {title}
        <span className="mc-account-note">{note}</span>
      </th>
      <td className="mc-account-amount" colSpan={2}>
        <span className="mc-print-only">
          <MoneyText value={amount} decimals={room} missing="not typed" />
        </span>
        <BalanceField label={`${title} of ${tokenWords(token)}`} balance={balance} token={token} balances={balances} />
      </td>
    </tr>
  );
}
