// Tells a person what happened while they did not look, each once, over restarts too: what was told is on the disk before it is told.
import {
  closedNotice,
  contradictionNotice,
  feesMovedNotice,
  failedNotice,
  lateNotice,
  rejectedNotice,
  sumsOf,
} from '../../../domain/news/notice.ts';
import type { Profile } from '../../../domain/profiles/profile.ts';
import { fromEpochMs, instantKey } from '../../../domain/kernel/time/time.ts';
import { FEE_FIELDS } from '../../../domain/pricing/catalogue-changes.ts';
import type { Withdrawal } from '../../../domain/records/withdrawal.ts';
import type { NewLateRecord } from '../../books/news/news.ts';
import type { JobContext, Signal } from '../kernel/context.ts';
import { FailureNews } from './failures.ts';
import { Teller } from './teller.ts';
import { isFields, textOf } from '../../../domain/kernel/fields.ts';
import { newsKey } from '../../books/profiles/profiles.ts';
import { keptPerProfile } from '../kernel/setting.ts';

interface ToldRejection {
  readonly uuid: string;
  readonly createdAt: string;
}

interface NewsState {
  /** The last observation that was looked at for late changes, and for rejected withdrawals. */
  readonly late: number;
  readonly rejection: number;
  /** The last prior-period adjustment. */
  readonly prior: number;
  /** Withdrawals created later are news when they are rejected, however the console learns of them; null until their list was walked once. */
  readonly since: string | null;
  /** Deliveries whose last attempt was later are news when they have failed, ISO UTC; null before the first answer of the API. */
  readonly failures: string | null;
  /** The last deed of the exceptions that was looked at for contradictions; null before the first look. */
  readonly contradictions: number | null;
  /** The last change of the catalogue that was looked at; before the first look none was. */
  readonly moves: number;
  readonly told: readonly ToldRejection[];
}

/** What was told; null before the first look. What makes no sense counts as that, and is not told again. */
const STATE = keptPerProfile(newsKey, stateIn);

