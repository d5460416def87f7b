/**
 * The try of a keychain module ends by its limit, and with it what it has started, also where the store never answers. Not here: a store that does
 * (layout.test.ts).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keychainTrouble } from '../../scripts/lib/keychain.mjs';
import { ROOT } from '../support/electron-stand-in/built.ts';

const folder = mkdtempSync(join(tmpdir(), 'keychain-try-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')(
  'a store that never answers is given up, and the process that asks it with it',
  async () => {
    // A message bus that takes the connection and says nothing.
    const bus = createServer(() => undefined).listen(join(folder, 'bus'));
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}` };
    const module = join(ROOT, 'node_modules/keytar/build/Release/keytar.node');
    try {
      expect(await keychainTrouble(module, { env, limit: 2_000 })).toBe('no answer within 2 s');
      const asking = readdirSync('/proc').filter((name) => isChild(name));
      expect(asking).toEqual([]);
    } finally {
      bus.close();
    }
  },
);

/** Whether this is a process that we started to ask. */
function isChild(id: string): boolean {
  try {
    const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(join('/proc', id, 'status'), 'utf8'))?.[1];
    return (
      parent === String(process.pid) && readFileSync(join('/proc', id, 'cmdline'), 'utf8').includes('keychain.mjs')
    );
  } catch {
    return false;
  }
}

test('a module that does not load is said in its own words', async () => {
  const file = join(folder, 'broken.node');
  writeFileSync(file, 'no program');
  expect(await keychainTrouble(file)).toMatch(/broken\.node/);
});
