// One operation at a time, each with a limit. An operation that is given up keeps its turn until it really ends: a
// key store that waits for a person may still do what it was asked, and what is asked next must come after it.

export class TurnTimeout extends Error {}

export interface VaultTurns {
  /** Waits for its turn and does the work, both within `ms`. Throws TurnTimeout. */
  take<Value>(ms: number, work: () => Promise<Value>): Promise<Value>;
}

/** A queue of turns. */
export function createTurns(): VaultTurns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(ms, work) {
      let isGivenUp = false;
      const turn = last.then(() => {
        // Given up while waiting: nobody hears the answer, so nothing is asked.
        if (isGivenUp) throw new TurnTimeout();
        return work();
      });
      last = turn.catch(() => undefined);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          isGivenUp = true;
          reject(new TurnTimeout());
        }, ms);
        turn.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    },
  };
}
