/**
 * Exports of one business: a compute worker writes the file, the Host offers it to the person. Progress, cancel, and the file's
 * name are seen in the job list. Not here: columns and the CSV itself (backend/files).
 */
import type { ActivityFilter } from '../../domain/activity.ts';
import type { ItemStanding } from '../../domain/bulk.ts';
import type { DeskFilter, DeskSortField } from '../../domain/desk.ts';
import { FailureError } from '../../domain/failure.ts';
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { Profile } from '../../domain/profile.ts';
import { fromEpochMs } from '../../domain/time.ts';
import type { WithdrawalFilter, WithdrawalSortField } from '../../domain/withdrawal.ts';
import type { ExportAdjustedJob, ExportJob, ExportResult, JobProgress } from '../files/export.ts';
import type { ExportFile, SavedFile } from '../ports.ts';
import type { JobContext } from './context.ts';
import { acknowledgedGroups } from './failure-groups.ts';
import type { JobView } from './job-view.ts';

export interface ExportDeps {
  /** Where the file of an export may be written; the folder exists then. */
  pathFor(fileName: string): Promise<string>;
  /** Deletes a file that nobody needs any more. */
  remove(path: string): Promise<void>;
  compute(
    job: ExportJob,
    listeners: { readonly onProgress: (progress: JobProgress) => void },
    signal: AbortSignal,
  ): Promise<ExportResult>;
  saveAs(file: ExportFile): Promise<SavedFile>;
}

type Sorted<Field extends string> = readonly Sort<Field>[] | undefined;

/** What is exported: a list with its filter and order, as the screen shows it. */
export type ExportRequest =
  | {
      readonly kind: 'invoices-csv';
      readonly filter?: InvoiceFilter | undefined;
      readonly sort?: Sorted<InvoiceSortField>;
    }
  | {
      readonly kind: 'adjusted-csv';
      readonly filter?: InvoiceFilter | undefined;
      readonly sort?: ExportAdjustedJob['sort'] | undefined;
    }
  | {
      readonly kind: 'withdrawals-csv';
      readonly filter?: WithdrawalFilter | undefined;
      readonly sort?: Sorted<WithdrawalSortField>;
    }
  | { readonly kind: 'deliveries-csv'; readonly filter?: DeskFilter | undefined; readonly sort?: Sorted<DeskSortField> }
  /** The items of a run, or those that stand so. */
  | {
      readonly kind: 'resend-report-csv';
      readonly runId: string;
      readonly standing?: readonly ItemStanding[] | undefined;
    }
  /** Of this profile, or of all and the console itself. */
  | { readonly kind: 'activity-csv'; readonly filter?: ActivityFilter | undefined; readonly all?: boolean | undefined };

/** How each is called: in the job list and the activity log, and as a file. */
const NAMES: Readonly<Record<ExportRequest['kind'], { readonly label: string; readonly file: string }>> = {
  'invoices-csv': { label: 'Export of invoices', file: 'invoices' },
  'adjusted-csv': { label: 'Export of adjusted invoices', file: 'adjusted-invoices' },
  'withdrawals-csv': { label: 'Export of withdrawals', file: 'withdrawals' },
  'deliveries-csv': { label: 'Export of deliveries', file: 'deliveries' },
  'resend-report-csv': { label: 'Export of a report of resends', file: 'resends' },
  'activity-csv': { label: 'Export of the activity log', file: 'activity' },
};

/** Finished exports stay in the job list until so many newer ones came. */
const KEPT_JOBS = 20;

interface RunningExport {
  view: JobView;
  /** How far it was when it told so first, milliseconds on the monotonic clock; null before. What comes before no row pays for. */
  begun: { readonly atMs: number; readonly done: number } | null;
  readonly controller: AbortController;
}

export class Exports {
  readonly #context: JobContext;
  readonly #deps: ExportDeps;
  readonly #profile: () => Profile;
  readonly #jobs = new Map<string, RunningExport>();

  constructor(context: JobContext, deps: ExportDeps, profile: () => Profile) {
    this.#context = context;
    this.#deps = deps;
    this.#profile = profile;
  }

  /** Starts an export and answers with the id of its job at once. */
  start(request: ExportRequest): string {
    const id = this.#context.ids.uuid();
    const fileName = this.#fileName(request);
    const { label } = NAMES[request.kind];
    const controller = new AbortController();
    const view: JobView = { id, kind: 'export', label, state: 'running', done: 0, fileName };
    this.#jobs.set(id, { view, begun: null, controller });
    this.#forgetOldest();
    const signal = AbortSignal.any([controller.signal, this.#context.closing]);
    this.#run(id, request, fileName, signal).catch(async (error: unknown) => {
      const isGone = error instanceof FailureError && error.failure.kind === 'not-found';
      const reason = isGone ? 'There is no such list in this profile.' : 'The file could not be written.';
      if (!signal.aborted) this.#context.log.error('export.failed', { id }, error);
      await this.#note(request, signal.aborted ? 'cancelled' : 'failed', { fileName });
      this.#update(id, signal.aborted ? { state: 'cancelled' } : { state: 'failed', reason });
    });
    return id;
  }

