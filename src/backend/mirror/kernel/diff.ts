// What changed in a record since the console last saw it, field by field. Pure. The API dates no adjustment, so the
// first sight of a change is the only evidence of when it happened (the observation log of the books).
import { attemptKey, type Delivery } from '../../../domain/webhooks/delivery.ts';
import { isFields, stableJson } from '../../../domain/kernel/fields.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import { type LateKind, lateKindOf, type ObservedList } from '../../../domain/records/observation.ts';
import type { Withdrawal } from '../../../domain/records/withdrawal.ts';
import { digestText } from '../../sqlite/files.ts';

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
  readonly list: ObservedList;
  readonly recordUuid: string;
  /** The record it stands under: a delivery's invoice. */
  readonly parentUuid: string | null;
  readonly statusBefore: string | null;
  readonly late: LateKind | null;
  /** Server time of the answer that showed it first. */
  readonly at: string;
  /** Which call the answer belonged to ("list", "read", "create", …). */
  readonly source: string;
}

export interface RecordSighting {
  readonly profileId: string;
  readonly list: ObservedList;
  readonly recordUuid: string;
  readonly parentUuid: string | null;
  /** The status and the as-of time of the record before the answer. */
  readonly before: { readonly status: string | null; readonly asOf: string };
  readonly at: string;
  readonly source: string;
}

/**
 * Changes as entries of the log. The key holds the as-of time of the record before the change, not of the answer that showed it:
 * after a crash the page is fetched again, with another time, while the record before is still the same one.
 */
export function observationsOf(sighting: RecordSighting, changes: readonly FieldChange[]): readonly Observation[] {
  const { profileId, list, recordUuid, parentUuid, at, source } = sighting;
  const statusBefore = sighting.before.status;
  return changes.map((change) => {
    const [before, after] = [bounded(change.before), bounded(change.after)];
    const { field } = change;
    const key = digestText(JSON.stringify([profileId, list, recordUuid, field, before, after, sighting.before.asOf]));
    const late = lateKindOf({ list, field, before, after, statusBefore });
    return { key, profileId, list, recordUuid, parentUuid, field, before, after, statusBefore, late, at, source };
  });
}

/** Longer values are foreign text, not money: the log keeps their beginning and what proves the rest. */
const MAX_VALUE = 4_000;

function bounded(value: string | null): string | null {
  if (value === null || value.length <= MAX_VALUE) return value;
  return `${value.slice(0, MAX_VALUE)}… (${value.length} characters, SHA-256 ${digestText(value)})`;
}

/** The fields of an invoice that differ, sorted by name. `extra` counts field by field. */
export function diffInvoice(before: Invoice, after: Invoice): readonly FieldChange[] {
  return diffFields(flatten(before), flatten(after));
}

/** The fields of a withdrawal that differ, sorted by name. */
export function diffWithdrawal(before: Withdrawal, after: Withdrawal): readonly FieldChange[] {
  return diffFields(flatten(before), flatten(after));
}

/**
 * The fields of a delivery that differ. `updated_at` says nothing that no other field says. The attempts are a log of the API's own,
 * which the counter `attempts` announces: only an attempt that is altered or gone is a change.
 */
export function diffDelivery(before: Delivery, after: Delivery): readonly FieldChange[] {
  const known = new Set(before.attempts_history.map(attemptKey));
  return diffFields(flatten(factsOf(before, known)), flatten(factsOf(after, known)));
}

function factsOf(delivery: Delivery, known: ReadonlySet<string>): object {
  const { attempts_history: history, updated_at: _touched, ...facts } = delivery;
  const attempts = history.map((attempt) => [attemptKey(attempt), stableJson(attempt)] as const);
  return { ...facts, attempts_history: Object.fromEntries(attempts.filter(([key]) => known.has(key))) };
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
    if (isFields(value)) {
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
