// An adjusted invoice in words: how far the paid amount is from the expected one, and what else is wrong with the row. Pure, exact.
import type { AdjustedFinding, AdjustedRow } from '../../../../domain/reconcile/adjusted.ts';
import {
  canonicalMoney,
  divideMoney,
  isMoney,
  multiplyMoney,
  roundMoney,
} from '../../../../domain/kernel/money/money.ts';
import { percentText } from '../../../ui/text/writing.ts';

const FINDING_WORDS: Readonly<Record<AdjustedFinding, string>> = {
  'adjustment-missing': 'no adjustment figures',
  'ordered-differs': 'expected ≠ ordered',
  'settled-differs': 'net ≠ actual',
  'settled-missing': 'no net USDT',
};

/** All of them in one line; empty of none. */
export function findingsWords(findings: readonly AdjustedFinding[]): string {
  return findings.map((finding) => FINDING_WORDS[finding]).join('; ');
}

/**
 * delta ÷ base as a percentage with one decimal, rounded half to even, with a sign ("−12.6 %"). Null when it cannot be
 * computed; a difference too small for one decimal is "under 0.1 %", never "0.0 %".
 */
export function percentOf(delta: string, base: string): string | null {
  if (!isMoney(delta) || !isMoney(base)) return null;
  const ratio = divideMoney(delta, base, 3, 'half-even');
  if (ratio === null || !isMoney(ratio)) return null;
  const percent = multiplyMoney(ratio, '100');
  const zero = canonicalMoney(delta) === '0';
  if (zero) return percentText('0.0');
  if (canonicalMoney(ratio) === '0') return `under ${percentText('0.1')}`;
  const [whole = '0', fraction = '0'] = percent.replace('-', '').split('.');
  return `${percent.startsWith('-') ? '−' : '+'}${percentText(`${whole}.${fraction}`)}`;
}

type PaidFacts = Pick<AdjustedRow, 'currency' | 'expectedFiat' | 'actualFiat' | 'deltaFiat'>;

/** "paid 87.40 of 100.00 EUR (−12.6 %)": the row's own story, or what is missing for it. */
export function paidOfExpected(row: PaidFacts, write: (amount: string) => string): string {
  const { expectedFiat, actualFiat, deltaFiat, currency } = row;
  if (expectedFiat === null || actualFiat === null) return 'adjusted, by how much is not known';
  const story = `paid ${write(actualFiat)} of ${write(expectedFiat)} ${currency}`;
  const percent = deltaFiat === null ? null : percentOf(deltaFiat, expectedFiat);
  return percent === null ? story : `${story} (${percent})`;
}

function isPositive(amount: string): boolean {
  return !amount.startsWith('-') && canonicalMoney(amount) !== '0';
}

/**
 * A percentage that the engine gives ("-12.6000"), with its sign and two decimals, so that a column of them stands under each other:
 * "−12.60 %", rounded half to even. A difference too small for that is "under 0.01 %", never "0.00 %".
 */
export function percentWords(percent: string): string {
  const isAmount: boolean = isMoney(percent);
  if (!isAmount) return percent.slice(0, 80);
  const rounded = roundMoney(percent, 2, 'half-even');
  if (canonicalMoney(rounded) === '0' && canonicalMoney(percent) !== '0') return `under ${percentText('0.01')}`;
  return `${isPositive(rounded) ? '+' : ''}${percentText(rounded)}`;
}
