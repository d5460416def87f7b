// The terms of a filter as SQL with their parameters. An empty list means "any".
import type { SqlValue } from './database.ts';

export interface Where {
  /** "WHERE …", or empty; a single term where one is asked for. */
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export class Terms {
  readonly #terms: string[] = [];
  readonly #parameters: SqlValue[] = [];

  add(term: string, ...parameters: readonly SqlValue[]): void {
    this.#terms.push(term);
    this.#parameters.push(...parameters);
  }

  ids(column: string, ids: readonly string[] = []): void {
    if (ids.length > 0) this.add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
  }

  where(): Where {
    const sql = this.#terms.length === 0 ? '' : `WHERE ${this.#terms.join(' AND ')}`;
    return { sql, parameters: this.#parameters };
  }
}
