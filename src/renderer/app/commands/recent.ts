/**
 * The commands that were given lately in this window, by their ids, for as long as it shows this page: nothing of them is stored. Not here: their order
 * among others (rank.ts).
 */
const MOST = 8;

let recent: readonly string[] = [];

/** The latest first. */
export function recentCommands(): readonly string[] {
  return recent;
}

/** It was given just now. */
export function noteCommand(id: string): void {
  recent = [id, ...recent.filter((one) => one !== id)].slice(0, MOST);
}
