/**
 * The commands that were given lately in this browser or desktop, by their ids, which hold no word of anybody's. Not here: their order among others
 * (rank.ts).
 */
const KEY = 'merchant-console.recent-commands';
const MOST = 8;

/** The latest first; none where nothing may be stored. */
export function recentCommands(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** It was given just now. */
export function noteCommand(id: string): void {
  try {
    window.localStorage.setItem(
      KEY,
      JSON.stringify([id, ...recentCommands().filter((one) => one !== id)].slice(0, MOST)),
    );
  } catch {
    // Storage may be switched off; then the order is that of the table.
  }
}
