/**
 * An amount on screen: every digit the API gave, whole part grouped in threes, figures of one width. Never rounds, never
 * becomes a number. Digits after the second decimal are quieter, so that long token amounts can still be read at a glance.
 */
import type { ReactNode } from 'react';
import { isExactDecimal } from '../../domain/money.ts';
import './money-text.css';

export interface MoneyTextProps {
  /** The exact string; null when there is none. */
  readonly value: string | null;
  /** Shown after the amount, as it is: never a symbol that two currencies share. */
  readonly currency?: string | undefined;
  /** Shows a plus before amounts above zero: for differences. */
  readonly sign?: boolean;
  /** The words for a missing amount; a dash by default. */
  readonly missing?: string;
  /** Leaves room for so many decimals, so that the points of a column stand under one another. */
  readonly decimals?: number;
}

/** Groups the whole part in threes. The text must be money. */
export function groupDigits(value: string): { sign: '' | '-'; whole: string; fraction: string } {
  const sign = value.startsWith('-') ? '-' : '';
  const [digits = '', fraction = ''] = value.slice(sign.length).split('.');
  return { sign, whole: digits.replace(/\B(?=(\d{3})+$)/g, ','), fraction };
}

/** An amount inside a sentence: every digit, whole part grouped in threes, a true minus. The text must be money. */
export function groupedAmount(value: string): string {
  const { sign, whole, fraction } = groupDigits(value);
  return `${sign === '-' ? '−' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Exact digits, grouped and tabular. A text that is not money is shown as it came and marked. */
export function MoneyText({ value, currency, sign = false, missing = '—', decimals = 0 }: MoneyTextProps): ReactNode {
  if (value === null) {
    return missing === '—' ? <Missing /> : <span className="mc-money-missing">{missing}</span>;
  }
  const exact: boolean = isExactDecimal(value);
  if (!exact) return <span className="mc-money-odd">{value.slice(0, 80)}</span>;
  const { sign: minus, whole, fraction } = groupDigits(value);
  const isZero = /^[0.,]*$/.test(whole + fraction);
  const lead = minus === '-' ? (isZero ? '' : '−') : sign && !isZero ? '+' : '';
  return (
    <span className="mc-money mc-num">
      {lead}
      {whole}
      {fraction === '' ? null : `.${fraction.slice(0, 2)}`}
      {fraction.length > 2 ? <span className="mc-money-tail">{fraction.slice(2)}</span> : null}
      {decimals > fraction.length ? <Room fraction={fraction} decimals={decimals} /> : null}
      {currency === undefined ? null : <span className="mc-money-currency"> {currency}</span>}
    </span>
  );
}

/** Invisible digits, and the point where there is none: as wide as what is not there. Never copied, never read out. */
function Room({ fraction, decimals }: { readonly fraction: string; readonly decimals: number }): ReactNode {
  const digits = '0'.repeat(Math.min(decimals - fraction.length, 30));
  return <span className="mc-money-room" aria-hidden="true" data-room={fraction === '' ? `.${digits}` : digits} />;
}

/** The most decimals of the amounts: what a column has to leave room for. */
export function mostDecimals(values: readonly (string | null)[]): number {
  return Math.max(0, ...values.map((value) => (value === null ? 0 : (value.split('.')[1] ?? '').length)));
}

function Missing(): ReactNode {
  return (
    <span className="mc-money-missing">
      <span aria-hidden="true">—</span>
      <span className="mc-visually-hidden">none</span>
    </span>
  );
}
