// The two sides of the store inside their threads: the writer owns the read-write connections of the books and of every open mirror, the reader owns
// read-only ones. Each write is one transaction and each read one snapshot, which are opened here and nowhere else. Synchronous; the threads around
// them (writer.ts, reader.ts) and the tests' version without threads only pass requests in.
import {
  type BooksOfMirror,
  mirrorMemo,
  type MirrorReadContext,
  type MirrorWriteContext,
} from '../../mirror/kernel/context.ts';
import { mirrorReads, mirrorWrites } from '../../mirror/mirror.ts';
import { overBooks } from '../../mirror/support/over-books.ts';
import { MIRROR_MIGRATIONS } from '../../mirror/kernel/schema.ts';
import { booksReads, booksWrites, countedWrites, stagedWrites } from '../../books/books.ts';
import { triageOf } from '../../books/reconcile/exceptions/exceptions.ts';
import { movePage } from '../../books/pricing/catalogue.ts';
import { eachRatePair, rateCurrencies, ratePointPage } from '../../books/pricing/rate-history.ts';
import { addressNames } from '../../books/records/addresses.ts';
import { labelledPage } from '../../books/support/labels.ts';
import { markedRecords, marksOf } from '../../books/support/marks.ts';
import { notePage } from '../../books/support/notes.ts';
import { listRuns } from '../../books/resend/bulk.ts';
import { runInvoices } from '../../books/resend/bulk-items.ts';
import { appendObservations, correctionSeenAt } from '../../books/records/observations.ts';
import type { BooksContext } from '../../books/kernel/context.ts';
import { countWrite } from '../../books/kernel/generation.ts';
import { fieldOf } from '../../../domain/kernel/fields.ts';
import { reconcileAdjusted } from '../../../reconciliation/reconcile/adjusted.ts';
import { verdictOf } from '../../../reconciliation/reconcile/tie-findings.ts';
import type { StoreMarks } from '../../ports.ts';
import { runCommand } from '../../sqlite/commands.ts';
import { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError, toStoreError } from '../../sqlite/errors.ts';
import { ReservedRoom } from '../../sqlite/reserved-room.ts';
import { deleteDatabase, setAside } from '../../sqlite/files.ts';
import { migrate } from '../../sqlite/migrations.ts';
import { openBooksForReading, type OpenedBooks, openBooksForWriting } from './books-opening.ts';
import { mirrorPath, reservedRoomPath } from './locations.ts';
import { PAGES } from './memory.ts';
import {
  type WorkerAnswer,
  assertSmall,
  BOOKS,
  type DatabaseName,
  errorToData,
  type StoreRequest,
} from './protocol.ts';

export interface StoreHost {
  /** Carries a request out; throws what goes wrong. */
  handle(request: StoreRequest): unknown;
  close(): void;
}

/** The request's answer as a message: errors become data, and so do answers that are too large. */
export function answer(host: StoreHost, request: StoreRequest): WorkerAnswer {
  try {
    const output = host.handle(request);
    assertSmall(output, `the answer of ${request.kind === 'run' ? request.command : request.kind}`);
    return { ok: true, output };
  } catch (error) {
    return { ok: false, error: errorToData(named(error, request)) };
  }
}

/** A cell that cannot be read knows its column, not its file. */
function named(error: unknown, request: StoreRequest): unknown {
  if (!(error instanceof StoreError) || error.file !== 'none' || !('database' in request)) return error;
  const file = request.database === BOOKS ? 'books' : 'mirror';
  return new StoreError(error.code, file, error.message, { cause: error });
}

/** Mirrors that a thread keeps open: each holds pages (memory.ts), and hundreds of businesses are read in turn. The next command opens one again. */
export const MOST_OPEN_MIRRORS = 6;

/** The mirrors that are open, by profile; the one that was asked for longest ago is closed for another. */
class OpenMirrors<Context extends { readonly database: SqliteDatabase }> {
  /** The latest last. */
  readonly #contexts = new Map<DatabaseName, Context>();

