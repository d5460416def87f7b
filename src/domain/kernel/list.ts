// A list that is filtered, sorted and paged, declared once: by what it is narrowed and what it sorts by.
import type { AmountFilter } from './money/amount-filter.ts';

/** One thing that a list can be narrowed by; absent means any. */
export type FilterField =
  /** A substring, at most 256 characters. */
  | { readonly kind: 'text' }
  /** Exactly this. */
  | { readonly kind: 'word' }
  /** One of the console's own ids. */
  | { readonly kind: 'id' }
  /** Any of these. */
  | { readonly kind: 'words' }
  /** The rows themselves, by what tells one from another in the list: those that a person has selected. At most MOST_IDS. */
  | { readonly kind: 'ids' }
  /** Any of these; '' is none. */
  | { readonly kind: 'words-or-none' }
  | { readonly kind: 'codes' }
  | { readonly kind: 'flag' }
  /** An end of a half-open span in UTC: an instant or a date. */
  | { readonly kind: 'bound' }
  | KnownField
  | ChoiceField
  | AmountField;
/** Any of these words, and no others. */
interface KnownField<Word extends string = string> {
  readonly kind: 'known';
  readonly words: readonly Word[];
}
interface ChoiceField<Word extends string = string> {
  readonly kind: 'choice';
  readonly words: readonly Word[];
}
/** Between two amounts, both inside, of any of those that a record has. */
interface AmountField<Of extends string = string> {
  readonly kind: 'amount';
  readonly of: readonly [Of, ...Of[]];
}
export interface FilterFields {
  readonly [name: string]: FilterField;
}

export const text = { kind: 'text' } as const;
export const word = { kind: 'word' } as const;
export const id = { kind: 'id' } as const;
export const MOST_IDS = 1_000;
export const ids = { kind: 'ids' } as const;
export const words = { kind: 'words' } as const;
export const wordsOrNone = { kind: 'words-or-none' } as const;
export const codes = { kind: 'codes' } as const;
export const flag = { kind: 'flag' } as const;
export const bound = { kind: 'bound' } as const;
export const known = <Word extends string>(of: readonly Word[]): KnownField<Word> => ({ kind: 'known', words: of });
export const choice = <Word extends string>(of: readonly Word[]): ChoiceField<Word> => ({ kind: 'choice', words: of });
export const amount = <Of extends string>(of: readonly [Of, ...Of[]]): AmountField<Of> => ({ kind: 'amount', of });

type ValueOf<F extends FilterField> = F extends { readonly kind: 'text' | 'word' | 'id' | 'bound' }
  ? string
  : F extends { readonly kind: 'words' | 'words-or-none' | 'ids' }
    ? readonly string[]
    : F extends { readonly kind: 'codes' }
      ? readonly number[]
      : F extends { readonly kind: 'flag' }
        ? boolean
        : F extends KnownField<infer Word>
          ? readonly Word[]
          : F extends ChoiceField<infer Word>
            ? Word
            : F extends AmountField<infer Of>
              ? AmountFilter<Of>
              : never;

export interface Sort<Field extends string> {
  readonly by: Field;
  readonly direction: 'asc' | 'desc';
}

export interface ListDeclaration<F extends FilterFields = FilterFields, Field extends string = string> {
  readonly filter: F;
  /** What it can be sorted by; money sorts numerically, nulls last in both directions. */
  readonly sort: readonly [Field, ...Field[]];
}

export type FilterOf<L extends { readonly filter: FilterFields }> = {
  readonly [Name in keyof L['filter']]?: ValueOf<L['filter'][Name]> | undefined;
};
export type SortFieldOf<L extends { readonly sort: readonly string[] }> = L['sort'][number];
/** Which rows of a list are meant, and in which order. */
export interface ListSelection<L extends ListDeclaration> {
  readonly filter: FilterOf<L>;
  readonly sort: readonly Sort<SortFieldOf<L>>[];
}

export function defineList<const F extends FilterFields, const Field extends string>(
  list: ListDeclaration<F, Field>,
): ListDeclaration<F, Field> {
  return list;
}
