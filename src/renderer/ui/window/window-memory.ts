// What a window remembers beside its components: it outlives a step to another screen or profile, and ends with the window.
import { useSyncExternalStore } from 'react';

export interface WindowStore<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** The value, drawn anew whenever it is another. */
  readonly use: () => Value;
}

export function windowStore<Value>(first: Value): WindowStore<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const tell of listeners) tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

export interface ShownNews {
  /** The same news told twice is shown once, and stays away when it was put away. */
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly tone: 'good' | 'warn' | 'quiet';
  readonly link: { readonly label: string; readonly path: string } | null;
  /** Whose it is; the link is of this business only. Null: of none. */
  readonly profile: string | null;
}

/** More of them nobody reads; the oldest gives way. */
const MOST_NEWS = 5;
/** Ids of what was told; enough for everything that may be told again after a reconnect. */
const MOST_TOLD = 200;

const shown = windowStore<readonly ShownNews[]>([]);
let told: readonly string[] = [];

/** Shows it on every screen until it is put away. */
export function tellNews(news: ShownNews): void {
  if (told.includes(news.id)) return;
  told = [...told, news.id].slice(-MOST_TOLD);
  shown.set([...shown.get(), news].slice(-MOST_NEWS));
}

/** What was asked for did not come about, and its own place does not say so. Told anew each time. */
export function tellUndone(title: string, words: string): void {
  tellNews({ id: `undone ${title} ${Date.now()}`, title, words, tone: 'warn', link: null, profile: null });
}

export function putNewsAway(id: string): void {
  shown.set(shown.get().filter((one) => one.id !== id));
}

/** Everything that was told and not put away, the oldest first. */
export const useNews = shown.use;

/** A record that was opened, as its address names it. */
export interface LastLook {
  readonly profile: string;
  readonly kind: 'invoice' | 'customer' | 'withdrawal';
  readonly ident: string;
  /** Milliseconds since the epoch, of the last time it was opened. */
  readonly at: number;
}

const MOST_LOOKS = 40;
const looks = windowStore<readonly LastLook[]>([]);

/** It was opened just now; what was there before moves to the front. */
export function noteLook(look: LastLook): void {
  const isOther = ({ profile, kind, ident }: LastLook) =>
    profile !== look.profile || kind !== look.kind || ident !== look.ident;
  looks.set([look, ...looks.get().filter(isOther)].slice(0, MOST_LOOKS));
}

/** Of all businesses, the latest first. */
export const useLooks = looks.use;
