// A record of the API, declared once: its fields, what each is, and what the record is worth without it.
import { isFields } from '../kernel/fields.ts';
import { isExactDecimal } from '../kernel/money/money.ts';

/**
 * `required`: the record cannot be used without it. `noted`: empty text stands for it, and the deviation is told. `empty`: the same without
 * a word. `optional`: null. In a group that is optional itself, what is required of it is missing with the whole group.
 */
export type Need = 'required' | 'noted' | 'empty' | 'optional';

export interface TextField<N extends Need = Need> {
  readonly kind: 'text';
  readonly need: N;
  /** UTF-16 units that are kept; a longer id or word is none. */
  readonly most: number;
  /** Of the same group: stands for it where it is missing. */
  readonly or: string | null;
}
export interface MoneyField<N extends Need = Need> {
  readonly kind: 'money';
  readonly need: N;
}
export interface FlagField<N extends Need = Need> {
  readonly kind: 'flag';
  readonly need: N;
}
interface WordField<Word extends string = string> {
  readonly kind: 'word';
  readonly words: readonly Word[];
}
export interface GroupField<F extends FieldMap = FieldMap, N extends Need = Need> {
  readonly kind: 'group';
  readonly need: N;
  readonly fields: F;
}
export interface ListField<F extends FieldMap = FieldMap> {
  readonly kind: 'list';
  /** Entries that are kept, the last of them. */
  readonly most: number;
  readonly fields: F;
}
/** An object of the API's own making, kept as it came. */
export interface JsonField {
  readonly kind: 'json';
  readonly most: number;
}

export type Field =
  | { readonly kind: 'uuid' }
  | { readonly kind: 'integer' }
  /** Texts under names that are not known beforehand. */
  | { readonly kind: 'texts' }
  | TextField
  | MoneyField
  | FlagField
  | WordField
  | GroupField
  | ListField
  | JsonField;
export interface FieldMap {
  readonly [name: string]: Field;
}

/** Fields the specification does not name, kept as received. */
export type Extra = Readonly<Record<string, unknown>>;

type OrNull<F, Value> = F extends { readonly need: 'optional' } ? Value | null : Value;
type ValueOf<F extends Field> = F extends { readonly kind: 'uuid' }
  ? string
  : F extends { readonly kind: 'text' | 'money' }
    ? OrNull<F, string>
    : F extends { readonly kind: 'flag' }
      ? OrNull<F, boolean>
      : F extends { readonly kind: 'integer' }
        ? number | null
        : F extends { readonly kind: 'texts' }
          ? Readonly<Record<string, string>>
          : F extends WordField<infer Word>
            ? Word | null
            : F extends GroupField<infer Inner>
              ? OrNull<F, GroupOf<Inner>>
              : F extends ListField<infer Inner>
                ? readonly GroupOf<Inner>[]
                : F extends JsonField
                  ? Extra | null
                  : never;
export type GroupOf<F extends FieldMap> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

export interface RecordDeclaration<F extends FieldMap = FieldMap> {
  /** What it is called in reasons and notes. */
  readonly noun: string;
  readonly fields: F;
}
/** A record as the console holds it: every declared field, and `extra`. */
export type RecordOf<R extends RecordDeclaration> = GroupOf<R['fields']> & { readonly extra: Extra };

/** Longest text kept in a field, in UTF-16 units, unless the field says otherwise. */
const TEXT_UNITS = 4096;
/** Bodies that receivers answered with may be longer. */
export const BODY_UNITS = 65_536;

const textOf = <N extends Need>(need: N, most: number, or: string | null = null): TextField<N> => ({
  kind: 'text',
  need,
  most,
  or,
});

export const uuid = { kind: 'uuid' } as const;
export const integer = { kind: 'integer' } as const;
export const texts = { kind: 'texts' } as const;
export const text = (most = TEXT_UNITS): TextField<'optional'> => textOf('optional', most);
export const requiredText = (most = TEXT_UNITS): TextField<'required'> => textOf('required', most);
export const notedText = (): TextField<'noted'> => textOf('noted', TEXT_UNITS);
/** Empty, or what stands under the other name, where it is missing. */
export const textOr = (or: string | null = null): TextField<'empty'> => textOf('empty', TEXT_UNITS, or);
export const money = { kind: 'money', need: 'optional' } as const;
export const requiredMoney = { kind: 'money', need: 'required' } as const;
export const flag = { kind: 'flag', need: 'optional' } as const;
export const requiredFlag = { kind: 'flag', need: 'required' } as const;
export const word = <const Word extends string>(words: readonly Word[]): WordField<Word> => ({ kind: 'word', words });
export const json = (most: number): JsonField => ({ kind: 'json', most });
export const group = <F extends FieldMap>(fields: F): GroupField<F, 'optional'> => ({
  kind: 'group',
  need: 'optional',
  fields,
});
export const requiredGroup = <F extends FieldMap>(fields: F): GroupField<F, 'required'> => ({
  kind: 'group',
  need: 'required',
  fields,
});
export const list = <F extends FieldMap>(fields: F, most: number): ListField<F> => ({ kind: 'list', most, fields });

export function defineRecord<F extends FieldMap>(noun: string, fields: F): RecordDeclaration<F> {
  return { noun, fields };
}

/** Whether a value is a record of that kind, field by field; strict, for what was read tolerantly before and has travelled since. */
export function isRecord<F extends FieldMap>(
  declared: RecordDeclaration<F>,
  value: unknown,
): value is RecordOf<RecordDeclaration<F>> {
  return isGroup(declared.fields, value) && isFields(value['extra']);
}

/** Whether a value holds these fields. */
export function isGroup<F extends FieldMap>(fields: F, value: unknown): value is GroupOf<F> {
  if (!isFields(value)) return false;
  for (const name in fields) {
    const field = fields[name];
    if (field !== undefined && !isValue(field, value[name])) return false;
  }
  return true;
}

function isValue(field: Field, value: unknown): boolean {
  if (value === null) return !('need' in field) ? isNullable(field) : field.need === 'optional';
  switch (field.kind) {
    case 'uuid':
    case 'text':
      return typeof value === 'string';
    case 'money':
      return typeof value === 'string' && isExactDecimal(value);
    case 'integer':
      return typeof value === 'number' && Number.isFinite(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'word':
      return field.words.some((known) => known === value);
    case 'texts':
      return isFields(value) && Object.values(value).every((inner) => typeof inner === 'string');
    case 'json':
      return isFields(value);
    case 'group':
      return isGroup(field.fields, value);
    case 'list':
      return Array.isArray(value) && value.every((entry) => isGroup(field.fields, entry));
  }
}

function isNullable({ kind }: Field): boolean {
  return kind === 'integer' || kind === 'word' || kind === 'json';
}
