// What came to the books after their first schema. Text that was released never changes.

/** Rows of a profile stay as they were written, and go with their profile alone. */
const appendOnly = (
  table: string,
): string => `CREATE TRIGGER ${table}_are_append_only BEFORE UPDATE ON ${table} BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE TRIGGER ${table}_are_kept BEFORE DELETE ON ${table}
  WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id)
  BEGIN SELECT raise(ABORT, 'append-only'); END;`;

/** Notes stay as they were written; a label that is removed leaves every record. `folded`: the name in one spelling, so that no two differ in case alone. */
export const NOTES = `
CREATE TABLE notes (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  profile_id TEXT NOT NULL,
  list TEXT NOT NULL,
  record_id TEXT NOT NULL,
  name TEXT,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX notes_by_record ON notes (profile_id, list, record_id, seq);
CREATE INDEX notes_by_profile ON notes (profile_id, seq);
${appendOnly('notes')}

CREATE TABLE labels (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  colour TEXT NOT NULL,
  UNIQUE (profile_id, folded)
) STRICT;

CREATE TABLE record_labels (
  profile_id TEXT NOT NULL,
  list TEXT NOT NULL,
  record_id TEXT NOT NULL,
  label_id TEXT NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
  PRIMARY KEY (profile_id, list, record_id, label_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_labels_by_label ON record_labels (label_id, list, record_id);
`;

/**
 * Exceptions may be about whatever people write about, and be due on a day; `list` has no closed list of words any more, so the table is made anew. Its
 * history goes along before the old one is dropped, which would take it with it.
 */
export const CASES = `
ALTER TABLE exceptions RENAME TO exceptions_before;
CREATE TABLE exceptions (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  list TEXT NOT NULL,
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
  amount_key TEXT,
  due TEXT,
  UNIQUE (profile_id, kind, list, record_uuid)
) STRICT;
INSERT INTO exceptions SELECT id, profile_id, kind, list, record_uuid, label, unit, delta, delta_key, abs_delta_key, record_at_key, facts, print,
  search, state, assignee, reason, note, first_seen_at, cleared_at, reopened, updated_at, updated_by, amount_key, NULL FROM exceptions_before;

CREATE TABLE exception_deeds_now (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  exception_id TEXT NOT NULL REFERENCES exceptions (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  os_user TEXT,
  deed TEXT NOT NULL,
  reason TEXT,
  note TEXT,
  evidence TEXT
) STRICT;
INSERT INTO exception_deeds_now SELECT id, exception_id, at, os_user, deed, reason, note, evidence FROM exception_deeds ORDER BY id;
DROP TABLE exception_deeds;
ALTER TABLE exception_deeds_now RENAME TO exception_deeds;
DROP TABLE exceptions_before;

CREATE INDEX exceptions_shown ON exceptions (profile_id, state, kind, list, unit, assignee, first_seen_at, record_at_key, label, delta,
  delta_key, abs_delta_key, amount_key, due, record_uuid, id) WHERE cleared_at IS NULL;
CREATE INDEX exceptions_cleared ON exceptions (profile_id, first_seen_at) WHERE cleared_at IS NOT NULL;
CREATE INDEX exceptions_by_record ON exceptions (profile_id, record_uuid, kind, state);
CREATE INDEX exception_deeds_by_exception ON exception_deeds (exception_id, id);
CREATE TRIGGER exception_deeds_are_append_only BEFORE UPDATE ON exception_deeds BEGIN SELECT raise(ABORT, 'append-only'); END;
`;

/** What the team answers to customers instead of the built-in texts. */
export const ANSWERS = `
CREATE TABLE answers (
  profile_id TEXT NOT NULL,
  language TEXT NOT NULL,
  state TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (profile_id, language, state)
) STRICT, WITHOUT ROWID;
`;

/**
 * The audit log as a chain, for each business and for the console itself (profile ''): `place` and `hash` of an entry, and beside them where the chain
 * stands, so that entries that are gone from its end are missed. Entries that are older than this have neither: `after_id` is the last of them. The
 * file refuses to go back.
 */
