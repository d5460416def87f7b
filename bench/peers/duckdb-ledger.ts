/**
 * The order ledger in DuckDB with one thread, as somebody writes it who knows its SQL: typed columns, lines that are no orders kept apart, amounts
 * exact (DECIMAL(18,4): the quicker of the exact types; with DECIMAL(38,18), which holds every amount of the API, reading takes ten times as
 * long). A process of its own, which prints one line of JSON; starting it is not timed. Not here: the console's side, the verdict.
 *
 *     node bench/peers/duckdb-ledger.ts parse LEDGER.CSV        … store LEDGER.CSV NEW.DUCKDB        … match LEDGER.CSV INVOICES.DUCKDB
 *
 *     node bench/peers/duckdb-ledger.ts load INVOICES.CSV INVOICES.DUCKDB
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { openDuckdb, rowsOf, runAll } from '../support/duckdb.ts';
import type { Figures } from '../support/ledger-figures.ts';

export interface PeerRun {
  readonly version: string;
  readonly seconds: number;
  readonly figures: Figures;
}

const count = z.coerce.number().int();

/** The file as it lies there; what has another form than its column goes to reject_errors. */
const lines = (
  path: string,
): string => `read_csv('${path}', header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
  new_line = '\\r\\n', store_rejects = true, columns = {'ident': 'VARCHAR', 'amount': 'DECIMAL(18,4)', 'unit': 'VARCHAR',
  'happened': 'TIMESTAMP', 'status': 'VARCHAR', 'customer': 'VARCHAR', 'channel': 'VARCHAR', 'memo': 'VARCHAR'})`;
const STATUS = `CASE lower(status) WHEN 'shipped' THEN 'fulfilled' WHEN 'delivered' THEN 'fulfilled' WHEN 'open' THEN 'unfulfilled'
  WHEN 'cancelled' THEN 'cancelled' WHEN 'returned' THEN 'cancelled' END`;
/** What the form does not say. */
const IS_ORDER = `ident IS NOT NULL AND amount >= 0 AND unit IS NOT NULL AND said IS NOT NULL`;
const REJECTED_BY_FORM = `SELECT count(DISTINCT line) AS n FROM reject_errors`;
const SUMS = `SELECT unit, count(*) AS n, sum(amount)::VARCHAR AS amount FROM entries GROUP BY unit`;

/** Each text is looked at, or it would not be read. */
const PARSE = (
  path: string,
): string => `SELECT unit, ${IS_ORDER} AS good, count(*) AS n, sum(amount)::VARCHAR AS amount,
  sum(length(ident)) + sum(length(customer)) + sum(length(channel)) + sum(length(memo)) AS letters, min(happened), max(happened)
  FROM (SELECT *, ${STATUS} AS said FROM ${lines(path)}) GROUP BY ALL`;

const STORE = (path: string): readonly string[] => [
  `CREATE TABLE lines AS SELECT row_number() OVER () AS line, *, ${STATUS} AS said FROM ${lines(path)}`,
  `CREATE TABLE rejects AS SELECT line, column_name, csv_line, error_message FROM reject_errors`,
  `CREATE VIEW entries AS SELECT * FROM lines WHERE ${IS_ORDER}`,
  'CHECKPOINT',
];

const MATCH = (path: string): readonly string[] => [
  `CREATE TEMP TABLE lines AS SELECT row_number() OVER () AS line, ident, amount, unit, happened, ${STATUS} AS said FROM ${lines(path)}`,
  `CREATE TEMP TABLE entries AS SELECT *, row_number() OVER (PARTITION BY ident ORDER BY line) AS place FROM lines WHERE ${IS_ORDER}`,
  `CREATE TEMP TABLE outcomes AS
   WITH by_id AS (SELECT e.*, i.id AS invoice FROM entries AS e LEFT JOIN invoices AS i ON i.external_id = e.ident WHERE e.place = 1),
   by_uuid AS (SELECT b.line, i.id AS invoice FROM by_id AS b JOIN invoices AS i ON i.uuid = lower(b.ident) WHERE b.invoice IS NULL),
   firsts AS (SELECT b.* EXCLUDE (invoice), coalesce(b.invoice, u.invoice) AS invoice FROM by_id AS b LEFT JOIN by_uuid AS u ON u.line = b.line)
   SELECT f.invoice, CASE
     WHEN i.id IS NULL THEN 'missing-here'
     WHEN i.status = 'success' THEN CASE
       WHEN f.said <> 'fulfilled' THEN 'paid-not-fulfilled'
       WHEN f.unit <> i.currency THEN 'currency-differs'
       WHEN f.amount = i.amount OR f.amount = i.actual THEN 'matched'
       WHEN least(abs(f.amount - i.amount), abs(f.amount - i.actual)) <= t.most THEN 'within-tolerance'
       ELSE 'amount-differs' END
     WHEN i.status IN ('fail', 'expired', 'canceled') THEN CASE WHEN f.said = 'fulfilled' THEN 'fulfilled-not-paid' ELSE 'matched' END
     ELSE CASE WHEN f.said = 'fulfilled' THEN 'fulfilled-not-paid' ELSE 'expected' END END AS outcome
   FROM firsts AS f LEFT JOIN invoices AS i ON i.id = f.invoice
   LEFT JOIN (VALUES ('EUR', 0.05), ('USD', 0.05), ('GBP', 0.05), ('PLN', 0.2)) AS t (unit, most) ON t.unit = f.unit`,
];
const OUTCOMES = `SELECT outcome, count(*) AS n FROM outcomes GROUP BY outcome
  UNION ALL SELECT 'duplicate', count(*) FROM entries WHERE place > 1`;
