// The keyboard of a table whose cells are drawn anew: it goes on in the same place, and what was pressed while its cell was not there is not lost.
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { isHeld } from '../window/keys.ts';
import { PICK_COLUMN } from './types.ts';

type Box = RefObject<HTMLDivElement | null>;

interface Place {
  readonly row: string;
  readonly column: string;
}

/**
 * Rows that have come, and columns that have gone, take the cell with the keyboard out of the page: it goes on in the same place, unless a person has put
 * it elsewhere. The returned function tells of a place that the keyboard is on its way to, in rows that are not drawn yet.
 */
export function useKeptKeyboard(box: Box): (row: number, column: string) => void {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const stop = new AbortController();
    const early = new EarlyKeys(current);
    const note = ({ target }: Event): void => {
      const cell = target instanceof Element && current.contains(target) ? target.closest('.ag-cell') : null;
      const row = cell?.closest('[row-index]')?.getAttribute('row-index') ?? null;
      place.current = cell === null || row === null ? null : { row, column: cell.getAttribute('col-id') ?? '' };
      if (place.current === null) early.forget();
      else queueMicrotask(() => early.press());
    };
    for (const sign of ['focusin', 'pointerdown']) document.addEventListener(sign, note, { signal: stop.signal });
    const press = (event: KeyboardEvent): void => {
      if (place.current === null || document.activeElement !== document.body || !isOfTable(event)) return;
      early.keep(event);
      event.preventDefault();
    };
    document.addEventListener('keydown', press, { signal: stop.signal });
    const drawn = new MutationObserver(() => {
      if (place.current !== null && document.activeElement === document.body)
        cellAt(current, place.current)?.focus({ preventScroll: true });
    });
    drawn.observe(current, { childList: true, subtree: true });
    return () => {
      drawn.disconnect();
      stop.abort();
    };
  }, [box]);
  return useCallback(
    (row, column) => {
      const { activeElement } = document;
      const { current } = box;
      // Whoever writes beside the table keeps the keyboard there.
      if (activeElement === document.body || current?.contains(activeElement) === true)
        place.current = { row: `${row}`, column };
    },
    [box],
  );
}

function cellAt(box: HTMLElement, { row, column }: Place): HTMLElement | undefined {
  const cells = [...box.querySelectorAll<HTMLElement>(`[row-index="${row}"] .ag-cell`)];
  const same = cells.find((cell) => cell.getAttribute('col-id') === column);
  return same ?? cells.find((cell) => cell.getAttribute('col-id') !== PICK_COLUMN);
}

const TABLE_KEYS: ReadonlySet<string> = new Set(
  'ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown Home End Enter'.split(' '),
);

/** Those that mean something in any cell. */
function isOfTable(event: KeyboardEvent): boolean {
  return TABLE_KEYS.has(event.key) || (isHeld(event) && event.key === 'g');
}

/** A key that is held down would fill any room. */
const MOST_EARLY = 32;

/** What is pressed between a cell that is gone and the one that is drawn in its place. */
class EarlyKeys {
  readonly #box: HTMLElement;
  #waiting: KeyboardEventInit[] = [];

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  keep({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): void {
    if (this.#waiting.length < MOST_EARLY) this.#waiting.push({ key, code, ctrlKey, metaKey, shiftKey, altKey });
  }

  forget(): void {
    this.#waiting = [];
  }

  /** In the order in which they came, each in the cell that the one before it led to; the rest wait where that is not drawn. */
  press(): void {
    while (this.#waiting.length > 0) {
      const { activeElement } = document;
      if (activeElement === null || !this.#box.contains(activeElement)) return;
      const init = this.#waiting.shift();
      activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
    }
  }
}
