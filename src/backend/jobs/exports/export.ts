// Exports of one business: a compute worker writes the file and its manifest, the Host offers both to the person.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { BusinessGlance } from '../../../domain/period/glance.ts';
import { requireBounds } from '../../../domain/period/period.ts';
import type { Profile } from '../../../domain/profiles/profile.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import {
  type ExportDeclaration,
  EXPORTS,
  type ExportRequest,
  type ExportSelection,
  type SelectionOf,
} from '../../../domain/exports/export.ts';
import {
  type ExportJob,
  type ExportNotice,
  type ExportResult,
  type JobProgress,
  PDF_ENDING,
} from '../../files/writing/export.ts';
import { PROBLEM_WORDS } from '../../../domain/exports/schedule.ts';
import { FolderTrouble, type Placed, type ToPlace } from '../../files/writing/chosen-folder.ts';
import type { ExportFile, Host, SavedFile } from '../../ports.ts';
import { deedOf, type JobContext } from '../kernel/context.ts';
import { identsOfRecord } from '../ledger/entry-records.ts';
import { acknowledgedGroups } from '../webhooks/failure-groups.ts';
import { JobList } from '../kernel/job-list.ts';
import { atMost } from '../kernel/rest.ts';
import type { JobView } from '../../../domain/exports/report-job.ts';

export interface ExportDeps {
  readonly consoleVersion: string;
  /** Where the files of an export may be written, without an ending; the folder exists then. */
  pathFor(id: string): Promise<string>;
  /** Deletes every file of an export that nobody needs any more, whatever its ending. */
  remove(path: string): Promise<void>;
  compute(
    job: ExportJob,
    listeners: { readonly onProgress: (progress: JobProgress) => void },
    signal: AbortSignal,
  ): Promise<ExportResult>;
  /** Writes the books under a passphrase. */
  writeOutBooks(
    out: { readonly path: string; readonly passphrase: string },
    listeners: { readonly onProgress: (progress: JobProgress) => void },
    signal: AbortSignal,
  ): Promise<{ readonly bytes: number; readonly ending: string }>;
  saveAs(file: ExportFile): Promise<SavedFile>;
  readonly printPage: Host['printPage'];
  readonly folders: ChosenFolders;
}

/** Folders that people have chosen for exports that are made by themselves (files/writing/chosen-folder). */
export interface ChosenFolders {
  at(path: string): Promise<string>;
  place(file: ToPlace, plan: (fileName: string) => Promise<void>): Promise<Placed>;
  holds(folder: string, fileName: string, sha256: string): Promise<boolean>;
}

/** Finished exports stay in the job list until so many newer ones came. */
const KEPT_JOBS = 20;

/** A page of some tables; what takes longer does not print. */
const PRINTED_WITHIN_MS = 60_000;

const MIME: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.zip': 'application/zip',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const NOTICES: Readonly<Record<ExportNotice, string>> = {
  'too-many-rows': 'A workbook holds at most 200,000 rows here, so CSV was written.',
  'too-large': 'The workbook would be too large for spreadsheets, so CSV was written.',
  'digest-differs': 'The text is not what was locked: its SHA-256 is another one.',
  'not-proved': 'The lists were not proved whole; the pack says so on its first line.',
};

/** Who asked for it: in whose name it is written down, and whose file it is. */
export interface Asker {
  readonly by: string;
  /** Null: this computer's own user. */
  readonly person: { readonly id: string } | null;
}

/** What is exported, as lists and the audit log have it. */
interface About {
  /** Null: the console by itself. */
  readonly asker: Asker | null;
  readonly label: string;
  readonly request: ExportRequest | { readonly kind: 'books' };
}

interface Written {
  readonly file: ExportFile;
  readonly count: number;
  /** Absent of what has none. */
  readonly rows?: number;
  readonly bytes: number;
  /** Of the file, where its manifest names it. */
  readonly sha256?: string;
  readonly notice?: string | undefined;
}

/** What is written by itself: what its file is called without an ending, and what its manifest says of it besides. */
export interface ByItself {
  readonly name: string;
  readonly notes: readonly string[];
}

