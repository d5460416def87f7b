-- as it stands
SELECT count(*) AS n FROM desk AS d;
--   SCAN desk USING COVERING INDEX desk_by_finished (counted once until the next commit)
SELECT d.id FROM desk AS d INDEXED BY desk_by_finished ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SCAN d USING COVERING INDEX desk_by_finished
SELECT d.id, d.invoice_uuid, d.position, d.delivery_uuid, d.is_latest, d.state, d.event, d.host, d.http_code, d.cause, d.attempts, d.at_risk, d.elsewhere, i.external_id, i.customer_id, i.status AS invoice_status, i.currency, i.amount, i.payment_method, i.settled_amount_usdt, i.finished_at, r.record, e.read_at FROM desk AS d LEFT JOIN invoices AS i ON i.uuid = d.invoice_uuid LEFT JOIN deliveries AS r ON r.invoice_uuid = d.invoice_uuid AND r.position = d.position LEFT JOIN delivery_reads AS e ON e.invoice_uuid = d.invoice_uuid WHERE d.id IN (SELECT value FROM json_each(?));
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH i USING INDEX sqlite_autoindex_invoices_1 (uuid=?) LEFT-JOIN
--   SEARCH r USING INDEX sqlite_autoindex_deliveries_1 (invoice_uuid=? AND position=?) LEFT-JOIN
--   SEARCH e USING PRIMARY KEY (invoice_uuid=?) LEFT-JOIN

