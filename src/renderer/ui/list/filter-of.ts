// The controls above a list, over what the domain says the list is narrowed by, and what an address asks the engine for. Pure.
import { readAmountRange } from '../../../domain/kernel/money/amount-filter.ts';
import type { FilterField, FilterFields, FilterOf } from '../../../domain/kernel/list.ts';
import { dateBounds, type InstantRange, periodDays, periodNamed, type PlainRange } from '../form/date-bounds.ts';
import type { RouteFilters } from '../window/route.ts';

/** In the address nobody, and no unit, is "-", since an empty word says nothing there. */
export const NONE = '-';
const MAX_NAME = 64;

/** What a typed text asks for beside its text: filters by their names in the address, and what was not understood. */
export interface TakenTerms {
  readonly text: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly string[];
}

interface Look {
  readonly label: string;
  /** Shown only while it is on: a link has set it. */
  readonly isRare?: boolean;
  readonly placeholder?: string;
  /** Of a search: takes the filters out of a typed text (`today`: "2026-11-23"); null where there are none. */
  readonly take?: ((typed: string, today: string) => TakenTerms | null) | undefined;
  /** The name of its counts. Without them a word is typed. */
  readonly options?: string;
}
type WordsOf<F> = F extends { readonly words: readonly (infer Word)[] } ? Word : string;
/** An amount with those that a record has, in words; anything else with a word as people know it. */
type ControlOf<F extends FilterField> = F extends { readonly kind: 'amount'; readonly of: readonly (infer Of)[] }
  ? Look & { readonly of: Readonly<Record<Of & string, string>> }
  : Look & { readonly wordOf?: (word: WordsOf<F>) => string };
/** Two ends of a span are one control: "created" of createdFrom and createdTo, "at" of from and to. */
type SpanIn<Name> = Name extends `${infer Of}From` ? Of : Name extends 'from' ? 'at' : never;
type SpansOf<Fields extends FilterFields> = {
  [Name in keyof Fields & string]: Fields[Name] extends { readonly kind: 'bound' } ? SpanIn<Name> : never;
}[keyof Fields & string];
type OthersOf<Fields extends FilterFields> = {
  [Name in keyof Fields & string]: Fields[Name] extends { readonly kind: 'bound' } ? never : Name;
}[keyof Fields & string];
type ControlsOf<Fields extends FilterFields> = { readonly [Name in SpansOf<Fields>]?: Look } & {
  readonly [Name in OthersOf<Fields>]?: ControlOf<Fields[Name]>;
};

export interface FilterControl extends Look {
  readonly name: string;
  readonly field: FilterField;
  readonly of?: Readonly<Record<string, string>>;
  wordOf?(word: string): string;
}

export interface ListFilter<Fields extends FilterFields = FilterFields> {
  readonly controls: readonly FilterControl[];
  /** What the address asks for, in days of the zone. What says nothing is undefined. */
  readonly read: (address: Address, timeZone: string) => FilterOf<{ readonly filter: Fields }>;
}

/**
 * Controls in the order of the screen. Each stands in the address under its own name; days as a period ("created=yesterday") or as two days, an amount
 * as a range ("amount=40..60").
 */
export function filterOf<const Fields extends FilterFields>(
  fields: Fields,
  controls: ControlsOf<NoInfer<Fields>>,
): ListFilter<Fields>;
export function filterOf(
  fields: FilterFields,
  controls: Readonly<Record<string, Omit<FilterControl, 'name' | 'field'> | undefined>>,
): { readonly controls: readonly FilterControl[]; readonly read: (address: Address, timeZone: string) => object } {
  const all = Object.entries(controls).flatMap(([name, look]) =>
    look === undefined ? [] : [{ ...look, name, field: fields[name] ?? SPAN }],
  );
  return {
    controls: all,
    read: (address, timeZone) =>
      Object.fromEntries(all.flatMap((control) => Object.entries(asked(control, address, timeZone)))),
  };
}

const SPAN: FilterField = { kind: 'bound' };

/** The amounts that are meant stand beside the range: "amountOf=paid". */
export const ofName = (name: string): string => `${name}Of`;

function asked({ name, field }: FilterControl, address: Address, timeZone: string): Readonly<Record<string, unknown>> {
  switch (field.kind) {
    case 'text':
    case 'word':
    case 'id':
      return { [name]: textIn(address, name) };
    case 'ids':
    case 'words':
      return { [name]: wordsIn(address, name) };
    case 'words-or-none':
      return { [name]: wordsIn(address, name)?.map((word) => (word === NONE ? '' : word.slice(0, MAX_NAME))) };
    case 'known':
      return { [name]: knownIn(address, name, field.words) };
    case 'choice':
      return { [name]: knownIn(address, name, field.words)?.[0] };
    case 'codes': {
      const codes = address.list(name).filter(isCode);
      return {
        [name]: codes.length === 0 ? undefined : codes.slice(0, MAX_CODES).map((code) => Number.parseInt(code, 10)),
      };
    }
    case 'flag':
      return { [name]: address.flag(name) };
    case 'bound': {
      const { from, to } = boundsIn(address, name, timeZone);
      return name === 'at' ? { from, to } : { [`${name}From`]: from, [`${name}To`]: to };
    }
    case 'amount': {
      const range = readAmountRange(address.text(name) ?? '');
      const of = knownIn(address, ofName(name), field.of);
      return { [name]: range === null ? undefined : { ...range, ...(of === undefined ? {} : { of }) } };
    }
  }
}

/** As many as the engine takes. */
const MAX_CODES = 100;

/** "503". */
export function isCode(word: string): boolean {
  return /^\d{1,3}$/.test(word);
}

export type Address = Pick<RouteFilters, 'text' | 'list' | 'flag'>;

/** As long as the engine takes them, and as many. */
const MAX_CHARACTERS = 256;
const MAX_WORDS = 100;

/** One text; absent means any. */
export function textIn(address: Address, name: string): string | undefined {
  return wordsIn(address, name)?.[0];
}

/** The words of which one must hold; absent means any. Empty ones say nothing. */
export function wordsIn(address: Address, name: string): string[] | undefined {
  const words = address.list(name).filter((word) => word !== '');
  return words.length === 0 ? undefined : words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_CHARACTERS));
}

/** The words that are of a closed list; one that is not says nothing, and absent means any. */
export function knownIn<Word extends string>(address: Address, name: string, all: readonly Word[]): Word[] | undefined {
  const words = wordsIn(address, name) ?? [];
  const found = all.filter((word) => words.includes(word));
  return found.length === 0 ? undefined : found;
}

/** Days of the chosen zone ("created" stands as createdFrom and createdTo, or as a period that moves on: "yesterday"); both belong to the range. */
export function daysIn(address: Address, name: string, timeZone: string): PlainRange {
  const period = periodNamed(address.text(name));
  if (period !== undefined) return periodDays(period, Date.now(), timeZone);
  return { from: address.text(`${name}From`), to: address.text(`${name}To`) };
}

/** The same days as instants, as the engine takes them. */
export function boundsIn(address: Address, name: string, timeZone: string): InstantRange {
  return dateBounds(daysIn(address, name, timeZone), timeZone);
}

/** True when anything narrows the list, `except` what only chooses it. */
export function isNarrowed(filter: object, except: readonly string[] = []): boolean {
  return Object.entries(filter).some(([name, value]) => value !== undefined && !except.includes(name));
}
