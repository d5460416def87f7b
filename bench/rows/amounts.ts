// Lists of a large business by an amount, each answer the first of its filter: one amount, about one, and a range that most have, with what filters count
// beside them. Held against plain statements over the same file, with the same figures.
import { mirrorMemo, type MirrorReadContext } from '../../src/backend/mirror/kernel/context.ts';
import { listedPage } from '../../src/backend/mirror/webhooks/delivery-list/pages.ts';
import { deliveryFacets } from '../../src/backend/mirror/webhooks/delivery-list/summaries.ts';
import { invoiceFacets } from '../../src/backend/mirror/records/invoices/counts.ts';
import { invoicePage } from '../../src/backend/mirror/records/invoices/pages.ts';
import { readInteger } from '../../src/backend/sqlite/columns.ts';
import { openBooksForReading } from '../../src/backend/workers/threads/books-opening.ts';
import { openMirrorForReading } from '../../src/backend/workers/threads/hosts.ts';
import { aboutRange, type AmountRange } from '../../src/domain/kernel/money/amount-filter.ts';
import type { DeliveryFacets } from '../../src/domain/webhooks/delivery-list.ts';
import { moneySortKey } from '../../src/domain/kernel/money/money.ts';
import { millionFolder, PROFILE } from '../support/million.ts';
import type { BenchRow, Line } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';

const ROUNDS = 5;
const MOST_PAGE_MS = 100;
const EXACT: AmountRange = { from: '980.55', to: '980.55' };
const BROAD: AmountRange = { from: '40' };

/** Milliseconds of each side, the middle of the rounds. */
interface Sides {
  readonly ours: number;
  readonly theirs: number;
}

export const amounts: BenchRow = {
  name: 'amounts',
  about: 'lists by an amount: exactly, about, a range with the counts of its filters, beside plain statements',
  run: async (options) => {
    const folder = await millionFolder(options);
    const books = openBooksForReading(folder);
    const context = openMirrorForReading(folder, PROFILE, () => books);
    const { size } = options;
    try {
      const exact = ofPages(context, EXACT);
      const about = ofPages(context, aboutRange('980.55'));
      const broad = ofPages(context, BROAD);
      const counts = ofFacets(context, ['currency', 'payment_method', 'status']);
      const desk = ofDesk(context);
      return [
        within(`${size} invoices by one amount, any of four: the first page`, exact),
        beside('the same about it (2 %): the first page', about, '≤ 1.5×', 1.5),
        beside('the same from 40 on: the first page', broad, '≤ 1.5×', 1.5),
        beside('what its filters count', counts, '≤ 1.0×', 1),
        within('deliveries by one amount of their invoices: the first page', desk.exact),
        beside('deliveries from 40 on: what their filters count', desk.facets, '≤ 1.0×', 1),
      ];
    } finally {
      context.database.close();
      books.close();
    }
  },
};

function within(what: string, { ours, theirs }: Sides): Line {
  const limit = `≤ ${MOST_PAGE_MS} ms`;
  return { ...line(what, ours, theirs), limit, met: ours <= MOST_PAGE_MS };
}

function beside(what: string, { ours, theirs }: Sides, limit: string, most: number): Line {
  return { ...line(what, ours, theirs), limit, met: ours <= theirs * most };
}

function line(what: string, ours: number, theirs: number): Omit<Line, 'limit' | 'met'> {
  return {
    what,
    ours: figure(ours, 'ms'),
    beside: `${figure(theirs, 'ms')}, plain`,
    ratio: times(ours, theirs),
    took: { ms: ours, peer: { name: 'plain statements', ms: theirs } },
  };
}

/** In turns; the figures of both sides are the same. Nothing is remembered between two rounds. */
function inTurns(
  context: MirrorReadContext,
  ours: (fresh: MirrorReadContext) => unknown,
  theirs: () => unknown,
): Sides {
  const taken: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const fresh = { ...context, memo: mirrorMemo(context.database) };
    const began = performance.now();
    const mine = ours(fresh);
    const between = performance.now();
    const other = theirs();
    const ended = performance.now();
    if (JSON.stringify(mine) !== JSON.stringify(other))
      throw new Error(`the figures are not the same: ${JSON.stringify(mine)} and ${JSON.stringify(other)}`);
    // The first one only fills the caches.
    if (round > 0) taken.push({ ours: between - began, theirs: ended - between });
  }
  const middle = (side: keyof Sides): number =>
    percentile(
      taken.map((one) => one[side]),
      0.5,
    );
  return { ours: middle('ours'), theirs: middle('theirs') };
}