function stateIn(value: unknown): NewsState | null {
  if (!isFields(value)) return null;
  const { late, rejection, prior, since, failures, told } = value;
  if (typeof late !== 'number' || typeof rejection !== 'number' || typeof prior !== 'number') return null;
  const rejections = Array.isArray(told) ? told.flatMap(toldIn) : [];
  const [contradictions, moves] = [numberIn(value['contradictions']), numberIn(value['moves']) ?? 0];
  const texts = { since: textOf(since), failures: textOf(failures) };
  return { late, rejection, prior, ...texts, contradictions, moves, told: rejections };
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function toldIn(value: unknown): readonly ToldRejection[] {
  if (!isFields(value)) return [];
  const { uuid, createdAt } = value;
  return typeof uuid === 'string' && typeof createdAt === 'string' ? [{ uuid, createdAt }] : [];
}

/** The records of one poll are stored one after the other; their news waits for the last, milliseconds. */
const CALM_MS = 2_000;
/** A receiver that is down makes delivery after delivery fail: after the first is told, those of so long are told together. */
const FAILURES_EVERY_MS = 60_000;
const PAGE_ROWS = 500;
/** Rejections whose uuids are kept; what lies before the oldest of them is not looked at any more. */
const MOST_TOLD = 200;

export class NewsWatch {
  readonly #context: JobContext;
  readonly #teller: Teller;
  readonly #serverNow: () => number;
  readonly #failures: FailureNews;
  /** On the monotonic clock. */
  #failuresToldAt = Number.NEGATIVE_INFINITY;
  /** From when on failures are news was written down. */
  #isFrom = false;

  /** `serverNow`: the server's clock, milliseconds since the epoch. */
  constructor(context: JobContext, profile: () => Profile, serverNow: () => number) {
    this.#context = context;
    this.#teller = new Teller(context, 'news', profile);
    this.#serverNow = serverNow;
    this.#failures = new FailureNews(context, serverNow);
  }

  /** Begins: what comes from now on is news. */
  start(): void {
    void this.#teller.queue(async () => void (await this.#state()));
  }

  /** Something was announced: what is news of it is told soon after the answer that showed it. */
  notice(signal: Signal): void {
    if (signal.kind !== 'mirror') return;
    if (signal.kinds.includes('withdrawals')) this.#teller.soon(this.#lookAtRejections, CALM_MS);
    if (signal.kinds.includes('paymentMethods')) this.#teller.soon(this.#lookAtFees, CALM_MS);
    if (!signal.kinds.includes('deliveries') && this.#isFrom) return;
    const toldAgoMs = this.#context.clock.monotonic() - this.#failuresToldAt;
    this.#teller.soon(this.#lookAtFailures, Math.max(CALM_MS, FAILURES_EVERY_MS - toldAgoMs));
  }

  /** After a run of the reconciliation: late changes, which of them moved a closed fact, and contradictions that were found. */
  async lookAtChanges(): Promise<void> {
    await this.#teller.queue(() => this.#tellChanges());
    await this.#teller.queue(() => this.#tellContradictions());
  }

  /** Resolves when nothing is looked at any more. */
  ended(): Promise<void> {
    return this.#teller.ended();
  }

  readonly #lookAtFailures = async (): Promise<void> => {
    const { clock } = this.#context;
    const state = await this.#state();
    if (state.failures === null) {
      await STATE.write(this.#context, { ...state, failures: fromEpochMs(this.#serverNow()) });
    }
    this.#isFrom = true;
    const failed = state.failures === null ? null : await this.#failures.take(state.failures);
    if (failed === null) return;
    this.#failuresToldAt = clock.monotonic();
    const { count, hosts, first } = failed;
    await this.#teller.tell({ about: 'failed-deliveries', count, sums: [], body: failedNotice(count, hosts, first) });
  };

  readonly #lookAtRejections = async (): Promise<void> => {
    const { mirror } = this.#context;
    const state = await this.#state();
    const { withdrawals } = await mirror.read('lists.state', {});
    // Before the list was walked to its end everything is seen for the first time.
    const since = state.since ?? withdrawals.asOf;
    const seen = await this.#seenRejected(state.rejection);
    const fresh = state.since === null ? [] : await this.#rejectedSince(state.since);
    const told = new Set(state.told.map(({ uuid }) => uuid));
    const news = new Map(fresh.filter(({ uuid }) => !told.has(uuid)).map((record) => [record.uuid, record]));
    for (const uuid of seen.uuids) {
      const row = told.has(uuid) ? null : await mirror.read('withdrawals.get', { uuid });
      if (row?.record.status === 'rejected') news.set(uuid, row.record);
    }
    const kept = keep(since, [...state.told, ...[...news.values()].flatMap(toldOf)]);
    await STATE.write(this.#context, { ...state, rejection: seen.upTo, ...kept });
    if (news.size === 0) return;
    const rejected = [...news.values()];
    const body = rejectedNotice(rejected);
    await this.#teller.tell({ about: 'rejected-withdrawals', count: rejected.length, sums: sumsOf(rejected), body });
  };

  /** All of which a change was seen since, each once; `upTo`: what is looked at next time comes after it. */
  async #seenRejected(after: number): Promise<{ readonly uuids: ReadonlySet<string>; readonly upTo: number }> {
    const { books, profileId } = this.#context;
    const uuids = new Set<string>();
    for (let upTo = after; ; ) {
      const page = await books.read('news.rejections', { profileId, after: upTo });
      for (const uuid of page.uuids) uuids.add(uuid);
      upTo = page.upTo;
      if (!page.more) return { uuids, upTo };
    }
  }

  /** A withdrawal may come and be rejected between two polls: then no change of it was ever seen. All of them, a uuid perhaps twice. */
  async #rejectedSince(since: string): Promise<readonly Withdrawal[]> {
    const found: Withdrawal[] = [];
    // The oldest first: what comes while they are read is behind them.
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const { rows } = await this.#context.mirror.read('withdrawals.page', {
        filter: { status: ['rejected'], createdFrom: since },
        sort: [{ by: 'created_at', direction: 'asc' }],
        offset,
        limit: PAGE_ROWS,
      });
      found.push(...rows.flatMap(({ record }) => (isAfter(record.created_at, since) ? [record] : [])));
      if (rows.length < PAGE_ROWS) return found;
    }
  }

  readonly #lookAtFees = async (): Promise<void> => {
    const { books, profileId } = this.#context;
    const state = await this.#state();
    const { moves, upTo } = await books.read('catalogue.newMoves', {
      profileId,
      after: state.moves,
      fields: FEE_FIELDS,
    });
    if (upTo === state.moves) return;
    await STATE.write(this.#context, { ...state, moves: upTo });
    const methods = new Set(moves.map(({ method, currency }) => JSON.stringify([method, currency]))).size;
    if (methods === 0) return;
    await this.#teller.tell({ about: 'fees-moved', count: methods, sums: [], body: feesMovedNotice(moves) });
  };

  async #tellChanges(): Promise<void> {
    const { books, profileId } = this.#context;
    const state = await this.#state();
    const cursor = { observation: state.late, prior: state.prior };
    const { late, prior, upTo } = await books.read('news.changes', { profileId, ...cursor });
    await STATE.write(this.#context, { ...state, late: upTo.observation, prior: upTo.prior });
    if (prior.first !== null) {
      const body = closedNotice(prior.records, prior.first, prior.sums);
      await this.#teller.tell({ about: 'closed-facts', count: prior.records, sums: prior.sums, body });
    }
    if (late.first === null) return;
    const body = lateNotice(late.records, { ...late.first, label: await this.#labelOf(late.first) });
    await this.#teller.tell({ about: 'late-changes', count: late.records, sums: [], body });
  }

  /** What was over before the console saw the business first is no news, however late its deliveries are read. */
  async #tellContradictions(): Promise<void> {
    const { books, profileId } = this.#context;
    const state = await this.#state();
    const since = state.failures ?? fromEpochMs(this.#serverNow());
    const after = state.contradictions;
    const { count, first, upTo } = await books.read('news.contradictions', { profileId, after, since });
    await STATE.write(this.#context, { ...state, failures: since, contradictions: upTo });
    if (first === null) return;
    await this.#teller.tell({ about: 'contradictions', count, sums: [], body: contradictionNotice(count, first) });
  }

  async #labelOf({ list, recordUuid: uuid }: NewLateRecord): Promise<string | null> {
    const { mirror } = this.#context;
    if (list === 'withdrawals') return (await mirror.read('withdrawals.get', { uuid }))?.record.address ?? null;
    return (await mirror.read('invoices.get', { uuid }))?.record.external_id ?? null;
  }

  /** The first look begins where both logs end: nothing that was there before is news. */
  async #state(): Promise<NewsState> {
    const { books } = this.#context;
    const known = await STATE.read(this.#context);
    if (known !== null) return known;
    const { observation, prior } = await books.read('news.end', {});
    const first: NewsState = {
      late: observation,
      rejection: observation,
      prior,
      since: null,
      failures: null,
      contradictions: null,
      moves: 0,
      told: [],
    };
    await STATE.write(this.#context, first);
    return first;
  }
}

function toldOf({ uuid, created_at: createdAt }: Withdrawal): readonly ToldRejection[] {
  return createdAt === null ? [] : [{ uuid, createdAt }];
}

/** Those created after `since`; when they are too many, the newest, and `since` moves on to the first that is left out. */
function keep(since: string | null, told: readonly ToldRejection[]): Pick<NewsState, 'since' | 'told'> {
  if (since === null) return { since, told: [] };
  const newestFirst = told
    .filter(({ createdAt }) => isAfter(createdAt, since))
    .toSorted((left, right) => (isAfter(left.createdAt, right.createdAt) ? -1 : 1));
  const kept = newestFirst.slice(0, MOST_TOLD);
  return { since: newestFirst[MOST_TOLD]?.createdAt ?? since, told: kept };
}

function isAfter(left: string | null, right: string): boolean {
  const [late, early] = [left === null ? null : instantKey(left), instantKey(right)];
  return late !== null && early !== null && late > early;
}
