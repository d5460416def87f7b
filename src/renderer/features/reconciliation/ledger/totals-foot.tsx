/** Exact totals of the entries per currency, over the whole filter. Currencies never mix, so there is no grand total. */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { countWords, MoneyText, plainText, Table, TotalsFoot } from '../../../ui/index.ts';

type Total = CallOutput<'entries.page'>['totals'][number];

/** `replaced`: rows of the sums that a later file says anew, so that their money may stand in them twice. */
export function LedgerTotals(props: {
  readonly totals: readonly Total[];
  readonly isOld: boolean;
  readonly replaced: number;
}): ReactNode {
  const { totals, isOld, replaced } = props;
  if (totals.length === 0) return null;
  const entries = totals.reduce((sum, { count }) => sum + count, 0);
  const unit = ({ unit: of }: Total): string => of;
  const again =
    replaced === 0 ? null : `with ${countWords(replaced, 'replaced row', 'replaced rows')} that a later file says anew`;
  return (
    <TotalsFoot
      label="Totals"
      isOld={isOld}
      lead={
        <>
          <span>
            <b className="mc-num">{entries.toLocaleString('en-GB')}</b> in the ledger
          </span>
          {totals.slice(0, 4).map((total) => (
            <MoneyText
              key={total.unit}
              value={total.amount}
              unit={total.unit}
              currency={plainText(total.unit.slice(0, 16))}
            />
          ))}
          {again === null ? null : <span>{again}</span>}
        </>
      }
    >
      <Table
        label="Totals per currency"
        rows={totals}
        keyOf={unit}
        columns={({ cell, count, money }) => [
          cell('Currency', ({ unit: of }) => plainText(of.slice(0, 16))),
          count('Entries', (total) => total.count, { sum: true }),
          money('Ledger amount', ({ amount }) => amount, { unit }),
          count('Compared', ({ compared }) => compared, { sum: true }),
          money('Difference', ({ compared, delta }) => (compared === 0 ? null : delta), {
            unit,
            sign: true,
            missing: 'none compared',
          }),
        ]}
      />
    </TotalsFoot>
  );
}
