// The tables of books.db: what the API cannot give back. Never rebuilt, copied daily and before each migration. Bodies, evidence and failures are
// JSON; money does not occur outside of it but as the API's text beside its sort key.
import * as later from './later-schemas.ts';
import type { Migration } from '../../sqlite/migrations.ts';

/**
 * Profiles (`unproved_since`: since when the key is not proved to be of the same business), settings, lists saved under a name, the requests of the
 * last minute. `generations`: the lines that these books have followed, the present one last. A line ends where a copy was put back, and what was
 * open then stands still. `count` is what the counter beside the file is held against, `activity` the last entry of the log when the line began.
 */
const PROFILES = `
CREATE TABLE profiles (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('sandbox', 'business')),
  origin TEXT NOT NULL,
  base_url TEXT NOT NULL,
  api_root TEXT NOT NULL,
  key_storage TEXT NOT NULL CHECK (key_storage IN ('keychain', 'session', 'absent')),
  read_only INTEGER NOT NULL CHECK (read_only IN (0, 1)),
  business_uuid TEXT,
  created_at TEXT NOT NULL,
  position INTEGER NOT NULL,
  unproved_since TEXT
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_views (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (profile_id, list, name)
) STRICT;

CREATE TABLE request_log (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX request_log_by_time ON request_log (profile_id, at);

CREATE TABLE generations (
  position INTEGER PRIMARY KEY,
  line TEXT NOT NULL UNIQUE,
  count INTEGER NOT NULL,
  raised_at TEXT NOT NULL,
  began_at TEXT NOT NULL,
  activity INTEGER NOT NULL,
  as_of TEXT,
  used_until TEXT
) STRICT;
`;

/**
 * What was done and seen. An entry of the activity log can be deleted only once its profile is gone, which is what erasing a profile does. An
 * observation knows the status of the record before it, the record it stands under (a delivery's invoice), and whether it came late.
 * `told_failures`: failed deliveries that a person was told of, so that none is told again, whatever becomes of the mirror.
 */
const RECORDED = `
CREATE TABLE activity (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL,
  profile_id TEXT,
  action TEXT NOT NULL,
  summary TEXT NOT NULL,
  outcome TEXT NOT NULL,
  evidence TEXT
) STRICT;
CREATE INDEX activity_by_profile ON activity (profile_id, id);
CREATE TRIGGER activity_is_append_only BEFORE UPDATE ON activity BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE INDEX activity_by_action ON activity (action, id);
CREATE TRIGGER activity_is_kept BEFORE DELETE ON activity
  WHEN OLD.profile_id IS NULL OR EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id)
  BEGIN SELECT raise(ABORT, 'append-only'); END;

CREATE TABLE observations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  profile_id TEXT NOT NULL,
  list TEXT NOT NULL,
  record_uuid TEXT NOT NULL,
  field TEXT NOT NULL,
  before TEXT,
  after TEXT,
  at TEXT NOT NULL,
  source TEXT NOT NULL,
  status_before TEXT,
  parent_uuid TEXT,
  late TEXT
) STRICT;
CREATE INDEX observations_by_record ON observations (profile_id, record_uuid, id);
CREATE TRIGGER observations_are_append_only BEFORE UPDATE ON observations BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE INDEX observations_by_parent ON observations (profile_id, parent_uuid, id) WHERE parent_uuid IS NOT NULL;
CREATE INDEX observations_late ON observations (profile_id, at) WHERE late IS NOT NULL;

CREATE TABLE told_failures (
  profile_id TEXT NOT NULL,
  delivery_uuid TEXT NOT NULL,
  PRIMARY KEY (profile_id, delivery_uuid)
) STRICT, WITHOUT ROWID;
`;

/**
 * What is sent once: resends, creates, and runs of many resends with their items. They carry the origin of their profile; the API's names of a record
 * hold there, whichever profile says them (a trigger and no unique index: earlier books may hold two open ones). A resend knows how its attempt stands (`attempt_state`, and the evidence as JSON). An item's
 * intent id is made before its turn, so that a run that was killed never sends an item twice; `earlier` are the ids of the turns before, as JSON.
 * `unclear` counts the unclear answers in a row. A profile has one open run at most. `acknowledgements`: failures that somebody has seen.
 */
