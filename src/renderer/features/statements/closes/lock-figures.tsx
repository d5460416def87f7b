/** What a close is about to lock, once more and in short: the days, whose they are, and the balances of every token. Not here: the dialog. */
import type { ReactNode } from 'react';
import { lastDay, type Period } from '../../../../domain/period.ts';
import type { TokenStatement } from '../../../../domain/statement.ts';
import { Fact, FactGrid, MoneyText, mostDecimals, periodWords, tokenWords } from '../../../ui/index.ts';

/** Days, zone, and a column of balances for each token. */
export function LockFigures(props: { readonly period: Period; readonly tokens: readonly TokenStatement[] }): ReactNode {
  const { period, tokens } = props;
  return (
    <>
      <FactGrid>
        <Fact label="Period">
          {periodWords(period)}
          <span className="mc-periods-more mc-num">
            {period.from} – {lastDay(period)}
          </span>
        </Fact>
        <Fact label="Whole days of">{period.timeZone}</Fact>
      </FactGrid>
      {tokens.map((account) => (
        <Balances key={account.token ?? '(none)'} account={account} />
      ))}
    </>
  );
}

function Balances({ account }: { readonly account: TokenStatement }): ReactNode {
  const { token, opening, movement, impliedClosing, typedClosing, difference, noClosing } = account;
  const name = tokenWords(token);
  const room = mostDecimals([opening?.amount ?? null, movement, impliedClosing, typedClosing, difference]);
  const line = (label: string, value: string | null, missing: string, isSigned = false): ReactNode => (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <MoneyText value={value} decimals={value === null ? 0 : room} missing={missing} sign={isSigned} />
      </td>
    </tr>
  );
  return (
    <table className="mc-lock-figures" aria-label={`Balances of ${name} to lock`}>
      <caption>{name}</caption>
      <tbody>
        {noClosing === 'no-credits-in-token' ? (
          line('Movements only, no closing', movement, '', true)
        ) : (
          <>
            {line('Opening', opening?.amount ?? null, 'not known')}
            {line('Movement', movement, '', true)}
            {line('Implied closing', impliedClosing, 'not known')}
            {line('Typed closing', typedClosing, 'not typed')}
            {line('Difference, typed − implied', difference, 'nothing to compare', true)}
          </>
        )}
      </tbody>
    </table>
  );
}
