// Writes a file whole or not at all: under another name in the same folder until it is complete, then it takes its name in one step.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WholeRules {
  /**
   * `ours`: a folder that this console alone writes, one file by one writer; what an attempt that broke off has left is replaced by the next.
   * `others`: any other folder, in which nothing that lies there may be touched.
   */
  readonly folder: 'ours' | 'others';
  /** Of the file, where the system has modes; without one what the person's settings give new files. */
  readonly mode?: number;
  /**
   * It is on the disk under its name when this ends, also when the power goes then; as far as the folder's file system can promise
   * that. A disk that fails at the very last is an error although the file is there.
   */
  readonly isDurable?: boolean;
  /** It takes its name only where nothing has it: else it rejects with the system's EEXIST, and what lies there stays. */
  readonly isNew?: boolean;
  /** Called when all of it is written, before it has its name. */
  readonly finish?: (partial: string) => Promise<void>;
}

/** Another program may look at a file for a moment, which on Windows keeps it from being replaced. */
const RENAME_TRIES = 8;
const RENAME_PAUSE_MS = 50;
const BUSY: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);
/** File systems of sticks, and some of networks, give a file one name. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EMLINK', 'EXDEV']);
/** Some file systems know no waiting for a folder, and a folder that may be written need not be readable: the file is there all the same. */
const NO_FOLDER_SYNC: ReadonlySet<unknown> = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EPERM']);

/** These bytes, as they come or at once, or this text as UTF-8. Rejects with the system's error, or with that of what gives the bytes, and then leaves nothing. */
export function writeWhole(
  to: string,
  content: Uint8Array | string | AsyncIterable<Uint8Array>,
  rules: WholeRules,
): Promise<void> {
  return whole(to, rules, (partial) => writeFile(partial, content, optionsOf(rules)));
}

/** What is in another file; who may read that one has no say in who may read this. Rejects with the system's error, and then leaves nothing. */
export function copyWhole(from: string, to: string, rules: WholeRules): Promise<void> {
  return writeWhole(to, contentOf(from), rules);
}

/** Opened when it is asked for, so that what cannot be opened rejects there. */
async function* contentOf(path: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(path);
}

/** As `writeWhole`, for what must be kept before the program goes on; small texts only. Throws the system's error. */
export function writeWholeNow(to: string, text: string, rules: Omit<WholeRules, 'finish' | 'isNew'>): void {
  const partial = partialOf(to, rules);
  try {
    if (rules.folder === 'ours') rmSync(partial, { force: true });
    writeFileSync(partial, text, optionsOf(rules));
    if (rules.isDurable === true) syncNow(partial, 'r+');
    renameSync(partial, to);
    if (rules.isDurable === true) syncFolderNow(dirname(to));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function whole(to: string, rules: WholeRules, make: (partial: string) => Promise<void>): Promise<void> {
  const partial = partialOf(to, rules);
  try {
    if (rules.folder === 'ours') await rm(partial, { force: true });
    await make(partial);
    if (rules.isDurable === true) await sync(partial, 'r+');
    await rules.finish?.(partial);
    await (rules.isNew === true ? takeFreeName(partial, to) : takeName(partial, to));
    if (rules.isDurable === true) await syncFolder(dirname(to));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** A short name of its own in a folder of others, so that neither a file of theirs nor the length of the name stands in the way. */
function partialOf(to: string, { folder }: Pick<WholeRules, 'folder'>): string {
  return folder === 'ours' ? `${to}.partial` : join(dirname(to), `.${randomUUID()}.partial`);
}

/** Exclusive: what lies there meanwhile, a link above all, is not written through. */
function optionsOf({ mode }: Pick<WholeRules, 'mode'>) {
  return { flag: 'wx', ...(mode === undefined ? {} : { mode }) };
}

/** Windows waits for a file only where it may be written, and knows no folder that is opened. */
async function sync(path: string, flag: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flag);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What is in the file is on the disk when this ends. Throws the system's error. */
export function syncNow(path: string, flag: 'r' | 'r+' = 'r+'): void {
  const descriptor = openSync(path, flag);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A file's new name is in its folder, and on the disk once that is. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await sync(folder, 'r').catch(passOver);
}

/**
 * Makes a folder, and those that it lies in, for this user alone. The names of those that it made are on the disk when this ends: nothing in
 * them is safe before. Throws the system's error.
 */
export function makeFolderNow(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= first.length; made = dirname(made)) syncFolderNow(dirname(made));
}

/** The names in the folder are on the disk when this ends, where its system can promise that. Throws the system's error. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    syncNow(folder, 'r');
  } catch (error) {
    passOver(error);
  }
}

function passOver(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && NO_FOLDER_SYNC.has(error.code))) throw error;
}

/** A second name, which is never another file's, then the first is given up. Where a file system knows one name a file the name is taken empty before. */
async function takeFreeName(partial: string, to: string): Promise<void> {
  try {
    await link(partial, to);
    await rm(partial, { force: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_LINKS.has(error.code))) throw error;
    await (await open(to, 'wx')).close();
    await takeName(partial, to);
  }
}

async function takeName(partial: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(partial, to);
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && BUSY.has(error.code);
      if (process.platform !== 'win32' || !isBusy || attempt === RENAME_TRIES) throw error;
      await sleep(RENAME_PAUSE_MS);
    }
  }
}
