/**
 * Writes a file whole or not at all: under another name in the same folder until it is complete, then it takes its name in one step. Once for
 * everybody who keeps a file. Not here: what is in it, where it lies, the databases (sqlite).
 */
import { randomUUID } from 'node:crypto';
import { constants, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WholeRules {
  /**
   * `ours`: a folder that this console alone writes, one file by one writer; what an attempt that broke off has left is replaced by the next.
   * `others`: any other folder, in which nothing that lies there may be touched.
   */
  readonly folder: 'ours' | 'others';
  /** Of the file, where the system has modes; without one what the person's settings give new files. */
  readonly mode?: number;
  /** It is on the disk when this resolves, also when the power goes then. */
  readonly isDurable?: boolean;
  /** Called when all of it is written, before it has its name. */
  readonly finish?: (partial: string) => Promise<void>;
}

/** Another program may look at a file for a moment, which on Windows keeps it from being replaced. */
const RENAME_TRIES = 8;
const RENAME_PAUSE_MS = 50;
const BUSY: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** These bytes, or this text as UTF-8. Rejects with the system's error, and then leaves nothing. */
export function writeWhole(to: string, content: Uint8Array | string, rules: WholeRules): Promise<void> {
  return whole(to, rules, (partial) => writeFile(partial, content, optionsOf(rules)));
}

/** A copy of a file. Rejects with the system's error, and then leaves nothing. */
export function copyWhole(from: string, to: string, rules: WholeRules): Promise<void> {
  return whole(to, rules, (partial) => copyFile(from, partial, constants.COPYFILE_EXCL));
}

/** As `writeWhole`, for what must be kept before the program goes on; small texts only. Throws the system's error. */
export function writeWholeNow(to: string, text: string, rules: Pick<WholeRules, 'folder' | 'mode'>): void {
  const partial = partialOf(to, rules);
  try {
    if (rules.folder === 'ours') rmSync(partial, { force: true });
    writeFileSync(partial, text, optionsOf(rules));
    renameSync(partial, to);
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
    if (rules.isDurable === true) await sync(partial);
    await rules.finish?.(partial);
    await takeName(partial, to);
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

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
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
