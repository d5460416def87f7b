// Records in the mirror's file: the API's own JSON, read back with the reader that took it in.
import { DELIVERY } from '../../../domain/webhooks/delivery.ts';
import { type Fields, fieldsOf, isFields } from '../../../domain/kernel/fields.ts';
import { INVOICE } from '../../../domain/records/invoice.ts';
import { PAYMENT_METHOD } from '../../../domain/records/payment-method.ts';
import { RATE } from '../../../domain/records/rate.ts';
import { type FieldMap, isRecord, type RecordDeclaration, type RecordOf } from '../../../domain/records/declare.ts';
import { readDeclared, sourceOf } from '../../../domain/records/read.ts';
import { WITHDRAWAL } from '../../../domain/records/withdrawal.ts';
import { parseJson, readText, readTextOrNull } from '../../sqlite/columns.ts';
import { StoreError } from '../../sqlite/errors.ts';

/** The record as it is stored. A field that a later version declares is in it already, beside those that this one knows. */
export function storedText(record: { readonly extra: Fields }): string {
  const text = JSON.stringify(record);
  // Mostly the specification names everything, and `extra` stands at the end: then nothing has to be taken apart.
  if (text.endsWith(NOTHING_ELSE)) return `${text.slice(0, -NOTHING_ELSE.length)}}`;
  return JSON.stringify(sourceOf(record));
}

/** Only the record itself ends so: behind a group of it stands another brace, and behind a text a quotation mark. */
const NOTHING_ELSE = ',"extra":{}}';

/** What was stored passed the reader before, so anything it refuses means a damaged file. */
function stored<F extends FieldMap>(declared: RecordDeclaration<F>) {
  return (text: string): RecordOf<RecordDeclaration<F>> => {
    const source = parseJson(text, declared.noun);
    if (!isFields(source)) throw corrupt(declared.noun, 'not an object');
    const record = asStored(declared.fields, source);
    // The strict look is the quick one; what an older version did not declare is found by the tolerant reader.
    if (isRecord(declared, record)) return record;
    const reading = readDeclared(declared, source);
    if (reading.kind === 'record') return reading.record;
    throw corrupt(declared.noun, reading.problem);
  };
}

function asStored(declared: FieldMap, source: Fields): unknown {
  const record: Record<string, unknown> = {};
  for (const name in declared) record[name] = source[name];
  const extra = Object.keys(source).filter((name) => !Object.hasOwn(declared, name));
  record['extra'] = extra.length === 0 ? {} : Object.fromEntries(extra.map((name) => [name, source[name]]));
  return record;
}

function corrupt(noun: string, problem: string): StoreError {
  return new StoreError('corrupt', 'mirror', `a stored ${noun} cannot be read back`, { cause: new Error(problem) });
}

/** Stored JSON as records of the domain; throws StoreError `corrupt`. */
export const parseInvoice = stored(INVOICE);
export const parseWithdrawal = stored(WITHDRAWAL);
export const parseDelivery = stored(DELIVERY);

/** A list that comes whole and is kept whole, as the console holds it; throws StoreError `corrupt`. */
function snapshot<F extends FieldMap>(declared: RecordDeclaration<F>, name: string) {
  return (text: string): { readonly rows: readonly RecordOf<RecordDeclaration<F>>[]; readonly quarantined: number } => {
    const { quarantined, ...lists } = fieldsOf(parseJson(text, `list of ${name}`));
    const rows = lists[name];
    const isOne = (value: unknown): value is RecordOf<RecordDeclaration<F>> => isRecord(declared, value);
    if (Array.isArray(rows) && rows.every(isOne) && typeof quarantined === 'number') return { rows, quarantined };
    throw corrupt(`list of ${name}`, 'not as declared');
  };
}

export const parseRates = snapshot(RATE, 'rates');
export const parsePaymentMethods = snapshot(PAYMENT_METHOD, 'methods');

/** What is kept beside a record, of its row. */
export const KEPT = { asOf: readText, firstSeenAt: readText, missingSince: readTextOrNull };
