// Filters, sorting and paging as calls take them, as the domain declares them, bounded on every side.
import { z } from 'zod';
import { type FilterField, type FilterFields, type FilterOf, MOST_IDS, type Sort } from '../../domain/kernel/list.ts';
import { REASON_CHARACTERS } from '../../domain/kernel/reason.ts';
import { count, typedMoney } from '../../domain/kernel/shape.ts';
import { instantKey } from '../../domain/kernel/time/time.ts';

/** Rows per page; a screen never needs more at once and a frame stays small. */
export const MAX_PAGE_ROWS = 200;
/** At most four keys; ties are broken by uuid, of invoices of one status, method, customer, amount or net amount the newest first. */
export const MAX_SORT_KEYS = 4;

export const bound = z
  .string()
  .max(64)
  .refine((text) => instantKey(text) !== null, 'neither an instant (2026-11-01T00:00:00Z) nor a date (2026-11-01)');
export const word = z.string().min(1).max(256);
export const words = z.array(word).max(100);
/** An id as people paste it: never empty, never longer than the API's longest. */
export const identCodec = z.string().min(1).max(256);
/** Ids that the caller makes: a uuid, or anything as random. */
export const intentIdCodec = z
  .string()
  .min(8)
  .max(128)
  .regex(/^[A-Za-z0-9._:-]+$/);

/** Why, for those who have to understand it later; it stands in the audit log. */
export const reasonCodec = z.string().trim().min(REASON_CHARACTERS.least).max(REASON_CHARACTERS.most);

function fieldCodec(field: FilterField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string().max(256);
    case 'word':
      return word;
    case 'id':
      return intentIdCodec;
    case 'words':
      return words;
    case 'ids':
      return z.array(word).max(MOST_IDS);
    case 'words-or-none':
      return z.array(z.string().max(64)).max(100);
    case 'codes':
      return z.array(z.number().int().min(0).max(999)).max(100);
    case 'flag':
      return z.boolean();
    case 'bound':
      return bound;
    case 'known':
      return z.array(z.enum(field.words)).max(field.words.length);
    case 'choice':
      return z.enum(field.words);
    case 'amount':
      return z.strictObject({
        of: z.array(z.enum(field.of)).max(field.of.length).optional(),
        from: typedMoney.optional(),
        to: typedMoney.optional(),
      });
  }
}

/** Made once a declaration, so that what several calls take is one schema. */
const made = new WeakMap<object, z.ZodType>();
function once<Declared extends object>(declared: Declared, make: (declared: Declared) => z.ZodType): z.ZodType {
  const kept = made.get(declared) ?? make(declared);
  made.set(declared, kept);
  return kept;
}

interface Filtered<F extends FilterFields> {
  readonly filter: F;
}
type FilterCodec<F extends FilterFields> = z.ZodType<FilterOf<Filtered<F>>, FilterOf<Filtered<F>>>;

export function filterCodec<F extends FilterFields>(of: Filtered<F>): FilterCodec<F>;
export function filterCodec({ filter }: Filtered<FilterFields>): z.ZodType {
  return once(filter, (fields) =>
    z.strictObject(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldCodec(field).optional()])),
    ),
  );
}

interface Sorted<Field extends string> {
  readonly sort: readonly [Field, ...Field[]];
}
type SortCodec<Field extends string> = z.ZodType<readonly Sort<Field>[], readonly Sort<Field>[]>;

/** The order of a list. */
export function sortCodec<Field extends string>(of: Sorted<Field>): SortCodec<Field>;
export function sortCodec({ sort }: Sorted<string>): z.ZodType {
  return once(sort, (fields) =>
    z.array(z.strictObject({ by: z.enum(fields), direction: z.enum(['asc', 'desc']) })).max(MAX_SORT_KEYS),
  );
}

export const paging = {
  offset: z.number().int().min(0).max(100_000_000),
  limit: z.number().int().min(1).max(MAX_PAGE_ROWS),
} as const;

/** The values that occur, each with how often. */
export const facet = z.array(z.object({ value: z.string(), count }));

export const narrowedBy = <F extends FilterFields>(list: Filtered<F>) => ({ filter: filterCodec(list).default({}) });
export const sortedBy = <Field extends string>(list: Sorted<Field>) => ({ sort: sortCodec(list).default([]) });
export const pageOf = <F extends FilterFields, Field extends string>(list: Filtered<F> & Sorted<Field>) => ({
  ...narrowedBy(list),
  ...sortedBy(list),
  ...paging,
});
