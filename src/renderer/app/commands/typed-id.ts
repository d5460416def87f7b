// Whether a typed text looks like an id, so that finding it is offered. Pure.
import { MAX_ID_CHARACTERS, parseIds } from '../../../domain/lookup.ts';

const LEAST_CHARACTERS = 4;

/** The id, or null: one word with a digit in it, as ids of orders, customers, records and chains are. */
export function typedId(text: string): string | null {
  return /\d/.test(text) ? typedWord(text) : null;
}

/** One word that may be an id all the same, where it is nothing else; null where it is none. */
export function typedWord(text: string): string | null {
  const id = text.trim();
  if (id.length < LEAST_CHARACTERS || id.length > MAX_ID_CHARACTERS || /\s/.test(id)) return null;
  const { ids } = parseIds(id);
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
