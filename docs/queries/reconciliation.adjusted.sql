-- as it stands
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1;
--   SCAN i USING COVERING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
SELECT record_uuid, id, state, assignee, reason, note FROM exceptions WHERE profile_id = ? AND kind = 'adjusted' AND list = 'invoices' AND cleared_at IS NULL;
--   SEARCH exceptions USING INDEX sqlite_autoindex_exceptions_2 (profile_id=? AND kind=? AND list=?)

-- narrowed by status
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.status = ? AND i.is_adjusted = 1;
--   SCAN i USING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.status = ? AND i.is_adjusted = 1 ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by currency
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.currency = ? AND i.is_adjusted = 1;
--   SCAN i USING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.currency = ? AND i.is_adjusted = 1 ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by label
SELECT record_id AS id FROM (SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?)) AND r.list IN ('invoices', 'withdrawals'));
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=? AND folded=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=? AND list=?)
SELECT count(*) AS n FROM invoices AS i WHERE i.uuid IN (SELECT value FROM json_each(?)) AND i.is_adjusted = 1;
--   SEARCH i USING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i JOIN invoice_records AS r ON r.id = i.id WHERE i.uuid IN (SELECT value FROM json_each(?)) AND i.is_adjusted = 1 ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH i USING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by marked
SELECT record_id AS id FROM (SELECT * FROM (SELECT record_id FROM notes WHERE profile_id = ? AND list IN ('invoices', 'withdrawals')));
--   SEARCH notes USING COVERING INDEX notes_by_record (profile_id=? AND list=?)

-- narrowed by missing
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_missing WHERE i.is_adjusted = 1 AND i.missing_since IS NOT NULL;
--   SEARCH i USING INDEX invoices_missing (missing_since>?)
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_missing JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.missing_since IS NOT NULL ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH i USING INDEX invoices_missing (missing_since>?)
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by text
SELECT count(*) AS n FROM (SELECT rowid FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL SELECT id FROM invoice_search WHERE id > (SELECT texts_indexed FROM list_state WHERE list = 'invoices') AND instr(text, ?) > 0 LIMIT ?);
--   CO-ROUTINE (subquery-3)
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SCAN invoice_trigrams VIRTUAL TABLE INDEX 0:M1
--   UNION ALL
--   SEARCH invoice_search USING INTEGER PRIMARY KEY (rowid>?)
--   SCALAR SUBQUERY 2
--   SEARCH list_state USING PRIMARY KEY (list=?)
--   SCAN (subquery-3)
SELECT count(*) AS n FROM invoices AS i NOT INDEXED WHERE i.is_adjusted = 1 AND i.id IN (SELECT rowid AS id FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL SELECT id FROM invoice_search WHERE id > (SELECT texts_indexed FROM list_state WHERE list = 'invoices') AND instr(text, ?) > 0);
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 3
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SCAN invoice_trigrams VIRTUAL TABLE INDEX 0:M1
--   UNION ALL
--   SEARCH invoice_search USING INTEGER PRIMARY KEY (rowid>?)
--   SCALAR SUBQUERY 2
--   SEARCH list_state USING PRIMARY KEY (list=?)
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i NOT INDEXED JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.id IN (SELECT rowid AS id FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL SELECT id FROM invoice_search WHERE id > (SELECT texts_indexed FROM list_state WHERE list = 'invoices') AND instr(text, ?) > 0) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 3
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SCAN invoice_trigrams VIRTUAL TABLE INDEX 0:M1
--   UNION ALL
--   SEARCH invoice_search USING INTEGER PRIMARY KEY (rowid>?)
--   SCALAR SUBQUERY 2
--   SEARCH list_state USING PRIMARY KEY (list=?)
--   REUSE LIST SUBQUERY 3
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by customerId
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_customer WHERE i.is_adjusted = 1 AND i.customer_id = ?;
--   SEARCH i USING INDEX invoices_by_customer (customer_id=?)
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_by_customer JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.customer_id = ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH i USING INDEX invoices_by_customer (customer_id=?)
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by method
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 AND i.payment_method = ? COLLATE NOCASE;
--   SCAN i USING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.payment_method = ? COLLATE NOCASE ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by createdFrom
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 AND i.created_at_key >= ?;
--   SEARCH i USING COVERING INDEX invoices_adjusted (created_at_key>?)
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.created_at_key >= ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH i USING INDEX invoices_adjusted (created_at_key>?)
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by createdTo
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 AND i.created_at_key < ?;
--   SEARCH i USING COVERING INDEX invoices_adjusted (created_at_key<?)
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.created_at_key < ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH i USING INDEX invoices_adjusted (created_at_key<?)
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by finishedFrom
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 AND i.finished_at_key >= ?;
--   SCAN i USING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.finished_at_key >= ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by finishedTo
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 AND i.finished_at_key < ?;
--   SCAN i USING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.finished_at_key < ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by dayFrom
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 AND (i.created_at_key >= ? OR i.finished_at_key >= ?);
--   SCAN i USING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND (i.created_at_key >= ? OR i.finished_at_key >= ?) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by dayTo
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 AND (i.created_at_key < ? OR i.finished_at_key < ?);
--   SCAN i USING INDEX invoices_adjusted
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i INDEXED BY invoices_adjusted JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND (i.created_at_key < ? OR i.finished_at_key < ?) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SCAN i USING INDEX invoices_adjusted
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

