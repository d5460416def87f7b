/** Where the data lies: `--data-dir`, or where the platform keeps the data of programs. The same folder in both shells. Pure. */
import { join, resolve } from 'node:path';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The folder. The command line also holds what Electron and Chromium take, so everything else in it is passed over. */
export function dataFolderOf(args: readonly string[], surroundings: Surroundings): string {
  const at = args.lastIndexOf('--data-dir');
  const joined = args.find((arg) => arg.startsWith('--data-dir='))?.slice('--data-dir='.length);
  const named = at === -1 ? joined : args[at + 1];
  return named === undefined || named === '' ? defaultDataFolder(surroundings) : resolve(named);
}

/** Electron's own idea of it differs from the browser shell's on Linux, and one data folder has one console. */
export function defaultDataFolder({ platform, home, environment }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Merchant Console');
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Merchant Console');
  const base = environment['XDG_DATA_HOME'];
  return join(base?.startsWith('/') === true ? base : join(home, '.local', 'share'), 'merchant-console');
}
