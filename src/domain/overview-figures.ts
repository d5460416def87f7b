/**
 * The figures of the overview as they stand on its page: the headline, and a row per currency. Currencies never meet in one sum; the credited USDT of all
 * of them do, because they are one token. Pure. Not here: the page around them.
 */
import { countWords, grouped } from './count-words.ts';
import { isInvoiceStatus } from './invoice.ts';
import { type Markup, tag } from './markup.ts';
import { MoneySum } from './money-notation.ts';
import { moneyParts, mostDecimals } from './money-parts.ts';
import { plainText } from './plain-text.ts';
import type { ListState } from './profile.ts';
import { rangeInWords } from './range-words.ts';
import { momentWords, quickLocal, utcEpochMs } from './time-clock.ts';

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
interface KnownTotals {
  readonly currencies: readonly KnownCurrency[];
  readonly missing?: number | undefined;
  /** Of the certificate of the list, ISO; null without one. */
  readonly asOf: string | null;
}

type KnownList = Pick<ListState, 'certificate' | 'seen' | 'total'>;

/** When, and in which zone, the figures are looked at. */
export interface Looking {
  readonly nowMs: number;
  readonly timeZone: string;
}

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The three figures that answer "how did it go". */
export function headline(totals: KnownTotals, days: Days, looking: Looking): Markup {
  const { currencies, asOf, missing = 0 } = totals;
  const nameless = sumOf(currencies, ({ settledMissing }) => settledMissing);
  const range = rangeInWords(days);
  return tag(
    'div',
    { class: 'mc-figures' },
    figure(
      'Credited',
      [money(creditedInAll(currencies), { currency: 'USDT' })],
      [
        range === 'any date' ? 'all time' : range,
        ...(asOf === null ? [] : [', as of ', timeOfDay(asOf, looking)]),
        missing === 0 ? '' : `, with ${countWords(missing, 'invoice', 'invoices')} not seen any more`,
      ],
    ),
    figure(
      'Successful invoices',
      [count(sumOf(currencies, successes))],
      [`in ${countWords(currencies.length, 'currency', 'currencies')}`],
    ),
    figure(
      'Without a credited amount',
      [count(nameless)],
      [nameless === 0 ? 'every success names its USDT' : 'success, but the API names no USDT'],
    ),
  );
}

/** One row per currency. `hrefOf`: where its name leads, which is nowhere while there are no lists. */
export function creditedTable(
  currencies: readonly KnownCurrency[],
  hrefOf: ((currency: string) => string) | null,
): Markup {
  const decimals = {
    ordered: mostDecimals(currencies.map(({ successAmount }) => successAmount)),
    credited: mostDecimals(currencies.map(({ settledUsdt }) => settledUsdt)),
  };
  const right = (words: string): Markup => tag('th', { 'data-right': 'true' }, words);
  const head = tag(
    'tr',
    {},
    tag('th', {}, 'Currency'),
    right('Successes'),
    right('Ordered'),
    right('Credited, USDT'),
    right('No amount'),
    tag('th', {}, 'Other outcomes'),
  );
  const rows = currencies.map((row) =>
    tag(
      'tr',
      {},
      tag('th', { scope: 'row', class: 'mc-credited-currency' }, currencyName(row.currency, hrefOf)),
      tag('td', { 'data-right': 'true', class: 'mc-num' }, grouped(successes(row))),
      tag('td', { 'data-right': 'true' }, money(row.successAmount, { decimals: decimals.ordered })),
      tag(
        'td',
        { 'data-right': 'true', class: 'mc-credited-usdt' },
        money(row.settledUsdt, { decimals: decimals.credited }),
      ),
      tag(
        'td',
        { 'data-right': 'true', class: 'mc-num' },
        row.settledMissing === 0 ? tag('span', { class: 'mc-dim' }, '0') : grouped(row.settledMissing),
      ),
      tag('td', { class: 'mc-dim mc-credited-others' }, othersInWords(row)),
    ),
  );
  const table = tag('table', { class: 'mc-credited' }, tag('thead', {}, head), tag('tbody', {}, ...rows));
  return tag('div', { class: 'mc-credited-scroll' }, table);
}

