// The hand-over to a newer version as the end of the console makes it.
import type { Successor } from '../desktop/end-in-order.ts';
import type { HandOver } from './replace.ts';

/** What follows the console. `tell` says to the person that it did not come to that, although the console has no window any more. */
export function successorOf(handOver: HandOver, tell: (sentence: string) => void): Successor {
  const failed = (error: unknown): never => {
    const why = error instanceof Error ? error.message : 'It could not be put in place.';
    tell(`The newer version was not installed. ${why} This version is as it was.`);
    throw error;
  };
  return {
    run: () => handOver.run().catch(failed),
    async drop() {
      await handOver.drop();
      failed(new Error('The console could not close cleanly.'));
    },
  };
}
