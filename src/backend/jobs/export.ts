/**
 * Exports of one business: a compute worker writes the file, the Host offers it to the person. Progress, cancel, and the file's
 * name are seen in the job list. Not here: columns and the CSV itself (backend/files).
 */
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { Profile } from '../../domain/profile.ts';
import { fromEpochMs } from '../../domain/time.ts';
import type { ExportAdjustedJob, ExportJob, ExportResult, JobProgress } from '../files/export.ts';
import type { ExportFile, SavedFile } from '../ports.ts';
import type { JobContext } from './context.ts';
import type { JobView } from './job-view.ts';

export interface ExportDeps {
  /** Where the file of an export may be written; the folder exists then. */
  pathFor(fileName: string): Promise<string>;
  /** Deletes a file that nobody needs any more. */
  remove(path: string): Promise<void>;
  compute(job: ExportJob, onProgress: (progress: JobProgress) => void, signal: AbortSignal): Promise<ExportResult>;
  saveAs(file: ExportFile): Promise<SavedFile>;
}

export type ExportRequest =
  | {
      readonly kind: 'invoices-csv';
      readonly filter?: InvoiceFilter | undefined;
      readonly sort?: readonly Sort<InvoiceSortField>[] | undefined;
    }
  | {
      readonly kind: 'adjusted-csv';
      readonly filter?: InvoiceFilter | undefined;
      readonly sort?: ExportAdjustedJob['sort'] | undefined;
    };

/** Finished exports stay in the job list until so many newer ones came. */
const KEPT_JOBS = 20;

interface RunningExport {
  view: JobView;
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
    const label = request.kind === 'adjusted-csv' ? 'Export of adjusted invoices' : 'Export of invoices';
    const controller = new AbortController();
    this.#jobs.set(id, { view: { id, kind: 'export', label, state: 'running', done: 0, fileName }, controller });
    this.#forgetOldest();
    const signal = AbortSignal.any([controller.signal, this.#context.closing]);
    this.#run(id, request, fileName, signal).catch((error: unknown) => {
      const reason = 'The file could not be written.';
      this.#update(id, signal.aborted ? { state: 'cancelled' } : { state: 'failed', reason });
      if (!signal.aborted) this.#context.log.error('export.failed', { id }, error);
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
      const progress = ({ done, total }: JobProgress): void => this.#update(id, { done, total });
      const { rows } = await this.#deps.compute(this.#computeJob(request, path), progress, signal);
      const saved = await this.#deps.saveAs({ path, suggestedName, mimeType: 'text/csv; charset=utf-8' });
      const ticket = saved.kind === 'offered' ? saved.ticket : undefined;
      this.#update(id, { state: saved.kind === 'declined' ? 'cancelled' : 'done', done: rows, total: rows, ticket });
      // An offered file is fetched later and removed by the Host.
      if (saved.kind !== 'offered') await this.#deps.remove(path);
    } catch (error) {
      await this.#deps.remove(path);
      throw error;
    }
  }

  #computeJob(request: ExportRequest, path: string): ExportJob {
    const { id: profileId, kind } = this.#profile();
    const base = { profileId, sandbox: kind === 'sandbox', filter: request.filter ?? {}, path };
    return request.kind === 'adjusted-csv'
      ? { ...base, kind: 'export-adjusted-csv', sort: request.sort ?? [] }
      : { ...base, kind: 'export-invoices-csv', sort: request.sort ?? [] };
  }

  #fileName(request: ExportRequest): string {
    const what = request.kind === 'adjusted-csv' ? 'adjusted-invoices' : 'invoices';
    const sandbox = this.#profile().kind === 'sandbox' ? 'SANDBOX-' : '';
    const at = fromEpochMs(this.#context.clock.now()).slice(0, 19).replaceAll(':', '');
    return `${sandbox}${what}-${at}Z.csv`;
  }

  #update(id: string, change: Partial<JobView>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    job.view = { ...job.view, ...change };
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }

  #forgetOldest(): void {
    for (const [id, { view }] of this.#jobs) {
      if (this.#jobs.size <= KEPT_JOBS) return;
      if (view.state !== 'running') this.#jobs.delete(id);
    }
  }
}
