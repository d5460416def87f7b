/** The journal over random businesses: real files, the real compute job, against exact rationals and the statement of the period. Two worlds in CI, twenty in a soak run. */
import { expect, it } from 'vitest';
import { periodBounds } from '../../../../src/domain/period/period.ts';
import { FEE_PERIODS } from '../../../support/fee-checks.ts';
import { expectJournal } from '../../../support/journal-checks.ts';
import { rational } from '../../../support/oracles/statement.ts';
import { scaled } from '../../../support/scale.ts';
import { feeWorld } from '../../../support/worlds/fees.ts';
import { page, temporaryFolder } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

const QUIET = { onProgress: () => undefined };

it.each(Array.from({ length: scaled(20) }, (_, seed) => seed + 1))(
  'the journal of the world of seed %i is exact, and its balances are those of its statement',
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
      const base = { profileId: 'p1', period, closeId: null } as const;
      await expectJournal(world, period, {
        journal: (switches) => store.compute({ kind: 'journal', ...base, switches }, QUIET),
        rows: (switches, line, offset, limit) =>
          store.compute({ kind: 'journal-rows', ...base, switches, ...line, offset, limit }, QUIET),
      });
      const switches = { estimates: true, customerFees: true };
      const journal = await store.compute({ kind: 'journal', ...base, switches }, QUIET);
      const statement = await store.compute({ kind: 'statement', profileId: 'p1', period, typed: [] }, QUIET);
      expect(journal.standing).toBe('incomplete');
      for (const { token, movement } of statement.tokens) {
        const sum = journal.lines
          .filter(({ role, currency }) => role === 'balance' && currency === token)
          .reduce((all, { side, amount }) => all + (side === 'debit' ? rational(amount) : -rational(amount)), 0n);
        expect([token, sum]).toEqual([token, rational(movement)]);
      }
      for (const { kind, count } of journal.left) expect([kind, count > 0]).toEqual([kind, true]);
    } finally {
      await store.close();
      folder.remove();
    }
  },
);
