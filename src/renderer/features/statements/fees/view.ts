// Fees as a person reads them: fractions as percent, the formula of a row with its own figures, and what the address asks for. Pure.
import {
  canonicalMoney,
  divideMoney,
  isMoney,
  multiplyMoney,
  roundMoney,
} from '../../../../domain/kernel/money/money.ts';
import type { EstimateKind, TakeRateRow } from '../../../../domain/reconcile/take-rate.ts';
import type { Address } from '../../../ui/index.ts';
import { readAmount } from '../../../ui/text/writing.ts';

/** "0.03400000" is "3.4": exact. */
export function percentOf(fraction: string): string {
  return canonicalMoney(multiplyMoney(fraction, '100'));
}

const SHOWN_DECIMALS = 3;

/** The same as it is shown, rounded half to even to three decimals. */
export function shortPercent(fraction: string): string {
  return roundMoney(multiplyMoney(fraction, '100'), SHOWN_DECIMALS, 'half-even');
}

/** A typed percentage as the engine takes it, a fraction between nothing and all; null when it is none. */
export function fractionOf(percent: string): string | null {
  const plain = percent.trim().replace(/ ?%$/, '');
  const typed = readAmount(plain);
  if (typed.kind !== 'amount' || typed.amount.startsWith('-') || plain.length > MAX_TYPED) return null;
  const fraction = divideMoney(typed.amount, '100', FRACTION_DECIMALS, 'half-even');
  return fraction === null ? null : canonicalMoney(fraction);
}

const MAX_TYPED = 12;
const FRACTION_DECIMALS = 8;

/** The tolerance of the address; undefined when it names none, and the engine's own is taken. */
export function toleranceIn(address: Address): string | undefined {
  const text = address.text('tolerance');
  return text !== undefined && isMoney(text) && !text.startsWith('-') ? text : undefined;
}

export const KIND_WORDS: Readonly<Record<EstimateKind, { readonly name: string; readonly meaning: string }>> = {
  'off-catalogue': {
    name: 'Off today’s catalogue',
    meaning: 'The estimated fee is further from the merchant commission of today’s catalogue than the tolerance',
  },
  outlier: {
    name: 'Off the median',
    meaning: 'The estimated fee is further from the median of its method than the tolerance',
  },
  'client-share-off': {
    name: 'Customer fee off',
    meaning: 'amount_to_send is not amount × (1 + client commission ÷ 100) of today’s catalogue, within the tolerance',
  },
};

/** "410.00 × (1 + 1.5 ÷ 100)": what amount_to_send would be by today's client commission. Not of adjusted ones. */
export function shareFormulaOf({ paidFiat, clientPercent }: Pick<TakeRateRow, 'paidFiat' | 'clientPercent'>): string {
  return clientPercent === null ? '' : `${paidFiat} × (1 + ${clientPercent} ÷ 100)`;
}

/** "1 − 98.10 × 4.02 ÷ 410.00": the figures of the record, as the API gave them. */
export function formulaOf(row: Pick<TakeRateRow, 'settledUsdt' | 'rate' | 'paidFiat'>): string {
  return `1 − ${row.settledUsdt} × ${row.rate} ÷ ${row.paidFiat}`;
}
