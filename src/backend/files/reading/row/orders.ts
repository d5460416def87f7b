// A row of a file as an order to be created, or the reason why it is none. Its fields are judged by who plans them.
import { ORDER_FIELDS, type OrderField } from '../../../../domain/create/order.ts';
import {
  MAX_ORDER_ROWS,
  NEEDED_COLUMNS,
  type OrderReading,
  type ReadOrder,
} from '../../../../domain/ledger/order-file.ts';
import { UnitReader } from '../cell-amount.ts';
import type { RowCells } from './cells.ts';
import { refusal } from './columns.ts';
import {
  CellAmounts,
  exactText,
  identNamed,
  type Fault,
  faultOfCell,
  faultOfRow,
  faultOfWord,
  rejectOf,
} from './exact.ts';

const OPTIONAL = ['purpose', 'callback_url', 'success_url', 'fail_url'] as const satisfies readonly OrderField[];

export class OrderRows {
  readonly rows: ReadOrder[] = [];
  readonly #columns: OrderReading['columns'];
  readonly #amounts: CellAmounts;
  readonly #units: UnitReader;
  #titles: readonly string[] = [];

  /** Throws FailureError `file-refused` when the reading lacks what it must have. */
  constructor({ columns, currency, format }: OrderReading) {
    for (const field of NEEDED_COLUMNS) if (columns[field] === undefined) throw refusal('mapping-incomplete', field);
    if (columns.currency === undefined && currency === null) throw refusal('mapping-incomplete', 'currency');
    this.#columns = columns;
    this.#amounts = new CellAmounts(format);
    this.#units = new UnitReader(currency);
  }

  /** The columns of the file. Throws FailureError `file-refused` when one that is named is not among them. */
  begin(titles: readonly string[]): void {
    this.#titles = titles;
    for (const field of ORDER_FIELDS) {
      const title = this.#columns[field];
      if (title !== undefined && !titles.includes(title)) throw refusal('no-such-column', title);
    }
  }

  /** Throws FailureError `file-refused` when there are too many. */
  row(row: RowCells): void {
    if (this.rows.length >= MAX_ORDER_ROWS) throw refusal('too-many-rows', String(MAX_ORDER_ROWS));
    const order = faultOfRow(row, this.#titles.length) ?? this.#read(row);
    const { line } = row;
    if ('reason' in order) {
      const reject = rejectOf(row, order, this.#titles);
      this.rows.push({ line, order: null, reject, named: identNamed(row, this.#place('external_id')) });
    } else this.rows.push({ line, order, reject: null, named: null });
  }

  #read(row: RowCells): NonNullable<ReadOrder['order']> | Fault {
    const [ident, customer] = [this.#place('external_id'), this.#place('customer_id')];
    const externalId = exactText(row, ident);
    if (externalId === null) return faultOfCell(row, ident);
    const customerId = exactText(row, customer);
    if (customerId === null) return faultOfCell(row, customer);
    const unit = this.#place('currency');
    const currency = this.#units.read(unit < 0 ? '' : row.cell(unit));
    if (currency === null) return faultOfWord(row, unit, this.#units.fault);
    const place = this.#place('amount');
    const amount = this.#amounts.read(row, place, currency);
    if (amount === null) return this.#amounts.faultOf(row, place);
    const order = { external_id: externalId, customer_id: customerId, amount, currency };
    const rest: Partial<Record<OrderField, string>> = {};
    for (const field of OPTIONAL) {
      const text = exactText(row, this.#place(field));
      if (text === null) return faultOfCell(row, this.#place(field));
      if (text !== '') rest[field] = text;
    }
    return { ...order, ...rest };
  }

  #place(field: OrderField): number {
    const title = this.#columns[field];
    return title === undefined ? -1 : this.#titles.indexOf(title);
  }
}
