// All runs of one kind of one business, of which one is open at a time: what people do with them, and restarts.
import {
  isOpenRun,
  type RunFact,
  type RunKind,
  type RunState,
  type RunStop,
  type RunWait,
} from '../../../../domain/resend/bulk.ts';
import { type Failure, FailureError } from '../../../../domain/kernel/failure/failure.ts';
import type { BeginRun, BulkRunRow } from '../../../books/resend/bulk.ts';
import { type JobContext, nowOf } from '../../kernel/context.ts';
import type { JobView } from '../../../../domain/exports/report-job.ts';
import { untilDone } from '../../kernel/mending.ts';
import { inProfile } from '../../kernel/open-elsewhere.ts';
import type { ItemRunner, RunTold } from './item-runner.ts';
import type { PlannedTime } from './pace.ts';

export interface RunView<Run = RunFact> {
  readonly run: Run;
  readonly state: RunState;
  readonly waiting: { readonly for: RunWait; readonly ms: number } | null;
  /** Of what is left; null once nothing is. */
  readonly estimate: PlannedTime | null;
}

type Runner = Pick<ItemRunner<never>, 'waiting' | 'nudge' | 'work'>;

export interface KindOfRuns {
  readonly kind: RunKind;
  readonly prepare: () => Promise<void>;
  readonly estimate: (left: number) => PlannedTime;
  readonly runner: (runId: string, told: RunTold) => Runner;
}

/** Runs of this life that the job list shows; the oldest that is over goes first. */
const KEPT_RUNS = 20;
/** Screens hear of a run that moves at most so often. */
const ANNOUNCE_EVERY_MS = 500;

interface Loop {
  readonly runner: Runner;
  readonly done: Promise<void>;
  /** The run was resumed while the loop may have been on its way out. */
  again: boolean;
}

export class Runs {
  protected readonly context: JobContext;
  readonly #of: KindOfRuns;
  readonly #loops = new Map<string, Loop>();
  readonly #latest = new Map<string, BulkRunRow>();
  /** Runs that stopped because the books failed, until they can say so. */
  readonly #broken = new Set<string>();
  #announcing = false;

  constructor(context: JobContext, of: KindOfRuns) {
    this.context = context;
    this.#of = of;
  }