const SENDS = `
CREATE TABLE resend_intents (
  intent_id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  invoice_uuid TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('armed', 'inflight', 'resolving', 'ended')),
  outcome TEXT NOT NULL,
  baseline TEXT,
  evidence TEXT,
  failure TEXT,
  armed_at TEXT NOT NULL,
  sent_at TEXT,
  sent_at_server_ms INTEGER,
  updated_at TEXT NOT NULL,
  ended_at TEXT,
  origin TEXT,
  attempt_state TEXT,
  attempt TEXT
) STRICT;
CREATE UNIQUE INDEX resend_open ON resend_intents (profile_id, invoice_uuid) WHERE state <> 'ended';
CREATE INDEX resend_by_invoice ON resend_intents (profile_id, invoice_uuid, armed_at);
CREATE INDEX resend_by_end ON resend_intents (profile_id, ended_at);
CREATE INDEX resend_sends ON resend_intents (profile_id) WHERE sent_at IS NOT NULL;
CREATE INDEX resend_by_origin ON resend_intents (origin, invoice_uuid, armed_at);
CREATE INDEX resend_awaited ON resend_intents (profile_id) WHERE attempt_state IN ('under-way', 'no-answer-yet');
CREATE TRIGGER resend_once_an_origin BEFORE INSERT ON resend_intents
  WHEN EXISTS (SELECT 1 FROM resend_intents WHERE origin = NEW.origin AND invoice_uuid = NEW.invoice_uuid AND state <> 'ended')
  BEGIN SELECT raise(ABORT, 'open-other'); END;

CREATE TABLE create_intents (
  intent_id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('armed', 'inflight', 'resolving', 'ended')),
  outcome TEXT NOT NULL,
  invoice_uuid TEXT,
  differences TEXT NOT NULL,
  failure TEXT,
  armed_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  ended_at TEXT,
  recreated_from_uuid TEXT,
  recreated_from_external_id TEXT,
  origin TEXT
) STRICT;
CREATE UNIQUE INDEX create_open ON create_intents (profile_id, external_id) WHERE state <> 'ended';
CREATE INDEX create_by_original ON create_intents (profile_id, recreated_from_uuid) WHERE recreated_from_uuid IS NOT NULL;
CREATE INDEX create_by_invoice ON create_intents (profile_id, invoice_uuid) WHERE invoice_uuid IS NOT NULL;
CREATE INDEX create_unknown ON create_intents (profile_id, ended_at) WHERE outcome = 'unknown';
CREATE INDEX create_by_origin ON create_intents (origin, external_id) WHERE state <> 'ended';

CREATE TABLE bulk_runs (
  run_id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  label TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'waiting', 'paused', 'stopped', 'done', 'cancelled')),
  stop TEXT,
  include TEXT NOT NULL,
  unclear INTEGER NOT NULL DEFAULT 0,
  os_user TEXT NOT NULL,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  ended_at TEXT,
  origin TEXT,
  restored_as_of TEXT
) STRICT;
CREATE INDEX bulk_by_profile ON bulk_runs (profile_id, started_at);
CREATE UNIQUE INDEX bulk_open ON bulk_runs (profile_id) WHERE state IN ('running', 'waiting', 'paused', 'stopped');
CREATE INDEX bulk_by_origin ON bulk_runs (origin) WHERE state IN ('running', 'waiting', 'paused', 'stopped');

CREATE TABLE bulk_items (
  run_id TEXT NOT NULL REFERENCES bulk_runs (run_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  invoice_uuid TEXT NOT NULL,
  external_id TEXT,
  intent_id TEXT NOT NULL UNIQUE,
  earlier TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'ended', 'skipped', 'cancelled')),
  skipped TEXT,
  due_at TEXT,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (run_id, position),
  UNIQUE (run_id, invoice_uuid)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_items_by_state ON bulk_items (run_id, state, position);

CREATE TABLE acknowledgements (
  profile_id TEXT NOT NULL,
  host TEXT NOT NULL,
  cause TEXT NOT NULL,
  at TEXT NOT NULL,
  newest_failure_at TEXT NOT NULL,
  os_user TEXT NOT NULL,
  note TEXT,
  PRIMARY KEY (profile_id, host, cause)
) STRICT, WITHOUT ROWID;
`;

/**
 * What people do about findings, by the facts they hang on (kind, list, record). `facts` is the finding as JSON, `print` a digest of its evidence;
 * `*_key` columns exist only to be compared.
 */