export const AUDIT_CHAIN = `
ALTER TABLE activity ADD COLUMN place INTEGER;
ALTER TABLE activity ADD COLUMN hash TEXT;
CREATE TABLE audit_heads (
  profile_id TEXT PRIMARY KEY,
  entries INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  after_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_heads_go_on BEFORE UPDATE ON audit_heads
  WHEN NEW.entries <> OLD.entries + 1 OR NEW.profile_id <> OLD.profile_id OR NEW.after_id <> OLD.after_id
  BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE TRIGGER audit_heads_are_kept BEFORE DELETE ON audit_heads
  WHEN OLD.profile_id = '' OR EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id)
  BEGIN SELECT raise(ABORT, 'append-only'); END;
`;

/** Why a reported balance is not the calculated one, and how that was cleared; both stay as they were written. */
export const RECONCILING_ITEMS = `
CREATE TABLE reconciling_items (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  token TEXT NOT NULL,
  kind TEXT NOT NULL,
  amount TEXT NOT NULL,
  day TEXT NOT NULL,
  text TEXT NOT NULL,
  evidence TEXT,
  added_at TEXT NOT NULL,
  added_by TEXT NOT NULL
) STRICT;
CREATE INDEX reconciling_items_by_profile ON reconciling_items (profile_id, day);
${appendOnly('reconciling_items')}

CREATE TABLE item_clearings (
  item_id TEXT PRIMARY KEY REFERENCES reconciling_items (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  by TEXT NOT NULL
) STRICT;
CREATE TRIGGER item_clearings_are_append_only BEFORE UPDATE ON item_clearings BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE TRIGGER item_clearings_are_kept BEFORE DELETE ON item_clearings
  WHEN EXISTS (SELECT 1 FROM reconciling_items WHERE id = OLD.item_id)
  BEGIN SELECT raise(ABORT, 'append-only'); END;
`;

/** A close may take the place of another one of its period: each of one at most, and the first of a period of none. */
export const SUPERSEDED_CLOSES = `
ALTER TABLE closes ADD COLUMN supersedes TEXT;
DROP INDEX closes_by_period;
CREATE UNIQUE INDEX closes_by_period ON closes (profile_id, from_key) WHERE sha256 IS NOT NULL AND supersedes IS NULL;
CREATE INDEX closes_locked ON closes (profile_id, to_key) WHERE sha256 IS NOT NULL;
CREATE UNIQUE INDEX closes_superseded ON closes (supersedes) WHERE sha256 IS NOT NULL AND supersedes IS NOT NULL;
`;

/**
 * What readings of the catalogue have shown: what is known of it as JSON (domain/pricing/catalogue-changes), and each change, which stays as it was
 * seen.
 */
export const CATALOGUE = `
CREATE TABLE catalogue_readings (
  profile_id TEXT PRIMARY KEY,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  known TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE catalogue_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  method_id INTEGER,
  method TEXT NOT NULL,
  currency TEXT NOT NULL,
  field TEXT NOT NULL,
  before TEXT,
  after TEXT,
  unseen_at TEXT NOT NULL,
  seen_at TEXT NOT NULL
) STRICT;
CREATE INDEX catalogue_changes_by_profile ON catalogue_changes (profile_id, id);
${appendOnly('catalogue_changes')}
`;

/**
 * Prices of readings of the rates: the sides of the markets with their last reading, the last of it that stays, and the run that it belongs to; and the
 * prices, which are thinned as they grow old (docs/rate-history.md).
 */
export const RATE_HISTORY = `
CREATE TABLE rate_pairs (
  id INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  source TEXT,
  side TEXT,
  last_at TEXT NOT NULL,
  kept_at TEXT NOT NULL,
  run INTEGER NOT NULL
) STRICT;
CREATE INDEX rate_pairs_by_profile ON rate_pairs (profile_id, currency);

CREATE TABLE rate_points (
  pair INTEGER NOT NULL REFERENCES rate_pairs (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  price TEXT NOT NULL,
  run INTEGER NOT NULL,
  PRIMARY KEY (pair, at)
) STRICT, WITHOUT ROWID;
`;

/** What people call an address on a network: every name stays as it was given, the last one of an address holds, and NULL takes it away. */
export const ADDRESS_NAMES = `
CREATE TABLE address_names (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  network TEXT,
  address TEXT NOT NULL,
  name TEXT,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX address_names_by_address ON address_names (profile_id, address, id);
${appendOnly('address_names')}
`;

