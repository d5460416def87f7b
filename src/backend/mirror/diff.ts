/**
 * What changed in a record since the console last saw it, field by field. Pure. The API dates no adjustment, so the first sight
 * of a change is the only evidence of when it happened (the observation log of the books).
 */
import type { Invoice } from '../../domain/invoice.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';

export interface FieldChange {
  /** Dotted path in the API's names: "status", "adjustment.actual_amount_fiat", "extra.note". */
  readonly field: string;
  /** Text as it is; numbers, booleans, lists and objects as JSON; null for null and for absent. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A changed field of one record, ready for the log. */
export interface Observation extends FieldChange {
  /** Equal for the same change seen twice, also after a crash between log and mirror. */
  readonly key: string;
  readonly profileId: string;
  readonly list: string;
  readonly recordUuid: string;
  /** Server time of the answer that showed it first. */
  readonly at: string;
  /** Which call the answer belonged to ("list", "read", "create", …). */
  readonly source: string;
}

/** The fields of an invoice that differ, sorted by name. `extra` counts field by field. */
export function diffInvoice(before: Invoice, after: Invoice): readonly FieldChange[] {
  return diffFields(flatten(before), flatten(after));
}

/** The fields of a withdrawal that differ, sorted by name. */
export function diffWithdrawal(before: Withdrawal, after: Withdrawal): readonly FieldChange[] {
  return diffFields(flatten(before), flatten(after));
}

function diffFields(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly FieldChange[] {
  const fields = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changes: FieldChange[] = [];
  for (const field of fields) {
    const old = before.get(field) ?? null;
    const fresh = after.get(field) ?? null;
    if (old !== fresh) changes.push({ field, before: old, after: fresh });
  }
  return changes;
}

/** One level of objects is opened (currency, adjustment, extra, …); anything deeper is compared as JSON with sorted keys. */
function flatten(record: object): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(record)) {
    if (isPlainObject(value)) {
      for (const [inner, cell] of Object.entries(value)) setField(fields, `${name}.${inner}`, cell);
    } else {
      setField(fields, name, value);
    }
  }
  return fields;
}

function setField(fields: Map<string, string>, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  fields.set(name, typeof value === 'string' ? value : stableJson(value));
}

/** JSON whose object keys are sorted: two answers that differ only in the order of fields are equal. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
