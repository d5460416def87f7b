/**
 * What each thread of the store may hold, megabytes, all in one place: their sum is what the process holds beside the engine's own thread. Heaps end at `old`; pages are SQLite's own,
 * of each connection, and are held once they were read. Not here: which job is large (compute-jobs.ts).
 */
interface ThreadMemory {
  /** What the heap may hold of what lives long; beyond it the thread ends with an error (ranOutOfMemory), and nothing else does. */
  readonly old: number;
  /**
   * Of what lives short. The runtime would take up to six times as much as that of a job: a dry run of 200,000 rows then held 90 MB more, and took longer, for room that is new has to
   * be given by the system first.
   */
  readonly young: number;
}

/**
 * Writer and reader pass at most a thousand rows on at once. Of a job 300,000 rows of a ledger beside as many invoices, which is the most that any holds at once, need between 96 and
 * 192; every other job goes through its rows and does with 64 at that size.
 */
export const HEAPS = {
  writer: { old: 512, young: 8 },
  reader: { old: 512, young: 8 },
  compute: { old: 1_024, young: 16 },
} as const satisfies Readonly<Record<string, ThreadMemory>>;

export type ThreadName = keyof typeof HEAPS;

/** Pages of each connection. A job goes through its rows once: what it kept would be held by the process ever after, which gives no small piece back to the system. */
export const PAGES = {
  writer: { mirror: 64, books: 32 },
  reader: { mirror: 24, books: 48 },
  compute: { mirror: 8, books: 16 },
} as const satisfies Readonly<Record<ThreadName, Readonly<Record<'mirror' | 'books', number>>>>;
