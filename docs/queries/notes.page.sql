-- as it stands
SELECT * FROM notes WHERE profile_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)
SELECT count(*) AS n FROM notes WHERE profile_id = ?;
--   SEARCH notes USING COVERING INDEX notes_by_profile (profile_id=?)

-- narrowed by list
SELECT * FROM notes WHERE profile_id = ? AND list IN (?) ORDER BY seq DESC LIMIT ? OFFSET ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)
SELECT count(*) AS n FROM notes WHERE profile_id = ? AND list IN (?);
--   SEARCH notes USING COVERING INDEX notes_by_record (profile_id=? AND list=?)

-- narrowed by recordId
SELECT * FROM notes INDEXED BY notes_by_record WHERE profile_id = ? AND record_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?;
--   SEARCH notes USING INDEX notes_by_record (profile_id=?)
--   USE TEMP B-TREE FOR ORDER BY
SELECT count(*) AS n FROM notes INDEXED BY notes_by_record WHERE profile_id = ? AND record_id = ?;
--   SEARCH notes USING COVERING INDEX notes_by_record (profile_id=?)

-- narrowed by osUser
SELECT * FROM notes WHERE profile_id = ? AND os_user IN (?) ORDER BY seq DESC LIMIT ? OFFSET ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)
SELECT count(*) AS n FROM notes WHERE profile_id = ? AND os_user IN (?);
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)

-- narrowed by text
SELECT * FROM notes WHERE profile_id = ? AND (text LIKE ? ESCAPE '\' OR name LIKE ? ESCAPE '\' OR record_id LIKE ? ESCAPE '\') ORDER BY seq DESC LIMIT ? OFFSET ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)
SELECT count(*) AS n FROM notes WHERE profile_id = ? AND (text LIKE ? ESCAPE '\' OR name LIKE ? ESCAPE '\' OR record_id LIKE ? ESCAPE '\');
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)

-- narrowed by from
SELECT * FROM notes WHERE profile_id = ? AND at >= ? ORDER BY seq DESC LIMIT ? OFFSET ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)
SELECT count(*) AS n FROM notes WHERE profile_id = ? AND at >= ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)

-- narrowed by to
SELECT * FROM notes WHERE profile_id = ? AND at < ? ORDER BY seq DESC LIMIT ? OFFSET ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)
SELECT count(*) AS n FROM notes WHERE profile_id = ? AND at < ?;
--   SEARCH notes USING INDEX notes_by_profile (profile_id=?)
