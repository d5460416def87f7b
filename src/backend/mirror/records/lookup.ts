// Which records have an id, whatever kind of id it is: invoices, customers, deliveries, withdrawals. Ids are compared
// as they are written; only uuids and hexadecimal transaction hashes are the same in both cases.
import { DELIVERY_ROW_STATES, type DeliveryRowState } from '../../../domain/webhooks/delivery-list.ts';
import { readCount, readText, readTextOrNull, readWord } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { named, type RowOf, rowReader, word } from '../../sqlite/rows.ts';
import type { KeptInvoice } from '../kernel/answers.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { lastReadOf } from './delivery-records.ts';
import { checkPage, invoicesByIdent } from './invoices/pages.ts';

export interface FoundInvoice {
  readonly row: KeptInvoice;
  /** Of the delivery that a resend would send. */
  readonly delivery: DeliveryRowState;
}

const DELIVERY = {
  uuid: readText,
  invoiceUuid: readText,
  externalId: readTextOrNull,
  event: readTextOrNull,
  state: word(DELIVERY_ROW_STATES),
  asOf: named('read_at', readText),
};
export type FoundDelivery = RowOf<typeof DELIVERY>;

const WITHDRAWAL = {
  uuid: readText,
  status: readText,
  amount: readText,
  token: readTextOrNull,
  network: readTextOrNull,
  asOf: readText,
  missingSince: readTextOrNull,
};
export type FoundWithdrawal = RowOf<typeof WITHDRAWAL>;

export interface FoundById {
  readonly ident: string;
  readonly invoices: readonly FoundInvoice[];
  readonly customerInvoices: number;
  readonly deliveries: readonly FoundDelivery[];
  readonly withdrawals: readonly FoundWithdrawal[];
  /** True when there may be more of a kind than are listed. */
  readonly isCut: boolean;
}

/** Records of one kind for one id; a transaction may have paid several withdrawals. */
const MAX_OF_A_KIND = 10;

const OF_CUSTOMER = 'SELECT count(*) AS n FROM invoices INDEXED BY invoices_by_customer WHERE customer_id = ?';

/** `lookup.find`: what has each of the ids, in their order. */
export function lookUp(
  { database, ...context }: MirrorReadContext,
  input: { readonly idents: readonly string[] },
): readonly FoundById[] {
  checkPage(0, input.idents.length);
  return input.idents.map((ident) => {
    const rows = invoicesByIdent({ database, ...context }, { ident });
    const deliveries = deliveriesByUuid(database, ident);
    const withdrawals = withdrawalsById(database, ident);
    return {
      ident,
      invoices: rows.map((row) => ({ row, delivery: stateOf(database, row.record.uuid) })),
      customerInvoices: readCount(database.get(OF_CUSTOMER, ident)),
      deliveries,
      withdrawals,
      isCut: [rows, deliveries, withdrawals].some((found) => found.length >= MAX_OF_A_KIND),
    };
  });
}

/** `lookup.states`: how the deliveries of each of the invoices stand, in their order, in the words of `lookup.find`. */
function deliveryStates(
  { database }: MirrorReadContext,
  input: { readonly uuids: readonly string[] },
): readonly DeliveryRowState[] {
  checkPage(0, input.uuids.length);
  return input.uuids.map((uuid) => stateOf(database, uuid));
}

const OF_LATEST = `SELECT state FROM desk INDEXED BY desk_by_invoice
  WHERE delivery_uuid IS NOT NULL AND invoice_uuid = ? AND is_latest = 1`;
const WITHOUT_DELIVERY = 'SELECT state FROM desk WHERE id = (SELECT id FROM invoices WHERE uuid = ?)';

/** As the list of deliveries has it: of the latest delivery, else of the invoice that has none. */
function stateOf(database: SqliteDatabase, invoiceUuid: string): DeliveryRowState {
  const row = database.get(OF_LATEST, invoiceUuid) ?? database.get(WITHOUT_DELIVERY, invoiceUuid);
  if (row !== null) return readWord(row, 'state', DELIVERY_ROW_STATES);
  // An invoice that is not final, or not in the mirror, has no row there unless it has deliveries.
  const read = lastReadOf(database, invoiceUuid);
  if (read === null) return 'never-read';
  return read.quarantined > 0 ? 'unknown' : 'none';
}

function deliveriesByUuid(database: SqliteDatabase, ident: string): readonly FoundDelivery[] {
  const sql = `SELECT d.uuid, d.invoice_uuid, d.event, d.state, r.read_at, i.external_id FROM deliveries AS d
    JOIN delivery_reads AS r ON r.invoice_uuid = d.invoice_uuid LEFT JOIN invoices AS i ON i.uuid = d.invoice_uuid
    WHERE d.uuid IN (?, ?) LIMIT ${MAX_OF_A_KIND}`;
  return database.all(sql, ident, ident.toLowerCase()).map(rowReader(DELIVERY));
}

/** Hexadecimal, with or without the prefix that some networks write before it; other hashes have a case that matters. */
const HEXADECIMAL = /^(0x)?[0-9a-f]{64}$/i;

function withdrawalsById(database: SqliteDatabase, ident: string): readonly FoundWithdrawal[] {
  const columns = 'uuid, status, amount, token, network, as_of, missing_since, tx_hash';
  const byUuid = `SELECT ${columns} FROM withdrawals WHERE uuid IN (?, ?)`;
  const byHash = `SELECT ${columns} FROM withdrawals WHERE tx_hash IS NOT NULL AND lower(tx_hash) = lower(?)
    ORDER BY created_at_key DESC, uuid LIMIT ${MAX_OF_A_KIND}`;
  const hashes = database
    .all(byHash, ident)
    .filter((row) => readText(row, 'tx_hash') === ident || HEXADECIMAL.test(ident));
  const rows = new Map(
    [...database.all(byUuid, ident, ident.toLowerCase()), ...hashes].map((row) => [readText(row, 'uuid'), row]),
  );
  return [...rows.values()].map(rowReader(WITHDRAWAL));
}

export const lookupReads = {
  'lookup.find': lookUp,
  'lookup.states': deliveryStates,
} as const;
