// Who may read the data folder on Windows, where files have no mode: its user and the system itself, whatever the
// folder above lets in. Elsewhere the modes of folder and files say it.
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import type { Surroundings } from './data-folder.ts';

/** Runs a program and resolves to what it printed; rejects when it fails. */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

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

/** Closes the folder to others. Resolves to false where it could not be done: then the list of the folder above holds. Never rejects. */
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
