/**
 * The pack of a year with every invoice in it: seconds and memory of its making, and of the script in it that checks it, beside a script of Python
 * that writes a single narrow table of the same file into a ZIP. Each in a process of its own, in one run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { millionFolder, PERIOD, PROFILE } from '../support/million.ts';
import type { PackRun } from '../support/pack-run.ts';
import type { BenchRow } from '../support/report.ts';
import { figure, times } from '../support/stats.ts';
import { printedBy } from '../support/turns.ts';

const OURS = join(import.meta.dirname, '../support/pack-run.ts');
const PEER = join(import.meta.dirname, '../peers/pack.py');
const MOST_SECONDS = 600;
const MOST_MEGABYTES = 700;

/** Runs the check as a person does, and tells what it held. */
const CHECKED = `import resource, subprocess, sys
ended = subprocess.run([sys.executable, sys.argv[1]], stdout=subprocess.PIPE, text=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, ended.stdout)`;

const peerAnswer = z.object({ rows: z.number(), seconds: z.number() });

export const pack: BenchRow = {
  name: 'pack',
  about: 'the pack of every invoice beside a ZIP of one narrow table by Python, its check, memory',
  run: async (options) => {
    const folder = await millionFolder(options);
    const target = mkdtempSync(join(tmpdir(), 'merchant-console-pack-'));
    try {
      const path = join(target, 'pack');
      const ours: PackRun = JSON.parse(
        printedBy(process.execPath, OURS, folder, PROFILE, PERIOD.from, PERIOD.to, path),
      );
      options.say(`${figure(ours.seconds, 's')}, ${ours.rows} rows, ${figure(ours.peakMegabytes, 'MB', 0)}`);
      const peer = peerAnswer.parse(
        JSON.parse(printedBy('python3', PEER, mirrorPath(folder, PROFILE), join(target, 'peer.zip'))),
      );
      const unpacked = join(target, 'unpacked');
      printedBy('python3', '-m', 'zipfile', '-e', `${path}.zip`, unpacked);
      const started = performance.now();
      const said = printedBy('python3', '-c', CHECKED, join(unpacked, 'check.py'));
      const seconds = (performance.now() - started) / 1000;
      if (!said.trimEnd().endsWith('All of it agrees.')) throw new Error(said);
      const archive = ours.bytes / 1_000_000;
      return [
        {
          what: `pack of ${options.size} invoices`,
          ours: `${figure(ours.seconds, 's')}, ${ours.rows} rows in all`,
          beside: `${figure(peer.seconds, 's')} for a ZIP of ${peer.rows} × 8 by Python`,
          ratio: times(ours.seconds, peer.seconds),
          limit: figure(MOST_SECONDS, 's', 0),
          met: ours.seconds <= MOST_SECONDS,
          took: { ms: 1000 * ours.seconds, peer: { name: 'a ZIP by Python', ms: 1000 * peer.seconds } },
        },
        {
          what: 'memory of that process at most',
          ours: figure(ours.peakMegabytes, 'MB', 0),
          beside: '',
          ratio: '',
          limit: figure(MOST_MEGABYTES, 'MB', 0),
          met: ours.peakMegabytes <= MOST_MEGABYTES,
        },
        {
          what: 'the archive',
          ours: figure(archive, 'MB', 0),
          beside: '',
          ratio: '',
          limit: figure(MOST_MEGABYTES, 'MB', 0),
          met: archive <= MOST_MEGABYTES,
        },
        {
          what: 'its check by Python',
          ours: `${figure(seconds, 's')}, ${figure(Number.parseFloat(said), 'MB', 0)}`,
          beside: '',
          ratio: '',
          limit: '',
          met: null,
          took: { ms: 1000 * seconds },
        },
      ];
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  },
};
