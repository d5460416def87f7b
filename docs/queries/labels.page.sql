-- as it stands
SELECT l.name AS label, l.colour, r.list, r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? ORDER BY l.folded ASC, r.list, r.record_id LIMIT ? OFFSET ?;
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=?)
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=?)
SELECT count(*) AS n FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ?;
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=?)
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=?)
SELECT uuid, external_id AS name FROM invoices WHERE uuid IN (SELECT value FROM json_each(@ids)) UNION ALL SELECT uuid, address FROM withdrawals WHERE uuid IN (SELECT value FROM json_each(@ids));
--   COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--   SEARCH invoices USING INDEX sqlite_autoindex_invoices_1 (uuid=?)
--   LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   UNION ALL
--   SEARCH withdrawals USING INDEX sqlite_autoindex_withdrawals_1 (uuid=?)
--   LIST SUBQUERY 3
--   SCAN json_each VIRTUAL TABLE INDEX 1:

-- sorted by label
SELECT l.name AS label, l.colour, r.list, r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? ORDER BY l.folded DESC, r.list, r.record_id LIMIT ? OFFSET ?;
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=?)
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=?)

-- narrowed by list
SELECT l.name AS label, l.colour, r.list, r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND r.list IN (?) ORDER BY l.folded ASC, r.list, r.record_id LIMIT ? OFFSET ?;
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=?)
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=? AND list=?)
SELECT count(*) AS n FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND r.list IN (?);
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=?)
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=? AND list=?)

-- narrowed by text
SELECT l.name AS label, l.colour, r.list, r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND (l.folded LIKE ? ESCAPE '\') ORDER BY l.folded ASC, r.list, r.record_id LIMIT ? OFFSET ?;
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=?)
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=?)
SELECT count(*) AS n FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id WHERE l.profile_id = ? AND (l.folded LIKE ? ESCAPE '\');
--   SEARCH l USING INDEX sqlite_autoindex_labels_2 (profile_id=?)
--   SEARCH r USING COVERING INDEX record_labels_by_label (label_id=?)
