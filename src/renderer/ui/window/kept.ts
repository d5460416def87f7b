// What is on its way from one screen to another and too long for an address: rows that were picked, lists that were pasted. It is left here under a
// short name, which the address carries ("/resend?selection=…"). Lives as long as the window; a name of an earlier one is unknown.
import { screenPath } from '../../../domain/console/screens.ts';

/** Sets an entry as the youngest of its map; beyond `most` the oldest is forgotten. */
export function keepYoungest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > most && oldest.done !== true) map.delete(oldest.value);
}

const MOST = 20;

interface Shelf<Value> {
  readonly keep: (profile: string, value: Value) => string;
  /** Null when this window does not know the name, or it was of another profile: ids mean nothing to another business. */
  readonly find: (profile: string, name: string) => Value | null;
}

function shelf<Value>(): Shelf<Value> {
  const kept = new Map<string, { readonly profile: string; readonly value: Value }>();
  return {
    keep: (profile, value) => {
      // No name comes twice, so an address that a later window finds in its history never names something else.
      const name = crypto.randomUUID();
      keepYoungest(kept, name, { profile, value }, MOST);
      return name;
    },
    find: (profile, name) => {
      const found = kept.get(name);
      return found?.profile === profile ? found.value : null;
    },
  };
}

const selections = shelf<readonly string[]>();
const lists = shelf<string>();

/** Keeps the invoices and gives the address of their plan: the screen of its own, or another that shows it (`path`). */
export function planOfSelectionPath(
  profile: string,
  invoices: readonly string[],
  path: string = screenPath('new-resend'),
): string {
  return `${path}?selection=${selections.keep(profile, [...new Set(invoices)])}`;
}

/** The uuids of the picked invoices, each once, in the order in which they were picked. */
export function pickedInvoices(profile: string, name: string): readonly string[] | null {
  return selections.find(profile, name);
}

/** Keeps a pasted text and gives the address of its look-up. */
export function lookupOfTextPath(profile: string, text: string): string {
  return `${screenPath('lookup')}?list=${lists.keep(profile, text)}`;
}

export function pastedText(profile: string, name: string): string | null {
  return lists.find(profile, name);
}
