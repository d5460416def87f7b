-- as it stands
SELECT coalesce(sum(i.count), 0) AS n FROM invoice_tallies AS i;
--   SCAN i (some rows a day, counted once until the next commit)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_created
SELECT id, amount, source FROM paid WHERE id IN (SELECT value FROM json_each(?));
--   SEARCH paid USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
SELECT d.id, d.state, d.attempts, NULL AS max_attempts FROM desk AS d WHERE d.id IN (SELECT value FROM json_each(@list)) UNION ALL SELECT i.id, d.state, d.attempts, r.max_attempts FROM invoices AS i CROSS JOIN desk AS d INDEXED BY desk_by_invoice ON d.delivery_uuid IS NOT NULL AND d.invoice_uuid = i.uuid LEFT JOIN deliveries AS r ON r.invoice_uuid = d.invoice_uuid AND r.position = d.position WHERE i.id IN (SELECT value FROM json_each(@list)) AND d.is_latest = 1;
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   UNION ALL
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 3
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH d USING INDEX desk_by_invoice (invoice_uuid=?)
--   SEARCH r USING INDEX sqlite_autoindex_deliveries_1 (invoice_uuid=? AND position=?) LEFT-JOIN
SELECT i.id, i.as_of, i.first_seen_at, i.missing_since, r.record, i.uuid, i.external_id, i.amount, i.status, i.settled_amount_usdt, i.created_at FROM invoices AS i JOIN invoice_records AS r ON r.id = i.id WHERE i.id IN (SELECT value FROM json_each(?));
--   SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   REUSE LIST SUBQUERY 1
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
SELECT r.record_id AS record, l.id, l.name, l.colour FROM record_labels AS r JOIN labels AS l ON l.id = r.label_id WHERE r.profile_id = ? AND r.list = ? AND r.record_id IN (SELECT value FROM json_each(?)) ORDER BY l.folded;
--   SEARCH r USING PRIMARY KEY (profile_id=? AND list=? AND record_id=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH l USING INDEX sqlite_autoindex_labels_1 (id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT record_id AS record, count(*) AS n FROM notes INDEXED BY notes_by_record WHERE profile_id = ? AND list = ? AND record_id IN (SELECT value FROM json_each(?)) GROUP BY record_id;
--   SEARCH notes USING COVERING INDEX notes_by_record (profile_id=? AND list=? AND record_id=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
SELECT record_uuid AS record FROM exceptions INDEXED BY exceptions_by_record WHERE profile_id = ? AND list = ? AND record_uuid IN (SELECT value FROM json_each(?)) AND kind = 'case' AND state = 'open';
--   SEARCH exceptions USING INDEX exceptions_by_record (profile_id=? AND record_uuid=? AND kind=? AND state=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:

-- sorted by uuid
SELECT i.id FROM invoices AS i ORDER BY i.uuid DESC NULLS LAST LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX sqlite_autoindex_invoices_1

-- sorted by external_id
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_external_id ORDER BY i.external_id DESC NULLS LAST, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_external_id

-- sorted by customer_id
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_customer ORDER BY i.customer_id DESC NULLS LAST, i.created_at_key ASC, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_customer

-- sorted by purpose
SELECT i.id FROM invoices AS i ORDER BY i.purpose DESC NULLS LAST, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i (no screen sorts by it)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by amount
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_amount ORDER BY i.amount_key DESC NULLS LAST, i.created_at_key DESC, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_amount

-- sorted by amount_to_send
SELECT i.id FROM invoices AS i ORDER BY i.amount_to_send_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i (no screen sorts by it)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by currency
SELECT i.id FROM invoices AS i ORDER BY i.currency DESC NULLS LAST, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_status
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by status
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_status ORDER BY i.status DESC NULLS LAST, i.created_at_key ASC, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_status

-- sorted by callback_url
SELECT i.id FROM invoices AS i JOIN invoice_addresses AS a ON a.id = i.id ORDER BY a.callback_url DESC NULLS LAST, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX sqlite_autoindex_invoices_1
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by success_url
SELECT i.id FROM invoices AS i JOIN invoice_addresses AS a ON a.id = i.id ORDER BY a.success_url DESC NULLS LAST, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX sqlite_autoindex_invoices_1
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by fail_url
SELECT i.id FROM invoices AS i JOIN invoice_addresses AS a ON a.id = i.id ORDER BY a.fail_url DESC NULLS LAST, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX sqlite_autoindex_invoices_1
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by payment_url
SELECT i.id FROM invoices AS i JOIN invoice_addresses AS a ON a.id = i.id ORDER BY a.payment_url DESC NULLS LAST, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX sqlite_autoindex_invoices_1
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by expires_at
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_expiry ORDER BY i.expires_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_expiry

-- sorted by finished_at
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_finished ORDER BY i.finished_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_finished

-- sorted by payment_method
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_method ORDER BY i.payment_method DESC NULLS LAST, i.created_at_key ASC, i.uuid DESC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_method

-- sorted by rate
SELECT i.id FROM invoices AS i ORDER BY i.rate_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i (no screen sorts by it)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by settled_amount_usdt
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_settled ORDER BY i.settled_amount_usdt_key DESC NULLS LAST, i.created_at_key DESC, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_settled

-- sorted by is_adjusted
SELECT i.id FROM invoices AS i ORDER BY i.is_adjusted DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_status
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by status
SELECT coalesce(sum(i.count), 0) AS n FROM invoice_tallies AS i WHERE i.status = ?;
--   SCAN i (some rows a day, counted once until the next commit)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_status WHERE i.status = ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH i USING COVERING INDEX invoices_by_status (status=?)

-- narrowed by currency
SELECT coalesce(sum(i.count), 0) AS n FROM invoice_tallies AS i WHERE i.currency = ?;
--   SCAN i (some rows a day, counted once until the next commit)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE i.currency = ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_created

-- narrowed by adjusted
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1;
--   SCAN i USING COVERING INDEX invoices_adjusted
SELECT i.id FROM invoices AS i INDEXED BY invoices_adjusted WHERE i.is_adjusted = 1 ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_adjusted

-- narrowed by label
SELECT record_id AS id FROM (SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?)) AND r.list IN ('invoices', 'withdrawals'));
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=? AND folded=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=? AND list=?)
SELECT count(*) AS n FROM invoices AS i WHERE i.uuid IN (SELECT value FROM json_each(?));
--   SEARCH i USING COVERING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:

-- narrowed by marked
SELECT record_id AS id FROM (SELECT * FROM (SELECT record_id FROM notes WHERE profile_id = ? AND list IN ('invoices', 'withdrawals')));
--   SEARCH notes USING COVERING INDEX notes_by_record (profile_id=? AND list=?)

-- narrowed by missing
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_missing WHERE i.missing_since IS NOT NULL;
--   SEARCH i USING COVERING INDEX invoices_missing (missing_since>?)
SELECT i.id FROM invoices AS i INDEXED BY invoices_missing WHERE i.missing_since IS NOT NULL ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH i USING INDEX invoices_missing (missing_since>?)
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
SELECT count(*) AS n FROM (SELECT rowid AS id FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL SELECT id FROM invoice_search WHERE id > (SELECT texts_indexed FROM list_state WHERE list = 'invoices') AND instr(text, ?) > 0);
--   CO-ROUTINE (subquery-3)
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SCAN invoice_trigrams VIRTUAL TABLE INDEX 0:M1
--   UNION ALL
--   SEARCH invoice_search USING INTEGER PRIMARY KEY (rowid>?)
--   SCALAR SUBQUERY 2
--   SEARCH list_state USING PRIMARY KEY (list=?)
--   SCAN (subquery-3)
SELECT i.id FROM invoices AS i NOT INDEXED WHERE i.id IN (SELECT rowid AS id FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL SELECT id FROM invoice_search WHERE id > (SELECT texts_indexed FROM list_state WHERE list = 'invoices') AND instr(text, ?) > 0) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 3
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SCAN invoice_trigrams VIRTUAL TABLE INDEX 0:M1
--   UNION ALL
--   SEARCH invoice_search USING INTEGER PRIMARY KEY (rowid>?)
--   SCALAR SUBQUERY 2
--   SEARCH list_state USING PRIMARY KEY (list=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by customerId
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_customer WHERE i.customer_id = ?;
--   SEARCH i USING COVERING INDEX invoices_by_customer (customer_id=?)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_customer WHERE i.customer_id = ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH i USING COVERING INDEX invoices_by_customer (customer_id=?)

-- narrowed by method
SELECT coalesce(sum(i.count), 0) AS n FROM invoice_tallies AS i WHERE i.payment_method = ? COLLATE NOCASE;
--   SCAN i (some rows a day, counted once until the next commit)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE i.payment_method = ? COLLATE NOCASE ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_created

-- narrowed by createdFrom
SELECT coalesce(sum(i.count), 0) AS n FROM invoice_tallies AS i WHERE i.day >= ?;
--   SEARCH i USING PRIMARY KEY (day>?)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE i.created_at_key >= ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH i USING COVERING INDEX invoices_by_created (created_at_key>?)

-- narrowed by createdTo
SELECT coalesce(sum(i.count), 0) AS n FROM invoice_tallies AS i WHERE i.day <> '' AND i.day < ?;
--   SEARCH i USING PRIMARY KEY (day<?)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE i.created_at_key < ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH i USING COVERING INDEX invoices_by_created (created_at_key<?)

-- narrowed by finishedFrom
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.finished_at_key >= ?;
--   SEARCH i USING COVERING INDEX invoices_by_finished (finished_at_key>?)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE i.finished_at_key >= ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_created

-- narrowed by finishedTo
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.finished_at_key < ?;
--   SEARCH i USING COVERING INDEX invoices_by_finished (finished_at_key<?)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE i.finished_at_key < ? ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_created

-- narrowed by dayFrom
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_created WHERE (i.created_at_key >= ? OR i.finished_at_key >= ?);
--   SCAN i USING COVERING INDEX invoices_by_created (counted once until the next commit)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE (i.created_at_key >= ? OR i.finished_at_key >= ?) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_created

-- narrowed by dayTo
SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_created WHERE (i.created_at_key < ? OR i.finished_at_key < ?);
--   SCAN i USING COVERING INDEX invoices_by_created (counted once until the next commit)
SELECT i.id FROM invoices AS i INDEXED BY invoices_by_created WHERE (i.created_at_key < ? OR i.finished_at_key < ?) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
--   SCAN i USING COVERING INDEX invoices_by_created

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
SELECT count(*) AS n FROM invoices AS i NOT INDEXED WHERE i.id IN (SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE amount_to_send_key >= ? AND amount_to_send_key <= ? UNION SELECT id FROM paid INDEXED BY paid_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key >= ? AND settled_amount_usdt_key <= ?);
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
SELECT i.id FROM invoices AS i NOT INDEXED WHERE i.id IN (SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE amount_to_send_key >= ? AND amount_to_send_key <= ? UNION SELECT id FROM paid INDEXED BY paid_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key >= ? AND settled_amount_usdt_key <= ?) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
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
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by unusual
SELECT count(*) AS n FROM invoices AS i NOT INDEXED WHERE i.id IN (SELECT id FROM invoices INDEXED BY invoices_adjusted WHERE is_adjusted = 1 UNION SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid WHERE d.state IN ('failed', 'retrying') AND d.is_latest = 1 UNION SELECT x.id FROM invoices AS x INDEXED BY invoices_by_status CROSS JOIN told AS t ON t.id = x.id WHERE x.status IN ('fail', 'expired', 'canceled') AND t.event = 'invoice.paid' UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key IS NOT NULL AND status IN ('fail', 'expired', 'canceled') UNION SELECT id FROM invoices INDEXED BY invoices_uncredited WHERE status = 'success' AND settled_amount_usdt IS NULL UNION SELECT id FROM invoices INDEXED BY invoices_by_status WHERE status = 'success' AND finished_at_key IS NULL);
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
SELECT i.id FROM invoices AS i NOT INDEXED WHERE i.id IN (SELECT id FROM invoices INDEXED BY invoices_adjusted WHERE is_adjusted = 1 UNION SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid WHERE d.state IN ('failed', 'retrying') AND d.is_latest = 1 UNION SELECT x.id FROM invoices AS x INDEXED BY invoices_by_status CROSS JOIN told AS t ON t.id = x.id WHERE x.status IN ('fail', 'expired', 'canceled') AND t.event = 'invoice.paid' UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key IS NOT NULL AND status IN ('fail', 'expired', 'canceled') UNION SELECT id FROM invoices INDEXED BY invoices_uncredited WHERE status = 'success' AND settled_amount_usdt IS NULL UNION SELECT id FROM invoices INDEXED BY invoices_by_status WHERE status = 'success' AND finished_at_key IS NULL) ORDER BY i.created_at_key DESC NULLS LAST, i.uuid ASC LIMIT ? OFFSET ?;
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
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by webhook
SELECT count(*) AS n FROM invoices AS i NOT INDEXED WHERE i.id IN (SELECT x.id FROM desk AS d INDEXED BY desk_by_state CROSS JOIN invoices AS x ON x.uuid = d.invoice_uuid WHERE d.state IN (?) AND d.is_latest = 1);
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SEARCH d USING INDEX desk_by_state (state=?)
--   SEARCH x USING COVERING INDEX sqlite_autoindex_invoices_1 (uuid=?)