-- sorted by invoiceUuid
SELECT d.id FROM desk AS d NOT INDEXED ORDER BY d.invoice_uuid DESC NULLS LAST, d.finished_at_key ASC, d.position DESC LIMIT ? OFFSET ?;
--   SCAN d (no index of its own: half a second over a million of them)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by externalId
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_order WHERE d.external_id IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_order (external_id>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_order WHERE d.external_id IS NOT NULL ORDER BY d.external_id DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_order (external_id>?)

-- sorted by state
SELECT d.id FROM desk AS d INDEXED BY desk_by_state ORDER BY d.state DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SCAN d USING COVERING INDEX desk_by_state

-- sorted by host
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_host WHERE d.host IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_host (host>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_host WHERE d.host IS NOT NULL ORDER BY d.host DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_host (host>?)

-- sorted by event
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_event WHERE d.event IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_event (event>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_event WHERE d.event IS NOT NULL ORDER BY d.event DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_event (event>?)

-- sorted by httpCode
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_code WHERE d.http_code IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_code (http_code>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_code WHERE d.http_code IS NOT NULL ORDER BY d.http_code DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_code (http_code>?)

-- sorted by cause
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_cause WHERE d.cause IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_cause (cause>?)
SELECT d.id FROM desk AS d NOT INDEXED WHERE d.cause IS NOT NULL ORDER BY d.cause DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SCAN d (no index of its own: half a second over a million of them)
--   USE TEMP B-TREE FOR ORDER BY
SELECT d.id FROM desk AS d INDEXED BY desk_by_finished WHERE d.cause IS NULL ORDER BY d.cause DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SCAN d USING INDEX desk_by_finished

-- sorted by attempts
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_attempts WHERE d.attempts IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_attempts (attempts>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_attempts WHERE d.attempts IS NOT NULL ORDER BY d.attempts DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_attempts (attempts>?)

-- sorted by createdAt
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_created WHERE d.created_at_key IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_created (created_at_key>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_created WHERE d.created_at_key IS NOT NULL ORDER BY d.created_at_key DESC NULLS LAST, d.finished_at_key DESC, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_created (created_at_key>?)

-- sorted by lastAttemptAt
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_attempt WHERE d.last_attempt_at_key IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_attempt (last_attempt_at_key>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_attempt WHERE d.last_attempt_at_key IS NOT NULL ORDER BY d.last_attempt_at_key DESC NULLS LAST, d.finished_at_key DESC, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_attempt (last_attempt_at_key>?)

-- sorted by nextAttemptAt
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_next WHERE d.next_attempt_at_key IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_next (next_attempt_at_key>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_finished WHERE d.next_attempt_at_key IS NULL ORDER BY d.next_attempt_at_key DESC NULLS LAST, d.finished_at_key ASC, d.invoice_uuid DESC, d.position DESC LIMIT ? OFFSET ?;
--   SCAN d USING INDEX desk_by_finished

-- sorted by deliveredAt
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_delivered WHERE d.delivered_at_key IS NOT NULL;
--   SEARCH d USING COVERING INDEX desk_by_delivered (delivered_at_key>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_delivered WHERE d.delivered_at_key IS NOT NULL ORDER BY d.delivered_at_key DESC NULLS LAST, d.finished_at_key DESC, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_delivered (delivered_at_key>?)

-- narrowed by state
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_state WHERE d.state = ?;
--   SEARCH d USING COVERING INDEX desk_by_state (state=?)

-- narrowed by cause
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_cause WHERE d.cause = ?;
--   SEARCH d USING COVERING INDEX desk_by_cause (cause=?)

-- narrowed by host
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_host WHERE d.host = ?;
--   SEARCH d USING COVERING INDEX desk_by_host (host=?)

-- narrowed by event
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_event WHERE d.event = ?;
--   SEARCH d USING COVERING INDEX desk_by_event (event=?)

-- narrowed by httpCode
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_code WHERE d.http_code = ?;
--   SEARCH d USING COVERING INDEX desk_by_code (http_code=?)

-- narrowed by atRisk
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_at_risk WHERE d.at_risk = 1;
--   SCAN d USING COVERING INDEX desk_at_risk

-- narrowed by elsewhere
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_elsewhere WHERE d.elsewhere = 1;
--   SCAN d USING COVERING INDEX desk_elsewhere

-- narrowed by acknowledged
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_failing WHERE d.is_latest = 1 AND d.state IN ('failed', 'retrying') AND d.cause || ' ' || ifnull(d.host, '') IN (SELECT value FROM json_each(?));
--   SCAN d USING COVERING INDEX desk_failing
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER

-- narrowed by label
SELECT record_id AS id FROM (SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?)) AND r.list IN ('invoices', 'withdrawals'));
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=? AND folded=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=? AND list=?)
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT id FROM ( WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE i.uuid IN (SELECT value FROM json_each(?))) SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid));
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 5
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   MATERIALIZE found
--   SEARCH i USING COVERING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SCAN found
--   UNION ALL
--   SCAN found
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)

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
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.id IN ( SELECT id FROM ( WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE i.id IN (SELECT rowid AS id FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL SELECT id FROM invoice_search WHERE id > (SELECT texts_indexed FROM list_state WHERE list = 'invoices') AND instr(text, ?) > 0)) SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid) UNION SELECT s.id FROM desk AS s INDEXED BY desk_by_delivery WHERE s.delivery_uuid IS NOT NULL AND s.delivery_uuid COLLATE NOCASE >= ? AND s.delivery_uuid COLLATE NOCASE < ? UNION SELECT s.id FROM desk AS s INDEXED BY desk_by_host WHERE s.host IS NOT NULL AND s.host IN ( SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host HAVING instr(host, ?) > 0));
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 10
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION ALL)
--   LEFT
--   MATERIALIZE found
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 3
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SCAN invoice_trigrams VIRTUAL TABLE INDEX 0:M1
--   UNION ALL
--   SEARCH invoice_search USING INTEGER PRIMARY KEY (rowid>?)
--   SCALAR SUBQUERY 2
--   SEARCH list_state USING PRIMARY KEY (list=?)
--   SCAN found
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SCAN found
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH s USING COVERING INDEX desk_by_delivery (delivery_uuid>? AND delivery_uuid<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH s USING COVERING INDEX desk_by_host (host=?)
--   LIST SUBQUERY 9
--   SEARCH desk USING COVERING INDEX desk_by_host (host>?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT d.id FROM desk AS d NOT INDEXED WHERE d.id IN ( SELECT id FROM ( WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE i.id IN (SELECT rowid AS id FROM invoice_trigrams WHERE invoice_trigrams MATCH ? UNION ALL SELECT id FROM invoice_search WHERE id > (SELECT texts_indexed FROM list_state WHERE list = 'invoices') AND instr(text, ?) > 0)) SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid) UNION SELECT s.id FROM desk AS s INDEXED BY desk_by_delivery WHERE s.delivery_uuid IS NOT NULL AND s.delivery_uuid COLLATE NOCASE >= ? AND s.delivery_uuid COLLATE NOCASE < ? UNION SELECT s.id FROM desk AS s INDEXED BY desk_by_host WHERE s.host IS NOT NULL AND s.host IN ( SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host HAVING instr(host, ?) > 0)) ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 10
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION)
--   LEFT
--   MERGE (UNION ALL)
--   LEFT
--   MATERIALIZE found
--   SEARCH i USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 3
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SCAN invoice_trigrams VIRTUAL TABLE INDEX 0:M1
--   UNION ALL
--   SEARCH invoice_search USING INTEGER PRIMARY KEY (rowid>?)
--   SCALAR SUBQUERY 2
--   SEARCH list_state USING PRIMARY KEY (list=?)
--   SCAN found
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SCAN found
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH s USING COVERING INDEX desk_by_delivery (delivery_uuid>? AND delivery_uuid<?)
--   USE TEMP B-TREE FOR ORDER BY
--   RIGHT
--   SEARCH s USING COVERING INDEX desk_by_host (host=?)
--   LIST SUBQUERY 9
--   SEARCH desk USING COVERING INDEX desk_by_host (host>?)
--   USE TEMP B-TREE FOR ORDER BY
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by customerId
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT id FROM ( WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE i.customer_id = ?) SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid));
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 4
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   MATERIALIZE found
--   SEARCH i USING COVERING INDEX invoices_by_customer (customer_id=?)
--   SCAN found
--   UNION ALL
--   SCAN found
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
SELECT d.id FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT id FROM ( WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE i.customer_id = ?) SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid)) ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 4
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   MATERIALIZE found
--   SEARCH i USING COVERING INDEX invoices_by_customer (customer_id=?)
--   SCAN found
--   UNION ALL
--   SCAN found
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by method
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.payment_method = ? COLLATE NOCASE;
--   SCAN d (counted once until the next commit)

