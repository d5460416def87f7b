/**
 * Tolerant reading of one record, field by field. Two grades: a record is broken when something that identifies it or any
 * amount of money is wrong; everything else becomes null with a note. Never throws on any JSON. Not here: which fields a
 * record has (the other files of this folder).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isMoney } from '../../../domain/money.ts';
import type { Quarantined } from '../calls.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { cutText, isObject, type JsonObject, LargeRecord, printWithin } from '../json.ts';

/** Longest text kept in a field, in UTF-16 units, unless the field says otherwise. */
export const TEXT_UNITS = 4096;
/** Bodies that receivers answered with may be longer. */
export const BODY_UNITS = 65_536;
const RAW_UNITS = 4096;
const EXTRA_UNITS = 16_384;
/** Of a larger record not even the beginning is printed. */
const SHOWN_UNITS = 262_144;

export type Reading<T> =
  | { readonly kind: 'record'; readonly record: T; readonly drift: readonly string[] }
  | { readonly kind: 'quarantined'; readonly quarantined: Quarantined };

/** Reads the fields of one JSON object and remembers what was wrong with them. */
export class Fields {
  readonly #source: JsonObject;
  readonly #noun: string;
  readonly #known = new Set<string>();
  readonly #drift: string[] = [];
  #problem: string | null = null;

  constructor(noun: string, source: JsonObject) {
    this.#noun = noun;
    this.#source = source;
  }

  /** Why the record is broken; null while it is not. */
  get problem(): string | null {
    return this.#problem;
  }

  get drift(): readonly string[] {
    return this.#drift;
  }

  /** The raw value; the field counts as known. */
  value(name: string): unknown {
    this.#known.add(name);
    return Object.hasOwn(this.#source, name) ? this.#source[name] : undefined;
  }

  /** Text, cut to `units`; absent, null and other types are null. */
  text(name: string, units = TEXT_UNITS): string | null {
    const value = this.value(name);
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') return this.note(name, `${typeName(value)} instead of text`);
    if (value.length <= units) return value;
    this.note(name, `cut to ${units} characters`);
    return cutText(value, units);
  }

  /** Text that the record can not do without; the record is broken when it is not there or longer than any id is. */
  requiredText(name: string, units = TEXT_UNITS): string {
    const value = this.value(name);
    if (typeof value === 'string' && value !== '' && value.length <= units) return value;
    this.broken(name, typeof value === 'string' ? 'empty or too long' : `${typeName(value)} instead of text`);
    return '';
  }

  /** A uuid that the record can not do without. */
  requiredUuid(name: string): string {
    const value = this.value(name);
    if (isUuid(value)) return value;
    this.broken(name, 'not in uuid format');
    return '';
  }

  /** An amount: absent and null are null, anything that is not exact decimal text breaks the record. */
  money(name: string): string | null {
    const value = this.value(name);
    if (value === undefined || value === null) return null;
    if (isMoney(value)) return value;
    this.broken(name, typeof value === 'string' ? 'not a decimal amount' : `money as ${typeName(value)}`);
    return null;
  }

  /** An amount that the record can not do without. */
  requiredMoney(name: string): string {
    const value = this.money(name);
    if (value !== null) return value;
    this.broken(name, 'no amount');
    return '0';
  }

  integer(name: string): number | null {
    const value = this.value(name);
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    return this.note(name, `${typeName(value)} instead of an integer`);
  }

  boolean(name: string): boolean | null {
    const value = this.value(name);
    if (value === undefined || value === null) return null;
    if (typeof value === 'boolean') return value;
    return this.note(name, `${typeName(value)} instead of true or false`);
  }

  /** A nested object; absent, null and other types are null. */
  object(name: string): JsonObject | null {
    const value = this.value(name);
    if (value === undefined || value === null) return null;
    if (isObject(value)) return value;
    return this.note(name, `${typeName(value)} instead of an object`);
  }

  /** An object that is kept as it came, unless it is too large or nests too deep. */
  anyObject(name: string, units: number): JsonObject | null {
    const value = this.object(name);
    if (value === null) return null;
    return printWithin(value, units) === null ? this.note(name, 'too large to keep') : value;
  }

  list(name: string): readonly unknown[] {
    const value = this.value(name);
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    this.note(name, `${typeName(value)} instead of a list`);
    return [];
  }

  /** Fields nobody asked for, as they came. */
  extra(): JsonObject {
    const rest = Object.entries(this.#source).filter(([name]) => !this.#known.has(name));
    if (rest.length === 0) return {};
    // fromEntries defines own properties, so that a field named __proto__ stays a field.
    const extra = Object.fromEntries(rest);
    if (printWithin(extra, EXTRA_UNITS) !== null) return extra;
    this.note('unknown fields', 'too large to keep');
    return {};
  }

  /** Remembers a deviation that does no harm; returns null so that it can stand for the value. */
  note(name: string, what: string): null {
    if (this.#drift.length < 20) this.#drift.push(`${this.#noun}.${name}: ${what}`);
    return null;
  }

  /** The record can not be used; the first reason is kept. */
  broken(name: string, what: string): void {
    this.#problem ??= `${this.#noun}.${name}: ${what}`;
  }

  /** A nested record whose problems and notes are this record's. */
  nested(name: string, source: JsonObject): Fields {
    return new NestedFields(`${this.#noun}.${name}`, source, this);
  }

  /** Takes over what a nested reader found; called by nested readers only. */
  adopt(drift: string | null, problem: string | null): void {
    if (drift !== null && this.#drift.length < 20) this.#drift.push(drift);
    this.#problem ??= problem;
  }
}

class NestedFields extends Fields {
  readonly #parent: Fields;
  readonly #path: string;

  constructor(path: string, source: JsonObject, parent: Fields) {
    super(path, source);
    this.#parent = parent;
    this.#path = path;
  }

  override note(name: string, what: string): null {
    this.#parent.adopt(`${this.#path}.${name}: ${what}`, null);
    return null;
  }

  override broken(name: string, what: string): void {
    this.#parent.adopt(null, `${this.#path}.${name}: ${what}`);
  }
}

/** Reads one record with `read`; broken ones are quarantined with their uuid when that is readable. */
export function readRecord<T>(noun: string, source: unknown, read: (fields: Fields) => T): Reading<T> {
  if (source instanceof LargeRecord) return { kind: 'quarantined', quarantined: quarantineLarge(noun, source) };
  if (!isObject(source)) return { kind: 'quarantined', quarantined: quarantine(source, `${noun}: not an object`) };
  const fields = new Fields(noun, source);
  const record = read(fields);
  if (fields.problem !== null) return { kind: 'quarantined', quarantined: quarantine(source, fields.problem) };
  return { kind: 'record', record, drift: fields.drift };
}

export interface RecordList<T> {
  readonly records: readonly T[];
  readonly quarantined: readonly Quarantined[];
  readonly drift: readonly string[];
}

/** After so many records others have their turn of the thread: a page is read in one. */
const TURN_RECORDS = 100;

/** Reads a list of records, in short turns; a broken one does not cost the others. Equal notes are kept once. */
export async function readRecords<T>(
  sources: readonly unknown[],
  read: (source: unknown) => Reading<T>,
  turnRecords = TURN_RECORDS,
): Promise<RecordList<T>> {
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

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
