// Sorting: any scalar field, several keys, missing values last in both directions. Money and instants are ordered by
// their keys, that is numerically and in time; text by code point.
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import type { Sort } from '../../../domain/kernel/list.ts';

const MAX_KEYS = 8;

/** "ORDER BY …" of a list whose fields stand in those columns; `ties`, ascending, decide together between any two rows. Throws `invalid-input`. */
export function orderBy<Field extends string>(
  sort: readonly Sort<Field>[],
  columns: Readonly<Record<Field, string>>,
  ties: readonly string[],
): string {
  if (sort.length > MAX_KEYS) throw invalidInput('sort', `at most ${MAX_KEYS} keys`);
  const terms = new Map<string, string>();
  for (const { by, direction } of sort) {
    const column = columns[by];
    // A column that was there before decides nothing more.
    if (!terms.has(column)) terms.set(column, `${column} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST`);
    if (ties.every((tie) => terms.has(tie))) break;
  }
  for (const tie of ties) if (!terms.has(tie)) terms.set(tie, `${tie} ASC`);
  return `ORDER BY ${[...terms.values()].join(', ')}`;
}
