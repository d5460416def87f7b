// Reading the API's records: what is broken is quarantined and costs the others nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DELIVERY } from '../../../domain/webhooks/delivery.ts';
import { INVOICE } from '../../../domain/records/invoice.ts';
import { PAYMENT_METHOD } from '../../../domain/records/payment-method.ts';
import type { FieldMap, RecordDeclaration, RecordOf } from '../../../domain/records/declare.ts';
import { cutText, isCount, isObject, type JsonObject, LargeRecord, printWithin } from '../../../domain/records/json.ts';
import { type Read, readDeclared } from '../../../domain/records/read.ts';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import { WITHDRAWAL } from '../../../domain/records/withdrawal.ts';
import type { ListPage, Quarantined, RecordList } from '../endpoints/calls.ts';
import { type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { PAGE_LIMITS } from '../transport/answer-limits.ts';
import { malformed } from '../endpoints/envelope.ts';

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

interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly status: number;
}

interface PageReading<T> {
  readonly page: ListPage<T>;
  readonly drift: readonly string[];
}

/** The page under `data` ("Common conventions"), or `wrong-envelope`: a page that contradicts itself proves nothing. */
export async function readPage<T>(
  data: unknown,
  request: PageRequest,
  read: (source: unknown) => Reading<T>,
): Promise<Result<PageReading<T>>> {
  const wrong = (detail: string) => malformed('wrong-envelope', request.status, detail);
  if (!isObject(data) || !Array.isArray(data.items)) return wrong('no page');
  const { items, page, per_page: perPage, total_items: totalItems, total_pages: totalPages, has_next: hasNext } = data;
  if (!isCount(page) || !isCount(perPage) || !isCount(totalItems) || !isCount(totalPages)) return wrong('page numbers');
  if (typeof hasNext !== 'boolean') return wrong('has_next');
  if (page !== request.page) return wrong('another page than asked for');
  if (perPage < 1 || perPage > PAGE_LIMITS.most || items.length > perPage) return wrong('more items than per_page');
  const list = await readRecords(items, read);
  const drift =
    perPage === request.perPage
      ? list.drift
      : [...list.drift, `page.per_page: ${perPage} instead of ${request.perPage}`];
  const { records, quarantined } = list;
  return success({ page: { records, quarantined, page, perPage, totalItems, totalPages, hasNext }, drift });
}
