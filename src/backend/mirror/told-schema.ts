// What receivers were told, version 5 of the mirror's schema: of each invoice the latest delivered payload, in the
// columns that a tie-out reads.

/**
 * The key is the invoice's: a tie-out goes through both tables side by side, which a key by uuid, whose order is another one, makes ten times
 * dearer. An invoice that the mirror does not have yet has no row; its deliveries are kept, and it gets one when it comes.
 * `read_at`: server time of the reading. `unreadable`: entries of the reading that could not be read, so that the latest may be among them. A row without `delivery_uuid` is only there
 * to say so. `adjusted` is NULL where the payload does not say.
 */
export const TOLD_TABLE = `
CREATE TABLE told (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  read_at TEXT NOT NULL,
  unreadable INTEGER NOT NULL,
  delivery_uuid TEXT,
  delivered_at TEXT,
  delivered_at_key TEXT,
  event TEXT,
  status TEXT,
  credited_usdt TEXT,
  credited_usdt_key TEXT,
  amount TEXT,
  original_amount TEXT,
  adjusted INTEGER
) STRICT;
CREATE INDEX told_without_credit ON told (id) WHERE unreadable = 0 AND credited_usdt IS NULL;
`;
