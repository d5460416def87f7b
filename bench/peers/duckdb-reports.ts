/**
 * Tie-out and period statement in DuckDB with one thread, as somebody writes them who knows its SQL: the columns of the pandas script as typed tables
 * of a file of its own, amounts exact (fiat as DECIMAL(18,4), tokens as DECIMAL(38,19), which holds every amount of the folder), each report in two
 * statements. A process of its own, which prints one line of JSON; starting it is not timed, nor loading. Not here: the console's side, the verdict.
 *
 *     node bench/peers/duckdb-reports.ts load CSV-FOLDER REPORTS.DUCKDB        … run FROM TO REPORTS.DUCKDB
 *
 * FROM and TO are keys of the bounds.
 */
import { z } from 'zod';
import { addMoney, subtractMoney, sumMoney } from '../../src/domain/kernel/money/money.ts';
import { CREDIT_TOKEN, isCreditLine, STATEMENT_LINES } from '../../src/domain/period/statement.ts';
import { type Duckdb, openDuckdb, rowsOf, runAll } from '../support/duckdb.ts';
import type { Figures } from '../support/report-figures.ts';

export interface ReportPeerRun {
  readonly version: string;
  readonly seconds: { readonly statement: number; readonly tieOut: number; readonly all: number };
  readonly statement: Figures;
  readonly tieOut: Figures;
}

const TOKENS = 'DECIMAL(38,19)';
const FIAT = 'DECIMAL(18,4)';
const FLAG = 'DOUBLE';

/** Of the CSV, in its order: pandas writes flags as numbers. What is a date here is compared as one; other times only as texts. */
const INVOICES = {
  currency: 'VARCHAR',
  status: 'VARCHAR',
  amount: FIAT,
  settled: TOKENS,
  adjusted: FLAG,
  created: 'TIMESTAMP',
  finished: 'TIMESTAMP',
  deliveries_read: FLAG,
  missing_since: 'VARCHAR',
  first_seen_at: 'VARCHAR',
  as_of: 'VARCHAR',
  unreadable: FLAG,
  told_uuid: 'VARCHAR',
  told_at: 'VARCHAR',
  told_event: 'VARCHAR',
  told_status: 'VARCHAR',
  credited: TOKENS,
  told_adjusted: FLAG,
  told_older: FLAG,
  expected_fiat: FIAT,
  actual_fiat: FIAT,
  expected_usdt: TOKENS,
  actual_usdt: TOKENS,
} as const;
const WITHDRAWALS = {
  token: 'VARCHAR',
  status: 'VARCHAR',
  amount: TOKENS,
  commission: TOKENS,
  sent: TOKENS,
  created: 'TIMESTAMP',
  processed: 'TIMESTAMP',
  no_hash: FLAG,
  balance_type: 'VARCHAR',
  actor: 'VARCHAR',
  missing_since: 'VARCHAR',
  as_of: 'VARCHAR',
} as const;

function load(name: string, folder: string, columns: Readonly<Record<string, string>>): string {
  const typed = Object.entries(columns).map(([column, type]) =>
    type === FLAG
      ? `${column} = 1 AS ${column}`
      : type === 'TIMESTAMP'
        ? `CAST(${column} AS TIMESTAMP) AS ${column}`
        : column,
  );
  const read = Object.entries(columns).map(
    ([column, type]) => `'${column}': '${type === 'TIMESTAMP' ? 'VARCHAR' : type}'`,
  );
  return `CREATE TABLE ${name} AS SELECT ${typed.join(', ')} FROM read_csv('${folder}/${name}.csv', header = true,
    auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${read.join(', ')}})`;
}

const within = (column: string, from: string, to: string): string =>
  `${column} >= TIMESTAMP '${from}' AND ${column} < TIMESTAMP '${to}'`;

const CREDITS = (from: string, to: string): string => `WITH rows AS (SELECT *, CASE
    WHEN status = 'success' AND finished IS NULL THEN 'credits-without-date'
    WHEN status = 'success' AND ${within('finished', from, to)} THEN if(settled IS NULL, 'credits-without-amount', 'credits')
    WHEN status NOT IN ('pending', 'success', 'fail', 'expired', 'canceled') AND (created IS NULL OR created < TIMESTAMP '${to}')
      THEN 'credits-unknown-status' END AS line FROM invoices)
  SELECT '${CREDIT_TOKEN}' AS token, line, currency, count(*) AS n, count(missing_since) AS gone, sum(settled)::VARCHAR AS amount, min(as_of) AS oldest
  FROM rows WHERE line IS NOT NULL GROUP BY ALL`;

