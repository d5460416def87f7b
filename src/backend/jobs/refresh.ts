/**
 * Membership is not freshness: these re-reads keep the rows of the mirror true. Pending invoices are read as a list and those
 * that left it one by one; the counts per final status are compared with the mirror's, and a status that differs is read again.
 * Not here: the certificate of membership (list-walk.ts).
 */
import type { Failure } from '../../domain/failure.ts';
import { TERMINAL_STATUSES } from '../../domain/invoice.ts';
import { fromEpochMs } from '../../domain/time.ts';
import type { JobContext } from './context.ts';
import { fetchInvoice, fetchWithdrawal } from './fetch.ts';
import { PER_PAGE } from './list-walk.ts';

/** More pending pages than this are left to the next turn. */
const MAX_PENDING_PAGES = 20;
/** Vanished rows read one by one in a turn; the rest waits for the next. */
const MAX_SINGLE_READS = 40;
/** Pages of one status read in a turn to close a difference. */
const MAX_STATUS_PAGES = 10;
/** More pending rows than this are not compared row by row. */
const MAX_PENDING_ROWS = 1_000;

/** Reads the pending list and every invoice that has left it since. */
export async function refreshPending(context: JobContext, signal: AbortSignal): Promise<Failure | null> {
  const before = await context.mirror.read('invoices.uuidsByStatus', { status: 'pending', limit: MAX_PENDING_ROWS });
  const still = new Set<string>();
  for (let page = 1; page <= MAX_PENDING_PAGES; page += 1) {
    const read = await readPage(context, { page, status: 'pending', perPage: PER_PAGE }, signal);
    if (read.failure !== null) return read.failure;
    for (const uuid of read.uuids) still.add(uuid);
    if (!read.hasNext) break;
  }
  const vanished = before.filter((uuid) => !still.has(uuid)).slice(0, MAX_SINGLE_READS);
  for (const uuid of vanished) {
    const result = await fetchInvoice(context, uuid, { lane: 'check', signal });
    if (!result.ok && result.failure.kind !== 'not-found') return result.failure;
  }
  return null;
}

/** Reads the first and the last page of the unfiltered list: where new invoices appear in any stable order. */
export async function peekAtEnds(context: JobContext, signal: AbortSignal): Promise<Failure | null> {
  const first = await readPage(context, { page: 1, perPage: PER_PAGE }, signal);
  if (first.failure !== null) return first.failure;
  const pages = Math.ceil(first.totalItems / PER_PAGE);
  if (pages < 2) return null;
  return (await readPage(context, { page: pages, perPage: PER_PAGE }, signal)).failure;
}

/** Reads the pending withdrawals and those that have left the list since. */
export async function refreshPendingWithdrawals(context: JobContext, signal: AbortSignal): Promise<Failure | null> {
  const known = await context.mirror.read('withdrawals.page', {
    filter: { status: ['pending'] },
    sort: [],
    offset: 0,
    limit: MAX_SINGLE_READS,
  });
  const query = { page: 1, perPage: PER_PAGE, status: 'pending' };
  const answer = await context.client.listWithdrawals(query, { lane: 'check', signal });
  if (!answer.ok) return answer.failure;
  const { value: page, serverTime: asOf } = answer.value;
  const { records, quarantined } = page;
  await context.mirror.write('withdrawals.store', {
    records,
    quarantined,
    asOf,
    source: 'withdrawals?status=pending',
    pass: null,
  });
  const still = new Set(records.map(({ uuid }) => uuid));
  for (const { record } of known.rows.filter((row) => !still.has(row.record.uuid))) {
    const result = await fetchWithdrawal(context, record.uuid, { lane: 'check', signal });
    if (!result.ok && result.failure.kind !== 'not-found') return result.failure;
  }
  return null;
}

/**
 * Four requests with one record each: the server's count of every final status beside the mirror's. A living list moves while it
 * is checked, so a difference is closed by reading that status; what stays is recorded with the comparison.
 */
export async function checkStatuses(context: JobContext, signal: AbortSignal): Promise<Failure | null> {
  const api: Record<string, number> = {};
  const mirror: Record<string, number> = {};
  for (const status of TERMINAL_STATUSES) {
    const probe = await readPage(context, { page: 1, status, perPage: 1 }, signal);
    if (probe.failure !== null) return probe.failure;
    api[status] = probe.totalItems;
    mirror[status] = await countOf(context, status);
    if (mirror[status] === probe.totalItems) continue;
    const failure = await rereadStatus(context, status, signal);
    if (failure !== null) return failure;
    mirror[status] = await countOf(context, status);
  }
  const matches = TERMINAL_STATUSES.every((status) => api[status] === mirror[status]);
  const asOf = fromEpochMs(context.clock.now());
  await context.mirror.write('statusCheck.save', { asOf, matches, api, mirror });
  return null;
}

async function rereadStatus(context: JobContext, status: string, signal: AbortSignal): Promise<Failure | null> {
  for (let page = 1; page <= MAX_STATUS_PAGES; page += 1) {
    const read = await readPage(context, { page, status, perPage: PER_PAGE }, signal);
    if (read.failure !== null) return read.failure;
    if (!read.hasNext || (await countOf(context, status)) === read.totalItems) return null;
  }
  return null;
}

async function countOf(context: JobContext, status: string): Promise<number> {
  const counts = await context.mirror.read('invoices.counts', {});
  return counts.byStatus[status] ?? 0;
}

interface PageRead {
  readonly failure: Failure | null;
  readonly uuids: readonly string[];
  readonly totalItems: number;
  readonly hasNext: boolean;
}

async function readPage(
  context: JobContext,
  query: { readonly page: number; readonly perPage: number; readonly status?: string },
  signal: AbortSignal,
): Promise<PageRead> {
  const answer = await context.client.listInvoices(query, { lane: 'check', signal });
  if (!answer.ok) return { failure: answer.failure, uuids: [], totalItems: 0, hasNext: false };
  const { value: page, serverTime } = answer.value;
  const stored = await context.mirror.write('invoices.store', {
    records: page.records,
    quarantined: page.quarantined,
    asOf: serverTime,
    source: query.status === undefined ? 'invoices' : `invoices?status=${query.status}`,
    pass: null,
  });
  if (stored.fresh + stored.changed > 0) {
    context.announce({ kind: 'mirror', profileId: context.profileId, kinds: ['invoices'] });
  }
  const uuids = page.records.map((record) => record.uuid);
  return { failure: null, uuids, totalItems: page.totalItems, hasNext: page.hasNext };
}
