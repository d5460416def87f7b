// The store as the engine sees it: books and mirrors as typed remotes, long jobs, and trouble that concerns everybody. It knows two executors, a
// writer and a reader; whether they are threads (client.ts) or not (in-process.ts) it does not know. A damaged mirror is set aside and rebuilt here,
// because both executors have to let go of the file; the books are never touched.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { Books } from '../../books/books.ts';
import type { RowsInto } from '../../books/found-rows.ts';
import type { Sweep } from '../../books/ledger/imports/undo.ts';
import type { JobProgress } from '../../files/writing/export.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { Log } from '../../ports.ts';
import { remoteOf } from '../../sqlite/commands.ts';
import { StoreError, type StoreErrorCode } from '../../sqlite/errors.ts';
import type { ComputeJob, ComputeResults } from './compute-jobs.ts';
import { assertSmall, BOOKS, type DatabaseName, type StoreRequest } from './protocol.ts';

export interface Executor {
  /** Carries the request out in order. Rejects with what was thrown there, or with StoreError `worker-lost`. */
  send(request: StoreRequest): Promise<unknown>;
  close(): Promise<void>;
}

export type StoreTrouble =
  /** A damaged mirror was set aside under these names and starts empty: sync it again. */
  | { readonly kind: 'mirror-rebuilt'; readonly profileId: string; readonly files: readonly string[] }
  /** A call failed because of the file or the disk; `database` is `books` or a profile's id. */
  | { readonly kind: 'store-error'; readonly code: StoreErrorCode; readonly database: string; readonly message: string }
  /** The first write that succeeded after such a failure. */
  | { readonly kind: 'store-recovered'; readonly code: StoreErrorCode; readonly database: string }
  /** Copies of the books that hold what the books do not, by name, oldest first: each time that a copy was due. */
  | { readonly kind: 'copies-compared'; readonly larger: readonly string[] }
  /** A thread died and a new one took its place; calls in its hands were rejected. */
  | { readonly kind: 'worker-restarted'; readonly worker: string };

/** What a long job tells while it runs. */
export interface JobListeners {
  readonly onProgress: (progress: JobProgress) => void;
  /** Rows that the job hands over as it finds them, at most 1,000; the job waits while several are not taken yet. */
  readonly onBatch?: ((rows: readonly unknown[]) => Promise<void>) | undefined;
  /** Instead: rows go to the books as they are found, past this thread, and are there when the job is done. */
  readonly rows?: StoredRows | undefined;
}

export interface StoredRows {
  readonly into: RowsInto;
  /** Told before the job is done, at once or in parts: how many more rows count (storeRows). */
  readonly onTaken?: ((count: number) => void) | undefined;
}

export interface Store {
  readonly books: Books;
  /** The mirror of a profile; its file is made at the first call. */
  mirror(profileId: string): Mirror;
  /** Deletes the mirror's files. A later call starts an empty one. */
  removeMirror(profileId: string): Promise<void>;
  /** Deletes the profile and everything the books hold about it. */
  removeFromBooks(profileId: string): Promise<void>;
  /** Of an import that was under way nothing stays in the books, which stay. */
  abandonImports(profileId: string): Promise<void>;
  /** Runs a long job in a thread of its own. Aborting rejects with FailureError `cancelled` and leaves no partial file. */
  compute<Job extends ComputeJob>(
    job: Job,
    listeners: JobListeners,
    signal?: AbortSignal,
  ): Promise<ComputeResults[Job['kind']]>;
  /** Somebody is there: what a long job needs to begin at once is made ready, beside what else there is to do. */
  expectJobs(): void;
  /**
   * Copies the books unless there is a copy of today, in a thread of its own: nobody who reads or writes waits for it. Begun at each start and
   * every few hours.
   */
  backupBooks(): Promise<void>;
  /** Grows with each write of the books but for the minutes of the API's limit; only another number means something. */
  readonly booksWrites: number;
  onTrouble(listener: (trouble: StoreTrouble) => void): () => void;
  close(): Promise<void>;
}

export interface Jobs {
  readonly run: Store['compute'];
  /** Somebody is there who may ask for one. */
  expect(): void;
  /** Nothing runs any more; afterwards nothing of it is left. */
  close(): Promise<void>;
}

/** A mirror that is damaged again and again is not rebuilt for ever: the disk itself may be broken. */
const MAX_REBUILDS = 5;

