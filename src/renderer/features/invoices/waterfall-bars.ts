/**
 * The lengths of the waterfall's bars as CSS percentages, by exact arithmetic on the amounts. Decoration only: every figure
 * stands beside its bar. Not here: the steps (waterfall.ts).
 */
import { addMoney, compareMoney, divideMoney, isMoney, subtractMoney } from '../../../domain/money.ts';
import type { WaterfallStep } from './waterfall.ts';

export interface Bar {
  /** CSS lengths ("calc(0.975610 * 100%)"). */
  readonly left: string;
  readonly width: string;
}

type Amounts = Readonly<Partial<Record<WaterfallStep['id'], string>>>;

type Bars = ReadonlyMap<WaterfallStep['id'], Bar>;

/** A bar for every step that has a figure; fiat and USDT have a scale of their own each. None for amounts beyond all measure. */
export function barsOf(steps: readonly WaterfallStep[]): Bars {
  try {
    return measured(steps);
  } catch {
    // Sums of amounts at the limit of length are longer than the limit; a decoration is not worth more than leaving out.
    return new Map();
  }
}

function measured(steps: readonly WaterfallStep[]): Bars {
  const amounts: Amounts = Object.fromEntries(
    steps.flatMap(({ id, amount }) => (amount === null || amount.startsWith('-') ? [] : [[id, amount]])),
  );
  const bars = new Map<WaterfallStep['id'], Bar>();
  const { ordered, commission, asked, paid, withheld, credited } = amounts;
  const fiat = largest([ordered, asked, paid]);
  const usdt = credited === undefined ? null : withheld === undefined ? credited : addMoney(credited, withheld);
  const put = (id: WaterfallStep['id'], from: string, to: string | undefined, scale: string | null): void => {
    const bar = to === undefined || scale === null ? null : barBetween(from, to, scale);
    if (bar !== null) bars.set(id, bar);
  };
  put('ordered', '0', ordered, fiat);
  if (commission !== undefined && ordered !== undefined) put('commission', ordered, asked, fiat);
  put('asked', '0', asked, fiat);
  put('paid', '0', paid, fiat);
  if (withheld !== undefined && credited !== undefined) put('withheld', credited, usdt ?? undefined, usdt);
  put('credited', '0', credited, usdt);
  return bars;
}

function largest(amounts: readonly (string | undefined)[]): string | null {
  let most: string | null = null;
  for (const amount of amounts) {
    if (amount !== undefined && (most === null || compareMoney(amount, most) > 0)) most = amount;
  }
  return most;
}

function barBetween(from: string, to: string, scale: string): Bar | null {
  if (![from, to, scale].every(isMoney)) return null;
  const left = divideMoney(from, scale, 6, 'half-even');
  const right = divideMoney(to, scale, 6, 'half-even');
  if (left === null || right === null) return null;
  return { left: `calc(${left} * 100%)`, width: `calc(${subtractMoney(right, left)} * 100%)` };
}
