/**
 * Walks one list of the API to a verdict about its completeness, storing every page with the walk's checkpoint in the same
 * transaction. The decisions are the pure walk's (api/walk); this file does the reading and the storing. Not here: when to walk.
 */
import type { Failure, Result } from '../../domain/failure.ts';
import type { ListState } from '../../domain/profile.ts';
import type { Answer, Lane, ListPage, Quarantined } from '../api/calls.ts';
import { nextStep, parseWalk, startWalk, type WalkMode, type WalkState, type WalkVerdict } from '../api/walk.ts';
import type { StoreResult } from '../mirror/answers.ts';

/** Records asked for per page: the API's maximum. */
export const PER_PAGE = 100;

/** One list of the API and its place in the mirror. */
export interface WalkedList<Row> {
  list(
    query: { page: number; perPage: number },
    options: { lane: Lane; signal: AbortSignal },
  ): Promise<Result<Answer<ListPage<Row>>>>;
  store(page: {
    records: readonly Row[];
    quarantined: readonly Quarantined[];
    asOf: string;
    pass: number | null;
    walk: string | null;
    totalItems: number;
  }): Promise<StoreResult>;
  certify(state: ListState & { growOnly: boolean; walk: string | null }): Promise<void>;
  /** The list's state as the mirror has it. */
  state(): Promise<ListState & { readonly growOnly: boolean; readonly walk: string | null }>;
}

/** How often a page is asked for again because other records were stored while it was under way. */
const REPEATS = 5;

export interface WalkProgress {
  readonly seen: number;
  readonly total: number;
}

export type WalkOutcome =
  | { readonly kind: 'verdict'; readonly verdict: WalkVerdict }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Walks to a verdict or to the first failure, which leaves the checkpoint for the next walk. */
export async function walkList<Row>(
  list: WalkedList<Row>,
  options: {
    readonly lane: Lane;
    readonly signal: AbortSignal;
    readonly mode: WalkMode;
    /** Above the passes of all earlier walks of this list; seconds since the epoch are. */
    readonly firstPass: number;
    readonly onProgress: (progress: WalkProgress) => void;
  },
): Promise<WalkOutcome> {
  const known = await list.state();
  const { mode, firstPass } = options;
  let walk = resumed(known) ?? startWalk({ mode, firstPass, growOnly: known.growOnly, lastTotal: known.total });
  let repeats = 0;
  let fresh = 0;
  for (;;) {
    const { seen: before } = await list.state();
    const answer = await list.list({ page: walk.page, perPage: PER_PAGE }, options);
    if (!answer.ok) return { kind: 'failed', failure: answer.failure };
    const { value: page, serverTime } = answer.value;
    const stored = await list.store({
      records: page.records,
      quarantined: page.quarantined,
      asOf: serverTime,
      pass: walk.mode === 'strict' ? walk.pass : null,
      walk: JSON.stringify(walk),
      totalItems: page.totalItems,
    });
    options.onProgress({ seen: stored.seen, total: page.totalItems });
    fresh += stored.fresh;
    // A record that was read by itself while this page was under way may be younger than the page's count. Counting it would
    // make the list look as if it had lost records, or, with another one still unseen, as if it were complete.
    const crossed = stored.seen !== before + stored.fresh;
    if (walk.mode !== 'strict' && crossed && repeats < REPEATS) {
      repeats += 1;
      continue;
    }
    const { state, verdict } = nextStep(walk, {
      page: page.page,
      perPage: page.perPage,
      totalItems: page.totalItems,
      totalPages: page.totalPages,
      hasNext: page.hasNext,
      itemCount: page.records.length + page.quarantined.length,
      unreadable: page.quarantined.filter((record) => record.uuid === null).length,
      fresh,
      seen: stored.seen,
      seenInPass: stored.seenInPass,
      serverTime,
    });
    [walk, fresh, repeats] = [state, 0, 0];
    if (verdict === null) continue;
    await list.certify(certified(verdict, stored.seen, page.totalItems, serverTime, state.growOnly));
    return { kind: 'verdict', verdict };
  }
}

/** A walk that was interrupted goes on at its page: what was seen stays seen, and completeness is decided by count. */
function resumed(known: { readonly walk: string | null }): WalkState | null {
  return known.walk === null ? null : parseWalk(known.walk);
}

function certified(
  verdict: WalkVerdict,
  seen: number,
  total: number,
  asOf: string,
  growOnly: boolean,
): ListState & { growOnly: boolean; walk: null } {
  const reason = verdict.kind === 'certified' ? null : verdict.reason;
  return { certificate: verdict.kind, asOf, seen, total, reason, growOnly, walk: null };
}