/** What the panel of the table is called, and what its columns mean. */
export const CREDITED_WORDS = {
  title: 'Credited by currency',
  note: 'Token: USDT. Ordered is what successful invoices were made out for.',
} as const;

/** Why figures over this list are not about everything, as a title; null when they are. */
export function caveatTitle({ certificate, seen, total }: KnownList): string | null {
  if (certificate === 'certified') return null;
  if (certificate === 'as-far-as-seen') return 'Complete as far as seen';
  return `These figures are about ${grouped(seen)}${total === null ? '' : ` of ${grouped(total)}`} invoices`;
}

/** The exact sum of the credited USDT of all currencies. */
export function creditedInAll(currencies: readonly Pick<KnownCurrency, 'settledUsdt'>[]): string {
  const sum = new MoneySum();
  for (const { settledUsdt } of currencies) sum.add(settledUsdt);
  return sum.total();
}

/** A moment as short as it can be said, with its zone; one that is none as it came. */
export function timeOfDay(value: string, { nowMs, timeZone }: Looking): Markup {
  const at = utcEpochMs(value);
  const local = at === null ? null : quickLocal(at, timeZone);
  if (local === null) return tag('span', { class: 'mc-instant-odd' }, value.slice(0, 80));
  const words = `${momentWords(local, quickLocal(nowMs, timeZone))} ${timeZone}`;
  return tag('time', { datetime: value, class: 'mc-num', title: `${local} ${timeZone}` }, words);
}

function figure(label: string, value: readonly Markup[], note: readonly Markup[]): Markup {
  return tag(
    'div',
    { class: 'mc-figure' },
    tag('div', { class: 'mc-figure-label' }, label),
    tag('div', { class: 'mc-figure-value' }, ...value),
    tag('div', { class: 'mc-figure-note' }, ...note),
  );
}

function count(value: number): Markup {
  return tag('span', { class: 'mc-num' }, grouped(value));
}

function currencyName(currency: string, hrefOf: ((currency: string) => string) | null): Markup {
  const shown = plainText(currency.slice(0, 40));
  if (hrefOf === null) return tag('span', { class: 'mc-credited-still' }, shown);
  const title = `Successful invoices in ${plainText(currency.slice(0, 80))}`;
  return tag('a', { class: 'mc-link', href: hrefOf(currency), title }, shown);
}

/** As renderer/ui/money-text.tsx draws it. */
function money(
  value: string,
  { currency, decimals = 0 }: { readonly currency?: string; readonly decimals?: number },
): Markup {
  const parts = moneyParts(value, decimals);
  if (parts === null) return tag('span', { class: 'mc-money-odd' }, value.slice(0, 80));
  const { lead, whole, cents, tail, room } = parts;
  return tag(
    'span',
    { class: 'mc-money mc-num' },
    `${lead}${whole}${cents}`,
    tail === '' ? null : tag('span', { class: 'mc-money-tail' }, tail),
    room === '' ? null : tag('span', { class: 'mc-money-room', 'aria-hidden': 'true', 'data-room': room }),
    currency === undefined ? null : tag('span', { class: 'mc-money-currency' }, ` ${currency}`),
  );
}

function sumOf(currencies: readonly KnownCurrency[], of: (row: KnownCurrency) => number): number {
  return currencies.reduce((sum, row) => sum + of(row), 0);
}

function successes({ byStatus }: Pick<KnownCurrency, 'byStatus'>): number {
  return byStatus['success'] ?? 0;
}

/** "expired 120, canceled 31, fail 2": the API's words; unknown ones as they came, cut. */
function othersInWords({ byStatus }: Pick<KnownCurrency, 'byStatus'>): string {
  const others = Object.entries(byStatus).filter(([status, times]) => status !== 'success' && times > 0);
  if (others.length === 0) return 'none';
  return others
    .sort(([, left], [, right]) => right - left)
    .map(([status, times]) => `${isInvoiceStatus(status) ? status : plainText(status.slice(0, 24))} ${grouped(times)}`)
    .join(', ');
}
