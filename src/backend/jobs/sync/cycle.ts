// One cycle of the sync: what is due now, in order. What one page or list fails with is not the trouble of the others.
import { failed, type Failure } from '../../../domain/kernel/failure/failure.ts';
import type { WalkMode } from '../../api/walk/walk.ts';
import type { ListEnd, MirrorList, WalkedListState } from '../../mirror/kernel/answers.ts';
import { meetsEveryRequest } from '../kernel/back-off.ts';
import { catchUp, countStatuses, readDeparted, type StatusCount, type StatusCounts } from './catch-up.ts';
import type { JobContext } from '../kernel/context.ts';
import { RATES_EVERY_MS } from '../../../domain/pricing/rate-history.ts';
import { type FetchOptions, fetchPaymentMethods, fetchRates } from '../records/fetch.ts';
import { proveByDelivery } from './identity.ts';
import { certifiedByCount, endOf, type ListWalkProgress, provesByCount, verdictAnew, walkList } from './list-walk.ts';
import { invoiceList, type ListQuery, type MirroredList, PER_PAGE, type StoredPage, withdrawalList } from './lists.ts';
import { CYCLE_EVERY_MS, pauseForPageMs, WITHDRAWALS_EVERY_MS } from './pace.ts';
import { rereadDue } from './rolling.ts';
import { Turns, type TurnStep } from '../kernel/turns.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Mirror } from '../../mirror/mirror.ts';

/** Read again so soon, the first day; then once a day. */
const HASH_SOON_MS = 10 * 60_000;
const HASH_LATER_MS = 24 * 60 * 60_000;
/** Requests of one turn, of which there is one in five minutes. */
const MOST_HASHES = 5;

/** Reads approved withdrawals again that lack their hash, a few at a time: no list shows that one has come. `serverTime`: of a moment ago. `inVain`: those whose answers could not be read; the others come before they are asked for again. */
export async function rereadHashes(
  list: MirroredList,
  mirror: Mirror,
  { serverTime, inVain }: { readonly serverTime: string; readonly inVain: Set<string> },
  options: FetchOptions,
): Promise<Failure | null> {
  const now = toEpochMs(serverTime);
  if (now === null) return null;
  const [before, longBefore] = [fromEpochMs(now - HASH_SOON_MS), fromEpochMs(now - HASH_LATER_MS)];
  const due = await mirror.read('reread.withoutHash', { before, longBefore, limit: MOST_HASHES + inVain.size });
  const others = due.filter(({ uuid }) => !inVain.has(uuid)).slice(0, MOST_HASHES);
  if (others.length === 0) inVain.clear();
  for (const { uuid } of others) {
    const read = await list.readOne(uuid, options);
    if (read.ok) continue;
    if (read.failure.kind !== 'malformed-response') return read.failure;
    inVain.add(uuid);
  }
  return null;
}

const PENDING_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 10 * 60_000;
/** Only while the key is not proved to be of the mirror's business. */
const IDENTITY_EVERY_MS = 60_000;
/**
 * The very first walk is not interrupted for so long: until it ends nothing can be proved, and at the limit a few requests more may cost
 * a whole window. A hundred thousand records take nine minutes.
 */
const FIRST_WALK_ALONE_MS = 10 * 60_000;
/** Records that left `pending` are looked for one by one while that takes no more requests than asking every status. */
const FEW_REQUESTS = 5;

/** What a look at a list has found, for the steps after it. */
interface Seen {
  /** Server time before which pending rows may have ended unseen. */
  readonly before: string;
  readonly newestEnd: ListEnd | null;
  readonly fresh: number;
  /** Records on a page, as the API really cuts them. */
  readonly perPage: number;
  /** One page held the whole list, so the look has read every record. */
  readonly isWhole: boolean;
}

/** Before any look has come to its end. */
const NOTHING_SEEN = { before: '', newestEnd: null, perPage: PER_PAGE } as const;

