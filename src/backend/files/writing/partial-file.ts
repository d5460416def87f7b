// A file in the making: under another name until it is whole, measured and digested as it is written.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes and SHA-256 (lower-case hexadecimal) of a finished file. */
export interface FileFacts {
  readonly bytes: number;
  readonly sha256: string;
}

/** Where the bytes of a file go. Every method throws the system's error, as when the disk is full. */
export interface Sink {
  write(chunk: Uint8Array): void;
  finish(): FileFacts;
  /** Leaves nothing behind. */
  abandon(): void;
}

export class PartialFile implements Sink {
  readonly #path: string;
  readonly #temporary: string;
  readonly #descriptor: number;
  readonly #digest = createHash('sha256');
  #bytes = 0;
  #isOpen = true;

  /** Throws the system's error where the folder cannot be made or the file not be opened. */
  constructor(path: string) {
    this.#path = path;
    this.#temporary = `${path}.partial`;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(this.#temporary, { force: true });
    this.#descriptor = openSync(this.#temporary, 'wx', 0o600);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws the system's error, as when the disk is full. */
  write(chunk: Uint8Array): void {
    let written = 0;
    while (written < chunk.length) written += writeSync(this.#descriptor, chunk, written);
    this.#digest.update(chunk);
    this.#bytes += chunk.length;
  }

  /** Puts the whole file in its place. */
  finish(): FileFacts {
    fsyncSync(this.#descriptor);
    this.#close();
    renameSync(this.#temporary, this.#path);
    return { bytes: this.#bytes, sha256: this.#digest.digest('hex') };
  }

  /** Leaves nothing behind. */
  abandon(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }
}
