/** The store with threads for tests: a log that keeps what it is told. */
import type { Log, Paths } from '../../../src/backend/ports.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { startStore } from '../../../src/backend/workers/threads/client.ts';
import { workerThreads } from '../../../src/backend/workers/threads/spawn.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { programEntry } from '../../support/programs.ts';

/** No test of the store has a sandbox. */
const NO_SANDBOX = new URL('none.ts', import.meta.url);

/** Paths of a data folder; `writer` may be another entry than the real one. */
export function pathsOf(dataFolder: string, writer = programEntry('src/backend/workers/threads/writer')): Paths {
  return {
    dataFolder,
    workers: {
      writer,
      reader: programEntry('src/backend/workers/threads/reader'),
      compute: programEntry('src/backend/workers/threads/compute'),
      sandbox: NO_SANDBOX,
    },
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
  return startStore({ paths: pathsOf(dataFolder, writer), log: SILENT, clock: systemClock, spawn: workerThreads });
}
