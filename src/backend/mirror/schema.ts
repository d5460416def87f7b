// The tables of mirror.db. Everything in it can be fetched again. Money is the API's text; `*_key` columns hold its
// sort key (domain/money moneySortKey) or that of a timestamp (domain/time instantKey) and exist only to be compared.
// Nothing in this file adds or casts money.  * An invoice lies in four tables of one id, because sorting and counting
// read whole tables: `invoices` is narrow, the full record, the addresses and the search text are read only when they
// are wanted.
import type { Migration } from '../sqlite/migrations.ts';
import { fillDesk } from './desk-fill.ts';
import { DESK_TABLES } from './desk-schema.ts';
import { fillPaid, PAID_TABLE } from './paid.ts';
import { fillTold } from './told.ts';
import { mendOlderRows } from './told-anew.ts';
import { TOLD_TABLE } from './told-schema.ts';
import { takeExtraOut } from './record-shape.ts';

const VERSION_1 = `
CREATE TABLE binding (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  origin TEXT NOT NULL,
  business_uuid TEXT
) STRICT;

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
  deliveries_read INTEGER NOT NULL DEFAULT 0
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

CREATE TABLE invoice_search (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE invoice_trigrams USING fts5 (
  text, content = 'invoice_search', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0
);

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
  UNIQUE (list, key)
) STRICT;

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
CREATE TABLE delivery_reads (
  invoice_uuid TEXT PRIMARY KEY,
  read_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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
  last_seen_pass INTEGER
) STRICT;
CREATE INDEX withdrawals_by_created ON withdrawals (created_at_key DESC, uuid);
CREATE INDEX withdrawals_by_status ON withdrawals (status, created_at_key DESC, uuid);
CREATE INDEX withdrawals_by_pass ON withdrawals (last_seen_pass);

CREATE TABLE snapshots (
  name TEXT PRIMARY KEY,
  as_of TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE list_state (
  list TEXT PRIMARY KEY,
  certificate TEXT NOT NULL,
  as_of TEXT,
  seen INTEGER NOT NULL,
  total INTEGER,
  reason TEXT,
  grow_only INTEGER NOT NULL,
  walk TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO list_state (list, certificate, seen, grow_only) VALUES ('invoices', 'incomplete', 0, 1), ('withdrawals', 'incomplete', 0, 1);
`;

/**
 * `missing_since`: the API was asked and did not show the row any more; the row stays. `verdict_*`: the numbers that belong to
 * the certificate, while `seen` and `total` move on with the next walk. `reread`: how far the rolling re-read has come.
 */
const VERSION_2 = `
ALTER TABLE invoices ADD COLUMN missing_since TEXT;
ALTER TABLE withdrawals ADD COLUMN missing_since TEXT;
ALTER TABLE quarantine ADD COLUMN missing_since TEXT;
CREATE INDEX invoices_missing ON invoices (missing_since) WHERE missing_since IS NOT NULL;
CREATE INDEX withdrawals_missing ON withdrawals (missing_since) WHERE missing_since IS NOT NULL;
CREATE INDEX invoices_by_reading ON invoices (as_of, created_at_key DESC)
  WHERE status IN ('success', 'fail', 'expired', 'canceled') AND missing_since IS NULL;

ALTER TABLE list_state ADD COLUMN verdict_seen INTEGER;
ALTER TABLE list_state ADD COLUMN verdict_total INTEGER;
UPDATE list_state SET verdict_seen = seen, verdict_total = total WHERE as_of IS NOT NULL;

CREATE TABLE reread (
  list TEXT PRIMARY KEY,
  page INTEGER NOT NULL,
  lap_started_at TEXT NOT NULL,
  read_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/**
 * Look-ups by the id of a delivery and by a transaction's hash. `delivery_watch`: invoices whose deliveries are to be read again, and since when that is due on the server's clock (domain/watch). What
 * an older console has read is due at once where it is not at its end.
 */
const VERSION_3 = `
CREATE INDEX deliveries_by_uuid ON deliveries (uuid);
CREATE INDEX withdrawals_by_hash ON withdrawals (lower(tx_hash)) WHERE tx_hash IS NOT NULL;
CREATE TABLE delivery_watch (
  invoice_uuid TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  due_key TEXT,
  at_risk INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  mark TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_watch_due ON delivery_watch (at_risk, due_key) WHERE due_key IS NOT NULL;
INSERT INTO delivery_watch (invoice_uuid, reason, due_key, at_risk, tries, mark)
  SELECT invoice_uuid, 'unsettled', '', 0, 0, '' FROM deliveries
  WHERE state IN ('queued', 'retrying', 'in-flight', 'unknown') GROUP BY invoice_uuid;
`;

/**
 * Reading deliveries again that have come to their end. `asked_key`: server time at which they were asked for last, with or without an answer.
 * `has_failed`: the API has given the latest one up. What was asked for longest ago is found first.
 */
const VERSION_7 = `
ALTER TABLE delivery_reads ADD COLUMN asked_key TEXT NOT NULL DEFAULT '';
ALTER TABLE delivery_reads ADD COLUMN has_failed INTEGER NOT NULL DEFAULT 0;
UPDATE delivery_reads SET asked_key = substr(read_at, 1, 19) || '.000000000Z', has_failed = EXISTS (SELECT 1 FROM desk AS d
  WHERE d.delivery_uuid IS NOT NULL AND d.invoice_uuid = delivery_reads.invoice_uuid AND d.is_latest = 1 AND d.state = 'failed');
CREATE INDEX delivery_reads_by_asked ON delivery_reads (asked_key);
CREATE INDEX delivery_reads_failed ON delivery_reads (asked_key) WHERE has_failed = 1;
`;

/**
 * Invoices of more than one delivery, and those that may have an adjustment, without a look at all of them (tie-facts.ts). A record is our own
 * JSON; an index that parsed it could not be written beside a damaged one.
 */
const VERSION_8 = `
CREATE INDEX desk_further ON desk (invoice_uuid) WHERE position = 1;
CREATE INDEX invoice_records_adjustment ON invoice_records (id) WHERE instr(record, '"adjustment":{') > 0;
`;

/** All schemas of the mirror, oldest first. */
export const MIRROR_MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: VERSION_1 },
  { version: 2, sql: VERSION_2 },
  { version: 3, sql: VERSION_3 },
  { version: 4, sql: DESK_TABLES, fill: fillDesk },
  { version: 5, sql: TOLD_TABLE, fill: fillTold },
  { version: 6, sql: '', fill: mendOlderRows },
  { version: 7, sql: VERSION_7 },
  { version: 8, sql: VERSION_8 },
  { version: 9, sql: PAID_TABLE, fill: fillPaid },
  { version: 10, sql: '', fill: takeExtraOut },
];
