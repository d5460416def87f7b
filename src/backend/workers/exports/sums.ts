/** Exact sums over the rows of an export while they are written, a line a currency or token. Amounts of different units never meet. */
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import { type Totals, totalsLabel } from '../../files/writing/table.ts';

interface Sums {
  count: number;
  readonly byTitle: ReadonlyMap<string, MoneySum>;
}

export class UnitSums {
  readonly #titles: readonly string[];
  readonly #byUnit = new Map<string | null, Sums>();

  /** `titles` are those of the columns that are summed. */
  constructor(titles: readonly string[]) {
    this.#titles = titles;
  }

  /** Adds the amounts of one row, by the titles of their columns; what is missing is in no sum. */
  add(unit: string | null, amounts: Readonly<Record<string, string | null>>): void {
    const known = this.#byUnit.get(unit);
    const sums = known ?? { count: 0, byTitle: new Map(this.#titles.map((title) => [title, new MoneySum()])) };
    if (known === undefined) this.#byUnit.set(unit, sums);
    sums.count += 1;
    for (const [title, sum] of sums.byTitle) {
      const amount = amounts[title] ?? null;
      if (amount !== null) sum.add(amount);
    }
  }

  /** Begins anew. */
  clear(): void {
    this.#byUnit.clear();
  }

  /** A line a unit, by the unit's name, which stands in the column of the given title. */
  totals(unitTitle: string): readonly Totals[] {
    return [...this.#byUnit]
      .sort(([left], [right]) => ((left ?? '') < (right ?? '') ? -1 : 1))
      .map(([unit, { count, byTitle }]) => ({
        label: totalsLabel(count),
        of: { [unitTitle]: unit },
        sums: Object.fromEntries([...byTitle].map(([title, sum]) => [title, sum.total()])),
      }));
  }
}