-- narrowed by currency
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.currency = ?;
--   SCAN d (counted once until the next commit)

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
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT id FROM ( WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE i.id IN (SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE amount_to_send_key >= ? AND amount_to_send_key <= ? UNION SELECT id FROM paid INDEXED BY paid_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key >= ? AND settled_amount_usdt_key <= ?)) SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid));
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 8
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   MATERIALIZE found
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
--   SCAN found
--   UNION ALL
--   SCAN found
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
SELECT d.id FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT id FROM ( WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE i.id IN (SELECT id FROM invoices INDEXED BY invoices_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_to_pay WHERE amount_to_send_key >= ? AND amount_to_send_key <= ? UNION SELECT id FROM paid INDEXED BY paid_by_amount WHERE amount_key >= ? AND amount_key <= ? UNION SELECT id FROM invoices INDEXED BY invoices_by_settled WHERE settled_amount_usdt_key >= ? AND settled_amount_usdt_key <= ?)) SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid)) ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 8
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   MATERIALIZE found
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
--   SCAN found
--   UNION ALL
--   SCAN found
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by createdFrom
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_created WHERE d.created_at_key >= ?;
--   SEARCH d USING COVERING INDEX desk_by_created (created_at_key>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_finished WHERE d.created_at_key >= ? ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SCAN d USING INDEX desk_by_finished

-- narrowed by createdTo
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_created WHERE d.created_at_key < ?;
--   SEARCH d USING COVERING INDEX desk_by_created (created_at_key<?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_created WHERE d.created_at_key < ? ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_created (created_at_key<?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by finishedFrom
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_finished WHERE d.finished_at_key >= ?;
--   SEARCH d USING COVERING INDEX desk_by_finished (finished_at_key>?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_finished WHERE d.finished_at_key >= ? ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_finished (finished_at_key>?)

-- narrowed by finishedTo
SELECT count(*) AS n FROM desk AS d INDEXED BY desk_by_finished WHERE d.finished_at_key < ?;
--   SEARCH d USING COVERING INDEX desk_by_finished (finished_at_key<?)
SELECT d.id FROM desk AS d INDEXED BY desk_by_finished WHERE d.finished_at_key < ? ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING COVERING INDEX desk_by_finished (finished_at_key<?)

-- narrowed by attemptedFrom
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT s.id FROM attempts AS a INDEXED BY attempts_in_order CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.invoice_uuid = a.invoice_uuid AND s.delivery_uuid IS NOT NULL AND s.host = a.host WHERE a.host IN (SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host) AND a.made_at_key >= ?);
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 2
--   SEARCH a USING COVERING INDEX attempts_in_order (host=? AND made_at_key>?)
--   LIST SUBQUERY 1
--   SEARCH desk USING COVERING INDEX desk_by_host (host>?)
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
SELECT d.id FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT s.id FROM attempts AS a INDEXED BY attempts_in_order CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.invoice_uuid = a.invoice_uuid AND s.delivery_uuid IS NOT NULL AND s.host = a.host WHERE a.host IN (SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host) AND a.made_at_key >= ?) ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 2
--   SEARCH a USING COVERING INDEX attempts_in_order (host=? AND made_at_key>?)
--   LIST SUBQUERY 1
--   SEARCH desk USING COVERING INDEX desk_by_host (host>?)
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by attemptedTo
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT s.id FROM attempts AS a INDEXED BY attempts_in_order CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.invoice_uuid = a.invoice_uuid AND s.delivery_uuid IS NOT NULL AND s.host = a.host WHERE a.host IN (SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host) AND a.made_at_key < ?);
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 2
--   SEARCH a USING COVERING INDEX attempts_in_order (host=? AND made_at_key<?)
--   LIST SUBQUERY 1
--   SEARCH desk USING COVERING INDEX desk_by_host (host>?)
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)

