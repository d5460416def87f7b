/**
 * The sync called itself idle while the first walk over the withdrawals had failed and was not tried again yet: a cycle in which that list was
 * not due went well, and said so. A list that could not be looked at is owed, and said to be, until it was.
 */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld } from '../../support/worlds/lists.ts';
import { seeded } from '../../support/seeded.ts';
import { startSyncBench } from '../../support/benches/sync.ts';

test('FAULT-83: is waiting, with the reason, until the withdrawals were walked', async () => {
  const clock = new DiscreteClock();
  const folder = temporaryFolder();
  const world = new ListWorld({
    size: 20,
    order: 'newest-first',
    now: () => clock.now(),
    random: seeded(5),
    withdrawals: 20,
  });
  let bad = 4;
  const refusal = JSON.stringify({ success: false, error: { code: 'INTERNAL_ERROR', message: 'no' } });
  const headers = { 'content-type': 'application/json' };
  const phases: { readonly phase: string; readonly reason: string | null; readonly at: number }[] = [];
  const judged = { at: Number.POSITIVE_INFINITY };
  const bench = startSyncBench({
    folder: folder.path,
    clock,
    world,
    trouble: (path) => {
      if (!path.includes('/withdrawals') || bad-- <= 0) return null;
      return { outcome: { kind: 'reply', status: 500, headers, body: Buffer.from(refusal) }, afterMs: 100 };
    },
    onVerdict: ({ list }) => {
      if (list === 'withdrawals') judged.at = Math.min(judged.at, clock.monotonic());
    },
    onSignal: ({ kind }) => {
      const { phase, reason } = bench.sync.state();
      if (kind === 'sync') phases.push({ phase, reason, at: clock.monotonic() });
    },
  });
  expect(bench.sync.state().phase).not.toBe('idle');
  await bench.mirror.write('bind', { origin: 'http://world' });
  bench.sync.start();
  await bench.runFor(4 * 60_000);
  const before = phases.filter(({ at }) => at < judged.at);
  expect(judged.at).toBeLessThan(4 * 60_000);
  expect(before.filter(({ phase }) => phase === 'idle')).toEqual([]);
  // Cycles went by in which the list was not due.
  expect(before.filter(({ phase, reason }) => phase === 'waiting' && reason !== null).length).toBeGreaterThan(1);
  expect(bench.sync.state().phase).toBe('idle');
  await bench.close();
  folder.remove();
});
