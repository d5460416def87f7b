/**
 * The console fetched the logos that records name from servers of others, and one of its guards (that among public addresses of a name no private one
 * was taken) could be removed without a test that noticed. Now nothing is fetched at all: the call and the setting are gone, and what an
 * earlier version kept on the disk goes at the next start.
 */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../../src/contract/calls.ts';
import { startBench } from '../../integration/bench.ts';

test('pictures that an earlier version kept are gone after a start, and nothing fetches others', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'no-logos-'));
  mkdirSync(join(dataFolder, 'logos'));
  writeFileSync(join(dataFolder, 'logos', 'a'.repeat(64)), 'picture');
  const bench = await startBench({ dataFolder });
  try {
    expect(existsSync(join(dataFolder, 'logos'))).toBe(false);
    expect(Object.keys(calls).filter((name) => name.startsWith('logos'))).toEqual([]);
    expect(await bench.call('settings.get', {})).not.toHaveProperty('logos');
  } finally {
    await bench.stop();
    bench.remove();
  }
});
