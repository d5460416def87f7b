// The jobs of one kind as lists show them: what is under way, with progress and cancel, and the latest that ended.
import type { JobProgress } from '../../files/writing/export.ts';
import type { JobContext } from './context.ts';
import type { JobView } from '../../../domain/exports/report-job.ts';

interface Job {
  view: JobView;
  readonly controller: AbortController;
  /** The first report of progress, by which the pace is told. */
  begun: { readonly atMs: number; readonly done: number } | null;
}

export class JobList {
  readonly #context: Pick<JobContext, 'announce' | 'clock' | 'closing' | 'profileId'>;
  readonly #kept: number;
  readonly #jobs = new Map<string, Job>();

  /** Jobs that have ended stay until there are more than `kept` in all. */
  constructor(context: Pick<JobContext, 'announce' | 'clock' | 'closing' | 'profileId'>, kept: number) {
    this.#context = context;
    this.#kept = kept;
  }

  /** Takes a job in; its signal is aborted when it is cancelled or the business closes. */
  begin(view: JobView): AbortSignal {
    const controller = new AbortController();
    this.#jobs.delete(view.id);
    this.#jobs.set(view.id, { view, controller, begun: null });
    for (const [id, other] of this.#jobs) {
      if (this.#jobs.size <= this.#kept) break;
      if (!isOpen(other.view)) this.#jobs.delete(id);
    }
    this.#announce();
    return AbortSignal.any([controller.signal, this.#context.closing]);
  }

  stateOf(id: string): JobView['state'] | null {
    return this.#jobs.get(id)?.view.state ?? null;
  }

  update(id: string, change: Partial<JobView>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    // An estimate holds until the next progress, and of what has ended there is none.
    job.view = { ...job.view, etaSeconds: undefined, ...change };
    this.#announce();
  }

  /** Notes how far a job is, and with it how many whole seconds it still takes, once two reports tell a pace. */
  progress(id: string, { done, total }: JobProgress): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const nowMs = this.#context.clock.monotonic();
    job.begun ??= { atMs: nowMs, done };
    const [rows, elapsedMs] = [done - job.begun.done, nowMs - job.begun.atMs];
    const etaSeconds = rows <= 0 || elapsedMs <= 0 ? undefined : Math.ceil(((total - done) * elapsedMs) / rows / 1000);
    this.update(id, { done, total, etaSeconds });
  }

  /** Ends a job that waits or runs; false when there is none with that id. */
  cancel(id: string): boolean {
    const job = this.#jobs.get(id);
    if (job === undefined || !isOpen(job.view)) return false;
    job.controller.abort(new Error('cancelled'));
    return true;
  }

  /** Nobody is shown it any more. */
  drop(id: string): void {
    this.#jobs.delete(id);
    this.#announce();
  }

  list(): readonly JobView[] {
    return [...this.#jobs.values()].map(({ view }) => view);
  }

  #announce(): void {
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }
}

function isOpen({ state }: JobView): boolean {
  return state === 'running' || state === 'waiting';
}