export class StoreOverExecutors implements Store {
  readonly books: Books;
  readonly #writer: Executor;
  readonly #reader: Executor;
  readonly #jobs: Jobs;
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #onClose: () => void;
  readonly #running = new Set<Promise<unknown>>();
  #isClosing = false;
  #booksWrites = 0;
  /** Two copies at a time would take the same file from each other. */
  #copying: Promise<void> | null = null;
  readonly #listeners = new Set<(trouble: StoreTrouble) => void>();
  /** Databases that the writer has made ready, or is making ready. */
  readonly #ready = new Map<DatabaseName, Promise<void>>();
  /** Databases whose file is being deleted: calls that come meanwhile wait, and start an empty one. */
  readonly #removals = new Map<DatabaseName, Promise<void>>();
  readonly #rebuilds = new Map<DatabaseName, number>();
  /** Databases whose last write failed, and why. */
  readonly #failing = new Map<DatabaseName, StoreErrorCode>();

  /** `now` names the copies of the books; no record gets its time from here. */
  constructor(parts: {
    readonly writer: Executor;
    readonly reader: Executor;
    readonly jobs: Jobs;
    readonly log: Log;
    readonly now: () => Date;
    readonly onClose?: () => void;
  }) {
    this.#writer = parts.writer;
    this.#reader = parts.reader;
    this.#jobs = parts.jobs;
    this.#log = parts.log;
    this.#now = parts.now;
    this.#onClose = parts.onClose ?? (() => undefined);
    this.books = {
      read: remoteOf((name, input) => this.#run(BOOKS, 'read', name, input)),
      write: remoteOf((name, input) => this.#run(BOOKS, 'write', name, input)),
    };
  }

  mirror(profileId: string): Mirror {
    return {
      read: remoteOf((name, input) => this.#run(profileId, 'read', name, input)),
      write: remoteOf((name, input) => this.#run(profileId, 'write', name, input)),
    };
  }

  async removeMirror(profileId: string): Promise<void> {
    this.#ready.delete(profileId);
    const removal = this.#remove(profileId);
    this.#removals.set(profileId, removal);
    try {
      await removal;
    } finally {
      if (this.#removals.get(profileId) === removal) this.#removals.delete(profileId);
    }
  }

  async removeFromBooks(profileId: string): Promise<void> {
    await this.books.write('imports.release', { profileId });
    await this.#sweepImports(profileId);
    await this.books.write('profiles.erase', { id: profileId });
  }

  async abandonImports(profileId: string): Promise<void> {
    await this.books.write('imports.abandon', { profileId });
    await this.#sweepImports(profileId);
  }

  /** Piece by piece, so that whoever else writes waits for one piece at most. */
  async #sweepImports(profileId: string): Promise<void> {
    for (let next: Sweep | null = { profileId, fromKey: 0 }; next !== null; ) {
      next = await this.books.write('imports.sweep', next);
    }
  }

  async compute<Job extends ComputeJob>(
    job: Job,
    listeners: JobListeners,
    signal?: AbortSignal,
  ): Promise<ComputeResults[Job['kind']]> {
    await this.#makeReady(job.profileId);
    if (this.#isClosing) throw new FailureError({ kind: 'cancelled' });
    const running = this.#jobs.run(job, listeners, signal);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  expectJobs(): void {
    this.#jobs.expect();
  }

  /** Opens the books and begins to copy them. Rejects when they cannot be opened; that they cannot be copied stops nothing. */
  async open(): Promise<void> {
    await this.#makeReady(BOOKS);
    this.backupBooks().catch((error: unknown) => {
      this.#log.error('books.backup-failed', {}, error);
      this.#reportError(BOOKS, error);
    });
  }

  backupBooks(): Promise<void> {
    this.#copying ??= this.#copyBooks().finally(() => {
      this.#copying = null;
    });
    return this.#copying;
  }

  async #copyBooks(): Promise<void> {
    await this.#makeReady(BOOKS);
    await this.#writer.send({ kind: 'reserve' });
    const day = this.#now().toISOString().slice(0, 10);
    const job = { kind: 'copy-books', profileId: BOOKS, day } as const;
    const { made, larger } = await this.#jobs.run(job, { onProgress: () => undefined });
    if (made !== null) this.#log.info('books.backup', { name: made });
    if (!this.#isClosing) this.#tell({ kind: 'copies-compared', larger });
  }

  get booksWrites(): number {
    return this.#booksWrites;
  }

  onTrouble(listener: (trouble: StoreTrouble) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Whoever still computes is waited for, and nothing is begun any more: afterwards no file is open. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#onClose();
    await this.#copying?.catch(() => undefined);
    await Promise.allSettled(this.#running);
    await this.#jobs.close();
    // The reader first: the last connection to close tidies the write-ahead log away, and only the writer can.
    await this.#reader.close();
    await this.#writer.close();
  }

  /** Tells everybody who listens. */
  report(trouble: StoreTrouble): void {
    this.#log.warn(
      `store.${trouble.kind}`,
      'message' in trouble ? { code: trouble.code, message: trouble.message } : {},
    );
    this.#tell(trouble);
  }

  #tell(trouble: StoreTrouble): void {
    for (const listener of this.#listeners) listener(trouble);
  }

  async #run(database: DatabaseName, effect: 'read' | 'write', command: string, input: unknown): Promise<unknown> {
    assertSmall(input, `the input of ${command}`);
    return this.#send(database, effect, { kind: 'run', database, effect, command, input });
  }

  /** Rows of a job on their way into the books. Rejects as a write of the books does. */
  async takeRows(request: Extract<StoreRequest, { readonly kind: 'take-rows' }>): Promise<number> {
    return Number(await this.#send(BOOKS, 'write', request));
  }

  async #send(database: DatabaseName, effect: 'read' | 'write', request: StoreRequest): Promise<unknown> {
    const ready = this.#makeReady(database);
    await ready;
    const executor = effect === 'read' ? this.#reader : this.#writer;
    try {
      const output = await executor.send(request);
      if (effect === 'write') this.#recovered(database);
      if (effect === 'write' && database === BOOKS && !isOfTheLimit(request)) this.#booksWrites += 1;
      return output;
    } catch (error) {
      if (isDamagedMirror(error, database) && this.#ready.get(database) === ready) await this.#rebuild(database);
      else this.#reportError(database, error);
      throw error;
    }
  }

  async #remove(profileId: DatabaseName): Promise<void> {
    await this.#reader.send({ kind: 'release', database: profileId });
    await this.#writer.send({ kind: 'remove', database: profileId });
    // A call that was on its way may have opened the file once more.
    await this.#reader.send({ kind: 'release', database: profileId });
  }

  #makeReady(database: DatabaseName): Promise<void> {
    const known = this.#ready.get(database);
    if (known !== undefined) return known;
    const removal = this.#removals.get(database);
    const opening =
      removal === undefined ? this.#open(database) : removal.catch(() => undefined).then(() => this.#open(database));
    this.#ready.set(database, opening);
    opening.catch(() => {
      if (this.#ready.get(database) === opening) this.#ready.delete(database);
    });
    return opening;
  }

  async #open(database: DatabaseName): Promise<void> {
    try {
      await this.#writer.send({ kind: 'open', database });
    } catch (error) {
      if (!isDamagedMirror(error, database)) {
        this.#reportError(database, error);
        throw error;
      }
      await this.#setAside(database);
    }
  }

  /** Calls that come meanwhile wait for the new file. */
  async #rebuild(profileId: DatabaseName): Promise<void> {
    const done = this.#setAside(profileId);
    this.#ready.set(profileId, done);
    try {
      await done;
    } catch (error) {
      this.#ready.delete(profileId);
      this.#reportError(profileId, error);
    }
  }

