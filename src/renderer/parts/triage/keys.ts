// The keys of a list that is worked through, for the sheet of all keys.
export interface TriageKey {
  readonly keys: readonly string[];
  readonly words: string;
}

/** Of exceptions, in the order in which a row is worked on. */
export const TRIAGE_KEYS: readonly TriageKey[] = [
  { keys: ['J', 'K'], words: 'next row, row before' },
  { keys: ['R'], words: 'resolve the row in hand' },
  { keys: ['1', '2', '3', '4', '5'], words: 'its reason' },
  { keys: ['N'], words: 'write a note' },
  { keys: ['A'], words: 'assign to me, or give back' },
  { keys: ['U'], words: 'reopen' },
  { keys: ['Esc'], words: 'leave the form; once more, close the panel' },
];

/** Of entries of the merchant's own books, beside those. */
export const ENTRY_KEYS: readonly TriageKey[] = [
  { keys: ['O'], words: 'open its record' },
  { keys: ['M'], words: 'match by hand: the row in hand, or the selected ones' },
  { keys: ['U'], words: 'take its match by hand back, or reopen its exception' },
];
