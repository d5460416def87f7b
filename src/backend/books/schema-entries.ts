// Versions 6 and 7 of the tables of books.db, which brought the merchant's own books.

/**
 * The merchant's own books: sources with their remembered format and mapping (JSON), imports, the rows of a file that could not be read, its
 * entries, matches by hand, and where an entry stood before. An import that is not `done` is none, and its rows are swept away piece by piece.
 *
 * A million entries come at once, in pieces that are each on the disk. What is written in the order of the file stays cheap; an index in random
 * order would have every piece rewrite most of its pages. So entries lie in the order of their files, and are found by what they say (id, ident,
 * address) through `entry_keys`, whose rows are written sorted at the end of an import: a 32-bit key names candidates, which are then looked at.
 * `entries_unlike` holds all that a list is filtered, ordered and summed by, of those entries that people look for: what matches costs nothing.
 * Standings (`outcome` and what follows it) are written by the match, everything else of an entry never changes. `entry_tallies` counts and sums
 * entries of an import by unit and standing, in the transaction that writes them, so that no list counts a million rows; '' stands for none.
 * `import_repeats`: how many rows of an import an earlier one of the source had already. A profile's rows go with it.
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
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX imports_by_source ON imports (profile_id, source_id, state, seq);
CREATE TABLE import_repeats (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  of_seq INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (import_seq, of_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_repeats_of ON import_repeats (of_seq);
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

/**
 * What a later file says again, as stretches of lines of the import that has its rows: an entry is as new as the latest import that says it.
 * `ident` of a reject: the id that its row names, where that could be read. `covers_said`: a person has said what the import is complete for.
 */
export const VERSION_7 = `
CREATE TABLE import_repeated_lines (
  of_seq INTEGER NOT NULL,
  from_line INTEGER NOT NULL,
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  to_line INTEGER NOT NULL,
  PRIMARY KEY (of_seq, from_line, import_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_repeated_lines_by_import ON import_repeated_lines (import_seq);
ALTER TABLE import_rejects ADD COLUMN ident TEXT;
ALTER TABLE imports ADD COLUMN covers_said INTEGER NOT NULL DEFAULT 0;
`;
