/**
 * One pack in a process of its own, over the store's threads as the engine has it made: `node pack-run.ts FOLDER PROFILE FROM TO TARGET` prints seconds, rows,
 * bytes and the most memory it held, as JSON. Not here: what it is held against (rows/pack.ts).
 */
import { systemClock } from '../../src/backend/system.ts';
import { startStore } from '../../src/backend/workers/threads/client.ts';
import { workerThreads } from '../../src/backend/workers/threads/spawn.ts';
import { SILENT } from '../../test/backend/workers/fixture.ts';
import { pathsOf } from '../../test/integration/bench.ts';
import { peakMegabytes } from './peak-memory.ts';

export interface PackRun {
  readonly seconds: number;
  readonly rows: number;
  readonly bytes: number;
  readonly peakMegabytes: number;
}

async function run(folder: string, profileId: string, from: string, to: string, path: string): Promise<PackRun> {
  const store = await startStore({ paths: pathsOf(folder), log: SILENT, clock: systemClock, spawn: workerThreads });
  try {
    const started = performance.now();
    const { rows, bytes } = await store.compute(
      {
        kind: 'export',
        profileId,
        selection: { kind: 'pack', period: { from, to, timeZone: 'UTC' }, typed: [] },
        closeId: null,
        format: 'csv',
        timeZone: 'UTC',
        path,
        name: 'bench',
        about: {
          what: 'Pack for the auditor',
          profile: { name: 'Bench', origin: 'https://bench.example', sandbox: false },
          consoleVersion: '0',
          exportedAt: '2026-11-21T00:00:00.000Z',
        },
      },
      { onProgress: () => undefined },
    );
    const seconds = (performance.now() - started) / 1000;
    return { seconds, rows, bytes, peakMegabytes: peakMegabytes() };
  } finally {
    await store.close();
  }
}

if (import.meta.main) {
  const [folder = '', profile = '', from = '', to = '', target = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await run(folder, profile, from, to, target)));
}
