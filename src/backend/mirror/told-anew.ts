// Version 6 of the mirror's schema: what versions before have left wrong in a mirror. Keys of times that are none are
// taken out (hour 24, years of more than four digits: domain/time), what hangs on them is made anew, and deliveries
// that were read before their invoice changed are queued, as they are since version 5. Runs once, within the
// migration.
import { readText } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { FINAL } from './final-invoices.ts';
import { TOLD_THE_SAME, tellOfNewInvoice } from './told.ts';

/** A key that no instant has by now. */
const isNone = (key: string): string =>
  `(${key} NOT GLOB '[0-9][0-9][0-9][0-9]-*' OR substr(${key}, 12, 2) NOT BETWEEN '00' AND '23')`;
/** The same of a key whose text stands beside it: a sign before the year may have vanished in the key. */
const isNoneOf = (key: string, text: string): string =>
  `(${key} IS NOT NULL AND (${isNone(key)} OR ${text} NOT GLOB '[0-9][0-9][0-9][0-9]-*'))`;

const TIMES: Readonly<Record<'invoices' | 'withdrawals', readonly string[]>> = {
  invoices: ['created_at', 'expires_at', 'finished_at'],
  withdrawals: ['created_at', 'processed_at'],
};
const DELIVERY_KEYS = ['created_at_key', 'next_attempt_at_key', 'delivered_at_key'] as const;
const DESK_KEYS = [...DELIVERY_KEYS, 'last_attempt_at_key', 'failed_at_key', 'finished_at_key'] as const;

/** Brings the rows of an older mirror to what this version would have stored. */
export function mendOlderRows(database: SqliteDatabase): void {
  for (const [table, times] of Object.entries(TIMES)) {
    clear(
      database,
      table,
      times.map((time) => ({ key: `${time}_key`, none: isNoneOf(`${time}_key`, time) })),
    );
  }
  const told = wronglyTold(database);
  for (const table of ['deliveries', 'desk'] as const) {
    const keys = table === 'desk' ? DESK_KEYS : DELIVERY_KEYS;
    clear(
      database,
      table,
      keys.map((key) => ({ key, none: `(${key} IS NOT NULL AND ${isNone(key)})` })),
    );
  }
  database.exec(`DELETE FROM attempts WHERE ${isNone('made_at_key')}`);
  for (const uuid of told) tellOfNewInvoice(database, uuid);
  database.exec(READ_AGAIN);
}

interface Key {
  readonly key: string;
  readonly none: string;
}

/** One pass over the table. */
function clear(database: SqliteDatabase, table: string, keys: readonly Key[]): void {
  const set = keys.map(({ key, none }) => `${key} = iif(${none}, NULL, ${key})`).join(', ');
  database.exec(`UPDATE ${table} SET ${set} WHERE ${keys.map(({ none }) => none).join(' OR ')}`);
}

/** Invoices of which the latest delivery may be another one, once the keys are right. */
function wronglyTold(database: SqliteDatabase): readonly string[] {
  const any = DELIVERY_KEYS.map((key) => `(${key} IS NOT NULL AND ${isNone(key)})`).join(' OR ');
  return database
    .all(`SELECT DISTINCT invoice_uuid FROM deliveries WHERE ${any}`)
    .map((row) => readText(row, 'invoice_uuid'));
}

const QUEUE = 'INSERT INTO delivery_watch (invoice_uuid, reason, due_key, at_risk, tries, mark)';
const UNLESS_PLANNED = `ON CONFLICT (invoice_uuid) DO UPDATE SET reason = excluded.reason, due_key = '', at_risk = 0, tries = 0, mark = ''
  WHERE due_key IS NULL`;
/** Server's times of the reading and of the change, to the second. */
const isBefore = (readAt: string): string => `substr(${readAt}, 1, 19) < substr(i.last_changed_at, 1, 19)`;

const READ_AGAIN = `
${QUEUE} SELECT i.uuid, 'adjusted', '', 0, 0, '' FROM told AS t CROSS JOIN invoices AS i ON i.id = t.id
  WHERE t.delivery_uuid IS NOT NULL AND NOT (${TOLD_THE_SAME}) AND i.deliveries_read = 1 AND i.${FINAL} AND ${isBefore('t.read_at')}
  ${UNLESS_PLANNED};
${QUEUE} SELECT i.uuid, 'none', '', 0, 0, '' FROM delivery_reads AS r CROSS JOIN invoices AS i ON i.uuid = r.invoice_uuid
  WHERE i.deliveries_read = 1 AND i.${FINAL} AND ${isBefore('r.read_at')}
    AND NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.invoice_uuid = r.invoice_uuid)
  ${UNLESS_PLANNED};
`;
