/**
 * Exact totals of the entries per currency, over the whole filter. Currencies never mix, so there is no grand total. Not here: the sums
 * themselves (the engine makes them).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { SourceKind } from '../../../../domain/entry.ts';
import { countWords, MoneyText, mostDecimals, plainText, scrollable } from '../../../ui/index.ts';

type Total = CallOutput<'entries.page'>['totals'][number];

/**
 * The footer of the list. `isOld` while the totals still belong to the filter before. `replaced`: rows of the sum that a later file says anew, so
 * that their money may stand in it twice.
 */
export function TotalsTable(props: {
  readonly totals: readonly Total[];
  readonly kind: SourceKind;
  readonly isOld: boolean;
  readonly replaced: number;
}): ReactNode {
  const { totals, kind, isOld, replaced } = props;
  if (totals.length === 0) return null;
  const decimals = {
    amount: mostDecimals(totals.map(({ amount }) => amount)),
    delta: mostDecimals(totals.map(({ delta }) => delta)),
  };
  return (
    <section className="mc-entry-totals" data-old={isOld || undefined} {...scrollable('Totals per currency')}>
      <h2>
        Σ of all that is shown
        {replaced === 0
          ? ''
          : `, with ${countWords(replaced, 'replaced row', 'replaced rows')} that a later file says anew`}
      </h2>
      <table>
        <thead className="mc-visually-hidden">
          <tr>
            <th scope="col">{kind === 'orders' ? 'Currency' : 'Token'}</th>
            <th scope="col">Your amounts</th>
            <th scope="col">Entries</th>
            <th scope="col">Difference of those that were compared</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ unit, count, amount, compared, delta }) => (
            <tr key={unit}>
              <th scope="row">{plainText(unit.slice(0, 16))}</th>
              <td>
                <MoneyText value={amount} decimals={decimals.amount} />
              </td>
              <td className="mc-num">in {countWords(count, 'entry', 'entries')}</td>
              <td>
                {compared === 0 ? (
                  'none compared'
                ) : (
                  <>
                    {compared.toLocaleString('en-GB')} compared, difference{' '}
                    <MoneyText value={delta} sign decimals={decimals.delta} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