const EXCEPTIONS = `
CREATE TABLE exceptions (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  list TEXT NOT NULL CHECK (list IN ('invoices', 'withdrawals', 'entries')),
  record_uuid TEXT NOT NULL,
  label TEXT,
  unit TEXT,
  delta TEXT,
  delta_key TEXT,
  abs_delta_key TEXT,
  record_at_key TEXT,
  facts TEXT NOT NULL,
  print TEXT NOT NULL,
  search TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'resolved')),
  assignee TEXT,
  reason TEXT,
  note TEXT,
  first_seen_at TEXT NOT NULL,
  cleared_at TEXT,
  reopened INTEGER NOT NULL DEFAULT 0,
  updated_at TEXT NOT NULL,
  updated_by TEXT,
  UNIQUE (profile_id, kind, list, record_uuid)
) STRICT;
CREATE INDEX exceptions_shown ON exceptions (profile_id, state, kind, list, unit, assignee, first_seen_at, record_at_key, label, delta,
  delta_key, abs_delta_key, record_uuid, id) WHERE cleared_at IS NULL;
CREATE INDEX exceptions_cleared ON exceptions (profile_id, first_seen_at) WHERE cleared_at IS NOT NULL;
CREATE INDEX exceptions_by_record ON exceptions (profile_id, record_uuid, kind, state);

CREATE TABLE exception_deeds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  exception_id TEXT NOT NULL REFERENCES exceptions (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  os_user TEXT,
  deed TEXT NOT NULL,
  reason TEXT,
  note TEXT,
  evidence TEXT
) STRICT;
CREATE INDEX exception_deeds_by_exception ON exception_deeds (exception_id, id);
CREATE TRIGGER exception_deeds_are_append_only BEFORE UPDATE ON exception_deeds BEGIN SELECT raise(ABORT, 'append-only'); END;
`;

/**
 * A locked statement (`document`, JSON), its facts as canonical lines in chunks sorted by list and uuid, and what has changed since. A close that
 * was not committed (`sha256` NULL) is no close.
 */
const CLOSES = `
CREATE TABLE closes (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  from_key TEXT NOT NULL,
  to_key TEXT NOT NULL,
  document TEXT NOT NULL,
  facts INTEGER NOT NULL,
  sha256 TEXT,
  closed_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX closes_by_period ON closes (profile_id, from_key) WHERE sha256 IS NOT NULL;
CREATE TRIGGER closes_are_locked BEFORE UPDATE ON closes WHEN OLD.sha256 IS NOT NULL BEGIN SELECT raise(ABORT, 'locked'); END;
CREATE TRIGGER closes_are_kept BEFORE DELETE ON closes
  WHEN OLD.sha256 IS NOT NULL AND EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id)
  BEGIN SELECT raise(ABORT, 'locked'); END;

CREATE TABLE close_chunks (
  close_id TEXT NOT NULL REFERENCES closes (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  lines TEXT NOT NULL,
  PRIMARY KEY (close_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER close_chunks_are_append_only BEFORE UPDATE ON close_chunks BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE TRIGGER close_chunks_are_locked BEFORE INSERT ON close_chunks
  WHEN EXISTS (SELECT 1 FROM closes WHERE id = NEW.close_id AND sha256 IS NOT NULL)
  BEGIN SELECT raise(ABORT, 'locked'); END;
CREATE TRIGGER close_chunks_are_kept BEFORE DELETE ON close_chunks
  WHEN EXISTS (SELECT 1 FROM closes WHERE id = OLD.close_id AND sha256 IS NOT NULL)
  BEGIN SELECT raise(ABORT, 'locked'); END;

CREATE TABLE prior_period_adjustments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  profile_id TEXT NOT NULL,
  close_id TEXT NOT NULL REFERENCES closes (id) ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('invoices', 'withdrawals')),
  record_uuid TEXT NOT NULL,
  label TEXT,
  token TEXT,
  amount TEXT NOT NULL,
  before TEXT,
  after TEXT,
  first_seen_at TEXT NOT NULL
) STRICT;
CREATE INDEX prior_by_close ON prior_period_adjustments (profile_id, close_id, id);
CREATE INDEX prior_by_sight ON prior_period_adjustments (profile_id, first_seen_at);
CREATE TRIGGER prior_are_append_only BEFORE UPDATE ON prior_period_adjustments BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE TRIGGER prior_are_kept BEFORE DELETE ON prior_period_adjustments
  WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id)
  BEGIN SELECT raise(ABORT, 'append-only'); END;
`;

