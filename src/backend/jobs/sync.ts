/**
 * Keeps the mirror of one business complete and fresh: a full walk at first, then cheap cycles (new invoices, pending ones that
 * ended, withdrawals, a check of the counts per status). One cycle at a time; pausing ends the requests and keeps the
 * checkpoint. Not here: the walk's decisions (api/walk), pacing (api/gate).
 */
import { type Failure, FailureError } from '../../domain/failure.ts';
import type { ListState, SyncPhase } from '../../domain/profile.ts';
import { isOffline } from '../api/retry.ts';
import type { WalkMode } from '../api/walk.ts';
import { failureLabel, type JobContext, type MirrorKind } from './context.ts';
import { fetchPaymentMethods, fetchRates } from './fetch.ts';
import { identify } from './identity.ts';
import { PER_PAGE, walkList, type WalkProgress } from './list-walk.ts';
import { invoiceList, withdrawalList } from './lists.ts';
import { checkStatuses, peekAtEnds, refreshPending, refreshPendingWithdrawals } from './refresh.ts';

/** A new-invoice check costs one request; twice a minute is two per cent of the budget. */
const CYCLE_EVERY_MS = 30_000;
const WITHDRAWALS_EVERY_MS = 5 * 60_000;
const PENDING_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 10 * 60_000;
const SNAPSHOTS_EVERY_MS = 30 * 60_000;
/** A list without a proof is walked whole so often; in between only its ends are read. */
const WHOLE_WALK_EVERY_MS = 60 * 60_000;
/** After a failure that may pass: first wait, doubled up to the longest. */
const FIRST_BACK_OFF_MS = 5_000;
const LONGEST_BACK_OFF_MS = 120_000;
/** While no server can be reached a try costs nobody anything, and the network may be back any moment. */
const OFFLINE_BACK_OFF_MS = 15_000;

export interface SyncState {
  readonly phase: SyncPhase;
  readonly reason: string | null;
  readonly failure: Failure | null;
  readonly progress: WalkProgress | null;
}

type WalkedState = ListState & { readonly growOnly: boolean; readonly walk: string | null };
type Step = () => Promise<Failure | null>;

/** The sync job of one business. */
export class Sync {
  readonly #context: JobContext;
  readonly #dueAt = new Map<string, number>();
  #state: SyncState = { phase: 'idle', reason: null, failure: null, progress: null };
  #paused = false;
  #identified = false;
  #cycle: AbortController | null = null;
  #pause = new AbortController();
  #failures = 0;
  #running: Promise<void> | null = null;

  constructor(context: JobContext) {
    this.#context = context;
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

  /** The key or the mirror is another one: whose it is has to be asked again. */
  forgetIdentity(): void {
    this.#identified = false;
  }

  /** Starts, resumes, or makes the next cycle come now. */
  start(): void {
    this.#paused = false;
    this.#context.client.resume();
    this.#context.client.hurry();
    this.#failures = 0;
    this.#poke();
    this.#running ??= this.#loop();
  }

  /** The machine woke up or its network changed: what waits after a failure tries again now. Starts nothing that is paused. */
  nudge(): void {
    if (this.#state.phase !== 'waiting') return;
    this.#failures = 0;
    this.#poke();
  }

  /** Ends the running requests; the checkpoint stays. */
  pause(): void {
    this.#paused = true;
    this.#set({ phase: 'paused', reason: 'Paused by you.', failure: null, progress: null });
    this.#cycle?.abort(new Error('paused'));
    this.#poke();
  }

  /** Resolves when the loop has ended, which it does when the business closes. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { closing, clock } = this.#context;
    while (!closing.aborted && !this.#paused) {
      const cycle = new AbortController();
      this.#cycle = cycle;
      const failure = await this.#tryCycle(AbortSignal.any([cycle.signal, closing]));
      if (closing.aborted || this.#paused) break;
      // Paused and started again while the cycle was ending: nothing failed, so there is nothing to wait for.
      if (cycle.signal.aborted) continue;
      if (this.#settle(failure)) break;
      await clock.sleep(this.#waitMs(failure), AbortSignal.any([closing, this.#pause.signal])).catch(() => undefined);
    }
    // In the same breath as the decision to end: a start that comes now begins a loop of its own.
    this.#running = null;
    if (this.#paused) this.#set({ phase: 'paused', reason: 'Paused by you.', failure: null, progress: null });
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
      this.#set({ phase: 'stopped', reason: failureLabel(failure), failure, progress: null });
      return true;
    }
    this.#failures += 1;
    this.#set({ phase: 'waiting', reason: failureLabel(failure), failure, progress: null });
    return false;
  }

  #waitMs(failure: Failure | null): number {
    if (failure === null) return CYCLE_EVERY_MS;
    if (failure.kind === 'rate-limited') return failure.retryAfterMs;
    const longest = isOffline(failure) ? OFFLINE_BACK_OFF_MS : LONGEST_BACK_OFF_MS;
    return Math.min(FIRST_BACK_OFF_MS * 2 ** (this.#failures - 1), longest);
  }

  async #runCycle(signal: AbortSignal): Promise<Failure | null> {
    this.#set({ phase: 'running', reason: null, failure: null, progress: null });
    const stranger = await this.#identify(signal);
    if (stranger !== null) return stranger;
    const first = await this.#isFirstWalk();
    const steps: readonly (readonly [string, number, Step])[] = [
      ['invoices', 0, () => this.#walkInvoices(first, signal)],
      ['withdrawals', WITHDRAWALS_EVERY_MS, () => this.#walkWithdrawals(signal)],
      ['snapshots', SNAPSHOTS_EVERY_MS, () => this.#readSnapshots(signal)],
      ['pending', PENDING_EVERY_MS, () => refreshPending(this.#context, signal)],
      ['check', CHECK_EVERY_MS, () => checkStatuses(this.#context, signal)],
    ];
    for (const [name, everyMs, step] of steps) {
      if (!this.#isDue(name)) continue;
      const failure = await step();
      if (failure !== null) return failure;
      this.#dueAt.set(name, this.#context.clock.monotonic() + everyMs);
      // What a full walk has just read is fresh: the re-reads wait for their own turn.
      if (name === 'invoices' && first) this.#postpone();
    }
    return null;
  }

  /** Once a run, before the first row is written: a mirror takes no rows of another business. */
  async #identify(signal: AbortSignal): Promise<Failure | null> {
    if (this.#identified) return null;
    const { client, mirror, onDifferentBusiness } = this.#context;
    const identity = await identify(client, mirror, { lane: 'check', signal });
    if (!identity.ok) return identity.failure;
    if (identity.value === 'different') {
      onDifferentBusiness();
      return { kind: 'profile-changed', reason: 'different-business' };
    }
    this.#identified = true;
    return null;
  }

  #postpone(): void {
    const now = this.#context.clock.monotonic();
    this.#dueAt.set('pending', now + PENDING_EVERY_MS);
    this.#dueAt.set('check', now + CHECK_EVERY_MS);
  }

  #isDue(step: string): boolean {
    return this.#context.clock.monotonic() >= (this.#dueAt.get(step) ?? 0);
  }

