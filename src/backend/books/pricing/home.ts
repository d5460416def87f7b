// The home currency of a business and its rates: every choice and every rate stays as it was saved, and the last one holds.
import { shapeReader } from '../kernel/json.ts';
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { type HomeBook, type HomeRate, MAX_HOME_RATES, HOME_RATE } from '../../../domain/pricing/home-value.ts';
import { readCount, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { named } from '../../sqlite/rows.ts';
import { changedSince, note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../kernel/context.ts';

/** Null: there is none. For whoever has the books open. */
export function homeCurrencyOf(database: SqliteDatabase, profileId: string): string | null {
  const row = database.get(
    'SELECT currency FROM home_currencies WHERE profile_id = ? ORDER BY id DESC LIMIT 1',
    profileId,
  );
  return row === null ? null : readTextOrNull(row, 'currency');
}

const readRate = shapeReader(HOME_RATE, {
  from: named('from_day', readText),
  to: named('to_day', readText),
  savedAt: named('at', readText),
  savedBy: named('os_user', readText),
});

/** In the present home currency, oldest first; null where there is none. For whoever has the books open. */
export function homeBookOf(
  database: SqliteDatabase,
  profileId: string,
): (HomeBook & { readonly rates: readonly HomeRate[] }) | null {
  const currency = homeCurrencyOf(database, profileId);
  if (currency === null) return null;
  const sql = 'SELECT * FROM home_rates WHERE profile_id = ? AND home = ? ORDER BY id';
  return { currency, rates: database.all(sql, profileId, currency).map(readRate) };
}

/** `home.get` */
export function getHome({ database }: BooksContext, { profileId }: OfProfile): ReturnType<typeof homeBookOf> {
  return homeBookOf(database, profileId);
}

/** `home.set`: another one, or none; the rates of every one stay. Answers false when it is so already. Throws FailureError `changed-since` when somebody else has changed it since it was seen. */
export function setHome(
  context: BooksContext,
  { currency, before, ...deed }: Deed & { readonly currency: string | null; readonly before: string | null },
): boolean {
  const { database } = context;
  const { profileId, at, osUser } = deed;
  const known = homeCurrencyOf(database, profileId);
  if (known === currency) return false;
  if (known !== before) throw new FailureError(changedSince(context, { profileId, actions: ['set-home-currency'] }));
  const sql =
    'INSERT INTO home_currencies (profile_id, currency, at, os_user) VALUES (@profileId, @currency, @at, @osUser)';
  database.run(sql, { profileId, currency, at, osUser });
  note(context, deed, {
    action: 'set-home-currency',
    summary: currency === null ? 'Take the home currency away' : `Make ${currency} the home currency`,
    outcome: 'done',
    evidence: { currency, before },
  });
  return true;
}

export type NewHomeRate = Pick<HomeRate, 'unit' | 'from' | 'to' | 'rate' | 'source'>;

/** `home.saveRates`: in their order, all or none. Throws FailureError `invalid-input` where the home currency is another one by now, and at MAX_HOME_RATES. */
export function saveHomeRates(
  context: BooksContext,
  { currency, rates, ...deed }: Deed & { readonly currency: string; readonly rates: readonly NewHomeRate[] },
): number {
  const { database } = context;
  const { profileId, at, osUser } = deed;
  if (homeCurrencyOf(database, profileId) !== currency)
    throw invalidInput('currency', 'is not the home currency any more');
  const count = readCount(database.get('SELECT count(*) AS n FROM home_rates WHERE profile_id = ?', profileId));
  if (count + rates.length > MAX_HOME_RATES) throw invalidInput('rates', `at most ${MAX_HOME_RATES} rates`);
  for (const { unit, from, to, rate, source } of rates)
    database.run(
      `INSERT INTO home_rates (profile_id, home, unit, from_day, to_day, rate, source, at, os_user)
          VALUES (@profileId, @currency, @unit, @from, @to, @rate, @source, @at, @osUser)`,
      { profileId, currency, unit, from, to, rate, source, at, osUser },
    );
  note(context, deed, {
    action: 'save-home-rates',
    summary: `Save ${rates.length} rates into ${currency}`,
    outcome: 'done',
    evidence: { currency, rates: rates.slice(0, 100) },
  });
  return rates.length;
}
