-- activity.page, by filter
SELECT * FROM activity WHERE profile_id = ? ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)
SELECT count(*) AS n FROM activity WHERE profile_id = ?;
--   SEARCH activity USING COVERING INDEX activity_by_profile (profile_id=?)

-- activity.page, by action
SELECT * FROM activity WHERE profile_id = ? AND action IN (?) ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH activity USING INDEX activity_by_action (action=?)
SELECT count(*) AS n FROM activity WHERE profile_id = ? AND action IN (?);
--   SEARCH activity USING INDEX activity_by_action (action=?)

-- activity.page, by outcome
SELECT * FROM activity WHERE profile_id = ? AND outcome IN (?) ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)
SELECT count(*) AS n FROM activity WHERE profile_id = ? AND outcome IN (?);
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)

-- activity.page, by osUser
SELECT * FROM activity WHERE profile_id = ? AND (instr('; approved by ' || os_user || '; approved by ', ?) > 0) ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)
SELECT count(*) AS n FROM activity WHERE profile_id = ? AND (instr('; approved by ' || os_user || '; approved by ', ?) > 0);
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)

-- activity.page, by text
SELECT * FROM activity WHERE profile_id = ? AND (summary LIKE ? ESCAPE '\' OR evidence LIKE ? ESCAPE '\') ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)
SELECT count(*) AS n FROM activity WHERE profile_id = ? AND (summary LIKE ? ESCAPE '\' OR evidence LIKE ? ESCAPE '\');
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)

-- activity.page, by from
SELECT * FROM activity WHERE profile_id = ? AND at >= ? ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)
SELECT count(*) AS n FROM activity WHERE profile_id = ? AND at >= ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)

-- activity.page, by to
SELECT * FROM activity WHERE profile_id = ? AND at < ? ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)
SELECT count(*) AS n FROM activity WHERE profile_id = ? AND at < ?;
--   SEARCH activity USING INDEX activity_by_profile (profile_id=?)

-- quarantine.page
SELECT * FROM quarantine ORDER BY id DESC LIMIT ? OFFSET ?;
--   SCAN quarantine (in their order; there are few, or something is very wrong)
SELECT count(*) AS n FROM quarantine;
--   SCAN quarantine USING COVERING INDEX sqlite_autoindex_quarantine_1 (in their order; there are few, or something is very wrong)

