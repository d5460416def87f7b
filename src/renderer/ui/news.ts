// What a person has to know on whatever screen they are now; it outlives a step to another screen or profile.
import { useSyncExternalStore } from 'react';

export interface News {
  /** The same news told twice is shown once, and stays away when it was put away. */
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly tone: 'good' | 'warn' | 'quiet';
  /** Where there is more of it. */
  readonly link: { readonly label: string; readonly path: string } | null;
  /** Whose it is; the link is of this business only. Null: of none. */
  readonly profile: string | null;
}

/** More of them nobody reads; the oldest gives way. */
const MOST = 5;
/** Ids of what was told; enough for everything that may be told again after a reconnect. */
const MOST_TOLD = 200;

let list: readonly News[] = [];
let told: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly News[]): void {
  list = next;
  for (const listener of listeners) listener();
}

/** Shows it on every screen until it is put away. */
export function tellNews(news: News): void {
  if (told.includes(news.id)) return;
  told = [...told, news.id].slice(-MOST_TOLD);
  change([...list, news].slice(-MOST));
}

/** It was read. */
export function putNewsAway(id: string): void {
  change(list.filter((one) => one.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Everything that was told and not put away, the oldest first. */
export function useNews(): readonly News[] {
  return useSyncExternalStore(subscribe, () => list);
}
