-- as it stands
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- sorted by recordAt
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY record_at_key DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY record_at_key DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by delta
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY delta_key DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY delta_key DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by absDelta
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY abs_delta_key DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY abs_delta_key DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by kind
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY kind DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY kind DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by label
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY label DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY label DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by assignee
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY assignee DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY assignee DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by due
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL ORDER BY due DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY due DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by state
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND state IN (?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=? AND state=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND state IN (?) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=? AND state=?)

-- narrowed by cleared
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions WHERE profile_id = ? AND cleared_at IS NOT NULL ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_cleared (profile_id=?)
--   USE TEMP B-TREE FOR LAST 3 TERMS OF ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions WHERE profile_id = ? AND cleared_at IS NOT NULL GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_cleared (profile_id=?)
--   USE TEMP B-TREE FOR GROUP BY

-- narrowed by kind
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND kind IN (?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND kind IN (?) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR GROUP BY

-- narrowed by list
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND list IN (?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND list IN (?) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR GROUP BY

-- narrowed by assignee
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND coalesce(assignee, '') IN (?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND coalesce(assignee, '') IN (?) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- narrowed by age
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND ((first_seen_at > ? AND first_seen_at <= ?)) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND ((first_seen_at > ? AND first_seen_at <= ?)) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- narrowed by due
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND (due <= ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND (due <= ?) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- narrowed by unit
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND coalesce(unit, '') IN (?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND coalesce(unit, '') IN (?) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- narrowed by amount
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND (abs_delta_key >= ? AND abs_delta_key <= ? OR amount_key >= ? AND amount_key <= ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND (abs_delta_key >= ? AND abs_delta_key <= ? OR amount_key >= ? AND amount_key <= ?) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- narrowed by ids
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions WHERE profile_id = ? AND cleared_at IS NULL AND id IN (SELECT value FROM json_each(?)) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 2
--   SEARCH exceptions USING INDEX exceptions_by_record (profile_id=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions WHERE profile_id = ? AND cleared_at IS NULL AND id IN (SELECT value FROM json_each(?)) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER

-- narrowed by label
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_by_record WHERE profile_id = ? AND cleared_at IS NULL AND record_uuid IN (SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?))) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 3
--   SEARCH exceptions USING INDEX exceptions_by_record (profile_id=? AND record_uuid=?)
--   LIST SUBQUERY 2
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=? AND folded=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_by_record WHERE profile_id = ? AND cleared_at IS NULL AND record_uuid IN (SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?))) GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_by_record (profile_id=? AND record_uuid=?)
--   LIST SUBQUERY 2
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=? AND folded=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=?)
--   USE TEMP B-TREE FOR GROUP BY

-- narrowed by recordUuid
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_by_record WHERE profile_id = ? AND cleared_at IS NULL AND record_uuid = ? ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_by_record (profile_id=? AND record_uuid=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_by_record WHERE profile_id = ? AND cleared_at IS NULL AND record_uuid = ? GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_by_record (profile_id=? AND record_uuid=?)
--   USE TEMP B-TREE FOR GROUP BY

-- narrowed by text
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND (search LIKE ? ESCAPE '\' OR note LIKE ? ESCAPE '\' OR assignee LIKE ? ESCAPE '\') ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND (search LIKE ? ESCAPE '\' OR note LIKE ? ESCAPE '\' OR assignee LIKE ? ESCAPE '\') GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- narrowed by recordFrom
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND record_at_key >= ? ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND record_at_key >= ? GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)

-- narrowed by recordTo
SELECT * FROM exceptions WHERE id IN (SELECT id FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND record_at_key < ? ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id LIMIT ? OFFSET ?) ORDER BY first_seen_at DESC NULLS LAST, record_uuid, kind, id;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_1 (id=?)
--   LIST SUBQUERY 1
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT kind, unit, count(*) AS n, count(delta) AS summed, json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts FROM exceptions INDEXED BY exceptions_shown WHERE profile_id = ? AND cleared_at IS NULL AND record_at_key < ? GROUP BY state, kind, list, unit;
--   SEARCH exceptions USING INDEX exceptions_shown (profile_id=?)