  /** Throws what `open` throws; nothing is closed then. */
  take(profileId: DatabaseName, open: () => Context): Context {
    const context = this.#contexts.get(profileId) ?? open();
    this.#contexts.delete(profileId);
    this.#contexts.set(profileId, context);
    for (const other of this.#contexts.keys()) {
      if (this.#contexts.size <= MOST_OPEN_MIRRORS) break;
      this.release(other);
    }
    return context;
  }

  release(profileId: DatabaseName): void {
    this.#contexts.get(profileId)?.database.close();
    this.#contexts.delete(profileId);
  }

  close(): void {
    for (const profileId of this.#contexts.keys()) this.release(profileId);
  }
}

function inSnapshot<Found>(database: SqliteDatabase, read: (books: BooksContext) => Found): Found {
  return database.snapshot(() => read({ database }));
}

/** Opens a mirror for reading, beside the books; the writer has made the file. Compute jobs say how many pages they keep, megabytes. */
export function openMirrorForReading(
  dataFolder: string,
  profileId: DatabaseName,
  books: () => SqliteDatabase,
  cacheMegabytes: number = PAGES.reader.mirror,
): MirrorReadContext {
  const database = SqliteDatabase.open({
    path: mirrorPath(dataFolder, profileId),
    file: 'mirror',
    mode: 'read-only',
    synchronous: 'NORMAL',
    cacheMegabytes,
  });
  const ofBooks: BooksOfMirror = {
    correctionSeenAt: (invoiceUuid) => correctionSeenAt(books(), profileId, invoiceUuid),
    triage: () => triageOf(books(), profileId),
    marked: (labels, marks) => markedRecords(books(), profileId, labels, marks),
    marksOf: (list, uuids) => marksOf(books(), profileId, list, uuids),
    labelled: (query) => inSnapshot(books(), (context) => labelledPage(context, { profileId, ...query })),
    notes: (query) => inSnapshot(books(), (context) => notePage(context, { profileId, ...query })),
    catalogueMoves: (query) => inSnapshot(books(), (context) => movePage(context, { profileId, ...query })),
    ratePairs: (query) => eachRatePair(books(), { profileId, ...query }),
    rateCurrencies: () => rateCurrencies(books(), profileId),
    ratePoints: (query) => inSnapshot(books(), (context) => ratePointPage(context, { profileId, ...query })),
    addressNames: () => addressNames(books(), profileId),
    runs: () => inSnapshot(books(), (context) => listRuns(context, { profileId })),
    runInvoices: (runId) => runInvoices(books(), runId),
  };
  return { database, reconcileAdjusted, verdictOf, books: ofBooks, memo: mirrorMemo(database) };
}

export class ReaderHost implements StoreHost {
  readonly #dataFolder: string;
  readonly #mirrors = new OpenMirrors<MirrorReadContext>();
  #books: SqliteDatabase | null = null;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  handle(request: StoreRequest): unknown {
    switch (request.kind) {
      case 'run':
        if (request.effect !== 'read') throw new Error('the reader only reads');
        return this.#read(request.database, request.command, request.input);
      case 'release':
        this.#release(request.database);
        return null;
      case 'close':
        this.close();
        return null;
      case 'open':
      case 'quarantine':
      case 'remove':
      case 'reserve':
      case 'take-rows':
        throw new Error(`the reader does not ${request.kind}`);
    }
  }

  close(): void {
    this.#mirrors.close();
    this.#release(BOOKS);
  }

  #read(name: DatabaseName, command: string, input: unknown): unknown {
    if (name === BOOKS) return inSnapshot(this.#openBooks(), (books) => runCommand(booksReads, books, command, input));
    const mirror = this.#openMirror(name);
    return mirror.database.snapshot(() => runCommand(mirrorReads, mirror, command, overBooks(mirror.books, input)));
  }

  #openBooks(): SqliteDatabase {
    this.#books ??= openBooksForReading(this.#dataFolder);
    return this.#books;
  }

  #openMirror(profileId: DatabaseName): MirrorReadContext {
    return this.#mirrors.take(profileId, () =>
      openMirrorForReading(this.#dataFolder, profileId, () => this.#openBooks()),
    );
  }

  #release(name: DatabaseName): void {
    if (name === BOOKS) {
      this.#books?.close();
      this.#books = null;
      return;
    }
    this.#mirrors.release(name);
  }
}

/** What must be written down before or after a request that cannot be taken back: for these the books keep room on the disk. */
const INTENTS: ReadonlySet<string> = new Set([
  'resends.arm',
  'resends.advance',
  'creates.prepare',
  'creates.advance',
  'activity.append',
] satisfies (keyof typeof booksWrites)[]);

/** The last write before a request leaves: the counter must be on the disk by then, and with it whatever was counted before. */
function isBeforeSending(command: string, input: unknown): boolean {
  const isAdvance = command === 'resends.advance' || command === 'creates.advance';
  return isAdvance && fieldOf(input, 'state') === 'inflight';
}

function isDiskFull(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'disk-full';
}

