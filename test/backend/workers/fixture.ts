/** The store with threads for tests: its entry files from source, a log that keeps what it is told. */
import type { Log, Paths } from '../../../src/backend/ports.ts';
import { startStore } from '../../../src/backend/workers/client.ts';
import type { Store } from '../../../src/backend/workers/store.ts';

const SOURCE = new URL('../../../src/backend/workers/', import.meta.url);

/** Paths of a data folder; `writer` may be another entry than the real one. */
export function pathsOf(dataFolder: string, writer = new URL('writer.ts', SOURCE)): Paths {
  const entry = (name: string): URL => new URL(name, SOURCE);
  return {
    dataFolder,
    workers: { writer, reader: entry('reader.ts'), compute: entry('compute.ts'), sandbox: entry('none.ts') },
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