-- narrowed by attempt
SELECT count(*) AS n FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT s.id FROM attempts AS a INDEXED BY attempts_in_order CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.invoice_uuid = a.invoice_uuid AND s.delivery_uuid IS NOT NULL AND s.host = a.host WHERE a.host IN (SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host) AND a.is_success = ?);
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 2
--   SEARCH a USING COVERING INDEX attempts_in_order (host=?)
--   LIST SUBQUERY 1
--   SEARCH desk USING COVERING INDEX desk_by_host (host>?)
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
SELECT d.id FROM desk AS d NOT INDEXED WHERE d.id IN (SELECT s.id FROM attempts AS a INDEXED BY attempts_in_order CROSS JOIN desk AS s INDEXED BY desk_by_invoice ON s.invoice_uuid = a.invoice_uuid AND s.delivery_uuid IS NOT NULL AND s.host = a.host WHERE a.host IN (SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host) AND a.is_success = ?) ORDER BY d.finished_at_key DESC NULLS LAST, d.invoice_uuid ASC, d.position ASC LIMIT ? OFFSET ?;
--   SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 2
--   SEARCH a USING COVERING INDEX attempts_in_order (host=?)
--   LIST SUBQUERY 1
--   SEARCH desk USING COVERING INDEX desk_by_host (host>?)
--   SEARCH s USING INDEX desk_by_invoice (invoice_uuid=?)
--   USE TEMP B-TREE FOR ORDER BY
