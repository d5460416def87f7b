/** What is kept of invoices by day is what counting all of them gives, after every page and whatever a page changes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mirrorPath } from '../../../../src/backend/workers/threads/locations.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { cellText, cellTextOrNull } from '../../../../src/backend/sqlite/columns.ts';
import { MoneySum } from '../../../../src/domain/kernel/money/notation.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { invoices } from '../arbitrary.ts';
import { page, temporaryFolder, uuidOf } from '../sample.ts';

const KEPT = `SELECT day, status, currency, payment_method, count, amount, settled, unsettled FROM invoice_tallies
  ORDER BY day, status, currency, payment_method`;
const COUNTED = `SELECT coalesce(substr(created_at_key, 1, 10), '') AS day, status, currency, coalesce(payment_method, '') AS method,
  amount, settled_amount_usdt FROM invoices ORDER BY day, status, currency, method`;

/** The rows of the table, counted from the invoices. */
function countedAnew(database: SqliteDatabase): readonly unknown[] {
  const groups = new Map<string, { key: unknown[]; count: number; unsettled: number; sums: [MoneySum, MoneySum] }>();
  for (const [day, status, currency, method, amount, settled] of database.iterate(COUNTED)) {
    const key = [day, status, currency, method];
    const name = JSON.stringify(key);
    const fresh = { key, count: 0, unsettled: 0, sums: [new MoneySum(), new MoneySum()] as [MoneySum, MoneySum] };
    const group = groups.get(name) ?? fresh;
    groups.set(name, group);
    group.count += 1;
    if (status !== 'success') continue;
    group.sums[0].add(cellText(amount));
    const credited = cellTextOrNull(settled);
    if (credited === null) group.unsettled += 1;
    else group.sums[1].add(credited);
  }
  return [...groups.values()].map(({ key, count, unsettled, sums: [amount, settled] }) => [
    ...key,
    count,
    amount.total(),
    settled.total(),
    unsettled,
  ]);
}

it('after every page of random changes the tallies are what is there', async () => {
  // Each round tells of the same invoices anew, as they might be by then, or as they were before.
  const rounds = fc.array(fc.record({ all: invoices(12), hour: fc.integer({ min: 0, max: 9 }) }), {
    minLength: 2,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (told) => {
      const folder = temporaryFolder();
      const store = openInProcess(folder.path);
      const mirror = store.mirror('p1');
      for (const { all, hour } of told) {
        const same = all.map((one, at) => ({ ...one, uuid: uuidOf(at) }));
        await mirror.write('invoices.store', page(same, { asOf: `2026-11-21T1${hour}:00:00Z` }));
        const path = mirrorPath(folder.path, 'p1');
        const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-only', synchronous: 'NORMAL' });
        const kept = [...database.iterate(KEPT)].map((row) => [...row]);
        expect(kept).toEqual(countedAnew(database));
        database.close();
      }
      await store.close();
      folder.remove();
    }),
    { seed: 7, numRuns: 30 },
  );
});
