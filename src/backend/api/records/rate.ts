// Reading exchange rates (specification, "Rate"): most fields have no name there and are found by their values.
import { compareMoney, isMoney } from '../../../domain/kernel/money/money.ts';
import { RATE, type Rate } from '../../../domain/records/rate.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import { isObject, type JsonObject } from '../../../domain/records/json.ts';
import { type FieldReader, readBy } from '../../../domain/records/read.ts';
import { type Reading, type ReadList, readRecord, readRecords } from './records.ts';

/** Our names of the fields that have none in the specification, and the API's name of each; null when not found. */
export interface RateNames {
  readonly asset: string | null;
  readonly side: string | null;
  readonly source: string | null;
  readonly min: string | null;
  readonly max: string | null;
}

const NAMED = new Set(['currency', 'price', 'updated_at']);
const SIDE = /^(?:buy|sell)$/i;
const SOURCE_NAME = /source|market|exchange|provider|platform|venue/i;
const SOURCE_UNITS = 64;

export async function readRates(sources: readonly unknown[]): Promise<ReadList<Rate>> {
  const names = findRateNames(sources);
  return readRecords(sources, (source) => readRate(source, names));
}

/** One rate, with the names that were found for its list. */
export function readRate(source: unknown, names: RateNames): Reading<Rate> {
  return readRecord(RATE.noun, source, (object) => readBy(RATE.noun, object, (fields) => rateOf(fields, names)));
}

function rateOf(fields: FieldReader, names: RateNames): Rate {
  const rate = {
    asset: names.asset === null ? null : fields.text(names.asset, 64),
    currency: readRateCurrency(fields),
    side: readSide(fields, names.side),
    source: names.source === null ? null : fields.text(names.source, SOURCE_UNITS),
    price: fields.money('price'),
    min_amount: names.min === null ? null : fields.money(names.min),
    max_amount: names.max === null ? null : fields.money(names.max),
    updated_at: fields.text('updated_at', 64),
  };
  const { min, max, ...others } = names;
  const found = Object.entries({ ...others, min_amount: min, max_amount: max });
  const foundByValue = Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== null));
  return { ...rate, found_by_value: foundByValue, extra: fields.extra() };
}

/** The sample of the specification shows text; everywhere else a currency is an object with a code. */
function readRateCurrency(fields: FieldReader): string | null {
  const value = fields.value('currency');
  if (isObject(value) && typeof value.code === 'string' && value.code.length <= 64) {
    fields.note('currency', 'an object instead of text');
    return value.code;
  }
  return fields.text('currency', 64);
}

function readSide(fields: FieldReader, name: string | null): 'buy' | 'sell' | null {
  if (name === null) return null;
  const text = fields.text(name, 64)?.toLowerCase() ?? null;
  if (text === 'buy' || text === 'sell' || text === null) return text;
  return fields.note(name, 'neither buy nor sell');
}

/** Which field is which, judged over all rows so that one odd row does not change the names of the others. */
export function findRateNames(sources: readonly unknown[]): RateNames {
  const rows = sources.filter(isObject);
  const columns = columnsOf(rows);
  const taken = new Set<string>(NAMED);
  const take = (name: string | null): string | null => {
    if (name !== null) taken.add(name);
    return name;
  };
  const free = (): [string, readonly unknown[]][] => [...columns].filter(([name]) => !taken.has(name));
  const asset = take(mostly(free(), (value) => typeof value === 'string' && value.toUpperCase() === 'USDT'));
  const side = take(mostly(free(), (value) => typeof value === 'string' && SIDE.test(value)));
  const byName = (part: RegExp): string | null =>
    free().find(([name, values]) => part.test(name) && isAmountLike(values))?.[0] ?? null;
  let min = take(byName(/min/i));
  let max = take(byName(/max/i));
  if (min === null && max === null) {
    [min, max] = byOrder(free(), rows);
    take(min);
    take(max);
  }
  return { asset, side, source: findSource(free()), min, max };
}

/** Of more fields than this a rate's own are not looked for: they are compared two by two. */
const MAX_COLUMNS = 32;

function columnsOf(rows: readonly JsonObject[]): ReadonlyMap<string, readonly unknown[]> {
  const columns = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (value === null) continue;
      const values = columns.get(name);
      if (values === undefined && columns.size >= MAX_COLUMNS) continue;
      if (values === undefined) columns.set(name, [value]);
      else values.push(value);
    }
  }
  return columns;
}

/** The column in which more than half of the values pass; of several the one with the most. */
function mostly(columns: readonly [string, readonly unknown[]][], passes: (value: unknown) => boolean): string | null {
  let best: string | null = null;
  let bestCount = 0;
  for (const [name, values] of columns) {
    const count = values.filter(passes).length;
    if (count * 2 > values.length && count > bestCount) {
      best = name;
      bestCount = count;
    }
  }
  return best;
}

/** JSON numbers count as amounts here, so that they are recognised and the row is quarantined for them. */
function isAmountLike(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'number' || typeof value === 'string');
}

/** Columns are compared two by two and row by row, so there are bounds to both. */
const MAX_AMOUNTS = 6;
const JUDGED_ROWS = 200;

/** The fall-back for minimum and maximum: two amount columns of which one is never above the other. */
function byOrder(
  columns: readonly [string, readonly unknown[]][],
  rows: readonly JsonObject[],
): [string | null, string | null] {
  const judged = rows.slice(0, JUDGED_ROWS);
  const amounts = columns
    .filter(([, values]) => values.length * 2 >= rows.length && values.every(isMoney))
    .slice(0, MAX_AMOUNTS)
    .map(([name]) => name);
  for (const low of amounts) {
    for (const high of amounts) {
      if (low !== high && ordered(judged, low, high)) return [low, high];
    }
  }
  return [null, null];
}

function ordered(rows: readonly JsonObject[], low: string, high: string): boolean {
  let strictly = false;
  for (const row of rows) {
    const left = row[low];
    const right = row[high];
    if (!isMoney(left) || !isMoney(right)) continue;
    const order = compareMoney(left, right);
    if (order > 0) return false;
    strictly ||= order < 0;
  }
  return strictly;
}

/** The source: a short text that is no instant; a telling name first, then one that varies, then the only one left. */
function findSource(columns: readonly [string, readonly unknown[]][]): string | null {
  const texts = columns.filter(([, values]) => values.every(isShortWord));
  const telling = texts.find(([name]) => SOURCE_NAME.test(name));
  if (telling !== undefined) return telling[0];
  const varying = texts.filter(([, values]) => new Set(values).size > 1);
  varying.sort(([, left], [, right]) => new Set(left).size - new Set(right).size);
  return varying[0]?.[0] ?? (texts.length === 1 ? (texts[0]?.[0] ?? null) : null);
}

function isShortWord(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= SOURCE_UNITS &&
    toEpochMs(value) === null &&
    !isMoney(value)
  );
}
