// Comparing the amounts of a match: nothing is computed where the texts decide, for there are millions of them.
import { canonicalMoney, compareMoney, subtractMoney } from '../../domain/kernel/money/money.ts';

/** Where the digits that count end: "100.00" ends after "100". */
function endOf(text: string): number {
  if (!text.includes('.')) return text.length;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end -= 1;
  return text.charCodeAt(end - 1) === DOT ? end - 1 : end;
}
const ZERO = 0x30;
const DOT = 0x2e;
const MINUS = 0x2d;

/** True when both texts name the same value. Throws RangeError when one that begins with a minus is not money. */
export function sameAmount(left: string, right: string): boolean {
  if (left === right) return true;
  // Zero has a spelling with a minus.
  if (left.charCodeAt(0) === MINUS || right.charCodeAt(0) === MINUS) {
    return canonicalMoney(left) === canonicalMoney(right);
  }
  const end = endOf(left);
  return end === endOf(right) && left.slice(0, end) === right.slice(0, end);
}

/** left − right in one spelling, exact. Throws RangeError when a text is not money. */
export function differenceOf(left: string, right: string): string {
  return canonicalMoney(subtractMoney(left, right));
}

/** |delta| ≤ tolerance? False when none is named for the unit. */
export function isTolerated(delta: string, tolerance: string | undefined): boolean {
  return tolerance !== undefined && compareMoney(withoutSign(delta), tolerance) <= 0;
}

function withoutSign(delta: string): string {
  return delta.startsWith('-') ? delta.slice(1) : delta;
}

/** The amount with the other sign, in one spelling. */
export function negated(amount: string): string {
  return canonicalMoney(amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
}
