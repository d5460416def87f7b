/** Starts that do not come to a console: each ends in a sentence, and leaves everything as it was. Not here: which switches they are (test/security). */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataFolder } from '../../src/backend/data-folder.ts';
import { buildOnce, OUT } from '../support/electron-stand-in/built.ts';
import { startStandIn } from '../support/electron-stand-in/drive.ts';

const root = mkdtempSync(join(tmpdir(), 'start-refused-'));
beforeAll(buildOnce, 180_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['a switch', { args: ['--no-sandbox'] }, '--no-sandbox, which .*deb or rpm package'],
  ['the environment', { env: { ELECTRON_DISABLE_SANDBOX: '1' } }, 'ELECTRON_DISABLE_SANDBOX in its environment, .*'],
])(
  'a package whose sandbox is switched off by %s says so and does nothing else',
  async (_what, options, sentence) => {
    const data = mkdtempSync(join(root, 'weak-'));
    // It ends before main is through.
    const said = await startStandIn(OUT, data, options).then(
      async (it) => `code ${await it.ended}\n${it.output()}`,
      String,
    );
    expect(said).toContain('code 1\n');
    expect(said).toMatch(new RegExp(`^Merchant Console does not start with ${sentence}\\.$`, 'm'));
    expect(said).toMatch(new RegExp(`^dialog: Merchant Console does not start with ${sentence}\\.$`, 'm'));
    expect(existsSync(join(data, 'logs'))).toBe(false);
    expect(readdirSync(data)).toEqual(['electron']);
  },
  60_000,
);

test('a link that finds the folder used by the browser shell gets a window, and then the sentence', async () => {
  const data = join(root, 'used');
  // The browser shell holds the folder so, and knows nothing of Electron's lock.
  const folder = openDataFolder(data);
  const console = await startStandIn(OUT, data, { args: ['merchant-console://invoice/a'] });
  try {
    const urls = async () => (await console.desk()).windows.map(({ url }) => url);
    await expect.poll(urls).toEqual(['app://console/#/invoices/a']);
    expect(await console.ended).toBe(3);
    expect(console.output()).toContain(`dialog: Another console is using the data folder ${data}. Close it first.`);
  } finally {
    folder?.release();
    console.kill();
  }
}, 60_000);
