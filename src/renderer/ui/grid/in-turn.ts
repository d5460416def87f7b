// Rows that have just been read come on screen a few a frame: a page of them at once would be one long task.

import { ROWS_A_FRAME } from './grid-frames.ts';

const waiting = new Map<object, Set<() => void>>();
let isAsked = false;

/** Calls it when the row's turn has come, with all that wait for the same row; the first in line comes first. Returns how to give it up. */
export function inTurn(row: object, show: () => void): () => void {
  const cells = waiting.get(row) ?? new Set();
  waiting.set(row, cells.add(show));
  ask();
  return () => {
    cells.delete(show);
    if (cells.size === 0 && waiting.get(row) === cells) waiting.delete(row);
  };
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    for (const [row, cells] of [...waiting].slice(0, ROWS_A_FRAME)) {
      waiting.delete(row);
      for (const show of cells) show();
    }
    if (waiting.size > 0) ask();
  });
}
