/**
 * `npm start` on a bare Debian compiled no keychain module and kept keys for one run only, although as root it could have installed what is missing, as
 * `npm test` does; and it named the packages without the command that a person needs. Now it installs them as root and says so, and names the
 * one command to anybody else. In a tree of its own, with an apt-get and an npm that only do as if; the id of the user is told to Node.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const RELEASE = '/etc/os-release';
const isDebian = existsSync(RELEASE) && /^ID="?debian"?$/m.test(readFileSync(RELEASE, 'utf8'));
const PARTS = 'libsecret-1-dev g++ make python3 dbus gnome-keyring';

let folder: string;
const inTree = (...path: string[]) => join(folder, ...path);
const asked = (program: string) =>
  existsSync(inTree(program)) ? readFileSync(inTree(program), 'utf8').trim().split('\n') : [];

/** Packages that are installed but for keytar, on a system that has nothing for it; `apt` is how its apt-get ends. */
function makeTree(apt: number): void {
  cpSync(join(ROOT, 'scripts'), inTree('scripts'), { recursive: true });
  const modules = inTree('node_modules');
  for (const place of [join(modules, 'node', 'bin'), inTree('tools'), inTree('npm')])
    mkdirSync(place, { recursive: true });
  symlinkSync(process.execPath, join(modules, 'node', 'bin', 'node'));
  const lock = { packages: { '': {}, 'node_modules/keytar': { version: '7.9.0', optional: true } } };
  writeFileSync(inTree('package.json'), '{"type":"module","optionalDependencies":{"keytar":"7.9.0"}}');
  writeFileSync(inTree('package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(modules, '.package-lock.json'), '{"packages":{}}');
  writeFileSync(
    inTree('tools', 'apt-get'),
    `#!/bin/sh
echo "$@" >> ${inTree('apt')}
[ ${apt} = 0 ] || { echo "no network"; exit ${apt}; }
case "$*" in *" install "*) cd ${inTree('tools')}
for name in g++ make python3 pkg-config dbus-run-session gnome-keyring-daemon; do : > "$name"; /bin/chmod +x "$name"; done;; esac
`,
  );
  chmodSync(inTree('tools', 'apt-get'), 0o755);
  writeFileSync(inTree('npm', 'package.json'), '{"type":"commonjs"}');
  writeFileSync(
    inTree('npm', 'npm-cli.js'),
    `const fs = require('fs');
    fs.appendFileSync(${JSON.stringify(inTree('npm-asked'))}, process.argv.slice(2).join(' ') + '\\n');
    fs.mkdirSync(${JSON.stringify(join(modules, 'keytar'))}, { recursive: true });
    fs.writeFileSync(${JSON.stringify(join(modules, 'keytar', 'index.js'))}, '');`,
  );
}

function start(user: number): string {
  writeFileSync(inTree('user.mjs'), `process.getuid = () => ${user};`);
  const { status, stderr } = spawnSync(process.execPath, [inTree('scripts', 'bootstrap.mjs'), 'start'], {
    env: {
      PATH: inTree('tools'),
      HOME: folder,
      NODE_OPTIONS: `--import=${inTree('user.mjs')}`,
      npm_execpath: inTree('npm', 'npm-cli.js'),
    },
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stderr;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-keychain-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(isDebian)('a start on a bare Debian', () => {
  test('installs what the keychain needs as root, says so, and has nothing to do afterwards', () => {
    makeTree(0);
    const said = start(0);
    expect(said).toContain(
      `Installing with apt-get, for the keychain, in which API keys are kept: ${PARTS.replaceAll(' ', ', ')}.`,
    );
    expect(asked('apt')).toEqual([
      expect.stringContaining('update'),
      expect.stringMatching(new RegExp(`install -y --no-install-recommends ${PARTS.replaceAll('+', '\\+')}$`)),
    ]);
    expect(asked('npm-asked')).toHaveLength(1);
    expect(start(0)).toBe('');
    expect(asked('apt')).toHaveLength(2);
  });

  test('goes on without where apt-get cannot, and does not try it at each start', () => {
    makeTree(100);
    const said = start(0);
    expect(said).toContain('apt-get could not install');
    expect(said).toContain('API keys are kept for one run only');
    expect(asked('apt')).toHaveLength(2);
    const again = start(0).trim().split('\n');
    expect(again).toEqual([expect.stringContaining(`apt-get install --no-install-recommends ${PARTS}`)]);
    expect(asked('apt')).toHaveLength(2);
  });

  test('names the one command to anybody else, and installs it for root who comes later', () => {
    makeTree(0);
    const command = `sudo apt-get install --no-install-recommends ${PARTS}`;
    expect(start(1_000)).toContain(command);
    expect(start(1_000).trim().split('\n')).toEqual([expect.stringContaining(command)]);
    expect(asked('apt')).toEqual([]);
    expect(start(0)).toContain('Installing with apt-get');
    expect(start(1_000)).toBe('');
  });
});
