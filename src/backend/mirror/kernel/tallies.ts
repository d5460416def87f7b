// Counts and exact sums of invoices by the day on which they were created, kept beside them in the transaction that stores them: a filter by status, currency,
// method and time of creation is told from some thousands of rows, however many invoices there are. A day is the first ten characters of the key of its
// instant. Of whole days the tallies tell; of what a filter cuts off a day, the invoices themselves.
import type { Invoice, InvoiceFilter } from '../../../domain/records/invoice.ts';
import { MoneySum } from '../../../domain/kernel/money/notation.ts';
import { fromEpochMs, instantKey, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { cellText, cellTextOrNull, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import type { Where } from '../../sqlite/terms.ts';
import { invoiceWhere } from './conditions.ts';
import { timeKey } from './freshness.ts';

const DAY_LENGTH = 10;

/** What is counted together; '' stands for what is not there. */
interface Group {
  readonly day: string;
  readonly status: string;
  readonly currency: string;
  readonly method: string;
}

interface Change extends Group {
  count: number;
  unsettled: number;
  readonly amount: MoneySum;
  readonly settled: MoneySum;
  /** A sum has lost something: it is added up again, since nothing says how many decimals the rest has. */
  isLess: boolean;
}

export class InvoiceTallies {
  readonly #changes = new Map<string, Change>();

  add(invoice: Invoice): void {
    this.#count(groupOf(invoice), invoice.amount, invoice.settled_amount_usdt);
  }

  replace(before: Invoice, after: Invoice): void {
    const [from, to] = [groupOf(before), groupOf(after)];
    const isSame = before.amount === after.amount && before.settled_amount_usdt === after.settled_amount_usdt;
    if (isSame && keyOf(from) === keyOf(to)) return;
    const change = this.#of(from);
    change.count -= 1;
    if (before.status === 'success') change.isLess = true;
    this.add(after);
  }

  /** Within the transaction that has stored them. */
  write(database: SqliteDatabase): void {
    for (const change of this.#changes.values()) {
      if (change.isLess) countAgain(database, change);
      else writeChange(database, change);
    }
    this.#changes.clear();
  }

  /** Counts rows of the table. */
  addRows(database: SqliteDatabase, { sql, parameters }: Where): void {
    const rows = `SELECT created_at_key, status, currency, payment_method, amount, settled_amount_usdt FROM invoices ${sql}`;
    for (const [created, status, currency, method, amount, settled] of database.iterate(rows, ...parameters)) {
      const group: Group = {
        day: dayOf(cellTextOrNull(created)),
        status: cellText(status),
        currency: cellText(currency),
        method: cellTextOrNull(method) ?? '',
      };
      this.#count(group, cellText(amount), cellTextOrNull(settled));
    }
  }

  #count(group: Group, amount: string, settled: string | null): void {
    const change = this.#of(group);
    change.count += 1;
    if (group.status !== 'success') return;
    change.amount.add(amount);
    if (settled === null) change.unsettled += 1;
    else change.settled.add(settled);
  }

  #of(group: Group): Change {
    const key = keyOf(group);
    const known = this.#changes.get(key);
    if (known !== undefined) return known;
    const sums = { amount: new MoneySum(), settled: new MoneySum() };
    const fresh: Change = { ...group, count: 0, unsettled: 0, ...sums, isLess: false };
    this.#changes.set(key, fresh);
    return fresh;
  }
}

const keyOf = ({ day, status, currency, method }: Group): string =>
  `${day}\u001f${status}\u001f${currency}\u001f${method}`;

const dayOf = (key: string | null): string => key?.slice(0, DAY_LENGTH) ?? '';

function groupOf({ created_at, status, currency, payment_method }: Invoice): Group {
  return { day: dayOf(timeKey(created_at)), status, currency: currency.code, method: payment_method?.name ?? '' };
}

const OF_GROUP = 'day = ? AND status = ? AND currency = ? AND payment_method = ?';

