/**
 * One cycle of the sync: what is due now, in order, until the first failure. Both lists to their certificate, what left `pending`, the
 * counts per status, snapshots, and last and least the rolling re-read. Not here: the loop, pausing and waiting (sync.ts).
 */
import type { Failure } from '../../domain/failure.ts';
import type { WalkMode } from '../api/walk.ts';
import type { ListEnd, MirrorList, WalkedListState } from '../mirror/answers.ts';
import { catchUp, countStatuses, readDeparted, type StatusCount, type StatusCounts } from './catch-up.ts';
import type { JobContext } from './context.ts';
import { fetchPaymentMethods, fetchRates } from './fetch.ts';
import { proveByDelivery } from './identity.ts';
import { endOf, walkList, type WalkProgress } from './list-walk.ts';
import { invoiceList, type MirroredList, PER_PAGE, withdrawalList } from './lists.ts';
import { rereadDue } from './rolling.ts';

/** A new-invoice check costs one request; twice a minute is two per cent of the budget. */
export const CYCLE_EVERY_MS = 30_000;
/** Withdrawals have no events at all, so pending ones are asked for (specification, "Events"). */
const WITHDRAWALS_EVERY_MS = 5 * 60_000;
const PENDING_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 10 * 60_000;
const SNAPSHOTS_EVERY_MS = 30 * 60_000;
/** Only while the key is not proved to be of the mirror's business. */
const IDENTITY_EVERY_MS = 60_000;
/** A list without a proof is walked whole at most so often; in between only its ends are read. */
const WHOLE_WALK_EVERY_MS = 60 * 60_000;
/** And a long one less often: whole walks take at most about a tenth of the budget. Two passes at the pace of the limit. */
const WHOLE_WALK_PER_PAGE_MS = 10 * 2 * 600;
/** Records that left `pending` are looked for one by one while that takes no more requests than asking every status. */
const FEW_REQUESTS = 5;

/** What a look at a list has found, for the steps after it. */
interface Seen {
  /** Server time before which pending rows may have ended unseen. */
  readonly before: string;
  readonly newestEnd: ListEnd | null;
  readonly fresh: number;
}

type Step = () => Promise<Failure | null>;

export class Cycle {
  readonly #context: JobContext;
  readonly #onProgress: (list: MirrorList, progress: WalkProgress | null) => void;
  readonly #dueAt = new Map<string, number>();
  readonly #seen = new Map<MirrorList, Seen>();

  constructor(context: JobContext, onProgress: (list: MirrorList, progress: WalkProgress | null) => void) {
    this.#context = context;
    this.#onProgress = onProgress;
  }

  /** The key or the mirror is another one: nothing that was seen before counts. */
  forget(): void {
    this.#dueAt.clear();
    this.#seen.clear();
  }

  /** A person wants to know now: nothing waits for its turn. */
  hurry(): void {
    this.#dueAt.clear();
  }

  /** Runs what is due. The first failure ends it. */
  async run(signal: AbortSignal): Promise<Failure | null> {
    const invoices = invoiceList(this.#context);
    const withdrawals = withdrawalList(this.#context);
    const first = (await invoices.state()).asOf === null;
    const steps: readonly (readonly [string, number, Step])[] = [
      ['invoices', 0, () => this.#look(invoices, first ? 'backfill' : 'check', signal)],
      ['withdrawals', WITHDRAWALS_EVERY_MS, () => this.#readWithdrawals(withdrawals, signal)],
      ['identity', IDENTITY_EVERY_MS, () => proveByDelivery(this.#context, signal)],
      ['snapshots', SNAPSHOTS_EVERY_MS, () => this.#readSnapshots(signal)],
      ['invoices/check', CHECK_EVERY_MS, () => this.#check(invoices, signal)],
      ['pending', PENDING_EVERY_MS, () => this.#readPending(invoices, signal)],
      ['reread', 0, () => this.#reread(signal)],
    ];
    for (const [name, everyMs, step] of steps) {
      if (!this.#isDue(name)) continue;
      const failure = await step();
      if (failure !== null) return failure;
      this.#postpone(name, everyMs);
      // What a full walk has just read is fresh: the re-reads wait for their own turn.
      if (name === 'invoices' && first) {
        this.#postpone('pending', PENDING_EVERY_MS);
        this.#postpone('invoices/check', CHECK_EVERY_MS);
      }
    }
    return null;
  }

  #isDue(step: string): boolean {
    return this.#context.clock.monotonic() >= (this.#dueAt.get(step) ?? 0);
  }

  #postpone(step: string, everyMs: number): void {
    this.#dueAt.set(step, this.#context.clock.monotonic() + everyMs);
  }

  /** Walks the list to a verdict, or reads its ends when it was walked whole in vain a short while ago. */
  async #look(list: MirroredList, lane: 'backfill' | 'check', signal: AbortSignal): Promise<Failure | null> {
    const mode = this.#modeFor(list.name, await list.state());
    if (mode === null) return this.#peekAtEnds(list, signal);
    const outcome = await walkList(list, this.#context.mirror, {
      lane,
      signal,
      mode,
      onProgress: (progress) => this.#onProgress(list.name, progress),
    });
    this.#onProgress(list.name, null);
    if (outcome.kind === 'failed') return outcome.failure;
    const { startedAt, newestEnd, fresh } = outcome;
    this.#seen.set(list.name, { before: startedAt, newestEnd, fresh });
    return null;
  }

  /** How to walk a list now; null when it was walked whole in vain a short while ago. */
  #modeFor(list: MirrorList, { certificate, growOnly, walk, missing, total }: WalkedListState): WalkMode | null {
    // A record that the API once showed and does not know any more: the list does lose records.
    const isGrowOnly = growOnly && missing === 0;
    if (certificate === 'certified' && isGrowOnly) return 'new';
    const key = `${list}/whole`;
    if (walk === null && !this.#isDue(key)) return null;
    const pages = Math.ceil((total ?? 0) / PER_PAGE);
    this.#postpone(key, Math.max(WHOLE_WALK_EVERY_MS, pages * WHOLE_WALK_PER_PAGE_MS));
    return isGrowOnly ? 'full' : 'strict';
  }

  /** Reads the first and the last page of the unfiltered list: where new records appear in any stable order. */
  async #peekAtEnds(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const options = { lane: 'check', signal } as const;
    const first = await list.readPage({ page: 1, perPage: PER_PAGE }, options);
    if (!first.ok) return first.failure;
    const newestEnd = await endOf(list, this.#context.mirror, first.value);
    this.#seen.set(list.name, { before: first.value.serverTime, newestEnd, fresh: first.value.fresh });
    const pages = Math.ceil(first.value.totalItems / PER_PAGE);
    if (pages < 2) return null;
    const last = await list.readPage({ page: pages, perPage: PER_PAGE }, options);
    return last.ok ? null : last.failure;
  }

  async #readWithdrawals(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const failure = (await this.#look(list, 'check', signal)) ?? (await this.#readPending(list, signal));
    if (failure !== null || !this.#isDue('withdrawals/check')) return failure;
    this.#postpone('withdrawals/check', CHECK_EVERY_MS);
    return this.#check(list, signal);
  }

  /**
   * One request when nothing has happened: on a complete list, as many pending records as the mirror has are those that the mirror
   * has. When some have left, they are found in the cheaper of two ways.
   */
  async #readPending(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const { mirror } = this.#context;
    const options = { lane: 'check', signal } as const;
    const seen = this.#seen.get(list.name);
    const { present, byStatus } = await list.census();
    const known = byStatus['pending'] ?? 0;
    // One page holds the whole list: the look at it has just read every status.
    if (seen === undefined || known === 0 || present <= PER_PAGE) return null;
    const first = await list.readPage({ page: 1, perPage: PER_PAGE, status: 'pending' }, options);
    if (!first.ok) return first.failure;
    const pending = first.value.totalItems;
    const left = ((await list.census()).byStatus['pending'] ?? 0) - pending;
    if (left <= 0) return null;
    const requests = Math.ceil(pending / PER_PAGE) - 1 + left;
    if (requests <= FEW_REQUESTS || seen.newestEnd === null) {
      return readDeparted(list, mirror, seen.newestEnd, options, first.value);
    }
    const caught = await catchUp(list, mirror, list.finals, seen, options);
    return caught.ok ? null : caught.failure;
  }

  /**
   * The five requests: all records and each final status, with one record each. Where the API has more than the mirror, the
   * missing ones are found. After a look that has found new records they are expected, and the counting is part of the finding.
   */
  async #check(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const { mirror } = this.#context;
    const options = { lane: 'check', signal } as const;
    const seen = this.#seen.get(list.name);
    if (seen === undefined) return null;
    const { present, byStatus } = await list.census();
    if (present <= PER_PAGE) {
      // One page holds the whole list, so the look has read every record.
      const all = list.finals.map((status) => [status, alike(byStatus[status] ?? 0, seen.before)] as const);
      return this.#saveCheck(list, new Map(all));
    }
    let counts: StatusCounts = new Map();
    let open: readonly string[] = list.finals;
    if (seen.fresh === 0) {
      const failure = await this.#certifyAgain(list, signal);
      if (failure !== null) return failure;
      const counted = await countStatuses(list, options);
      if (!counted.ok) return counted.failure;
      counts = counted.value;
      open = list.finals.filter((status) => isLacking(counted.value, status));
    }
    const caught = await catchUp(list, mirror, open, seen, options);
    if (!caught.ok) return caught.failure;
    this.#postpone('pending', PENDING_EVERY_MS);
    // The lowest of all waits while there is more to do than usual.
    if (open.length > 0) this.#postpone('reread', CYCLE_EVERY_MS);
    return this.#saveCheck(list, new Map([...counts, ...caught.value]));
  }

  /** One request: as many records as have been seen, on a list that only grows, are those (api/walk). */
  async #certifyAgain(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const read = await list.readPage({ page: 1, perPage: 1 }, { lane: 'check', signal });
    if (!read.ok) return read.failure;
    const { seen, totalItems: total, serverTime: asOf } = read.value;
    const known = await list.state();
    const isProof = known.growOnly && known.missing === 0 && known.walk === null && known.certificate === 'certified';
    // More than that: the next look at the list finds what is new. Fewer: it sees that records were lost.
    if (!isProof || seen !== total || known.seen !== seen) return null;
    const { growOnly } = known;
    await list.certify({ certificate: 'certified', asOf, seen, total, reason: null, growOnly, walk: null });
    return null;
  }

  async #saveCheck(list: MirroredList, counts: StatusCounts): Promise<null> {
    const api: Record<string, number> = {};
    const mirror: Record<string, number> = {};
    // Each status is compared at a response of its own; together they are as old as the first of them.
    let asOf: string | null = null;
    for (const [status, count] of counts) {
      [api[status], mirror[status]] = [count.api, count.mirror];
      if (asOf === null || count.asOf < asOf) asOf = count.asOf;
    }
    if (asOf === null) return null;
    const matches = list.finals.every((status) => api[status] !== undefined && api[status] === mirror[status]);
    await this.#context.mirror.write('statusCheck.save', { list: list.name, asOf, matches, api, mirror });
    return null;
  }

  /** Only of a list that was walked once: before that every page is new anyway. */
  async #reread(signal: AbortSignal): Promise<Failure | null> {
    const seen = this.#seen.get('invoices');
    if (seen === undefined) return null;
    return rereadDue(this.#context, seen.newestEnd, CYCLE_EVERY_MS, signal);
  }

  /** Rates and the catalogue are small; their trouble is shown on their own screens and does not stop the sync. */
  async #readSnapshots(signal: AbortSignal): Promise<Failure | null> {
    const failures = [
      await fetchRates(this.#context, { lane: 'check', signal }),
      await fetchPaymentMethods(this.#context, { lane: 'check', signal }),
    ];
    return failures.find((failure) => failure?.kind === 'unauthorised') ?? null;
  }
}

/** The mirror's count is the API's. */
function alike(count: number, asOf: string): StatusCount {
  return { api: count, mirror: count, asOf };
}

function isLacking(counts: StatusCounts, status: string): boolean {
  const count = counts.get(status);
  return count === undefined || count.api > count.mirror;
}
