// How many of the invoices that were created were paid, by payment method and over time. Shapes only.
import { z } from 'zod';
import { instant, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';

const counts = {
  created: natural,
  /** Of these, in status `success` by now. */
  paid: natural,
  /** Of these, pending: they may be paid yet. */
  open: natural,
} as const;

export const PAID_OF_SPAN = z.object(counts);
export type PaidOfSpan = ToldOf<typeof PAID_OF_SPAN>;

export const PAID_OF_METHOD = z.object({
  /** As the invoices name it; null where they name none. */
  method: textOrNull,
  ...counts,
});
export type PaidOfMethod = ToldOf<typeof PAID_OF_METHOD>;

export const PAID_SHARES = z.object({
  /** Where the first span begins, on a full hour of UTC. */
  from: instant,
  spanMs: natural,
  /** By the time of creation, one after the other. */
  spans: z.array(PAID_OF_SPAN),
  /** Of the whole time, every method, most created first; at most 200. */
  methods: z.array(PAID_OF_METHOD),
  /** Invoices of all time without a readable time of creation: they are in no span and no method. */
  undated: natural,
});
export type PaidShares = ToldOf<typeof PAID_SHARES>;
