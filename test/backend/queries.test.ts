/**
 * The SQL behind every paged call, as reviewed files: each statement once, under what was asked when it came up first, with SQLite's plan of it
 * over the kept data folder. A changed query or index shows in them; stale files fail (`-u` writes them anew), and so does a scan of a whole
 * table that nobody has explained here.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest';
import { z } from 'zod';
import { calls } from '../../src/contract/calls.ts';
import { openInProcess } from '../support/in-process-store.ts';
import type { Store } from '../../src/backend/workers/threads/store.ts';
import { SqliteDatabase, type SqlValue } from '../../src/backend/sqlite/database.ts';
import { STATEMENT_LINES } from '../../src/domain/period/statement.ts';
import { unpackKeptFolder } from '../support/files/kept-folder.ts';
import { temporaryFolder } from './mirror/sample.ts';

const DOCS = join(import.meta.dirname, '../../docs/queries');
const PAGE = { offset: 0, limit: 50 };
const NOW = '2026-11-24T00:00:00Z';
const BOUNDS = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };

/** What goes through all rows of a table, by call and question, and why that is right. */
const EXPLAINED: readonly (readonly [string, RegExp, string])[] = [
  [
    'invoices.page',
    /^(as it stands|narrowed by (status|currency|method))$/,
    'some rows a day, counted once until the next commit',
  ],
  ['invoices.page', /^narrowed by (dayFrom|dayTo|unusual)$/, 'counted once until the next commit'],
  ['invoices.page', /^sorted by (purpose|amount_to_send|rate)$/, 'no screen sorts by it'],
  ['withdrawals.page', /./, 'a business has a thousand withdrawals where it has a million invoices'],
  ['deliveries.page', /^as it stands$/, 'counted once until the next commit'],
  ['deliveries.page', /^sorted by /, 'no index of its own: half a second over a million of them'],
  ['deliveries.page', /^narrowed by (method|currency)$/, 'counted once until the next commit'],
  ['entries.page', /^narrowed by recordUuid$/, 'the entries of one record'],
  ['others', /^quarantine.page$/, 'in their order; there are few, or something is very wrong'],
  [
    'others',
    /credits-unknown-status$/,
    'words that the specification does not name; counted once until the next commit',
  ],
  ['others', /^entries.changes$/, 'what the last file has changed'],
];
/** Goes through all of a table, or of an answer that stands for one. A page ends its scan of an index where it has its rows. */
function isWhole(step: string, sql: string): boolean {
  const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?$/.exec(step) ?? [];
  // What a query has found itself is gone through.
  if (sql.includes(`WITH ${table} AS`)) return false;
  return table !== '' && (index === undefined || !(narrow.has(index) || sql.includes('LIMIT ?')));
}
/** Indexes of few rows: those with a condition. */
const narrow = new Set<string>();
/** From here on the list of deliveries goes by the index of its order. */
const MANY = 25_000;

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let profileId = '';
const spies: MockInstance<(sql: string, ...parameters: SqlValue[]) => unknown>[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  ({ profileId } = unpackKeptFolder(folder.path));
  const mirror = join(folder.path, 'mirrors', `${profileId}.db`);
  multiply(mirror);
  for (const path of [mirror, join(folder.path, 'books.db')]) for (const index of narrowIn(path)) narrow.add(index);
  store = openInProcess(folder.path);
  // Opening is no query.
  await store.books.read('closes.last', { profileId });
  await of().read('binding', {});
  for (const name of ['all', 'get', 'iterate', 'each'] as const) spies.push(vi.spyOn(SqliteDatabase.prototype, name));
});

afterAll(async () => {
  vi.restoreAllMocks();
  await store.close();
  folder.remove();
});