function openMirrorForWriting(path: string): SqliteDatabase {
  const database = SqliteDatabase.open({
    path,
    file: 'mirror',
    mode: 'read-write',
    synchronous: 'NORMAL',
    cacheMegabytes: PAGES.writer.mirror,
  });
  try {
    migrate(database, MIRROR_MIGRATIONS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export class WriterHost implements StoreHost {
  readonly #dataFolder: string;
  readonly #marks: StoreMarks;
  readonly #room: ReservedRoom;
  readonly #mirrors = new OpenMirrors<MirrorWriteContext>();
  #books: OpenedBooks | null = null;

  constructor(dataFolder: string, marks: StoreMarks) {
    this.#dataFolder = dataFolder;
    this.#marks = marks;
    this.#room = new ReservedRoom(reservedRoomPath(dataFolder));
  }

  handle(request: StoreRequest): unknown {
    switch (request.kind) {
      case 'open':
        this.#open(request.database);
        return null;
      case 'run':
        return this.#run(request.database, request.effect, request.command, request.input);
      case 'release':
        this.#release(request.database);
        return null;
      case 'quarantine':
        return this.#quarantine(request.database);
      case 'remove':
        this.#release(request.database);
        deleteDatabase(mirrorPath(this.#dataFolder, request.database));
        return null;
      case 'reserve':
        this.#room.fill();
        return null;
      case 'take-rows':
        throw new Error('rows come in one batch after the other (thread.ts)');
      case 'close':
        this.close();
        return null;
    }
  }

  close(): void {
    this.#mirrors.close();
    this.#release(BOOKS);
  }

  #run(database: DatabaseName, effect: 'read' | 'write', command: string, input: unknown): unknown {
    if (effect !== 'write') throw new Error('the writer only writes');
    if (database === BOOKS) return this.#writeBooks(command, input);
    const context = this.#openMirror(database);
    return context.database.transaction(() => runCommand(mirrorWrites, context, command, input));
  }

  /** On a full disk an intent is written with the room that was kept for it, step by step; anything else waits for room. */
  #writeBooks(command: string, input: unknown): unknown {
    for (;;) {
      try {
        if (Object.hasOwn(countedWrites, command)) return this.#writeCounted(command, input);
        const { database } = this.#openBooks();
        const work = (): unknown => runCommand(booksWrites, { database }, command, input);
        return Object.hasOwn(stagedWrites, command) ? database.stagedTransaction(work) : database.transaction(work);
      } catch (error) {
        if (!isDiskFull(error) || !INTENTS.has(command) || !this.#room.spend()) throw error;
      }
    }
  }

  /** Answers once it is on the disk and counted beside the books: older books are known by that. */
  #writeCounted(command: string, input: unknown): unknown {
    const { database, counter } = this.#openBooks();
    const { output, counted } = database.transaction(() => {
      const result = runCommand(booksWrites, { database }, command, input);
      return { output: result, counted: countWrite({ database }, this.#marks.now().getTime()) };
    });
    try {
      counter.raise(counted, isBeforeSending(command, input));
    } catch (error) {
      throw toStoreError(error, 'books');
    }
    return output;
  }

  /** Opening takes some pages of the disk as well. Half of the room stays for the intents. */
  #open(name: DatabaseName): void {
    for (;;) {
      try {
        if (name === BOOKS) this.#openBooks();
        else this.#openMirror(name);
        return;
      } catch (error) {
        if (!isDiskFull(error) || !this.#room.spend(0.5)) throw error;
      }
    }
  }

  #openBooks(): OpenedBooks {
    this.#books ??= openBooksForWriting(this.#dataFolder, this.#marks);
    return this.#books;
  }

  #openMirror(profileId: DatabaseName): MirrorWriteContext {
    return this.#mirrors.take(profileId, () => this.#begin(profileId));
  }

  #begin(profileId: DatabaseName): MirrorWriteContext {
    // A mirror without books says that books have been there.
    this.#openBooks();
    const path = mirrorPath(this.#dataFolder, profileId);
    let database: SqliteDatabase;
    try {
      database = openMirrorForWriting(path);
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'older-schema')) throw error;
      // Everything in it can be read again.
      setAside(path, this.#stamp());
      database = openMirrorForWriting(path);
    }
    return {
      database,
      profileId,
      observe: (observations) => {
        appendObservations(this.#openBooks().database, observations);
      },
    };
  }

  #stamp(): string {
    return this.#marks.now().toISOString().replaceAll(/[:.]/g, '-');
  }

  #quarantine(profileId: DatabaseName): readonly string[] {
    this.#release(profileId);
    const moved = setAside(mirrorPath(this.#dataFolder, profileId), this.#stamp());
    this.#openMirror(profileId);
    return moved;
  }

  #release(name: DatabaseName): void {
    if (name === BOOKS) {
      this.#books?.database.close();
      this.#books = null;
      return;
    }
    this.#mirrors.release(name);
  }
}
