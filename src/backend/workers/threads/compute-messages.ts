/** What passes between a compute thread, the engine's thread and the writer. */
import type { JobProgress } from '../../files/writing/export.ts';
import type { ComputeJob, ComputeResults } from './compute-jobs.ts';
import type { ErrorData } from './protocol.ts';
import type { Port } from './spawn.ts';

export interface ComputeStart {
  readonly dataFolder: string;
  readonly job: ComputeJob;
  /** Shared: a thread in the middle of a loop reads no messages. */
  readonly flags: Int32Array;
  /** To the writer, for rows that are stored as they are found. Absent: they go to the engine's thread. */
  readonly rows?: Port | undefined;
}

/** What goes to the writer over a port of the job's own. */
export type HandedOver =
  /** At most 1,000 rows. */
  { readonly kind: 'rows'; readonly rows: readonly unknown[] } | { readonly kind: 'end' };

const CANCEL = 0;
const TAKEN = 1;
/** Batches under way at most: what is found faster than it can be stored waits here, not in memory. */
const MOST_UNTAKEN = 4;
/** A thread that waits for its batches to be taken looks so often whether it is still wanted, milliseconds. */
const LOOK_EVERY_MS = 200;

export type ComputeMessage<Kind extends ComputeJob['kind'] = ComputeJob['kind']> =
  | { readonly kind: 'progress'; readonly progress: JobProgress }
  /** At most 1,000 rows. */
  | { readonly kind: 'batch'; readonly rows: readonly unknown[] }
  /** `heapBytes`: what the thread holds in the end, of its heap and beside it. */
  | { readonly kind: 'done'; readonly result: ComputeResults[Kind]; readonly heapBytes: number }
  | { readonly kind: 'failed'; readonly error: ErrorData; readonly heapBytes: number };

/** Flags that both threads see, none raised. */
export function newFlags(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** The job is not wanted any more. */
export function cancel(flags: Int32Array): void {
  Atomics.store(flags, CANCEL, 1);
  Atomics.notify(flags, TAKEN);
}

/** Is the job still wanted? */
export function isCancelled(flags: Int32Array): boolean {
  return Atomics.load(flags, CANCEL) !== 0;
}

/** One more batch was stored. */
export function batchTaken(flags: Int32Array): void {
  Atomics.add(flags, TAKEN, 1);
  Atomics.notify(flags, TAKEN);
}

/** Waits, in the job's thread, until there is room for the batch after `sent` others, or the job is cancelled. */
export function awaitRoom(flags: Int32Array, sent: number): void {
  for (;;) {
    const taken = Atomics.load(flags, TAKEN);
    if (sent - taken < MOST_UNTAKEN || isCancelled(flags)) return;
    Atomics.wait(flags, TAKEN, taken, LOOK_EVERY_MS);
  }
}