/** Puts the deliveries of one invoice into the mirror again and again, each time for an invoice that is not there yet. */
function multiply(path: string): void {
  const file = new Database(path);
  for (const table of ['desk', 'deliveries']) {
    const columns = file.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all().map(String);
    const cells = columns.map((column) => {
      if (column === 'id') return 'id + 1000000 * n';
      return column.endsWith('uuid') ? `printf('%s-%d', ${column}, n)` : column;
    });
    file.exec(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${MANY})
      INSERT INTO ${table} (${columns.join(', ')}) SELECT ${cells.join(', ')} FROM c,
      (SELECT * FROM ${table} WHERE invoice_uuid = (SELECT invoice_uuid FROM desk ORDER BY id LIMIT 1))`);
  }
  // What is not there is counted, and not looked for: one invoice has what is asked for by example.
  const one = '(SELECT max(id) FROM invoices)';
  file.exec(`UPDATE invoices SET status = 'example', currency = 'example', customer_id = 'abc', payment_method = 'abc', missing_since = '${NOW}'
      WHERE id = ${one};
    UPDATE invoice_records SET record = json_set(record, '$.status', 'example') WHERE id = ${one};
    UPDATE invoice_search SET text = text || ' abc' WHERE id = ${one};
    INSERT INTO invoice_trigrams (rowid, text) SELECT id, text FROM invoice_search WHERE id = ${one}`);
  file.close();
}

function narrowIn(path: string): readonly string[] {
  const file = new Database(path);
  const sql = `SELECT i.name FROM sqlite_master AS t, pragma_index_list(t.name) AS i WHERE t.type = 'table' AND i.partial = 1`;
  const names = file.prepare(sql).pluck().all().map(String);
  file.close();
  return names;
}

/** What is asked, in words, and how. */
type Question = readonly [string, () => Promise<unknown>];

interface Query {
  readonly sql: string;
  /** A line a step, as SQLite words it. */
  readonly plan: string;
}

/** What the file was asked since the last time, in that order, each statement once. */
function asked(): readonly Query[] {
  const calls = spies.flatMap(({ mock }) =>
    mock.calls.map(([sql, ...parameters], at) => ({
      at: mock.invocationCallOrder[at] ?? 0,
      database: mock.contexts[at],
      sql,
      parameters,
    })),
  );
  const queries = calls
    // What the file is asked about itself reads no row of it.
    .filter(({ sql }) => !sql.startsWith('PRAGMA '))
    .sort((left, right) => left.at - right.at)
    .map(({ database, sql, parameters }): [string, Query] => {
      if (!(database instanceof SqliteDatabase)) throw new Error('asked of nothing');
      const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map(({ detail }) => String(detail));
      const text = sql.replaceAll(/\s+/g, ' ').trim();
      return [text, { sql: text, plan: plan.join('\n') }];
    });
  return [...new Map(queries).values()];
}

/** The statements of the questions, each once. */
async function queriesOf(name: string, questions: readonly Question[]): Promise<string> {
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const [words, ask] of questions) {
    for (const spy of spies) spy.mockClear();
    await ask();
    const fresh = asked().filter(({ sql }) => !seen.has(sql));
    for (const { sql } of fresh) seen.add(sql);
    if (fresh.length > 0)
      parts.push(`-- ${words}\n${fresh.map((one) => statement(one, whyOf(name, words))).join('\n')}`);
  }
  return `${parts.join('\n\n')}\n`;
}

/** The statement with its plan, and why a scan in it is right. */
function statement({ sql, plan }: Query, why: string | null): string {
  const lines = plan.split('\n').map((line) => `--   ${line}${isWhole(line, sql) ? ` (${why ?? UNEXPLAINED})` : ''}`);
  return [`${sql};`, ...lines].join('\n');
}

const UNEXPLAINED = 'NOT EXPLAINED';
const whyOf = (name: string, words: string): string | null =>
  EXPLAINED.find(([call, question]) => call === name && question.test(words))?.[2] ?? null;

const EXAMPLES = ['abc', 'example-1', ['example'], true, [503], BOUNDS.from, { from: '10', to: '20' }];

/** An example of what a field of a filter takes. */
function exampleOf(field: z.ZodType): unknown {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  const element = inner instanceof z.ZodArray ? inner.element : inner;
  const word = element instanceof z.ZodEnum ? element.options[0] : undefined;
  return [...EXAMPLES, word, [word]].find((one) => field.safeParse(one).success);
}

function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) throw new Error('not an object');
  return inner.shape;
}

/** The input of a call. */
const inputOf = (name: string) => shapeOf(Object.entries(calls).find(([call]) => call === name)?.[1].input);

function sortFieldsOf({ sort }: Readonly<Record<string, z.ZodType>>): readonly string[] {
  const keys = sort instanceof z.ZodDefault ? sort.unwrap() : sort;
  const by = keys instanceof z.ZodArray ? shapeOf(keys.element)['by'] : undefined;
  return by instanceof z.ZodEnum ? by.options.map(String) : [];
}

/** A list as it stands, sorted by each of its fields, and narrowed by each of its filter's. */
function everyWay(name: string): readonly Question[] {
  const input = inputOf(name);
  const ask = (asked: object) => page(name, { filter: {}, sort: [], ...PAGE, ...asked });
  return [
    ['as it stands', () => ask({})],
    ...sortFieldsOf(input).map((by): Question => [`sorted by ${by}`, () => ask({ sort: [{ by, direction: 'desc' }] })]),
    ...Object.entries(ofEach(shapeOf(input['filter']))).map(
      ([field, filter]): Question => [`narrowed by ${field}`, () => ask({ filter })],
    ),
  ];
}

/** What the engine knows besides when it asks for a page. */
function page(name: string, asked: object): Promise<unknown> {
  const reads: Readonly<Record<string, AnyRemote>> = { mirror: of(), books: { read: store.books.read } };
  const [remote, command, beside] =
    name === 'deliveries.page'
      ? ['mirror', 'deliveryList.page', { acknowledged: [] }]
      : name === 'exceptions.page'
        ? ['books', name, { profileId, now: NOW }]
        : name === 'entries.page'
          ? ['books', name, { profileId, idents: [] }]
          : ['mirror', name, {}];
  return reads[remote]?.read(command, { ...asked, ...beside }) ?? Promise.reject(new Error(name));
}

interface AnyRemote {
  read(name: string, input: unknown): Promise<unknown>;
}

const ofEach = (filter: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(filter).map(([name, field]) => [name, { [name]: exampleOf(field) }]));
const of = () => store.mirror(profileId);

/** Every call that is paged, by its declaration. */
const PAGED = Object.entries(calls)
  .filter(([, { input }]) => input instanceof z.ZodObject && 'offset' in input.shape && 'limit' in input.shape)
  .map(([name]) => name);

const LISTS: Readonly<Record<string, () => readonly Question[]>> = {
  ...Object.fromEntries(
    PAGED.filter((name) => 'filter' in inputOf(name) && 'sort' in inputOf(name)).map((name) => [
      name,
      () => everyWay(name),
    ]),
  ),
  others: () => [
    ...Object.entries({ filter: {}, ...ofEach(shapeOf(inputOf('activity.page')['filter'])) }).map(
      ([name, filter]): Question => [
        `activity.page, by ${name}`,
        () => store.books.read('activity.page', { profileId, filter, ...PAGE }),
      ],
    ),
    ['quarantine.page', () => of().read('quarantine.page', PAGE)],
    ['history.page', () => store.books.read('observations.ofRecord', { profileId, uuid: 'example', ...PAGE })],
    ['history.late', () => store.books.read('observations.late', { profileId, ...PAGE })],
    ['imports.list', () => store.books.read('imports.list', { profileId, ...PAGE })],
    ['imports.rejects', () => store.books.read('imports.rejects', { profileId, id: 'example', ...PAGE })],
    ['entries.changes', () => store.books.read('entries.changes', { profileId, ...PAGE })],
    ['periods.list', () => store.books.read('closes.page', { profileId, ...PAGE })],
    ['periods.adjustments', () => store.books.read('prior.page', { profileId, ...PAGE })],
    ['schedules.runs', () => store.books.read('schedules.runs', { profileId, ...PAGE })],
    ['schedules.runs, of one', () => store.books.read('schedules.runs', { profileId, scheduleId: 'example', ...PAGE })],
    ['schedules.list', () => store.books.read('schedules.list', { profileId })],
    ['schedules.open', () => store.books.read('schedules.open', { profileId })],
    ['resends.report', () => store.books.read('bulk.items', { runId: 'example', standings: [], ...PAGE })],
    ['orders.rows', () => store.books.read('orders.rows', { runId: 'example', standings: [], ...PAGE })],
    ['orders.runs', () => store.books.read('orders.runs', { profileId })],
    ['orders.known', () => store.books.read('orders.known', { profileId, externalIds: ['example'] })],
    ['invoices.ofOrders', () => of().read('invoices.ofOrders', { externalIds: ['example'] })],
    ...STATEMENT_LINES.map(
      (line): Question => [
        `reconciliation.statementRows, ${line}`,
        () => of().read('statement.rows', { bounds: BOUNDS, token: 'USDT', line, ...PAGE }),
      ],
    ),
    ['reconciliation.tieRows', () => of().read('tie.rows', { bounds: BOUNDS, ...PAGE })],
    ['reconciliation.tieRows, of all time', () => of().read('tie.rows', { bounds: null, ...PAGE })],
  ],
};

/** Their rows are computed in a report or lie in the file of a close, not asked of SQL page by page. */
const REPORTED = [
  'reconciliation.feeRows',
  'reconciliation.takeRates',
  'journal.rows',
  'exceptions.checkSheet',
  'exceptions.applySheet',
];

describe('the queries of', () => {
  it.each(Object.entries(LISTS))('%s', async (name, questions) => {
    const queries = await queriesOf(name, questions());
    expect(queries).not.toContain(UNEXPLAINED);
    await expect(queries).toMatchFileSnapshot(join(DOCS, `${name}.sql`));
  });
});

// After them, so that `-u` has written the file of a new list by now.
it('no paged call is left out, and no file is left over', () => {
  const others = LISTS['others']?.() ?? [];
  const asked = new Set([...Object.keys(LISTS), ...others.map(([words]) => words.split(',')[0] ?? '')]);
  expect(PAGED.filter((name) => !asked.has(name)).sort()).toEqual(REPORTED.sort());
  expect(readdirSync(DOCS).sort()).toEqual(
    Object.keys(LISTS)
      .map((name) => `${name}.sql`)
      .sort(),
  );
});
