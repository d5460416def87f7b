/**
 * Loaded ahead of a program (`--import`): every change of files and every wait for the disk that it asks of node:fs is carried out and written
 * down, in order, as lines of JSON in the file that RECORDED_FILES names. Not seen: what SQLite does by itself to open databases.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What was done, and to which file; of a rename also its new name. */
export type FileStep = readonly [what: 'write' | 'sync' | 'rename' | 'remove', path: string, to?: string];

const out = process.env['RECORDED_FILES'] ?? '';
const { openSync, fsyncSync, writeSync, writeFileSync, copyFileSync, renameSync, rmSync } = fs;
const opened = new Map<number, string>();
// By functions that are not watched themselves.
const journal = out === '' ? 0 : openSync(out, 'a');

function note(...step: FileStep): void {
  writeSync(journal, `${JSON.stringify(step)}\n`);
}

if (out !== '') {
  Object.assign(fs, {
    openSync: (...args: Parameters<typeof openSync>) => {
      const descriptor = openSync(...args);
      opened.set(descriptor, String(args[0]));
      return descriptor;
    },
    fsyncSync: (descriptor: number) => {
      fsyncSync(descriptor);
      note('sync', opened.get(descriptor) ?? '?');
    },
    writeSync: (descriptor: number, ...rest: [string]) => {
      note('write', opened.get(descriptor) ?? '?');
      return writeSync(descriptor, ...rest);
    },
    writeFileSync: (...args: Parameters<typeof writeFileSync>) => {
      writeFileSync(...args);
      note('write', String(args[0]));
    },
    copyFileSync: (...args: Parameters<typeof copyFileSync>) => {
      copyFileSync(...args);
      note('write', String(args[1]));
    },
    renameSync: (from: string, to: string) => {
      renameSync(from, to);
      note('rename', from, to);
    },
    rmSync: (...args: Parameters<typeof rmSync>) => {
      const isThere = fs.existsSync(args[0]);
      rmSync(...args);
      if (isThere) note('remove', String(args[0]));
    },
  });
  syncBuiltinESMExports();
}
