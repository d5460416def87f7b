/** The command line of the browser shell, and where data lies when it does not say. Pure. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  readonly dataFolder: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly opensBrowser: boolean;
}

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const FOLDER_NAMES = { plain: 'merchant-console', spoken: 'Merchant Console' } as const;

/** The options, or the sentence that says what is wrong with them. */
export function readOptions(
  args: readonly string[],
  surroundings: Surroundings,
): { readonly ok: true; readonly options: Options } | { readonly ok: false; readonly complaint: string } {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { 'data-dir': { type: 'string' }, port: { type: 'string' }, 'no-open': { type: 'boolean' } },
    }));
  } catch (error) {
    return { ok: false, complaint: error instanceof Error ? error.message : 'The options cannot be read.' };
  }
  const { port = '0', 'data-dir': folder } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return { ok: false, complaint: `--port needs a port number, not ${port}.` };
  if (folder === '') return { ok: false, complaint: '--data-dir needs a folder.' };
  const dataFolder = folder === undefined ? defaultDataFolder(surroundings) : resolve(folder);
  return { ok: true, options: { dataFolder, port: Number(port), opensBrowser: values['no-open'] !== true } };
}

/** Where the platform keeps the data of programs: the same folder for both shells. */
export function defaultDataFolder({ platform, home, environment }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', FOLDER_NAMES.spoken);
  if (platform === 'win32')
    return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), FOLDER_NAMES.spoken);
  const base = environment['XDG_DATA_HOME'];
  // The XDG specification: a relative path in it is invalid and to be ignored.
  return join(base?.startsWith('/') === true ? base : join(home, '.local', 'share'), FOLDER_NAMES.plain);
}
