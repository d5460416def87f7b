// Filters of the domain as SQL conditions with parameters. Dates are half-open and may be instants or plain days; what cannot be understood is
// refused as `invalid-input`, never ignored. An empty list of words and an empty text mean "any".
import type { AmountRange } from '../../../domain/kernel/money/amount-filter.ts';
import type { DeliveryRowState } from '../../../domain/webhooks/delivery-list.ts';
import { FailureError, type InputIssue } from '../../../domain/kernel/failure/failure.ts';
import { isMoney } from '../../../domain/kernel/money/money.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { FAILING_STATES, PAID_EVENT, UNPAID_STATUSES } from '../../../domain/support/unusual.ts';
import type { WithdrawalFilter } from '../../../domain/records/withdrawal.ts';
import type { SqlValue } from '../../sqlite/database.ts';
import { Terms, type Where } from '../../sqlite/terms.ts';
import { isFewOfState, MAX_TEXT, type WeighedFilter } from './access.ts';
import { invoiceAmountTerm, withdrawalAmountTerm } from './amounts.ts';
import { containing, foldText, idsContaining } from './search.ts';

const MAX_WORDS = 200;

/** Collects terms with their parameters, and everything that cannot be understood. */
export class Conditions extends Terms {
  readonly #issues: InputIssue[] = [];

  equal(column: string, value: string | undefined, how = ''): void {
    if (value !== undefined && value !== '') this.add(`${column} = ? ${how}`.trim(), value);
  }

  oneOf(column: string, path: string, words: readonly SqlValue[] | undefined): void {
    if (words === undefined || words.length === 0) return;
    if (words.length > MAX_WORDS) this.#refuse(path, `at most ${MAX_WORDS} values`);
    else if (words.length === 1) this.add(`${column} = ?`, ...words);
    else this.add(`${column} IN (${words.map(() => '?').join(', ')})`, ...words);
  }

  /** [from, to) over a column of instant keys. */
  range(column: string, path: string, from: string | undefined, to: string | undefined): void {
    this.#bound(`${column} >= ?`, `${path}From`, from);
    this.#bound(`${column} < ?`, `${path}To`, to);
  }

  text(path: string, text: string | undefined, term: (folded: string) => Where): void {
    if (text === undefined || text === '') return;
    if (text.length > MAX_TEXT) {
      this.#refuse(path, `at most ${MAX_TEXT} characters`);
      return;
    }
    const { sql, parameters } = term(foldText(text));
    this.add(sql, ...parameters);
  }

  /** [from, to] over amounts; `term` says where they lie. */
  amount<Range extends AmountRange>(range: Range | undefined, term: (range: Range) => Where | null): void {
    if (range === undefined) return;
    for (const bound of ['from', 'to'] as const) {
      const text = range[bound];
      if (text !== undefined && !isMoney(text)) this.#refuse(`amount.${bound}`, 'not an amount (49.90)');
    }
    const found = term(range);
    if (found !== null) this.add(found.sql, ...found.parameters);
  }

  /** Either of two instants lies in [from, to). */
  either(columns: readonly [string, string], path: string, from: string | undefined, to: string | undefined): void {
    const [least, most] = [this.#keyOf(`${path}From`, from), this.#keyOf(`${path}To`, to)];
    if (least === null && most === null) return;
    const bounds = (column: string): string =>
      [...(least === null ? [] : [`${column} >= ?`]), ...(most === null ? [] : [`${column} < ?`])].join(' AND ');
    const keys = [least, most].filter((key) => key !== null);
    this.add(`(${columns.map(bounds).join(' OR ')})`, ...keys, ...keys);
  }

  override where(): Where {
    if (this.#issues.length > 0) throw new FailureError({ kind: 'invalid-input', issues: this.#issues });
    return super.where();
  }

  #bound(term: string, path: string, bound: string | undefined): void {
    const key = this.#keyOf(path, bound);
    if (key !== null) this.add(term, key);
  }

  #keyOf(path: string, bound: string | undefined): string | null {
    if (bound === undefined || bound === '') return null;
    const key = instantKey(bound);
    if (key === null) this.#refuse(path, 'neither a date (2026-11-21) nor an instant (2026-11-21T10:00:00Z)');
    return key;
  }

  #refuse(path: string, message: string): void {
    this.#issues.push({ path: `filter.${path}`, message });
  }
}

/** What only the books know was asked of them before: ids are there in its place (support/over-books). */
export function assertAsked({ label = [], marked = [] }: Pick<WithdrawalFilter, 'label' | 'marked'>): void {
  if (label.length + marked.length > 0) throw new Error('the books were not asked for labels and notes');
}

