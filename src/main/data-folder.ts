// Reads `--data-dir` from Electron's command line.
import { resolve } from 'node:path';
import { settleDataFolder, type Surroundings } from '../shell/data-folder.ts';
import { ownArguments } from './arguments.ts';

/** The folder. The command line also holds what Electron and Chromium take, so everything else in it is passed over. */
export function dataFolderOf(given: readonly string[], surroundings: Surroundings): string {
  const args = ownArguments(given);
  const at = args.lastIndexOf('--data-dir');
  const joined = args.find((arg) => arg.startsWith('--data-dir='))?.slice('--data-dir='.length);
  const named = at === -1 ? joined : args[at + 1];
  return named === undefined || named === '' ? settleDataFolder(surroundings) : resolve(named);
}
