/**
 * `npm run package` where nothing can be downloaded, or asked wrongly: one sentence, a failing exit code, no stack trace and nothing left
 * behind. Not here: a package that is made (layout.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../support/electron-stand-in/built.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const folder = mkdtempSync(join(tmpdir(), 'package-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function command(...args: readonly string[]) {
  const env = {
    ...process.env,
    // No runtime is where this says, and nobody answers where it could be had.
    ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'no-runtime'),
    ELECTRON_MIRROR: 'http://127.0.0.1:1/',
    PACKAGE_OUTPUT: join(folder, 'dist'),
    CSC_LINK: '',
  };
  const script = join(ROOT, 'scripts', 'package.mjs');
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, env, encoding: 'utf8', timeout: PATIENCE_MS });
}

test('without the runtime’s download it says so, fails, and leaves nothing', () => {
  const { status, stdout, stderr } = command();
  expect(status).toBe(1);
  expect(stdout).toBe('');
  const lines = stderr.trim().split('\n');
  expect(lines[0]).toMatch(/^Not signed/);
  expect(lines.at(-1)).toMatch(
    /^The Electron runtime \d+\.\d+\.\d+ could not be downloaded \([^)]+\); nothing was packaged\. Package where its download is reachable, /,
  );
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([[['--target', 'msi']], [['--targets']]])('%j is refused with what there is', (args) => {
  const { status, stderr } = command(...args);
  expect(status).toBe(1);
  expect(stderr).toContain('Usage: npm run package');
  expect(stderr).not.toMatch(/^ {4}at /m);
});
