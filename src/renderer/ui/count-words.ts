/**
 * Counts in words, alone with their noun or as a part of a whole. Pure. Not here: amounts (money-text.tsx).
 */
export { countWords } from '../../domain/count-words.ts';

/** "1,204 of 12,512 match". The facet counts every row once; rows that came since are part of the whole all the same. */
export function matchWords(count: number, facet: readonly { readonly count: number }[]): string {
  const all = facet.reduce((sum, one) => sum + one.count, 0);
  return `${count.toLocaleString('en-GB')} of ${Math.max(all, count).toLocaleString('en-GB')} match`;
}
