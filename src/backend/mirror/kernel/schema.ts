// The tables of mirror.db. Everything in it can be fetched again. Money is the API's text; `*_key` columns hold its
// sort key (domain/kernel/money/money moneySortKey) or that of a timestamp (domain/kernel/time/time instantKey) and exist only to be compared.
// Nothing in this file adds or casts money.
import type { Migration } from '../../sqlite/migrations.ts';
import { fieldsOf, isFields } from '../../../domain/kernel/fields.ts';
import { cellInteger, cellText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { fillLetters } from './search.ts';
import { fillTallies } from './tallies.ts';

/**
 * An invoice lies in several tables of one id, because sorting and counting read whole tables: `invoices` is narrow, the full record, the
 * addresses and the search text are read only when they are wanted. `missing_since`: the API was asked and did not show the row any more; the row
 * stays. `paid`: what the customer paid in fiat, where that is known (paid.ts). Invoices that may have an adjustment are found by a text in their
 * record: an index that parsed it could not be written beside a damaged one.
 */
const INVOICES = `
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  external_id TEXT NOT NULL,
  customer_id TEXT,
  purpose TEXT,
  amount TEXT NOT NULL,
  amount_key TEXT NOT NULL,
  amount_to_send TEXT,
  amount_to_send_key TEXT,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_at_key TEXT,
  expires_at TEXT,
  expires_at_key TEXT,
  finished_at TEXT,
  finished_at_key TEXT,
  payment_method TEXT,
  rate TEXT,
  rate_key TEXT,
  settled_amount_usdt TEXT,
  settled_amount_usdt_key TEXT,
  is_adjusted INTEGER NOT NULL,
  as_of TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  last_changed_at TEXT NOT NULL,
  last_seen_pass INTEGER,
  deliveries_read INTEGER NOT NULL DEFAULT 0,
  missing_since TEXT
) STRICT;
CREATE INDEX invoices_by_created ON invoices (
  created_at_key DESC, uuid, status, currency, payment_method, is_adjusted, finished_at_key
);
CREATE INDEX invoices_by_finished ON invoices (
  finished_at_key DESC, uuid, status, currency, payment_method, is_adjusted, created_at_key
);
CREATE INDEX invoices_by_amount ON invoices (
  amount_key DESC, uuid, status, currency, payment_method, is_adjusted, created_at_key, finished_at_key
);
CREATE INDEX invoices_by_settled ON invoices (
  settled_amount_usdt_key DESC, uuid, status, currency, payment_method, is_adjusted, created_at_key, finished_at_key
);
CREATE INDEX invoices_by_status ON invoices (
  status, created_at_key DESC, uuid, currency, payment_method, is_adjusted, finished_at_key
);
CREATE INDEX invoices_money ON invoices (currency, status, amount, settled_amount_usdt);
CREATE INDEX invoices_by_external_id ON invoices (external_id, uuid);
CREATE INDEX invoices_by_customer ON invoices (customer_id, uuid);
CREATE INDEX invoices_by_pass ON invoices (last_seen_pass);
CREATE INDEX invoices_adjusted ON invoices (created_at_key DESC, uuid) WHERE is_adjusted = 1;
CREATE INDEX invoices_uncredited ON invoices (created_at_key DESC, uuid)
  WHERE status = 'success' AND settled_amount_usdt IS NULL;
CREATE INDEX invoices_undelivered ON invoices (finished_at_key DESC)
  WHERE deliveries_read = 0 AND status IN ('success', 'fail', 'expired', 'canceled');
CREATE INDEX invoices_missing ON invoices (missing_since) WHERE missing_since IS NOT NULL;
CREATE INDEX invoices_by_reading ON invoices (as_of, created_at_key DESC)
  WHERE status IN ('success', 'fail', 'expired', 'canceled') AND missing_since IS NULL;
CREATE INDEX invoices_by_to_pay ON invoices (amount_to_send_key) WHERE amount_to_send_key IS NOT NULL;

CREATE TABLE invoice_addresses (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  callback_url TEXT,
  success_url TEXT,
  fail_url TEXT,
  payment_url TEXT
) STRICT;

CREATE TABLE invoice_records (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX invoice_records_adjustment ON invoice_records (id) WHERE instr(record, '"adjustment":{') > 0;

CREATE TABLE invoice_search (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE invoice_trigrams USING fts5 (
  text, content = 'invoice_search', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0
);

CREATE TABLE paid (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  amount TEXT NOT NULL,
  amount_key TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT;
CREATE INDEX paid_by_amount ON paid (amount_key);
`;

const OTHERS = `
CREATE TABLE withdrawals (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  token TEXT,
  network TEXT,
  address TEXT,
  amount TEXT NOT NULL,
  amount_key TEXT NOT NULL,
  network_commission TEXT,
  network_commission_key TEXT,
  amount_to_send TEXT,
  amount_to_send_key TEXT,
  status TEXT NOT NULL,
  tx_hash TEXT,
  reject_code TEXT,
  created_at TEXT,
  created_at_key TEXT,
  processed_at TEXT,
  processed_at_key TEXT,
  search TEXT NOT NULL,
  record TEXT NOT NULL,
  as_of TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  last_changed_at TEXT NOT NULL,
  last_seen_pass INTEGER,
  missing_since TEXT
) STRICT;
CREATE INDEX withdrawals_by_created ON withdrawals (created_at_key DESC, uuid);
CREATE INDEX withdrawals_by_status ON withdrawals (status, created_at_key DESC, uuid);
CREATE INDEX withdrawals_by_pass ON withdrawals (last_seen_pass);
CREATE INDEX withdrawals_missing ON withdrawals (missing_since) WHERE missing_since IS NOT NULL;
CREATE INDEX withdrawals_by_hash ON withdrawals (lower(tx_hash)) WHERE tx_hash IS NOT NULL;

CREATE TABLE snapshots (
  name TEXT PRIMARY KEY,
  as_of TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE quarantine (
  id INTEGER PRIMARY KEY,
  list TEXT NOT NULL,
  key TEXT NOT NULL,
  uuid TEXT,
  reason TEXT NOT NULL,
  raw TEXT NOT NULL,
  as_of TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  last_seen_pass INTEGER,
  missing_since TEXT,
  UNIQUE (list, key)
) STRICT;
`;

/**
 * `verdict_*`: the numbers that belong to the certificate, while `seen` and `total` move on with the next walk. `reread`: how far the rolling
 * re-read has come.
 */
const LISTS = `
CREATE TABLE binding (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  origin TEXT NOT NULL,
  business_uuid TEXT
) STRICT;

CREATE TABLE list_state (
  list TEXT PRIMARY KEY,
  certificate TEXT NOT NULL,
  as_of TEXT,
  seen INTEGER NOT NULL,
  total INTEGER,
  reason TEXT,
  grow_only INTEGER NOT NULL,
  walk TEXT,
  verdict_seen INTEGER,
  verdict_total INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO list_state (list, certificate, seen, grow_only) VALUES ('invoices', 'incomplete', 0, 1), ('withdrawals', 'incomplete', 0, 1);

CREATE TABLE reread (
  list TEXT PRIMARY KEY,
  page INTEGER NOT NULL,
  lap_started_at TEXT NOT NULL,
  read_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/**
 * `delivery_reads.quarantined`: entries of the answer that could not be read, so that nothing is said of what is not listed. `asked_key`: server
 * time at which they were asked for last, with or without an answer; what was asked for longest ago is found first. `has_failed`: the API has
 * given the latest one up. `delivery_watch`: invoices whose deliveries are to be read again, and since when that is due on the server's clock (domain/webhooks/watch).
 */
const DELIVERIES = `
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  invoice_uuid TEXT NOT NULL,
  position INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  event TEXT,
  status TEXT,
  state TEXT NOT NULL,
  attempts INTEGER,
  max_attempts INTEGER,
  resend_count INTEGER,
  last_status_code INTEGER,
  created_at_key TEXT,
  next_attempt_at_key TEXT,
  delivered_at_key TEXT,
  target_url TEXT,
  record TEXT NOT NULL,
  UNIQUE (invoice_uuid, position)
) STRICT;
CREATE INDEX deliveries_by_state ON deliveries (state, next_attempt_at_key);
CREATE INDEX deliveries_by_uuid ON deliveries (uuid);

