/** One life of a console that runs many resends and dies at the step it is told; parent and child know it alike. */

/** Around the commits of a resend, and around those of the run that it belongs to. */
export const BULK_KILL_POINTS = [
  'after armed',
  'after inflight',
  'after the POST',
  'after the turn',
  'before the item is settled',
] as const;
export type BulkKillPoint = (typeof BULK_KILL_POINTS)[number];

export interface BulkLife {
  readonly dataFolder: string;
  readonly runId: string;
  /** Present in the first life of a run. */
  readonly invoices?: readonly string[] | undefined;
  /** Null: it lives until the run is over. */
  readonly point: BulkKillPoint | null;
  /** So often the point is passed alive. */
  readonly passes: number;
  /** After the POST, milliseconds of real time. */
  readonly afterMs: number;
}

/** Time in the child and in the sandbox, against ours. */
export const BULK_KILL_FACTOR = 30;
