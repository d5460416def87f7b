// Room on the disk that is kept for what must be written even when the disk is full: a file of random bytes that is
// shortened, a step at a time, when a write finds no room, and grown again when there is plenty.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Dozens of intents, each some twenty pages of 4 KiB in the write-ahead log. */
const ROOM_BYTES = 4 * 1024 * 1024;
/** Small, because whatever else writes to the disk may take what an intent leaves of it. */
const STEP_BYTES = 64 * 1024;
/** Filled again only when so many times the room is free: the last bytes of a disk are not ours to take. */
const PLENTY = 8;

export class ReservedRoom {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Makes the file as large as it should be, if the disk has plenty of room. Never throws. */
  fill(): void {
    try {
      const missing = ROOM_BYTES - this.#size();
      if (missing <= 0) return;
      const { bavail, bsize } = statfsSync(dirname(this.#path));
      if (bavail * bsize >= ROOM_BYTES * PLENTY) this.#grow(missing);
    } catch {
      // Without it the console works as before; only a full disk is worse.
    }
  }

  /** Gives a step of the room back to the disk; false when no more than the `kept` part of the whole is left. Never throws. */
  spend(kept = 0): boolean {
    try {
      const size = this.#size();
      if (size <= ROOM_BYTES * kept) return false;
      truncateSync(this.#path, Math.max(0, size - STEP_BYTES));
      return true;
    } catch {
      return false;
    }
  }

  #size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Random bytes: a file system that packs or leaves out zeros would keep no room for them. */
  #grow(bytes: number): void {
    const descriptor = openSync(this.#path, 'a', 0o600);
    try {
      for (let left = bytes; left > 0; left -= STEP_BYTES)
        writeSync(descriptor, randomBytes(Math.min(left, STEP_BYTES)));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}
