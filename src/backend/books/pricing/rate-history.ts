// Prices of readings of the rates, kept for good but thinned as they grow old (docs/rate-history.md): a price is as it was read or not there at all.
import { shapeReader } from '../kernel/json.ts';
import {
  HOURLY_DAYS,
  type PairPrice,
  RATE_GAP_MS,
  type RatePoint,
  type RATE_HISTORY_LIST,
  type RunPoint,
  WHOLE_DAYS,
  RATE_POINT,
} from '../../../domain/pricing/rate-history.ts';
import type { ListSelection } from '../../../domain/kernel/list.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { cellInteger, cellText, readCount, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { type PageOf, rowReader, type Window, limitAndOffset } from '../../sqlite/rows.ts';
import { ownInstant } from '../kernel/activity.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';
import { FilterTerms } from '../kernel/filter-terms.ts';

const DAY_MS = 86_400_000;
/** Sides of markets that are kept of a business. */
const MOST_PAIRS = 64;
/** Closer readings of a run replace one another. */
const SPACING_MS = 10 * 60_000;
/** Nothing is kept for longer. */
const KEPT_MS = 5 * 366 * DAY_MS;

const PAIR = {
  id: readInteger,
  currency: readText,
  source: readTextOrNull,
  side: readTextOrNull,
  lastAt: readText,
  keptAt: readText,
  run: readInteger,
};
const readPair = rowReader(PAIR);

/** `rates.note`: the prices of an answer. One that is not later than the last of its pair says nothing. */
export function noteRates(
  { database }: BooksContext,
  { profileId, prices, asOf }: OfProfile & { readonly prices: readonly PairPrice[]; readonly asOf: string },
): void {
  const atMs = toEpochMs(asOf);
  if (atMs === null) return;
  const at = fromEpochMs(atMs);
  for (const price of prices) notePrice(database, { profileId, at, atMs, ...price });
}

function notePrice(
  database: SqliteDatabase,
  reading: OfProfile & PairPrice & { readonly at: string; readonly atMs: number },
): void {
  const { profileId, currency, source, side, at, atMs, price } = reading;
  const sql = 'SELECT * FROM rate_pairs WHERE profile_id = ? AND currency = ? AND source IS ? AND side IS ?';
  const row = database.get(sql, profileId, currency, source, side);
  if (row === null) {
    const count = readCount(database.get('SELECT count(*) AS n FROM rate_pairs WHERE profile_id = ?', profileId));
    if (count >= MOST_PAIRS) return;
    const insert = `INSERT INTO rate_pairs (profile_id, currency, source, side, last_at, kept_at, run)
      VALUES (@profileId, @currency, @source, @side, @at, @at, 1) RETURNING id`;
    const made = database.get(insert, { profileId, currency, source, side, at });
    if (made !== null) addPoint(database, readInteger(made, 'id'), { at, price, run: 1 });
    return;
  }
  const pair = readPair(row);
  const lastMs = toEpochMs(pair.lastAt) ?? 0;
  if (atMs <= lastMs) return;
  const isGap = atMs - lastMs > RATE_GAP_MS;
  const isClose = pair.lastAt !== pair.keptAt && lastMs - (toEpochMs(pair.keptAt) ?? 0) < SPACING_MS;
  // The last reading before a gap is where the gap begins.
  if (isClose && !isGap) database.run('DELETE FROM rate_points WHERE pair = ? AND at = ?', pair.id, pair.lastAt);
  const run = isGap ? pair.run + 1 : pair.run;
  const keptAt = isGap ? at : isClose ? pair.keptAt : pair.lastAt;
  addPoint(database, pair.id, { at, price, run });
  database.run('UPDATE rate_pairs SET last_at = ?, kept_at = ?, run = ? WHERE id = ?', at, keptAt, run, pair.id);
  if (at.slice(0, DAY) !== pair.lastAt.slice(0, DAY)) thin(database, pair.id, atMs);
}

const [DAY, HOUR] = ['2026-11-21'.length, '2026-11-21T14'.length];

function addPoint(database: SqliteDatabase, pair: number, { at, price, run }: RunPoint): void {
  database.run('INSERT INTO rate_points (pair, at, price, run) VALUES (?, ?, ?, ?)', pair, at, price, run);
}

