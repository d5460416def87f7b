/** The store with threads for tests: a log that keeps what it is told. */
import type { Log, Paths } from '../../../src/backend/ports.ts';
import { startStore } from '../../../src/backend/workers/client.ts';
import type { Store } from '../../../src/backend/workers/store.ts';
import { threadEntry } from '../../support/threads.ts';

/** No test of the store has a sandbox. */
const NO_SANDBOX = new URL('none.ts', import.meta.url);

/** Paths of a data folder; `writer` may be another entry than the real one. */
export function pathsOf(dataFolder: string, writer = threadEntry('writer')): Paths {
  return {
    dataFolder,
    workers: { writer, reader: threadEntry('reader'), compute: threadEntry('compute'), sandbox: NO_SANDBOX },
  };
}

export const SILENT: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  redact: () => undefined,
};

/** A started store over threads. */
export function start(dataFolder: string, writer?: URL): Promise<Store> {
  return startStore({ paths: pathsOf(dataFolder, writer), log: SILENT });
}