/** Which account each line of a journal goes to, as JSON (domain/period/journal-mapping): the last of a profile holds. And the journals that were made. */
export const JOURNALS = `
CREATE TABLE journal_mappings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  mapping TEXT NOT NULL,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX journal_mappings_by_profile ON journal_mappings (profile_id, id);
${appendOnly('journal_mappings')}

CREATE TABLE journals_made (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  from_at TEXT NOT NULL,
  to_at TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  currency TEXT,
  close_id TEXT,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX journals_made_by_profile ON journals_made (profile_id, from_at);
${appendOnly('journals_made')}
`;

/**
 * Exports that are made by themselves, and what came of each time. A schedule that is taken away stays with its runs; no two that are there give their
 * files the same name in the same folder. One run a day on which a schedule is due, however often it is tried.
 */
export const EXPORT_SCHEDULES = `
CREATE TABLE export_schedules (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  name TEXT NOT NULL,
  request TEXT NOT NULL,
  rolls TEXT,
  rule TEXT NOT NULL,
  folder TEXT NOT NULL,
  file_name TEXT NOT NULL,
  folded TEXT NOT NULL,
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  since TEXT NOT NULL,
  by TEXT NOT NULL,
  removed_at TEXT
) STRICT;
CREATE INDEX export_schedules_by_profile ON export_schedules (profile_id, name);
CREATE UNIQUE INDEX export_schedules_by_file ON export_schedules (folded) WHERE removed_at IS NULL;

CREATE TABLE export_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  schedule_id TEXT NOT NULL REFERENCES export_schedules (id) ON DELETE CASCADE,
  due_day TEXT,
  due_at TEXT NOT NULL,
  cause TEXT NOT NULL,
  period TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'missed')),
  started_at TEXT NOT NULL,
  ended_at TEXT,
  tries INTEGER NOT NULL,
  folder TEXT NOT NULL,
  file_name TEXT,
  "rows" INTEGER,
  bytes INTEGER,
  sha256 TEXT,
  outcome TEXT,
  problem TEXT,
  lacks TEXT,
  UNIQUE (schedule_id, due_day)
) STRICT;
CREATE INDEX export_runs_by_profile ON export_runs (profile_id, id);
CREATE INDEX export_runs_by_schedule ON export_runs (schedule_id, id);
CREATE INDEX export_runs_open ON export_runs (profile_id, id) WHERE state IN ('running', 'failed');
`;

/** The checklist of a month: steps that a team has written, of every month that begins in their days, and what people said of each step of a period. */
export const CHECKLISTS = `
CREATE TABLE month_steps (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  text TEXT NOT NULL,
  position INTEGER NOT NULL,
  from_day TEXT NOT NULL,
  until_day TEXT,
  added_at TEXT NOT NULL,
  added_by TEXT NOT NULL
) STRICT;
CREATE INDEX month_steps_by_profile ON month_steps (profile_id, position);

CREATE TABLE month_ticks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  step TEXT NOT NULL,
  done INTEGER NOT NULL CHECK (done IN (0, 1)),
  note TEXT,
  print TEXT,
  at TEXT NOT NULL,
  by TEXT NOT NULL
) STRICT;
CREATE INDEX month_ticks_by_period ON month_ticks (profile_id, from_day, id);
${appendOnly('month_ticks')}
`;

/** The home currency of a business, NULL for none: the last holds. And its rates of days; NULL takes one away, and the last of a day holds (domain/pricing/home-value). */
export const HOME_CURRENCY = `
CREATE TABLE home_currencies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  currency TEXT,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX home_currencies_by_profile ON home_currencies (profile_id, id);
${appendOnly('home_currencies')}

CREATE TABLE home_rates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  home TEXT NOT NULL,
  unit TEXT NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  rate TEXT,
  source TEXT NOT NULL,
  at TEXT NOT NULL,
  os_user TEXT NOT NULL
) STRICT;
CREATE INDEX home_rates_by_profile ON home_rates (profile_id, home, id);
${appendOnly('home_rates')}
`;

/**
 * The people of a team. Whoever was removed stays, so that what they did stays theirs; their address may be invited again, as another person. An
 * identity is bound once, the first time that somebody comes in, and the file refuses to bind it anew.
 */
