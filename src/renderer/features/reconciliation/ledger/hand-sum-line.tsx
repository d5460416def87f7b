// Both sums of a match by hand and the exact difference between them.
import type { ReactNode } from 'react';
import { MoneyText, plainText } from '../../../ui/index.ts';
import type { HandSum } from './hand-sums.ts';
import classes from './hand.module.css';

/** In figures; nothing that cannot be added up is. */
export function HandSumLine({ sum }: { readonly sum: HandSum }): ReactNode {
  const { yours, ours, difference, unit } = sum;
  const of = unit === null ? undefined : plainText(unit.slice(0, 16));
  return (
    <dl className={classes.handSum} data-state={difference === null ? 'open' : difference === '0' ? 'even' : 'apart'}>
      <div>
        <dt>Ledger</dt>
        <dd>
          <MoneyText value={yours} currency={yours === null ? undefined : of} />
        </dd>
      </div>
      <span aria-hidden="true">−</span>
      <div>
        <dt>Records</dt>
        <dd>
          <MoneyText value={ours} currency={ours === null ? undefined : of} />
        </dd>
      </div>
      <span aria-hidden="true">=</span>
      <div>
        <dt>Difference</dt>
        <dd>
          <MoneyText value={difference} currency={difference === null ? undefined : of} sign />
        </dd>
      </div>
    </dl>
  );
}
