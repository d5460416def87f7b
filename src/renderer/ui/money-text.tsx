/**
 * An amount on screen: every digit the API gave, whole part grouped in threes, figures of one width. Never rounds, never
 * becomes a number. Digits after the second decimal are quieter, so that long token amounts can still be read at a glance.
 */
import type { ReactNode } from 'react';
import { groupDigits, moneyParts } from '../../domain/money-parts.ts';
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
  const parts = moneyParts(value, decimals, sign);
  if (parts === null) return <span className="mc-money-odd">{value.slice(0, 80)}</span>;
  const { lead, whole, cents, tail, room } = parts;
  return (
    <span className="mc-money mc-num">
      {lead}
      {whole}
      {cents}
      {tail === '' ? null : <span className="mc-money-tail">{tail}</span>}
      {room === '' ? null : <span className="mc-money-room" aria-hidden="true" data-room={room} />}
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