export const PEOPLE = `
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('invited', 'active', 'removed')),
  is_host_admin INTEGER NOT NULL CHECK (is_host_admin IN (0, 1)),
  issuer TEXT,
  subject TEXT,
  invited_by TEXT NOT NULL,
  invited_at TEXT NOT NULL,
  joined_at TEXT,
  removed_by TEXT,
  removed_at TEXT
) STRICT;
CREATE UNIQUE INDEX people_by_address ON people (address) WHERE state <> 'removed';
CREATE UNIQUE INDEX people_by_identity ON people (issuer, subject) WHERE state <> 'removed' AND issuer IS NOT NULL;
CREATE TRIGGER people_stay_who_they_are BEFORE UPDATE ON people
  WHEN OLD.state = 'removed' OR NEW.address <> OLD.address OR (OLD.issuer IS NOT NULL AND (NEW.issuer IS NOT OLD.issuer OR NEW.subject IS NOT OLD.subject))
  BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE TRIGGER people_are_kept BEFORE DELETE ON people BEGIN SELECT raise(ABORT, 'append-only'); END;

CREATE TABLE person_roles (
  person_id TEXT NOT NULL REFERENCES people (id),
  profile_id TEXT NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (person_id, profile_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_roles_by_profile ON person_roles (profile_id);
`;

/** In whose name a resend and an order are, also where another life of the console finds out what became of them. */
export const ASKED_BY = `
ALTER TABLE resend_intents ADD COLUMN asked_by TEXT;
ALTER TABLE create_intents ADD COLUMN asked_by TEXT;
`;

/**
 * For what a second person is needed on a business, and what was asked of one. What was asked is not changed afterwards, and what has ended stays so; who
 * approves is never who asked. `input` is NULL where the asker does it after the approval: no key is ever in the books.
 */
export const FOUR_EYES = `
CREATE TABLE four_eyes_rules (
  profile_id TEXT PRIMARY KEY,
  rule TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE four_eyes_requests (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  profile_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  call TEXT NOT NULL,
  input TEXT,
  shown TEXT NOT NULL,
  print TEXT NOT NULL,
  asker_id TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  asked_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  state TEXT NOT NULL,
  approver_id TEXT,
  decided_by TEXT,
  decided_at TEXT,
  outcome TEXT,
  shown_then TEXT,
  CHECK (approver_id <> asker_id),
  CHECK (state NOT IN ('granted', 'carrying', 'done', 'refused', 'unknown') OR approver_id IS NOT NULL)
) STRICT;
CREATE INDEX four_eyes_by_state ON four_eyes_requests (profile_id, state, seq);
CREATE INDEX four_eyes_by_profile ON four_eyes_requests (profile_id, seq);
CREATE TRIGGER four_eyes_stay_as_asked BEFORE UPDATE ON four_eyes_requests
  WHEN OLD.state IN ('done', 'refused', 'declined', 'withdrawn', 'lapsed', 'seen') OR NEW.print <> OLD.print OR NEW.shown <> OLD.shown OR NEW.call <> OLD.call
    OR NEW.input IS NOT OLD.input OR NEW.asker_id <> OLD.asker_id OR NEW.profile_id <> OLD.profile_id
    OR (OLD.approver_id IS NOT NULL AND NEW.approver_id IS NOT OLD.approver_id)
  BEGIN SELECT raise(ABORT, 'append-only'); END;
CREATE TRIGGER four_eyes_are_kept BEFORE DELETE ON four_eyes_requests
  WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id)
  BEGIN SELECT raise(ABORT, 'append-only'); END;
`;

/** Why a second person was asked, in the words of whoever asked: said once, while it waits, so that nobody approves one reason and reads another. */
export const FOUR_EYES_REASONS = `
ALTER TABLE four_eyes_requests ADD COLUMN reason TEXT;
CREATE TRIGGER four_eyes_reason_is_said_once BEFORE UPDATE OF reason ON four_eyes_requests
  WHEN NEW.reason IS NOT OLD.reason AND (OLD.reason IS NOT NULL OR OLD.state <> 'open')
  BEGIN SELECT raise(ABORT, 'append-only'); END;
`;