export class Cycle {
  readonly #context: JobContext;
  readonly #onProgress: (list: MirrorList, progress: ListWalkProgress | null) => void;
  readonly #turns: Turns;
  readonly #seen = new Map<MirrorList, Seen>();
  /** Lists whose latest look failed, until one comes to its end: in between nothing is settled, whatever else goes well. */
  readonly #owed = new Map<MirrorList, Failure>();
  /** Withdrawals that lack their hash and whose answers could not be read. */
  readonly #withoutHash = new Set<string>();

  constructor(context: JobContext, onProgress: (list: MirrorList, progress: ListWalkProgress | null) => void) {
    this.#context = context;
    this.#turns = new Turns(context.clock);
    this.#onProgress = onProgress;
  }

  /** The key or the mirror is another one: nothing that was seen before counts. */
  forget(): void {
    this.#turns.clear();
    this.#seen.clear();
    this.#owed.clear();
    this.#withoutHash.clear();
  }

  /** Records on a page of the list as the API really cuts it; what is asked for as long as nothing else was seen. */
  perPage(list: MirrorList): number {
    return this.#seen.get(list)?.perPage ?? PER_PAGE;
  }

  /** Until pending withdrawals are to be read again; zero when they are overdue. */
  withdrawalsInMs(): number {
    return this.#turns.inMs('withdrawals');
  }

  /** A person wants to know now: nothing waits for its turn. */
  hurry(): void {
    this.#turns.clear();
  }

  /**
   * Runs what is due. A failure of the whole key, network or store ends the cycle; any other one is answered at the end, when the other
   * steps had their turn. A list that could not be looked at when it was due is owed, and answered too, until it was.
   */
  async run(signal: AbortSignal): Promise<Failure | null> {
    const failure = await this.#runAll(signal);
    const [owed = null] = this.#owed.values();
    return failure ?? owed;
  }

