// The tables of the delivery desk, version 4 of the mirror's schema.

/** Rows of deliveries have ids from here on; below are those of invoices. */
export const FIRST_DELIVERY_ID = 2 ** 40;

/**
 * `desk` has a row for each delivery, and one for a final invoice without any: at position 0, without delivery_uuid, with the id of
 * the invoice. It repeats what is filtered and sorted by, so that no question has to join; the deliveries keep their records.
 *
 * A first walk stores a row for every final invoice, so those rows must be cheap: they are appended in the order of the table and of the
 * two indexes that hold them, and found by their id. An index by uuid would be written at a hundred places for a page of a hundred. What
 * only deliveries have is found by partial indexes.
 *
 * `delivery_reads.quarantined`: entries of the answer that could not be read, so that nothing is said of what is not listed.
 * `failed_at_key`: since when the delivery fails as it does (desk-store.ts). `attempts`: what the health of hosts is told from.
 */
export const DESK_TABLES = `
ALTER TABLE delivery_reads ADD COLUMN quarantined INTEGER NOT NULL DEFAULT 0;

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
