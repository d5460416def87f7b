/** Answers that stay true until somebody writes to the file: page totals, counts, sums. For read connections only. */
import type { SqliteDatabase } from './database.ts';

export class VersionedMemo<Value> {
  readonly #database: SqliteDatabase;
  readonly #limit: number;
  readonly #values = new Map<string, Value>();
  #version = -1;

  constructor(database: SqliteDatabase, limit = 50) {
    this.#database = database;
    this.#limit = limit;
  }

  /** The remembered value of the key, or a fresh one when another connection has written since. */
  get(key: string, compute: () => Value): Value {
    const version = this.#database.dataVersion();
    if (version !== this.#version) {
      this.#values.clear();
      this.#version = version;
    }
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    if (this.#values.size >= this.#limit) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}
