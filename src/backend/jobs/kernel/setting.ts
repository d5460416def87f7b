// What a job keeps of itself in the books: one value a setting, as JSON.
import type { Books } from '../../books/books.ts';

/** The value of a setting as `parse` reads it; null when nothing is kept, or nothing that can be read. Rejects as reading the books does. */
export async function readSetting<Value>(
  books: Books,
  key: string,
  parse: (value: unknown) => Value | null,
): Promise<Value | null> {
  const text = await books.read('settings.get', { key });
  return text === null ? null : parse(jsonOf(text));
}

/** The values of several settings of one moment, by their keys, before anything has judged them; null where none is kept. Rejects as reading the books does. */
export async function readSettings(books: Books, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const kept = await books.read('settings.getAll', { keys });
  return new Map(kept.map(({ key, value }) => [key, value === null ? null : jsonOf(value)]));
}

/** Keeps it: on the disk when it answers. */
export async function writeSetting(books: Books, key: string, value: unknown): Promise<void> {
  await books.write('settings.set', { key, value: JSON.stringify(value) });
}

/** A value that is kept for each profile under a key of its own; gone with the profile. */
export function keptPerProfile<Value>(
  keyOf: (profileId: string) => string,
  parse: (value: unknown) => Value | null,
): {
  /** As `readSetting`. */
  readonly read: (of: Of) => Promise<Value | null>;
  /** On the disk when it answers. */
  readonly write: (of: Of, value: Value) => Promise<void>;
} {
  return {
    read: ({ books, profileId }) => readSetting(books, keyOf(profileId), parse),
    write: ({ books, profileId }, value) => writeSetting(books, keyOf(profileId), value),
  };
}

interface Of {
  readonly books: Books;
  readonly profileId: string;
}

/** Keeps all of them or none, each by its key; what is undefined stays as it is. On the disk when it answers. */
export async function writeSettings(books: Books, values: Readonly<Record<string, unknown>>): Promise<void> {
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  const settings = named.map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  await books.write('settings.setAll', { settings });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
