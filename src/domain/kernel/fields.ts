// Values that nobody vouches for, parsed from JSON: told apart and looked into without a cast.

/** An object with names; what stands under them is unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for objects; arrays and null are none. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON whose names are sorted at every depth: what differs only in the order of its fields is the same text. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** The value's fields; none of what is no object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** What stands under the name; undefined in what is no object. */
export function fieldOf(value: unknown, name: string): unknown {
  return fieldsOf(value)[name];
}

/** A table with a value for each of the words. */
export function tableOf<Word extends string, Value>(
  words: readonly Word[],
  of: (word: Word) => Value,
): Readonly<Record<Word, Value>>;
export function tableOf(words: readonly string[], of: (word: string) => unknown): object {
  return Object.fromEntries(words.map((word) => [word, of(word)]));
}

/** What a value is after a change of some of its fields; undefined changes nothing. */
export function changedBy<Whole extends object>(
  before: Whole,
  change: { readonly [Name in keyof Whole]?: Whole[Name] | undefined },
): Whole;
export function changedBy(before: object, change: object): object {
  return { ...before, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
}

/** The value where it is text; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
