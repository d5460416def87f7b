/** The handler of the calculator: the catalogue, the market and what really settled, put together by the domain's rules. */
import type { pricingCalls } from '../../contract/calls/pricing.ts';
import { FailureError, type Failure } from '../../domain/kernel/failure/failure.ts';
import { currencyTyped, methodsIn } from '../../domain/records/payment-method.ts';
import { marketPrices, marketRange, methodEstimate } from '../../domain/pricing/pricing.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import { refreshedMethods, refreshedRates, troubleOf } from './catalogue.ts';
import type { CallContext, HandlersOf } from './kernel/handler.ts';

const HOUR_MS = 3_600_000;
const DAYS = 30;

export function pricingHandlers(): HandlersOf<typeof pricingCalls> {
  return {
    'pricing.estimate': async (asked, context) => {
      const business = context.business;
      const [catalogue, market] = [
        await snapshotOr(() => refreshedMethods(context, false)),
        await snapshotOr(() => refreshedRates(context, false)),
      ];
      const methods = catalogue.kept?.methods ?? [];
      const currency = currencyTyped(asked.currency, methods);
      const now = business.serverNow();
      // Of whole hours, so that what was reckoned for one letter of an amount is there for the next.
      const since = fromEpochMs(Math.floor(now / HOUR_MS) * HOUR_MS - DAYS * 24 * HOUR_MS);
      const settled = await business.mirror.read('pricing.settled', { currency, since });
      const markets = marketPrices(market.kept?.rates ?? [], currency, now);
      const range = settled ?? marketRange(markets);
      const failure = catalogue.failure ?? market.failure ?? laterTrouble(context);
      return {
        currency,
        basis: settled === null ? (range === null ? 'none' : 'market') : 'settled',
        range: range === null ? null : { rate: range.rate, lowest: range.lowest, highest: range.highest },
        ...(settled === null ? {} : { settled: { count: settled.count, latestAt: settled.latestAt } }),
        markets,
        methods: methodsIn(methods, [currency]).map((method) => {
          const { also, atMarkets, ...rest } = methodEstimate(method, asked, { range, settled, markets });
          return { ...rest, also, atMarkets };
        }),
        methodsAsOf: catalogue.kept?.asOf ?? null,
        ratesAsOf: market.kept?.asOf ?? null,
        ...(failure === undefined ? {} : { failure }),
      };
    },
  };
}

interface Kept<Snapshot> {
  readonly kept: Snapshot | null;
  readonly failure?: Failure | undefined;
}

/** What could never be read leaves the rest of the estimate standing. */
async function snapshotOr<Snapshot>(read: () => Promise<Snapshot | null>): Promise<Kept<Snapshot>> {
  try {
    return { kept: await read() };
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind === 'cancelled') throw error;
    return { kept: null, failure: error.failure };
  }
}

function laterTrouble(context: CallContext): Failure | undefined {
  return troubleOf(context, 'paymentMethods').failure ?? troubleOf(context, 'rates').failure;
}