-- narrowed by amount
SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION ALL SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE amount_to_send_key >= ? AND amount_to_send_key <= ? UNION ALL SELECT id FROM paid INDEXED BY paid_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION ALL SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key >= ? AND settled_amount_usdt_key <= ?) LIMIT 20001);
--   CO-ROUTINE (subquery-5)
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SEARCH invoices USING COVERING INDEX invoices_by_amount (amount_key>? AND amount_key<?)
--   UNION ALL
--   SEARCH invoices USING COVERING INDEX invoices_by_to_pay (amount_to_send_key>? AND amount_to_send_key<?)
--   UNION ALL
--   SEARCH paid USING COVERING INDEX paid_by_amount (amount_key>? AND amount_key<?)
--   UNION ALL
--   SEARCH invoices USING COVERING INDEX invoices_by_settled (settled_amount_usdt_key>? AND settled_amount_usdt_key<?)
--   SCAN (subquery-5)
SELECT count(*) AS n FROM invoices AS i NOT INDEXED WHERE i.is_adjusted = 1 AND i.id IN (SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE amount_to_send_key >= ? AND amount_to_send_key <= ? UNION SELECT id FROM paid INDEXED BY paid_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key >= ? AND settled_amount_usdt_key <= ?);
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 4
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   SEARCH invoices USING COVERING INDEX invoices_by_amount (amount_key>? AND amount_key<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH invoices USING COVERING INDEX invoices_by_to_pay (amount_to_send_key>? AND amount_to_send_key<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   MERGE (UNION)
--   LEFT
--   SEARCH paid USING COVERING INDEX paid_by_amount (amount_key>? AND amount_key<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH invoices USING COVERING INDEX invoices_by_settled (settled_amount_usdt_key>? AND settled_amount_usdt_key<?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i NOT INDEXED JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.id IN (SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE amount_to_send_key >= ? AND amount_to_send_key <= ? UNION SELECT id FROM paid INDEXED BY paid_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key >= ? AND settled_amount_usdt_key <= ?) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 4
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   SEARCH invoices USING COVERING INDEX invoices_by_amount (amount_key>? AND amount_key<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH invoices USING COVERING INDEX invoices_by_to_pay (amount_to_send_key>? AND amount_to_send_key<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   MERGE (UNION)
--   LEFT
--   SEARCH paid USING COVERING INDEX paid_by_amount (amount_key>? AND amount_key<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH invoices USING COVERING INDEX invoices_by_settled (settled_amount_usdt_key>? AND settled_amount_usdt_key<?)
--   USE TEMP B-TREE FOR ORDER BY
--   REUSE LIST SUBQUERY 4
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by unusual
SELECT count(*) AS n FROM invoices AS i NOT INDEXED WHERE i.is_adjusted = 1 AND i.id IN (SELECT id FROM invoices INDEXED BY invoices_adjusted WHERE is_adjusted = 1 UNION SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid WHERE d.state IN ('failed', 'retrying') AND d.is_latest = 1 UNION SELECT x.id FROM invoices AS x INDEXED BY invoices_by_status CROSS JOIN told AS t ON t.id = x.id WHERE x.status IN ('fail', 'expired', 'canceled') AND t.event = 'invoice.paid' UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key IS NOT NULL AND status IN ('fail', 'expired', 'canceled') UNION SELECT id FROM invoices INDEXED BY invoices_uncredited WHERE status = 'success' AND settled_amount_usdt IS NULL UNION SELECT id FROM invoices INDEXED BY invoices_by_status WHERE status = 'success' AND finished_at_key IS NULL);
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 6
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   SCAN invoices USING COVERING INDEX invoices_adjusted
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH d USING INDEX desk_by_state (state=?)
--   SEARCH x USING COVERING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH x USING COVERING INDEX invoices_by_status (status=?)
--   SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   SEARCH invoices USING COVERING INDEX invoices_by_settled (settled_amount_usdt_key>?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SCAN invoices USING INDEX invoices_uncredited
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH invoices USING COVERING INDEX invoices_by_status (status=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i NOT INDEXED JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.id IN (SELECT id FROM invoices INDEXED BY invoices_adjusted WHERE is_adjusted = 1 UNION SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid WHERE d.state IN ('failed', 'retrying') AND d.is_latest = 1 UNION SELECT x.id FROM invoices AS x INDEXED BY invoices_by_status CROSS JOIN told AS t ON t.id = x.id WHERE x.status IN ('fail', 'expired', 'canceled') AND t.event = 'invoice.paid' UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key IS NOT NULL AND status IN ('fail', 'expired', 'canceled') UNION SELECT id FROM invoices INDEXED BY invoices_uncredited WHERE status = 'success' AND settled_amount_usdt IS NULL UNION SELECT id FROM invoices INDEXED BY invoices_by_status WHERE status = 'success' AND finished_at_key IS NULL) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 6
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   SCAN invoices USING COVERING INDEX invoices_adjusted
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH d USING INDEX desk_by_state (state=?)
--   SEARCH x USING COVERING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH x USING COVERING INDEX invoices_by_status (status=?)
--   SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   SEARCH invoices USING COVERING INDEX invoices_by_settled (settled_amount_usdt_key>?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SCAN invoices USING INDEX invoices_uncredited
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH invoices USING COVERING INDEX invoices_by_status (status=?)
--   USE TEMP B-TREE FOR ORDER BY
--   REUSE LIST SUBQUERY 6
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by webhook
SELECT count(*) AS n FROM invoices AS i NOT INDEXED WHERE i.is_adjusted = 1 AND i.id IN (SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid WHERE d.state IN (?) AND d.is_latest = 1);
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SEARCH d USING INDEX desk_by_state (state=?)
--   SEARCH x USING COVERING INDEX sqlite_autoindex_invoices_1 (uuid=?)
SELECT i.as_of, i.first_seen_at, i.missing_since, r.record FROM invoices AS i NOT INDEXED JOIN invoice_records AS r ON r.id = i.id WHERE i.is_adjusted = 1 AND i.id IN (SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid WHERE d.state IN (?) AND d.is_latest = 1) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC;
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SEARCH d USING INDEX desk_by_state (state=?)
--   SEARCH x USING COVERING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   REUSE LIST SUBQUERY 1
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY
