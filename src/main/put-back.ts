// A start that fails for want of its books, in the desktop: the person may have a copy of them put back, and it is
// started once more.
import type { Engine, StartError } from '../shell/engine.ts';
import { askWhich } from './desktop/dialogs.ts';

/** More would not be told apart; the rest lie in the folder. */
const MOST_OFFERED = 3;

/** Rejects as `start` does where nothing is offered, or the person wants none of it. `isOffer` knows the failures that have one. */
export async function startOrPutBack(
  start: () => Promise<Engine>,
  isOffer: (error: unknown) => error is StartError,
): Promise<Engine> {
  let before = '';
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isOffer(error) || error.offer === null || error.offer.copies.length === 0) throw error;
      const { copies, putBack } = error.offer;
      const offered = copies.slice(0, MOST_OFFERED);
      const chosen = await askWhich(
        {
          type: 'error',
          message: `${before}${error.message}`,
          detail:
            'A copy can be put back now. What lies in the place of the books is kept beside it. What happened after the copy was made is not in it, and runs, resends and orders that were open in it stand still until you decide.',
        },
        [...offered.map((name) => `Put back ${name}`), 'End'],
      );
      const name = offered[chosen];
      if (name === undefined) throw error;
      const problem = putBack(name, new Date());
      before = problem === null ? '' : `${problem} `;
    }
  }
}
