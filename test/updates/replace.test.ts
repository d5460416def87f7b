/**
 * The hand-over: nothing is executed but the very bytes that were verified, and each system's own way. The AppImage is really replaced; the
 * programs of Windows and macOS are told, not run, so what they do is only known from their documentation.
 */
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RefusedError, REFUSALS } from '../../src/main/updates/refusal.ts';
import { type Installation, replacementFor, systemHands } from '../../src/main/updates/replace.ts';
import type { Search } from '../../src/main/updates/updates.ts';
import { entryOf, PACKAGE, type Shell, World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await new World().start();
  writeFileSync(world.appImage, 'the old one', { mode: 0o755 });
});
afterEach(() => world.stop());

const ENDINGS = { linux: 'linux-x64.AppImage', darwin: 'mac-x64.dmg', win32: 'win-x64.exe' } as const;
const SUBJECT = 'CN=Example GmbH, O=Example GmbH, C=DE';
const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';

function installation(platform: keyof typeof ENDINGS, change: Partial<Installation> = {}): Installation {
  const environment = { SystemRoot: 'C:\\Windows' };
  return { platform, isPackaged: true, appImage: world.appImage, environment, publisher: SUBJECT, ...change };
}

/** A console of that system with a verified package. */
async function ready(
  platform: keyof typeof ENDINGS = 'linux',
  said = '',
  hands = world.hands(said),
): Promise<{ search: Search; shell: Shell; file: string }> {
  const target = `${platform}-x64`;
  const name = `console-2.0.0-${ENDINGS[platform]}`;
  world.publish(world.manifest({ files: { [target]: entryOf(PACKAGE, name) } }));
  world.serve(`/r/${name}`, PACKAGE);
  const search = world.search({ target, replacement: replacementFor(installation(platform), hands) });
  const shell = world.run(search);
  await search.check();
  await expect.poll(() => search.status().state).toBe('ready');
  const file = world.downloads().find((path) => !path.endsWith('download-'.padEnd(15)) && statSync(path).isFile());
  return { search, shell, file: file ?? '' };
}

const refused = () => Promise.reject(new Error('spawn EACCES'));
const beside = () => readdirSync(world.folder).filter((name) => name.startsWith('.console'));

