-- as it stands
SELECT i.seq, i.id, i.source_id, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id WHERE i.profile_id = ? AND i.state = 'done' ORDER BY i.seq;
--   SEARCH i USING INDEX imports_by_source (profile_id=?)
--   SEARCH s USING INDEX sqlite_autoindex_sources_1 (id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT outcome, pass, unit, count, amount, compared, delta FROM entry_tallies WHERE import_seq IN (SELECT value FROM json_each(?));
--   SEARCH entry_tallies USING PRIMARY KEY (import_seq=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
SELECT outcome, pass, unit, count FROM entry_tallies WHERE import_seq = ?;
--   SEARCH entry_tallies USING PRIMARY KEY (import_seq=?)
SELECT line FROM entry_marks WHERE import_seq = ? AND nth = ?;
--   SEARCH entry_marks USING PRIMARY KEY (import_seq=? AND nth=?)
SELECT import_seq, line FROM entries WHERE import_seq = ? AND line >= ? ORDER BY line LIMIT ? OFFSET ?;
--   SEARCH entries USING PRIMARY KEY (import_seq=? AND line>?)
SELECT * FROM entries WHERE import_seq = ? AND line = ?;
--   SEARCH entries USING PRIMARY KEY (import_seq=? AND line=?)
SELECT match_id FROM hand_match_entries WHERE entry_id = ?;
--   SEARCH hand_match_entries USING PRIMARY KEY (entry_id=?)
SELECT id AS exception_id, state, assignee, reason, note FROM exceptions INDEXED BY exceptions_by_record WHERE profile_id = ? AND record_uuid = ? AND list = 'entries' AND cleared_at IS NULL ORDER BY kind LIMIT 1;
--   SEARCH exceptions USING INDEX exceptions_by_record (profile_id=? AND record_uuid=?)

-- sorted by at
SELECT number FROM entry_orders WHERE profile_id = ? AND sort_field = ?;
--   SEARCH entry_orders USING COVERING INDEX sqlite_autoindex_entry_orders_1 (profile_id=? AND sort_field=?)
SELECT coalesce(sum(t.count), 0) AS n, count(DISTINCT i.seq) AS imports FROM imports AS i LEFT JOIN entry_tallies AS t ON t.import_seq = i.seq WHERE i.profile_id = ?;
--   USE TEMP B-TREE FOR count(DISTINCT)
--   SEARCH i USING COVERING INDEX imports_by_source (profile_id=?)
--   SEARCH t USING PRIMARY KEY (import_seq=?) LEFT-JOIN
SELECT o.import_seq, o.line FROM ordered_entries AS o WHERE o.order_number = ? ORDER BY o.key DESC, o.import_seq DESC, o.line DESC LIMIT ? OFFSET ?;
--   SEARCH o USING PRIMARY KEY (order_number=?)

-- sorted by delta
SELECT e.import_seq, e.line FROM entries AS e WHERE e.import_seq IN (SELECT value FROM json_each(?)) ORDER BY e.delta_key DESC NULLS LAST, e.import_seq DESC NULLS LAST, e.line DESC NULLS LAST LIMIT ? OFFSET ?;
--   SEARCH e USING PRIMARY KEY (import_seq=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by kind
SELECT i.seq, i.id, i.source_id, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id WHERE i.profile_id = ? AND i.state = 'done' AND s.kind = ? ORDER BY i.seq;
--   SEARCH i USING INDEX imports_by_source (profile_id=?)
--   SEARCH s USING INDEX sqlite_autoindex_sources_1 (id=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by sourceId
SELECT i.seq, i.id, i.source_id, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id WHERE i.profile_id = ? AND i.state = 'done' AND i.source_id = ? ORDER BY i.seq;
--   SEARCH s USING INDEX sqlite_autoindex_sources_1 (id=?)
--   SEARCH i USING INDEX imports_by_source (profile_id=? AND source_id=? AND state=?)

-- narrowed by importId
SELECT i.seq, i.id, i.source_id, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id WHERE i.profile_id = ? AND i.state = 'done' AND i.id = ? ORDER BY i.seq;
--   SEARCH i USING INDEX sqlite_autoindex_imports_1 (id=?)
--   SEARCH s USING INDEX sqlite_autoindex_sources_1 (id=?)

-- narrowed by outcome
SELECT e.import_seq, e.line FROM entries AS e NOT INDEXED WHERE e.import_seq = ? AND e.outcome IN (?) ORDER BY e.line ASC LIMIT ? OFFSET ?;
--   SEARCH e USING PRIMARY KEY (import_seq=?)

-- narrowed by pass
SELECT e.import_seq, e.line FROM entries AS e WHERE e.import_seq = ? AND e.pass IN (?) ORDER BY e.line ASC LIMIT ? OFFSET ?;
--   SEARCH e USING PRIMARY KEY (import_seq=?)

-- narrowed by amount
SELECT e.outcome, e.unit, e.amount, e.delta, e.import_seq, e.line FROM entries AS e WHERE e.import_seq IN (SELECT value FROM json_each(?)) AND ((instr(e.amount || '.', '.'), e.amount) >= (?, ?) AND (instr(e.amount || '.', '.'), e.amount) <= (?, ?) OR (instr(ltrim(e.delta, '-') || '.', '.'), ltrim(e.delta, '-')) >= (?, ?) AND (instr(ltrim(e.delta, '-') || '.', '.'), ltrim(e.delta, '-')) <= (?, ?));
--   SEARCH e USING PRIMARY KEY (import_seq=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
SELECT e.import_seq, e.line FROM json_each(?) AS f CROSS JOIN entries AS e ON e.import_seq = f.value ->> 0 AND e.line = f.value ->> 1 ORDER BY e.import_seq DESC NULLS LAST, e.line ASC NULLS LAST LIMIT ? OFFSET ?;
--   SCAN f VIRTUAL TABLE INDEX 1:
--   SEARCH e USING PRIMARY KEY (import_seq=? AND line=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by ids
SELECT e.outcome, e.unit, e.amount, e.delta, e.import_seq, e.line FROM entries AS e WHERE e.import_seq IN (SELECT value FROM json_each(?)) AND e.id IN (SELECT value FROM json_each(?));
--   SEARCH e USING PRIMARY KEY (import_seq=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   LIST SUBQUERY 2
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER

-- narrowed by recordUuid
SELECT e.outcome, e.unit, e.amount, e.delta, e.import_seq, e.line FROM (SELECT import_seq, line FROM entry_keys WHERE key IN (?) UNION SELECT h.import_seq, h.line FROM hand_match_records AS r JOIN hand_match_entries AS h ON h.match_id = r.match_id WHERE r.record_uuid = ?) AS c CROSS JOIN entries AS e ON e.import_seq = c.import_seq AND e.line = c.line WHERE e.import_seq IN (SELECT value FROM json_each(?)) AND e.record_uuid = ?;
--   CO-ROUTINE c
--   MERGE (UNION)
--   LEFT
--   SEARCH entry_keys USING PRIMARY KEY (key=?)
--   RIGHT
--   SCAN h USING INDEX hand_match_entries_by_import (the entries of one record)
--   SEARCH r USING COVERING INDEX hand_match_records_by_match (match_id=?)
--   USE TEMP B-TREE FOR LAST TERM OF ORDER BY
--   SCAN c (the entries of one record)
--   SEARCH e USING PRIMARY KEY (import_seq=? AND line=?)
--   LIST SUBQUERY 3
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER

-- narrowed by text
SELECT block, CAST(texts AS BLOB) FROM entry_texts WHERE import_seq = ? ORDER BY block;
--   SEARCH entry_texts USING PRIMARY KEY (import_seq=?)

-- narrowed by from
SELECT e.outcome, e.unit, e.amount, e.delta, e.import_seq, e.line FROM entries AS e WHERE e.import_seq IN (SELECT value FROM json_each(?)) AND e.at_key >= ?;
--   SEARCH e USING PRIMARY KEY (import_seq=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:

-- narrowed by to
SELECT e.outcome, e.unit, e.amount, e.delta, e.import_seq, e.line FROM entries AS e WHERE e.import_seq IN (SELECT value FROM json_each(?)) AND e.at_key < ?;
--   SEARCH e USING PRIMARY KEY (import_seq=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