const PAID_OUT = (from: string, to: string): string => {
  const [end, isFinal] = [`TIMESTAMP '${to}'`, `status IN ('approved', 'rejected')`];
  return `WITH rows AS (SELECT *, CASE
    WHEN status = 'pending' AND created IS NULL THEN 'reserved-without-date'
    WHEN status = 'pending' AND created < ${end} THEN 'reserved-pending'
    WHEN status = 'pending' THEN NULL
    WHEN NOT ${isFinal} THEN if(created IS NULL OR created < ${end}, 'unknown-status', NULL)
    WHEN processed IS NULL THEN if(status = 'approved', 'withdrawals-without-date', 'rejected-without-date')
    WHEN ${within('processed', from, to)} THEN if(status = 'approved', 'withdrawals', 'rejected')
    WHEN processed >= ${end} AND created IS NULL THEN 'reserved-without-date'
    WHEN processed >= ${end} AND created < ${end} THEN 'reserved-processed-later' END AS line,
    commission IS NOT NULL AND sent IS NOT NULL AS told FROM withdrawals)
  SELECT token, line, balance_type, actor, count(*) AS n, count(missing_since) AS gone, sum(amount)::VARCHAR AS amount,
    count(*) FILTER (WHERE NOT told) AS untold, (sum(commission) FILTER (WHERE told))::VARCHAR AS commission,
    (sum(sent) FILTER (WHERE told))::VARCHAR AS sent, min(as_of) AS oldest
  FROM rows WHERE line IS NOT NULL GROUP BY ALL`;
};

/** What does not agree counts only where neither side was read before the other one came to be. */
const TIES = (from: string, to: string): string => `WITH
  s AS (SELECT *, settled IS NULL AS no_settled, adjusted AND expected_fiat IS NULL AS no_adjustment,
    deliveries_read AND unreadable IS NOT TRUE AND told_uuid IS NOT NULL AS delivered
    FROM invoices WHERE status = 'success' AND ${within('finished', from, to)}),
  d AS (SELECT *, delivered AND coalesce(credited <> settled, false) AS differs,
    delivered AND (coalesce(told_event <> 'invoice.paid', false) OR coalesce(told_status <> 'success', false)) AS other FROM s),
  r AS (SELECT *, delivered AND (other OR differs OR credited IS NULL OR no_settled) AS apart,
    apart AND coalesce(told_at[1:19] >= as_of[1:19], false) AS record_older, apart AND NOT record_older AND told_older IS TRUE AS read_older,
    delivered AND NOT record_older AND NOT read_older AS told, told AND credited IS NULL AS no_credited,
    no_settled OR no_adjustment OR no_credited AS nothing, told AND credited IS NOT NULL AND NOT no_settled AS known,
    told AND (other OR NOT known OR differs) AS judged, adjusted AND NOT no_adjustment AS corrected,
    judged AND NOT other AND ((adjusted AND told_adjusted IS FALSE)
      OR (known AND adjusted AND told_adjusted IS NOT TRUE AND NOT coalesce(told_at >= first_seen_at, false))) AS stale FROM d)
  SELECT currency, sum(amount)::VARCHAR AS ordered, sum(if(no_adjustment, 0, if(adjusted, actual_fiat, amount)))::VARCHAR AS paid,
    sum(settled)::VARCHAR AS settled, (sum(credited) FILTER (WHERE told AND NOT nothing))::VARCHAR AS credited,
    (sum(settled) FILTER (WHERE told AND NOT nothing))::VARCHAR AS settled_of_credited,
    count(*) FILTER (WHERE told AND NOT nothing) AS three, count(*) FILTER (WHERE NOT told AND NOT nothing) AS two,
    count(*) FILTER (WHERE nothing) AS none, count(*) FILTER (WHERE no_adjustment) AS paid_missing,
    count(*) FILTER (WHERE no_settled) AS settled_missing, count(*) FILTER (WHERE no_credited) AS credited_missing,
    count(*) FILTER (WHERE NOT told AND NOT nothing AND NOT deliveries_read) AS not_read,
    count(*) FILTER (WHERE NOT told AND NOT nothing AND deliveries_read AND unreadable) AS not_readable,
    count(*) FILTER (WHERE NOT told AND NOT nothing AND deliveries_read AND unreadable IS NOT TRUE AND NOT delivered) AS not_delivered,
    count(*) FILTER (WHERE NOT told AND NOT nothing AND record_older) AS record_older,
    count(*) FILTER (WHERE NOT told AND NOT nothing AND read_older) AS read_older,
    ${FOUND.map(([, name, where, delta]) => `count(*) FILTER (WHERE ${where}) AS n_${name}, ${delta === null ? 'NULL' : `(sum(${delta}) FILTER (WHERE ${where}))::VARCHAR`} AS d_${name}`).join(', ')},
    min(as_of) AS oldest
  FROM r GROUP BY currency`;

