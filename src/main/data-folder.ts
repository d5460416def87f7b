/** Reads `--data-dir` from Electron's command line. Pure. Not here: the folder when it is not named (shell/data-folder.ts). */
import { resolve } from 'node:path';
import { isLinkOfOurs } from './desktop/deep-link.ts';
import { defaultDataFolder, type Surroundings } from '../shell/data-folder.ts';

/**
 * The folder. The command line also holds what Electron and Chromium take, so everything else in it is passed over; what stands behind a `--` or a
 * link was written by somebody else and is no option.
 */
export function dataFolderOf(given: readonly string[], surroundings: Surroundings): string {
  const foreign = given.findIndex((arg) => arg === '--' || isLinkOfOurs(arg));
  const args = foreign === -1 ? given : given.slice(0, foreign);
  const at = args.lastIndexOf('--data-dir');
  const joined = args.find((arg) => arg.startsWith('--data-dir='))?.slice('--data-dir='.length);
  const named = at === -1 ? joined : args[at + 1];
  return named === undefined || named === '' ? defaultDataFolder(surroundings) : resolve(named);
}
