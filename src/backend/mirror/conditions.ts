/**
 * Filters of the domain as SQL conditions with parameters. Dates are half-open and may be instants or plain days; what cannot
 * be understood is refused as `invalid-input`, never ignored. An empty list of words and an empty text mean "any".
 */
import { FailureError, type InputIssue } from '../../domain/failure.ts';
import type { InvoiceFilter } from '../../domain/invoice.ts';
import { instantKey } from '../../domain/time.ts';
import type { WithdrawalFilter } from '../../domain/withdrawal.ts';
import type { SqlValue } from '../sqlite/database.ts';
import { foldText, idsContaining } from './search.ts';

export interface Where {
  /** "WHERE …", or empty; a single term where one is asked for. */
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

const MAX_WORDS = 200;
const MAX_TEXT = 512;

/** Collects terms with their parameters, and everything that cannot be understood. */
export class Conditions {
  readonly #terms: string[] = [];
  readonly #parameters: SqlValue[] = [];
  readonly #issues: InputIssue[] = [];

  add(term: string, ...parameters: readonly SqlValue[]): void {
    this.#terms.push(term);
    this.#parameters.push(...parameters);
  }

  equal(column: string, value: string | undefined): void {
    if (value !== undefined && value !== '') this.add(`${column} = ?`, value);
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

  where(): Where {
    if (this.#issues.length > 0) throw new FailureError({ kind: 'invalid-input', issues: this.#issues });
    const sql = this.#terms.length === 0 ? '' : `WHERE ${this.#terms.join(' AND ')}`;
    return { sql, parameters: this.#parameters };
  }

  #bound(term: string, path: string, bound: string | undefined): void {
    if (bound === undefined || bound === '') return;
    const key = instantKey(bound);
    if (key === null) this.#refuse(path, 'neither a date (2026-11-21) nor an instant (2026-11-21T10:00:00Z)');
    else this.add(term, key);
  }

  #refuse(path: string, message: string): void {
    this.#issues.push({ path: `filter.${path}`, message });
  }
}

/** The conditions of an invoice filter over `invoices AS i`. Throws FailureError `invalid-input`. */
export function invoiceWhere(filter: InvoiceFilter): Where {
  const conditions = new Conditions();
  conditions.oneOf('i.status', 'status', filter.status);
  conditions.oneOf('i.currency', 'currency', filter.currency);
  // Literals, not parameters: the partial index of adjusted invoices is only found by them.
  if (filter.adjusted !== undefined) conditions.add(filter.adjusted ? 'i.is_adjusted = 1' : 'i.is_adjusted = 0');
  if (filter.missing === true) conditions.add('i.missing_since IS NOT NULL');
  conditions.equal('i.customer_id', filter.customerId);
  conditions.equal('i.payment_method', filter.method);
  conditions.range('i.created_at_key', 'created', filter.createdFrom, filter.createdTo);
  conditions.range('i.finished_at_key', 'finished', filter.finishedFrom, filter.finishedTo);
  conditions.text('text', filter.text, (folded) => {
    const { sql, parameters } = idsContaining(folded);
    return { sql: `i.id IN (${sql})`, parameters };
  });
  return conditions.where();
}

/** The conditions of a withdrawal filter over `withdrawals AS w`. Throws FailureError `invalid-input`. */
export function withdrawalWhere(filter: WithdrawalFilter): Where {
  const conditions = new Conditions();
  conditions.oneOf('w.status', 'status', filter.status);
  if (filter.missing === true) conditions.add('w.missing_since IS NOT NULL');
  conditions.oneOf('w.token', 'token', filter.token);
  conditions.oneOf('w.network', 'network', filter.network);
  conditions.range('w.created_at_key', 'created', filter.createdFrom, filter.createdTo);
  conditions.range('w.processed_at_key', 'processed', filter.processedFrom, filter.processedTo);
  conditions.text('text', filter.text, (folded) => ({ sql: 'instr(w.search, ?) > 0', parameters: [folded] }));
  return conditions.where();
}