/** Kind and unit (null: the currency), a name for SQL, which ones, what of each is summed. */
const FOUND: readonly (readonly [figure: string | null, name: string, where: string, delta: string | null])[] = [
  ['adjusted USDT', 'adjusted', 'corrected', 'actual_usdt - expected_usdt'],
  ['adjusted null', 'unadjusted', 'no_adjustment', null],
  ['adjustment-missing null', 'adjustment', 'no_adjustment', null],
  [null, 'ordered', 'corrected AND amount <> expected_fiat', 'amount - expected_fiat'],
  ['settled-differs USDT', 'settled', 'corrected AND settled <> actual_usdt', 'settled - actual_usdt'],
  ['settled-missing null', 'unsettled', 'no_settled', null],
  ['credited-differs USDT', 'credited', 'judged AND known AND NOT stale AND NOT other', 'credited - settled'],
  ['stale-receiver USDT', 'stale', 'stale AND known', 'credited - settled'],
  ['stale-receiver null', 'stale_only', 'stale AND NOT known', null],
  ['told-other-end USDT', 'other', 'judged AND other AND known', 'credited - settled'],
  ['told-other-end null', 'other_only', 'judged AND other AND NOT known', null],
];

const SENT = (from: string, to: string): string => `SELECT token, count(*) AS n,
    count(*) FILTER (WHERE amount - commission = sent) AS tied, count(*) FILTER (WHERE amount - commission <> sent) AS differing,
    (sum(amount - commission - sent) FILTER (WHERE amount - commission <> sent))::VARCHAR AS delta,
    count(*) FILTER (WHERE status = 'approved' AND processed IS NULL) AS unprocessed,
    count(*) FILTER (WHERE status = 'approved' AND no_hash) AS no_hash, min(as_of) AS oldest
  FROM withdrawals WHERE ${within('created', from, to)} GROUP BY token`;

const count = z.coerce.number().int();
const text = z.string().nullable();
const creditRow = z.object({
  token: text,
  line: z.string(),
  currency: text.optional(),
  n: count,
  gone: count,
  amount: text,
  oldest: z.string(),
});
const withdrawalRow = creditRow.extend({
  balance_type: text,
  actor: text,
  untold: count,
  commission: text,
  sent: text,
});

const total = (amounts: readonly (string | null)[]): string => sumMoney(amounts.map((amount) => amount ?? '0'));
const added = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);
const oldestOf = (rows: readonly { readonly oldest: string }[]): string | undefined =>
  rows.map(({ oldest }) => oldest).toSorted()[0];

async function statement({ connection }: Duckdb, from: string, to: string): Promise<Figures> {
  const credits = z.array(creditRow).parse(await rowsOf(connection, CREDITS(from, to)));
  const withdrawals = z.array(withdrawalRow).parse(await rowsOf(connection, PAID_OUT(from, to)));
  const figures: Record<string, unknown> = { 'oldest reading': oldestOf([...credits, ...withdrawals]) };
  for (const { line, currency, n, amount } of credits)
    if (line === 'credits') figures[`credits ${currency}`] = [n, amount];
  for (const token of new Set([CREDIT_TOKEN, ...withdrawals.map((row) => row.token)])) {
    const name = token ?? 'null';
    const amounts = new Map<string, string>();
    for (const kind of STATEMENT_LINES) {
      if (isCreditLine(kind) && token !== CREDIT_TOKEN) continue;
      const rows = [...credits, ...withdrawals].filter((row) => row.token === token && row.line === kind);
      amounts.set(kind, total(rows.map(({ amount }) => amount)));
      figures[`${name} ${kind} count`] = added(rows.map(({ n }) => n));
      figures[`${name} ${kind} not shown`] = added(rows.map(({ gone }) => gone));
      figures[`${name} ${kind} amount`] = amounts.get(kind);
    }
    for (const row of withdrawals.filter((one) => one.token === token && one.line === 'withdrawals')) {
      const key = `${name} balance [${JSON.stringify(row.balance_type)}, ${JSON.stringify(row.actor)}]`;
      figures[key] = [row.n, row.untold, row.amount, row.commission ?? '0', row.sent ?? '0'];
    }
    const of = (kind: string): string => amounts.get(kind) ?? '0';
    figures[`${name} movement`] = subtractMoney(of('credits'), of('withdrawals'));
    figures[`${name} reserved`] = addMoney(of('reserved-pending'), of('reserved-processed-later'));
  }
  return figures;
}

