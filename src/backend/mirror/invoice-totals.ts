/** Exact sums over invoices: rows are streamed and added in the domain, at the rows' own scale. */
import type { InvoiceFilter } from '../../domain/invoice.ts';
import { MoneySum } from '../../domain/money.ts';
import { cellText, cellTextOrNull } from '../sqlite/columns.ts';
import type { CurrencyTotals, InvoiceTotals } from './answers.ts';
import { invoiceWhere } from './conditions.ts';
import type { MirrorReadContext } from './context.ts';
import { countQuarantined } from './invoice-counts.ts';

class CurrencySums {
  #count = 0;
  readonly #byStatus = new Map<string, number>();
  readonly #amount = new MoneySum();
  readonly #settled = new MoneySum();
  #missing = 0;

  add(status: string, amount: string, settled: string | null): void {
    this.#count += 1;
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    if (status !== 'success') return;
    this.#amount.add(amount);
    if (settled === null) this.#missing += 1;
    else this.#settled.add(settled);
  }

  totals(currency: string): CurrencyTotals {
    return {
      currency,
      count: this.#count,
      byStatus: Object.fromEntries(this.#byStatus),
      successAmount: this.#amount.total(),
      settledUsdt: this.#settled.total(),
      settledMissing: this.#missing,
    };
  }
}

/** `invoices.totals`: a row a currency over the whole filter. */
export function invoiceTotals(
  { database, memo }: MirrorReadContext,
  input: { readonly filter: InvoiceFilter },
): InvoiceTotals {
  const where = invoiceWhere(input.filter);
  return memo.totals.get(JSON.stringify(input.filter), () =>
    database.snapshot(() => {
      const sums = new Map<string, CurrencySums>();
      const sql = `SELECT i.currency, i.status, i.amount, i.settled_amount_usdt FROM invoices AS i ${where.sql}`;
      for (const [currency, status, amount, settled] of database.iterate(sql, ...where.parameters)) {
        const code = cellText(currency);
        const sum = sums.get(code) ?? new CurrencySums();
        sum.add(cellText(status), cellText(amount), cellTextOrNull(settled));
        sums.set(code, sum);
      }
      const currencies = [...sums].sort(([left], [right]) => (left < right ? -1 : 1));
      return {
        currencies: currencies.map(([currency, sum]) => sum.totals(currency)),
        quarantined: countQuarantined(database),
      };
    }),
  );
}