/**
 * The merchant's own books: sources with their remembered format and mapping (JSON), imports (`covers_said`: a person has said what one is
 * complete for), the rows of a file that could not be read (`ident`: the id that the row names, where that could be read), its entries, matches by
 * hand, and where an entry stood before. An import that is not `done` is none, and its rows are swept away piece by piece.
 *
 * A million entries come at once, in pieces that are each on the disk. What is written in the order of the file stays cheap; an index in random
 * order would have every piece rewrite most of its pages. So entries lie in the order of their files, and are found by what they say (id, ident,
 * address) through `entry_keys`, whose rows are written sorted at the end of an import: a 32-bit key names candidates, which are then looked at.
 * `entries_unlike` holds all that a list is filtered, ordered and summed by, of those entries that people look for: what matches costs nothing.
 * Standings (`outcome` and what follows it) are written by the match, everything else of an entry never changes. `entry_tallies` counts and sums
 * entries of an import by unit and standing, in the transaction that writes them, so that no list counts a million rows; '' stands for none.
 * `import_repeats`: how many rows of an import an earlier one of the source had already; `import_repeated_lines`: which, as
 * stretches of lines of the import that has them: an entry is as new as the latest import that says it. A profile's rows go with it.
 */
const LEDGER = `
CREATE TABLE sources (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('orders', 'wallet')),
  format TEXT NOT NULL,
  mapping TEXT NOT NULL,
  tolerances TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (profile_id, name)
) STRICT;

CREATE TABLE imports (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  profile_id TEXT NOT NULL,
  source_id TEXT NOT NULL REFERENCES sources (id),
  state TEXT NOT NULL CHECK (state IN ('staging', 'done', 'undone')),
  file_name TEXT NOT NULL,
  sha256 TEXT,
  bytes INTEGER NOT NULL,
  file_rows INTEGER,
  entries INTEGER,
  repeated INTEGER,
  rejected INTEGER,
  covers_from TEXT,
  covers_to TEXT,
  format TEXT NOT NULL,
  mapping TEXT NOT NULL,
  changes_before INTEGER,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL,
  covers_said INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX imports_by_source ON imports (profile_id, source_id, state, seq);

CREATE TABLE import_repeats (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  of_seq INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (import_seq, of_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_repeats_of ON import_repeats (of_seq);

CREATE TABLE import_repeated_lines (
  of_seq INTEGER NOT NULL,
  from_line INTEGER NOT NULL,
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  to_line INTEGER NOT NULL,
  PRIMARY KEY (of_seq, from_line, import_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_repeated_lines_by_import ON import_repeated_lines (import_seq);

CREATE TABLE import_rejects (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  line INTEGER NOT NULL,
  column_title TEXT,
  value TEXT NOT NULL,
  reason TEXT NOT NULL,
  ident TEXT,
  PRIMARY KEY (import_seq, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  id TEXT NOT NULL,
  ident TEXT,
  address TEXT,
  amount TEXT NOT NULL,
  unit TEXT NOT NULL,
  at_key TEXT,
  status TEXT NOT NULL,
  direction TEXT NOT NULL,
  status_text TEXT,
  customer TEXT,
  memo TEXT,
  outcome TEXT,
  pass TEXT,
  record_uuid TEXT,
  against TEXT,
  delta TEXT,
  delta_key TEXT,
  changed_at TEXT,
  PRIMARY KEY (import_seq, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_unlike ON entries (import_seq, outcome, unit, line, at_key, amount, pass, delta, delta_key) WHERE outcome <> 'matched';

CREATE TABLE entry_keys (
  key INTEGER NOT NULL,
  import_seq INTEGER NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (key, import_seq, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE entry_tallies (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  pass TEXT NOT NULL,
  unit TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount TEXT NOT NULL,
  compared INTEGER NOT NULL,
  delta TEXT NOT NULL,
  PRIMARY KEY (import_seq, outcome, pass, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE hand_matches (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  source_id TEXT NOT NULL REFERENCES sources (id),
  kind TEXT NOT NULL CHECK (kind IN ('orders', 'wallet')),
  note TEXT NOT NULL,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX hand_matches_by_source ON hand_matches (profile_id, source_id);

CREATE TABLE hand_match_entries (
  entry_id TEXT PRIMARY KEY,
  import_seq INTEGER NOT NULL,
  line INTEGER NOT NULL,
  match_id TEXT NOT NULL REFERENCES hand_matches (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX hand_match_entries_by_match ON hand_match_entries (match_id);
CREATE INDEX hand_match_entries_by_import ON hand_match_entries (import_seq, match_id);

CREATE TABLE hand_match_records (
  source_id TEXT NOT NULL,
  record_uuid TEXT NOT NULL,
  match_id TEXT NOT NULL REFERENCES hand_matches (id) ON DELETE CASCADE,
  PRIMARY KEY (source_id, record_uuid)
) STRICT, WITHOUT ROWID;
CREATE INDEX hand_match_records_by_match ON hand_match_records (match_id);

CREATE TABLE entry_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX entry_changes_by_entry ON entry_changes (import_seq, line, id);
`;

