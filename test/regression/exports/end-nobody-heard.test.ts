/**
 * A scheduled export was in its folder, and the writer died in the moment in which that was in the books: the run was called failed and its file had no name any
 * more, so that the next try wrote a second one beside it. Found by the simulator's seed 1252 of thirty days.
 */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { synced, until } from '../../integration/bench.ts';
import { withDyingWriter } from '../../integration/dying-writer.ts';

test('an export that lies in its folder has not failed since nobody heard of its end', () =>
  withDyingWriter(async ({ bench, shop, writer }) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'merchant-console-end-')));
    try {
      await synced(bench, shop);
      const schedule = {
        scheduleId: 'daily-invoices',
        name: 'Invoices',
        request: { kind: 'invoices', filter: {} },
        rolls: 'yesterday',
        rule: { every: 'day', hour: 6, timeZone: 'UTC' },
        folder,
        fileName: 'invoices',
      } as const;
      await bench.call('schedules.save', schedule, shop);
      writer.next = 'schedules.end';
      await bench.ask('schedules.run', { scheduleId: 'daily-invoices' }, shop);
      const runs = () => bench.call('schedules.runs', { scheduleId: 'daily-invoices', offset: 0, limit: 10 }, shop);
      const { rows } = await until(runs, (told) => writer.next === null && told.rows[0]?.state !== 'running');
      expect(rows).toMatchObject([
        { state: 'done', problem: null, fileName: expect.stringMatching(/^invoices-.*\.csv$/) },
      ]);
      expect(readdirSync(folder)).toContain(rows[0]?.fileName);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }));