-- history.page
SELECT * FROM observations WHERE profile_id = @profileId AND (record_uuid = @uuid OR parent_uuid = @uuid) ORDER BY id DESC LIMIT @limit OFFSET @offset;
--   SEARCH observations USING INDEX observations_by_record (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT at FROM observations WHERE profile_id = @profileId AND (record_uuid = @uuid OR parent_uuid = @uuid) ORDER BY id LIMIT 1;
--   SEARCH observations USING INDEX observations_by_record (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM observations WHERE profile_id = @profileId AND (record_uuid = @uuid OR parent_uuid = @uuid);
--   SEARCH observations USING INDEX observations_by_record (profile_id=?)

-- history.late
SELECT list, record_uuid, at, max(id) AS latest FROM observations INDEXED BY observations_late WHERE profile_id = ? AND late IS NOT NULL GROUP BY list, record_uuid, at ORDER BY latest DESC LIMIT ? OFFSET ?;
--   SEARCH observations USING INDEX observations_late (profile_id=?)
--   USE TEMP B-TREE FOR GROUP BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT field, before, after, late, source FROM observations INDEXED BY observations_by_record WHERE profile_id = ? AND record_uuid = ? AND list = ? AND at = ? AND late IS NOT NULL ORDER BY id LIMIT 50;
--   SEARCH observations USING INDEX observations_by_record (profile_id=? AND record_uuid=?)
SELECT count(*) AS n FROM (SELECT list, record_uuid, at, max(id) AS latest FROM observations INDEXED BY observations_late WHERE profile_id = ? AND late IS NOT NULL GROUP BY list, record_uuid, at);
--   CO-ROUTINE (subquery-1)
--   SEARCH observations USING INDEX observations_late (profile_id=?)
--   USE TEMP B-TREE FOR GROUP BY
--   SCAN (subquery-1)

-- imports.list
SELECT i.*, s.name AS source_name, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id WHERE i.profile_id = ? AND i.state = 'done' ORDER BY i.seq DESC LIMIT ? OFFSET ?;
--   SEARCH i USING INDEX imports_by_source (profile_id=?)
--   SEARCH s USING INDEX sqlite_autoindex_sources_1 (id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM imports AS i WHERE i.profile_id = ? AND i.state = 'done';
--   SEARCH i USING COVERING INDEX imports_by_source (profile_id=?)

-- imports.rejects
SELECT seq FROM imports WHERE profile_id = ? AND id = ? AND state = 'done';
--   SEARCH imports USING INDEX sqlite_autoindex_imports_1 (id=?)

-- entries.changes
SELECT seq, changes_before FROM imports WHERE profile_id = ? AND state = 'done' AND source_id = coalesce(?, source_id) ORDER BY seq DESC LIMIT 1;
--   SEARCH imports USING INDEX imports_by_source (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT i.*, s.name AS source_name, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id WHERE i.profile_id = ? AND i.state = 'done' AND i.seq = ?;
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   SEARCH s USING INDEX sqlite_autoindex_sources_1 (id=?)
SELECT before, after, count(*) AS count FROM (SELECT l.id, l.import_seq, l.line, f.before, l.after, l.at FROM (SELECT min(c.id) AS first, max(c.id) AS last FROM entry_changes AS c WHERE c.id > ? AND c.import_seq IN ( SELECT seq FROM imports WHERE profile_id = ? AND state = 'done' AND source_id = coalesce(?, source_id)) GROUP BY c.import_seq, c.line) AS ends JOIN entry_changes AS f ON f.id = ends.first JOIN entry_changes AS l ON l.id = ends.last WHERE f.before <> l.after) GROUP BY before, after ORDER BY count DESC, before, after;
--   CO-ROUTINE ends
--   SEARCH c USING COVERING INDEX entry_changes_by_entry (import_seq=?)
--   LIST SUBQUERY 1
--   SEARCH imports USING COVERING INDEX imports_by_source (profile_id=?)
--   SCAN ends (what the last file has changed)
--   SEARCH f USING INTEGER PRIMARY KEY (rowid=?)
--   SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR GROUP BY
--   USE TEMP B-TREE FOR ORDER BY
SELECT outcome, sum(count) AS n FROM entry_tallies WHERE import_seq = ? GROUP BY outcome;
--   SEARCH entry_tallies USING PRIMARY KEY (import_seq=?)
SELECT m.*, e.id AS entry_id, e.ident, e.unit, e.amount FROM (SELECT l.id, l.import_seq, l.line, f.before, l.after, l.at FROM (SELECT min(c.id) AS first, max(c.id) AS last FROM entry_changes AS c WHERE c.id > ? AND c.import_seq IN ( SELECT seq FROM imports WHERE profile_id = ? AND state = 'done' AND source_id = coalesce(?, source_id)) GROUP BY c.import_seq, c.line) AS ends JOIN entry_changes AS f ON f.id = ends.first JOIN entry_changes AS l ON l.id = ends.last WHERE f.before <> l.after) AS m JOIN entries AS e ON e.import_seq = m.import_seq AND e.line = m.line ORDER BY m.id DESC LIMIT ? OFFSET ?;
--   CO-ROUTINE ends
--   SEARCH c USING COVERING INDEX entry_changes_by_entry (import_seq=?)
--   LIST SUBQUERY 1
--   SEARCH imports USING COVERING INDEX imports_by_source (profile_id=?)
--   SCAN ends (what the last file has changed)
--   SEARCH f USING INTEGER PRIMARY KEY (rowid=?)
--   SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
--   SEARCH e USING PRIMARY KEY (import_seq=? AND line=?)
--   USE TEMP B-TREE FOR ORDER BY

-- periods.list
SELECT * FROM closes WHERE profile_id = ? AND sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM closes AS later WHERE later.supersedes = closes.id AND later.sha256 IS NOT NULL) ORDER BY to_key DESC LIMIT ? OFFSET ?;
--   SEARCH closes USING INDEX closes_locked (profile_id=?)
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH later USING INDEX closes_superseded (supersedes=?)
SELECT count(*) AS n FROM closes WHERE profile_id = ? AND sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM closes AS later WHERE later.supersedes = closes.id AND later.sha256 IS NOT NULL);
--   SEARCH closes USING INDEX closes_locked (profile_id=?)
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH later USING INDEX closes_superseded (supersedes=?)

-- periods.adjustments
SELECT * FROM prior_period_adjustments WHERE profile_id = ? ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH prior_period_adjustments USING INDEX prior_by_sight (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM prior_period_adjustments WHERE profile_id = ?;
--   SEARCH prior_period_adjustments USING COVERING INDEX prior_by_sight (profile_id=?)
SELECT token, amount FROM prior_period_adjustments WHERE profile_id = ?;
--   SEARCH prior_period_adjustments USING INDEX prior_by_sight (profile_id=?)

-- schedules.runs
SELECT r.*, s.name FROM export_runs AS r JOIN export_schedules AS s ON s.id = r.schedule_id WHERE r.profile_id = @profileId AND r.schedule_id = coalesce(@scheduleId, r.schedule_id) ORDER BY r.id DESC LIMIT @limit OFFSET @offset;
--   SEARCH r USING INDEX export_runs_by_profile (profile_id=?)
--   SEARCH s USING INDEX sqlite_autoindex_export_schedules_1 (id=?)
SELECT count(*) AS n FROM export_runs AS r WHERE r.profile_id = @profileId AND r.schedule_id = coalesce(@scheduleId, r.schedule_id);
--   SEARCH r USING INDEX export_runs_by_profile (profile_id=?)

-- schedules.list
SELECT s.*, (SELECT max(due_at) FROM export_runs AS r WHERE r.schedule_id = s.id AND r.due_day IS NOT NULL) AS last_due_at FROM export_schedules AS s WHERE profile_id = ? AND removed_at IS NULL ORDER BY name COLLATE NOCASE, id;
--   SEARCH s USING INDEX export_schedules_by_profile (profile_id=?)
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH r USING INDEX sqlite_autoindex_export_runs_1 (schedule_id=? AND due_day>?)
--   USE TEMP B-TREE FOR ORDER BY

-- schedules.open
SELECT r.*, s.name FROM export_runs AS r JOIN export_schedules AS s ON s.id = r.schedule_id WHERE r.profile_id = ? AND r.state IN ('running', 'failed') AND s.removed_at IS NULL ORDER BY r.id LIMIT 1000;
--   SEARCH r USING INDEX export_runs_open (profile_id=?)
--   SEARCH s USING INDEX sqlite_autoindex_export_schedules_1 (id=?)

-- resends.report
SELECT i.* FROM bulk_items AS i LEFT JOIN resend_intents AS r ON r.intent_id = i.intent_id WHERE i.run_id = ? AND CASE WHEN i.state = 'ended' THEN coalesce(r.outcome, 'not-sent') || ' ' || coalesce(r.attempt_state, '') ELSE '/' || i.state END IN (SELECT value FROM json_each(?)) ORDER BY i.position LIMIT ? OFFSET ?;
--   SEARCH i USING PRIMARY KEY (run_id=?)
--   SEARCH r USING INDEX sqlite_autoindex_resend_intents_1 (intent_id=?) LEFT-JOIN
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER
SELECT count(*) AS n FROM bulk_items AS i LEFT JOIN resend_intents AS r ON r.intent_id = i.intent_id WHERE i.run_id = ? AND CASE WHEN i.state = 'ended' THEN coalesce(r.outcome, 'not-sent') || ' ' || coalesce(r.attempt_state, '') ELSE '/' || i.state END IN (SELECT value FROM json_each(?));
--   SEARCH i USING PRIMARY KEY (run_id=?)
--   SEARCH r USING INDEX sqlite_autoindex_resend_intents_1 (intent_id=?) LEFT-JOIN
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER

-- orders.rows
SELECT i.run_id, i.position, i.line, i.external_id, i.customer_id, i.body, i.intent_id, i.earlier, i.state, i.skipped, CASE i.state WHEN 'skipped' THEN 'left' WHEN 'ended' THEN CASE coalesce(c.outcome, 'not-sent') WHEN 'not-sent' THEN 'refused' WHEN 'waiting' THEN 'unknown' WHEN 'restored' THEN 'unknown' ELSE c.outcome END ELSE i.state END AS standing, coalesce(c.invoice_uuid, i.invoice_uuid) AS invoice_uuid, c.payment_url, c.differences, c.failure, c.ended_at FROM bulk_items AS i LEFT JOIN create_intents AS c ON c.intent_id = i.intent_id WHERE i.run_id = @runId AND CASE i.state WHEN 'skipped' THEN 'left' WHEN 'ended' THEN CASE coalesce(c.outcome, 'not-sent') WHEN 'not-sent' THEN 'refused' WHEN 'waiting' THEN 'unknown' WHEN 'restored' THEN 'unknown' ELSE c.outcome END ELSE i.state END IN (SELECT value FROM json_each(@wanted)) ORDER BY i.position LIMIT @limit OFFSET @offset;
--   SEARCH i USING PRIMARY KEY (run_id=?)
--   SEARCH c USING INDEX sqlite_autoindex_create_intents_1 (intent_id=?) LEFT-JOIN
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER
SELECT count(*) AS n FROM bulk_items AS i LEFT JOIN create_intents AS c ON c.intent_id = i.intent_id WHERE i.run_id = @runId AND CASE i.state WHEN 'skipped' THEN 'left' WHEN 'ended' THEN CASE coalesce(c.outcome, 'not-sent') WHEN 'not-sent' THEN 'refused' WHEN 'waiting' THEN 'unknown' WHEN 'restored' THEN 'unknown' ELSE c.outcome END ELSE i.state END IN (SELECT value FROM json_each(@wanted));
--   SEARCH i USING PRIMARY KEY (run_id=?)
--   SEARCH c USING INDEX sqlite_autoindex_create_intents_1 (intent_id=?) LEFT-JOIN
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER

-- orders.runs
SELECT * FROM bulk_runs WHERE profile_id = ? AND kind = 'create' ORDER BY started_at DESC, rowid DESC LIMIT 50;
--   SEARCH bulk_runs USING INDEX bulk_by_profile (profile_id=?)

-- orders.known
SELECT DISTINCT external_id, state, outcome, invoice_uuid FROM create_intents WHERE profile_id = @profileId AND external_id IN (SELECT value FROM json_each(@ids)) AND (state <> 'ended' OR outcome = 'unknown' OR invoice_uuid IS NOT NULL);
--   SEARCH create_intents USING INDEX create_by_external_id (profile_id=? AND external_id=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   USE TEMP B-TREE FOR DISTINCT

-- invoices.ofOrders
SELECT external_id, uuid AS invoice_uuid FROM invoices WHERE external_id IN (SELECT value FROM json_each(?));
--   SEARCH invoices USING COVERING INDEX invoices_by_external_id (external_id=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:

-- reconciliation.statementRows, credits
SELECT i.uuid, i.external_id, i.status, NULL, i.currency, i.settled_amount_usdt, i.created_at, i.finished_at, NULL, NULL, i.as_of, i.missing_since FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ? AND i.settled_amount_usdt IS NOT NULL AND ? IS 'USDT' ORDER BY i.finished_at_key DESC, i.uuid LIMIT ? OFFSET ?;
--   SEARCH i USING INDEX invoices_by_finished (finished_at_key>? AND finished_at_key<?)
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ? AND i.settled_amount_usdt IS NOT NULL AND ? IS 'USDT';
--   SEARCH i USING INDEX invoices_by_finished (finished_at_key>? AND finished_at_key<?)

-- reconciliation.statementRows, credits-without-amount
SELECT i.uuid, i.external_id, i.status, NULL, i.currency, i.settled_amount_usdt, i.created_at, i.finished_at, NULL, NULL, i.as_of, i.missing_since FROM invoices AS i INDEXED BY invoices_uncredited WHERE i.status = 'success' AND i.settled_amount_usdt IS NULL AND i.finished_at_key >= ? AND i.finished_at_key < ? AND ? IS 'USDT' ORDER BY i.finished_at_key DESC, i.uuid LIMIT ? OFFSET ?;
--   SCAN i USING INDEX invoices_uncredited
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_uncredited WHERE i.status = 'success' AND i.settled_amount_usdt IS NULL AND i.finished_at_key >= ? AND i.finished_at_key < ? AND ? IS 'USDT';
--   SCAN i USING INDEX invoices_uncredited

-- reconciliation.statementRows, credits-without-date
SELECT i.uuid, i.external_id, i.status, NULL, i.currency, i.settled_amount_usdt, i.created_at, i.finished_at, NULL, NULL, i.as_of, i.missing_since FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.status = 'success' AND i.finished_at_key IS NULL AND ? IS 'USDT' ORDER BY i.uuid LIMIT ? OFFSET ?;
--   SEARCH i USING INDEX invoices_by_finished (finished_at_key=?)
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.status = 'success' AND i.finished_at_key IS NULL AND ? IS 'USDT';
--   SEARCH i USING COVERING INDEX invoices_by_finished (finished_at_key=?)

-- reconciliation.statementRows, credits-unknown-status
SELECT i.uuid, i.external_id, i.status, NULL, i.currency, i.settled_amount_usdt, i.created_at, i.finished_at, NULL, NULL, i.as_of, i.missing_since FROM invoices AS i INDEXED BY invoices_by_status WHERE i.status NOT IN ('pending', 'success', 'fail', 'expired', 'canceled') AND (i.created_at_key < ? OR i.created_at_key IS NULL) AND ? IS 'USDT' ORDER BY i.created_at_key DESC NULLS LAST, i.uuid LIMIT ? OFFSET ?;
--   SCAN i USING INDEX invoices_by_status
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_status WHERE i.status NOT IN ('pending', 'success', 'fail', 'expired', 'canceled') AND (i.created_at_key < ? OR i.created_at_key IS NULL) AND ? IS 'USDT';
--   SCAN i USING COVERING INDEX invoices_by_status (words that the specification does not name; counted once until the next commit)

-- reconciliation.statementRows, withdrawals
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.status = 'approved' AND w.processed_at_key >= ? AND w.processed_at_key < ? AND w.token IS ? ORDER BY w.processed_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status = 'approved' AND w.processed_at_key >= ? AND w.processed_at_key < ? AND w.token IS ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)

-- reconciliation.statementRows, withdrawals-without-date
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.status = 'approved' AND w.processed_at_key IS NULL AND w.token IS ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status = 'approved' AND w.processed_at_key IS NULL AND w.token IS ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)

-- reconciliation.statementRows, reserved-pending
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.status = 'pending' AND w.created_at_key < ? AND w.token IS ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=? AND created_at_key<?)
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status = 'pending' AND w.created_at_key < ? AND w.token IS ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=? AND created_at_key<?)

-- reconciliation.statementRows, reserved-processed-later
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.status IN ('approved', 'rejected') AND w.created_at_key < ? AND w.processed_at_key >= ? AND w.token IS ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=? AND created_at_key<?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status IN ('approved', 'rejected') AND w.created_at_key < ? AND w.processed_at_key >= ? AND w.token IS ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=? AND created_at_key<?)

