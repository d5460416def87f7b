// Where the fees of each method lie: from the lowest to the highest, its median and today's catalogue, and how many lie off the median. Estimates throughout; the table below says the same.
import { screenPath } from '../../../../domain/console/screens.ts';
import type { Period } from '../../../../domain/period/period.ts';
import type { EstimateKind, MethodTakeRate } from '../../../../domain/reconcile/take-rate.ts';
import { cellText, countWords, grouped, percentText } from '../../../ui/index.ts';
import { feeRowsPath, type Mark, periodQuery, Picture } from '../../../parts/index.ts';
import { Percent } from './tables.tsx';
import { percentOf } from './view.ts';

/** Methods that a picture has room for; the table has all. */
const MOST = 60;

export interface MethodsPictureProps {
  readonly methods: readonly MethodTakeRate[];
  readonly period: Period;
  /** A fraction. */
  readonly tolerance: string;
}

/** What is drawn of a method. A rate opens the invoices that it is of, a count those that it counts. */
export function methodMarks(
  period: Period,
  tolerance: string,
): Readonly<Record<'rates' | 'outliers', readonly Mark<MethodTakeRate>[]>> {
  const known = ({ method, currency }: MethodTakeRate): string =>
    feeRowsPath(period, { method, currency, part: 'known' });
  const off = ({ method, currency }: MethodTakeRate, kind: EstimateKind): string =>
    `${screenPath('fees')}?${new URLSearchParams({ ...periodQuery(period), method, currency, kind, tolerance }).toString()}`;
  const percent = (fraction: string): number => Number(percentOf(fraction));
  return {
    rates: [
      {
        name: 'Lowest to highest',
        look: 'outline',
        level: ({ lowest, highest }) => [percent(lowest), percent(highest)],
        value: ({ lowest, highest }) => (
          <>
            <Percent fraction={lowest} /> – <Percent fraction={highest} /> %
          </>
        ),
        path: known,
      },
      {
        name: 'Median',
        look: 'points',
        level: ({ median }) => percent(median),
        value: ({ median }) => (
          <>
            <Percent fraction={median} /> %
          </>
        ),
        path: known,
      },
      {
        name: 'Catalogue today',
        look: 'rings',
        level: ({ catalogue }) => (catalogue === null ? null : percent(catalogue)),
        value: ({ catalogue }) =>
          catalogue === null ? null : (
            <>
              <Percent fraction={catalogue} /> %
            </>
          ),
        path: (row) => (row.offCatalogue === 0 ? null : off(row, 'off-catalogue')),
      },
    ],
    outliers: [
      {
        name: 'Off the median',
        look: 'bad',
        level: ({ outliers }) => outliers,
        value: ({ outliers, count }) => `${grouped(outliers)} of ${grouped(count)}`,
        path: (row) => (row.outliers === 0 ? null : off(row, 'outlier')),
      },
    ],
  };
}

export function MethodsPicture({ methods, period, tolerance }: MethodsPictureProps) {
  const drawn = methods.filter(({ count }) => count > 0).slice(0, MOST);
  const [first] = drawn;
  if (first === undefined) return null;
  const marks = methodMarks(period, tolerance);
  const counted = drawn.reduce((sum, { count }) => sum + count, 0);
  const outliers = drawn.reduce((sum, one) => sum + one.outliers, 0);
  const most = drawn.reduce((best, one) => (one.outliers > best.outliers ? one : best), first);
  const nameOf = ({ method, currency }: MethodTakeRate, length = 40): string =>
    `${cellText(method, length)}, ${cellText(currency, 8)}`;
  return (
    <Picture
      label="Fees by method"
      buckets={drawn}
      nameOf={(one) => nameOf(one)}
      tickOf={(one) => (drawn.length > 8 ? null : nameOf(one, 14))}
      panes={[
        { height: 130, levelWords: (level) => `${grouped(level)} %`, marks: marks.rates },
        { height: 84, levelWords: grouped, marks: marks.outliers },
      ]}
      sentence={
        outliers === 0
          ? `No fee of ${countWords(counted, 'invoice', 'invoices')} is further from the median of its method than ${percentText(percentOf(tolerance))}.`
          : `${grouped(outliers)} of ${countWords(counted, 'invoice', 'invoices')} lie further than ${percentText(percentOf(tolerance))} from the median of their method, most of ${nameOf(most)}: ${grouped(most.outliers)}.`
      }
    />
  );
}