/** What the record of an exception is over, as a key; the next run fills it in. */
const VERSION_11 = `
ALTER TABLE exceptions ADD COLUMN amount_key TEXT;
DROP INDEX exceptions_shown;
CREATE INDEX exceptions_shown ON exceptions (profile_id, state, kind, list, unit, assignee, first_seen_at, record_at_key, label, delta,
  delta_key, abs_delta_key, amount_key, record_uuid, id) WHERE cleared_at IS NULL;
`;

/** When an order was first sent, by the server's own clock; of those that were sent before nobody knows it. */
const VERSION_12 = 'ALTER TABLE create_intents ADD COLUMN sent_at_server_ms INTEGER;';

/**
 * Orders out of a file are a run as well, whose items have a line and a body and no invoice yet; one of each kind may be open at a time. What the answer
 * said of the payment link is kept with the order.
 */
const VERSION_14 = `
ALTER TABLE create_intents ADD COLUMN payment_url TEXT;
CREATE INDEX create_by_external_id ON create_intents (profile_id, external_id);
ALTER TABLE bulk_runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'resend' CHECK (kind IN ('resend', 'create'));
ALTER TABLE bulk_runs ADD COLUMN file TEXT;
DROP INDEX bulk_open;
CREATE UNIQUE INDEX bulk_open ON bulk_runs (profile_id, kind) WHERE state IN ('running', 'waiting', 'paused', 'stopped');
DROP INDEX bulk_items_by_state;
ALTER TABLE bulk_items RENAME TO bulk_items_before;
CREATE TABLE bulk_items (
  run_id TEXT NOT NULL REFERENCES bulk_runs (run_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  invoice_uuid TEXT,
  external_id TEXT,
  line INTEGER,
  customer_id TEXT,
  body TEXT,
  intent_id TEXT NOT NULL UNIQUE,
  earlier TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'ended', 'skipped', 'cancelled')),
  skipped TEXT,
  due_at TEXT,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (run_id, position),
  UNIQUE (run_id, invoice_uuid),
  CHECK (invoice_uuid IS NOT NULL OR line IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO bulk_items (run_id, position, invoice_uuid, external_id, intent_id, earlier, state, skipped, due_at, updated_at)
  SELECT run_id, position, invoice_uuid, external_id, intent_id, earlier, state, skipped, due_at, updated_at FROM bulk_items_before;
DROP TABLE bulk_items_before;
CREATE INDEX bulk_items_by_state ON bulk_items (run_id, state, position);
`;

/** All schemas of the books, oldest first; what was written before the first of them was never released. */
export const BOOKS_MIGRATIONS: readonly Migration[] = [
  { version: 10, sql: PROFILES + RECORDED + SENDS + EXCEPTIONS + CLOSES + LEDGER },
  { version: 11, sql: VERSION_11 },
  { version: 12, sql: VERSION_12 },
  { version: 13, sql: later.NOTES },
  { version: 14, sql: VERSION_14 },
  { version: 15, sql: later.CASES },
  { version: 16, sql: later.ANSWERS },
  { version: 17, sql: later.AUDIT_CHAIN + later.RECONCILING_ITEMS + later.SUPERSEDED_CLOSES },
  { version: 18, sql: later.CATALOGUE },
  { version: 19, sql: later.RATE_HISTORY },
  { version: 20, sql: later.ADDRESS_NAMES },
  { version: 21, sql: later.JOURNALS },
  { version: 22, sql: later.EXPORT_SCHEDULES },
  { version: 23, sql: later.CHECKLISTS },
  { version: 24, sql: later.HOME_CURRENCY },
  { version: 25, sql: later.PEOPLE },
  { version: 26, sql: later.ASKED_BY },
  { version: 27, sql: later.FOUR_EYES },
  { version: 28, sql: later.VIEW_OWNERS },
  { version: 29, sql: later.FOUR_EYES_REASONS },
  { version: 30, sql: later.ENTRY_ORDERS },
  { version: 31, sql: later.ENTRY_MARKS },
  { version: 32, sql: later.ENTRY_TEXTS },
];
