/**
 * Σ of the differences over the filter, unit by unit, exact. Units never meet, so there is no grand total.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { MoneyText } from '../../ui/index.ts';

type Total = CallOutput<'exceptions.page'>['totals'][number];

/** Nothing without a sum. */
export function TotalsLine(props: { readonly totals: readonly Total[]; readonly isOld: boolean }): ReactNode {
  const { totals, isOld } = props;
  const summed = totals.filter(({ unit }) => unit !== null);
  if (summed.length === 0) return null;
  return (
    <dl className="mc-exception-totals" aria-label="Sum of differences" data-old={isOld || undefined}>
      {summed.map(({ unit, count, delta }) => (
        <div key={unit}>
          <dt>
            Σ of <span className="mc-num">{count.toLocaleString('en-GB')}</span> in {unit}
          </dt>
          <dd>
            <MoneyText value={delta} sign />
          </dd>
        </div>
      ))}
    </dl>
  );
}
