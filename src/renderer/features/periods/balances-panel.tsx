/** The balances that go into the close: the opening where none is locked yet, the closing as the dashboard has it, and what stays unexplained. */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { addMoney, subtractMoney } from '../../../domain/money.ts';
import type { Period } from '../../../domain/period.ts';
import type { TokenStatement, TypedBalance } from '../../../domain/statement.ts';
import type { CallState } from '../../bridge/index.ts';
import {
  type Balance,
  BalanceField,
  Fact,
  FactGrid,
  FailureNotice,
  hashHref,
  MoneyText,
  Note,
  Panel,
  statementPath,
  tokenWords,
  useRouteFilters,
  withTyped,
} from '../../ui/index.ts';

export interface BalancesProps {
  readonly period: Period;
  readonly typed: readonly TypedBalance[];
  readonly statement: CallState<CallOutput<'reconciliation.statement'>>;
}

/** The tokens that have a closing; the others have movements only. */
export function BalancesPanel({ period, typed, statement }: BalancesProps): ReactNode {
  const { data, failure, refresh } = statement;
  const accounts = (data?.statement.tokens ?? []).filter(({ noClosing }) => noClosing !== 'no-credits-in-token');
  return (
    <Panel
      title="Balances"
      note="The API tells none. They are typed by hand and locked with the statement."
      actions={
        <a className="mc-link" href={hashHref(statementPath(period, typed))}>
          See the whole statement
        </a>
      }
    >
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined && failure === undefined ? <Note>Computing the statement…</Note> : null}
      {accounts.map((account) => (
        <Balances key={account.token ?? ''} account={account} typed={typed} />
      ))}
    </Panel>
  );
}

function Balances(props: { readonly account: TokenStatement; readonly typed: readonly TypedBalance[] }): ReactNode {
  const { account, typed } = props;
  const route = useRouteFilters();
  const { token, opening, movement, impliedClosing, typedClosing, difference } = account;
  const { priorPeriodAdjustments: prior, broughtForward: brought } = account;
  const explained = addMoney(brought.amount, prior.amount);
  if (token === null) return null;
  const name = tokenWords(token);
  const type = (balance: Balance, amount: string | null): void =>
    route.change({ [balance]: withTyped(typed, balance, token, amount) }, { replace: true });
  return (
    <FactGrid>
      <Fact label={`Opening, ${name}`}>
        {opening?.source === 'previous-close' ? (
          <MoneyText value={opening.amount} />
        ) : (
          <BalanceField
            label={`Opening balance of ${name}`}
            value={opening?.amount ?? null}
            onType={(amount) => type('opening', amount)}
          />
        )}
      </Fact>
      <Fact label="Movement">
        <MoneyText value={movement} sign />
      </Fact>
      <Fact label="Implied closing">
        <MoneyText value={impliedClosing} missing="follows from the opening" />
      </Fact>
      <Fact label="Typed closing">
        <BalanceField
          label={`Closing balance of ${name}`}
          value={typedClosing}
          onType={(amount) => type('closing', amount)}
        />
      </Fact>
      <Fact label="Difference, typed − implied">
        <MoneyText value={difference} sign missing="nothing typed to compare with" />
      </Fact>
      <Fact label="Of it not explained by adjustments of closed periods">
        <MoneyText value={difference === null ? null : subtractMoney(difference, explained)} sign />
      </Fact>
    </FactGrid>
  );
}
