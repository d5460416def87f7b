// Imports of one business, one at a time: rows are staged, and one small transaction makes them an import, or none is.
import { type Failure, FailureError, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import { claimedDays, isClaimSaid, type CoverageClaim, type Import } from '../../../domain/ledger/import.ts';
import { dayAt, fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Sweep, Undone } from '../../books/ledger/imports/undo.ts';
import type { BegunImport } from '../../books/ledger/imports/imports.ts';
import type { JobProgress } from '../../files/writing/export.ts';
import { deedOf, type JobContext } from '../kernel/context.ts';
import type { HandedFile, HandedFiles } from './handed-files.ts';
import { JobList } from '../kernel/job-list.ts';
import type { JobView } from '../../../domain/exports/report-job.ts';
import type { ComputeReport } from '../kernel/reports.ts';

export interface ImportRequest {
  readonly intentId: string;
  readonly fileId: string;
  readonly sourceId: string;
  /** Whole days that the file is complete for; null: those that it speaks for. */
  readonly covers: CoverageClaim;
}

export interface ImportParts {
  readonly compute: ComputeReport;
  readonly files: HandedFiles;
  /** Entries have come or gone: what follows from them is due at once. */
  readonly booksChanged: () => void;
  /** Carries out what no match may look at half done, and what none may write after that has looked before. */
  readonly betweenMatches: (work: () => Promise<void>) => Promise<void>;
}

/** How long what could not be swept away on a full disk waits for room. */
const SWEEP_AGAIN_MS = 30_000;
/** Finished imports stay in the job list until so many newer ones came. */
const KEPT_JOBS = 20;

export class Imports {
  readonly #context: JobContext;
  readonly #parts: ImportParts;
  readonly #jobs: JobList;
  /** Intents of which it is being found out whether they are new. */
  readonly #starting = new Map<string, Promise<string>>();
  /** One after the other: each begins with what the one before has left. */
  #last: Promise<unknown> = Promise.resolve();
  #sweeping: Promise<void> | null = null;
  /** An import is in the books that is not done yet, and is wanted. */
  #isBegun = false;
  /** One is there that nobody wants any more, or may be. */
  #isAnyLeft = false;

  constructor(context: JobContext, parts: ImportParts) {
    this.#context = context;
    this.#jobs = new JobList(context, KEPT_JOBS);
    this.#parts = parts;
  }

  /** What a stop of the console has left is no import; its rows go in the background. */
  recover(): void {
    this.#isAnyLeft = true;
    void this.#sweep();
  }

  /**
   * Begins an import and answers with the id of its job at once, which is the intent's. The same intent never imports twice: it answers with the job
   * that is under way or done. Throws `not-found` for a file or source that is not there, `file-refused` for a file that did not come whole.
   */
  start(request: ImportRequest, by: string = this.#context.osUser): Promise<string> {
    const { intentId: id } = request;
    const known = this.#starting.get(id) ?? this.#start(request, by).finally(() => this.#starting.delete(id));
    this.#starting.set(id, known);
    return known;
  }

  async #start(request: ImportRequest, by: string): Promise<string> {
    const { books, profileId } = this.#context;
    const { intentId: id, sourceId } = request;
    const known = this.#jobs.stateOf(id);
    if (known === 'running' || known === 'waiting' || known === 'done') return id;
    const done = await books.read('imports.get', { profileId, id });
    if (done !== null) {
      this.#jobs.begin({ ...viewOf(id, done.import.fileName), state: 'done', done: done.import.bytes });
      return id;
    }
    const source = await books.read('sources.get', { profileId, id: sourceId });
    if (source === null) throw new FailureError({ kind: 'not-found', what: 'source', ident: sourceId });
    // However long it waits for another one: files that nobody wants make room for others.
    const { file, release } = await this.#parts.files.hold(request.fileId);
    const signal = this.#jobs.begin(viewOf(id, file.name));
    const mine = this.#last.then(async () => {
      try {
        await this.#toItsEnd(request, by, file, signal);
      } finally {
        await release();
      }
    });
    this.#last = mine.catch(() => undefined);
    return id;
  }

  /** Ends an import that waits or runs; false when there is none with that id. */
  cancel(id: string): boolean {
    return this.#jobs.cancel(id);
  }

  list(): readonly JobView[] {
    return this.#jobs.list();
  }

  /** Takes an import back, or says why not. Throws `not-found`. */
  async undo(id: string, by?: string, reason?: string): Promise<Undone> {
    const undone = await this.#context.books.write('imports.undo', { ...deedOf(this.#context, by), id, reason });
    if (undone.outcome === 'refused') return undone;
    this.#announceBooks();
    // What hangs on the entries goes before anybody looks again at what follows from them.
    void this.#sweep().then(() => this.#parts.booksChanged());
    return undone;
  }

  /** Resolves when nothing is read, staged or swept any more. */
  async settled(): Promise<void> {
    await this.#last;
    await this.#sweeping;
  }

  async #toItsEnd(request: ImportRequest, by: string, file: HandedFile, signal: AbortSignal): Promise<void> {
    const { intentId: id, fileId } = request;
    try {
      if (signal.aborted) throw new FailureError({ kind: 'cancelled' });
      this.#jobs.update(id, { state: 'running' });
      this.#isBegun = true;
      await this.#import(request, by, file, signal).finally(() => {
        this.#isBegun = false;
      });
      this.#jobs.update(id, { state: 'done' });
      await this.#parts.files.discard(fileId);
      this.#announceBooks();
      this.#parts.booksChanged();
    } catch (error) {
      await this.#failed(request, by, file.name, signal.aborted, error);
    }
  }

  async #import(request: ImportRequest, by: string, file: HandedFile, signal: AbortSignal): Promise<void> {
    const { books, profileId, clock } = this.#context;
    const { intentId: id, sourceId } = request;
    const deed = { profileId, id, osUser: by };
    const at = fromEpochMs(clock.now());
    const begun = await books.write('imports.begin', { ...deed, at, sourceId, fileName: file.name, bytes: file.bytes });
    if (begun.state === 'done') return;
    const read = await this.#read(request, begun, file, signal);
    if (read.bytes !== file.bytes) throw new FailureError({ kind: 'file-refused', reason: 'upload-broken' });
    if (signal.aborted) throw new FailureError({ kind: 'cancelled' });
    // What changes in the source from here on, the commit refuses.
    const { sha256, entries, repeated } = read;
    const same = await books.read('imports.sameFile', { profileId, sourceId, sha256, entries, repeated });
    if (same?.isReadOtherwise === true) throw readOtherwise(same.import);
    const claim = { covers: claimedDays(request.covers, read.days), coversSaid: isClaimSaid(request.covers) };
    await books.write('imports.commit', { ...deed, at: fromEpochMs(clock.now()), base: begun.base, read, ...claim });
  }

  #read(
    { intentId: id, covers }: ImportRequest,
    { source }: Extract<BegunImport, { readonly state: 'begun' }>,
    { path }: HandedFile,
    signal: AbortSignal,
  ) {
    const { profileId, clock } = this.#context;
    const onProgress = (progress: JobProgress): void => this.#jobs.progress(id, progress);
    const rows = { into: { to: 'import', profileId, id } } as const;
    const { id: sourceId, kind: sourceKind, format, mapping, tolerances } = source;
    const today = dayAt(clock.now(), format.timeZone);
    const reading = { profileId, path, sourceId, sourceKind, format, mapping, tolerances, covers, today };
    return this.#parts.compute({ kind: 'import-entries', importId: id, ...reading }, { onProgress, rows }, signal);
  }

  /** Nothing of it stays. A person's own cancel is no trouble, and what closes the console is neither. */
  async #failed(
    request: ImportRequest,
    by: string,
    fileName: string,
    isCancelled: boolean,
    error: unknown,
  ): Promise<void> {
    const { log, closing } = this.#context;
    const { intentId: id } = request;
    const failure = failureOf(error, id);
    if (!isCancelled && failure.kind === 'bug') log.error('import.failed', { id }, error);
    this.#jobs.update(
      id,
      isCancelled ? { state: 'cancelled' } : { state: 'failed', reason: failureLabel(failure), failure },
    );
    if (closing.aborted) return;
    this.#isAnyLeft = true;
    void this.#sweep();
    try {
      await this.#note(request, by, fileName, isCancelled ? { kind: 'cancelled' } : failure);
    } catch (trouble) {
      log.error('import.note', { id }, trouble);
    }
  }

  async #note({ intentId, sourceId }: ImportRequest, by: string, fileName: string, failure: Failure): Promise<void> {
    await this.#context.books.write('activity.append', {
      ...deedOf(this.#context, by),
      action: 'import-file',
      summary: `Import the file “${fileName}”`,
      outcome: failure.kind === 'cancelled' ? 'cancelled' : 'refused',
      evidence: { id: intentId, sourceId, failure: failureLabel(failure) },
    });
  }

  /** What is no import goes, as soon as there is room to write that down. */
  #sweep(): Promise<void> {
    const before = this.#sweeping ?? Promise.resolve();
    const mine = before.then(() => this.#sweepOnceThereIsRoom());
    this.#sweeping = mine;
    return mine;
  }

  async #sweepOnceThereIsRoom(): Promise<void> {
    const { profileId, closing, clock, log } = this.#context;
    for (let tries = 1; !closing.aborted; tries += 1) {
      try {
        await this.#parts.betweenMatches(() => this.#sweepAll());
        return;
      } catch (error) {
        // Until then, or until the next start, it lies there, and in no list.
        if (tries === 1) log.error('import.sweep', { profileId }, error);
        if (!isDiskFull(error)) return;
      }
      await clock.sleep(SWEEP_AGAIN_MS, closing).catch(() => undefined);
    }
  }

  /** Piece by piece, so that whoever writes meanwhile waits for one piece at most. */
  async #sweepAll(): Promise<void> {
    const { books, profileId, closing } = this.#context;
    // One that has begun meanwhile has abandoned the others, as its first deed.
    if (this.#isAnyLeft && !this.#isBegun) await books.write('imports.abandon', { profileId });
    this.#isAnyLeft = false;
    let next: Sweep | null = { profileId, fromKey: 0 };
    while (next !== null && !closing.aborted) next = await books.write('imports.sweep', next);
  }

  #announceBooks(): void {
    const { announce, profileId } = this.#context;
    announce({ kind: 'books', profileId, kinds: ['imports', 'entries'] });
  }
}

function viewOf(id: string, fileName: string): JobView {
  return { id, kind: 'import', label: `Import of ${fileName}`, state: 'waiting', done: 0, fileName };
}

function readOtherwise({ at }: Import): FailureError {
  const detail = `imported on ${at.slice(0, 10)}`;
  return new FailureError({ kind: 'file-refused', reason: 'read-otherwise', detail });
}

const FULL = 'The disk is full; nothing of the file was kept. Make room and import it again.';

/** Why an import ended; nothing of it was kept in any case. What nobody foresaw stands in the log under the import's id. */
function failureOf(error: unknown, id: string): Failure {
  if (error instanceof FailureError) return error.failure;
  return isDiskFull(error) ? { kind: 'unavailable-offline', detail: FULL } : { kind: 'bug', incidentId: id };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'disk-full';
}
