// The column of values in the home currency behind the rows of a list: off without one. Not here: what a value is (domain/pricing/home-value).
import { CREDIT_TOKEN } from '../../../domain/period/statement.ts';
import { localDay } from '../../../domain/kernel/time/time.ts';
import { MoneySum, toScaled } from '../../../domain/kernel/money/money.ts';
import { type HomeBook, roundedHome, type Valued, valuerOf } from '../../../domain/pricing/home-value.ts';
import { type Cell, chosenColumns, type Column, totalsLabel } from '../../files/writing/table.ts';
import type { Titles } from './mirror.ts';
import type { ExportSource } from './source.ts';

/** Each row rounded half to even to the minor unit; empty where no rate is known. */
const HOME_COLUMNS: readonly Column[] = [
  { title: 'home_value', type: 'amount' },
  { title: 'home_currency', type: 'text' },
];

type CellOf = (title: string) => string | null;
/** What is valued of a row, and when it was; null: it has no value, known or not. */
export type ValuedRow = (
  of: CellOf,
) => (Omit<Valued, 'amount' | 'day'> & { readonly amount: string; readonly at: string | null }) | null;

/** What was credited, at the rate of the deal. */
export const invoiceValue: ValuedRow = (of) => {
  const amount = of('settled_amount_usdt');
  if (of('status') !== 'success' || amount === null) return null;
  return {
    amount,
    unit: CREDIT_TOKEN,
    at: of('finished_at'),
    deal: { currency: of('currency') ?? '', rate: of('rate') },
  };
};

/** What was taken, its network fee inside. */
export const withdrawalValue: ValuedRow = (of) => {
  const amount = of('amount');
  if (of('status') !== 'approved' || amount === null) return null;
  return { amount, unit: of('token'), at: of('processed_at') };
};

/** What a manifest says of values. */
export const homeNote = (currency: string, timeZone: string): string =>
  `home_value in ${currency}: of paid invoices what was credited, at the rate of the deal where the order was in it; all else at rates that a person typed for days of ${timeZone}. Rounded half to even, of a figure once; empty where no rate is known.`;

/** The source as `make` makes it, with its values behind, and a line of totals that counts what is not known apart; as it is without a home currency. */
export function withHome(
  make: (titles: Titles) => ExportSource,
  book: HomeBook | null,
  { titles, timeZone, valuedOf }: { readonly titles: Titles; readonly timeZone: string; readonly valuedOf: ValuedRow },
): ExportSource {
  if (book === null) return make(titles);
  const source = make(undefined);
  const all: readonly Column[] = [...source.columns, ...HOME_COLUMNS];
  const columns = chosenColumns(all, titles);
  const places = columns.map((column) => all.indexOf(column));
  const at = new Map(source.columns.map(({ title }, place) => [title, place]));
  const valuer = valuerOf(book, CREDIT_TOKEN);
  let [sum, known, unknown] = [new MoneySum(), 0, 0];
  const valueOf = (cells: readonly Cell[]): string | null => {
    const of = valuedOf((title) => cells[at.get(title) ?? -1]?.toString() ?? null);
    if (of === null) return null;
    const { amount, at: when, ...rest } = of;
    const value = valuer({ ...rest, amount: toScaled(amount), day: when === null ? null : localDay(when, timeZone) });
    if (value === null) unknown += 1;
    else known += 1;
    return value === null ? null : roundedHome(value, book.currency);
  };
  function* rows(): IterableIterator<readonly Cell[]> {
    [sum, known, unknown] = [new MoneySum(), 0, 0];
    for (const cells of source.rows()) {
      const value = valueOf(cells);
      if (value !== null) sum.add(value);
      const whole = [...cells, value, value === null ? null : (book?.currency ?? null)];
      yield places.map((place) => whole[place] ?? null);
    }
  }
  return {
    columns,
    total: source.total,
    rows,
    totals: () => [
      ...source.totals(),
      {
        label: totalsLabel(known, ` values (${unknown} not known)`),
        of: { home_currency: book.currency },
        sums: { home_value: sum.total() },
      },
    ],
    provenance: {
      ...source.provenance,
      notes: [...source.provenance.notes, homeNote(book.currency, timeZone)],
    },
  };
}
