// What a person has to know on whatever screen they are now; it outlives a step to another screen or profile.
import { windowStore } from './window-store.ts';

export interface ShownNews {
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

const list = windowStore<readonly ShownNews[]>([]);
let told: readonly string[] = [];

/** Shows it on every screen until it is put away. */
export function tellNews(news: ShownNews): void {
  if (told.includes(news.id)) return;
  told = [...told, news.id].slice(-MOST_TOLD);
  list.set([...list.get(), news].slice(-MOST));
}

/** What was asked for did not come about, and its own place does not say so. Told anew each time. */
export function tellUndone(title: string, words: string): void {
  tellNews({ id: `undone ${title} ${Date.now()}`, title, words, tone: 'warn', link: null, profile: null });
}

export function putNewsAway(id: string): void {
  list.set(list.get().filter((one) => one.id !== id));
}

/** Everything that was told and not put away, the oldest first. */
export const useNews = list.use;
