// Files that a person hands over piece by piece: there until imported, given up, crowded out, or the business closes.
import { type FileRefusal, FailureError } from '../../../domain/kernel/failure/failure.ts';
import { MAX_IMPORT_BYTES } from '../../../domain/ledger/import.ts';
import type { Ids } from '../../ports.ts';

/** Where they lie; wired by the app. */
export interface HandedFolder {
  /** Makes an empty file; answers its path. */
  create(profileId: string, id: string): Promise<string>;
  /** Writes all of the bytes there. */
  write(path: string, offset: number, bytes: Uint8Array): Promise<void>;
  /** Bytes on the disk; null when it is not there. */
  size(path: string): Promise<number | null>;
  remove(path: string): Promise<void>;
  clear(profileId: string): Promise<void>;
}

/** Files of a profile at one time; of more the one goes that was used least lately. */
export const MAX_HANDED_FILES = 4;
/** Their bytes together, as declared. */
const MAX_HANDED_BYTES = 2 * MAX_IMPORT_BYTES;

const ALL_WANTED = 'Other files wait to be imported. Hand this one over when one of them is done.';

/** A file whose bytes have all come. */
export interface HandedFile {
  readonly path: string;
  /** As the person's computer has it: foreign text. */
  readonly name: string;
  readonly bytes: number;
}

interface Handed extends HandedFile {
  received: number;
  users: number;
  isGivenUp: boolean;
  /** One piece after the other. */
  last: Promise<unknown>;
}

export class HandedFiles {
  readonly #profileId: string;
  readonly #ids: Ids;
  readonly #folder: HandedFolder;
  /** The latest used last. */
  readonly #files = new Map<string, Handed>();
  #isClosed = false;

  constructor(profileId: string, ids: Ids, folder: HandedFolder) {
    this.#profileId = profileId;
    this.#ids = ids;
    this.#folder = folder;
  }

  /**
   * Begins a file of so many bytes. Throws FailureError `file-refused` for one that is too large or empty, `unavailable-offline` while all that are
   * there are wanted.
   */
  async open(name: string, bytes: number): Promise<string> {
    if (bytes > MAX_IMPORT_BYTES) throw refused('file-too-large', String(bytes));
    if (bytes === 0) throw refused('file-empty');
    if (this.#isClosed) throw new FailureError({ kind: 'cancelled' });
    await this.#makeRoom(bytes);
    const id = this.#ids.uuid();
    const path = await this.#folder.create(this.#profileId, id);
    this.#files.set(id, { path, name, bytes, received: 0, users: 0, isGivenUp: false, last: Promise.resolve() });
    return id;
  }

  /**
   * The next piece; answers how many bytes there are. One that is there already is passed over. Throws `not-found` for a file that is not there,
   * `file-refused` as `upload-broken` for a piece that leaves a gap or goes beyond what was declared.
   */
  append(id: string, offset: number, piece: Uint8Array): Promise<number> {
    return this.#using(id, (file) => {
      const mine = file.last.then(async () => {
        const end = offset + piece.length;
        if (offset > file.received || end > file.bytes) throw refused('upload-broken');
        if (end <= file.received) return file.received;
        await this.#folder.write(file.path, offset, piece);
        file.received = end;
        return end;
      });
      file.last = mine.catch(() => undefined);
      return mine;
    });
  }

  /**
   * Runs `work` on a whole file, which stays there meanwhile. Throws `not-found` for one that is not there, `file-refused` as `upload-broken` for
   * one that is not what was declared.
   */
  use<Value>(id: string, work: (file: HandedFile) => Promise<Value>): Promise<Value> {
    return this.#using(id, async (file) => {
      await this.#mustBeWhole(file);
      return work(file);
    });
  }

  /** Keeps a whole file there until it is released, which is done once. Throws as `use` does. */
  async hold(id: string): Promise<{ readonly file: HandedFile; readonly release: () => Promise<void> }> {
    const file = this.#take(id);
    try {
      await this.#mustBeWhole(file);
    } catch (error) {
      await this.#release(file);
      throw error;
    }
    return { file, release: () => this.#release(file) };
  }

  /** Gives a file up; absent is fine. One that is being used goes when nobody uses it any more. */
  async discard(id: string): Promise<void> {
    const file = this.#files.get(id);
    if (file === undefined) return;
    this.#files.delete(id);
    file.isGivenUp = true;
    if (file.users === 0) await this.#folder.remove(file.path);
  }

  /** Gives up all of them: nobody is there any more who could use one. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#files.clear();
    await this.#folder.clear(this.#profileId);
  }

  async #using<Value>(id: string, work: (file: Handed) => Promise<Value>): Promise<Value> {
    const file = this.#take(id);
    try {
      return await work(file);
    } finally {
      await this.#release(file);
    }
  }

  #take(id: string): Handed {
    const file = this.#files.get(id);
    if (file === undefined) throw new FailureError({ kind: 'not-found', what: 'file', ident: id });
    this.#files.delete(id);
    this.#files.set(id, file);
    file.users += 1;
    return file;
  }

  async #release(file: Handed): Promise<void> {
    file.users -= 1;
    if (file.users === 0 && file.isGivenUp) await this.#folder.remove(file.path);
  }

  async #mustBeWhole(file: Handed): Promise<void> {
    await file.last;
    const isWhole = file.received === file.bytes && (await this.#folder.size(file.path)) === file.bytes;
    if (!isWhole) throw refused('upload-broken');
  }

  async #makeRoom(bytes: number): Promise<void> {
    for (const [id, { users }] of this.#files) {
      if (this.#hasRoom(bytes)) return;
      if (users === 0) await this.discard(id);
    }
    if (!this.#hasRoom(bytes)) throw new FailureError({ kind: 'unavailable-offline', detail: ALL_WANTED });
  }

  #hasRoom(bytes: number): boolean {
    const taken = [...this.#files.values()].reduce((sum, file) => sum + file.bytes, 0);
    return this.#files.size < MAX_HANDED_FILES && taken + bytes <= MAX_HANDED_BYTES;
  }
}

function refused(reason: FileRefusal, detail?: string): FailureError {
  return new FailureError({ kind: 'file-refused', reason, detail });
}
