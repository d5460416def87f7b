/**
 * Whether characters by themselves (a letter, / or ?) are commands. Whoever speaks instead of typing, or whose hand strikes keys unmeant, has to
 * be able to switch that off (WCAG 2.1.4). Kept in this browser or desktop, since it is about whoever sits there. Not here: the keys (use-key, app/commands).
 */
const KEY = 'merchant-console.plain-keys';
const OFF = 'off';

/** True until somebody has switched them off. */
export function arePlainKeysOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

/** Holds for every window at once: it is looked up when a key is pressed. */
export function setPlainKeys(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, OFF);
  } catch {
    // Storage may be switched off; then they stay on.
  }
}