/** Once a day. */
function thin(database: SqliteDatabase, pair: number, nowMs: number): void {
  const [whole, hourly, gone] = [WHOLE_DAYS * DAY_MS, HOURLY_DAYS * DAY_MS, KEPT_MS].map((ms) =>
    fromEpochMs(nowMs - ms),
  );
  const ends = `SELECT min(at) FROM rate_points WHERE pair = @pair GROUP BY run
    UNION SELECT max(at) FROM rate_points WHERE pair = @pair GROUP BY run`;
  const keepFirst = (of: number): string => `DELETE FROM rate_points WHERE pair = @pair AND at < @before AND at NOT IN (
    ${ends} UNION SELECT min(at) FROM rate_points WHERE pair = @pair AND at < @before GROUP BY substr(at, 1, ${of}))`;
  database.run(keepFirst(HOUR), { pair, before: whole ?? '' });
  database.run(keepFirst(DAY), { pair, before: hourly ?? '' });
  database.run('DELETE FROM rate_points WHERE pair = ? AND at < ?', pair, gone ?? '');
}

/** The sides of the markets of a currency with their points in [from, to), oldest first. For whoever has the books open. */
export function* eachRatePair(
  database: SqliteDatabase,
  query: OfProfile & { readonly currency: string; readonly from: string; readonly to: string },
): IterableIterator<{
  readonly source: string | null;
  readonly side: string | null;
  readonly points: Iterable<RunPoint>;
}> {
  const { profileId, currency } = query;
  const [from, to] = [ownInstant(query.from) ?? '', ownInstant(query.to) ?? ''];
  const pairs = database.all(
    'SELECT * FROM rate_pairs WHERE profile_id = ? AND currency = ? ORDER BY source, side',
    profileId,
    currency,
  );
  for (const { id, source, side } of pairs.map(readPair))
    yield { source, side, points: eachPoint(database, id, from, to) };
}

function* eachPoint(database: SqliteDatabase, pair: number, from: string, to: string): IterableIterator<RunPoint> {
  const sql = 'SELECT at, price, run FROM rate_points WHERE pair = ? AND at >= ? AND at < ? ORDER BY at';
  for (const [at, price, run] of database.iterate(sql, pair, from, to))
    yield { at: cellText(at), price: cellText(price), run: cellInteger(run) };
}

/** The currencies that are remembered, and since when. For whoever has the books open. */
export function rateCurrencies(
  database: SqliteDatabase,
  profileId: string,
): { readonly currencies: readonly string[]; readonly since: string | null } {
  const names = database.all(
    'SELECT DISTINCT currency FROM rate_pairs WHERE profile_id = ? ORDER BY currency',
    profileId,
  );
  const first = database.get(
    `SELECT min((SELECT min(at) FROM rate_points WHERE pair = p.id)) AS at FROM rate_pairs AS p WHERE profile_id = ?`,
    profileId,
  );
  return {
    currencies: names.map((row) => readText(row, 'currency')),
    since: first === null ? null : readTextOrNull(first, 'at'),
  };
}

const readPoint = shapeReader(RATE_POINT);

/** Points of a filter. Throws FailureError `invalid-input`. */
export function ratePointPage(
  { database }: BooksContext,
  { profileId, filter, sort, ...window }: OfProfile & ListSelection<typeof RATE_HISTORY_LIST> & Window,
): PageOf<RatePoint> {
  const terms = new FilterTerms();
  terms.add('p.profile_id = ?', profileId);
  terms.oneOf('p.currency', filter.currency);
  terms.bound('r.at >= ?', 'filter.from', filter.from, ownInstant);
  terms.bound('r.at < ?', 'filter.to', filter.to, ownInstant);
  const { sql, parameters } = terms.where();
  const from = `FROM rate_pairs AS p CROSS JOIN rate_points AS r ON r.pair = p.id ${sql}`;
  const order = sort[0]?.direction === 'asc' ? 'ASC' : 'DESC';
  const afterGap =
    'NOT EXISTS (SELECT 1 FROM rate_points AS b WHERE b.pair = r.pair AND b.at < r.at AND b.run = r.run)';
  const page = `SELECT p.currency, p.source, p.side, r.at, r.price, ${afterGap} AS after_gap ${from}
    ORDER BY r.at ${order}, p.id LIMIT ? OFFSET ?`;
  return {
    rows: database.all(page, ...parameters, ...limitAndOffset(window, 1000)).map(readPoint),
    total: readCount(database.get(`SELECT count(*) AS n ${from}`, ...parameters)),
  };
}