  async #runAll(signal: AbortSignal): Promise<Failure | null> {
    const invoices = invoiceList(this.#context);
    const withdrawals = withdrawalList(this.#context);
    /** Short, and due at times of their own: a long walk of the invoices does not hold them up. */
    const small: readonly TurnStep[] = [
      {
        name: 'withdrawals',
        everyMs: WITHDRAWALS_EVERY_MS,
        run: () => this.#readWithdrawals(withdrawals, signal),
      },
      { name: 'identity', everyMs: IDENTITY_EVERY_MS, run: () => proveByDelivery(this.#context, signal) },
      { name: 'snapshots', everyMs: RATES_EVERY_MS, run: () => this.#readSnapshots(signal) },
    ];
    const between = (): Promise<Failure | null> => this.#runDue(small);
    return this.#runDue([
      { name: 'invoices', everyMs: 0, run: () => this.#lookAtInvoices(invoices, between, signal) },
      ...small,
      { name: 'invoices/check', everyMs: CHECK_EVERY_MS, run: () => this.#check(invoices, signal) },
      { name: 'pending', everyMs: PENDING_EVERY_MS, run: () => this.#readPending(invoices, signal) },
      { name: 'reread', everyMs: 0, run: () => this.#reread(signal) },
    ]);
  }

  async #runDue(steps: readonly TurnStep[]): Promise<Failure | null> {
    return this.#turns.runDue(steps, meetsEveryRequest);
  }

  /** `between` runs between two pages. What it could not do is answered like a failure of the walk itself, after the walk. */
  async #lookAtInvoices(
    invoices: MirroredList,
    between: () => Promise<Failure | null>,
    signal: AbortSignal,
  ): Promise<Failure | null> {
    const first = (await invoices.state()).asOf === null;
    const { clock } = this.#context;
    const interruptedFrom = clock.monotonic() + (first ? FIRST_WALK_ALONE_MS : 0);
    let trouble: Failure | null = null;
    let pages = 0;
    const list: MirroredList = {
      ...invoices,
      readPage: async (query, options, mark) => {
        pages += 1;
        const failure = pages === 1 || clock.monotonic() < interruptedFrom ? null : await between();
        if (failure !== null && meetsEveryRequest(failure)) return failed(failure);
        trouble ??= failure;
        return invoices.readPage(query, options, mark);
      },
    };
    const failure = await this.#look(list, first ? 'backfill' : 'check', signal);
    if (failure !== null) return failure;
    // What a full walk has just read is fresh: the re-reads wait for their own turn.
    if (first) {
      this.#turns.postpone('pending', PENDING_EVERY_MS);
      this.#turns.postpone('invoices/check', CHECK_EVERY_MS);
    }
    return trouble;
  }

  /** Walks the list to a verdict, or reads its ends when it was walked whole in vain a short while ago. */
  async #look(list: MirroredList, lane: 'backfill' | 'check', signal: AbortSignal): Promise<Failure | null> {
    const known = await list.state();
    const mode = this.#modeFor(list.name, known);
    if (mode === null) return this.#peekAtEnds(list, known, signal);
    let longest = 0;
    let isWhole = false;
    let pages = 0;
    const observe = (query: ListQuery, page: StoredPage): void => {
      if (page.hasNext) longest = Math.max(longest, page.itemCount);
      isWhole = query.page === 1 && holdsAll(page);
      pages += 1;
    };
    const outcome = await walkList(observed(list, observe), this.#context.mirror, {
      lane,
      signal,
      mode,
      onProgress: (progress) => this.#onProgress(list.name, progress),
    });
    this.#onProgress(list.name, null);
    if (outcome.kind === 'failed') return this.#lost(list.name, outcome.failure);
    const { startedAt, newestEnd, fresh } = outcome;
    const perPage = longest === 0 ? this.perPage(list.name) : longest;
    this.#seen.set(list.name, { before: startedAt, newestEnd, fresh, perPage, isWhole });
    this.#owed.delete(list.name);
    // The turn is spent now: a walk that came to no verdict has brought nothing that could wait for the next one.
    this.#turns.postpone(wholeWalk(list.name), pages * pauseForPageMs(this.#context.client.budget().limit));
    return null;
  }

  /** A look that failed has not read every record, whatever the one before it did. */
  #lost(list: MirrorList, failure: Failure): Failure {
    const seen = this.#seen.get(list);
    if (seen !== undefined) this.#seen.set(list, { ...seen, isWhole: false });
    // A look that somebody ended is due as before.
    if (failure.kind !== 'cancelled') this.#owed.set(list, failure);
    return failure;
  }

  /** How to walk a list now; null when it was walked whole in vain a short while ago, and another time would cost too much. */
  #modeFor(list: MirrorList, known: WalkedListState): WalkMode | null {
    const counts = provesByCount(known);
    if (known.certificate === 'certified' && counts) return 'new';
    if (known.walk === null && !this.#turns.isDue(wholeWalk(list))) return null;
    return counts ? 'full' : 'strict';
  }

  /**
   * Reads the first and the last page of the unfiltered list: where new records appear in any stable order. A verdict without a proof
   * is given anew with the numbers of now, or becomes a certificate where they are equal and counting proves something.
   */
  async #peekAtEnds(list: MirroredList, known: WalkedListState, signal: AbortSignal): Promise<Failure | null> {
    const options = { lane: 'check', signal } as const;
    const first = await list.readPage({ page: 1, perPage: PER_PAGE }, options);
    if (!first.ok) return this.#lost(list.name, first.failure);
    const newestEnd = await endOf(list, this.#context.mirror, first.value);
    const { serverTime: before, fresh } = first.value;
    const perPage = sizeOf(first.value);
    this.#seen.set(list.name, { before, newestEnd, fresh, perPage, isWhole: holdsAll(first.value) });
    const pages = Math.ceil(first.value.totalItems / perPage);
    const isProved = certifiedByCount(known, first.value) !== null;
    const last = isProved || pages < 2 ? first : await list.readPage({ page: pages, perPage: PER_PAGE }, options);
    if (!last.ok) return this.#lost(list.name, last.failure);
    this.#owed.delete(list.name);
    const verdict = verdictAnew(known, last.value);
    if (verdict !== null) await list.certify(verdict);
    return null;
  }

  async #readWithdrawals(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    return this.#runDue([
      { name: 'withdrawals/look', everyMs: 0, run: () => this.#look(list, 'check', signal) },
      { name: 'withdrawals/pending', everyMs: 0, run: () => this.#readPending(list, signal) },
      { name: 'withdrawals/check', everyMs: CHECK_EVERY_MS, run: () => this.#check(list, signal) },
      { name: 'withdrawals/hashes', everyMs: 0, run: () => this.#readHashes(list, signal) },
    ]);
  }

  /** What one page holds whole has just been read. */
  async #readHashes(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const seen = this.#seen.get(list.name);
    if (seen === undefined || seen.isWhole) return null;
    const { mirror } = this.#context;
    const asked = { serverTime: seen.before, inVain: this.#withoutHash };
    return rereadHashes(list, mirror, asked, { lane: 'backfill', signal });
  }

  /**
   * One request when nothing has happened: on a complete list, as many pending records as the mirror has are those that the mirror
   * has. When some have left, they are found in the cheaper of two ways.
   */
  async #readPending(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const { mirror } = this.#context;
    const options = { lane: 'check', signal } as const;
    const seen = this.#seen.get(list.name);
    const { byStatus } = await list.census();
    const known = byStatus['pending'] ?? 0;
    // One page holds the whole list: the look at it has just read every status.
    if (known === 0 || seen?.isWhole === true) return null;
    const first = await list.readPage({ page: 1, perPage: PER_PAGE, status: 'pending' }, options);
    if (!first.ok) return first.failure;
    // No walk has come to its end yet, so the numbers prove nothing.
    if (seen === undefined) return readDeparted(list, mirror, NOTHING_SEEN, options, first.value);
    const pending = first.value.totalItems;
    const left = ((await list.census()).byStatus['pending'] ?? 0) - pending;
    if (left <= 0) return null;
    const requests = Math.ceil(pending / seen.perPage) - 1 + left;
    if (requests <= FEW_REQUESTS || seen.newestEnd === null) {
      return readDeparted(list, mirror, seen, options, first.value);
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
    const { byStatus } = await list.census();
    if (seen.isWhole) {
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
    this.#turns.postpone('pending', PENDING_EVERY_MS);
    // The lowest of all waits while there is more to do than usual.
    if (open.length > 0) this.#turns.postpone('reread', CYCLE_EVERY_MS);
    return this.#saveCheck(list, new Map([...counts, ...caught.value]));
  }

  /** One request: as many records as have been seen, on a list that only grows, are those (api/walk/walk). */
  async #certifyAgain(list: MirroredList, signal: AbortSignal): Promise<Failure | null> {
    const read = await list.readPage({ page: 1, perPage: 1 }, { lane: 'check', signal });
    if (!read.ok) return read.failure;
    const known = await list.state();
    // More than were seen: the next look at the list finds what is new. Fewer: it sees that records were lost.
    if (known.walk === null && known.certificate === 'certified') {
      const verdict = certifiedByCount(known, read.value);
      if (verdict !== null) await list.certify(verdict);
    }
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
    return rereadDue(this.#context, seen, CYCLE_EVERY_MS, signal);
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

/** The turn of a whole walk over a list that has no proof by counting. */
function wholeWalk(list: MirrorList): string {
  return `${list}/whole`;
}

function alike(count: number, asOf: string): StatusCount {
  return { api: count, mirror: count, asOf };
}

function isLacking(counts: StatusCounts, status: string): boolean {
  const count = counts.get(status);
  return count === undefined || count.api > count.mirror;
}

function observed(list: MirroredList, observe: (query: ListQuery, page: StoredPage) => void): MirroredList {
  return {
    ...list,
    readPage: async (query, options, mark) => {
      const read = await list.readPage(query, options, mark);
      if (read.ok) observe(query, read.value);
      return read;
    },
  };
}

/** The size of a page that another one follows; the server may cut them shorter than asked for. */
function sizeOf({ hasNext, itemCount }: StoredPage): number {
  return hasNext && itemCount > 0 ? itemCount : PER_PAGE;
}

/** Does this first page of the unfiltered list hold all of it? */
function holdsAll({ hasNext, itemCount, totalItems, unreadable }: StoredPage): boolean {
  return !hasNext && itemCount === totalItems && unreadable === 0;
}
