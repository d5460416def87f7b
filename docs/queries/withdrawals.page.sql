-- as it stands
SELECT w.id FROM withdrawals AS w ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING COVERING INDEX withdrawals_by_created
SELECT w.id, w.record, w.as_of, w.first_seen_at, w.missing_since FROM withdrawals AS w WHERE w.id IN (SELECT value FROM json_each(?));
--   SEARCH w USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
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
SELECT count(*) AS n FROM withdrawals AS w;
--   SCAN withdrawals USING COVERING INDEX withdrawals_by_pass (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- sorted by uuid
SELECT w.id FROM withdrawals AS w ORDER BY w.uuid DESC NULLS LAST LIMIT ? OFFSET ?;
--   SCAN w USING COVERING INDEX sqlite_autoindex_withdrawals_1

-- sorted by token
SELECT w.id FROM withdrawals AS w ORDER BY w.token DESC NULLS LAST, w.uuid DESC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by network
SELECT w.id FROM withdrawals AS w ORDER BY w.network DESC NULLS LAST, w.uuid DESC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by address
SELECT w.id FROM withdrawals AS w ORDER BY w.address DESC NULLS LAST, w.uuid DESC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_address
--   USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- sorted by amount
SELECT w.id FROM withdrawals AS w ORDER BY w.amount_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by network_commission
SELECT w.id FROM withdrawals AS w ORDER BY w.network_commission_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by amount_to_send
SELECT w.id FROM withdrawals AS w ORDER BY w.amount_to_send_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by status
SELECT w.id FROM withdrawals AS w ORDER BY w.status DESC NULLS LAST, w.uuid DESC LIMIT ? OFFSET ?;
--   SCAN w USING COVERING INDEX withdrawals_by_status
--   USE TEMP B-TREE FOR LAST TERM OF ORDER BY

-- sorted by tx_hash
SELECT w.id FROM withdrawals AS w ORDER BY w.tx_hash DESC NULLS LAST, w.uuid DESC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by reject_code
SELECT w.id FROM withdrawals AS w ORDER BY w.reject_code DESC NULLS LAST, w.uuid DESC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- sorted by processed_at
SELECT w.id FROM withdrawals AS w ORDER BY w.processed_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   USE TEMP B-TREE FOR ORDER BY

-- narrowed by status
SELECT w.id FROM withdrawals AS w WHERE w.status = ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH w USING COVERING INDEX withdrawals_by_status (status=?)
SELECT count(*) AS n FROM withdrawals AS w WHERE w.status = ?;
--   SEARCH w USING COVERING INDEX withdrawals_by_status (status=?)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.status = ?;
--   SEARCH w USING INDEX withdrawals_by_status (status=?)

-- narrowed by missing
SELECT w.id FROM withdrawals AS w WHERE w.missing_since IS NOT NULL ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.missing_since IS NOT NULL;
--   SEARCH w USING COVERING INDEX withdrawals_missing (missing_since>?)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.missing_since IS NOT NULL;
--   SEARCH w USING INDEX withdrawals_missing (missing_since>?)

-- narrowed by token
SELECT w.id FROM withdrawals AS w WHERE w.token = ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.token = ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.token = ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by network
SELECT w.id FROM withdrawals AS w WHERE w.network = ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.network = ?;
--   SCAN w USING COVERING INDEX withdrawals_by_address (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.network = ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by text
SELECT w.id FROM withdrawals AS w WHERE instr(w.search, ?) > 0 ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE instr(w.search, ?) > 0;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE instr(w.search, ?) > 0;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by createdFrom
SELECT w.id FROM withdrawals AS w WHERE w.created_at_key >= ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH w USING COVERING INDEX withdrawals_by_created (created_at_key>?)
SELECT count(*) AS n FROM withdrawals AS w WHERE w.created_at_key >= ?;
--   SEARCH w USING COVERING INDEX withdrawals_by_created (created_at_key>?)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.created_at_key >= ?;
--   SEARCH w USING INDEX withdrawals_by_created (created_at_key>?)

-- narrowed by createdTo
SELECT w.id FROM withdrawals AS w WHERE w.created_at_key < ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH w USING COVERING INDEX withdrawals_by_created (created_at_key<?)
SELECT count(*) AS n FROM withdrawals AS w WHERE w.created_at_key < ?;
--   SEARCH w USING COVERING INDEX withdrawals_by_created (created_at_key<?)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.created_at_key < ?;
--   SEARCH w USING INDEX withdrawals_by_created (created_at_key<?)

-- narrowed by processedFrom
SELECT w.id FROM withdrawals AS w WHERE w.processed_at_key >= ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.processed_at_key >= ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.processed_at_key >= ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by processedTo
SELECT w.id FROM withdrawals AS w WHERE w.processed_at_key < ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.processed_at_key < ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.processed_at_key < ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by amount
SELECT w.id FROM withdrawals AS w WHERE ((w.amount_key >= ? AND w.amount_key <= ?) OR (w.amount_to_send_key >= ? AND w.amount_to_send_key <= ?)) ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE ((w.amount_key >= ? AND w.amount_key <= ?) OR (w.amount_to_send_key >= ? AND w.amount_to_send_key <= ?));
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE ((w.amount_key >= ? AND w.amount_key <= ?) OR (w.amount_to_send_key >= ? AND w.amount_to_send_key <= ?));
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by address
SELECT w.id FROM withdrawals AS w WHERE w.address = ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX withdrawals_by_address (address=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM withdrawals AS w WHERE w.address = ?;
--   SEARCH w USING COVERING INDEX withdrawals_by_address (address=?)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.address = ?;
--   SEARCH w USING INDEX withdrawals_by_address (address=?)

-- narrowed by newAddress
SELECT a.* FROM address_names AS a WHERE a.profile_id = ? AND a.name IS NOT NULL AND NOT EXISTS ( SELECT 1 FROM address_names AS b WHERE b.profile_id = a.profile_id AND b.address = a.address AND b.network IS a.network AND b.id > a.id) ORDER BY a.name, a.id;
--   SEARCH a USING INDEX address_names_by_address (profile_id=?)
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH b USING INDEX address_names_by_address (profile_id=? AND address=? AND id>?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT w.id FROM withdrawals AS w WHERE w.address <> '' AND NOT EXISTS (SELECT 1 FROM withdrawals AS b INDEXED BY withdrawals_by_address WHERE b.address = w.address AND b.network IS w.network AND b.status = 'approved' AND b.created_at_key < w.created_at_key) AND NOT json_array(w.network, w.address) IN (SELECT value FROM json_each(?)) ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
--   LIST SUBQUERY 2
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH b USING COVERING INDEX withdrawals_by_address (address=? AND network=? AND status=? AND created_at_key<?)
SELECT count(*) AS n FROM withdrawals AS w WHERE w.address <> '' AND NOT EXISTS (SELECT 1 FROM withdrawals AS b INDEXED BY withdrawals_by_address WHERE b.address = w.address AND b.network IS w.network AND b.status = 'approved' AND b.created_at_key < w.created_at_key) AND NOT json_array(w.network, w.address) IN (SELECT value FROM json_each(?));
--   SCAN w USING COVERING INDEX withdrawals_by_address (a business has a thousand withdrawals where it has a million invoices)
--   LIST SUBQUERY 2
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH b USING COVERING INDEX withdrawals_by_address (address=? AND network=? AND status=? AND created_at_key<?)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.address <> '' AND NOT EXISTS (SELECT 1 FROM withdrawals AS b INDEXED BY withdrawals_by_address WHERE b.address = w.address AND b.network IS w.network AND b.status = 'approved' AND b.created_at_key < w.created_at_key) AND NOT json_array(w.network, w.address) IN (SELECT value FROM json_each(?));
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
--   LIST SUBQUERY 2
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER
--   CORRELATED SCALAR SUBQUERY 1
--   SEARCH b USING COVERING INDEX withdrawals_by_address (address=? AND network=? AND status=? AND created_at_key<?)

-- narrowed by rejectCode
SELECT w.id FROM withdrawals AS w WHERE w.reject_code = ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.reject_code = ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.reject_code = ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by actor
SELECT w.id FROM withdrawals AS w WHERE w.record ->> '$.actor' = ? ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SCAN w USING INDEX withdrawals_by_created
SELECT count(*) AS n FROM withdrawals AS w WHERE w.record ->> '$.actor' = ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.record ->> '$.actor' = ?;
--   SCAN w (a business has a thousand withdrawals where it has a million invoices)

-- narrowed by label
SELECT record_id AS id FROM (SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?)) AND r.list IN ('invoices', 'withdrawals'));
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=? AND folded=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=? AND list=?)
SELECT w.id FROM withdrawals AS w WHERE w.uuid IN (SELECT value FROM json_each(?)) ORDER BY w.created_at_key DESC NULLS LAST, w.uuid ASC LIMIT ? OFFSET ?;
--   SEARCH w USING INDEX sqlite_autoindex_withdrawals_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM withdrawals AS w WHERE w.uuid IN (SELECT value FROM json_each(?));
--   SEARCH w USING COVERING INDEX sqlite_autoindex_withdrawals_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send FROM withdrawals AS w WHERE w.uuid IN (SELECT value FROM json_each(?));
--   SEARCH w USING INDEX sqlite_autoindex_withdrawals_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:

-- narrowed by marked
SELECT record_id AS id FROM (SELECT * FROM (SELECT record_id FROM notes WHERE profile_id = ? AND list IN ('invoices', 'withdrawals')));
--   SEARCH notes USING COVERING INDEX notes_by_record (profile_id=? AND list=?)
