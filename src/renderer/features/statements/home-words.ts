// A value in the home currency as it stands in a cell: known rows alone, and how many are not. Pure.
import { countWords } from '../../ui/index.ts';

interface HomeSum {
  readonly value: string;
  readonly unknown: number;
  readonly count: number;
}

/** Null: of none of its rows a rate is known. */
export const knownValue = ({ value, unknown, count }: HomeSum): string | null => (unknown === count ? null : value);

/** Null where all or none are: then the cell says it. */
export const unknownWords = ({ unknown, count }: HomeSum): string | null =>
  unknown === 0 || unknown === count ? null : `${countWords(unknown, 'row', 'rows')} not known`;