const tieRow = z
  .object({ currency: z.string(), oldest: z.string() })
  .catchall(z.union([z.string(), z.number()]).nullable());
const sentRow = z.object({
  token: text,
  n: count,
  tied: count,
  differing: count,
  delta: text,
  unprocessed: count,
  no_hash: count,
  oldest: z.string(),
});

/** Figures of a currency, by the names of the columns. */
const OF_CURRENCY = {
  ordered: 'ordered',
  paid: 'paid',
  settled: 'settled',
  credited: 'credited',
  'settled of credited': 'settled_of_credited',
} as const;
const COUNTS_OF_CURRENCY = {
  three: 'three',
  two: 'two',
  none: 'none',
  'paid missing': 'paid_missing',
  'settled missing': 'settled_missing',
} as const;
const COUNTS = {
  'untold webhook-not-read': 'not_read',
  'untold webhook-unreadable': 'not_readable',
  'untold nothing-delivered': 'not_delivered',
  'untold record-older-than-webhook': 'record_older',
  'untold webhook-older-than-record': 'read_older',
  'missing settled_amount_usdt': 'settled_missing',
  'missing adjustment': 'paid_missing',
  'missing credited_usdt': 'credited_missing',
} as const;

async function tieOut({ connection }: Duckdb, from: string, to: string): Promise<Figures> {
  const rows = z.array(tieRow).parse(await rowsOf(connection, TIES(from, to)));
  const sent = z.array(sentRow).parse(await rowsOf(connection, SENT(from, to)));
  const figures: Record<string, unknown> = { 'oldest reading': oldestOf([...rows, ...sent]) };
  const amountOf = (row: (typeof rows)[number], name: string): string => String(row[name] ?? '0');
  const countOf = (row: (typeof rows)[number], name: string): number => Number(row[name]);
  for (const row of rows) {
    for (const [what, name] of Object.entries(OF_CURRENCY)) figures[`${row.currency} ${what}`] = amountOf(row, name);
    for (const [what, name] of Object.entries(COUNTS_OF_CURRENCY))
      figures[`${row.currency} ${what}`] = countOf(row, name);
  }
  for (const [what, name] of Object.entries(COUNTS)) figures[what] = added(rows.map((row) => countOf(row, name)));
  for (const [figure, name, , delta] of FOUND) {
    const groups =
      figure === null
        ? rows.map((row) => [`ordered-differs ${row.currency}`, [row]] as const)
        : [[figure, rows] as const];
    for (const [key, group] of groups) {
      const n = added(group.map((row) => countOf(row, `n_${name}`)));
      if (n > 0) figures[key] = [n, delta === null ? null : total(group.map((row) => amountOf(row, `d_${name}`)))];
    }
  }
  const [n, tied, differing] = (['n', 'tied', 'differing'] as const).map((name) => added(sent.map((row) => row[name])));
  figures['withdrawals'] = [n, tied, differing, (n ?? 0) - (tied ?? 0) - (differing ?? 0)];
  for (const row of sent) if (row.differing > 0) figures[`sent-differs ${row.token}`] = [row.differing, row.delta];
  const without = { 'processed-missing null': 'unprocessed', 'hash-missing null': 'no_hash' } as const;
  for (const [key, name] of Object.entries(without)) {
    const found = added(sent.map((row) => row[name]));
    if (found > 0) figures[key] = [found, null];
  }
  return figures;
}

async function main(): Promise<void> {
  const [task = '', first = '', second = '', third = ''] = process.argv.slice(2);
  if (task === 'load') {
    const { connection } = await openDuckdb(second);
    await runAll(connection, [
      load('invoices', first, INVOICES),
      load('withdrawals', first, WITHDRAWALS),
      'CHECKPOINT',
    ]);
    connection.closeSync();
    return;
  }
  const database = await openDuckdb(third);
  const started = performance.now();
  const said = await statement(database, first, second);
  const between = performance.now();
  const tied = await tieOut(database, first, second);
  const seconds = {
    statement: (between - started) / 1000,
    tieOut: (performance.now() - between) / 1000,
    all: (performance.now() - started) / 1000,
  };
  database.connection.closeSync();
  const run: ReportPeerRun = { version: database.version, seconds, statement: said, tieOut: tied };
  process.stdout.write(`${JSON.stringify(run)}\n`);
}

if (import.meta.main) await main();
