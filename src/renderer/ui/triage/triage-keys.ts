/**
 * The keys of a list that is worked through, for the line below it and for the sheet of all keys. Not here: what they do (use-triage.ts,
 * triage-form.tsx).
 */

export interface TriageKey {
  readonly keys: readonly string[];
  /** For the line below the table; null for what the form itself shows. */
  readonly brief: string | null;
  /** For the sheet. */
  readonly words: string;
}

/** Of exceptions, in the order in which a row is worked on. */
export const TRIAGE_KEYS: readonly TriageKey[] = [
  { keys: ['J', 'K'], brief: 'move', words: 'next row, row before' },
  { keys: ['R'], brief: 'resolve', words: 'resolve the row in hand' },
  { keys: ['1', '2', '3', '4', '5'], brief: null, words: 'its reason' },
  { keys: ['N'], brief: 'note', words: 'write a note' },
  { keys: ['A'], brief: 'assign to me', words: 'assign to me, or give back' },
  { keys: ['U'], brief: 'reopen', words: 'reopen' },
  { keys: ['Esc'], brief: 'close', words: 'leave the form; once more, close the panel' },
];

/** Of entries of the merchant's own books; those of the exception that hangs on one are the same. */
export const ENTRY_KEYS: readonly TriageKey[] = [
  { keys: ['J', 'K'], brief: 'move', words: 'next row, row before' },
  { keys: ['O'], brief: 'open', words: 'open its record' },
  { keys: ['M'], brief: 'match', words: 'match by hand: the row in hand, or the selected ones' },
  { keys: ['U'], brief: 'take back', words: 'take its match by hand back, or reopen its exception' },
  { keys: ['R'], brief: 'resolve', words: 'resolve its exception' },
  { keys: ['N'], brief: 'note', words: 'write a note on its exception' },
  { keys: ['A'], brief: 'assign', words: 'assign its exception to me, or give it back' },
  { keys: ['Esc'], brief: 'close', words: 'leave the form; once more, close the panel' },
];
