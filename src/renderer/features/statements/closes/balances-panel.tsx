/** The balances that go into the close: the opening where none is locked yet, the closing as the dashboard has it, and what stays unexplained. */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Period } from '../../../../domain/period.ts';
import type { TokenStatement } from '../../../../domain/statement.ts';
import type { CallState } from '../../../bridge/index.ts';
import {
  BalanceField,
  explainedOf,
  Fact,
  FactGrid,
  FailureNotice,
  hashHref,
  MoneyText,
  Note,
  Panel,
  statementPath,
  tokenWords,
  type TypedBalances,
} from '../../../ui/index.ts';

export interface BalancesProps {
  readonly period: Period;
  readonly balances: TypedBalances;
  readonly statement: CallState<CallOutput<'reconciliation.statement'>>;
}

/** The tokens that have a closing; the others have movements only. */
export function BalancesPanel({ period, balances, statement }: BalancesProps): ReactNode {
  const { data, failure, refresh, isPrevious } = statement;
  const accounts = (data?.statement.tokens ?? []).filter(({ noClosing }) => noClosing !== 'no-credits-in-token');
  return (
    <Panel
      title="Balances"
      note="The API tells none. They are typed by hand and locked with the statement."
      actions={
        <a className="mc-link" href={hashHref(statementPath(period, balances.typed))}>
          See the whole statement
        </a>
      }
    >
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined && failure === undefined ? <Note>Computing the statement…</Note> : null}
      {accounts.map((account) => (
        <Balances key={account.token ?? ''} account={account} balances={balances} isComputing={isPrevious} />
      ))}
    </Panel>
  );
}

function Balances(props: {
  readonly account: TokenStatement;
  readonly balances: TypedBalances;
  /** Its figures are of what was typed before. */
  readonly isComputing: boolean;
}): ReactNode {
  const { account, balances, isComputing } = props;
  const { token, opening, movement, impliedClosing, difference } = account;
  if (token === null) return null;
  const name = tokenWords(token);
  const figure = (value: string | null, missing: string, isSigned = true): ReactNode => (
    <Figure isComputing={isComputing}>
      <MoneyText value={value} sign={isSigned} missing={missing} />
    </Figure>
  );
  return (
    <div className="mc-balances" aria-busy={isComputing}>
      <FactGrid>
        <Fact label={`Opening, ${name}`}>
          {opening?.source === 'previous-close' ? (
            <MoneyText value={opening.amount} />
          ) : (
            <BalanceField label={`Opening balance of ${name}`} balance="opening" token={token} balances={balances} />
          )}
        </Fact>
        <Fact label="Movement">
          <MoneyText value={movement} sign />
        </Fact>
        <Fact label="Implied closing">{figure(impliedClosing, 'follows from the opening', false)}</Fact>
        <Fact label="Typed closing">
          <BalanceField label={`Closing balance of ${name}`} balance="closing" token={token} balances={balances} />
        </Fact>
        <Fact label="Difference, typed − implied">{figure(difference, 'nothing typed to compare with')}</Fact>
        <Fact label="Of it not explained by adjustments of closed periods">
          {figure(explainedOf(account)?.unexplained ?? null, '—')}
        </Fact>
      </FactGrid>
    </div>
  );
}

/** What is of the amounts before is not shown while the new is computed, but keeps its place: nothing moves under the pointer. */
function Figure({ isComputing, children }: { readonly isComputing: boolean; readonly children: ReactNode }): ReactNode {
  return (
    <span className="mc-balance-figure" data-computing={isComputing || undefined}>
      <span>{children}</span>
      {isComputing ? <span className="mc-balance-computing">Computing…</span> : null}
    </span>
  );
}