/** The conditions of an invoice filter over `invoices AS i`. Throws FailureError `invalid-input`. */
export function invoiceWhere(filter: WeighedFilter): Where {
  const conditions = new Conditions();
  assertAsked(filter);
  conditions.ids('i.uuid', filter.ids);
  conditions.oneOf('i.status', 'status', filter.status);
  conditions.oneOf('i.currency', 'currency', filter.currency);
  // Literals, not parameters: the partial index of adjusted invoices is only found by them.
  if (filter.adjusted !== undefined) conditions.add(filter.adjusted ? 'i.is_adjusted = 1' : 'i.is_adjusted = 0');
  if (filter.missing === true) conditions.add('i.missing_since IS NOT NULL');
  if (filter.unusual !== undefined) conditions.add(`i.id ${filter.unusual ? '' : 'NOT '}IN (${UNUSUAL})`);
  conditions.equal('i.customer_id', filter.customerId);
  conditions.equal('i.payment_method', filter.method, 'COLLATE NOCASE');
  conditions.range('i.created_at_key', 'created', filter.createdFrom, filter.createdTo);
  conditions.range('i.finished_at_key', 'finished', filter.finishedFrom, filter.finishedTo);
  conditions.either(['i.created_at_key', 'i.finished_at_key'], 'day', filter.dayFrom, filter.dayTo);
  conditions.amount(filter.amount, (amount) => invoiceAmountTerm(amount, filter.isBroad === true));
  if (filter.webhook !== undefined && filter.webhook.length > 0) {
    const { sql, parameters } = webhookTerm(filter.webhook);
    conditions.add(sql, ...parameters);
  }
  conditions.text('text', filter.text, (folded) => {
    if (filter.sought?.isCommon === true) return containing('i.id', folded);
    const { sql, parameters } = idsContaining(folded, filter.sought);
    return { sql: `i.id IN (${sql})`, parameters };
  });
  return conditions.where();
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
const UNPAID = quoted(UNPAID_STATUSES);
/** The invoices of which `unusualWords` says something (domain/support/unusual), kind by kind, each by its own index. */
const UNUSUAL = `SELECT id FROM invoices INDEXED BY invoices_adjusted WHERE is_adjusted = 1
    UNION SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid
      WHERE d.state IN (${quoted(FAILING_STATES)}) AND d.is_latest = 1
    UNION SELECT x.id FROM invoices AS x INDEXED BY invoices_by_status CROSS JOIN told AS t ON t.id = x.id
      WHERE x.status IN (${UNPAID}) AND t.event = '${PAID_EVENT}'
    UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key IS NOT NULL AND status IN (${UNPAID})
    UNION SELECT id FROM invoices INDEXED BY invoices_uncredited WHERE status = 'success' AND settled_amount_usdt IS NULL
    UNION SELECT id FROM invoices INDEXED BY invoices_by_status WHERE status = 'success' AND finished_at_key IS NULL`;

/** What most invoices have is asked of each row; of the rest there are few, and they are found. */
function webhookTerm(states: readonly DeliveryRowState[]): Where {
  const words = states.map(() => '?').join(', ');
  if (!isFewOfState(states)) {
    const sql = `coalesce(
      (SELECT d.state FROM desk AS d INDEXED BY desk_by_invoice
        WHERE d.delivery_uuid IS NOT NULL AND d.invoice_uuid = i.uuid AND d.is_latest = 1),
      (SELECT d.state FROM desk AS d WHERE d.id = i.id)) IN (${words})`;
    return { sql, parameters: states };
  }
  const sql = `i.id IN (SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid
    WHERE d.state IN (${words}) AND d.is_latest = 1)`;
  return { sql, parameters: states };
}

/** With the addresses that have a name, where new ones were asked for; only the books know them (support/over-books). */
type OverBooks = WithdrawalFilter & { readonly named?: readonly string[] };

/** Nothing was sent to the address on its network before, of all that was read. */
const FIRST_PAYOUT = `w.address <> '' AND NOT EXISTS (SELECT 1 FROM withdrawals AS b INDEXED BY withdrawals_by_address
    WHERE b.address = w.address AND b.network IS w.network AND b.status = 'approved' AND b.created_at_key < w.created_at_key)`;

/** The conditions of a withdrawal filter over `withdrawals AS w`. Throws FailureError `invalid-input`. */
export function withdrawalWhere(filter: OverBooks): Where {
  const conditions = new Conditions();
  assertAsked(filter);
  conditions.ids('w.uuid', filter.ids);
  conditions.oneOf('w.status', 'status', filter.status);
  if (filter.missing === true) conditions.add('w.missing_since IS NOT NULL');
  conditions.oneOf('w.token', 'token', filter.token);
  conditions.oneOf('w.reject_code', 'rejectCode', filter.rejectCode);
  conditions.oneOf(`w.record ->> '$.actor'`, 'actor', filter.actor);
  conditions.oneOf('w.network', 'network', filter.network);
  conditions.range('w.created_at_key', 'created', filter.createdFrom, filter.createdTo);
  conditions.range('w.processed_at_key', 'processed', filter.processedFrom, filter.processedTo);
  conditions.equal('w.address', filter.address);
  if (filter.newAddress === true) {
    if (filter.named === undefined) throw new Error('the books were not asked for the address book');
    const isNamed = 'json_array(w.network, w.address) IN (SELECT value FROM json_each(?))';
    conditions.add(`${FIRST_PAYOUT} AND NOT ${isNamed}`, JSON.stringify(filter.named));
  }
  conditions.amount(filter.amount, withdrawalAmountTerm);
  conditions.text('text', filter.text, (folded) => ({ sql: 'instr(w.search, ?) > 0', parameters: [folded] }));
  return conditions.where();
}
