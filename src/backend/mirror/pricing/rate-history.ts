// Rates over time, as the books have them: a read of the mirror's beside the present ones, so that they go out as a file like them.
import { type RateSeries, seriesOf } from '../../../domain/pricing/rate-history.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { requireInstant } from '../kernel/freshness.ts';
import { checkPage } from '../records/invoices/pages.ts';

type Query = Parameters<MirrorReadContext['books']['ratePoints']>[0];

/** `rate-history.page`. Throws FailureError `invalid-input`. */
function ratePointsPage({ books }: MirrorReadContext, query: Query) {
  checkPage(query.offset, query.limit);
  return books.ratePoints(query);
}

/** `rates.history`: each side of each market of a currency in [from, to), and what currencies are remembered since when. Throws FailureError `invalid-input`. */
function rateHistory(
  { books }: MirrorReadContext,
  query: { readonly currency: string; readonly from: string; readonly to: string },
): { readonly series: readonly RateSeries[]; readonly currencies: readonly string[]; readonly since: string | null } {
  requireInstant(query.from);
  requireInstant(query.to);
  const series: RateSeries[] = [];
  for (const { source, side, points } of books.ratePairs(query)) {
    const found = seriesOf(points, query);
    if (found !== null) series.push({ source, side, ...found });
  }
  return { series, ...books.rateCurrencies() };
}

export const rateHistoryReads = {
  'rate-history.page': ratePointsPage,
  'rates.history': rateHistory,
} as const;
