/**
 * Loaded ahead of a program (`--import`): every change of files and every wait for the disk that it asks of node:fs and node:fs/promises is carried
 * out and written down, in order, as lines of JSON in the file that RECORDED_FILES names. Right after the step that DIES_AFTER counts the program
 * dies by SIGKILL. Not seen: what SQLite does by itself (test/durability/recording-vfs.c writes that down in the same form).
 */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';

/** What was done, and to which file or folder; of a rename also its new name; of a write where, and the bytes in hexadecimal; of a truncation the size. */
export type FileStep = readonly [
  what: 'create' | 'write' | 'truncate' | 'sync' | 'rename' | 'remove' | 'folder',
  path: string,
  to?: string,
  at?: number,
  bytes?: string,
];

type RestOf<Call extends (first: never, ...rest: never[]) => unknown> =
  Parameters<Call> extends [unknown, ...infer Rest] ? Rest : never;

const out = process.env['RECORDED_FILES'] ?? '';
const {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} = fs;
const { mkdir, open, rename, rm, writeFile } = promises;
const opened = new Map<number, string>();
// By functions that are not watched themselves.
const journal = out === '' ? 0 : openSync(out, 'a');

let left = Number(process.env['DIES_AFTER'] ?? Number.POSITIVE_INFINITY);

function note(...step: FileStep): void {
  writeSync(journal, `${JSON.stringify(step)}\n`);
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

function noteOpened(path: string, wasThere: boolean, flags: unknown): void {
  if (!wasThere && existsSync(path)) note('create', path);
  if (wasThere && String(flags).startsWith('w')) note('truncate', path, '', 0);
}

/** A whole file of ours, as it is now. */
function noteWhole(path: string, wasThere: boolean): void {
  if (path === out) return;
  if (wasThere) note('truncate', path, '', 0);
  else note('create', path);
  note('write', path, '', 0, readFileSync(path).toString('hex'));
}

/** What is written piece by piece, each noted once it is written. */
async function* noted(path: string, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let at = 0;
  note('create', path);
  for await (const piece of pieces) {
    yield piece;
    note('write', path, '', at, Buffer.from(piece).toString('hex'));
    at += piece.length;
  }
}

function isPieces(content: Parameters<typeof writeFile>[1]): content is AsyncIterable<Uint8Array> {
  return typeof content === 'object' && Symbol.asyncIterator in content;
}

/** The folders that are about to be made, the outermost first. */
function missingFolders(path: string): readonly string[] {
  return existsSync(path) ? [] : [...missingFolders(dirname(path)), path];
}

if (out !== '') {
  Object.assign(fs, {
    openSync: (...args: Parameters<typeof openSync>) => {
      const path = String(args[0]);
      const wasThere = existsSync(path);
      const descriptor = openSync(...args);
      opened.set(descriptor, path);
      noteOpened(path, wasThere, args[1]);
      return descriptor;
    },
    closeSync: (descriptor: number) => {
      closeSync(descriptor);
      opened.delete(descriptor);
    },
    fsyncSync: (descriptor: number) => {
      fsyncSync(descriptor);
      note('sync', opened.get(descriptor) ?? '?');
    },
    writeSync: (descriptor: number, content: string | Uint8Array, ...rest: [number?]) => {
      const { size } = fstatSync(descriptor);
      const written =
        typeof content === 'string' ? writeSync(descriptor, content) : writeSync(descriptor, content, ...rest);
      const bytes = Buffer.from(content).subarray(rest[0] ?? 0);
      const path = opened.get(descriptor);
      // What it says to whoever started it is no file.
      if (path !== undefined) note('write', path, '', size, bytes.subarray(0, written).toString('hex'));
      return written;
    },
    writeFileSync: (...args: Parameters<typeof writeFileSync>) => {
      const wasThere = existsSync(String(args[0]));
      writeFileSync(...args);
      noteWhole(String(args[0]), wasThere);
    },
    copyFileSync: (...args: Parameters<typeof copyFileSync>) => {
      const wasThere = existsSync(args[1]);
      copyFileSync(...args);
      noteWhole(String(args[1]), wasThere);
    },
    truncateSync: (path: string, size: number) => {
      truncateSync(path, size);
      note('truncate', path, '', size);
    },
    mkdirSync: (...args: Parameters<typeof mkdirSync>) => {
      const made = missingFolders(String(args[0]));
      const first = mkdirSync(...args);
      for (const path of made) note('folder', path);
      return first;
    },
    renameSync: (from: string, to: string) => {
      renameSync(from, to);
      note('rename', from, to);
    },
    rmSync: (...args: Parameters<typeof rmSync>) => {
      const isThere = existsSync(args[0]);
      rmSync(...args);
      if (isThere) note('remove', String(args[0]));
    },
  });
  Object.assign(promises, {
    open: async (...args: Parameters<typeof open>) => {
      const path = String(args[0]);
      const wasThere = existsSync(path);
      const handle = await open(...args);
      noteOpened(path, wasThere, args[1]);
      const sync = handle.sync.bind(handle);
      return Object.assign(handle, {
        sync: async () => {
          await sync();
          note('sync', path);
        },
      });
    },
    writeFile: async (path: string, ...[content, ...rest]: RestOf<typeof writeFile>) => {
      if (isPieces(content)) return writeFile(path, noted(path, content), ...rest);
      const wasThere = existsSync(path);
      await writeFile(path, content, ...rest);
      noteWhole(path, wasThere);
    },
    mkdir: async (...args: Parameters<typeof mkdir>) => {
      const made = missingFolders(String(args[0]));
      const first = await mkdir(...args);
      for (const path of made) note('folder', path);
      return first;
    },
    rename: async (from: string, to: string) => {
      await rename(from, to);
      note('rename', from, to);
    },
    rm: async (...args: Parameters<typeof rm>) => {
      const isThere = existsSync(args[0]);
      await rm(...args);
      if (isThere) note('remove', String(args[0]));
    },
  });
  syncBuiltinESMExports();
}
