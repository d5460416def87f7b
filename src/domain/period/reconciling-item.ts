// A reconciling item: why a reported balance is not the calculated one, as a person knows it. It stays as it was written; clearing it is written beside it.
import { z } from 'zod';
import { instant, money, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** What kind of cause a person names. */
export const ITEM_KINDS = [
  /** One side has it in another period: it clears by itself. */
  'timing',
  /** Taken on the dashboard, and in no record of the API. */
  'fee',
  /** One side was wrong and is put right. */
  'correction',
  /** Money that was moved by hand. */
  'manual-movement',
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export const MAX_ITEM_TEXT = 500;
/** Of one business, cleared ones with them. */
export const MAX_ITEMS = 1_000;

export const RECONCILING_ITEM = z.object({
  id: z.string(),
  token: z.string(),
  kind: z.enum(ITEM_KINDS),
  /** What the reported balance has more than the calculated one because of it; negative: less. */
  amount: money,
  /** The day that it is of, "2026-10-31": it counts in every period that ends after it, until it is cleared. */
  day: z.string(),
  text: z.string(),
  /** A reference, a link, or where the paper lies. */
  evidence: textOrNull,
  addedAt: instant,
  addedBy: z.string(),
  /** It counts in no period that ends after `day`. */
  cleared: z.object({ day: z.string(), reason: z.string(), at: instant, by: z.string() }).nullable(),
});
export type ReconcilingItem = ToldOf<typeof RECONCILING_ITEM>;

/** An item as it stands in a statement: open at its end. */
export const OPEN_ITEM = RECONCILING_ITEM.omit({ token: true, cleared: true }).extend({
  /** Whole days from its own day to the last of the period. */
  ageDays: natural,
  /** It is of a day before the period: an earlier one has not cleared it. */
  isCarried: z.boolean(),
});
export type OpenItem = ToldOf<typeof OPEN_ITEM>;
