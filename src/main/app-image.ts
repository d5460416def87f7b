// Whether this program runs out of an AppImage, and out of which file.
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';

export interface RunningImage {
  readonly platform: NodeJS.Platform;
  /** The file of the running program. */
  readonly execPath: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The path of the AppImage's file; null for every other installation. `APPIMAGE` and `APPDIR` are those of the type 2 runtime. */
export function appImageOf({ platform, execPath, environment }: RunningImage): string | null {
  const { APPIMAGE: file = '', APPDIR: folder = '' } = environment;
  if (platform !== 'linux' || !file.startsWith('/') || !folder.startsWith('/')) return null;
  return isWithin(execPath, folder) || isWithin(execPath, resolved(folder)) ? file : null;
}

/**
 * What an AppImage that follows the running one needs in its environment besides what is there. One that was unpacked for its start, since the system
 * could not mount it, is followed by one that is unpacked: the option that says so is the starter's and was taken off the command line.
 */
export function environmentOfNext({
  APPDIR: folder = '',
}: RunningImage['environment']): Readonly<Record<string, string>> {
  return basename(folder).startsWith(UNPACKED) ? { APPIMAGE_EXTRACT_AND_RUN: '1' } : {};
}

/** The type 2 runtime unpacks into a folder of this name and a digest; what it mounts has another one. */
const UNPACKED = 'appimage_extracted_';

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
