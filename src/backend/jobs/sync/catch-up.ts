// Finds records that ended while nobody looked, with few requests. The list of each final status only grows, so when the mirror's number of such rows
// equals the total of a response about that status, they are the list (the proof of api/walk/walk, status by status). Nothing here relies on an
// order: one that is not what it seemed costs requests, never truth.
import { failed, type Failure, isRefused, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import type { Candidates, ListEnd, UnconfirmedRow } from '../../mirror/kernel/answers.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { FetchOptions } from '../records/fetch.ts';
import { type MirroredList, PER_PAGE, type StoredPage } from './lists.ts';

/** More pending pages than this are not read to find out who left: the rolling re-read gets there. */
const MAX_PENDING_PAGES = 200;
/** Rows that left and are read by themselves in one turn; the rest waits for the next. */
const MAX_ROWS = 1_000;
/** Pages beyond the last one that are tried when the server says that there is more. */
const BEYOND = 2;
/** A page that brings this many changes is worth more than reading the rows one by one. */
const WORTH_A_PAGE = 2;

/** The API's count of a status beside the mirror's of before the request, with what it brought. */
export interface StatusCount {
  readonly api: number;
  readonly mirror: number;
  /** Server time of the response. */
  readonly asOf: string;
}

export type StatusCounts = ReadonlyMap<string, StatusCount>;

/** What is known before: where new records appear, and up to when pending rows count as just read. */
export interface Sight {
  readonly newestEnd: ListEnd | null;
  /** Records on a page, as the API really cuts them. */
  readonly perPage: number;
  /** Server time; pending rows read before it may have ended. */
  readonly before: string;
}

/** One request with one record for each status: are the mirror's numbers those of the API? */
export async function countStatuses(list: MirroredList, options: FetchOptions): Promise<Result<StatusCounts>> {
  const counts = new Map<string, StatusCount>();
  for (const status of list.finals) {
    const read = await readStatus(list, { page: 1, perPage: 1, status }, options);
    if (!read.ok) return read;
    counts.set(status, read.value.count);
  }
  return success(counts);
}

/** Brings the rows of these statuses up to date; `statuses` are those that may lack rows. Answers the last comparison of each. */
export async function catchUp(
  list: MirroredList,
  mirror: Mirror,
  statuses: readonly string[],
  sight: Sight,
  options: FetchOptions,
): Promise<Result<StatusCounts>> {
  const counts = new Map<string, StatusCount>();
  const zone = await mirror.read('lists.candidates', { list: list.name, before: sight.before, statuses });
  for (const status of statuses) {
    const isPlaced = sight.newestEnd !== null && zone.count > 0;
    const read = isPlaced
      ? await readInward(list, status, sight, zone, options)
      : await readStatus(list, { page: 1, perPage: 1, status }, options);
    if (!read.ok) return read;
    counts.set(status, read.value.count);
  }
  const open = statuses.filter((status) => lacking(counts, status) > 0);
  if (open.length === 0) return success(counts);
  const failure = await readDeparted(list, mirror, sight, options);
  if (failure !== null) return failed(failure);
  // Rows were read one by one: only a fresh count of the status is a proof again.
  for (const status of open) {
    const read = await readStatus(list, { page: 1, perPage: 1, status }, options);
    if (!read.ok) return read;
    counts.set(status, read.value.count);
  }
  return success(counts);
}

/**
 * Reads the list of pending records, and then every row of the mirror that was pending and is not on it any more. `first`: its first
 * page, when that was read a moment ago.
 */
export async function readDeparted(
  list: MirroredList,
  mirror: Mirror,
  sight: Sight,
  options: FetchOptions,
  first: StoredPage | null = null,
): Promise<Failure | null> {
  const shown = new Set(first?.uuids);
  let since = first?.serverTime ?? null;
  let size = first?.itemCount ?? 0;
  let more = first === null || (first.hasNext && first.itemCount > 0);
  for (let page = first === null ? 1 : 2; more; page += 1) {
    if (page > MAX_PENDING_PAGES) return null;
    const read = await list.readPage({ page, perPage: PER_PAGE, status: 'pending' }, options);
    if (!read.ok) return read.failure;
    const { hasNext, itemCount, totalItems, uuids, serverTime } = read.value;
    since ??= serverTime;
    size = Math.max(size, itemCount);
    // A server may say for ever that there is more, and repeat what it has shown.
    const isNews = [...uuids].some((uuid) => !shown.has(uuid));
    for (const uuid of uuids) shown.add(uuid);
    more = hasNext && isNews && page < Math.ceil(totalItems / Math.max(1, size)) + BEYOND;
  }
  if (since === null) return null;
  // What the pages showed has been read since then; the others have left, or slipped past between two pages.
  const departed = await mirror.read('lists.unconfirmed', { list: list.name, before: since, limit: MAX_ROWS });
  return readRows(list, mirror, sight, departed, options);
}

/** Reads rows by the page where several lie together, and by themselves where not. */
export async function readRows(
  list: MirroredList,
  mirror: Mirror,
  sight: Sight,
  rows: readonly UnconfirmedRow[],
  options: FetchOptions,
): Promise<Failure | null> {
  const alone = new Set(rows.map(({ uuid }) => uuid));
  for (const [page, uuids] of await pagesOf(list, mirror, sight, rows)) {
    if (uuids.length < WORTH_A_PAGE) continue;
    const read = await list.readPage({ page, perPage: PER_PAGE }, options);
    if (!read.ok) return read.failure;
    for (const uuid of read.value.uuids) alone.delete(uuid);
  }
  for (const uuid of alone) {
    const read = await list.readOne(uuid, options);
    // A record that cannot be read is no reason to leave the others unread.
    if (!read.ok && read.failure.kind !== 'malformed-response') return read.failure;
  }
  return null;
}

/** On which page of the unfiltered list the rows lie, if it is in the order of creation. */
async function pagesOf(
  list: MirroredList,
  mirror: Mirror,
  { newestEnd: end, perPage }: Sight,
  rows: readonly UnconfirmedRow[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const pages = new Map<number, string[]>();
  if (end === null || rows.length < WORTH_A_PAGE) return pages;
  const uuids = rows.map(({ uuid }) => uuid);
  for (const { uuid, index } of await mirror.read('lists.places', { list: list.name, uuids, end })) {
    const page = Math.floor(index / perPage) + 1;
    pages.set(page, [...(pages.get(page) ?? []), uuid]);
  }
  return pages;
}

interface StatusRead {
  readonly page: StoredPage;
  readonly count: StatusCount;
}

async function readStatus(
  list: MirroredList,
  query: { readonly page: number; readonly perPage: number; readonly status: string },
  options: FetchOptions,
): Promise<Result<StatusRead>> {
  const read = await list.readPage(query, options);
  if (!read.ok) return read;
  // Rows that came to the status while the page was under way may be younger than its total.
  const { totalItems: api, counted: mirror, serverTime: asOf } = read.value;
  return success({ page: read.value, count: { api, mirror, asOf } });
}

/**
 * Reads the list of one status from where its newest rows that the mirror may not have must lie, inward, until nothing is missing, or
 * nothing can be there any more, or single reads are cheaper.
 */
async function readInward(
  list: MirroredList,
  status: string,
  { newestEnd: end, perPage }: Sight,
  zone: Candidates,
  options: FetchOptions,
): Promise<Result<StatusRead>> {
  const newer = zone.newer[status] ?? 0;
  const between = zone.between[status] ?? 0;
  const known = (await list.census()).byStatus[status] ?? 0;
  const lastPage = (records: number): number => Math.max(1, Math.ceil(records / perPage));
  const tried = new Set<number>();
  /** Pages that a missing row can be on. */
  let spread: number | null = null;
  // From the back the place depends on a length that is not known yet: the mirror's own is near.
  // From the front full pages of known rows may be all there is: a page that the mirror knows of is there.
  let page = end === 'back' ? lastPage(known - newer) : Math.min(Math.floor(newer / perPage) + 1, lastPage(known));
  for (;;) {
    tried.add(page);
    const read = await readStatus(list, { page, perPage: PER_PAGE, status }, options);
    // No page of the list, as it is now: its first one is, and says how many there are.
    if (!read.ok && page > 1 && isRefused(read.failure)) {
      return readStatus(list, { page: 1, perPage: 1, status }, options);
    }
    if (!read.ok) return read;
    const { count, page: stored } = read.value;
    const missing = count.api - count.mirror;
    if (missing <= 0) return read;
    // One more page than the rows fill, since they begin in the middle of one; from the back the first page was a guess.
    spread ??= Math.ceil((between + missing) / perPage) + (end === 'back' ? 2 : 1);
    const pagesLeft = spread - tried.size;
    const pays = stored.changed + stored.fresh >= WORTH_A_PAGE || pagesLeft <= missing;
    if (!pays || pagesLeft <= 0) return read;
    const from = end === 'back' && tried.size === 1 ? lastPage(count.api - newer) : page;
    const step = end === 'back' ? -1 : 1;
    page = tried.has(from) ? from + step : from;
    if (tried.has(page)) page += step;
    if (page < 1 || page > lastPage(count.api)) return read;
  }
}

function lacking(counts: StatusCounts, status: string): number {
  const count = counts.get(status);
  return count === undefined ? 0 : count.api - count.mirror;
}
