/** Ten worlds in which things go wrong together, and that a world is the same wherever and whenever it is run. The other ten: more-seeds. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { scenarioOf } from './scenario.ts';
import { holdFor } from './seeds.ts';
import { simulate } from './simulation.ts';

const run = promisify(execFile);
const TINY = { days: 2, openMinutes: 3, sittings: 3 };

describe('a simulated world', () => {
  holdFor(1, 10);

  test('is the same under another time zone, language and folder, and from a scenario that was written down', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'merchant-console-elsewhere-'));
    const path = join(folder, 'scenario.json');
    try {
      const here = await simulate(scenarioOf(3, TINY));
      writeFileSync(path, JSON.stringify(scenarioOf(3, TINY)));
      const env = { ...process.env, TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8', TMPDIR: folder };
      const asks = [
        ['--seed', '3', '--minutes', '3'],
        ['--scenario', path],
      ];
      for (const ask of asks) {
        const { stdout } = await run(process.execPath, ['test/sim/run.ts', ...ask, '--json'], { env });
        expect(JSON.parse(stdout)).toMatchObject({ seed: 3, hash: here.hash, events: here.events });
      }
      const other = await simulate(scenarioOf(4, TINY));
      expect(other.hash).not.toBe(here.hash);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
