// Foreign text in a cell of a table: on one line, capped, a dash for none.
import { plainText } from './foreign-text.tsx';

const CELL_CHARACTERS = 200;

/** At most `most` characters of it; "—" for none. */
export function cellText(text: string | null, most = CELL_CHARACTERS): string {
  return text === null || text === '' ? '—' : plainText(text.slice(0, most));
}
