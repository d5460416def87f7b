/** The calculator: what an order costs the customer and brings the merchant, by every method of its currency. Always an estimate. */
import { z } from 'zod';
import { ESTIMATE_ASKS, isEstimable } from '../../domain/pricing.ts';
import { count, instant, money, moneyOrNull, textOrNull, type ToldOf } from '../../domain/shape.ts';
import { failureCodec } from '../wire/failure.ts';
import { defineCall } from './define.ts';

const amount = z.string().refine(isEstimable, 'digits with a point before at most six decimals');

const estimate = z.object({
  order: money,
  customerFee: moneyOrNull,
  customerPays: moneyOrNull,
  /** Does the method take the order? */
  standing: z.enum(['within', 'below', 'above']),
  /** At the rate of `range`; `least` and `most` at its highest and its lowest. */
  usdt: z.object({ beforeFees: money, fee: money, receive: money, least: money, most: money }).nullable(),
});

const methodEstimate = z.object({
  name: z.string(),
  minAmount: moneyOrNull,
  maxAmount: moneyOrNull,
  clientPercent: moneyOrNull,
  merchantPercent: moneyOrNull,
  /** Null where the API left out what it takes. */
  estimate: estimate.nullable(),
  /** The order amounts of `also`, in their order. */
  also: z.array(estimate.nullable()),
  /** The order that brings 100 USDT. */
  forHundred: moneyOrNull,
  /** What the order brings at each of `markets`, in their order. */
  atMarkets: z.array(moneyOrNull),
  /** What payments by this method really brought in thirty days, for an order of this size. */
  received: z.object({ count, least: money, most: money }).optional(),
});
export type MethodEstimate = ToldOf<typeof methodEstimate>;

export const pricingCalls = {
  'pricing.estimate': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'What an order would cost and bring by every method, always an estimate; `ask`: `order`, `pays` or `receives`.',
    input: z.strictObject({
      ask: z.enum(ESTIMATE_ASKS),
      amount,
      currency: z.string().min(1).max(64),
      also: z.array(amount).max(8).optional(),
    }),
    output: z.object({
      /** As the catalogue writes it. */
      currency: z.string(),
      /** What `range` is made of: payments of thirty days, market prices where there are none, or nothing. */
      basis: z.enum(['settled', 'market', 'none']),
      range: z.object({ rate: money, lowest: money, highest: money }).nullable(),
      settled: z.object({ count, latestAt: instant }).optional(),
      markets: z.array(
        z.object({
          source: textOrNull,
          side: z.enum(['buy', 'sell']).nullable(),
          price: money,
          updatedAt: instant.nullable(),
          isStale: z.boolean(),
        }),
      ),
      methods: z.array(methodEstimate),
      /** When the catalogue and the market prices were read; null: never. */
      methodsAsOf: instant.nullable(),
      ratesAsOf: instant.nullable(),
      /** Why either could not be read again the last time. */
      failure: failureCodec.optional(),
    }),
  }),
} as const;