  async #isFirstWalk(): Promise<boolean> {
    const { invoices } = await this.#context.mirror.read('lists.state', {});
    return invoices.asOf === null;
  }

  async #walkInvoices(first: boolean, signal: AbortSignal): Promise<Failure | null> {
    const list = invoiceList(this.#context);
    const mode = this.#modeFor('invoices', await list.state());
    if (mode === null) return peekAtEnds(this.#context, signal);
    return this.#walk(list, 'invoices', mode, first ? 'backfill' : 'check', signal);
  }

  async #walkWithdrawals(signal: AbortSignal): Promise<Failure | null> {
    const list = withdrawalList(this.#context);
    const state = await list.state();
    const mode = this.#modeFor('withdrawals', state);
    const failure = mode === null ? null : await this.#walk(list, 'withdrawals', mode, 'check', signal);
    // One page holds them all: the walk has just read every status. A longer list is asked for its pending ones.
    if (failure !== null || (state.total ?? 0) <= PER_PAGE) return failure;
    return refreshPendingWithdrawals(this.#context, signal);
  }

  /** How to walk a list now; null when it was walked whole in vain a short while ago. */
  #modeFor(list: string, { certificate, growOnly, walk }: WalkedState): WalkMode | null {
    if (certificate === 'certified' && growOnly) return 'new';
    const key = `whole/${list}`;
    if (walk === null && !this.#isDue(key)) return null;
    this.#dueAt.set(key, this.#context.clock.monotonic() + WHOLE_WALK_EVERY_MS);
    return growOnly ? 'full' : 'strict';
  }

  async #walk<Row>(
    list: Parameters<typeof walkList<Row>>[0],
    kind: MirrorKind,
    mode: WalkMode,
    lane: 'backfill' | 'check',
    signal: AbortSignal,
  ): Promise<Failure | null> {
    const outcome = await walkList(list, {
      lane,
      signal,
      mode,
      firstPass: Math.floor(this.#context.clock.now() / 1000),
      onProgress: (progress) => {
        this.#set({ ...this.#state, progress });
        this.#announceMirror([kind]);
      },
    });
    this.#set({ ...this.#state, progress: null });
    this.#announceMirror([kind]);
    return outcome.kind === 'failed' ? outcome.failure : null;
  }

  /** Rates and the catalogue are small; their trouble is shown on their own screens and does not stop the sync. */
  async #readSnapshots(signal: AbortSignal): Promise<Failure | null> {
    const failures = [
      await fetchRates(this.#context, { lane: 'check', signal }),
      await fetchPaymentMethods(this.#context, { lane: 'check', signal }),
    ];
    return failures.find((failure) => failure?.kind === 'unauthorised') ?? null;
  }

  #announceMirror(kinds: readonly MirrorKind[]): void {
    this.#context.announce({ kind: 'mirror', profileId: this.#context.profileId, kinds });
  }

  #set(state: SyncState): void {
    this.#state = state;
    this.#context.announce({ kind: 'sync', profileId: this.#context.profileId });
  }

  #poke(): void {
    this.#pause.abort(new Error('now'));
    this.#pause = new AbortController();
  }
}

/** Seconds a walk still needs: what fits into this window goes at once, the rest by whole windows of the API's limit. */
export function walkEtaSeconds(
  progress: WalkProgress,
  budget: { readonly limit: number; readonly remaining: number; readonly reserve: number },
): number {
  const requests = Math.ceil(Math.max(0, progress.total - progress.seen) / PER_PAGE);
  const now = Math.max(0, budget.remaining - budget.reserve);
  if (requests <= now) return Math.ceil(requests * 0.15);
  const perWindow = Math.max(1, budget.limit - budget.reserve);
  return Math.ceil((requests - now) / perWindow) * 60;
}
