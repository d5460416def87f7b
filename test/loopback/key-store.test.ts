/** The end of the browser shell where the key store of the system never answers: it comes all the same. Not here: a store that does (keychain/). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILD_MS, buildOnce } from '../support/electron-stand-in/built.ts';
import { startProgram } from './program.ts';

test.runIf(process.platform === 'linux')(
  'a key store that never answers holds nobody: the console says so, and ends when it is told to',
  async () => {
    await buildOnce();
    const folder = mkdtempSync(join(tmpdir(), 'mute-store-'));
    // A message bus that takes the connection and says nothing.
    const bus = createServer(() => undefined).listen(join(folder, 'bus'));
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}` };
    const data = join(folder, 'data');
    const program = await startProgram(['--data-dir', data, '--no-open'], env);
    try {
      const { origin, headers } = await program.session();
      const body = JSON.stringify({ id: '1', call: 'vault.status', input: {} });
      const answer = await fetch(`${origin}/call`, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({ ok: true, output: { kind: 'unavailable', reason: 'timed-out' } });
      await program.stop();
      // The lock and the log are let go of as at any other end.
      expect(program.stderr()).not.toContain('did not close cleanly');
      expect(existsSync(join(data, 'books.db-wal'))).toBe(false);
    } finally {
      program.child.kill('SIGKILL');
      bus.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  BUILD_MS,
);
