/** Fees over random businesses: real files, the real compute job, against exact rationals and the credits of the statement. Two worlds in CI, twenty in a soak run. */
import { expect, it } from 'vitest';
import { periodBounds } from '../../../../src/domain/period/period.ts';
import { expectFees, FEE_PERIODS } from '../../../support/fee-checks.ts';
import { rational } from '../../../support/oracles/statement.ts';
import { scaled } from '../../../support/scale.ts';
import { feeWorld } from '../../../support/worlds/fees.ts';
import { page, temporaryFolder } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

const QUIET = { onProgress: () => undefined };

it.each(Array.from({ length: scaled(20) }, (_, seed) => seed + 1))(
  'the fees of the world of seed %i are exact, and come to the credits of its statement',
  async (seed) => {
    const folder = temporaryFolder();
    const store = await start(folder.path);
    try {
      const period = FEE_PERIODS[seed % FEE_PERIODS.length] ?? FEE_PERIODS[0];
      const bounds = periodBounds(period) ?? expect.unreachable();
      const world = feeWorld(seed, [bounds.from, bounds.to], { invoices: 400, withdrawals: 200 });
      await store.books.read('profiles.list', {});
      const { write } = store.mirror('p1');
      await write('invoices.store', page(world.invoices));
      await write('withdrawals.store', page(world.withdrawals));
      const base = { profileId: 'p1', bounds, period } as const;
      const { timeZone } = period;
      const credited = await expectFees(world, period, {
        totals: (by) => store.compute({ kind: 'fee-totals', ...base, spans: { timeZone, by } }, QUIET),
        rows: (asked) => store.compute({ kind: 'fee-rows', ...base, ...asked }, QUIET),
      });
      const statement = await store.compute({ kind: 'statement', profileId: 'p1', period, typed: [] }, QUIET);
      const credits = statement.tokens[0]?.lines.find(({ kind }) => kind === 'credits');
      expect(rational(credits?.amount ?? 'none')).toBe(credited);
    } finally {
      await store.close();
      folder.remove();
    }
  },
);
