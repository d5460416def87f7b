// The command line of the browser shell.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { settleDataFolder, type Surroundings } from '../shell/data-folder.ts';

export interface Options {
  readonly dataFolder: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly opensBrowser: boolean;
}

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
  const dataFolder = folder === undefined ? settleDataFolder(surroundings) : resolve(folder);
  return { ok: true, options: { dataFolder, port: Number(port), opensBrowser: values['no-open'] !== true } };
}
