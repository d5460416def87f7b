// What was typed for the finder before its own field has the keyboard: into a field elsewhere, or right behind the key that opens it.
let handed: string | null = null;
let stop: (() => void) | null = null;

/** Opens the finder with the text. Letters that come before its field is there are added to it. */
export function handToFinder(text: string): void {
  const isFirst = handed === null;
  handed = text;
  if (isFirst) document.querySelector<HTMLElement>('[data-console-find]')?.click();
}

/** What has the keyboard gets it back from a finder that never comes, milliseconds: Escape gives it back at once, and so does one that cannot be loaded. */
const MOST_WAIT_MS = 60_000;

/** The finder is on its way: letters go into it from now on, and Enter behind them means its first line. */
export function handKeysToFinder(): void {
  stop?.();
  const since = performance.now();
  const listen = (event: KeyboardEvent): void => {
    if (event.timeStamp - since > MOST_WAIT_MS || event.key === 'Escape') return stop?.();
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const before = handed ?? '';
    if (event.key === 'Enter') handed = `${before}\n`;
    else if (event.key === 'Backspace') handed = before.slice(0, -1);
    else if (event.key.length === 1) handed = before + event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', listen, { capture: true });
  stop = () => {
    stop = null;
    window.removeEventListener('keydown', listen, { capture: true });
  };
}

/** The field has the keyboard. Ends with a line break where Enter was pressed; null where nothing was typed. */
export function takeHanded(): string | null {
  const text = handed;
  handed = null;
  stop?.();
  return text;
}
