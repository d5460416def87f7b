-- as it stands
SELECT first_at FROM catalogue_readings WHERE profile_id = ?;
--   SEARCH catalogue_readings USING PRIMARY KEY (profile_id=?)
SELECT * FROM catalogue_changes WHERE profile_id = ? ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)
SELECT count(*) AS n FROM catalogue_changes WHERE profile_id = ?;
--   SEARCH catalogue_changes USING COVERING INDEX catalogue_changes_by_profile (profile_id=?)

-- narrowed by method
SELECT * FROM catalogue_changes WHERE profile_id = ? AND method IN (?) ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)
SELECT count(*) AS n FROM catalogue_changes WHERE profile_id = ? AND method IN (?);
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)

-- narrowed by currency
SELECT * FROM catalogue_changes WHERE profile_id = ? AND currency IN (?) ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)
SELECT count(*) AS n FROM catalogue_changes WHERE profile_id = ? AND currency IN (?);
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)

-- narrowed by field
SELECT * FROM catalogue_changes WHERE profile_id = ? AND field IN (?) ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)
SELECT count(*) AS n FROM catalogue_changes WHERE profile_id = ? AND field IN (?);
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)

-- narrowed by seenFrom
SELECT * FROM catalogue_changes WHERE profile_id = ? AND seen_at >= ? ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)
SELECT count(*) AS n FROM catalogue_changes WHERE profile_id = ? AND seen_at >= ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)

-- narrowed by seenTo
SELECT * FROM catalogue_changes WHERE profile_id = ? AND seen_at < ? ORDER BY id DESC LIMIT ? OFFSET ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)
SELECT count(*) AS n FROM catalogue_changes WHERE profile_id = ? AND seen_at < ?;
--   SEARCH catalogue_changes USING INDEX catalogue_changes_by_profile (profile_id=?)