  /** The run of that id, or the one that is there; throws `rejected` RUN_ALREADY_OPEN while another one is open. */
  protected async begin(wanted: BeginRun): Promise<RunView<BulkRunRow>> {
    const begun = await this.context.books.write('bulk.begin', wanted).catch((error: unknown) => {
      this.#mayHaveBegun(wanted.runId);
      throw error;
    });
    if (begun.kind === 'open-other') throw new FailureError(alreadyOpen(begun.runId, begun.profile));
    const { run } = begun;
    if (run.profileId !== this.context.profileId || run.kind !== this.#of.kind) throw new FailureError(runTaken());
    if (begun.kind === 'begun') this.#ensure(run);
    return this.viewOf(run);
  }

  /**
   * Nobody heard whether it was written down. Where it was, it would stand in the way of every other one, and nobody works on it: it is stopped, since whoever
   * wanted it was told that it failed, and a person looks first.
   */
  #mayHaveBegun(runId: string): void {
    if (this.context.closing.aborted) return;
    void untilDone(this.context, 'bulk.begun', async () => {
      const run = await this.#run(runId);
      if (run?.state === 'running' && !this.#loops.has(runId)) await this.#stop(runId, 'books');
    });
  }

  /** The item at work comes to its end; nothing more is begun. */
  async pause(runId: string, by?: string): Promise<boolean> {
    return this.#moved(runId, 'paused', by);
  }

  /** Also of a run that stopped: a person has looked. Throws `rejected` RUN_ALREADY_OPEN while another one of the business is running. */
  async resume(runId: string, by?: string): Promise<boolean> {
    return this.#moved(runId, 'running', by);
  }

  /** What waits is not sent any more, be it for its turn at the gate; what has left comes to its end. */
  async cancel(runId: string, by?: string): Promise<boolean> {
    return this.#moved(runId, 'cancelled', by);
  }

  /** Null when this business has no such run. */
  async get(runId: string): Promise<RunView<BulkRunRow> | null> {
    await this.#of.prepare();
    const run = await this.#run(runId);
    return run === null ? null : this.viewOf(run);
  }

  /** After a start: what was running goes on, what was at work is looked up. The single resends have been recovered before. */
  async recover(): Promise<void> {
    const { books, profileId } = this.context;
    for (const run of await books.read('bulk.unfinished', { profileId, kind: this.#of.kind })) this.#ensure(run);
  }

  /** Resolves when no loop is at work any more, which is soon once the business closes. */
  async settled(): Promise<void> {
    await Promise.all([...this.#loops.values()].map(({ done }) => done));
  }

  /** Open runs, and those that this life has seen end. */
  jobs(): readonly JobView[] {
    return [...this.#latest.values()].map((run) => this.#jobOf(run));
  }

  async #moved(runId: string, to: 'running' | 'paused' | 'cancelled', by?: string): Promise<boolean> {
    const { books, osUser } = this.context;
    if ((await this.#run(runId)) === null) throw new FailureError(noSuchRun(runId));
    const { run, moved, other } = await books.write('bulk.move', {
      runId,
      to,
      osUser: by ?? osUser,
      at: nowOf(this.context),
    });
    if (other !== null) throw new FailureError(alreadyOpen(other.runId, other.profile));
    if (!moved) return false;
    this.#broken.delete(runId);
    this.#ensure(run);
    return true;
  }

  /** Remembers the run and sees to it that somebody works on it who knows how it stands now. */
  #ensure(run: BulkRunRow): void {
    this.#remember(run);
    const loop = this.#loops.get(run.runId);
    if (loop !== undefined) {
      loop.again = true;
      loop.runner.nudge(run);
      return;
    }
    if (run.state !== 'running' && run.counts.running === 0) return;
    const { runId } = run;
    const runner = this.#of.runner(runId, {
      onChange: (changed) => this.#remember(changed),
      onStop: (stop) => this.#stop(runId, stop),
    });
    const done = runner.work().then(
      () => this.#left(runId),
      (error: unknown) => this.#broke(runId, error),
    );
    this.#loops.set(runId, { runner, done, again: false });
  }

  async #left(runId: string): Promise<void> {
    const loop = this.#loops.get(runId);
    this.#loops.delete(runId);
    if (loop?.again !== true || this.context.closing.aborted) return;
    try {
      const run = await this.#run(runId);
      if (run !== null && run.state === 'running') this.#ensure(run);
    } catch (error) {
      this.#broke(runId, error);
    }
  }

  /** The books could not be written: the run stops at once, and says so as soon as they can be. */
  #broke(runId: string, error: unknown): void {
    this.#loops.delete(runId);
    if (this.context.closing.aborted) return;
    this.context.log.error('bulk.broke', { runId }, error);
    this.#broken.add(runId);
    this.#announce();
    void untilDone(this.context, 'bulk.stop', async () => {
      // A person who has resumed it meanwhile knows better.
      if (!this.#broken.has(runId)) return;
      await this.#stop(runId, 'books');
      // Only now: until the books say so, nobody works on it and it must not be shown as running.
      this.#broken.delete(runId);
      this.#announce();
    });
  }

  async #run(runId: string): Promise<BulkRunRow | null> {
    const { books, profileId } = this.context;
    const run = await books.read('bulk.run', { profileId, runId });
    return run?.kind === this.#of.kind ? run : null;
  }

  async #stop(runId: string, stop: RunStop): Promise<void> {
    const { books } = this.context;
    const { run } = await books.write('bulk.move', { runId, to: 'stopped', stop, at: nowOf(this.context) });
    this.#remember(run);
  }

  /** How it stands, as far as whoever works on it knows. */
  viewOf<Run extends RunFact>(run: Run): RunView<Run> {
    const waiting = run.state === 'running' ? (this.#loops.get(run.runId)?.runner.waiting ?? null) : null;
    // What was accepted takes no more requests to send.
    const left = run.counts.waiting + run.counts.running - run.counts.underWay;
    const state = this.#broken.has(run.runId) ? 'stopped' : waiting === null ? run.state : 'waiting';
    const shown = this.#broken.has(run.runId) ? { ...run, stop: 'books' as const } : run;
    return { run: shown, state, waiting, estimate: isOpenRun(run.state) && left > 0 ? this.#of.estimate(left) : null };
  }

  #jobOf(run: BulkRunRow): JobView {
    const { state, waiting, estimate, run: shown } = this.viewOf(run);
    const { counts } = run;
    return {
      id: run.runId,
      kind: this.#of.kind === 'create' ? 'bulk-create' : 'bulk-resend',
      label: run.label,
      state: state === 'stopped' ? 'failed' : state,
      done: counts.total - counts.waiting - counts.running,
      total: counts.total,
      etaSeconds: estimate?.seconds,
      reason: waiting?.for ?? shown.stop ?? undefined,
    };
  }

  #remember(run: BulkRunRow): void {
    this.#latest.set(run.runId, run);
    for (const [runId, known] of this.#latest) {
      if (this.#latest.size <= KEPT_RUNS) break;
      if (!isOpenRun(known.state)) this.#latest.delete(runId);
    }
    this.#announce();
  }

  /** Soon, and once for everything that happens until then. */
  #announce(): void {
    if (this.#announcing) return;
    this.#announcing = true;
    const { clock, closing, announce, profileId } = this.context;
    clock
      .sleep(ANNOUNCE_EVERY_MS, closing)
      .then(() => {
        this.#announcing = false;
        announce({ kind: 'jobs', profileId });
      })
      .catch(() => undefined);
  }
}

/** `profile`: the name of another profile that has it. */
function alreadyOpen(openRunId: string, profile: string | null): Failure {
  return {
    kind: 'rejected',
    code: 'RUN_ALREADY_OPEN',
    status: 409,
    message: `Another run of this business is still open in this console${inProfile(profile)}.`,
    details: profile === null ? { openRunId } : { openRunId, openProfile: profile },
  };
}

function runTaken(): Failure {
  return { kind: 'invalid-input', issues: [{ path: 'runId', message: 'was used before in another profile' }] };
}

export function noSuchRun(runId: string): Failure {
  return { kind: 'not-found', what: 'run', ident: runId };
}
