// An amount on screen, whole part grouped in threes, figures of one width. Where its unit is known it has the
// decimals of its place: fiat those of its currency (more where the API gave more), tokens two. What is shortened has
// the exact amount in its tooltip; what would round to nothing says "<0.01". It never becomes a number.
import { currencyDecimals, shortAmount } from '../../../domain/kernel/money/parts.ts';
import { useUi } from '../window/environment.tsx';
import classes from './money-text.module.css';
import { groupedAmount, moneyParts } from './writing.ts';

export interface MoneyTextProps {
  /** The exact string; null when there is none. */
  readonly value: string | null;
  /** Shown after the amount, as it is: never a symbol that two currencies share. */
  readonly currency?: string | undefined;
  /** What it is in, which says how many decimals it has here. Without it every digit is shown. */
  readonly unit?: string | undefined;
  /** Shows a plus before amounts above zero: for differences. */
  readonly sign?: boolean;
  /** The words for a missing amount; a dash by default. */
  readonly missing?: string;
  /** Leaves room for so many decimals, so that the points of a column stand under one another; only where no unit says how many there are. */
  readonly decimals?: number;
  /** On paper, which has no tooltip, every digit stands. */
  readonly onPaper?: boolean;
}

/** Decimals of a token amount in lists and figures. */
const TOKEN_DECIMALS = 2;

/** Decimals that an amount of this unit has here; null: as many as it came with. */
function placesOf(unit: string | undefined, value: string): number | null {
  if (unit === undefined) return null;
  const fiat = currencyDecimals(unit);
  return fiat === null ? TOKEN_DECIMALS : Math.max(fiat, (value.split('.')[1] ?? '').length);
}

/** What MoneyText shows of an amount of a known unit, as text: what a column has to have room for. */
export function moneyWords(value: string | null, unit: string, allDigits: boolean): string {
  const places = allDigits || value === null ? null : placesOf(unit, value);
  if (value === null || moneyParts(value) === null) return value?.slice(0, 80) ?? '—';
  return groupedAmount(places === null ? value : shortAmount(value, places).text);
}

/** Grouped and tabular. A text that is not money is shown as it came and marked. */
export function MoneyText(props: MoneyTextProps) {
  const { value, currency, unit, sign = false, missing = '—', decimals = 0, onPaper = false } = props;
  const { allDigits } = useUi();
  if (value === null) {
    return missing === '—' ? <Missing /> : <span className={classes.moneyMissing}>{missing}</span>;
  }
  const exact = moneyParts(value, decimals, sign);
  if (exact === null) return <span className={classes.moneyOdd}>{value.slice(0, 80)}</span>;
  const places = allDigits ? null : placesOf(unit, value);
  const short = places === null ? null : shortAmount(value, places);
  const { lead, whole, cents, tail, room } = (short === null ? null : moneyParts(short.text, 0, sign)) ?? exact;
  const hint = short === null || short.isWhole ? undefined : groupedAmount(value);
  if (onPaper && hint !== undefined) {
    return (
      <>
        <span className="mc-no-print">
          <MoneyText {...props} onPaper={false} />
        </span>
        <span className="mc-print-only">
          <MoneyText value={value} currency={currency} sign={sign} />
        </span>
      </>
    );
  }
  return (
    <span className="mc-money mc-num" title={hint}>
      {short?.isLess === true ? (value.startsWith('-') ? '>' : '<') : null}
      {lead}
      {whole}
      {cents}
      {tail === '' ? null : <span className="mc-money-tail">{tail}</span>}
      {room === '' ? null : <span className={classes.moneyRoom} aria-hidden="true" data-room={room} />}
      {currency === undefined ? null : <span className="mc-money-currency"> {currency}</span>}
    </span>
  );
}

function Missing() {
  return (
    <span className={classes.moneyMissing}>
      <span aria-hidden="true">—</span>
      <span className="mc-visually-hidden">none</span>
    </span>
  );
}
