// The sums of a tie-out, and the proof that its parts are its whole: per currency and for USDT, counts and amounts by coverage against counts and
// amounts that are kept apart from them, and per unit what was compared against the deltas of the findings.
import type { FindingKind } from '../../domain/kernel/finding.ts';
import { MoneySum, sameMoney, toUnits } from '../../domain/kernel/money/money.ts';
import { TIE_COVERAGES, type TieCounts, type TieCoverage, type TieTotals } from '../../domain/reconcile/tie-out.ts';
import { tooMany } from '../kernel/too-many.ts';

/** Counts and amounts of one coverage in one currency. */
class Part {
  count = 0;
  readonly ordered = new MoneySum();
  readonly paid = new MoneySum();
  readonly settled = new MoneySum();
  readonly credited = new MoneySum();
}

/** What one invoice adds to the sums. */
export interface TieAmounts {
  readonly currency: string;
  readonly coverage: TieCoverage;
  readonly ordered: string;
  /** Null: not known. */
  readonly paid: string | null;
  readonly settled: string | null;
  readonly credited: string | null;
}

interface CurrencySums {
  readonly parts: Readonly<Record<TieCoverage, Part>>;
  /** Kept apart from the parts. */
  count: number;
  readonly ordered: MoneySum;
  paidMissing: number;
  settledMissing: number;
}

/** More currencies than this nobody charges in: the answers of the API are not what they should be. */
const MAX_CURRENCIES = 1000;

export class TieSums {
  readonly #currencies = new Map<string, CurrencySums>();
  #count = 0;
  readonly #settled = new MoneySum();

  /** Adds one invoice. Throws RangeError when a text is not money. */
  add({ currency, coverage, ordered, paid, settled, credited }: TieAmounts): void {
    const sums = this.#of(currency);
    const part = sums.parts[coverage];
    const orderedUnits = toUnits(ordered);
    this.#count += 1;
    sums.count += 1;
    sums.ordered.addScaled(orderedUnits);
    part.count += 1;
    part.ordered.addScaled(orderedUnits);
    if (paid === null) sums.paidMissing += 1;
    else if (paid === ordered) part.paid.addScaled(orderedUnits);
    else part.paid.add(paid);
    if (settled === null) {
      sums.settledMissing += 1;
      return;
    }
    const settledUnits = toUnits(settled);
    this.#settled.addScaled(settledUnits);
    part.settled.addScaled(settledUnits);
    if (coverage === 'three' && credited !== null) {
      if (credited === settled) part.credited.addScaled(settledUnits);
      else part.credited.add(credited);
    }
  }

  /** By currency code. */
  currencies(): readonly TieTotals[] {
    return [...this.#currencies]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([currency, { count, parts, paidMissing, settledMissing }]) => ({
        currency,
        count,
        three: parts.three.count,
        two: parts.two.count,
        none: parts.none.count,
        ordered: totalOf(parts, 'ordered'),
        paid: totalOf(parts, 'paid'),
        settledUsdt: totalOf(parts, 'settled'),
        creditedUsdt: parts.three.credited.total(),
        settledOfCreditedUsdt: parts.three.settled.total(),
        paidMissing,
        settledMissing,
      }));
  }

  /** Throws when the parts are not the whole, which would be a mistake of ours. */
  assertConserved(totals: readonly TieTotals[]): void {
    const settled = new MoneySum();
    let count = 0;
    for (const total of totals) {
      const whole = this.#currencies.get(total.currency);
      const parts = total.three + total.two + total.none;
      if (whole === undefined || parts !== whole.count)
        throw broken(total.currency, String(parts), String(whole?.count));
      assertSame(`ordered in ${total.currency}`, total.ordered, whole.ordered.total());
      settled.add(total.settledUsdt);
      count += parts;
    }
    if (count !== this.#count) throw broken('invoices', String(count), String(this.#count));
    assertSame('settled USDT', settled.total(), this.#settled.total());
  }

  #of(currency: string): CurrencySums {
    const known = this.#currencies.get(currency);
    if (known !== undefined) return known;
    if (this.#currencies.size >= MAX_CURRENCIES) throw tooMany('currencies of invoices', MAX_CURRENCIES);
    const parts = { three: new Part(), two: new Part(), none: new Part() };
    const fresh = { parts, count: 0, ordered: new MoneySum(), paidMissing: 0, settledMissing: 0 };
    this.#currencies.set(currency, fresh);
    return fresh;
  }
}

function totalOf(parts: CurrencySums['parts'], name: 'ordered' | 'paid' | 'settled'): string {
  const sum = new MoneySum();
  for (const coverage of TIE_COVERAGES) sum.add(parts[coverage][name].total());
  return sum.total();
}

/** The counts of all currencies. */
export function countsOf(totals: readonly TieTotals[]): TieCounts {
  const counts = { count: 0, three: 0, two: 0, none: 0 };
  for (const { count, three, two, none } of totals) {
    counts.count += count;
    counts.three += three;
    counts.two += two;
    counts.none += none;
  }
  return counts;
}

/** Two sides of one comparison, summed apart from its findings: their difference is what the findings say, to the last digit. */
export class Compared {
  readonly #kinds: ReadonlySet<FindingKind>;
  readonly #units = new Map<string | null, { readonly sides: MoneySum; readonly found: MoneySum }>();

  constructor(...kinds: readonly FindingKind[]) {
    this.#kinds = new Set(kinds);
  }

  /** One record whose two sides are both known: `first` − `second`. */
  compare(unit: string | null, first: string, ...second: readonly string[]): void {
    const { sides } = this.#of(unit);
    sides.add(first);
    for (const amount of second) sides.subtract(amount);
  }

  /** A finding; one of another comparison is passed over. */
  find(kind: FindingKind, unit: string | null, delta: string | null): void {
    if (delta !== null && this.#kinds.has(kind)) this.#of(unit).found.add(delta);
  }

  assertConserved(): void {
    const name = [...this.#kinds].join(', ');
    for (const [unit, { sides, found }] of this.#units) {
      assertSame(`${name} in ${unit ?? 'no token'}`, found.total(), sides.total());
    }
  }

  #of(unit: string | null): { readonly sides: MoneySum; readonly found: MoneySum } {
    const known = this.#units.get(unit);
    if (known !== undefined) return known;
    const fresh = { sides: new MoneySum(), found: new MoneySum() };
    this.#units.set(unit, fresh);
    return fresh;
  }
}

function assertSame(what: string, parts: string, whole: string): void {
  if (!sameMoney(parts, whole)) throw broken(what, parts, whole);
}

function broken(what: string, parts: string, whole: string): Error {
  return new Error(`tie-out, ${what}: the parts are ${parts}, the whole is ${whole}`);
}
