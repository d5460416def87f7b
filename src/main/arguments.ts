// What of a command line is the console's own: the person's or ours.
import { resolve } from 'node:path';
import { settleDataFolder, type Surroundings } from '../shell/data-folder.ts';
import { isLinkOfOurs } from './desktop/deep-link.ts';

/** Says on the command line that nobody has started the console by hand. */
export const AT_LOGIN = '--at-login';

/** The arguments up to a `--` or a link: what stands behind one was written by somebody else and is no option. */
export function ownArguments(args: readonly string[]): readonly string[] {
  const foreign = args.findIndex((arg) => arg === '--' || isLinkOfOurs(arg));
  return foreign === -1 ? args : args.slice(0, foreign);
}

/** With what the next console is started in the place of this one: the same data folder, and a window, for a person has asked for it. */
export function argumentsOfNext([, ...args]: readonly string[]): readonly string[] {
  return ownArguments(args).filter((arg) => arg !== AT_LOGIN);
}

/** The folder. The command line also holds what Electron and Chromium take, so everything else in it is passed over. */
export function dataFolderOf(given: readonly string[], surroundings: Surroundings): string {
  const args = ownArguments(given);
  const at = args.lastIndexOf('--data-dir');
  const joined = args.find((arg) => arg.startsWith('--data-dir='))?.slice('--data-dir='.length);
  const named = at === -1 ? joined : args[at + 1];
  return named === undefined || named === '' ? settleDataFolder(surroundings) : resolve(named);
}
