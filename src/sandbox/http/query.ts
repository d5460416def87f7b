// Reading and checking query parameters (the specification, sections "Endpoints" and "Limits").
import type { Problems } from './outcome.ts';

export type Query = Readonly<Record<string, unknown>>;

/** A query that collects its problems. */
export class QueryReader {
  readonly problems: Problems = {};
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  get failed(): boolean {
    return Object.keys(this.problems).length > 0;
  }

  /** A whole number from `min` to `max`, or `fallback` when absent. */
  integer(name: string, min: number, max: number, fallback: number): number {
    const value = this.#query[name];
    if (value === undefined) return fallback;
    const number = typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.#fail(
      name,
      max === Infinity ? `must be an integer of at least ${min}` : `must be an integer from ${min} to ${max}`,
    );
    return fallback;
  }

  /** One of a list, or undefined when absent. */
  oneOf<T extends string>(name: string, list: readonly T[]): T | undefined {
    const value = this.#query[name];
    if (value === undefined) return undefined;
    const found = list.find((candidate) => candidate === value);
    if (found === undefined) this.#fail(name, `must be one of ${list.join(', ')}`);
    return found;
  }

  /** A currency code: any text, compared exactly. One that is not known matches nothing and is no error, however long it is. */
  code(name: string): string | undefined {
    const value = this.#query[name];
    if (value === undefined || typeof value === 'string') return value;
    this.#fail(name, 'must be one text');
    return undefined;
  }

  #fail(name: string, message: string): void {
    this.problems[name] = [...(this.problems[name] ?? []), message];
  }
}