describe('an AppImage', () => {
  it('takes the place of the old one in one step, keeps its mode, and is started when the console has ended', async () => {
    const { search, shell } = await ready();
    await search.install();
    expect(readFileSync(world.appImage, 'utf8')).toBe('the old one');
    expect(statSync(join(world.folder, beside()[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(world.launched).toEqual([]);
    await shell.quits[0]?.run();
    expect(readFileSync(world.appImage).equals(PACKAGE)).toBe(true);
    expect(statSync(world.appImage).mode & 0o777).toBe(0o755);
    expect(world.launched).toEqual([['relaunch', world.appImage]]);
    expect(beside()).toEqual([]);
  });

  it('that is reached through a link is replaced where it lies', async () => {
    renameSync(world.appImage, join(world.folder, 'real.AppImage'));
    symlinkSync(join(world.folder, 'real.AppImage'), world.appImage);
    const { search, shell } = await ready();
    await search.install();
    await shell.quits[0]?.run();
    expect(readFileSync(join(world.folder, 'real.AppImage')).equals(PACKAGE)).toBe(true);
    expect(world.launched).toEqual([['relaunch', join(world.folder, 'real.AppImage')]]);
  });

  it('that the system does not start gives its place back to the old one, and it is told', async () => {
    const { inode, hands } = { inode: statSync(world.appImage).ino, hands: { ...world.hands(), relaunch: refused } };
    const { search, shell } = await ready('linux', '', hands);
    await search.install();
    await expect(shell.quits[0]?.run()).rejects.toThrow('The system did not start it.');
    expect(readFileSync(world.appImage, 'utf8')).toBe('the old one');
    expect([statSync(world.appImage).ino, statSync(world.appImage).mode & 0o777]).toEqual([inode, 0o755]);
    expect(beside()).toEqual([]);
  });

  it('whose folder is gone is left to the person, and nothing is lost', async () => {
    const { search, shell } = await ready();
    rmSync(world.appImage);
    expect(await search.install()).toMatchObject({
      state: 'failed',
      version: '2.0.0',
      reason: expect.stringContaining('by hand'),
    });
    expect([shell.quits, shell.held]).toEqual([[], 0]);
  });

  it('a quit that is called off leaves nothing beside it', async () => {
    const { search } = await ready();
    await search.install();
    expect(beside()).toHaveLength(1);
    await world.clock.runFor(121_000);
    await expect.poll(beside).toEqual([]);
  });

  it('changed after it was prepared is not put in place', async () => {
    const { search, shell } = await ready();
    await search.install();
    writeFileSync(join(world.folder, beside()[0] ?? ''), Buffer.concat([PACKAGE.subarray(0, -1), Buffer.from('x')]));
    await expect(shell.quits[0]?.run()).rejects.toThrow(RefusedError);
    expect(readFileSync(world.appImage, 'utf8')).toBe('the old one');
    expect([world.launched, beside()]).toEqual([[], []]);
  });
});

describe('a file that was changed after it was downloaded is refused', () => {
  const flipped = () => Buffer.concat([PACKAGE.subarray(0, -1), Buffer.from([~(PACKAGE.at(-1) ?? 0) & 255])]);
  it.each<[string, (file: string) => void]>([
    ['in one byte', (file) => writeFileSync(file, flipped())],
    ['by a byte more', (file) => writeFileSync(file, Buffer.concat([PACKAGE, Buffer.from('x')]))],
    ['to nothing', (file) => rmSync(file)],
    ['to a folder', (file) => (rmSync(file), symlinkSync(world.folder, file))],
    [
      'to a link to the same bytes, which could lead elsewhere a moment later',
      (file) => (renameSync(file, `${file}.same`), symlinkSync(`${file}.same`, file)),
    ],
    ['to one with a second name, by which it could be written', (file) => linkSync(file, `${file}.second`)],
  ])('%s', async (_what, change) => {
    const { search, shell, file } = await ready();
    change(file);
    expect(await search.install()).toMatchObject({ state: 'refused', reason: REFUSALS.changed });
    expect([shell.quits, shell.held, world.launched, beside(), world.downloads()]).toEqual([[], 0, [], [], []]);
    expect(readFileSync(world.appImage, 'utf8')).toBe('the old one');
  });
});

describe('an installer of Windows', () => {
  it('is run when the system says that this publisher signed it', async () => {
    const { search, shell, file } = await ready('win32', `Valid\n${SUBJECT}`);
    await search.install();
    expect(world.launched).toHaveLength(1);
    const [, program, ...rest] = world.launched[0] ?? [];
    expect(program).toBe(POWERSHELL);
    // The path is a variable, never part of a command.
    expect(rest.slice(0, -1).join(' ')).not.toContain(world.folder);
    expect(rest.at(-1)).toContain(JSON.stringify(file));
    await shell.quits[0]?.run();
    expect(world.launched.slice(1)).toEqual([['launch', file, '--updated']]);
  });

  it.each([
    ['', 'nothing'],
    ['Valid', 'no publisher'],
    [`NotSigned\n${SUBJECT}`, 'no signature'],
    [`HashMismatch\n${SUBJECT}`, 'other bytes'],
    [`Valid\n${SUBJECT}, OU=Other`, 'another publisher'],
    [`Valid\nCN=Example GmbH`, 'a part of the publisher'],
    [`Valid\n${SUBJECT}\n`, 'a word more'],
  ])('is refused when the system says %j: %s', async (said) => {
    const { search, shell } = await ready('win32', said);
    expect(await search.install()).toMatchObject({ state: 'refused', reason: REFUSALS.publisher });
    expect([shell.quits, shell.held, world.downloads()]).toEqual([[], 0, []]);
  });

  it('is refused when the system cannot be asked, and not run when it was changed at the last moment', async () => {
    const broken = { ...world.hands(), run: () => Promise.reject(new Error('no PowerShell')) };
    const held = { path: join(world.folder, 'x.exe'), size: 1, sha512: '00' };
    const refused = replacementFor(installation('win32'), broken)?.prepare(held);
    await expect(refused).rejects.toMatchObject({ refusal: 'publisher' });
    const { search, shell, file } = await ready('win32', `Valid\n${SUBJECT}`);
    await search.install();
    writeFileSync(file, PACKAGE.subarray(1));
    await expect(shell.quits[0]?.run()).rejects.toMatchObject({ refusal: 'changed' });
    expect(world.launched.filter(([what]) => what === 'launch')).toEqual([]);
  });
});

describe('a disk image of macOS', () => {
  it('is marked as from the network, so that the system checks it, and opened', async () => {
    const { search, shell, file } = await ready('darwin');
    await search.install();
    expect(world.launched[0]?.slice(0, 4)).toEqual(['run', '/usr/bin/xattr', '-w', 'com.apple.quarantine']);
    expect(world.launched[0]?.[5]).toBe(file);
    await shell.quits[0]?.run();
    expect(world.launched.slice(1)).toEqual([['launch', '/usr/bin/open', file]]);
  });

  it('that cannot be marked, or was changed at the last moment, is not opened', async () => {
    const { search, shell, file } = await ready('darwin');
    await search.install();
    writeFileSync(file, PACKAGE.subarray(1));
    await expect(shell.quits[0]?.run()).rejects.toMatchObject({ refusal: 'changed' });
    const broken = { ...world.hands(), run: () => Promise.reject(new Error('no')) };
    const unable = replacementFor(installation('darwin'), broken)?.prepare({ path: file, size: 1, sha512: '00' });
    await expect(unable).rejects.toThrow('by hand');
    expect(world.launched.filter(([what]) => what === 'launch')).toEqual([]);
  });
});

it.each(['win32', 'darwin'] as const)('what %s does not start is told, and no update', async (platform) => {
  const said = platform === 'win32' ? `Valid\n${SUBJECT}` : '';
  const { search, shell } = await ready(platform, said, { ...world.hands(said), launch: refused });
  await search.install();
  await expect(shell.quits[0]?.run()).rejects.toThrow('The system did not start it.');
});

it.each<[string, keyof typeof ENDINGS, Partial<Installation>]>([
  ['a run from the source', 'linux', { isPackaged: false }],
  ['a package of a package manager', 'linux', { appImage: null }],
  ['Windows without a publisher', 'win32', { publisher: '' }],
  ['Windows that does not say where it lies', 'win32', { environment: {} }],
])('%s is never replaced', (_what, platform, change) => {
  expect(replacementFor(installation(platform, change), world.hands())).toBeNull();
});

it('no other system is replaced either', () => {
  expect(replacementFor({ ...installation('linux'), platform: 'freebsd' }, world.hands())).toBeNull();
});

describe('programs of the system', () => {
  const node = process.execPath;
  it('give their output, and a complaint or a failure is none', async () => {
    expect(await systemHands.run(node, ['-e', 'process.stdout.write(process.env.A)'], { A: 'a b' })).toBe('a b');
    const complaining = systemHands.run(node, ['-e', 'console.error("x"); process.stdout.write("Valid")'], {});
    await expect(complaining).rejects.toThrow('complained');
    await expect(systemHands.run(node, ['-e', 'process.exit(1)'], {})).rejects.toThrow('process.exit');
    await expect(systemHands.run(join(world.folder, 'absent'), [], {})).rejects.toThrow('ENOENT');
  });

  it('outlive the console, with a word more in their environment', async () => {
    const mark = join(world.folder, 'mark');
    const program = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, process.env.A)`;
    await systemHands.launch(node, ['-e', program], { A: 'a b' });
    await expect.poll(() => existsSync(mark) && readFileSync(mark, 'utf8')).toBe('a b');
  });

  it('are told from those that the system does not start', async () => {
    await expect(systemHands.launch(join(world.folder, 'absent'), [])).rejects.toThrow('ENOENT');
    writeFileSync(join(world.folder, 'no-program'), PACKAGE, { mode: 0o600 });
    await expect(systemHands.launch(join(world.folder, 'no-program'), [])).rejects.toThrow('EACCES');
  });
});
