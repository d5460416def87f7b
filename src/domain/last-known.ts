/**
 * The figures that a person saw last on the overview, as they are shown at the next start until there are newer ones, and reading them from what
 * nobody vouches for. Light, since it is loaded before the first window. Not here: where they are kept (backend/last-known.ts), when
 * (engine/last-known.ts), how they look (start-figures.ts).
 */
import { type Fields, fieldsOf, isFields } from './fields.ts';
import { isMoney } from './money-notation.ts';
import { CERTIFICATES, type ListState, type Profile } from './profile.ts';
import { quickLocal, utcEpochMs } from './time-clock.ts';

/** More currencies, statuses, or characters of what is foreign are not kept at all: part of the figures would look like all of them. */
export const MOST_KEPT = { currencies: 200, statuses: 50, text: 200 } as const;
const MOST_ID = 64;
const MOST_MOMENT = 40;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SCHEMES = ['light', 'dark', 'auto'] as const;
const KINDS = ['sandbox', 'business'] as const;

/** A row of the overview. Amounts are exact. */
export interface KnownCurrency {
  readonly currency: string;
  readonly count: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly successAmount: string;
  readonly settledUsdt: string;
  readonly settledMissing: number;
}

/** What the overview was answered with. */
export interface KnownTotals {
  readonly currencies: readonly KnownCurrency[];
  readonly quarantined: number;
  readonly missing?: number | undefined;
  /** Of the certificate of the list, ISO; null without one. */
  readonly asOf: string | null;
}

/** How much of the list of invoices the figures were about. */
export type KnownList = Pick<ListState, 'certificate' | 'seen' | 'total'>;

export interface LastKnown {
  /** When they were read from the mirror, ISO UTC. */
  readonly readAt: string;
  readonly profile: Pick<Profile, 'id' | 'name' | 'kind'>;
  /** In which the days of the period are days. */
  readonly timeZone: string;
  readonly colourScheme: (typeof SCHEMES)[number];
  /** Both days belong to it: the month up to the day on which it was read. */
  readonly period: { readonly from: string; readonly to: string };
  readonly list: KnownList;
  readonly totals: KnownTotals;
}

/** Those figures and nothing beside them; null for whatever is not exactly such. Everything in it has an end. */
export function lastKnownOf(value: unknown): LastKnown | null {
  const { readAt, profile, timeZone, colourScheme, period, list, totals } = fieldsOf(value);
  const known = {
    profile: profileOf(fieldsOf(profile)),
    colourScheme: SCHEMES.find((one) => one === colourScheme) ?? null,
    period: periodOf(fieldsOf(period)),
    list: listOf(fieldsOf(list)),
    totals: totalsOf(fieldsOf(totals)),
  };
  const { profile: whose, colourScheme: scheme, period: days, list: about, totals: figures } = known;
  if (whose === null || scheme === null || days === null || about === null || figures === null) return null;
  if (!isText(readAt, MOST_MOMENT) || utcEpochMs(readAt) === null || !isText(timeZone, MOST_ID) || !isZone(timeZone))
    return null;
  return { readAt, profile: whose, timeZone, colourScheme: scheme, period: days, list: about, totals: figures };
}

/** Figures of the month that this moment is in: those of an earlier one are not what the overview opens with. */
export function isOfThisMonth({ period, timeZone }: Pick<LastKnown, 'period' | 'timeZone'>, nowMs: number): boolean {
  const month = 'YYYY-MM'.length;
  return quickLocal(nowMs, timeZone)?.slice(0, month) === period.from.slice(0, month);
}

function profileOf({ id, name, kind }: Fields): LastKnown['profile'] | null {
  const known = KINDS.find((one) => one === kind);
  return isText(id, MOST_ID) && isText(name, MOST_KEPT.text) && known !== undefined ? { id, name, kind: known } : null;
}

function periodOf({ from, to }: Fields): LastKnown['period'] | null {
  return isText(from, DAY_LETTERS) && DAY.test(from) && isText(to, DAY_LETTERS) && DAY.test(to) ? { from, to } : null;
}

const DAY_LETTERS = 'YYYY-MM-DD'.length;

function listOf({ certificate, seen, total }: Fields): KnownList | null {
  const known = CERTIFICATES.find((one) => one === certificate);
  return known !== undefined && isCount(seen) && (total === null || isCount(total))
    ? { certificate: known, seen, total }
    : null;
}

function totalsOf({ currencies, quarantined, missing, asOf }: Fields): KnownTotals | null {
  if (!Array.isArray(currencies) || currencies.length > MOST_KEPT.currencies || !isCount(quarantined)) return null;
  if (missing !== undefined && !isCount(missing)) return null;
  if (asOf !== null && !isText(asOf, MOST_MOMENT)) return null;
  const rows = currencies.map((row: unknown) => currencyOf(fieldsOf(row)));
  if (!rows.every((row) => row !== null)) return null;
  return { currencies: rows, quarantined, ...(missing === undefined ? {} : { missing }), asOf };
}

function currencyOf(fields: Fields): KnownCurrency | null {
  const { currency, count, successAmount, settledUsdt, settledMissing } = fields;
  const byStatus = statusesOf(fields['byStatus']);
  if (!isText(currency, MOST_KEPT.text) || byStatus === null) return null;
  if (!isCount(count) || !isCount(settledMissing) || !isMoney(successAmount) || !isMoney(settledUsdt)) return null;
  return { currency, count, byStatus, successAmount, settledUsdt, settledMissing };
}

function statusesOf(value: unknown): KnownCurrency['byStatus'] | null {
  if (!isFields(value)) return null;
  const entries = Object.entries(value).flatMap(([status, count]) =>
    isText(status, MOST_KEPT.text) && isCount(count) ? [[status, count] as const] : [],
  );
  const isAll = entries.length === Object.keys(value).length && entries.length <= MOST_KEPT.statuses;
  return isAll ? Object.fromEntries(entries) : null;
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isZone(name: string): boolean {
  try {
    return quickLocal(SOME_MODERN_MS, name) !== null;
  } catch {
    return false;
  }
}

const SOME_MODERN_MS = Date.UTC(2026, 0, 1);
