/** Where the data lies when nobody says: one folder for both shells, since one data folder has one console. Pure. */
import { join } from 'node:path';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const FOLDER_NAMES = { plain: 'merchant-console', spoken: 'Merchant Console' } as const;

/** Where the platform keeps the data of programs. Electron's own idea of it is another one on Linux. */
export function defaultDataFolder({ platform, home, environment }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', FOLDER_NAMES.spoken);
  if (platform === 'win32')
    return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), FOLDER_NAMES.spoken);
  const base = environment['XDG_DATA_HOME'];
  // The XDG specification: a relative path in it is invalid and to be ignored.
  return join(base?.startsWith('/') === true ? base : join(home, '.local', 'share'), FOLDER_NAMES.plain);
}