/** A saved view belongs to the business (`owner` is empty, as all that were there), or to the person of that id alone; a name is taken once by each. */
export const VIEW_OWNERS = `
ALTER TABLE saved_views RENAME TO saved_views_before;
CREATE TABLE saved_views (
  id TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL,
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  created_at TEXT NOT NULL,
  owner TEXT NOT NULL,
  UNIQUE (profile_id, list, owner, name)
) STRICT;
INSERT INTO saved_views SELECT id, profile_id, list, name, query, created_at, '' FROM saved_views_before;
DROP TABLE saved_views_before;
`;

/** An amount that is not negative, so that its text follows its size: the length of its whole part as a character, and then itself. */
const sizeKey = (amount: string): string => `char(32 + instr(${amount} || '.', '.')) || ${amount}`;
const ORDER_KEYS = {
  at: `coalesce(rtrim(rtrim(rtrim(e.at_key, 'Z'), '0'), '.'), '')`,
  amount: sizeKey('e.amount'),
  ident: `coalesce(e.ident, '')`,
  absDelta: `coalesce(${sizeKey(`ltrim(e.delta, '-')`)}, '')`,
} as const;

/**
 * The orders that lists of entries are asked for, of each profile, and in each of them its entries (books/ledger/entries/orders). Written sorted at the end
 * of an import, as `entry_keys` are; only the order by differences moves, as the match goes on.
 */
export const ENTRY_ORDERS = `
CREATE TABLE entry_orders (
  number INTEGER PRIMARY KEY,
  profile_id TEXT NOT NULL,
  sort_field TEXT NOT NULL,
  UNIQUE (profile_id, sort_field)
) STRICT;

CREATE TABLE ordered_entries (
  order_number INTEGER NOT NULL,
  key TEXT NOT NULL,
  import_seq INTEGER NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (order_number, key, import_seq, line)
) STRICT, WITHOUT ROWID;
${Object.entries(ORDER_KEYS)
  .map(
    ([by, key]) => `
INSERT INTO entry_orders (profile_id, sort_field) SELECT DISTINCT profile_id, '${by}' FROM imports WHERE state = 'done';
INSERT INTO ordered_entries (order_number, key, import_seq, line) SELECT o.number, ${key}, e.import_seq, e.line FROM imports AS i
  JOIN entry_orders AS o ON o.profile_id = i.profile_id AND o.sort_field = '${by}' CROSS JOIN entries AS e ON e.import_seq = i.seq
  WHERE i.state = 'done' ORDER BY 1, 2, 3, 4;`,
  )
  .join('')}
`;

/** The line of every thousandth entry of an import (`nth` from 0), so that whatever is before it is passed over. */
export const ENTRY_MARKS = `
CREATE TABLE entry_marks (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  nth INTEGER NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (import_seq, nth)
) STRICT, WITHOUT ROWID;
INSERT INTO entry_marks (import_seq, nth, line) SELECT import_seq, nth, line FROM (
  SELECT import_seq, line, row_number() OVER (PARTITION BY import_seq ORDER BY line) - 1 AS nth FROM entries
  WHERE import_seq IN (SELECT seq FROM imports WHERE state = 'done')
) WHERE nth % 1000 = 0;
`;

/**
 * What entries are searched by, those of a thousand lines of a file in one text (books/ledger/entries/texts), written in the order of the file as the
 * entries are; about a tenth of their size. A line that is no entry has nothing between its ends.
 */
export const ENTRY_TEXTS = `
CREATE TABLE entry_texts (
  import_seq INTEGER NOT NULL REFERENCES imports (seq) ON DELETE CASCADE,
  block INTEGER NOT NULL,
  texts TEXT NOT NULL,
  PRIMARY KEY (import_seq, block)
) STRICT, WITHOUT ROWID;
INSERT INTO entry_texts (import_seq, block, texts)
  SELECT import_seq, block, lower(group_concat(substr(replace(hex(zeroblob(500)), '0', char(30)), 1, nth - before) || texts, '' ORDER BY nth)) FROM (
    SELECT import_seq, line / 1000 AS block, line % 1000 AS nth,
      coalesce(lag(line % 1000) OVER (PARTITION BY import_seq, line / 1000 ORDER BY line), 0) AS before,
      concat_ws(char(31), coalesce(ident, ''), coalesce(address, ''), coalesce(customer, ''), coalesce(memo, '')) AS texts
    FROM entries WHERE import_seq IN (SELECT seq FROM imports WHERE state = 'done')
  ) GROUP BY import_seq, block ORDER BY import_seq, block;
`;