  /** Ends a running export; false when there is none with that id. */
  cancel(id: string): boolean {
    const job = this.#jobs.get(id);
    if (job === undefined || job.view.state !== 'running') return false;
    job.controller.abort(new Error('cancelled'));
    return true;
  }

  list(): readonly JobView[] {
    return [...this.#jobs.values()].map(({ view }) => view);
  }

  async #run(id: string, request: ExportRequest, suggestedName: string, signal: AbortSignal): Promise<void> {
    const path = await this.#deps.pathFor(`${id}.csv`);
    try {
      const onProgress = (told: JobProgress): void =>
        this.#update(id, { ...told, etaSeconds: this.#secondsLeft(id, told) });
      const { rows, bytes } = await this.#deps.compute(await this.#computeJob(request, path), { onProgress }, signal);
      const saved = await this.#deps.saveAs({ path, suggestedName, mimeType: 'text/csv; charset=utf-8' });
      const ticket = saved.kind === 'offered' ? saved.ticket : undefined;
      await this.#note(request, saved.kind, { rows, bytes, fileName: suggestedName });
      this.#update(id, { state: saved.kind === 'declined' ? 'cancelled' : 'done', done: rows, total: rows, ticket });
      // An offered file is fetched later and removed by the Host.
      if (saved.kind !== 'offered') await this.#deps.remove(path);
    } catch (error) {
      await this.#deps.remove(path);
      throw error;
    }
  }

  async #computeJob(request: ExportRequest, path: string): Promise<ExportJob> {
    const { id: profileId, kind } = this.#profile();
    const base = { profileId, sandbox: kind === 'sandbox', path };
    switch (request.kind) {
      case 'invoices-csv':
        return { ...base, kind: 'export-invoices-csv', filter: request.filter ?? {}, sort: request.sort ?? [] };
      case 'adjusted-csv':
        return { ...base, kind: 'export-adjusted-csv', filter: request.filter ?? {}, sort: request.sort ?? [] };
      case 'withdrawals-csv':
        return { ...base, kind: 'export-withdrawals-csv', filter: request.filter ?? {}, sort: request.sort ?? [] };
      case 'deliveries-csv': {
        const { filter = {}, sort = [] } = request;
        const acknowledged = await acknowledgedGroups(this.#context, filter);
        return { ...base, kind: 'export-deliveries-csv', filter, acknowledged, sort };
      }
      case 'resend-report-csv':
        return { ...base, kind: 'export-resends-csv', runId: request.runId, standings: request.standing ?? [] };
      case 'activity-csv':
        return { ...base, kind: 'export-activity-csv', filter: request.filter ?? {}, all: request.all ?? false };
    }
  }

  #fileName({ kind }: ExportRequest): string {
    const sandbox = this.#profile().kind === 'sandbox' ? 'SANDBOX-' : '';
    const at = fromEpochMs(this.#context.clock.now()).slice(0, 19).replaceAll(':', '');
    return `${sandbox}${NAMES[kind].file}-${at}Z.csv`;
  }

  /** What left the console, or did not, and what had been asked for. */
  async #note(request: ExportRequest, outcome: string, facts: Readonly<Record<string, unknown>>): Promise<void> {
    const { books, clock, osUser, profileId, log } = this.#context;
    const at = fromEpochMs(clock.now());
    const { label: summary } = NAMES[request.kind];
    const entry = {
      at,
      osUser,
      profileId,
      action: 'export',
      summary,
      outcome,
      evidence: { ...facts, request },
    } as const;
    await books.write('activity.append', entry).catch((error: unknown) => log.error('export.note', {}, error));
  }

  #update(id: string, change: Partial<JobView>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    // An estimate holds until the next progress, and of what has ended there is none.
    job.view = { ...job.view, etaSeconds: undefined, ...change };
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }

  /** From the rows a second so far; undefined until two reports tell a pace. */
  #secondsLeft(id: string, { done, total }: JobProgress): number | undefined {
    const job = this.#jobs.get(id);
    if (job === undefined) return undefined;
    const now = this.#context.clock.monotonic();
    job.begun ??= { atMs: now, done };
    const [rows, elapsedMs] = [done - job.begun.done, now - job.begun.atMs];
    return rows <= 0 || elapsedMs <= 0 ? undefined : Math.ceil(((total - done) * elapsedMs) / rows / 1000);
  }

  #forgetOldest(): void {
    for (const [id, { view }] of this.#jobs) {
      if (this.#jobs.size <= KEPT_JOBS) return;
      if (view.state !== 'running') this.#jobs.delete(id);
    }
  }
}
