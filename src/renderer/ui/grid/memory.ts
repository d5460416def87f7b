// Where a table stood when its screen was left, so that coming back finds the same rows in view.
import { keepYoungest } from '../window/kept.ts';

export interface GridPlace {
  /** The first row in view. */
  readonly topRow: number;
  /** The row with the cursor, and its column. */
  readonly cursor: { readonly row: number; readonly column: string } | null;
}

const places = new Map<string, GridPlace>();
const MOST = 40;

/** Remembers a place; the oldest is forgotten first. */
export function rememberPlace(key: string, place: GridPlace): void {
  keepYoungest(places, key, place, MOST);
}

/** The place under the key, or null. */
export function recallPlace(key: string): GridPlace | null {
  return places.get(key) ?? null;
}
