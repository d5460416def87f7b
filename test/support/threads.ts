/**
 * Where a test's engine starts its threads from: the bundle of this run (bundle-threads.ts), or the sources where there is none. Loading the
 * three hundred files of a thread one by one costs three times the work of loading what they are together. Not here: what the threads do.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const THREADS = ['writer', 'reader', 'compute'] as const;

/** Names the folder of the bundle for the tests of a run and for the programs that they start. */
export const THREADS_FOLDER = 'MERCHANT_CONSOLE_TEST_THREADS';

const SOURCES = new URL('../../src/backend/workers/', import.meta.url);

/** The file that a thread begins with. */
export function threadEntry(name: (typeof THREADS)[number]): URL {
  const folder = process.env[THREADS_FOLDER];
  return folder === undefined ? new URL(`${name}.ts`, SOURCES) : pathToFileURL(join(folder, `${name}.mjs`));
}
