// Tolerant reading of one record, field by field, as it was declared; never throws on any JSON.
import { isMoney } from '../kernel/money/money.ts';
import { isUuid } from '../kernel/text/uuid.ts';
import {
  type Field,
  type FieldMap,
  type GroupField,
  type ListField,
  type Need,
  type RecordDeclaration,
  type RecordOf,
  type TextField,
} from './declare.ts';
import { cutText, isObject, type JsonObject, printWithin } from './json.ts';

const EXTRA_UNITS = 16_384;

export type Read<T> =
  | { readonly kind: 'record'; readonly record: T; readonly drift: readonly string[] }
  | { readonly kind: 'broken'; readonly problem: string };

/**
 * A record out of the API's JSON. Two grades: it is broken when something that identifies it or any amount of money is wrong; everything else
 * becomes null with a note. `isAnswerOfCreate`: that answer lists fewer fields than a read, so a required flag may be absent there.
 */
export function readDeclared<F extends FieldMap>(
  declared: RecordDeclaration<F>,
  source: JsonObject,
  isAnswerOfCreate = false,
): Read<RecordOf<RecordDeclaration<F>>> {
  const fields = new FieldReader(declared.noun, source);
  const record = readFields(fields, declared.fields, isAnswerOfCreate);
  record['extra'] = fields.extra();
  const { problem, drift } = fields;
  if (problem !== null || !isAsDeclared(declared, record)) return { kind: 'broken', problem: problem ?? '' };
  return { kind: 'record', record, drift };
}

/** Always true of what was read by the declaration, field by field; the compiler cannot follow that (a property in the tests shows it). */
function isAsDeclared<F extends FieldMap>(
  _declared: RecordDeclaration<F>,
  record: object,
): record is RecordOf<RecordDeclaration<F>> {
  return 'extra' in record;
}

/** The same by hand, for a record whose fields have to be found first. */
export function readBy<T>(noun: string, source: JsonObject, read: (fields: FieldReader) => T): Read<T> {
  const fields = new FieldReader(noun, source);
  const record = read(fields);
  const { problem, drift } = fields;
  return problem === null ? { kind: 'record', record, drift } : { kind: 'broken', problem };
}

/** The record as the API would send it: what the specification does not name stands beside what it does. Reading it gives the record again. */
export function sourceOf({ extra, ...fields }: { readonly extra: JsonObject }): JsonObject {
  return { ...fields, ...extra };
}

/** The fields of a declaration as a list, made once: they are gone through for every record. */
const listed = new WeakMap<FieldMap, readonly (readonly [string, Field])[]>();

function entriesOf(declared: FieldMap): readonly (readonly [string, Field])[] {
  const entries = listed.get(declared) ?? Object.entries(declared);
  listed.set(declared, entries);
  return entries;
}

function readFields(fields: FieldReader, declared: FieldMap, isAnswerOfCreate = false): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, field] of entriesOf(declared)) {
    const value = readField(fields, name, field, isAnswerOfCreate);
    read[name] = value === null && field.kind === 'text' ? withoutText(fields, name, field, read) : value;
  }
  return read;
}

function readField(fields: FieldReader, name: string, field: Field, isAnswerOfCreate: boolean): unknown {
  switch (field.kind) {
    case 'uuid':
      return fields.requiredUuid(name);
    case 'text':
      return field.need === 'required' ? fields.requiredText(name, field.most) : fields.text(name, field.most);
    case 'money':
      return field.need === 'required' ? fields.requiredMoney(name) : fields.money(name);
    case 'integer':
      return fields.integer(name);
    case 'flag':
      return field.need === 'required' ? fields.requiredFlag(name, isAnswerOfCreate) : fields.boolean(name);
    case 'json':
      return fields.anyObject(name, field.most);
    case 'group':
      return readGroup(fields, name, field);
    case 'list':
      return readList(fields, name, field);
    case 'word':
    case 'texts':
      throw new Error(`${name}: words and names that vary are found by hand`);
  }
}

function withoutText(
  fields: FieldReader,
  name: string,
  { need, or }: TextField,
  read: Readonly<Record<string, unknown>>,
): unknown {
  if (need === 'optional') return null;
  if (need === 'noted') fields.note(name, 'missing');
  return or === null ? '' : read[or];
}

function readGroup(fields: FieldReader, name: string, { need, fields: inner }: GroupField): unknown {
  const source = fields.object(name);
  if (need === 'required') {
    if (source === null) return fields.broken(name, 'missing');
    return readFields(fields.nested(name, source), inner);
  }
  if (source === null) return null;
  const nested = fields.nested(name, source);
  const read = readFields(nested, sparedOf(inner));
  const missing = entriesOf(inner).find(([key, field]) => isRequired(field) && read[key] === null);
  return missing === undefined ? read : nested.note(missing[0], 'missing');
}

/** A field that the record, or an optional group, cannot do without. */
function isRequired(field: Field): field is Extract<Field, { readonly need: Need }> {
  return 'need' in field && field.need === 'required';
}

const sparing = new WeakMap<FieldMap, FieldMap>();

/** The fields of a group whose absence costs the group, not the record. */
function sparedOf(inner: FieldMap): FieldMap {
  const spared = ([name, field]: readonly [string, Field]): readonly [string, Field] =>
    isRequired(field) ? [name, { ...field, need: 'optional' }] : [name, field];
  const fields = sparing.get(inner) ?? Object.fromEntries(entriesOf(inner).map(spared));
  sparing.set(inner, fields);
  return fields;
}

function readList(fields: FieldReader, name: string, { most, fields: inner }: ListField): unknown {
  const sources = fields.list(name);
  if (sources.length > most) fields.note(name, `cut to ${most} entries`);
  const entries: unknown[] = [];
  // The newest stand at the end and decide what happened last.
  for (const source of sources.slice(-most)) {
    if (isObject(source)) entries.push(readFields(fields.nested(name, source), inner));
    else fields.note(name, 'an entry is not an object');
  }
  return entries;
}

/** Reads the fields of one JSON object and remembers what was wrong with them. */
export class FieldReader {
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

  /** Text, cut to `units` (UTF-16); absent, null and other types are null. */
  text(name: string, units: number): string | null {
    const value = this.value(name);
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') return this.note(name, `${typeName(value)} instead of text`);
    if (value.length <= units) return value;
    this.note(name, `cut to ${units} characters`);
    return cutText(value, units);
  }

  /** Text that the record can not do without; the record is broken when it is not there or longer than any id is. */
  requiredText(name: string, units: number): string {
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

  /** A flag that the record can not do without, unless it may be absent: then it is false. */
  requiredFlag(name: string, mayBeAbsent: boolean): boolean {
    const value = this.value(name);
    if (typeof value === 'boolean') return value;
    if (value !== undefined || !mayBeAbsent) this.broken(name, 'not true or false');
    return false;
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
    const names = Object.keys(this.#source).filter((name) => !this.#known.has(name));
    if (names.length === 0) return {};
    const rest = names.map((name) => [name, this.#source[name]] as const);
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
  nested(name: string, source: JsonObject): FieldReader {
    return new NestedReader(`${this.#noun}.${name}`, source, this);
  }

  /** Takes over what a nested reader found; called by nested readers only. */
  adopt(drift: string | null, problem: string | null): void {
    if (drift !== null && this.#drift.length < 20) this.#drift.push(drift);
    this.#problem ??= problem;
  }
}

class NestedReader extends FieldReader {
  readonly #parent: FieldReader;
  readonly #path: string;

  constructor(path: string, source: JsonObject, parent: FieldReader) {
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

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