/** Where a finished file goes, by the name that it gets there. */
type Put = (file: ExportFile, written: Pick<ExportResult, 'sha256' | 'bytes'>) => Promise<string>;

/** Writes the file; `path` has no ending. */
type Write = (path: string, onProgress: (told: JobProgress) => void, signal: AbortSignal) => Promise<Written>;
type Save = (file: ExportFile, written: Written) => Promise<SavedFile & { readonly fileName?: string }>;

export class Exports {
  readonly #context: JobContext;
  readonly #deps: ExportDeps;
  readonly #profile: () => Profile;
  readonly #jobs: JobList;
  #journals = 0;

  constructor(context: JobContext, deps: ExportDeps, profile: () => Profile) {
    this.#context = context;
    this.#jobs = new JobList(context, KEPT_JOBS);
    this.#deps = deps;
    this.#profile = profile;
  }

  /** Starts an export and answers with the id of its job at once. `businesses`: the rows of the one that is of all of them. */
  start(request: ExportRequest, businesses: readonly BusinessGlance[] = [], asker: Asker | null = null): string {
    const name = this.#fileName(request);
    const { label, ending = request.format ?? 'csv' }: ExportDeclaration = EXPORTS[request.kind];
    return this.#begin(
      { label, request, asker },
      `${name}.${ending}`,
      this.#writing(request, { name, notes: [] }, businesses),
    ).id;
  }

  /**
   * Makes an export without asking anybody: `put` takes it where it goes. Resolves with what was written, null when a person has stopped it; rejects with what kept
   * it from its end.
   */
  async into(
    request: ExportRequest,
    by: ByItself,
    put: Put,
  ): Promise<Pick<Written, 'rows' | 'bytes' | 'sha256'> | null> {
    const { label, ending = request.format ?? 'csv' }: ExportDeclaration = EXPORTS[request.kind];
    const save: Save = async (file, { bytes, sha256 = '' }) => ({
      kind: 'saved',
      fileName: await put(file, { bytes, sha256 }),
    });
    const about = { label: `${label}, by itself`, request, asker: null };
    return this.#begin(about, `${by.name}.${ending}`, this.#writing(request, by, []), save).ended;
  }

  #writing(request: ExportRequest, { name, notes }: ByItself, businesses: readonly BusinessGlance[]): Write {
    return async (path, onProgress, signal) => {
      const job = { ...(await this.#computeJob(request, path, name)), businesses, notes };
      const page = request.kind === 'pack' ? await this.#printed(job, signal) : undefined;
      const result = await this.#deps.compute({ ...job, page }, { onProgress }, signal);
      const { rows, bytes, sha256 } = result;
      return { file: fileOf(path, name, result), count: rows, rows, bytes, sha256, notice: noticeOf(result) };
    };
  }

  /** The page of a pack that lies printed beside it; undefined where the shell prints none, or could not. */
  async #printed(job: ExportJob, signal: AbortSignal): Promise<{ readonly sha256: string } | undefined> {
    const { printPage } = this.#deps;
    if (printPage === null) return undefined;
    const { sha256, ending } = await this.#deps.compute(
      { ...job, page: 'alone' },
      { onProgress: () => undefined },
      signal,
    );
    const { clock, log } = this.#context;
    let printed: { readonly sha256: string } | undefined;
    const printing = printPage(`${job.path}${ending}`, `${job.path}${PDF_ENDING}`).then(() => (printed = { sha256 }));
    // All that it says is in the pack without it.
    const told = (error: unknown): void => log.error('export.print', {}, error);
    await atMost(clock, PRINTED_WITHIN_MS, printing, signal).catch(told);
    // What it writes after that is nobody's.
    if (signal.aborted) printing.then(() => this.#deps.remove(job.path)).catch(told);
    return printed;
  }

  /** Likewise of the books of all businesses, under a passphrase that is kept nowhere. */
  startBooks(passphrase: string, asker: Asker | null = null): string {
    const name = `merchant-console-books-${this.#stamp()}`;
    const about = { label: 'Books for another computer', request: { kind: 'books' }, asker } as const;
    return this.#begin(about, `${name}.age`, async (path, onProgress, signal) => {
      const { bytes, ending } = await this.#deps.writeOutBooks({ path, passphrase }, { onProgress }, signal);
      const file = {
        path: `${path}${ending}`,
        suggestedName: `${name}${ending}`,
        mimeType: 'application/octet-stream',
      };
      return { file, bytes, count: bytes };
    }).id;
  }

  /** Of days that two files have a ledger books twice: one journal is written at a time. */
  get isMakingJournal(): boolean {
    return this.#journals > 0;
  }

  /** Ends a running export; false when there is none with that id. */
  cancel(id: string): boolean {
    return this.#jobs.cancel(id);
  }

  list(): readonly JobView[] {
    return this.#jobs.list();
  }

  #begin(
    about: About,
    expected: string,
    write: Write,
    save: Save = (file) => this.#deps.saveAs({ ...file, personId: about.asker?.person?.id }),
  ): { readonly id: string; readonly ended: Promise<Written | null> } {
    const id = this.#context.ids.uuid();
    const { label, request } = about;
    if (request.kind === 'journal') this.#journals += 1;
    const signal = this.#jobs.begin({ id, kind: 'export', label, state: 'running', done: 0, fileName: expected });
    const ended = this.#run(id, about, write, save, signal).catch(async (error: unknown) => {
      const reason = reasonOf(error);
      if (!signal.aborted) this.#context.log.error('export.failed', { id }, error);
      await this.#note(about, signal.aborted ? 'cancelled' : 'failed', { fileName: expected });
      this.#jobs.update(id, signal.aborted ? { state: 'cancelled' } : { state: 'failed', reason });
      if (signal.aborted) return null;
      throw error;
    });
    ended
      .catch(() => undefined)
      .finally(() => {
        if (request.kind === 'journal') this.#journals -= 1;
      });
    return { id, ended };
  }

  async #run(id: string, about: About, write: Write, save: Save, signal: AbortSignal): Promise<Written> {
    const path = await this.#deps.pathFor(id);
    try {
      const onProgress = (told: JobProgress): void => this.#jobs.progress(id, told);
      const written = await write(path, onProgress, signal);
      const { file, count, rows, bytes, sha256, notice } = written;
      const saved = await save(file, written);
      const { fileName = file.suggestedName } = saved;
      const tickets = saved.kind === 'offered' ? { ticket: saved.ticket, manifestTicket: saved.besideTicket } : {};
      // JSON leaves out what is not there.
      await this.#note(about, saved.kind, { rows, bytes, sha256, fileName });
      if (about.request.kind === 'journal' && saved.kind !== 'declined')
        await this.#noteJournal(about.request, about.asker?.by, { fileName, sha256: sha256 ?? '' });
      const state = saved.kind === 'declined' ? 'cancelled' : 'done';
      this.#jobs.update(id, { state, done: count, total: count, fileName, notice, ...tickets });
      // An offered file is fetched later and removed by the Host.
      if (saved.kind !== 'offered') await this.#removeLeft(id, path);
      return written;
    } catch (error) {
      await this.#removeLeft(id, path);
      throw error;
    }
  }

  /** What is left of it is no reason to say of a file that lies where it should that it failed; the next start removes it. */
  async #removeLeft(id: string, path: string): Promise<void> {
    await this.#deps.remove(path).catch((error: unknown) => this.#context.log.error('export.left', { id }, error));
  }

  async #computeJob(request: ExportRequest, path: string, name: string): Promise<ExportJob> {
    const { id: profileId, kind, origin, name: profileName } = this.#profile();
    const { format = 'csv', dialect, timeZone = 'UTC', columns, ...selection } = request;
    return {
      kind: 'export',
      profileId,
      selection,
      ...(await this.#refersTo(selection)),
      format,
      dialect,
      timeZone,
      columns,
      path,
      name,
      about: {
        what: EXPORTS[request.kind].title,
        profile: { name: profileName, origin, sandbox: kind === 'sandbox' },
        consoleVersion: this.#deps.consoleVersion,
        exportedAt: fromEpochMs(this.#context.clock.now()),
      },
    };
  }

  /** What a selection refers to and the books or the mirror know. */
  async #refersTo(selection: ExportSelection): Promise<Pick<ExportJob, 'closeId' | 'idents' | 'acknowledged'>> {
    const { books, mirror, profileId } = this.#context;
    if (selection.kind === 'deliveries') {
      return { acknowledged: await acknowledgedGroups(this.#context, selection.filter) };
    }
    if (selection.kind === 'entries') {
      const { recordUuid } = selection.filter;
      return recordUuid === undefined ? {} : { idents: await identsOfRecord(mirror, recordUuid) };
    }
    if (isOfPeriod(selection)) {
      const bounds = requireBounds(selection.period);
      return { closeId: (await books.read('closes.ofPeriod', { profileId, bounds }))?.id ?? null };
    }
    return {};
  }

  /** Without the ending of its format. */
  #fileName({ kind }: ExportRequest): string {
    const sandbox = this.#profile().kind === 'sandbox' ? 'SANDBOX-' : '';
    return `${sandbox}${EXPORTS[kind].file}-${this.#stamp()}`;
  }

  #stamp(): string {
    return `${fromEpochMs(this.#context.clock.now()).slice(0, 19).replaceAll(':', '')}Z`;
  }

  /** So that nobody makes it again by accident. */
  async #noteJournal(
    { period, currency }: SelectionOf<'journal'>,
    by: string | undefined,
    file: { readonly fileName: string; readonly sha256: string },
  ): Promise<void> {
    const { books, announce, profileId } = this.#context;
    const { from, to } = requireBounds(period);
    const closeId = (await books.read('closes.ofPeriod', { profileId, bounds: { from, to } }))?.id ?? null;
    const { timeZone } = period;
    await books.write('journals.note', {
      ...deedOf(this.#context, by),
      ...file,
      from,
      to,
      timeZone,
      currency: currency ?? null,
      closeId,
    });
    announce({ kind: 'books', profileId, kinds: ['periods'] });
  }

  /** What left the console, or did not, and what had been asked for. */
  async #note(
    { label: summary, request, asker }: About,
    outcome: string,
    facts: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { books, log } = this.#context;
    const told = { action: 'export', summary, outcome, evidence: { ...facts, request } } as const;
    const entry = { ...deedOf(this.#context, asker?.by), ...told };
    await books.write('activity.append', entry).catch((error: unknown) => log.error('export.note', {}, error));
  }
}

function isOfPeriod(
  selection: ExportSelection,
): selection is SelectionOf<'statement' | 'statement-rows' | 'movements' | 'journal' | 'pack'> {
  return ['statement', 'statement-rows', 'movements', 'journal', 'pack'].includes(selection.kind);
}

/** The file and the manifest beside it, as the Host offers them. */
function fileOf(path: string, name: string, { ending, manifestEnding }: ExportResult): ExportFile {
  return {
    path: `${path}${ending}`,
    suggestedName: `${name}${ending}`,
    mimeType: MIME[ending] ?? 'application/octet-stream',
    beside: {
      path: `${path}${manifestEnding}`,
      suggestedName: `${name}${manifestEnding}`,
      mimeType: 'application/json',
    },
  };
}

function noticeOf({ notice, cut }: ExportResult): string | undefined {
  if (notice !== null) return NOTICES[notice];
  if (cut === 0) return undefined;
  return `${cut} texts were longer than a cell of a workbook can be and end with “… (cut)”; CSV has them whole.`;
}

const TOO_LARGE =
  'It needed more memory than one file may have; nothing was written. Take fewer days, or a filter that leaves less.';

/** Why an export ended, in words; an error of the disk comes from another thread and keeps only its message. */
function reasonOf(error: unknown): string {
  if (error instanceof FolderTrouble) return PROBLEM_WORDS[error.problem];
  if (error instanceof FailureError) {
    const { failure } = error;
    if (failure.kind === 'too-large') return TOO_LARGE;
    if (failure.kind === 'not-found') return 'There is no such list in this profile.';
    if (failure.kind === 'invalid-input')
      return failure.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  }
  const isFull = error instanceof Error && /\b(?:ENOSPC|EDQUOT|SQLITE_FULL)\b/.test(error.message);
  return isFull ? 'The disk is full; the file was not written.' : 'The file could not be written.';
}
