/** The table of the screen, for what stands outside of it: the search above it leads into it, the bar of what is chosen copies from it. One table a screen offers itself. */
import type { CopyFormat } from './copied.ts';

interface OfferedGrid {
  /** Puts the keyboard on a row; false where there is none. */
  readonly focus: () => boolean;
  /** Copies the rows that are chosen; `names`: what a person calls them, a line each. */
  readonly copy: (format: CopyFormat | 'names') => void;
}

let offered: OfferedGrid | null = null;

/** Offers a table; the returned function takes the offer back. */
export function offerGrid(grid: OfferedGrid): () => void {
  offered = grid;
  return () => {
    if (offered === grid) offered = null;
  };
}

export function gridOnScreen(): OfferedGrid | null {
  return offered;
}
