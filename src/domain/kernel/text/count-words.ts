// Counts in words with their noun. Pure.
import { type NumberWriting, PLAIN_WRITING, writeDecimal } from './writing.ts';

/** Whole numbers as the console writes them: "12,512". */
export function grouped(count: number, numbers: NumberWriting = PLAIN_WRITING.numbers): string {
  return writeDecimal(`${count}`, numbers);
}

/** "1 invoice", "12,512 invoices". */
export function countWords(
  count: number,
  one: string,
  more: string,
  numbers: NumberWriting = PLAIN_WRITING.numbers,
): string {
  return count === 1 ? `1 ${one}` : `${grouped(count, numbers)} ${more}`;
}
