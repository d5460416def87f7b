/**
 * The money of the sandbox computed another way: rationals of BigInt, rounded at the end by digit inspection. It shares no
 * code with the sandbox, so that a mistake would have to be made twice.
 */

interface Ratio {
  readonly top: bigint;
  readonly bottom: bigint;
}

function ratio(text: string): Ratio {
  const dot = text.indexOf('.');
  if (dot < 0) return { top: BigInt(text), bottom: 1n };
  return { top: BigInt(text.replace('.', '')), bottom: 10n ** BigInt(text.length - dot - 1) };
}

const times = (a: Ratio, b: Ratio): Ratio => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });
const over = (a: Ratio, b: Ratio): Ratio => ({ top: a.top * b.bottom, bottom: a.bottom * b.top });
const plus = (a: Ratio, b: Ratio): Ratio => ({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom });
const minus = (a: Ratio, b: Ratio): Ratio => ({
  top: a.top * b.bottom - b.top * a.bottom,
  bottom: a.bottom * b.bottom,
});
const ONE: Ratio = { top: 1n, bottom: 1n };
const HUNDRED: Ratio = { top: 100n, bottom: 1n };

/** Digits after the point, one by one; `up` looks at the next digit. */
function digits(value: Ratio, decimals: number, up: boolean): string {
  let rest = value.top % value.bottom;
  let text = (value.top / value.bottom).toString();
  let fraction = '';
  for (let i = 0; i < decimals; i++) {
    rest *= 10n;
    fraction += (rest / value.bottom).toString();
    rest %= value.bottom;
  }
  if (up && rest * 2n >= value.bottom) {
    const raised = (BigInt(text + fraction) + 1n).toString().padStart(decimals + 1, '0');
    text = raised.slice(0, -decimals);
    fraction = raised.slice(-decimals);
  }
  return `${text}.${fraction}`;
}

/** What the customer pays: amount plus client share, half-up to cents. */
export function paidOracle(amount: string, clientPercent: string): string {
  return digits(times(ratio(amount), plus(ONE, over(ratio(clientPercent), HUNDRED))), 2, true);
}

/** What is credited: amount / rate, less the merchant share, cut off. */
export function creditedOracle(amount: string, rate: string, merchantPercent: string, decimals: number): string {
  return digits(
    times(over(ratio(amount), ratio(rate)), minus(ONE, over(ratio(merchantPercent), HUNDRED))),
    decimals,
    false,
  );
}
