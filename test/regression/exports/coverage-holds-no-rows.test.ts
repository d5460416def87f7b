/**
 * Counting the coverages of a tie-out kept what each row is judged by in memory until all were sorted: 170 MB of 700,000 rows, more than all else that a
 * pack holds. They are counted as they come.
 */
import { expect, onTestFinished, test, vi } from 'vitest';
import { MIRROR_MIGRATIONS } from '../../../src/backend/mirror/kernel/schema.ts';
import { coverageCounts } from '../../../src/backend/mirror/reconcile/tie-rows.ts';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { migrate } from '../../../src/backend/sqlite/migrations.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';

test('the coverages of a tie-out are counted without a sort', () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const database = SqliteDatabase.open({
    path: `${folder.path}/mirror.db`,
    file: 'mirror',
    mode: 'read-write',
    synchronous: 'NORMAL',
  });
  onTestFinished(() => database.close());
  migrate(database, MIRROR_MIGRATIONS);
  const asked = (['all', 'each', 'iterate'] as const).map((name) => vi.spyOn(database, name));
  coverageCounts(database, { bounds: { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' } });
  const queries = asked.flatMap(({ mock }) => mock.calls);
  expect(queries).not.toEqual([]);
  for (const [sql, ...parameters] of queries) {
    const steps = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map(({ detail }) => String(detail));
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  }
});
