/** Titles of columns as the console speaks of them: each once, none empty, none longer than a title can be. Not here: which line has them. */
const MAX_TITLE = 200;
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const UNSPEAKABLE = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** The titles of the cells of a header, without empty ones at its end. */
export function titlesOf(cells: readonly string[]): readonly string[] {
  const spoken = cells.map((cell) => cell.toWellFormed().replaceAll(UNSPEAKABLE, ' ').trim().slice(0, MAX_TITLE));
  while (spoken.length > 0 && spoken.at(-1) === '') spoken.pop();
  return distinct(spoken.map((title, index) => (title === '' ? defaultTitle(index) : title)));
}

/** "Column 1": of a file without titles. */
export function defaultTitles(columns: number): readonly string[] {
  return Array.from({ length: columns }, (_, index) => defaultTitle(index));
}

function defaultTitle(index: number): string {
  return `Column ${index + 1}`;
}

/** The second "Amount" is "Amount (2)". */
function distinct(titles: readonly string[]): readonly string[] {
  const taken = new Set<string>(titles);
  const seen = new Set<string>();
  return titles.map((title) => {
    if (!seen.has(title)) {
      seen.add(title);
      return title;
    }
    for (let number = 2; ; number += 1) {
      const other = `${title} (${number})`;
      if (taken.has(other) || seen.has(other)) continue;
      seen.add(other);
      return other;
    }
  });
}
