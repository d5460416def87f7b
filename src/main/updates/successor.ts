/**
 * The hand-over to a newer version as the end of the console makes it: first the console gives back that it is the only one, for its successor is
 * started while it is still there and would end at once for it. Not here: the order of the end (end-in-order.ts), the hand-over itself (replace.ts).
 */
import type { Successor } from '../desktop/end-in-order.ts';
import type { HandOver } from './replace.ts';

export interface SuccessorParts {
  /** Gives the single-instance lock back. */
  readonly letGo: () => void;
  /** Tells the person that it did not come to that, although the console has no window any more. */
  readonly tell: (sentence: string) => void;
}

/** What follows the console. */
export function successorOf(handOver: HandOver, { letGo, tell }: SuccessorParts): Successor {
  const failed = (error: unknown): never => {
    const why = error instanceof Error ? error.message : 'It could not be put in place.';
    tell(`The newer version was not installed. ${why} This version is as it was.`);
    throw error;
  };
  return {
    async run() {
      letGo();
      await handOver.run().catch(failed);
    },
    async drop() {
      await handOver.drop();
      failed(new Error('The console could not close cleanly.'));
    },
  };
}
