// Where the data lies when nobody says, and who may read it: one folder for both shells, since one data folder has one console.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join, win32 } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program and resolves to what it printed; rejects when it fails. */
type Run = (program: string, args: readonly string[]) => Promise<string>;

/** Longer than either program ever takes on a machine that is busy. */
const PATIENCE_MS = 60_000;
const SYSTEM = 'S-1-5-18';
/** Everything, for the folder, its folders and its files. */
const ALL = '(OI)(CI)F';

const execute = promisify(execFile);

const runProgram: Run = async (program, args) => {
  const { stdout } = await execute(program, args, { encoding: 'utf8', timeout: PATIENCE_MS, windowsHide: true });
  return stdout;
};

/**
 * Closes the folder to all but its user and the system on Windows, where files have no mode, whatever the folder above lets in. Resolves to false where it could not be done: then the list of the folder above holds. Never rejects.
 */
export async function closeToOthers(
  folder: string,
  { platform, environment }: Pick<Surroundings, 'platform' | 'environment'>,
  run: Run = runProgram,
): Promise<boolean> {
  if (platform !== 'win32') return true;
  // By their whole paths: a search would find a program of that name in the working folder first.
  const program = (name: string) => win32.join(environment['SystemRoot'] ?? 'C:\\Windows', 'System32', name);
  try {
    // By number, since the names of people and of the system are written in every language.
    const said = await run(program('whoami.exe'), ['/user', '/fo', 'csv', '/nh']);
    const [user] = /\bS-1-[\d-]+\b/.exec(said) ?? [];
    if (user === undefined) return false;
    const granted = [user, SYSTEM].map((who) => `*${who}:${ALL}`);
    await run(program('icacls.exe'), [folder, '/inheritance:r', '/grant:r', ...granted, '/q']);
    return true;
  } catch {
    return false;
  }
}

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What is done with folders; tests bring one that refuses. */
export interface Disk {
  readonly isThere: (path: string) => boolean;
  /** In one step and with all that is in it, or not at all; throws what the system says. */
  readonly move: (from: string, to: string) => void;
}

const FOLDER_NAMES = { plain: 'merchant-console', spoken: 'Merchant Console' } as const;

const THE_DISK: Disk = {
  isThere: existsSync,
  move: (from, to) => {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  },
};

/** Where the platform keeps the data of programs. Electron's own idea of it is another one on Linux. */
export function defaultDataFolder({ platform, home, environment }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', FOLDER_NAMES.spoken);
  if (platform === 'win32')
    return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), FOLDER_NAMES.spoken);
  const base = environment['XDG_DATA_HOME'];
  // The XDG specification: a relative path in it is invalid and to be ignored.
  return join(base?.startsWith('/') === true ? base : join(home, '.local', 'share'), FOLDER_NAMES.plain);
}

/** Where the data of an earlier version may still lie; null where it always lay in the same place. */
function formerDataFolder({ platform, home, environment }: Surroundings): string | null {
  if (platform !== 'win32') return null;
  return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), FOLDER_NAMES.spoken);
}

/** Where the data lies now: the former place only while nothing is in the present one. */
export function presentDataFolder(surroundings: Surroundings, disk: Disk = THE_DISK): string {
  const folder = defaultDataFolder(surroundings);
  const former = formerDataFolder(surroundings);
  return former !== null && !disk.isThere(folder) && disk.isThere(former) ? former : folder;
}

/**
 * The same, to be called before anything is opened there: a former folder is moved to the present place. Where it cannot be (another console has it
 * open, it lies on another disk) it goes on being used, so that no data is ever left behind.
 */
export function settleDataFolder(surroundings: Surroundings, disk: Disk = THE_DISK): string {
  const [present, wanted] = [presentDataFolder(surroundings, disk), defaultDataFolder(surroundings)];
  if (present === wanted) return wanted;
  try {
    disk.move(present, wanted);
    return wanted;
  } catch {
    return present;
  }
}
