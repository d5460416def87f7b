/**
 * One pack in a process of its own, as the compute thread makes it: `node pack-run.ts FOLDER PROFILE FROM TO TARGET` prints seconds, rows, bytes and
 * the most memory it held, as JSON. Not here: what it is held against (rows/pack.ts).
 */
import { runJob } from '../../src/backend/workers/threads/compute-jobs.ts';

export interface PackRun {
  readonly seconds: number;
  readonly rows: number;
  readonly bytes: number;
  readonly peakMegabytes: number;
}

function run(folder: string, profileId: string, from: string, to: string, path: string): PackRun {
  const started = performance.now();
  const { rows, bytes } = runJob(
    folder,
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
    { report: () => undefined, isCancelled: () => false, deliver: () => undefined },
  );
  const seconds = (performance.now() - started) / 1000;
  return { seconds, rows, bytes, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
}

if (import.meta.main) {
  const [folder = '', profile = '', from = '', to = '', target = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(run(folder, profile, from, to, target)));
}
