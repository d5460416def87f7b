// Keeps the mirror of one business complete and fresh, cycle after cycle; pausing keeps the checkpoint.
import { type Failure, FailureError, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import type { SyncPhase } from '../../../domain/profiles/profile.ts';
import { backOffMs, FIRST_BACK_OFF_MS, longestBackOffMs, meetsEveryRequest } from '../kernel/back-off.ts';
import type { JobContext, MirrorKind } from '../kernel/context.ts';
import { Cycle } from './cycle.ts';
import type { ListWalkProgress } from './list-walk.ts';
import { CYCLE_EVERY_MS } from './pace.ts';
import { Rests } from '../kernel/rest.ts';

export interface SyncState {
  readonly phase: SyncPhase;
  readonly reason: string | null;
  readonly failure: Failure | null;
  readonly progress: ListWalkProgress | null;
}

export class Sync {
  readonly #context: JobContext;
  readonly #cycle: Cycle;
  /** Nothing was looked at yet, so there is nothing to be idle about. */
  #state: SyncState = { phase: 'waiting', reason: 'Reading begins in a moment.', failure: null, progress: null };
  /** By a person, until that person resumes. */
  #isPaused = false;
  /** Why the business may not be read; null while it may. */
  #halted: Failure | null = null;
  #stop: AbortController | null = null;
  readonly #rests: Rests;
  #failures = 0;
  #running: Promise<void> | null = null;

  constructor(context: JobContext) {
    this.#context = context;
    this.#rests = new Rests(context);
    this.#cycle = new Cycle(context, (list, progress) => {
      this.#set({ ...this.#state, progress });
      this.#announceMirror([list]);
    });
  }

  /** What the job does now. Waiting for the gate counts as waiting and says how long. */
  state(): SyncState {
    const { waitingMs } = this.#context.client.budget();
    if (this.#state.phase === 'running' && waitingMs > 0) {
      const reason = `The request budget is used up; the next request goes out in ${Math.ceil(waitingMs / 1000)} s.`;
      return { ...this.#state, phase: 'waiting', reason };
    }
    return this.#state;
  }

  /** Invoices on a page of their list, as the API really cuts it. */
  invoicesPerPage(): number {
    return this.#cycle.perPage('invoices');
  }

  /** The key or the mirror is another one: nothing that was seen before counts. */
  forget(): void {
    this.#cycle.forget();
  }

  /** True while nothing is read until a person acts, or the business may be read again. */
  get isResting(): boolean {
    return this.#resting() !== null;
  }

  /** Begins, or goes on with another key or mirror. Starts nothing that a person has paused. */
  begin(): void {
    this.#halted = null;
    const resting = this.#resting();
    if (resting === null) this.start();
    else this.#set(resting);
  }

  /** A person wants it: starts, resumes, or makes the next cycle come now. */
  start(): void {
    this.#isPaused = false;
    this.#halted = null;
    this.#context.client.resume();
    this.#context.client.hurry();
    this.#failures = 0;
    this.#cycle.hurry();
    this.#rests.wake();
    this.#running ??= this.#loop();
  }

  /** The machine woke up or its network changed: what waits after a failure tries again now. Starts nothing that is paused. */
  nudge(): void {
    if (this.#state.phase !== 'waiting') return;
    this.#failures = 0;
    this.#rests.wake();
  }

  /** A person wants it: ends the running requests; the checkpoint stays. */
  pause(): void {
    this.#isPaused = true;
    this.#rest();
  }

  /** The business may not be read any more, which is no wish of the person's: ends the running requests until `begin`. */
  halt(failure: Failure): void {
    this.#halted = failure;
    this.#rest();
  }

  /** Resolves when the loop has ended, which it does when the business closes. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { closing } = this.#context;
    while (!closing.aborted && !this.isResting) {
      const cycle = new AbortController();
      this.#stop = cycle;
      const failure = await this.#tryCycle(AbortSignal.any([cycle.signal, closing]));
      if (closing.aborted || this.isResting) break;
      // Paused and started again while the cycle was ending: nothing failed, so there is nothing to wait for.
      if (cycle.signal.aborted) continue;
      if (this.#settle(failure)) break;
      await this.#rests.rest(this.#waitMs(failure));
    }
    // In the same breath as the decision to end: a start that comes now begins a loop of its own.
    this.#running = null;
    const resting = this.#resting();
    if (resting !== null) this.#set(resting);
  }

  #rest(): void {
    const resting = this.#resting();
    if (resting !== null) this.#set(resting);
    this.#stop?.abort(new Error('resting'));
    this.#rests.wake();
  }

  /** How it stands while it rests; null while it does not. */
  #resting(): SyncState | null {
    if (this.#halted !== null) return stoppedBy(this.#halted);
    return this.#isPaused ? { phase: 'paused', reason: 'Paused by you.', failure: null, progress: null } : null;
  }

  async #tryCycle(signal: AbortSignal): Promise<Failure | null> {
    try {
      return await this.#runCycle(signal);
    } catch (error) {
      if (error instanceof FailureError) return error.failure;
      const { closing, log, profileId } = this.#context;
      if (!closing.aborted) log.error('sync.broke', { profileId }, error);
      return { kind: 'unavailable-offline', detail: 'The mirror could not be written.' };
    }
  }

  /** Books the end of a cycle; true when the job has to stop until a person acts. */
  #settle(failure: Failure | null): boolean {
    if (failure === null) {
      this.#failures = 0;
      this.#set({ phase: 'idle', reason: null, failure: null, progress: null });
      return false;
    }
    if (failure.kind === 'unauthorised' || failure.kind === 'profile-changed') {
      this.#set(stoppedBy(failure));
      return true;
    }
    // While requests are held back nothing was tried, so there is nothing to try less often.
    if (!isHeldBack(failure)) this.#failures += 1;
    this.#set({ phase: 'waiting', reason: failureLabel(failure), failure, progress: null });
    return false;
  }

  #waitMs(failure: Failure | null): number {
    if (failure === null) return CYCLE_EVERY_MS;
    if (failure.kind === 'rate-limited') return failure.retryAfterMs;
    // The probe is this job's, or that of somebody who came first and will know in a moment.
    if (isHeldBack(failure)) return this.#context.client.pausedMs() || FIRST_BACK_OFF_MS;
    const backOff = backOffMs(this.#failures - 1, longestBackOffMs(failure));
    if (meetsEveryRequest(failure)) return backOff;
    // What one page fails with does not make withdrawals late.
    return Math.min(backOff, Math.max(FIRST_BACK_OFF_MS, this.#cycle.withdrawalsInMs()));
  }

  async #runCycle(signal: AbortSignal): Promise<Failure | null> {
    this.#set({ phase: 'running', reason: null, failure: null, progress: null });
    return this.#cycle.run(signal);
  }

  #announceMirror(kinds: readonly MirrorKind[]): void {
    this.#context.announce({ kind: 'mirror', profileId: this.#context.profileId, kinds });
  }

  #set(state: SyncState): void {
    this.#state = state;
    this.#context.announce({ kind: 'sync', profileId: this.#context.profileId });
  }
}

/** No request goes out for a while, after many that failed in a row (api/gate/breaker). */
function isHeldBack(failure: Failure): boolean {
  return failure.kind === 'unreachable' && failure.reason === 'breaker-open';
}

/** Until a person acts. */
export function stoppedBy(failure: Failure): SyncState {
  return { phase: 'stopped', reason: failureLabel(failure), failure, progress: null };
}

/** Seconds a walk still needs: what fits into this window goes at once, the rest by whole windows of the API's limit. */
export function walkEtaSeconds(
  progress: ListWalkProgress,
  budget: { readonly limit: number; readonly remaining: number; readonly reserve: number },
  perPage: number,
): number {
  const requests = Math.ceil(Math.max(0, progress.total - progress.seen) / perPage);
  const now = Math.max(0, budget.remaining - budget.reserve);
  if (requests <= now) return Math.ceil(requests * 0.15);
  const perWindow = Math.max(1, budget.limit - budget.reserve);
  return Math.ceil((requests - now) / perWindow) * 60;
}
