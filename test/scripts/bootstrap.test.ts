/**
 * The set-up where keytar does not compile: it is tried once and said, and later starts say one line, until somebody asks for another try or it is
 * there. In a tree of its own with an npm that only writes down what it is asked. Not here: installing the packages.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../support/electron-stand-in/built.ts';

const HEADERS = '/usr/include/libsecret-1/libsecret/secret.h';
const canCompile = process.platform === 'darwin' || existsSync(HEADERS);
const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
const [modules, tools, calls] = [join(folder, 'node_modules'), join(folder, 'tools'), join(folder, 'calls')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A tree whose packages are installed, but for keytar. */
function makeTree(): void {
  cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const place of [join(modules, 'node', 'bin'), tools]) mkdirSync(place, { recursive: true });
  symlinkSync(process.execPath, join(modules, 'node', 'bin', 'node'));
  for (const name of ['g++', 'make', 'python3', 'pkg-config']) writeFileSync(join(tools, name), '');
  const lock = { packages: { '': {}, 'node_modules/keytar': { version: '7.9.0', optional: true } } };
  writeFileSync(join(folder, 'package.json'), '{"type":"module","optionalDependencies":{"keytar":"7.9.0"}}');
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(modules, '.package-lock.json'), '{"packages":{}}');
  const npm = `require('fs').appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n');
    console.error('no compiler was found'); process.exit(1)`;
  mkdirSync(join(folder, 'npm'));
  writeFileSync(join(folder, 'npm', 'package.json'), '{"type":"commonjs"}');
  writeFileSync(join(folder, 'npm', 'npm-cli.js'), npm);
}

function setUp(mode: string): string {
  const PATH = [tools, process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH, npm_execpath: join(folder, 'npm', 'npm-cli.js') };
  const script = join(folder, 'scripts', 'bootstrap.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, mode], { env, encoding: 'utf8', timeout: 120_000 });
  expect(status).toBe(0);
  return stderr;
}

test.runIf(canCompile)(
  'tries once what does not compile, says it in a line afterwards, and sees when it is there',
  () => {
    makeTree();
    const asked = () => readFileSync(calls, 'utf8').trim().split('\n');
    expect(setUp('start')).toContain('no compiler was found');
    expect(asked()).toHaveLength(1);
    const again = setUp('start');
    expect(again.trim().split('\n')).toEqual([expect.stringContaining('API keys are kept for one run only')]);
    expect(asked()).toHaveLength(1);
    expect(setUp('keychain')).toContain('no compiler was found');
    expect(asked()).toHaveLength(2);
    mkdirSync(join(modules, 'keytar'));
    writeFileSync(join(modules, 'keytar', 'index.js'), '');
    expect([setUp('start'), setUp('start')]).toEqual(['', '']);
    expect(asked()).toHaveLength(2);
  },
);
