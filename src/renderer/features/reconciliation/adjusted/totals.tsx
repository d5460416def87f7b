/**
 * Exact totals of the adjusted invoices, currency by currency: the six sums of their adjustments and what was settled, over the whole filter. Currencies never
 * mix in fiat; USDT is one token, so its sums stand in the line.
 */
import type { ReactNode } from 'react';
import type { AdjustedPage } from '../../../../domain/adjusted.ts';
import { addMoney } from '../../../../domain/money.ts';
import { countWords, MoneyText, plainText, Table, TimeOfDayText, TotalsFoot } from '../../../ui/index.ts';

type Total = AdjustedPage['totals'][number];
type Sum = 'expectedFiat' | 'actualFiat' | 'deltaFiat' | 'expectedUsdt' | 'actualUsdt' | 'deltaUsdt' | 'settledUsdt';

/** The foot of the list; `asOf`: when the rows behind them were so. */
export function AdjustedTotals(props: {
  readonly totals: readonly Total[];
  readonly parts: AdjustedPage['triage'] | null;
  readonly asOf: string | null;
  readonly isOld: boolean;
}): ReactNode {
  const { totals, parts, asOf, isOld } = props;
  const inUsdt = (key: Sum): string => totals.reduce((sum, total) => addMoney(sum, total[key]), '0');
  const fiat = ({ currency }: Total): string => currency;
  const usdt = (): string => 'USDT';
  return (
    <TotalsFoot
      label="Totals"
      isOld={isOld}
      lead={
        <>
          <span>
            <b className="mc-num">{parts?.open.toLocaleString('en-GB') ?? '—'}</b> open
          </span>
          <b>
            <MoneyText value={inUsdt('deltaUsdt')} unit="USDT" currency="USDT" sign />
          </b>
          <span>
            net <MoneyText value={inUsdt('settledUsdt')} unit="USDT" currency="USDT" />
          </span>
          <span>{countWords(totals.length, 'currency', 'currencies')}</span>
          {asOf === null ? null : (
            <span>
              as of <TimeOfDayText value={asOf} />
            </span>
          )}
        </>
      }
    >
      <Table
        label="Totals per currency"
        rows={totals}
        keyOf={({ currency }) => currency}
        columns={({ cell, count, money }) => [
          cell('Currency', ({ currency }) => plainText(currency.slice(0, 16))),
          count('Invoices', (total) => total.count, {
            sum: true,
            under: ({ adjustmentMissing: none }) =>
              none === 0 ? null : `${none.toLocaleString('en-GB')} without figures`,
          }),
          money('Expected', ({ expectedFiat }) => expectedFiat, { unit: fiat }),
          money('Paid', ({ actualFiat }) => actualFiat, { unit: fiat }),
          money('Difference', ({ deltaFiat }) => deltaFiat, { unit: fiat, sign: true }),
          money('Expected USDT', ({ expectedUsdt }) => expectedUsdt, { unit: usdt, sum: true }),
          money('Actual USDT', ({ actualUsdt }) => actualUsdt, { unit: usdt, sum: true }),
          money('Loss (USDT)', ({ deltaUsdt }) => deltaUsdt, { unit: usdt, sign: true, sum: true }),
          money('Net (USDT)', ({ settledUsdt }) => settledUsdt, {
            unit: usdt,
            sum: true,
            under: ({ settledMissing: none }) =>
              none === 0 ? null : `${none.toLocaleString('en-GB')} without an amount`,
          }),
        ]}
      />
    </TotalsFoot>
  );
}
