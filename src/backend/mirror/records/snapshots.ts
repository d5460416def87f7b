/** Lists that come whole and are kept whole: the latest rates, the payment methods. An older answer never replaces a newer one. */
import type { PaymentMethod } from '../../../domain/records/payment-method.ts';
import type { Rate } from '../../../domain/records/rate.ts';
import { readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { PaymentMethodsSnapshot, RatesSnapshot } from '../kernel/answers.ts';
import type { MirrorReadContext, MirrorWriteContext } from '../kernel/context.ts';
import { isOlder } from '../kernel/freshness.ts';
import { parsePaymentMethods, parseRates } from '../kernel/records.ts';

type SnapshotName =
  | 'rates'
  | 'payment-methods'
  | 'status-check'
  | 'status-check/withdrawals'
  | 'lost'
  | 'lost/withdrawals';

/** The stored snapshot as JSON, or null before the first. */
export function readSnapshot(
  database: SqliteDatabase,
  name: SnapshotName,
): { readonly asOf: string; readonly body: string } | null {
  const row = database.get('SELECT as_of, body FROM snapshots WHERE name = ?', name);
  return row === null ? null : { asOf: readText(row, 'as_of'), body: readText(row, 'body') };
}

/** Replaces the snapshot unless the stored one is newer. */
export function saveSnapshot(database: SqliteDatabase, name: SnapshotName, asOf: string, body: unknown): void {
  const stored = readSnapshot(database, name);
  if (stored !== null && isOlder(asOf, stored.asOf)) return;
  const sql = `INSERT INTO snapshots (name, as_of, body) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET as_of = excluded.as_of, body = excluded.body`;
  database.run(sql, name, asOf, JSON.stringify(body));
}

function storeRates(
  { database }: MirrorWriteContext,
  input: { readonly rates: readonly Rate[]; readonly quarantined: number; readonly asOf: string },
): void {
  saveSnapshot(database, 'rates', input.asOf, { rates: input.rates, quarantined: input.quarantined });
}

export function latestRates({ database }: MirrorReadContext): RatesSnapshot | null {
  const snapshot = readSnapshot(database, 'rates');
  if (snapshot === null) return null;
  const { rows: rates, quarantined } = parseRates(snapshot.body);
  return { rates, quarantined, asOf: snapshot.asOf };
}

function storePaymentMethods(
  { database }: MirrorWriteContext,
  input: { readonly methods: readonly PaymentMethod[]; readonly quarantined: number; readonly asOf: string },
): void {
  saveSnapshot(database, 'payment-methods', input.asOf, { methods: input.methods, quarantined: input.quarantined });
}

export function latestPaymentMethods({ database }: MirrorReadContext): PaymentMethodsSnapshot | null {
  const snapshot = readSnapshot(database, 'payment-methods');
  if (snapshot === null) return null;
  const { rows: methods, quarantined } = parsePaymentMethods(snapshot.body);
  return { methods, quarantined, asOf: snapshot.asOf };
}

export const snapshotsReads = {
  'rates.latest': latestRates,
  'paymentMethods.list': latestPaymentMethods,
} as const;

export const snapshotsWrites = {
  'rates.store': storeRates,
  'paymentMethods.store': storePaymentMethods,
} as const;
