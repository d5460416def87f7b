/** Starts that do not come to a console: each ends in a sentence, and leaves everything as it was. Not here: which switches they are (test/security). */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_CHANNEL } from '../../src/contract/channel.ts';
import { openDataFolder } from '../../src/backend/data-folder.ts';
import { BUILD_MS, buildOnce } from '../support/electron-stand-in/built.ts';
import { startStandIn } from '../support/electron-stand-in/drive.ts';
import { patientBuild } from '../support/electron-stand-in/planted.ts';

const root = mkdtempSync(join(tmpdir(), 'start-refused-'));
beforeAll(buildOnce, BUILD_MS);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['a switch', { args: ['--no-sandbox'] }, '--no-sandbox, which .*deb or rpm package'],
  ['the environment', { env: { ELECTRON_DISABLE_SANDBOX: '1' } }, 'ELECTRON_DISABLE_SANDBOX in its environment, .*'],
])('a package whose sandbox is switched off by %s says so and does nothing else', async (_what, options, sentence) => {
  const data = mkdtempSync(join(root, 'weak-'));
  // It ends before main is through.
  const said = await startStandIn(patientBuild(), data, options).then(
    async (it) => `code ${await it.ended}\n${it.output()}`,
    String,
  );
  expect(said).toContain('code 1\n');
  expect(said).toMatch(new RegExp(`^Merchant Console does not start with ${sentence}\\.$`, 'm'));
  expect(said).toMatch(new RegExp(`^dialog: Merchant Console does not start with ${sentence}\\.$`, 'm'));
  expect(existsSync(join(data, 'logs'))).toBe(false);
  expect(readdirSync(data)).toEqual(['electron']);
});

test.skipIf(process.platform === 'win32')(
  'a data folder that cannot be made, or not be written, is told in a sentence',
  async () => {
    writeFileSync(join(root, 'file'), '');
    symlinkSync(join(root, 'no', 'disk'), join(root, 'unmounted'));
    mkdirSync(join(root, 'shut'), { mode: 0o500 });
    const folders = [
      [join(root, 'file', 'data'), 'a part of the path is no folder'],
      // As a folder on a disk that is not there.
      [join(root, 'unmounted'), 'there is no such disk or folder'],
      // Whoever is root may write everywhere.
      ...(process.getuid?.() === 0 ? [] : [[join(root, 'shut'), 'the system does not allow it']]),
    ];
    for (const [data = '', reason = ''] of folders) {
      const said = await startStandIn(patientBuild(), data).then(
        async (it) => `code ${await it.ended}\n${it.output()}`,
        String,
      );
      expect(said).toContain('code 1\n');
      expect(said).toContain(`dialog: The data folder ${data} cannot be used: ${reason}.`);
      expect(said).not.toContain('    at ');
    }
  },
);

test('a link that is none starts the console, and is told to the log', async () => {
  const console = await startStandIn(patientBuild(), join(root, 'odd'), {
    args: ['merchant-console://invoice/../secret'],
  });
  expect(await console.call({ id: '1', call: 'app.info' })).toMatchObject({ ok: true });
  expect(console.output()).toContain('refused: link {"length":"');
  expect(await console.quit()).toBe(0);
});

test('what nobody caught ends the console in a sentence, with its trace in the log alone', async () => {
  const data = join(root, 'thrown');
  const console = await startStandIn(patientBuild(), data);
  expect(await console.call({ id: '1', call: 'app.info' })).toMatchObject({ ok: true });
  console.act({ do: 'throw', text: 'planted' }).catch(() => undefined);
  expect(await console.ended).toBe(1);
  expect(console.output()).toContain('dialog: Something unforeseen went wrong and the console ends;');
  expect(console.output()).not.toContain('planted');
  const logs = readdirSync(join(data, 'logs')).map((name) => readFileSync(join(data, 'logs', name), 'utf8'));
  expect(logs.join('')).toMatch(/planted.*"event":"crash"/);
  // It closed what it had open.
  const next = await startStandIn(patientBuild(), data);
  expect(await next.call({ id: '1', call: 'app.info' })).toMatchObject({ ok: true });
  expect(await next.quit()).toBe(0);
});

test('a console goes on when the terminal that it was started from is closed', async () => {
  const console = await startStandIn(patientBuild(), join(root, 'deaf'));
  expect(await console.call({ id: '1', call: 'app.info' })).toMatchObject({ ok: true });
  console.deafen();
  for (let time = 0; time < 3; time += 1)
    await console.foreign('https://evil.example', CALL_CHANNEL, {}).catch(() => undefined);
  expect(await console.call({ id: '2', call: 'app.info' })).toMatchObject({ ok: true });
  expect(await console.quit()).toBe(0);
});

test('a link that finds the folder used by the browser shell gets a window, and then the sentence', async () => {
  const data = join(root, 'used');
  // The browser shell holds the folder so, and knows nothing of Electron's lock.
  const folder = openDataFolder(data);
  const console = await startStandIn(patientBuild(), data, { args: ['merchant-console://invoice/a'] });
  try {
    const urls = async () => (await console.desk()).windows.map(({ url }) => url);
    await expect.poll(urls).toEqual(['app://console/#/invoices/a']);
    expect(await console.ended).toBe(3);
    expect(console.output()).toContain(`dialog: Another console is using the data folder ${data}. Close it first.`);
  } finally {
    folder?.release();
    console.kill();
  }
});
