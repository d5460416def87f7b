/** DuckDB with one thread, and its answers as rows. Not here: what it is asked. */
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Duckdb {
  readonly connection: DuckDBConnection;
  readonly version: string;
}

/** Opens a file of its own, or one in memory. */
export async function openDuckdb(place: string): Promise<Duckdb> {
  const instance = await DuckDBInstance.create(place, { threads: '1' });
  const connection = await instance.connect();
  const version = z.string().parse((await rowsOf(connection, 'SELECT version() AS v'))[0]?.['v']);
  return { connection, version };
}

export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<Rows> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

export async function runAll(connection: DuckDBConnection, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await connection.run(sql);
}
