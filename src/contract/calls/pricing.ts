/** The calculator, always an estimate; what moved in the catalogue that it reckons with, and rates over time. */
import { z } from 'zod';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { ESTIMATE_ASKS, isEstimable, MARKET_PRICE, METHOD_ESTIMATE } from '../../domain/pricing/pricing.ts';
import { count, instant, money } from '../../domain/kernel/shape.ts';
import { CATALOGUE_CHANGE, CATALOGUE_CHANGE_LIST } from '../../domain/pricing/catalogue-changes.ts';
import { RATE_SERIES } from '../../domain/pricing/rate-history.ts';
import { bound, pageOf } from '../wire/lists.ts';
import { readCall } from '../define.ts';

const amount = z.string().refine(isEstimable, 'digits with a point before at most six decimals');

export const pricingCalls = {
  'pricing.estimate': readCall({
    role: 'viewer',
    doc: 'What an order would cost and bring by every method, always an estimate; `ask`: `order`, `pays` or `receives`.',
    input: z.strictObject({
      ask: z.enum(ESTIMATE_ASKS),
      amount,
      currency: z.string().min(1).max(64),
      also: z.array(amount).max(8).optional(),
    }),
    output: z.object({
      currency: z.string(),
      /** What `range` is made of: payments of thirty days, market prices where there are none, or nothing. */
      basis: z.enum(['settled', 'market', 'none']),
      range: z.object({ rate: money, lowest: money, highest: money }).nullable(),
      settled: z.object({ count, latestAt: instant }).optional(),
      markets: z.array(MARKET_PRICE),
      methods: z.array(METHOD_ESTIMATE),
      /** When the catalogue and the market prices were read; null: never. */
      methodsAsOf: instant.nullable(),
      ratesAsOf: instant.nullable(),
      /** Why either could not be read again the last time. */
      failure: FAILURE.optional(),
    }),
  }),
  'catalogue-changes.page': readCall({
    role: 'viewer',
    doc: 'What readings of the payment methods showed to move, the newest first: each between the last reading before it and the first after it. `since`: the first reading that is remembered.',
    input: z.strictObject(pageOf(CATALOGUE_CHANGE_LIST)),
    output: z.object({ rows: z.array(CATALOGUE_CHANGE), total: count, since: instant.nullable() }),
  }),
  'rates.history': readCall({
    role: 'viewer',
    doc: 'Prices of a currency as readings found them in [`from`, `to`), by source and side: lowest, highest, first, last, gaps, and the points of a picture (docs/rate-history.md). `since`: the first reading that is remembered.',
    input: z.strictObject({ currency: z.string().min(1).max(64), from: bound, to: bound }),
    output: z.object({
      series: z.array(RATE_SERIES),
      currencies: z.array(z.string()),
      since: instant.nullable(),
    }),
  }),
} as const;
