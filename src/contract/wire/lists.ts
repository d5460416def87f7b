// Filters, sorting and paging as calls take them, bounded on every side.
import { z } from 'zod';
import { ADJUSTED_SORT_FIELDS } from '../../domain/adjusted.ts';
import { INVOICE_AMOUNTS, WITHDRAWAL_AMOUNTS } from '../../domain/amount-filter.ts';
import { DESK_STATES } from '../../domain/desk.ts';
import { INVOICE_SORT_FIELDS } from '../../domain/invoice.ts';
import { isMoney } from '../../domain/money.ts';
import { instantKey } from '../../domain/time.ts';
import { WITHDRAWAL_SORT_FIELDS } from '../../domain/withdrawal.ts';

/** Rows per page; a screen never needs more at once and a frame stays small. */
export const MAX_PAGE_ROWS = 200;

export const bound = z
  .string()
  .max(64)
  .refine((text) => instantKey(text) !== null, 'neither an instant (2026-11-01T00:00:00Z) nor a date (2026-11-01)');
export const word = z.string().min(1).max(256);
export const words = z.array(word).max(100);

const amount = z.string().refine(isMoney, 'not an amount in the accepted notation (49.90)');
/** Both bounds are inside; `of`: any of these amounts, absent or empty any that there is. */
export const amountFilterCodec = <Of extends string>(amounts: readonly [Of, ...Of[]]) =>
  z.strictObject({
    of: z.array(z.enum(amounts)).max(amounts.length).optional(),
    from: amount.optional(),
    to: amount.optional(),
  });

export const invoiceFilterCodec = z.strictObject({
  status: words.optional(),
  currency: words.optional(),
  adjusted: z.boolean().optional(),
  missing: z.boolean().optional(),
  text: z.string().max(256).optional(),
  customerId: word.optional(),
  method: word.optional(),
  createdFrom: bound.optional(),
  createdTo: bound.optional(),
  finishedFrom: bound.optional(),
  finishedTo: bound.optional(),
  /** Created or finished then. */
  dayFrom: bound.optional(),
  dayTo: bound.optional(),
  amount: amountFilterCodec(INVOICE_AMOUNTS).optional(),
  webhook: z.array(z.enum(DESK_STATES)).max(DESK_STATES.length).optional(),
});

export const withdrawalFilterCodec = z.strictObject({
  status: words.optional(),
  missing: z.boolean().optional(),
  token: words.optional(),
  network: words.optional(),
  text: z.string().max(256).optional(),
  createdFrom: bound.optional(),
  createdTo: bound.optional(),
  processedFrom: bound.optional(),
  processedTo: bound.optional(),
  amount: amountFilterCodec(WITHDRAWAL_AMOUNTS).optional(),
  address: word.optional(),
});

export const direction = z.enum(['asc', 'desc']);
/** At most four keys; ties are broken by uuid. */
export const MAX_SORT_KEYS = 4;

export const invoiceSortCodec = z
  .array(z.strictObject({ by: z.enum(INVOICE_SORT_FIELDS), direction }))
  .max(MAX_SORT_KEYS);
export const withdrawalSortCodec = z
  .array(z.strictObject({ by: z.enum(WITHDRAWAL_SORT_FIELDS), direction }))
  .max(MAX_SORT_KEYS);

export const adjustedSortCodec = z
  .array(z.strictObject({ by: z.enum(ADJUSTED_SORT_FIELDS), direction }))
  .max(MAX_SORT_KEYS);

export const paging = {
  offset: z.number().int().min(0).max(100_000_000),
  limit: z.number().int().min(1).max(MAX_PAGE_ROWS),
} as const;

/** An id as people paste it: never empty, never longer than the API's longest. */
export const identCodec = z.string().min(1).max(256);
/** Ids that the caller makes: a uuid, or anything as random. */
export const intentIdCodec = z
  .string()
  .min(8)
  .max(128)
  .regex(/^[A-Za-z0-9._:-]+$/);
