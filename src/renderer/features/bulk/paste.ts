/**
 * Ids out of a text that a person pasted: from a table, a chat, a log. Pure. Not here: finding their invoices (the engine).
 */

/** As many as one plan takes (contract, resends.plan). */
export const MAX_PASTED = 500;
/** As long as the engine takes one; the API's longest is 128 characters. */
const MAX_ID_CHARACTERS = 256;

export interface PastedIds {
  /** Each once, in the order in which they stand, at most MAX_PASTED. */
  readonly ids: readonly string[];
  /** Words beyond those that a plan takes. */
  readonly beyond: number;
  readonly repeated: number;
  /** Too long to be an id. */
  readonly tooLong: number;
}

/** Splits at white space, commas, semicolons, bars and quotes, since no id of a shop is known to hold any of them. */
export function pastedIds(text: string): PastedIds {
  const words = text.split(/[\s,;|"'`“”‘’]+/u).filter((word) => word !== '');
  const fitting = words.filter((word) => word.length <= MAX_ID_CHARACTERS);
  const distinct = [...new Set(fitting)];
  return {
    ids: distinct.slice(0, MAX_PASTED),
    beyond: Math.max(0, distinct.length - MAX_PASTED),
    repeated: fitting.length - distinct.length,
    tooLong: words.length - fitting.length,
  };
}

/** "37 ids, 2 named twice."; empty while there is nothing. */
export function pastedWords({ ids, beyond, repeated, tooLong }: PastedIds): string {
  if (ids.length === 0) return tooLong === 0 ? '' : 'Nothing here is short enough to be an id.';
  const parts = [`${ids.length.toLocaleString('en-GB')} ${ids.length === 1 ? 'id' : 'ids'}`];
  if (repeated > 0) parts.push(`${repeated.toLocaleString('en-GB')} named twice and taken once`);
  if (tooLong > 0) parts.push(`${tooLong.toLocaleString('en-GB')} too long to be an id and left out`);
  if (beyond > 0) parts.push(`${beyond.toLocaleString('en-GB')} beyond the ${MAX_PASTED} of one plan left out`);
  return `${parts.join(', ')}.`;
}
