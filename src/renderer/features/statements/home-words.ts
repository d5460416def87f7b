// How many rows of a value in the home currency are in none, as it stands in its cell. Pure.
import type { StatementValue } from '../../../domain/period/journal.ts';
import { countWords } from '../../ui/index.ts';

/** Null where all or none are: then the cell says it. */
export const unknownWords = ({ unknown, count }: Pick<StatementValue, 'unknown' | 'count'>): string | null =>
  unknown === 0 || unknown === count ? null : `${countWords(unknown, 'row', 'rows')} not known`;
