/**
 * The file through which the browser is opened holds a token, and goes with the program. It stayed behind when the program ended while what opens
 * files had not come back yet, as it does where a browser starts with it: the file was known only to whoever waited for that.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram } from '../../loopback/program.ts';
import { BUILD_MS, buildOnce } from '../../support/electron-stand-in/built.ts';

const home = mkdtempSync(join(tmpdir(), 'redirect-file-left-'));
beforeAll(buildOnce, BUILD_MS);
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')(
  'the file for the browser goes with a program that still opens it',
  async () => {
    const [opened, gate] = [join(home, 'opened'), join(home, 'gate')];
    const opener = `#!/bin/sh\necho "$1" > "${opened}.part"\nmv "${opened}.part" "${opened}"\nwhile [ ! -e "${gate}" ]; do sleep 0.1; done\n`;
    writeFileSync(join(home, 'xdg-open'), opener);
    chmodSync(join(home, 'xdg-open'), 0o755);
    const env = { ...process.env, PATH: `${home}${delimiter}${process.env['PATH']}` };
    const program = await startProgram(['--data-dir', join(home, 'data')], env);
    try {
      await expect.poll(() => existsSync(opened)).toBe(true);
      const path = readFileSync(opened, 'utf8').trim();
      expect(existsSync(path)).toBe(true);
      await program.up();
      // In order, or at the limit that it sets itself: the file goes with it. Not by the system, which would leave it.
      expect([0, 1]).toContain((await program.stop()).code);
      expect(existsSync(dirname(path))).toBe(false);
    } finally {
      writeFileSync(gate, '');
      program.child.kill('SIGKILL');
    }
  },
);
