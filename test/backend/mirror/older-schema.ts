/** Takes out of a mirror's file what versions of the schema have added, so that it is one of a version before. Not here: rows (sample.ts). */

/** What version 9 has added. */
const FROM_VERSION_9 = 'DROP TABLE paid; DROP INDEX invoices_by_to_pay';

/** What version 8 and later ones have added. */
export const FROM_VERSION_8 = `${FROM_VERSION_9}; DROP INDEX desk_further; DROP INDEX invoice_records_adjustment`;

/** What version 7 and later ones have added. */
export const FROM_VERSION_7 = `${FROM_VERSION_8}; DROP INDEX delivery_reads_by_asked; DROP INDEX delivery_reads_failed;
  ALTER TABLE delivery_reads DROP COLUMN asked_key; ALTER TABLE delivery_reads DROP COLUMN has_failed`;
