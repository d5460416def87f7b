// Reading the API's records: what is broken is quarantined and costs the others nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DELIVERY } from '../../../domain/webhooks/delivery.ts';
import { INVOICE } from '../../../domain/records/invoice.ts';
import { PAYMENT_METHOD } from '../../../domain/records/payment-method.ts';
import type { FieldMap, RecordDeclaration, RecordOf } from '../../../domain/records/declare.ts';
import { cutText, isObject, type JsonObject, LargeRecord, printWithin } from '../../../domain/records/json.ts';
import { type Read, readDeclared } from '../../../domain/records/read.ts';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import { WITHDRAWAL } from '../../../domain/records/withdrawal.ts';
import type { Quarantined, RecordList } from '../endpoints/calls.ts';

const RAW_UNITS = 4096;
/** Of a larger record not even the beginning is printed. */
const SHOWN_UNITS = 262_144;

export type Reading<T> =
  | { readonly kind: 'record'; readonly record: T; readonly drift: readonly string[] }
  | { readonly kind: 'quarantined'; readonly quarantined: Quarantined };

/** Reads one record with `read`; broken ones are quarantined with their uuid when that is readable. */
export function readRecord<T>(noun: string, source: unknown, read: (source: JsonObject) => Read<T>): Reading<T> {
  if (source instanceof LargeRecord) return { kind: 'quarantined', quarantined: quarantineLarge(noun, source) };
  if (!isObject(source)) return { kind: 'quarantined', quarantined: quarantine(source, `${noun}: not an object`) };
  const reading = read(source);
  if (reading.kind === 'record') return reading;
  return { kind: 'quarantined', quarantined: quarantine(source, reading.problem) };
}

function reader<F extends FieldMap>(declared: RecordDeclaration<F>, isAnswerOfCreate = false) {
  return (source: unknown): Reading<RecordOf<RecordDeclaration<F>>> =>
    readRecord(declared.noun, source, (object) => readDeclared(declared, object, isAnswerOfCreate));
}

/** One record of a read. */
export const readInvoice = reader(INVOICE);
export const readWithdrawal = reader(WITHDRAWAL);
export const readDelivery = reader(DELIVERY);
export const readPaymentMethod = reader(PAYMENT_METHOD);
/** The invoice in the answer of a create call, which lists fewer fields: `is_adjusted` may be absent there and nowhere else. */
export const readCreatedInvoice = reader(INVOICE, true);

export interface ReadList<T> extends RecordList<T> {
  readonly drift: readonly string[];
}

/** After so many records others have their turn of the thread: a page is read in one. */
const TURN_RECORDS = 100;

/** Reads a list of records, in short turns; a broken one does not cost the others. Equal notes are kept once. */
export async function readRecords<T>(
  sources: readonly unknown[],
  read: (source: unknown) => Reading<T>,
  turnRecords = TURN_RECORDS,
): Promise<ReadList<T>> {
  const records: T[] = [];
  const quarantined: Quarantined[] = [];
  const drift = new Set<string>();
  for (const [index, source] of sources.entries()) {
    if (index > 0 && index % turnRecords === 0) await nextTurn();
    const reading = read(source);
    if (reading.kind === 'quarantined') quarantined.push(reading.quarantined);
    else {
      records.push(reading.record);
      for (const note of reading.drift) if (drift.size < 50) drift.add(note);
    }
  }
  return { records, quarantined, drift: [...drift] };
}

function quarantine(source: unknown, reason: string): Quarantined {
  const uuid = isObject(source) && isUuid(source.uuid) ? source.uuid : null;
  const printed = printWithin(source, SHOWN_UNITS);
  return { uuid, reason, raw: cutText(printed ?? '(too large, or nests too deep, to be shown)', RAW_UNITS) };
}

function quarantineLarge(noun: string, { bytes, uuid }: LargeRecord): Quarantined {
  return { uuid, reason: `${noun}: larger than any can be (${bytes} bytes)`, raw: '(too large to be shown)' };
}
