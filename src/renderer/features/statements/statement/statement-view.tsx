/**
 * A statement as a sheet: token by token, what it rests on, what it cannot tell. Used for the present figures and for locked ones. Not here: reading it
 * (statement-page.tsx).
 */
import type { ReactNode } from 'react';
import { CREDIT_TOKEN, type Statement } from '../../../../domain/statement.ts';
import {
  closedPeriodPath,
  CannotTell,
  hashHref,
  IncompleteNotice,
  type Lists,
  movementsPath,
  Notice,
  tokenWords,
  UiProvider,
  UnreadableNotice,
  type TypedBalances,
  type Untellable,
  useUi,
} from '../../../ui/index.ts';
import { Account, type AccountProps } from './account.tsx';
import { CreditsByCurrency, OutsideTheSums, WithdrawalsByBalance } from './splits.tsx';
import { StandingPanel } from './standing.tsx';
import { CANNOT_TELL, isQuiet } from './words.ts';
import './statement.css';

export interface StatementViewProps {
  readonly statement: Statement;
  /** How complete the lists were; null while it is not known. */
  readonly lists: Lists | null;
  readonly computedAt: string;
  /** The close that locked it; null while the period is open. */
  readonly closeId: string | null;
  /** The balances that are typed; absent where it is locked. */
  readonly balances?: TypedBalances;
  readonly afterLastClose: AccountProps['afterLastClose'];
}

/** The sheet. Its times are in the zone of the period, whatever zone is chosen. */
export function StatementView(props: StatementViewProps): ReactNode {
  const { statement, lists, computedAt, closeId } = props;
  const ui = useUi();
  const { period, tokens, unreadable } = statement;
  const isLocked = closeId !== null;
  return (
    <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
      <div className="mc-statement">
        <div className="mc-statement-main">
          {isLocked ? null : <IncompleteNotice lists={lists} />}
          <UnreadableNotice unreadable={unreadable} />
          {tokens.every(isQuiet) ? <QuietNotice /> : null}
          {tokens.map((account) => (
            <Token key={account.token ?? '(none)'} {...props} account={account} />
          ))}
        </div>
        <div className="mc-statement-side">
          <StandingPanel statement={statement} lists={lists} computedAt={computedAt} isLocked={isLocked} />
          <CannotTell things={limitsOf(statement)} />
        </div>
      </div>
    </UiProvider>
  );
}

function QuietNotice(): ReactNode {
  return (
    <Notice tone="quiet" title="Nothing moved in this period">
      No invoice was credited and no withdrawal was processed within it, as far as the mirror shows.
    </Notice>
  );
}

function Token(props: StatementViewProps & { readonly account: AccountProps['account'] }): ReactNode {
  const { account, statement, balances = null, afterLastClose } = props;
  const { token } = account;
  return (
    <section className="mc-statement-token" aria-label={tokenWords(token)}>
      <Account
        period={statement.period}
        account={account}
        balances={balances}
        closeHref={closedPeriodPath}
        afterLastClose={afterLastClose}
      />
      <CreditsByCurrency
        account={account}
        period={statement.period}
        bounds={statement.bounds}
        isLocked={props.closeId !== null}
      />
      <WithdrawalsByBalance account={account} period={statement.period} />
      <OutsideTheSums account={account} period={statement.period} />
    </section>
  );
}

/** Honesty as a part of the report; where invoices are asked for, the movements are what can be had. */
function limitsOf({ period }: Statement): readonly Untellable[] {
  const movements = (
    <a className="mc-link mc-link-inline mc-no-print" href={hashHref(movementsPath(period, CREDIT_TOKEN))}>
      Movements day by day
    </a>
  );
  return CANNOT_TELL.map(({ title, note }, at) => ({
    title,
    note:
      at === 0 ? (
        <>
          {note} {movements}
        </>
      ) : (
        note
      ),
  }));
}
