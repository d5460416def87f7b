/** Version 6 of the tables of books.db, which brought the merchant's own books. Not here: the versions before (schema.ts). */

/**
 * The merchant's own books: sources with their remembered format and mapping (JSON), imports, the rows of a file that could not be read, its
 * entries, matches by hand, and where an entry stood before. An import that is not `done` is none: the next start takes it away. Entries lie in
 * the order of their files; their id is found by its own index. Standings (`outcome` and what follows it) are written by the match, everything
 * else never changes. A profile's rows go with it.
 */
export const VERSION_6 = `
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
  state TEXT NOT NULL CHECK (state IN ('staging', 'done')),
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
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX imports_by_source ON imports (profile_id, source_id, seq);
CREATE TABLE import_rejects (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  line INTEGER NOT NULL,
  column_title TEXT,
  value TEXT NOT NULL,
  reason TEXT NOT NULL,
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
  changed_at TEXT,
  PRIMARY KEY (import_seq, line)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entries_by_id ON entries (id, import_seq);
CREATE INDEX entries_by_record ON entries (record_uuid) WHERE record_uuid IS NOT NULL;
CREATE INDEX entries_by_outcome ON entries (import_seq, outcome, line);
CREATE TABLE hand_matches (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('orders', 'wallet')),
  note TEXT NOT NULL,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE TABLE hand_match_entries (
  profile_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  match_id TEXT NOT NULL REFERENCES hand_matches (id) ON DELETE CASCADE,
  PRIMARY KEY (profile_id, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX hand_match_entries_by_match ON hand_match_entries (match_id);
CREATE TABLE hand_match_records (
  profile_id TEXT NOT NULL,
  record_uuid TEXT NOT NULL,
  match_id TEXT NOT NULL REFERENCES hand_matches (id) ON DELETE CASCADE,
  PRIMARY KEY (profile_id, record_uuid)
) STRICT, WITHOUT ROWID;
CREATE INDEX hand_match_records_by_match ON hand_match_records (match_id);
CREATE TABLE entry_changes (
  id INTEGER PRIMARY KEY,
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  before TEXT,
  after TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX entry_changes_by_entry ON entry_changes (import_seq, line, id);

CREATE TABLE exceptions_6 (
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
INSERT INTO exceptions_6 SELECT id, profile_id, kind, list, record_uuid, label, unit, delta, delta_key, abs_delta_key, record_at_key, facts,
  print, search, state, assignee, reason, note, first_seen_at, cleared_at, reopened, updated_at, updated_by FROM exceptions;
CREATE TABLE exception_deeds_6 (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  exception_id TEXT NOT NULL REFERENCES exceptions_6 (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  os_user TEXT,
  deed TEXT NOT NULL,
  reason TEXT,
  note TEXT,
  evidence TEXT
) STRICT;
INSERT INTO exception_deeds_6 SELECT id, exception_id, at, os_user, deed, reason, note, evidence FROM exception_deeds;
DROP TABLE exception_deeds;
DROP TABLE exceptions;
ALTER TABLE exceptions_6 RENAME TO exceptions;
ALTER TABLE exception_deeds_6 RENAME TO exception_deeds;
CREATE INDEX exceptions_shown ON exceptions (profile_id, state, kind, list, unit, assignee, first_seen_at, record_at_key, label, delta,
  delta_key, abs_delta_key, record_uuid, id) WHERE cleared_at IS NULL;
CREATE INDEX exceptions_cleared ON exceptions (profile_id, first_seen_at) WHERE cleared_at IS NOT NULL;
CREATE INDEX exceptions_by_record ON exceptions (profile_id, record_uuid, kind, state);
CREATE INDEX exception_deeds_by_exception ON exception_deeds (exception_id, id);
CREATE TRIGGER exception_deeds_are_append_only BEFORE UPDATE ON exception_deeds BEGIN SELECT raise(ABORT, 'append-only'); END;
`;