const MISSING_THERE = `SELECT count(*) AS n FROM invoices AS i WHERE i.status = 'success'
  AND i.finished >= (SELECT date_trunc('day', min(happened)) FROM entries)
  AND i.finished < (SELECT date_trunc('day', max(happened)) + INTERVAL 1 DAY FROM entries)
  AND NOT EXISTS (SELECT 1 FROM outcomes AS o WHERE o.invoice = i.id)`;

const LOAD = (path: string): readonly string[] => [
  `CREATE TABLE invoices AS SELECT row_number() OVER () AS id, uuid, external_id, amount, currency, status,
   try_cast(finished AS TIMESTAMP) AS finished, actual FROM read_csv('${path}', header = true, auto_detect = false, delim = ',',
   columns = {'uuid': 'VARCHAR', 'external_id': 'VARCHAR', 'amount': 'DECIMAL(18,4)', 'currency': 'VARCHAR', 'status': 'VARCHAR',
   'finished': 'VARCHAR', 'actual': 'DECIMAL(18,4)'})`,
  'CHECKPOINT',
];

async function numberOf(connection: DuckDBConnection, sql: string): Promise<number> {
  const [row] = await rowsOf(connection, sql);
  return count.parse(row?.['n']);
}

const group = z.object({
  unit: z.string().nullable(),
  good: z.boolean().nullable(),
  n: count,
  amount: z.string().nullable(),
});

async function parse(connection: DuckDBConnection, path: string): Promise<Figures> {
  const groups = z.array(group).parse(await rowsOf(connection, PARSE(path)));
  const bad = groups.reduce((sum, { good, n }) => (good === true ? sum : sum + n), 0);
  const good = groups.filter((one) => one.good === true);
  return {
    rejected: bad + (await numberOf(connection, REJECTED_BY_FORM)),
    ...Object.fromEntries(good.map(({ unit, n, amount }) => [`sum ${unit}`, [n, amount]])),
  };
}

async function sums(connection: DuckDBConnection): Promise<Figures> {
  const groups = z.array(group.omit({ good: true })).parse(await rowsOf(connection, SUMS));
  return Object.fromEntries(groups.map(({ unit, n, amount }) => [`sum ${unit}`, [n, amount]]));
}

async function rejected(connection: DuckDBConnection): Promise<number> {
  const byForm = await numberOf(connection, REJECTED_BY_FORM);
  return (
    byForm + (await numberOf(connection, 'SELECT (SELECT count(*) FROM lines) - (SELECT count(*) FROM entries) AS n'))
  );
}

async function match(connection: DuckDBConnection, path: string): Promise<Figures> {
  await runAll(connection, MATCH(path));
  const outcomes = z.array(z.object({ outcome: z.string(), n: count })).parse(await rowsOf(connection, OUTCOMES));
  return {
    rejected: await rejected(connection),
    ...Object.fromEntries(outcomes.map(({ outcome, n }) => [outcome, n])),
    'missing there': await numberOf(connection, MISSING_THERE),
    ...(await sums(connection)),
  };
}

async function main(): Promise<void> {
  const [task = '', path = '', place = ':memory:'] = process.argv.slice(2);
  const { connection, version } = await openDuckdb(place);
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  let run: Omit<PeerRun, 'version'>;
  if (task === 'store') {
    await runAll(connection, STORE(path));
    const taken = seconds();
    run = { seconds: taken, figures: { rejected: await rejected(connection), ...(await sums(connection)) } };
  } else {
    if (task === 'load') await runAll(connection, LOAD(path));
    const figures =
      task === 'match' ? await match(connection, path) : task === 'parse' ? await parse(connection, path) : {};
    run = { seconds: seconds(), figures };
  }
  connection.closeSync();
  process.stdout.write(`${JSON.stringify({ version, ...run })}\n`);
}

if (import.meta.main) await main();
