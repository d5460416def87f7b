/** What is committed: a lock without addresses, no paths of one machine, nothing big but pictures. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './source.ts';

const MAX_BYTES = 1024 * 1024;
const BINARY = /\.(png|ico|icns|jpe?g|gif|woff2?|xlsx|db|zip|gz)$/;
// Assembled, so that this file does not hold what it looks for.
const MACHINE_PATH = new RegExp(
  `(?<![\\w.\\-/])/(${['root', 'work', 'home/[a-z]\\w*', 'Users/[A-Za-z]\\w*'].join('|')})/`,
);

/**
 * Outside a checkout (an unpacked archive) there is nothing to ask. Git reads no checkout of another user by itself; this one's programs are running
 * already, and in a container it is another user's as a rule.
 */
function trackedFiles(more: NodeJS.ProcessEnv = {}): string[] {
  if (!existsSync(join(ROOT, '.git'))) return [];
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z'];
  const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...more } });
  return output.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

const files = trackedFiles();

function machinePaths(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => (MACHINE_PATH.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []));
}

test('the lock names no addresses', () => {
  expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('the search for machine paths finds one', () => {
  const folders = ['root', 'home/anna', 'work'];
  const planted = folders.flatMap((folder) => [`see /${folder}/x`, `"/${folder}/x"`, `a=/${folder}/main`]);
  expect(planted.flatMap((text) => machinePaths('a', text))).toHaveLength(9);
  expect(machinePaths('a', 'the folder /homework/ and a/work/b and https://x.example/work/')).toEqual([]);
});

describe.skipIf(files.length === 0)('tracked files', () => {
  test('are known to a user whom the checkout does not belong to', () => {
    const stranger = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };
    expect(trackedFiles(stranger)).toEqual(files);
  });

  test('hold no paths of one machine', () => {
    const texts = files.filter((path) => !BINARY.test(path));
    expect(texts.flatMap((path) => machinePaths(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  test('are small, but for pictures', () => {
    const big = files.filter((path) => !path.endsWith('.png') && statSync(join(ROOT, path)).size > MAX_BYTES);
    expect(big).toEqual([]);
  });
});
