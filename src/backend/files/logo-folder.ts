/**
 * Pictures that were fetched, in a folder of the data folder: a file each, named by a digest of its address, readable by its owner only. Few and
 * small: the one that was not asked for the longest gives way. What is read is checked again, for a folder is open to other programs of the
 * same person. Not here: fetching (engine/logos.ts).
 */
import { createHash } from 'node:crypto';
import { chmod, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_PICTURE_BYTES, pictureIn } from '../../domain/picture.ts';
import { writeWhole } from '../whole-file.ts';

const KEPT_MS = 30 * 24 * 60 * 60_000;
const MOST_FILES = 300;
const MOST_BYTES = 8 * 1024 * 1024;
const NAME = /^[0-9a-f]{64}$/;

interface Kept {
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
}

export class LogoFolder {
  readonly #folder: string;
  readonly #now: () => number;
  /** By file name; null until the folder is looked into, which is done once for all who come at that time. */
  #kept: Promise<Map<string, Kept>> | null = null;

  /** `now`: milliseconds since the epoch. */
  constructor(dataFolder: string, now: () => number) {
    this.#folder = join(dataFolder, 'logos');
    this.#now = now;
  }

  /** The picture of that address, or null when there is none that is whole and young enough. Rejects as the disk does. */
  async get(url: string): Promise<Uint8Array | null> {
    const name = nameOf(url);
    const kept = await this.#look();
    if (!kept.has(name)) return null;
    const path = join(this.#folder, name);
    const read = await readSmall(path).catch(() => null);
    const now = this.#now();
    // A file of the future was dated by a clock that was wrong.
    const isYoung = read !== null && Math.abs(now - read.fetchedAt) < KEPT_MS;
    if (read === null || !isYoung || pictureIn(read.bytes) === null) {
      kept.delete(name);
      await rm(path, { force: true });
      return null;
    }
    kept.set(name, { bytes: read.bytes.length, usedAt: now });
    await utimes(path, now / 1_000, read.fetchedAt / 1_000);
    return read.bytes;
  }

  /** Keeps a picture; what is too much gives way. Rejects as the disk does. */
  async put(url: string, bytes: Uint8Array): Promise<void> {
    const name = nameOf(url);
    const kept = await this.#look();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await chmod(this.#folder, 0o700);
    const now = this.#now();
    const finish = (partial: string) => utimes(partial, now / 1_000, now / 1_000);
    await writeWhole(join(this.#folder, name), bytes, { folder: 'ours', mode: 0o600, finish });
    kept.set(name, { bytes: bytes.length, usedAt: now });
    await this.#makeRoom(kept);
  }

  async #makeRoom(kept: Map<string, Kept>): Promise<void> {
    const oldestFirst = [...kept].toSorted(([, left], [, right]) => left.usedAt - right.usedAt);
    let total = oldestFirst.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    for (const [name, { bytes }] of oldestFirst) {
      if (kept.size <= MOST_FILES && total <= MOST_BYTES) return;
      kept.delete(name);
      total -= bytes;
      await rm(join(this.#folder, name), { force: true });
    }
  }

  /** What an earlier run left; what is none of ours, or was not finished, is removed. */
  async #look(): Promise<Map<string, Kept>> {
    const looking = (this.#kept ??= this.#readFolder());
    try {
      return await looking;
    } catch (error) {
      if (this.#kept === looking) this.#kept = null;
      throw error;
    }
  }

  async #readFolder(): Promise<Map<string, Kept>> {
    const kept = new Map<string, Kept>();
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      const found = NAME.test(name) ? await stat(path).catch(() => null) : null;
      if (found?.isFile() === true) kept.set(name, { bytes: found.size, usedAt: found.atimeMs });
      else await rm(path, { force: true, recursive: true });
    }
    await this.#makeRoom(kept);
    return kept;
  }
}

async function readSmall(path: string): Promise<{ readonly bytes: Uint8Array; readonly fetchedAt: number } | null> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    return size > MOST_PICTURE_BYTES ? null : { bytes: await file.readFile(), fetchedAt: mtimeMs };
  } finally {
    await file.close();
  }
}

function nameOf(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}
