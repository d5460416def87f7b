// Where the amounts lie that lists are filtered by, as SQL: found by an index of their own where few records match, or asked of each row that is
// looked at anyway. Keys are those of domain/kernel/money/money (moneySortKey), whose byte order is that of the amounts.
import {
  type AmountFilter,
  INVOICE_AMOUNTS,
  type InvoiceAmount,
  WITHDRAWAL_AMOUNTS,
  type WithdrawalAmount,
} from '../../../domain/kernel/money/amount-filter.ts';
import { isMoney, moneySortKey } from '../../../domain/kernel/money/money.ts';
import { readCount } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';

interface Term {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

type Bounds = (key: string) => string;

const FOUND: Readonly<Record<InvoiceAmount, (bounds: Bounds) => string>> = {
  ordered: (bounds) => `SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE ${bounds('amount_key')}`,
  toPay: (bounds) => `SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE ${bounds('amount_to_send_key')}`,
  paid: (bounds) => `SELECT id FROM paid INDEXED BY paid_by_amount WHERE ${bounds('amount_key')}`,
  net: (bounds) => `SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE ${bounds('settled_amount_usdt_key')}`,
};

const OF_INVOICE: Readonly<Record<InvoiceAmount, (bounds: Bounds) => string>> = {
  ordered: (bounds) => `(${bounds('i.amount_key')})`,
  toPay: (bounds) => `(${bounds('i.amount_to_send_key')})`,
  paid: (bounds) => `EXISTS (SELECT 1 FROM paid AS p WHERE p.id = i.id AND ${bounds('p.amount_key')})`,
  net: (bounds) => `(${bounds('i.settled_amount_usdt_key')})`,
};

const OF_WITHDRAWAL: Readonly<Record<WithdrawalAmount, (bounds: Bounds) => string>> = {
  requested: (bounds) => `(${bounds('w.amount_key')})`,
  arrives: (bounds) => `(${bounds('w.amount_to_send_key')})`,
};

/** Of `invoices AS i`; null where the filter has no bounds. `isBroad`: so many match that each row is asked. */
export function invoiceAmountTerm(filter: AmountFilter<InvoiceAmount>, isBroad: boolean): Term | null {
  const asked = askedOf(filter, INVOICE_AMOUNTS);
  if (asked === null) return null;
  const { of, bounds, keys } = asked;
  const parameters = of.flatMap(() => keys);
  if (isBroad) return { sql: `(${of.map((one) => OF_INVOICE[one](bounds)).join(' OR ')})`, parameters };
  return { sql: `i.id IN (${of.map((one) => FOUND[one](bounds)).join(' UNION ')})`, parameters };
}

/** Of `invoices AS i` where few match, else of `desk AS d` by the invoice of each row. */
export function deliveryAmountTerm(
  filter: AmountFilter<InvoiceAmount>,
  isBroad: boolean,
  ofInvoices: (term: string) => string,
): Term | null {
  const found = invoiceAmountTerm(filter, isBroad);
  if (found === null) return null;
  const { sql, parameters } = found;
  if (isBroad)
    return { sql: `EXISTS (SELECT 1 FROM invoices AS i WHERE i.uuid = d.invoice_uuid AND ${sql})`, parameters };
  return { sql: `d.id IN (${ofInvoices(sql)})`, parameters };
}

/** Of `withdrawals AS w`. */
export function withdrawalAmountTerm(filter: AmountFilter<WithdrawalAmount>): Term | null {
  const asked = askedOf(filter, WITHDRAWAL_AMOUNTS);
  if (asked === null) return null;
  const { of, bounds, keys } = asked;
  return { sql: `(${of.map((one) => OF_WITHDRAWAL[one](bounds)).join(' OR ')})`, parameters: of.flatMap(() => keys) };
}

/** Up to so many are put in order faster than an order is looked through for them. */
const FEW = 20_000;

/** True where more amounts lie between the bounds than are found and then put in order. Bounds that are no money are for others to refuse. */
export function isBroadAmount(database: SqliteDatabase, filter: AmountFilter<InvoiceAmount>): boolean {
  const asked = askedOf(filter, INVOICE_AMOUNTS);
  if (asked === null) return false;
  const { of, bounds, keys } = asked;
  const found = of.map((one) => FOUND[one](bounds)).join(' UNION ALL ');
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM (${found}) LIMIT ${FEW + 1})`;
  return readCount(database.get(sql, ...of.flatMap(() => keys))) > FEW;
}

function askedOf<Of extends string>({ of = [], from, to }: AmountFilter<Of>, all: readonly Of[]) {
  const [least, most] = [keyOf(from), keyOf(to)];
  if (least === null && most === null) return null;
  const bounds: Bounds = (key) =>
    [...(least === null ? [] : [`${key} >= ?`]), ...(most === null ? [] : [`${key} <= ?`])].join(' AND ');
  const chosen = all.filter((one) => of.length === 0 || of.includes(one));
  return { of: chosen, bounds, keys: [least, most].filter((key) => key !== null) };
}

function keyOf(bound: string | undefined): string | null {
  return bound === undefined || !isMoney(bound) ? null : moneySortKey(bound);
}
