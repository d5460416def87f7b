// The filter of a list, declared once: out of it come what an address asks the engine for and the controls above the
// list. Each field stands in the address under its own name; days as a period ("created=yesterday") or as two days,
// an amount as a range ("amount=40..60"). Pure.
import { readAmountRange } from '../../../domain/amount-filter.ts';
import { type Address, boundsIn, knownIn, textIn, wordsIn } from './address.ts';

export type FilterField = {
  readonly label: string /** Shown only while it is on: a link has set it. */;
  readonly isRare?: boolean;
} & (
  | { readonly as: 'text'; readonly placeholder?: string }
  /** `options`: the name of its counts. `known`: the only words that mean anything. */
  | {
      readonly as: 'words' | 'word';
      readonly options?: string;
      readonly known?: readonly string[];
      /** A word as people know it. */
      readonly wordOf?: (word: string) => string;
    }
  /** Whole numbers of at most three digits: status codes. */
  | { readonly as: 'codes'; readonly options?: string }
  | { readonly as: 'days' | 'flag' }
  /** `of`: the amounts that a record has, with their words; any of them unless some are chosen. */
  | { readonly as: 'amount'; readonly of: Readonly<Record<string, string>> }
);
export type FilterFields = Readonly<Record<string, FilterField>>;

type WordOf<Field> = Field extends { readonly known: readonly (infer Word)[] } ? Word : string;
type ValueOf<Field> = Field extends { readonly as: 'text' | 'word' }
  ? string
  : Field extends { readonly as: 'words' }
    ? WordOf<Field>[]
    : Field extends { readonly as: 'codes' }
      ? number[]
      : Field extends { readonly as: 'flag' }
        ? boolean
        : Field extends { readonly as: 'amount'; readonly of: Readonly<Record<infer Of, string>> }
          ? { of?: Of[] | undefined; from?: string | undefined; to?: string | undefined }
          : never;
type DaysOf<Fields> = {
  [Name in keyof Fields & string as Fields[Name] extends { readonly as: 'days' }
    ? `${Name}From` | `${Name}To`
    : never]?: string | undefined;
};
type OthersOf<Fields> = {
  [Name in keyof Fields as Fields[Name] extends { readonly as: 'days' } ? never : Name]?:
    | ValueOf<Fields[Name]>
    | undefined;
};
/** As the engine takes it; absent means any. */
export type FilterValue<Fields> = OthersOf<Fields> & DaysOf<Fields>;

export interface ListFilter<Fields extends FilterFields = FilterFields> {
  readonly fields: Fields;
  /** What the address asks for, in days of the zone. What says nothing is undefined. */
  readonly read: (address: Address, timeZone: string) => FilterValue<Fields>;
}

/** The declaration with what follows from it. */
export function filterOf<const Fields extends FilterFields>(fields: Fields): ListFilter<Fields>;
export function filterOf(fields: FilterFields): {
  readonly fields: FilterFields;
  readonly read: (address: Address, timeZone: string) => object;
} {
  const read = (address: Address, timeZone: string): object =>
    Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => entriesOf(name, field, address, timeZone)));
  return { fields, read };
}

/** The amounts that are meant stand beside the range: "amountOf=paid". */
export const ofName = (name: string): string => `${name}Of`;

function entriesOf(
  name: string,
  field: FilterField,
  address: Address,
  timeZone: string,
): readonly (readonly [string, unknown])[] {
  switch (field.as) {
    case 'text':
      return [[name, textIn(address, name)]];
    case 'word':
      return [[name, textIn(address, name)]];
    case 'words':
      return [[name, field.known === undefined ? wordsIn(address, name) : knownIn(address, name, field.known)]];
    case 'codes':
      return [[name, codesIn(wordsIn(address, name))]];
    case 'flag':
      return [[name, address.flag(name)]];
    case 'days': {
      const { from, to } = boundsIn(address, name, timeZone);
      return [
        [`${name}From`, from],
        [`${name}To`, to],
      ];
    }
    case 'amount': {
      const range = readAmountRange(address.text(name) ?? '');
      const of = knownIn(address, ofName(name), Object.keys(field.of));
      return [[name, range === null ? undefined : { ...range, ...(of === undefined ? {} : { of }) }]];
    }
  }
}

function codesIn(words: readonly string[] | undefined): number[] | undefined {
  const codes = (words ?? []).filter(isCode).map((word) => Number.parseInt(word, 10));
  return codes.length === 0 ? undefined : codes;
}

/** "503". */
export function isCode(word: string): boolean {
  return /^\d{1,3}$/.test(word);
}