-- reconciliation.statementRows, reserved-without-date
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.created_at_key IS NULL AND (w.status = 'pending' OR w.status IN ('approved', 'rejected') AND w.processed_at_key >= ?) AND w.token IS ? ORDER BY w.processed_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_created (created_at_key=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM withdrawals AS w WHERE w.created_at_key IS NULL AND (w.status = 'pending' OR w.status IN ('approved', 'rejected') AND w.processed_at_key >= ?) AND w.token IS ?;
--   SEARCH w USING INDEX withdrawals_by_created (created_at_key=?)

-- reconciliation.statementRows, rejected
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.status = 'rejected' AND w.processed_at_key >= ? AND w.processed_at_key < ? AND w.token IS ? ORDER BY w.processed_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status = 'rejected' AND w.processed_at_key >= ? AND w.processed_at_key < ? AND w.token IS ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)

-- reconciliation.statementRows, rejected-without-date
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.status = 'rejected' AND w.processed_at_key IS NULL AND w.token IS ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status = 'rejected' AND w.processed_at_key IS NULL AND w.token IS ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)

-- reconciliation.statementRows, unknown-status
SELECT w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at, CASE json_type(w.record, '$.balance_type') WHEN 'text' THEN json_extract(w.record, '$.balance_type') END, CASE json_type(w.record, '$.actor') WHEN 'text' THEN json_extract(w.record, '$.actor') END, w.as_of, w.missing_since FROM withdrawals AS w WHERE w.status NOT IN ('pending', 'approved', 'rejected') AND (w.created_at_key < ? OR w.created_at_key IS NULL) AND w.token IS ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status NOT IN ('pending', 'approved', 'rejected') AND (w.created_at_key < ? OR w.created_at_key IS NULL) AND w.token IS ?;
--   MULTI-INDEX OR
--   INDEX 1
--   SEARCH w USING INDEX withdrawals_by_created (created_at_key<?)
--   INDEX 2
--   SEARCH w USING INDEX withdrawals_by_created (created_at_key=?)

