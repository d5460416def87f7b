// The column of values in the home currency of a list: not there without one, empty where no rate is known. Not here: what a value is (domain/pricing/home-value).
import { useMemo } from 'react';
import { toScaled } from '../../domain/kernel/money/money.ts';
import { localDay } from '../../domain/kernel/time/time.ts';
import { roundedHome, type Valued, valuerOf } from '../../domain/pricing/home-value.ts';
import { useCall } from '../bridge/index.ts';
import { gridColumns, useUi } from '../ui/index.ts';

const KINDS = ['periods'] as const;

/** What is valued of a row, and when it was; null: it has no value, known or not. */
export type ValuedRow<Row> = (
  row: Row,
) => (Omit<Valued, 'amount' | 'day'> & { readonly amount: string; readonly at: string | null }) | null;

/** At most one, of rows as `valuedOf` (made once) says; days are those of this window. */
export function useHomeColumns<Row>(valuedOf: ValuedRow<Row>) {
  const { timeZone } = useUi();
  const book = useCall('home.get', {}, { refreshOn: KINDS }).data?.book ?? null;
  return useMemo(() => {
    if (book === null) return [];
    const valuer = valuerOf(book);
    const valueOf = (row: Row): string | null => {
      const of = valuedOf(row);
      if (of === null) return null;
      const { amount, at, ...rest } = of;
      const value = valuer({ ...rest, amount: toScaled(amount), day: at === null ? null : localDay(at, timeZone) });
      return value === null ? null : roundedHome(value, book.currency);
    };
    return gridColumns<Row>(({ money }) => [
      money('home', `Value (${book.currency})`, valueOf, {
        unit: book.currency,
        spare: 1,
        hint: 'At the rate of the deal where the order was in it, else at a rate that was typed',
      }),
    ]);
  }, [book, timeZone, valuedOf]);
}
