/** What a console that only imports is told at its birth. */
export interface ImportLife {
  readonly dataFolder: string;
  readonly sourceId: string;
  readonly intentId: string;
  /** Rows of its file: the first so many of one ledger that never ends. */
  readonly rows: number;
  /** Taken back when the import is over; null: nothing is. */
  readonly undo: string | null;
  /** The write before which it dies, from 1; 0: it lives. */
  readonly dieAt: number;
}