  async #setAside(profileId: DatabaseName): Promise<void> {
    const rebuilds = (this.#rebuilds.get(profileId) ?? 0) + 1;
    if (rebuilds > MAX_REBUILDS) {
      throw new StoreError(
        'corrupt',
        'mirror',
        `the mirror was damaged ${rebuilds} times since the start; check the disk`,
      );
    }
    this.#rebuilds.set(profileId, rebuilds);
    await this.#reader.send({ kind: 'release', database: profileId });
    const moved = await this.#writer.send({ kind: 'quarantine', database: profileId });
    const files = Array.isArray(moved) ? moved.map(String) : [];
    this.report({ kind: 'mirror-rebuilt', profileId, files });
  }

  #recovered(database: DatabaseName): void {
    const code = this.#failing.get(database);
    if (code === undefined) return;
    this.#failing.delete(database);
    this.report({ kind: 'store-recovered', code, database });
    // The copy of the day and the reserved room may have found no place on the disk.
    if (code === 'disk-full') this.backupBooks().catch(() => undefined);
  }

  #reportError(database: DatabaseName, error: unknown): void {
    if (!(error instanceof StoreError)) return;
    this.#failing.set(database, error.code);
    this.report({ kind: 'store-error', code: error.code, database, message: error.message });
  }
}

/** Half of all writes: what was sent within the last minutes, which no copy is made for. */
function isOfTheLimit(request: StoreRequest): boolean {
  return request.kind === 'run' && request.command === 'requests.append';
}

function isDamagedMirror(error: unknown, database: DatabaseName): boolean {
  return error instanceof StoreError && error.code === 'corrupt' && error.file === 'mirror' && database !== BOOKS;
}
