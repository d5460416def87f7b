// What one reading of the catalogue shows otherwise than the readings before it. The API dates no change: it lies between the last reading that
// showed the old value and the first that showed the new one, and nothing closer is known. Pure.
import { z } from 'zod';
import * as by from '../kernel/list.ts';
import { defineList, type FilterOf } from '../kernel/list.ts';
import { sameMoney } from '../kernel/money/money.ts';
import { count, countOrNull, instant, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';
import type { PaymentMethod } from '../records/payment-method.ts';

/** What is watched of an entry, under the API's names (specification, "Payment method"); `listed`: whether it is in the catalogue at all. */
export const CATALOGUE_FIELDS = [
  'listed',
  'name',
  'currency',
  'min_amount',
  'max_amount',
  'total_commission_percent',
  'client_commission_percent',
  'merchant_commission_percent',
] as const;
export type CatalogueField = (typeof CATALOGUE_FIELDS)[number];

/** Those whose change costs somebody money. */
export const FEE_FIELDS = [
  'total_commission_percent',
  'client_commission_percent',
  'merchant_commission_percent',
] as const satisfies readonly CatalogueField[];

const AMOUNTS = ['min_amount', 'max_amount', ...FEE_FIELDS] as const;

/** Characters of a name and of a code that are kept. */
const NAME_CHARACTERS = 256;

export const CATALOGUE_ENTRY = z.object({
  id: countOrNull,
  name: z.string(),
  currency: z.string(),
  min_amount: moneyOrNull,
  max_amount: moneyOrNull,
  total_commission_percent: moneyOrNull,
  client_commission_percent: moneyOrNull,
  merchant_commission_percent: moneyOrNull,
});
export type CatalogueEntry = ToldOf<typeof CATALOGUE_ENTRY>;

/** An entry as readings have shown it. */
export const KNOWN_ENTRY = z.object({
  entry: CATALOGUE_ENTRY,
  isListed: z.boolean(),
  /** The last reading that showed it, server time. */
  seenAt: instant,
});
type KnownEntry = ToldOf<typeof KNOWN_ENTRY>;

export const KNOWN_CATALOGUE = z.object({
  /** The last reading without an entry that could not be read: what it did not show was not there. Null before one. */
  wholeAt: instant.nullable(),
  entries: z.array(KNOWN_ENTRY),
});
export type KnownCatalogue = ToldOf<typeof KNOWN_CATALOGUE>;

/** A value that moved. Of `listed` the values are `yes` and `no`, and `before` is null for what was never there. */
export const MOVED = z.object({
  /** As the API names the entry after the change; the id is null where it gives none. */
  methodId: countOrNull,
  method: z.string(),
  currency: z.string(),
  field: z.enum(CATALOGUE_FIELDS),
  before: textOrNull,
  after: textOrNull,
  /** The last reading that showed what was before, and the first that showed what is after: server time. */
  unseenAt: instant,
  seenAt: instant,
});
export type Moved = ToldOf<typeof MOVED>;

/** A change as it is told, with the invoices by that name and currency that were created since it was seen, and between the two readings. */
export const CATALOGUE_CHANGE = MOVED.extend({ id: count, invoicesSince: count, invoicesBetween: count });
export type CatalogueChange = ToldOf<typeof CATALOGUE_CHANGE>;

/** The newest first, unless it is asked for the other way round. */
export const CATALOGUE_CHANGE_LIST = defineList({
  filter: {
    method: by.words,
    currency: by.words,
    field: by.known(CATALOGUE_FIELDS),
    /** When it was first seen, half-open, UTC. */
    seenFrom: by.bound,
    seenTo: by.bound,
  },
  sort: ['seenAt'],
});
export type CatalogueChangeFilter = FilterOf<typeof CATALOGUE_CHANGE_LIST>;

/** Entries that have left the catalogue and are still known when they come back, the last of them. */
const MOST_GONE = 1_000;

/** What is watched of an entry of the catalogue: everything else may come and go. */
export function entryOf(method: PaymentMethod): CatalogueEntry {
  return {
    id: method.id,
    name: method.name.slice(0, NAME_CHARACTERS),
    currency: method.currency.code.slice(0, NAME_CHARACTERS),
    min_amount: method.min_amount,
    max_amount: method.max_amount,
    total_commission_percent: method.total_commission_percent,
    client_commission_percent: method.client_commission_percent,
    merchant_commission_percent: method.merchant_commission_percent,
  };
}

/**
 * What is known after a reading, and what moved. `isWhole`: every entry of it could be read; else what it does not show may be among those that
 * could not, and nothing is said of it. The first reading moves nothing. The order of entries says nothing. An entry is known again by its id, and
 * where one side has none by name and currency; of several that are called alike those with the same values are the same, and one that is then left
 * over on either side is the one that changed.
 */
export function afterReading(
  before: KnownCatalogue | null,
  reading: { readonly entries: readonly CatalogueEntry[]; readonly isWhole: boolean; readonly asOf: string },
): { readonly known: KnownCatalogue; readonly moved: readonly Moved[] } {
  const { asOf, isWhole } = reading;
  const fresh = (entry: CatalogueEntry): KnownEntry => ({ entry, isListed: true, seenAt: asOf });
  if (before === null) {
    return { known: { wholeAt: isWhole ? asOf : null, entries: reading.entries.map(fresh) }, moved: [] };
  }
  const { pairs, left, come } = matched(before.entries, reading.entries);
  const { wholeAt } = before;
  const moved: Moved[] = [];
  for (const [was, entry] of pairs) {
    const listed = { before: was.isListed ? 'yes' : 'no', after: 'yes' };
    if (!was.isListed) moved.push(movedOf(entry, 'listed', listed, [wholeAt ?? was.seenAt, asOf]));
    for (const field of CATALOGUE_FIELDS) {
      if (field === 'listed' || isSame(field, was.entry[field], entry[field])) continue;
      moved.push(movedOf(entry, field, { before: was.entry[field], after: entry[field] }, [was.seenAt, asOf]));
    }
  }
  // Before a reading that was whole nobody knows that it was not there.
  for (const entry of wholeAt === null ? [] : come)
    moved.push(movedOf(entry, 'listed', { before: null, after: 'yes' }, [wholeAt ?? asOf, asOf]));
  const gone = isWhole ? left.filter(({ isListed }) => isListed) : [];
  for (const { entry, seenAt } of gone)
    moved.push(movedOf(entry, 'listed', { before: 'yes', after: 'no' }, [seenAt, asOf]));
  const absent = left.map((one) => (isWhole ? { ...one, isListed: false } : one));
  const old = absent.filter(({ isListed }) => !isListed).toSorted((a, b) => (a.seenAt < b.seenAt ? -1 : 1));
  const entries = [
    ...reading.entries.map(fresh),
    ...absent.filter(({ isListed }) => isListed),
    ...old.slice(-MOST_GONE),
  ];
  return { known: { wholeAt: isWhole ? asOf : wholeAt, entries }, moved };
}

function movedOf(
  { id, name, currency }: CatalogueEntry,
  field: CatalogueField,
  { before, after }: Pick<Moved, 'before' | 'after'>,
  [unseenAt, seenAt]: readonly [string, string],
): Moved {
  return { methodId: id, method: name, currency, field, before, after, unseenAt, seenAt };
}

/** "2.4" and "2.40" are one fee. */
function isSame(field: CatalogueField, left: string | null, right: string | null): boolean {
  if (left === null || right === null || left === right) return left === right;
  return AMOUNTS.some((name) => name === field) && sameMoney(left, right);
}

function isAlike(left: CatalogueEntry, right: CatalogueEntry): boolean {
  return CATALOGUE_FIELDS.every((field) => field === 'listed' || isSame(field, left[field], right[field]));
}

interface Matched {
  readonly pairs: readonly (readonly [KnownEntry, CatalogueEntry])[];
  readonly left: readonly KnownEntry[];
  readonly come: readonly CatalogueEntry[];
}

function matched(known: readonly KnownEntry[], fresh: readonly CatalogueEntry[]): Matched {
  const nameOf = ({ name, currency }: CatalogueEntry): string => JSON.stringify([name, currency]);
  const byId = matchedBy(known, fresh, ({ id }) => (id === null ? null : `${id}`));
  const withoutId = byId.left.filter(({ entry }) => entry.id === null);
  const byName = matchedBy(withoutId, byId.come, nameOf);
  const withId = byId.left.filter(({ entry }) => entry.id !== null);
  const lost = matchedBy(
    withId,
    byName.come.filter(({ id }) => id === null),
    nameOf,
  );
  return {
    pairs: [...byId.pairs, ...byName.pairs, ...lost.pairs],
    left: [...byName.left, ...lost.left],
    come: [...byName.come.filter(({ id }) => id !== null), ...lost.come],
  };
}

/** Pairs those of one key with one another; what has no key is left. */
function matchedBy(
  known: readonly KnownEntry[],
  fresh: readonly CatalogueEntry[],
  keyOf: (entry: CatalogueEntry) => string | null,
): Matched {
  const pairs: (readonly [KnownEntry, CatalogueEntry])[] = [];
  const groups = Map.groupBy(known, ({ entry }) => keyOf(entry));
  const left: KnownEntry[] = [...(groups.get(null) ?? [])];
  groups.delete(null);
  const come: CatalogueEntry[] = [];
  for (const [key, entries] of Map.groupBy(fresh, keyOf)) {
    const own = key === null ? [] : (groups.get(key) ?? []);
    if (key !== null) groups.delete(key);
    const found = matchedAlike(own, entries);
    pairs.push(...found.pairs);
    left.push(...found.left);
    come.push(...found.come);
  }
  left.push(...[...groups.values()].flat());
  return { pairs, left, come };
}

function matchedAlike(known: readonly KnownEntry[], fresh: readonly CatalogueEntry[]): Matched {
  const pairs: (readonly [KnownEntry, CatalogueEntry])[] = [];
  const left = known.toSorted((a, b) => Number(b.isListed) - Number(a.isListed));
  const come: CatalogueEntry[] = [];
  for (const entry of fresh) {
    const at = left.findIndex((one) => isAlike(one.entry, entry));
    const [was] = at === -1 ? [] : left.splice(at, 1);
    if (was === undefined) come.push(entry);
    else pairs.push([was, entry]);
  }
  const listed = left.filter(({ isListed }) => isListed);
  const [was, another] = listed.length > 0 ? listed : left;
  const [only, more] = come;
  if (was !== undefined && another === undefined && only !== undefined && more === undefined) {
    return { pairs: [...pairs, [was, only]], left: left.filter((one) => one !== was), come: [] };
  }
  return { pairs, left, come };
}
