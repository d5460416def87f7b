// What the engine has of the computer that it runs on, beside what a shell brings (ports.ts): threads, the way to the API, files, chance, and who is
// logged in. A simulation brings another one.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Derive, derive } from './api/passphrase.ts';
import { createTransport, type Transport, type TransportOptions } from './api/transport/transport.ts';
import { clearHanded, createHanded, handedSize, removeHanded, writeHanded } from './files/reading/handed-folder.ts';
import { folderAt, holdsExport, placeCopy, placeExport } from './files/writing/chosen-folder.ts';
import { clearExports, exportPath, removeExport } from './files/writing/export-folder.ts';
import { systemMarks } from './system.ts';
import { type Spawn, workerThreads } from './workers/threads/spawn.ts';

export interface Machine {
  /** Starts the store's threads. */
  readonly spawn: Spawn;
  readonly createTransport: (options: TransportOptions) => Transport;
  readonly files: EngineFiles;
  /** [0, 1), for pauses that must not fall together; never for ids. */
  readonly random: () => number;
  readonly osUser: () => string;
  readonly derive: Derive;
  /** Nothing of the engine is left, since it could not begin anew: the program ends as it does of what nobody caught. */
  readonly fallen: (error: unknown) => void;
}

export interface EngineFiles {
  readonly clearExports: typeof clearExports;
  readonly exportPath: typeof exportPath;
  readonly removeExport: typeof removeExport;
  readonly folderAt: typeof folderAt;
  readonly placeExport: typeof placeExport;
  readonly placeCopy: typeof placeCopy;
  readonly holdsExport: typeof holdsExport;
  readonly clearHanded: typeof clearHanded;
  readonly createHanded: typeof createHanded;
  readonly writeHanded: typeof writeHanded;
  readonly handedSize: typeof handedSize;
  readonly removeHanded: typeof removeHanded;
  /** Removes what an earlier version has left in the data folder. */
  readonly removeLeft: (dataFolder: string, name: string) => Promise<void>;
}

export const thisMachine: Machine = {
  spawn: workerThreads,
  createTransport,
  files: {
    clearExports,
    exportPath,
    removeExport,
    folderAt,
    placeExport,
    placeCopy,
    holdsExport,
    clearHanded,
    createHanded,
    writeHanded,
    handedSize,
    removeHanded,
    removeLeft: (dataFolder, name) => rm(join(dataFolder, name), { recursive: true, force: true }),
  },
  random: Math.random,
  osUser: () => systemMarks.osUser(),
  derive,
  fallen: (error) => {
    setImmediate(() => {
      throw error;
    });
  },
};
