/**
 * An amount on screen: every digit the API gave, whole part grouped in threes, figures of one width. Never rounds, never
 * becomes a number. Digits after the second decimal are quieter, so that long token amounts can still be read at a glance.
 */
import type { ReactNode } from 'react';
import { isMoney } from '../../domain/money.ts';
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
}

/** Groups the whole part in threes. The text must be money. */
export function groupDigits(value: string): { sign: '' | '-'; whole: string; fraction: string } {
  const sign = value.startsWith('-') ? '-' : '';
  const [digits = '', fraction = ''] = value.slice(sign.length).split('.');
  return { sign, whole: digits.replace(/\B(?=(\d{3})+$)/g, ','), fraction };
}

/** Exact digits, grouped and tabular. A text that is not money is shown as it came and marked. */
export function MoneyText({ value, currency, sign = false, missing = '—' }: MoneyTextProps): ReactNode {
  if (value === null) {
    return missing === '—' ? <Missing /> : <span className="mc-money-missing">{missing}</span>;
  }
  const exact: boolean = isMoney(value);
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
      {currency === undefined ? null : <span className="mc-money-currency"> {currency}</span>}
    </span>
  );
}

function Missing(): ReactNode {
  return (
    <span className="mc-money-missing">
      <span aria-hidden="true">—</span>
      <span className="mc-visually-hidden">none</span>
    </span>
  );
}
