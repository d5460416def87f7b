/**
 * On Windows the data lay in the roaming part of the profile, which a company's network copies to other computers, and with the access list of
 * whatever folder stood above. Now it lies in the local part, a folder of an earlier version is moved there in one step or goes on being used, and
 * it is closed to all but its user and the system. Nothing here runs on Windows: what is asked of it is shown, not its answer.
 */
import { describe, expect, test } from 'vitest';
import { closeToOthers, type Disk, presentDataFolder, settleDataFolder } from '../../../src/shell/data-folder.ts';

const WINDOWS = {
  platform: 'win32',
  home: '/people/u',
  environment: { APPDATA: '/roaming', LOCALAPPDATA: '/local', SystemRoot: 'C:\\Windows' },
} as const;
const [LOCAL, ROAMING] = ['/local/Merchant Console', '/roaming/Merchant Console'];

/** A disk with these folders, on which another console may hold one open. */
function diskWith(there: readonly string[], isHeld = false): Disk & { readonly folders: Set<string> } {
  const folders = new Set(there);
  return {
    folders,
    isThere: (path) => folders.has(path),
    move: (from, to) => {
      if (isHeld) throw Object.assign(new Error('held'), { code: 'EPERM' });
      folders.delete(from);
      folders.add(to);
    },
  };
}

describe('the data on Windows', () => {
  test.each([
    ['of a new installation is local', [], false, LOCAL, []],
    ['that is local stays', [LOCAL], false, LOCAL, [LOCAL]],
    ['that is roaming is moved', [ROAMING], false, LOCAL, [LOCAL]],
    ['that another console holds open stays where it is, and is used there', [ROAMING], true, ROAMING, [ROAMING]],
    ['that is in both is the local one, and the other is left alone', [ROAMING, LOCAL], false, LOCAL, [ROAMING, LOCAL]],
  ] as const)('%s', (_what, there, isHeld, folder, after) => {
    const disk = diskWith(there, isHeld);
    expect(settleDataFolder(WINDOWS, disk)).toBe(folder);
    expect([...disk.folders]).toEqual(after);
  });

  test('is found by a program that only looks after it, and not moved', () => {
    const disk = diskWith([ROAMING]);
    expect(presentDataFolder(WINDOWS, disk)).toBe(ROAMING);
    expect([...disk.folders]).toEqual([ROAMING]);
  });

  test('is nowhere else looked for on other systems', () => {
    const disk = diskWith([ROAMING]);
    expect(settleDataFolder({ ...WINDOWS, platform: 'linux' }, disk)).toBe('/people/u/.local/share/merchant-console');
    expect([...disk.folders]).toEqual([ROAMING]);
  });
});

describe('the access list', () => {
  const USER = 'S-1-5-21-1004336348-1177238915-682003330-512';

  test('lets in the user and the system, by number, and inherits nothing', async () => {
    const calls: (readonly string[])[] = [];
    const isClosed = await closeToOthers(LOCAL, WINDOWS, async (program, args) => {
      calls.push([program, ...args]);
      return program.endsWith('whoami.exe') ? `"büro\\änne, d.","${USER}"\r\n` : '';
    });
    expect(isClosed).toBe(true);
    expect(calls).toEqual([
      ['C:\\Windows\\System32\\whoami.exe', '/user', '/fo', 'csv', '/nh'],
      [
        'C:\\Windows\\System32\\icacls.exe',
        LOCAL,
        '/inheritance:r',
        '/grant:r',
        `*${USER}:(OI)(CI)F`,
        '*S-1-5-18:(OI)(CI)F',
        '/q',
      ],
    ]);
  });

  test('is left as it is, and said to be, where the user is not known or the system refuses', async () => {
    const calls: string[] = [];
    const run = async (program: string): Promise<string> => {
      calls.push(program);
      return 'nobody';
    };
    expect(await closeToOthers(LOCAL, WINDOWS, run)).toBe(false);
    expect(calls).toHaveLength(1);
    expect(await closeToOthers(LOCAL, WINDOWS, () => Promise.reject(new Error('denied')))).toBe(false);
  });

  test('is not asked for where folders have modes', async () => {
    expect(await closeToOthers('/x', { platform: 'linux', environment: {} }, () => Promise.reject(new Error()))).toBe(
      true,
    );
  });
});
