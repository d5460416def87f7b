/** Takes out of a mirror's file what a version of the schema has added, so that it is one of the version before. Not here: rows (sample.ts). */

/** What version 7 has added. */
export const FROM_VERSION_7 = `DROP INDEX delivery_reads_by_asked; DROP INDEX delivery_reads_failed;
  ALTER TABLE delivery_reads DROP COLUMN asked_key; ALTER TABLE delivery_reads DROP COLUMN has_failed`;
