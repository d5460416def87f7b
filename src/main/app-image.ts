/**
 * Whether this program runs out of an AppImage, and out of which file. The AppImage's starter says so in the environment, which every program that is
 * started from there inherits, so its word counts only where the running program lies in the folder that it names too. Not here: what follows.
 */
import { realpathSync } from 'node:fs';

export interface Running {
  readonly platform: NodeJS.Platform;
  /** The file of the running program. */
  readonly execPath: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The path of the AppImage's file; null for every other installation. `APPIMAGE` and `APPDIR` are those of the type 2 runtime. */
export function appImageOf({ platform, execPath, environment }: Running): string | null {
  const { APPIMAGE: file = '', APPDIR: folder = '' } = environment;
  if (platform !== 'linux' || !file.startsWith('/') || !folder.startsWith('/')) return null;
  return isWithin(execPath, folder) || isWithin(execPath, resolved(folder)) ? file : null;
}

function isWithin(path: string, folder: string): boolean {
  const whole = folder.endsWith('/') ? folder : `${folder}/`;
  return whole !== '/' && path.startsWith(whole);
}

/** The system names the running program without links on its way. */
function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
