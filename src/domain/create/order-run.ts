// Orders that are created out of a file, one after the other: how each of them stands.

/** How an order of a file stands for people. */
export const ORDER_STANDINGS = [
  'waiting',
  'running',
  'created',
  /** The API had it already, over the same money. */
  'existing',
  /** The API has another one under its external_id, or a closed one. */
  'conflict',
  'refused',
  /** It may have been created; it is looked up. */
  'unknown',
  /** The check of the file has left it out. */
  'left',
  'cancelled',
] as const;
export type OrderStanding = (typeof ORDER_STANDINGS)[number];
