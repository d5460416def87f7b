/** What the shell believes of how it was installed and started, and what it hands on. Not here: replacing it (test/updates), its windows (desktop.test.ts). */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { appImageOf, environmentOfNext } from '../../src/main/app-image.ts';
import { argumentsOfNext } from '../../src/main/arguments.ts';
import { quotedPart } from '../../src/main/desktop/autostart.ts';
import { successorOf } from '../../src/main/updates/replace.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'installation-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('an AppImage', () => {
  const APPIMAGE = '/people/u/Applications/Console.AppImage';
  const APPDIR = '/tmp/.mount_Consolk2';
  const inside = `${APPDIR}/merchant-console`;
  const of = (execPath: string, environment: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    appImageOf({ platform, execPath, environment });

  test('is the running one when the program lies in what it was mounted as', () => {
    expect(of(inside, { APPIMAGE, APPDIR })).toBe(APPIMAGE);
    expect(of(inside, { APPIMAGE, APPDIR: `${APPDIR}/` })).toBe(APPIMAGE);
  });

  test('is found through a link on the way, since the system names a program without', () => {
    mkdirSync(join(root, 'real', '.mount_x'), { recursive: true });
    symlinkSync(join(root, 'real'), join(root, 'link'));
    const environment = { APPIMAGE, APPDIR: join(root, 'link', '.mount_x') };
    expect(of(join(root, 'real', '.mount_x', 'merchant-console'), environment)).toBe(APPIMAGE);
  });

  test.each<[string, string, Record<string, string>, NodeJS.Platform?]>([
    [
      'the terminal that started an installed package was one',
      '/opt/Merchant Console/merchant-console',
      { APPIMAGE, APPDIR },
    ],
    ['its folder only begins like the program’s', `${APPDIR}-other/merchant-console`, { APPIMAGE, APPDIR }],
    ['no folder is named', inside, { APPIMAGE }],
    ['the folder is the whole disk', inside, { APPIMAGE, APPDIR: '/' }],
    ['the folder is relative', inside, { APPIMAGE, APPDIR: 'tmp' }],
    ['the file is relative', inside, { APPIMAGE: 'Console.AppImage', APPDIR }],
    ['no file is named', inside, { APPDIR }],
    ['the system has none', inside, { APPIMAGE, APPDIR }, 'darwin'],
  ])('is not believed where %s', (_why, execPath, environment, platform) => {
    expect(of(execPath, environment, platform)).toBeNull();
  });
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['was unpacked', { APPDIR: '/tmp/appimage_extracted_0c45' }, { APPIMAGE_EXTRACT_AND_RUN: '1' }],
  ['was unpacked elsewhere', { APPDIR: '/var/x/appimage_extracted_0c45/' }, { APPIMAGE_EXTRACT_AND_RUN: '1' }],
  ['was mounted', { APPDIR: '/tmp/.mount_Consolk2' }, {}],
  ['is none', {}, {}],
])('an AppImage that %s is followed by its like', (_how, environment, next) => {
  expect(environmentOfNext(environment)).toEqual(next);
});

test.each([
  // Read back by CommandLineToArgvW.
  ['C:\\Users\\Jane Doe\\AppData\\Local\\Programs\\c.exe', '"C:\\Users\\Jane Doe\\AppData\\Local\\Programs\\c.exe"'],
  ['--at-login', '"--at-login"'],
  ['--data-dir=\\\\server\\my share\\', '"--data-dir=\\\\server\\my share\\\\"'],
  ['a"b', '"ab"'],
  ['', '""'],
])('on Windows %j stands as %s in the entry of the login', (part, quoted) => {
  expect(quotedPart(part)).toBe(quoted);
});

test.each([
  [
    ['console', '--data-dir', 'd', '--at-login', '--ozone-platform=x11'],
    ['--data-dir', 'd', '--ozone-platform=x11'],
  ],
  [['console', '--data-dir=/d', 'merchant-console://invoice/1', '--no-sandbox'], ['--data-dir=/d']],
  [['console', '--', '--at-login'], []],
])('%j is followed by a console with %j', (argv, next) => {
  expect(argumentsOfNext(argv)).toEqual(next);
});

describe('what follows the console', () => {
  function parts(run: () => Promise<void> = () => Promise.resolve()) {
    const done: string[] = [];
    const handOver = {
      run: () => (done.push('run'), run()),
      drop: async () => void done.push('drop'),
    };
    const successor = successorOf(handOver, (sentence) => void done.push(sentence));
    return { done, successor };
  }

  test('is told of when it did not come to it', async () => {
    const failing = parts(() => Promise.reject(new Error('The disk is full.')));
    await expect(failing.successor.run()).rejects.toThrow('full');
    expect(failing.done.at(-1)).toBe(
      'The newer version was not installed. The disk is full. This version is as it was.',
    );
    const dropped = parts();
    await expect(dropped.successor.drop()).rejects.toThrow('cleanly');
    expect(dropped.done).toEqual([
      'drop',
      'The newer version was not installed. The console could not close cleanly. This version is as it was.',
    ]);
  });
});
