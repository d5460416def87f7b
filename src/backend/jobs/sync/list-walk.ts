// Walks one list to a verdict, storing every page with the walk's checkpoint; what is decided, api/walk/walk decides.
import { type Failure, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import type { Lane } from '../../api/endpoints/calls.ts';
import {
  afterVerdict,
  hasFoundLoss,
  nextStep,
  parseWalk,
  restartWalk,
  SHRANK,
  startWalk,
  type WalkMode,
  type WalkState,
  type WalkStep,
  type WalkVerdict,
} from '../../api/walk/walk.ts';
import type { ListEnd, WalkedListState } from '../../mirror/kernel/answers.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { type MirroredList, PER_PAGE, type StoredPage, type ListVerdict, type WalkMark } from './lists.ts';

export interface ListWalkProgress {
  readonly seen: number;
  readonly total: number;
}

export type WalkOutcome =
  | {
      readonly kind: 'verdict';
      readonly verdict: WalkVerdict;
      /** Server time of the walk's first response of this run. */
      readonly startedAt: string;
      /** Uuids that this run has brought. */
      readonly fresh: number;
      /** At which end of the list new records lie; null when its first page does not tell, or was not read in this run. */
      readonly newestEnd: ListEnd | null;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface WalkOptions {
  readonly lane: Lane;
  readonly signal: AbortSignal;
  readonly mode: WalkMode;
  readonly onProgress: (progress: ListWalkProgress) => void;
}

/** Walks to a verdict or to the first failure, which leaves the checkpoint for the next walk. */
export async function walkList(list: MirroredList, mirror: Mirror, options: WalkOptions): Promise<WalkOutcome> {
  let walk = await beginning(list, options.mode);
  const run: { startedAt: string | null; fresh: number; newestEnd: ListEnd | null } = {
    startedAt: null,
    fresh: 0,
    newestEnd: null,
  };
  for (;;) {
    const pass = walk.mode === 'strict' ? walk.pass : null;
    const mark = { pass, checkpoint: JSON.stringify(walk) };
    const read = await readOrEnd(list, walk, options, mark);
    if (!read.ok) return { kind: 'failed', failure: read.failure };
    const page = read.value;
    run.startedAt ??= page.serverTime;
    run.fresh += page.fresh;
    options.onProgress({ seen: page.seen, total: page.totalItems });
    if (walk.page === 1) run.newestEnd = await endOf(list, mirror, page);
    const fresh = walk.mode === 'strict' ? page.unpaired : page.fresh;
    const step: WalkStep = { ...page, seen: page.counted, fresh, newestEnd: run.newestEnd };
    const progress = nextStep(walk, step);
    const isLossFound = hasFoundLoss(walk, progress.state);
    walk = progress.state;
    if (progress.verdict === null) {
      // The next page, with which it would be kept, may not come: the total that told is forgotten then, and a later one may be as high as before.
      if (isLossFound) await list.keepWalk(JSON.stringify(walk));
      continue;
    }
    const seen = await markGone(list, mirror, progress.verdict, page);
    const ended = { state: walk, verdict: progress.verdict, ...(await lastPassOf(list, mirror, walk)) };
    const { growOnly, verdict } = afterVerdict(ended, step);
    await list.certify(verdictOf(verdict, seen, page, growOnly));
    return { kind: 'verdict', verdict, startedAt: run.startedAt, fresh: run.fresh, newestEnd: run.newestEnd };
  }
}

/**
 * Reads the walk's page. Some servers refuse a page beyond the end of the list, or answer it with another one; the list may have become
 * shorter since the checkpoint. When page 1 confirms that there is no such page, it counts as an empty one with the total of page 1,
 * and the walk decides by that. A page that must be there and is refused stays a failure.
 */
async function readOrEnd(
  list: MirroredList,
  walk: WalkState,
  options: WalkOptions,
  mark: WalkMark,
): Promise<Result<StoredPage>> {
  const read = await list.readPage({ page: walk.page, perPage: PER_PAGE }, options, mark);
  if (read.ok || walk.page === 1 || !isRefusal(read.failure)) return read;
  const first = await list.readPage({ page: 1, perPage: PER_PAGE }, options, mark);
  if (!first.ok) return first;
  const { totalItems, itemCount, totalPages } = first.value;
  const byItems = Math.ceil(totalItems / Math.max(1, walk.size, itemCount));
  if (walk.page <= (totalPages === 0 ? byItems : Math.min(totalPages, byItems))) return read;
  return success({ ...first.value, page: walk.page, hasNext: false, itemCount: 0, unreadable: 0 });
}

/** The server will not give this very page, whatever the number of tries. */
function isRefusal(failure: Failure): boolean {
  if (failure.kind === 'rejected') return failure.status >= 400 && failure.status < 500 && failure.status !== 429;
  if (failure.kind === 'malformed-response') return failure.reason === 'wrong-envelope';
  return failure.kind === 'not-found';
}

/** At which end of the API's list the newest records lie, as far as its first page shows. */
export async function endOf(list: MirroredList, mirror: Mirror, firstPage: StoredPage): Promise<ListEnd | null> {
  return mirror.read('lists.newestEnd', { list: list.name, createdAt: firstPage.createdAt });
}

/**
 * A walk that was interrupted goes on at its page: what was seen stays seen, and completeness is decided by count, or, in mode strict, by
 * a pair of passes that has yet to come. One that would
 * still trust the count of a list that has lost records begins anew, strictly.
 */
async function beginning(list: MirroredList, mode: WalkMode): Promise<WalkState> {
  const known = await list.state();
  const resumed = known.walk === null ? null : parseWalk(known.walk);
  // The page of the checkpoint is read again, and its rows carry this pass already: they would look as if the pass before had had
  // them. So the pair is forgotten, and made of this pass at the earliest and the one after it.
  if (resumed?.mode === 'strict') {
    return resumed.page === 1 ? restartWalk(resumed) : { ...resumed, whole: null, passKnown: null };
  }
  if (resumed !== null && mode !== 'strict') return resumed;
  // Two above the last one: the pass before the first of this walk is nobody's.
  const firstPass = known.lastPass + 2;
  const growOnly = known.growOnly && mode !== 'strict';
  return startWalk({ mode, firstPass, growOnly, lastTotal: known.total });
}

/** What the last pass of a strict walk did not show of what was known before it; other walks have no need of it. */
async function lastPassOf(
  list: MirroredList,
  mirror: Mirror,
  { mode, pass, passKnown }: WalkState,
): Promise<{ readonly unshown: number | null; readonly everLost: boolean }> {
  if (mode !== 'strict' || passKnown === null) return { unshown: null, everLost: false };
  const { count, everLost } = await mirror.read('lists.unshown', { list: list.name, pass, known: passKnown });
  return { unshown: count, everLost };
}

/**
 * Two equal passes prove also what is not there any more. Answers the number of records that the API shows; a row that was read by
 * itself in the very second in which the passes began is left to the next ones.
 */
async function markGone(
  list: MirroredList,
  mirror: Mirror,
  verdict: WalkVerdict,
  { counted, totalItems, serverTime }: StoredPage,
): Promise<number> {
  if (verdict.kind !== 'certified' || verdict.pair === undefined) return counted;
  const { firstPass, since } = verdict.pair;
  await mirror.write('lists.markUnseen', { list: list.name, pass: firstPass, since, at: serverTime });
  return totalItems;
}

/** Is the number of records of this list a proof? Not while the API does not know a record that it once showed. */
export function provesByCount({ growOnly, missing }: WalkedListState): boolean {
  return growOnly && missing === 0;
}

/** The certificate that one response about the whole list gives, on a list where counting proves something; else null. */
export function certifiedByCount(known: WalkedListState, page: StoredPage): ListVerdict | null {
  const { counted: seen, totalItems: total, serverTime: asOf } = page;
  if (!provesByCount(known) || seen !== total) return null;
  return { certificate: 'certified', asOf, seen, total, reason: null, growOnly: true, walk: null };
}

/**
 * What a list that was walked in vain is called after its ends were read: certified, or the same as before with the numbers of now. Null
 * where that is not to be said: of a certificate that only two passes can renew, or when records seem to be lost, which a walk judges.
 */
export function verdictAnew(known: WalkedListState, page: StoredPage): ListVerdict | null {
  const certified = certifiedByCount(known, page);
  if (certified !== null || known.certificate === 'certified') return certified;
  const { counted: seen, totalItems: total, serverTime: asOf } = page;
  const { growOnly } = known;
  if (growOnly && (seen > total || total < (known.total ?? 0))) return null;
  const anew = { asOf, seen, total, growOnly, walk: null };
  const isShort = seen < total;
  if (isShort && (known.certificate === 'incomplete' || !growOnly)) {
    return { ...anew, certificate: 'incomplete', reason: known.reason };
  }
  const reason = known.certificate === 'incomplete' ? SHRANK : known.reason;
  return { ...anew, certificate: 'as-far-as-seen', reason };
}

function verdictOf(verdict: WalkVerdict, seen: number, page: StoredPage, growOnly: boolean): ListVerdict {
  const reason = verdict.kind === 'certified' ? null : verdict.reason;
  const { totalItems: total, serverTime: asOf } = page;
  return { certificate: verdict.kind, asOf, seen, total, reason, growOnly, walk: null };
}
