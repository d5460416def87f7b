/** Closes over a store in one process, by a server whose time stands still. Not here: the facts to close (close.ts). */
import { Closes } from '../../../src/backend/jobs/period/close.ts';
import { Reports } from '../../../src/backend/jobs/kernel/reports.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { Close } from '../../../src/domain/period/close.ts';
import { WORLD_NOW_MS } from '../worlds/close.ts';
import { DiscreteClock } from '../discrete-clock.ts';
import { computeOver } from '../taken-rows.ts';
import { clientAt, jobContext } from './job-context.ts';

export interface CloseBench {
  readonly closes: Closes;
  readonly reports: Reports;
  /** Closes the days, or throws why not. */
  readonly close: (intentId: string, period: Parameters<Closes['close']>[0]['period']) => Promise<Close>;
}

/** For the profile `p1`. `books` may stand before those of the store, to disturb them. */
export function closeBench(store: Store, books = store.books, nowMs = (): number => WORLD_NOW_MS): CloseBench {
  const clock = new DiscreteClock(WORLD_NOW_MS);
  const client = clientAt('http://127.0.0.1:9', 'none', { clock });
  const context = jobContext({ client, mirror: store.mirror('p1'), books, clock });
  const reports = new Reports(context, computeOver(store, books.write));
  const business = { profile: 'Shop', origin: 'http://127.0.0.1:9', sandbox: false };
  const closes = new Closes(context, reports, {
    serverNow: nowMs,
    serverTold: () => true,
    perPage: () => 100,
    bar: () => null,
    business: () => business,
    comparePrior: () => Promise.resolve(),
  });
  return {
    closes,
    reports,
    close: async (intentId, period) => {
      const typed = [{ token: 'USDT', opening: '0' }];
      const overrideReason = 'nobody certifies this world';
      const outcome = await closes.close({ intentId, period, typed, overrideReason, known: null });
      if (outcome.outcome !== 'closed') throw new Error(`refused: ${outcome.reason}`);
      return outcome.close;
    },
  };
}