function writeChange(database: SqliteDatabase, change: Change): void {
  const { day, status, currency, method, count, unsettled, amount, settled } = change;
  const key = [day, status, currency, method] as const;
  const sql = `SELECT amount, settled FROM invoice_tallies WHERE ${OF_GROUP}`;
  // Of the others nothing is summed.
  const before = status === 'success' ? database.get(sql, ...key) : null;
  if (before !== null) {
    amount.add(readText(before, 'amount'));
    settled.add(readText(before, 'settled'));
  }
  database.run(
    `INSERT INTO invoice_tallies (day, status, currency, payment_method, count, amount, settled, unsettled) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count, amount = excluded.amount, settled = excluded.settled,
        unsettled = unsettled + excluded.unsettled`,
    ...key,
    count,
    amount.total(),
    settled.total(),
    unsettled,
  );
  // A group without invoices is no row.
  if (count < 0) database.run(`DELETE FROM invoice_tallies WHERE ${OF_GROUP} AND count = 0`, ...key);
}

function countAgain(database: SqliteDatabase, { day, status, currency, method }: Group): void {
  database.run(`DELETE FROM invoice_tallies WHERE ${OF_GROUP}`, day, status, currency, method);
  const created: Where =
    day === ''
      ? { sql: 'created_at_key IS NULL', parameters: [] }
      : { sql: 'created_at_key >= ? AND created_at_key < ?', parameters: [day, `${day}~`] };
  const sql = `INDEXED BY invoices_by_status WHERE status = ? AND ${created.sql} AND currency = ? AND coalesce(payment_method, '') = ?`;
  const rest = new InvoiceTallies();
  rest.addRows(database, { sql, parameters: [status, ...created.parameters, currency, method] });
  rest.write(database);
}

/** Counts all that is there: for a mirror from before there were tallies. */
export function fillTallies(database: SqliteDatabase): void {
  const tallies = new InvoiceTallies();
  tallies.addRows(database, { sql: '', parameters: [] });
  tallies.write(database);
}

/** A filter in parts: days that the tallies know whole, and what it has of others. */
export interface TalliedFilter {
  /** Over `invoice_tallies AS i`. */
  readonly days: Where;
  /** At most a day each. */
  readonly edges: readonly InvoiceFilter[];
}

const TALLIED: ReadonlySet<string> = new Set(['status', 'currency', 'method', 'createdFrom', 'createdTo']);

/** Null where the tallies do not know what the filter asks for. */
export function talliedFilter(filter: InvoiceFilter): TalliedFilter | null {
  const asked = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (asked.some(([name]) => !TALLIED.has(name))) return null;
  const { createdFrom = '', createdTo = '', ...others } = filter;
  const from = createdFrom === '' ? null : boundOf(createdFrom);
  const to = createdTo === '' ? null : boundOf(createdTo);
  // What is no instant is for the conditions to refuse.
  if (from === undefined || to === undefined) return null;
  if (from !== null && to !== null && from.day >= to.day) return null;
  const terms: string[] = [];
  const parameters: SqlValue[] = [];
  const edges: InvoiceFilter[] = [];
  if (from !== null) {
    terms.push(`i.day ${from.isMidnight ? '>=' : '>'} ?`);
    parameters.push(from.day);
    if (!from.isMidnight) edges.push({ ...others, createdFrom, createdTo: from.nextDay });
  }
  if (to !== null) {
    // What has no time is on no day.
    terms.push(`i.day <> '' AND i.day < ?`);
    parameters.push(to.day);
    if (!to.isMidnight) edges.push({ ...others, createdFrom: to.day, createdTo });
  }
  const where = invoiceWhere(others);
  const sql = [...(where.sql === '' ? [] : [where.sql.replace(/^WHERE /, '')]), ...terms].join(' AND ');
  return {
    days: { sql: sql === '' ? '' : `WHERE ${sql}`, parameters: [...where.parameters, ...parameters] },
    edges,
  };
}

interface Bound {
  readonly day: string;
  readonly nextDay: string;
  readonly isMidnight: boolean;
}

const DAY_MS = 86_400_000;

/** Undefined when it is no instant of a year that a date names. */
function boundOf(text: string): Bound | undefined {
  const key = instantKey(text);
  if (key === null || !/^\d{4}-/.test(key)) return undefined;
  const day = dayOf(key);
  const start = toEpochMs(`${day}T00:00:00Z`);
  if (start === null) return undefined;
  const nextDay = dayOf(fromEpochMs(start + DAY_MS));
  return { day, nextDay, isMidnight: key === instantKey(day) };
}
