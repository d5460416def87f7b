/** The maker of the list against its reader: what the script writes is what a console takes, and what a build is told is what it knows. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readUpdateBuild, updateBuildText } from '../../src/main/updates/build.ts';
import { replacementFor } from '../../src/main/updates/replace.ts';
import { PACKAGE, World } from './world.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'release-manifest.mjs');
const LINUX = 'merchant-console-2.0.0-linux-x86_64.AppImage';

let world: World;
let dist: string;
beforeEach(async () => {
  world = await new World().start();
  // The script takes the time of this computer.
  world.clock.jumpWall(Date.now() - world.clock.now());
  dist = join(world.folder, 'dist');
  mkdirSync(dist);
  for (const name of [LINUX, 'merchant-console-2.0.0-mac-arm64.dmg', 'merchant-console-2.0.0-win-x64.exe'])
    writeFileSync(join(dist, name), PACKAGE);
  for (const name of ['merchant-console-2.0.0-linux-amd64.deb', 'notes.txt']) writeFileSync(join(dist, name), 'x');
});
afterEach(() => world.stop());

const privateKey = () => world.keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const publicKey = () => world.keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

async function make(args: readonly string[], key = privateKey()) {
  const env = { ...process.env, MC_RELEASE_KEY: key };
  return promisify(execFile)(process.execPath, [SCRIPT, dist, ...args], { env }).catch((error: unknown) => ({
    stdout: String(Reflect.get(Object(error), 'stdout')),
    stderr: `FAILED ${String(Reflect.get(Object(error), 'stderr'))}`,
  }));
}

it('a signed list is taken by a console that was built with its key, to the end', async () => {
  const { stderr } = await make(['--version', '2.0.0', '--minimum-version', '0.5.0']);
  expect(stderr).toMatch(/version 2\.0\.0 for linux-x64, darwin-arm64, win32-x64, until/);
  expect(stderr).not.toContain(privateKey());
  world.serve('/r/release.txt', readFileSync(join(dist, 'release.txt')));
  world.serve(`/r/${LINUX}`, PACKAGE);
  const build = readUpdateBuild(
    updateBuildText({ MC_UPDATE_ADDRESS: `${world.origin}/r/release.txt`, MC_UPDATE_KEY: publicKey() }),
  );
  if (build === null) throw new Error('the build asks nobody');
  writeFileSync(world.appImage, 'the old one', { mode: 0o755 });
  const replacement = replacementFor(
    { platform: 'linux', isPackaged: true, appImage: world.appImage, environment: {}, publisher: '' },
    world.hands(),
  );
  const search = world.search({ build, replacement });
  const shell = world.run(search);
  await search.check();
  await expect.poll(() => search.status().state).toBe('ready');
  await search.install();
  await shell.quits[0]?.run();
  expect(readFileSync(world.appImage).equals(PACKAGE)).toBe(true);
});

it('without a key it says so aloud, and nothing takes it but as news', async () => {
  const { stderr } = await make(['--version', '2.0.0'], '');
  expect(stderr).toContain('NOT SIGNED');
  world.serve('/r/release.txt', readFileSync(join(dist, 'release.txt')));
  expect(await world.begun().check()).toMatchObject({ state: 'refused' });
  expect(await world.begun({}, { keys: [] }).check()).toMatchObject({ state: 'newer', version: '2.0.0' });
});

it.each<[string, readonly string[], string, RegExp]>([
  ['no version', [], 'good', /Usage/],
  ['a version that is none', ['--version', 'v2'], 'good', /Usage/],
  ['a lowest version that is none', ['--version', '2.0.0', '--minimum-version', '1'], 'good', /Usage/],
  ['no days', ['--version', '2.0.0', '--days', '0'], 'good', /Usage/],
  ['more days than a list may count', ['--version', '2.0.0', '--days', '91'], 'good', /Usage/],
  ['a key that is none', ['--version', '2.0.0'], 'c2VjcmV0', /MC_RELEASE_KEY is not/],
])('%s is refused with a sentence, and nothing is written', async (_what, args, key, sentence) => {
  const { stderr } = await make(args, key === 'good' ? privateKey() : key);
  expect(stderr).toMatch(/^FAILED/);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('c2VjcmV0');
  expect(() => readFileSync(join(dist, 'release.txt'))).toThrow('ENOENT');
});

it('two packages for one system, and one that does not say for which, are refused', async () => {
  writeFileSync(join(dist, 'merchant-console-2.0.0-linux-x64.AppImage'), PACKAGE);
  expect((await make(['--version', '2.0.0'])).stderr).toMatch(/are both for linux-x64/);
  writeFileSync(join(dist, 'a.AppImage'), PACKAGE);
  expect((await make(['--version', '2.0.0'])).stderr).toMatch(/a\.AppImage does not end with its architecture/);
});

describe('what a build is told', () => {
  const ADDRESS = { MC_UPDATE_ADDRESS: 'https://console.example/release.txt' };
  it('is nothing by default, and then nobody is asked', () => {
    for (const text of [updateBuildText({}), '', '{', 'null']) expect(readUpdateBuild(text)).toBeNull();
  });

  it('is an address alone, or more', () => {
    const alone = { address: ADDRESS.MC_UPDATE_ADDRESS, keys: [], page: undefined, channel: 'stable', publisher: '' };
    expect(readUpdateBuild(updateBuildText(ADDRESS))).toEqual(alone);
    const whole = {
      ...ADDRESS,
      MC_UPDATE_PAGE: 'https://console.example/',
      MC_UPDATE_CHANNEL: 'beta',
      MC_UPDATE_KEY: publicKey(),
    };
    const build = readUpdateBuild(updateBuildText(whole));
    expect([build?.page, build?.channel, build?.keys[0]?.equals(world.keys.publicKey)]).toEqual([
      'https://console.example/',
      'beta',
      true,
    ]);
  });

  const GOOD = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'der', type: 'spki' });
  it.each([
    ['http', { MC_UPDATE_ADDRESS: 'http://console.example/release.txt' }],
    ['a name and a password', { MC_UPDATE_ADDRESS: 'https://a:b@console.example/release.txt' }],
    ['no address', { MC_UPDATE_KEY: 'AAAA' }],
    ['no key', { ...ADDRESS, MC_UPDATE_KEY: 'AAAA' }],
    ['a next key without a first', { ...ADDRESS, MC_UPDATE_NEXT_KEY: GOOD }],
    ['the same key twice', { ...ADDRESS, MC_UPDATE_KEY: GOOD, MC_UPDATE_NEXT_KEY: GOOD }],
    ['a next key that is none', { ...ADDRESS, MC_UPDATE_KEY: GOOD, MC_UPDATE_NEXT_KEY: 'AAAA' }],
    ['a key of another kind', { ...ADDRESS, MC_UPDATE_KEY: rsa.toString('base64') }],
    ['a page without encryption', { ...ADDRESS, MC_UPDATE_PAGE: 'http://console.example/' }],
  ])('%s ends the build, and is off where it is built in all the same', (_what, environment) => {
    expect(() => updateBuildText(environment)).toThrow('MC_UPDATE');
    const names = {
      MC_UPDATE_ADDRESS: 'address',
      MC_UPDATE_KEY: 'key',
      MC_UPDATE_NEXT_KEY: 'nextKey',
      MC_UPDATE_PAGE: 'page',
    };
    const fields = Object.entries(environment).map(([name, value]) => [Reflect.get(names, name), value]);
    expect(readUpdateBuild(JSON.stringify(Object.fromEntries(fields)))).toBeNull();
  });
});