CREATE TABLE delivery_reads (
  invoice_uuid TEXT PRIMARY KEY,
  read_at TEXT NOT NULL,
  quarantined INTEGER NOT NULL DEFAULT 0,
  asked_key TEXT NOT NULL DEFAULT '',
  has_failed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_reads_by_asked ON delivery_reads (asked_key);
CREATE INDEX delivery_reads_failed ON delivery_reads (asked_key) WHERE has_failed = 1;

CREATE TABLE delivery_watch (
  invoice_uuid TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  due_key TEXT,
  at_risk INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  mark TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_watch_due ON delivery_watch (at_risk, due_key) WHERE due_key IS NOT NULL;
`;

/**
 * `desk` has a row for each delivery, and one for a final invoice without any: at position 0, without delivery_uuid, with the id of
 * the invoice. It repeats what is filtered and sorted by, so that no question has to join; the deliveries keep their records.
 *
 * A first walk stores a row for every final invoice, so those rows must be cheap: they are appended in the order of the table and of the
 * two indexes that hold them, and found by their id. An index by uuid would be written at a hundred places for a page of a hundred. What
 * only deliveries have is found by partial indexes.
 *
 * `failed_at_key`: since when the delivery fails as it does (store.ts). `attempts`: what the health of hosts is told from.
 */
const DESK = `
CREATE TABLE desk (
  id INTEGER PRIMARY KEY,
  invoice_uuid TEXT NOT NULL,
  position INTEGER NOT NULL,
  delivery_uuid TEXT,
  is_latest INTEGER NOT NULL,
  state TEXT NOT NULL,
  event TEXT,
  host TEXT,
  http_code INTEGER,
  cause TEXT,
  attempts INTEGER,
  at_risk INTEGER NOT NULL,
  elsewhere INTEGER NOT NULL,
  created_at_key TEXT,
  last_attempt_at_key TEXT,
  next_attempt_at_key TEXT,
  delivered_at_key TEXT,
  failed_at_key TEXT,
  external_id TEXT,
  customer_id TEXT,
  currency TEXT,
  payment_method TEXT,
  finished_at_key TEXT
) STRICT;
CREATE UNIQUE INDEX desk_by_invoice ON desk (invoice_uuid, position) WHERE delivery_uuid IS NOT NULL;
CREATE INDEX desk_by_finished ON desk (finished_at_key DESC, invoice_uuid, position);
CREATE INDEX desk_by_state ON desk (state, finished_at_key DESC, invoice_uuid, position);
CREATE INDEX desk_by_attempt ON desk (last_attempt_at_key DESC, invoice_uuid, position)
  WHERE last_attempt_at_key IS NOT NULL;
CREATE INDEX desk_by_next ON desk (next_attempt_at_key, invoice_uuid, position) WHERE next_attempt_at_key IS NOT NULL;
CREATE INDEX desk_by_created ON desk (created_at_key DESC, invoice_uuid, position) WHERE created_at_key IS NOT NULL;
CREATE INDEX desk_by_delivery ON desk (delivery_uuid COLLATE NOCASE) WHERE delivery_uuid IS NOT NULL;
CREATE INDEX desk_by_host ON desk (host) WHERE host IS NOT NULL;
CREATE INDEX desk_by_event ON desk (event) WHERE event IS NOT NULL;
CREATE INDEX desk_by_code ON desk (http_code) WHERE http_code IS NOT NULL;
CREATE INDEX desk_by_cause ON desk (cause) WHERE cause IS NOT NULL;
CREATE INDEX desk_failing ON desk (cause, host, state, at_risk, last_attempt_at_key, failed_at_key)
  WHERE is_latest = 1 AND state IN ('failed', 'retrying');
CREATE INDEX desk_at_risk ON desk (next_attempt_at_key) WHERE at_risk = 1;
CREATE INDEX desk_elsewhere ON desk (host) WHERE elsewhere = 1;
CREATE INDEX desk_further ON desk (invoice_uuid) WHERE position = 1;

CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  invoice_uuid TEXT NOT NULL,
  host TEXT NOT NULL,
  made_at_key TEXT NOT NULL,
  duration_ms INTEGER,
  is_success INTEGER NOT NULL,
  cause TEXT
) STRICT;
CREATE INDEX attempts_by_invoice ON attempts (invoice_uuid);
CREATE INDEX attempts_by_host ON attempts (host, duration_ms, made_at_key, is_success, cause);
`;

/**
 * What receivers were told: of each invoice the latest delivered payload, in the columns that a tie-out reads. The key is the invoice's: a tie-out
 * goes through both tables side by side, which a key by uuid, whose order is another one, makes ten times dearer. An invoice that the mirror does not
 * have yet has no row; its deliveries are kept, and it gets one when it comes. `read_at`: server time of the reading. `unreadable`: entries of the
 * reading that could not be read, so that the latest may be among them; a row without `delivery_uuid` is only there to say so. `adjusted` is NULL
 * where the payload does not say.
 */
const TOLD = `
CREATE TABLE told (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  read_at TEXT NOT NULL,
  unreadable INTEGER NOT NULL,
  delivery_uuid TEXT,
  delivered_at TEXT,
  delivered_at_key TEXT,
  event TEXT,
  status TEXT,
  credited_usdt TEXT,
  credited_usdt_key TEXT,
  amount TEXT,
  original_amount TEXT,
  adjusted INTEGER
) STRICT;
CREATE INDEX told_without_credit ON told (id) WHERE unreadable = 0 AND credited_usdt IS NULL;
`;

const TABLES = ['invoice_records', 'withdrawals', 'deliveries'] as const;

/** How nearly every record ended: with nothing the specification does not name. */
const NOTHING_ELSE = ',"extra":{}}';
const ROWS = 2_000;

/**
 * Up to version 9 what the specification does not name stood under `extra`, at the end of the record; it belongs beside the rest. Runs once, within
 * the migration. What cannot be read stays as it is: whoever reads it finds the file damaged.
 */
function takeExtraOut(database: SqliteDatabase): void {
  for (const table of TABLES) {
    const others = `SELECT id, record FROM ${table} WHERE id > ? AND substr(record, -${NOTHING_ELSE.length}) <> ? ORDER BY id LIMIT ?`;
    for (let after = 0; ; ) {
      const rows = [...database.iterate(others, after, NOTHING_ELSE, ROWS)];
      for (const [id, record] of rows) {
        after = cellInteger(id);
        const text = apiShape(cellText(record));
        if (text !== null) database.run(`UPDATE ${table} SET record = ? WHERE id = ?`, text, after);
      }
      if (rows.length < ROWS) break;
    }
    database.run(
      `UPDATE ${table} SET record = substr(record, 1, length(record) - ${NOTHING_ELSE.length}) || '}' WHERE substr(record, -${NOTHING_ELSE.length}) = ?`,
      NOTHING_ELSE,
    );
  }
}

function apiShape(text: string): string | null {
  try {
    const { extra, ...fields } = fieldsOf(JSON.parse(text));
    return isFields(extra) ? JSON.stringify({ ...fields, ...extra }) : null;
  } catch {
    return null;
  }
}

/** The attempts at a host in the order in which they were made: whether it is down is told from the last of them. */
const ATTEMPTS_IN_ORDER = `CREATE INDEX attempts_in_order ON attempts (host, made_at_key, invoice_uuid, is_success, cause);`;

/** Whether anything was sent to an address before. */
const BY_ADDRESS = `CREATE INDEX withdrawals_by_address ON withdrawals (address, network, status, created_at_key);`;

/**
 * What screens sort by beside the indexes that hold their filters, and the tallies by day (tallies.ts): counts, and of successes the
 * exact sums of `amount` and `settled_amount_usdt`, with how many have none of the latter. `search_letters`: the characters that search
 * texts have (search.ts).
 */
const ORDERS_AND_TALLIES = `
CREATE TABLE search_letters (letter TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE INDEX invoices_by_expiry ON invoices (expires_at_key DESC, uuid);
DROP INDEX invoices_money;
CREATE TABLE invoice_tallies (
  day TEXT NOT NULL,
  status TEXT NOT NULL,
  currency TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount TEXT NOT NULL,
  settled TEXT NOT NULL,
  unsettled INTEGER NOT NULL,
  PRIMARY KEY (day, status, currency, payment_method)
) STRICT, WITHOUT ROWID;
CREATE INDEX invoices_by_method ON invoices (payment_method, created_at_key DESC, uuid);
DROP INDEX desk_by_host;
DROP INDEX desk_by_event;
DROP INDEX desk_by_code;
DROP INDEX desk_by_cause;
CREATE INDEX desk_by_host ON desk (host, finished_at_key DESC, invoice_uuid, position) WHERE host IS NOT NULL;
CREATE INDEX desk_by_event ON desk (event, finished_at_key DESC, invoice_uuid, position) WHERE event IS NOT NULL;
CREATE INDEX desk_by_code ON desk (http_code, finished_at_key DESC, invoice_uuid, position) WHERE http_code IS NOT NULL;
CREATE INDEX desk_by_cause ON desk (cause, finished_at_key DESC, invoice_uuid, position) WHERE cause IS NOT NULL;
CREATE INDEX desk_by_attempts ON desk (attempts, finished_at_key DESC, invoice_uuid, position) WHERE attempts IS NOT NULL;
CREATE INDEX desk_by_delivered ON desk (delivered_at_key DESC, invoice_uuid, position) WHERE delivered_at_key IS NOT NULL;
`;

/** What lies in the list of deliveries under the same value, or under none, is in the order in which it ended. */
const WITHIN_DELIVERIES = `
DROP INDEX desk_by_attempt;
DROP INDEX desk_by_next;
DROP INDEX desk_by_created;
DROP INDEX desk_by_delivered;
CREATE INDEX desk_by_attempt ON desk (last_attempt_at_key DESC, finished_at_key DESC, invoice_uuid, position)
  WHERE last_attempt_at_key IS NOT NULL;
CREATE INDEX desk_by_next ON desk (next_attempt_at_key, finished_at_key DESC, invoice_uuid, position) WHERE next_attempt_at_key IS NOT NULL;
CREATE INDEX desk_by_created ON desk (created_at_key DESC, finished_at_key DESC, invoice_uuid, position) WHERE created_at_key IS NOT NULL;
CREATE INDEX desk_by_delivered ON desk (delivered_at_key DESC, finished_at_key DESC, invoice_uuid, position) WHERE delivered_at_key IS NOT NULL;
CREATE INDEX desk_by_order ON desk (external_id, finished_at_key DESC, invoice_uuid, position) WHERE external_id IS NOT NULL;
`;

/**
 * What lies in the list of invoices under the same value, or under none, is in the order in which it was created, so that a page of the newest
 * is written at one place of an index and not at as many as it has invoices.
 */
const WITHIN_INVOICES = `
DROP INDEX invoices_by_amount;
DROP INDEX invoices_by_settled;
DROP INDEX invoices_by_customer;
CREATE INDEX invoices_by_amount ON invoices (
  amount_key DESC, created_at_key DESC, uuid, status, currency, payment_method, is_adjusted, finished_at_key
);
CREATE INDEX invoices_by_settled ON invoices (
  settled_amount_usdt_key DESC, created_at_key DESC, uuid, status, currency, payment_method, is_adjusted, finished_at_key
);
CREATE INDEX invoices_by_customer ON invoices (customer_id, created_at_key DESC, uuid);
DROP INDEX deliveries_by_state;
`;

/** Texts of invoices up to this id have trigrams; those of later ones, few, are looked at (search.ts). */
const TEXTS_INDEXED = `
ALTER TABLE list_state ADD COLUMN texts_indexed INTEGER NOT NULL DEFAULT 0;
UPDATE list_state SET texts_indexed = (SELECT coalesce(max(id), 0) FROM invoice_search) WHERE list = 'invoices';
`;

/**
 * How many rows a list has, and of one pass those that were seen in it: kept up as pages are stored, since counting a million rows for each of them
 * takes as long as storing it (sync/store-list.ts).
 */
const LIST_COUNTS = `
ALTER TABLE list_state ADD COLUMN stored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list_state ADD COLUMN pass INTEGER;
ALTER TABLE list_state ADD COLUMN in_pass INTEGER NOT NULL DEFAULT 0;
UPDATE list_state SET stored = CASE list WHEN 'invoices' THEN (SELECT count(*) FROM invoices) ELSE (SELECT count(*) FROM withdrawals) END;
`;

function fillBeside(database: SqliteDatabase): void {
  fillTallies(database);
  fillLetters(database);
}

/** All schemas of the mirror, oldest first; a mirror from before the first of them is set aside and read anew. */
export const MIRROR_MIGRATIONS: readonly Migration[] = [
  { version: 9, sql: INVOICES + OTHERS + LISTS + DELIVERIES + DESK + TOLD },
  { version: 10, sql: '', fill: takeExtraOut },
  { version: 11, sql: ATTEMPTS_IN_ORDER },
  { version: 12, sql: BY_ADDRESS },
  { version: 13, sql: ORDERS_AND_TALLIES, fill: fillBeside },
  { version: 14, sql: WITHIN_DELIVERIES },
  { version: 15, sql: WITHIN_INVOICES + TEXTS_INDEXED },
  { version: 16, sql: LIST_COUNTS },
];
