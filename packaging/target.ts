/**
 * For which system a package is made: the one it is made on, because keytar's binary exists only for that. Not here: which kinds of
 * package a system has (configuration.ts).
 */

export interface Target {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly arch: 'arm64' | 'x64';
}

/** The target of this machine; throws a sentence where nothing is packaged for it. */
export function targetOf(platform: string, arch: string): Target {
  if (platform !== 'darwin' && platform !== 'linux' && platform !== 'win32')
    throw new Error(`There are packages for macOS, Windows and Linux, not for ${platform}.`);
  if (arch !== 'arm64' && arch !== 'x64') throw new Error(`There are packages for arm64 and x64, not for ${arch}.`);
  return { platform, arch };
}
