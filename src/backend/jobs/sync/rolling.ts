// The rolling re-read of final invoices, page by page: a dispute can adjust one long after it ended.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { RereadState } from '../../mirror/kernel/answers.ts';
import type { Sight } from './catch-up.ts';
import type { JobContext } from '../kernel/context.ts';
import type { FetchOptions } from '../records/fetch.ts';
import { invoiceList, PER_PAGE } from './lists.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Every final invoice is to be read again within this. */
const WITHIN_MS = 7 * DAY_MS;
/** The console is a desktop program: so much of a week it is taken to run. */
const RUNNING_MS = 30 * HOUR_MS;
/** Of the API's request limit. A million invoices need 5.6 requests a minute to be read again within thirty hours. */
const SHARE = 0.06;
/** Even a short list is not read more often. */
const SLOWEST_MS = HOUR_MS;
/** Rows that a lap has left over are read by themselves, at most so many a lap; the next lap comes by the others. */
const MAX_LEFTOVERS = 20;

export interface RereadPace {
  readonly everyMs: number;
  /** Running time for all pages. */
  readonly lapMs: number;
  /** Days within which every final invoice is read again, when the console runs thirty hours a week. */
  readonly withinDays: number;
  /** The oldest reading is older than the aim: the pace is the fastest of the share. */
  readonly isLate: boolean;
}

/** How often a page is read, from the size of the list and the request limit. */
export function rereadPace(
  total: number,
  limit: number,
  oldestAgeMs: number | null,
  perPage: number = PER_PAGE,
): RereadPace {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const fastest = 60_000 / Math.max(1, limit * SHARE);
  const isLate = oldestAgeMs !== null && oldestAgeMs > WITHIN_MS;
  const everyMs = isLate ? fastest : Math.min(SLOWEST_MS, Math.max(fastest, RUNNING_MS / pages));
  const lapMs = everyMs * pages;
  const days = Math.ceil((lapMs / RUNNING_MS) * (WITHIN_MS / DAY_MS) - 1e-9);
  return { everyMs, lapMs, withinDays: Math.max(WITHIN_MS / DAY_MS, days), isLate };
}

/**
 * Reads what is due since the last page, at most what fits into a cycle of `cycleMs`: time in which the console was closed is not
 * made up for in a burst.
 */
export async function rereadDue(
  context: JobContext,
  sight: Sight,
  cycleMs: number,
  signal: AbortSignal,
): Promise<Failure | null> {
  const options: FetchOptions = { lane: 'backfill', signal };
  const state = await context.mirror.read('reread.state', {});
  const now = context.clock.now();
  if (state.lap === null) {
    // Everything has just been read for the first time.
    await context.mirror.write('reread.save', { page: 0, startedAt: fromEpochMs(now), readAt: fromEpochMs(now) });
    return null;
  }
  const { total } = await invoiceList(context).state();
  const { everyMs } = paceOf(total, context.client.budget(), state, now, sight.perPage);
  const { units, since } = pagesDue(toEpochMs(state.lap.readAt), now, everyMs, cycleMs);
  // A short list under a high limit: after a lap and its end nothing is late any more, whatever was due at the beginning.
  const lap = Math.ceil((total ?? 0) / sight.perPage) + 1;
  for (let unit = 1; unit <= Math.min(units, lap); unit += 1) {
    // The time at which the page was due: what is left of the time since then counts for the next one.
    const failure = await readNext(context, sight, fromEpochMs(since + unit * everyMs), options);
    if (failure !== null) return failure;
  }
  return null;
}

/**
 * How many pages are due now, when the last one was due at `lastAt`, and since when they count: the page number n of them was due at
 * `since` plus n times the pace, which is never in the future.
 */
export function pagesDue(
  lastAt: number | null,
  nowMs: number,
  everyMs: number,
  cycleMs: number,
): { readonly units: number; readonly since: number } {
  const most = Math.ceil(cycleMs / everyMs);
  // A clock that was set back must not stop the reading for good.
  const last = lastAt === null || lastAt > nowMs + DAY_MS ? nowMs - everyMs : lastAt;
  // Of what does not fit one page may follow in the next cycle, so that the pace is kept.
  const since = Math.max(last, nowMs - (most + 1) * everyMs);
  return { units: Math.max(0, Math.min(Math.floor((nowMs - since) / everyMs), most)), since };
}

/** The pace now, for a list of so many records. */
export function paceOf(
  total: number | null,
  budget: { readonly limit: number },
  { oldestReading }: RereadState,
  nowMs: number,
  perPage: number = PER_PAGE,
): RereadPace {
  const oldest = oldestReading === null ? null : toEpochMs(oldestReading);
  return rereadPace(total ?? 0, budget.limit, oldest === null ? null : nowMs - oldest, perPage);
}

async function readNext(
  context: JobContext,
  { newestEnd, perPage }: Sight,
  readAt: string,
  options: FetchOptions,
): Promise<Failure | null> {
  const list = invoiceList(context);
  const { lap } = await context.mirror.read('reread.state', {});
  const { total } = await list.state();
  const pages = Math.ceil((total ?? 0) / perPage);
  if (lap !== null && lap.page >= pages) {
    const failure = await readLeftovers(context, lap.startedAt, options);
    if (failure !== null) return failure;
    await context.mirror.write('reread.save', { page: 0, startedAt: lap.startedAt, readAt });
    return null;
  }
  // Counted from the newest end. Upward from there nothing is skipped: what comes in moves the others away from that end.
  const place = (lap?.page ?? 0) + 1;
  const page = newestEnd === 'back' ? Math.max(1, pages - place + 1) : place;
  const read = await list.readPage({ page, perPage: PER_PAGE }, options);
  if (!read.ok) return read.failure;
  const startedAt = place === 1 ? read.value.serverTime : (lap?.startedAt ?? read.value.serverTime);
  await context.mirror.write('reread.save', { page: place, startedAt, readAt });
  return null;
}

async function readLeftovers(context: JobContext, before: string, options: FetchOptions): Promise<Failure | null> {
  const list = invoiceList(context);
  const rows = await context.mirror.read('reread.leftovers', { before, limit: MAX_LEFTOVERS });
  for (const { uuid } of rows) {
    const read = await list.readOne(uuid, options);
    if (!read.ok && read.failure.kind !== 'malformed-response') return read.failure;
  }
  return null;
}
