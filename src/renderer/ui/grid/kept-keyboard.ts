// The keyboard of a table whose cells are drawn anew: it goes on in the same place, and what was pressed while its cell was not there is not lost.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isHeld } from '../window/keys.ts';
import { PICK_COLUMN } from './types.ts';

type Box = RefObject<HTMLDivElement | null>;

interface Place {
  readonly row: string;
  readonly column: string;
}

interface KeptKeyboard {
  /** Tells of a place that the keyboard is on its way to, in rows that are not drawn yet. */
  readonly keepAt: (row: number, column: string) => void;
  /**
   * Of a key in a cell whose row the table has given up, `null` for its place, while it is still drawn: true, and the key counts in the cell that is drawn there
   * next. The table would reckon from no row at all: down is the second one of the list, up its titles.
   */
  readonly waits: (event: KeyboardEvent, row: number | null) => boolean;
}

/**
 * Rows that have come, and columns that have gone, take the cell with the keyboard out of the page: it goes on in the same place, unless a person has put
 * it elsewhere.
 */
export function useKeptKeyboard(box: Box): KeptKeyboard {
  const place = useRef<Place | null>(null);
  const [early] = useState(() => new EarlyKeys(box));
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const stop = new AbortController();
    const note = ({ target }: Event): void => {
      // A cell that takes the keyboard while it is being drawn has its role, but not yet its classes.
      const cell = target instanceof Element && current.contains(target) ? target.closest('[role="gridcell"]') : null;
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
  }, [box, early]);
  const keepAt = useCallback(
    (row: number, column: string) => {
      const { activeElement } = document;
      const { current } = box;
      // Whoever writes beside the table keeps the keyboard there.
      if (activeElement === document.body || current?.contains(activeElement) === true)
        place.current = { row: `${row}`, column };
    },
    [box],
  );
  const waits = useCallback(
    (event: KeyboardEvent, row: number | null) => {
      if (row !== null) return false;
      if (event.type !== 'keydown' || !isOfRow(event)) return true;
      early.keep(event);
      event.preventDefault();
      return true;
    },
    [early],
  );
  return useMemo(() => ({ keepAt, waits }), [keepAt, waits]);
}

function cellAt(box: HTMLElement, { row, column }: Place): HTMLElement | undefined {
  const cells = [...box.querySelectorAll<HTMLElement>(`[row-index="${row}"] .ag-cell`)];
  const same = cells.find((cell) => cell.getAttribute('col-id') === column);
  return same ?? cells.find((cell) => cell.getAttribute('col-id') !== PICK_COLUMN);
}

const TABLE_KEYS: ReadonlySet<string> = new Set(
  'ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown Home End Enter'.split(' '),
);
/** They choose and copy the row; without a cell they have other meanings. */
const ROW_KEYS: ReadonlySet<string> = new Set([' ', 'c', 'C']);

/** Those that mean something in any cell. */
function isOfTable(event: KeyboardEvent): boolean {
  return TABLE_KEYS.has(event.key) || isFarKey(event);
}

/** Those that need the row of their cell. */
function isOfRow(event: KeyboardEvent): boolean {
  return (TABLE_KEYS.has(event.key) && !isFarKey(event)) || (ROW_KEYS.has(event.key) && !isHeld(event));
}

const FAR_KEYS: ReadonlySet<string> = new Set(['Home', 'End', 'g']);

/** Ctrl or ⌘ with one of them leads to an end of the table, or to a row by its number, from whatever cell (far-rows.tsx). */
export function isFarKey(event: KeyboardEvent): boolean {
  return FAR_KEYS.has(event.key) && isHeld(event) && !event.shiftKey && !event.altKey;
}

/** A key that is held down would fill any room. */
const MOST_EARLY = 32;

/** What is pressed between a cell that is gone and the one that is drawn in its place. */
class EarlyKeys {
  readonly #box: Box;
  #waiting: KeyboardEventInit[] = [];
  #isPressing = false;
  /** The cell that it was pressed in is one that is gone, too. */
  #isEarlyStill = false;

  constructor(box: Box) {
    this.#box = box;
  }

  keep({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): void {
    if (this.#isPressing) this.#isEarlyStill = true;
    else if (this.#waiting.length < MOST_EARLY) this.#waiting.push({ key, code, ctrlKey, metaKey, shiftKey, altKey });
  }

  forget(): void {
    this.#waiting = [];
  }

  /** In the order in which they came, each in the cell that the one before it led to; the rest wait where that is not drawn. */
  press(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#isTaken(next)) continue;
      this.#waiting.unshift(next);
      return;
    }
  }

  #isTaken(key: KeyboardEventInit): boolean {
    const { activeElement } = document;
    if (activeElement === null || this.#box.current?.contains(activeElement) !== true) return false;
    this.#isPressing = true;
    this.#isEarlyStill = false;
    activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
    this.#isPressing = false;
    return !this.#isEarlyStill;
  }
}
