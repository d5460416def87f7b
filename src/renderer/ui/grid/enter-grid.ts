/** The way into the table of the screen from outside of it: from its search with the arrow down. One table a screen offers itself. */

let enter: (() => boolean) | null = null;

/** Offers a table; the returned function takes the offer back. */
export function offerGrid(focus: () => boolean): () => void {
  enter = focus;
  return () => {
    if (enter === focus) enter = null;
  };
}

/** Puts the keyboard on a row of the table; false where there is none. */
export function enterGrid(): boolean {
  return enter?.() ?? false;
}