/** Rows of `i` with their `paid`, as an analyst writes it. */
const PLAIN = 'invoices AS i LEFT JOIN paid AS p ON p.id = i.id';

function plainTerm({ from, to }: AmountRange): string {
  const bounds = (column: string): string =>
    [
      ...(from === undefined ? [] : [`${column} >= '${moneySortKey(from)}'`]),
      ...(to === undefined ? [] : [`${column} <= '${moneySortKey(to)}'`]),
    ].join(' AND ');
  const columns = ['i.amount_key', 'i.amount_to_send_key', 'p.amount_key', 'i.settled_amount_usdt_key'];
  return `(${columns.map((column) => `(${bounds(column)})`).join(' OR ')})`;
}

function ofPages(context: MirrorReadContext, amount: AmountRange): Sides {
  const { database } = context;
  const rows = `FROM ${PLAIN} WHERE ${plainTerm(amount)}`;
  return inTurns(
    context,
    (fresh) => {
      const sort = [{ by: 'created_at', direction: 'desc' }] as const;
      const page = invoicePage(fresh, { filter: { amount }, sort, offset: 0, limit: 100 });
      return [page.total, page.rows.map(({ record }) => record.uuid)];
    },
    () => {
      const page = database.all(`SELECT i.uuid ${rows} ORDER BY i.created_at_key DESC, i.uuid LIMIT 100`);
      return [countOf(context, rows), page.map((row) => row['uuid'])];
    },
  );
}

const countOf = ({ database }: MirrorReadContext, rows: string): number => {
  const row = database.get(`SELECT count(*) AS n ${rows}`);
  return row === null ? 0 : readInteger(row, 'n');
};

/** A statement a column, none of which is chosen. */
function plainFacets({ database }: MirrorReadContext, rows: string, columns: readonly string[]): unknown[] {
  return columns.map((column) =>
    database
      .all(
        `SELECT ${column} AS value, count(*) AS n ${rows} AND ${column} IS NOT NULL GROUP BY value ORDER BY n DESC, value`,
      )
      .map((row) => [row['value'], row['n']]),
  );
}

const pairs = (facet: readonly { readonly value: unknown; readonly count: number }[]): unknown[] =>
  facet.map(({ value, count }) => [value, count]);

function ofFacets(context: MirrorReadContext, columns: readonly string[]): Sides {
  const filter = { amount: BROAD };
  return inTurns(
    context,
    (fresh) => {
      const { currencies, methods, statuses } = invoiceFacets(fresh, { filter });
      return [currencies, methods, statuses].map(pairs);
    },
    () => plainFacets(context, `FROM ${PLAIN} WHERE ${plainTerm(BROAD)}`, columns),
  );
}

/** A delivery has the amounts of its invoice; an invoice without one has a row as well. */
function ofDesk(context: MirrorReadContext): { readonly exact: Sides; readonly facets: Sides } {
  const rows = (amount: AmountRange): string =>
    `FROM desk AS d JOIN invoices AS i ON i.uuid = d.invoice_uuid LEFT JOIN paid AS p ON p.id = i.id WHERE ${plainTerm(amount)}`;
  const exact = inTurns(
    context,
    (fresh) => {
      const page = listedPage(fresh, { filter: { amount: EXACT }, sort: [], offset: 0, limit: 100 });
      return [page.total, page.rows.length];
    },
    () => {
      const total = countOf(context, rows(EXACT));
      return [total, Math.min(total, 100)];
    },
  );
  const columns = ['d.state', 'd.cause', 'd.host', 'd.event', 'd.http_code'];
  const facets = inTurns(
    context,
    (fresh) => {
      const { states, causes, hosts, events, httpCodes }: DeliveryFacets = deliveryFacets(fresh, {
        filter: { amount: BROAD },
      });
      return [pairs(states), pairs(causes), pairs(hosts), pairs(events), pairs(httpCodes)];
    },
    () => plainFacets(context, rows(BROAD), columns),
  );
  return { exact, facets };
}