-- reconciliation.tieRows
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_finished LEFT JOIN told AS t ON t.id = i.id WHERE i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ? ORDER BY i.finished_at_key DESC, i.uuid LIMIT ? OFFSET ?;
--   SEARCH i USING COVERING INDEX invoices_by_finished (finished_at_key>? AND finished_at_key<?)
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ?;
--   SEARCH i USING COVERING INDEX invoices_by_finished (finished_at_key>? AND finished_at_key<?)
SELECT i.uuid, i.external_id, i.customer_id, i.payment_method, i.status, i.currency, i.amount, i.settled_amount_usdt, i.is_adjusted, i.finished_at, i.first_seen_at, i.last_changed_at, i.as_of, i.deliveries_read, t.read_at AS told_read_at, t.unreadable, t.delivery_uuid, t.delivered_at, i.missing_since, t.event AS told_event, t.status AS told_status, t.credited_usdt, t.amount AS told_amount, t.original_amount, t.adjusted AS told_adjusted, (SELECT json_extract(r.record, '$.adjustment.expected_amount_fiat', '$.adjustment.actual_amount_fiat', '$.adjustment.expected_amount_usdt', '$.adjustment.actual_amount_usdt') FROM invoice_records AS r WHERE r.id = i.id) AS adjustment, (SELECT a.callback_url FROM invoice_addresses AS a WHERE a.id = i.id) AS callback_url, (SELECT r.read_at FROM delivery_reads AS r WHERE r.invoice_uuid = i.uuid AND r.quarantined = 0) AS read_whole_at, (SELECT count(DISTINCT d.uuid) FROM deliveries AS d WHERE d.invoice_uuid = i.uuid) AS deliveries FROM invoices AS i LEFT JOIN told AS t ON t.id = i.id WHERE i.id = ?;
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   SEARCH t USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   CORRELATED SCALAR SUBQUERY 2
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
--   CORRELATED SCALAR SUBQUERY 3
--   SEARCH r USING PRIMARY KEY (invoice_uuid=?)
--   CORRELATED SCALAR SUBQUERY 4
--   USE TEMP B-TREE FOR count(DISTINCT)
--   SEARCH d USING INDEX sqlite_autoindex_deliveries_1 (invoice_uuid=?)

-- reconciliation.tieRows, of all time
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_finished LEFT JOIN told AS t ON t.id = i.id WHERE i.status = 'success' ORDER BY i.finished_at_key DESC, i.uuid LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_finished
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_status WHERE i.status = 'success';
--   SEARCH i USING COVERING INDEX invoices_by_status (status=?)
