// Counts in words with their noun. Pure.

/** Whole numbers as the console writes them: "12,512". */
export function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}

/** "1 invoice", "12,512 invoices". */
export function countWords(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one}` : `${grouped(count)} ${more}`;
}
