// The page walk over a moving list, as a pure state machine that does not rely on any order of the list: by counting (modes full and new, CERT-1), or
// by two equal passes over an unchanged total (strict, CERT-3); what a list of either is called in the end, CERT-4 and CERT-5. Assumed, for the
// specification does not say so: total_items is exact and of the same moment, uuids are unique.
import { freshPass, type WalkState, type WalkStep, type WalkVerdict } from './state.ts';

export { parseWalk, restartWalk, startWalk } from './state.ts';
export type { WalkMode, WalkOptions, WalkState, WalkStep, WalkVerdict } from './state.ts';

/** Passes in one mode before the walk gives its verdict without a proof. */
export const PASS_LIMIT = 5;
/** How often an outward pass may begin anew when both ends have run dry. */
const RESTART_LIMIT = 10;
/** Pages beyond the last one that are tried when the server says that there is more. */
const BEYOND = 2;
/** Whatever a server claims, a pass ends here: two million records. */
const MAX_PAGES = 20_000;

export interface WalkProgress {
  /** `page` is what to read next while there is no verdict. */
  readonly state: WalkState;
  readonly verdict: WalkVerdict | null;
}

/** Takes in one page and decides. Total: any numbers give an answer, and every walk ends. */
export function nextStep(before: WalkState, step: WalkStep): WalkProgress {
  const fell = before.total !== null && step.totalItems < before.total;
  const state: WalkState = {
    ...before,
    total: step.totalItems,
    size: Math.max(before.size, step.itemCount),
    items: before.items + step.itemCount,
    fresh: before.fresh + step.fresh,
    unreadable: before.unreadable + (step.unreadable ?? 0),
    steady: before.steady && (isPassStart(before) || before.total === step.totalItems),
    passSince: before.passSince ?? step.serverTime,
    passTotal: before.passTotal ?? step.totalItems,
    passKnown: isPassStart(before) ? markOf(step) : before.passKnown,
  };
  if (state.mode === 'strict') {
    const doubted = state.doubted || fell || step.seenInPass > step.totalItems;
    return endOfPage({ ...state, growOnly: false, doubted }, step);
  }
  if (fell || step.seen > step.totalItems) {
    // Records were lost, or the total is not exact: counting proves nothing from here on.
    return proceed(
      beginPass({ ...state, mode: 'strict', growOnly: false, doubted: false, round: 0, whole: null }, 'forward'),
    );
  }
  if (step.seen === step.totalItems) {
    return state.growOnly
      ? { state, verdict: { kind: 'certified', asOf: step.serverTime } }
      : { state, verdict: { kind: 'as-far-as-seen', reason: REASONS.shrank } };
  }
  return endOfPage(state, step);
}

/** True where this step has told that records were lost, so that what was counted before it proves nothing. */
export function hasFoundLoss(before: WalkState, after: WalkState): boolean {
  return after.mode !== before.mode || (after.doubted && !before.doubted);
}

/** A walk that has come to its verdict, and what the mirror says of its last pass. */
export interface Ended {
  readonly state: WalkState;
  readonly verdict: WalkVerdict;
  /** Uuids that were known when the pass began and that it did not show; null when nobody can tell. */
  readonly unshown: number | null;
  /** Records of the list were ever found to be gone. */
  readonly everLost: boolean;
}

/**
 * Whether counting proves something again after a strict walk, and what the verdict is then: equal numbers are a certificate. A walk of
 * another mode is left as it is.
 */
export function afterVerdict(
  { state, verdict, unshown, everLost }: Ended,
  step: WalkStep,
): { readonly growOnly: boolean; readonly verdict: WalkVerdict } {
  if (state.mode !== 'strict') return { growOnly: state.growOnly, verdict };
  const growOnly = !state.doubted && !everLost && unshown === 0;
  const isProof = growOnly && step.seen === step.totalItems;
  return { growOnly, verdict: isProof ? { kind: 'certified', asOf: step.serverTime } : verdict };
}

/** Why equal numbers are no certificate. */
export const SHRANK = 'This list has lost records before, so equal numbers prove nothing.';

const REASONS = {
  shrank: SHRANK,
  shuffled: 'The list changes its order from request to request, so it can not be proved complete.',
  overcounted: 'The API counts more records than its pages show.',
  moving: 'New records arrive faster than the pages can be read.',
  unreadable: 'Some records have no readable id.',
  passLimit: 'Several passes did not show all records.',
  strictMoving: 'The list has lost records before and did not stay the same for two passes.',
} as const;

function endOfPage(state: WalkState, step: WalkStep): WalkProgress {
  const pages = pagesOf(step, state.size);
  if (state.scan.kind === 'forward') {
    const more = step.page < pages || (step.hasNext && step.page < pages + BEYOND);
    // Beyond the end only new uuids are a reason to go on: some servers repeat their last page for ever.
    const worthIt = step.page <= pages || step.fresh > 0;
    if (more && worthIt && step.itemCount > 0) return proceed({ ...state, page: step.page + 1 });
    return endOfPass(state, step);
  }
  const scan = afterOutwardPage(state.scan, step);
  if (scan.front + scan.back >= pages) return endOfPass({ ...state, scan }, step);
  const dry = scan.back > 0 && !scan.frontFresh && !scan.backFresh;
  if (dry && !scan.scattered && state.fresh > 0 && state.restarts < RESTART_LIMIT) {
    // What is still missing came while the ends were read, so it is at an end again.
    const again = beginPass(state, 'outward');
    return proceed({ ...again, round: state.round, restarts: state.restarts + 1 });
  }
  const side = chooseSide(scan, step.newestEnd ?? null);
  const page = side === 'front' ? scan.front + 1 : pages - scan.back;
  return proceed({ ...state, scan: { ...scan, side }, page });
}

function endOfPass(state: WalkState, step: WalkStep): WalkProgress {
  return state.mode === 'strict' ? endOfStrictPass(state, step) : endOfCountingPass(state, step);
}

function endOfCountingPass(state: WalkState, step: WalkStep): WalkProgress {
  const missing = step.totalItems - step.seen;
  const passTotal = state.passTotal ?? step.totalItems;
  // In an order that stays, a pass misses at most what came while it was read.
  const shuffled =
    state.fresh > 0 &&
    state.items - state.unreadable >= passTotal &&
    missing > Math.max(0, step.totalItems - passTotal);
  const ended: WalkState = {
    ...state,
    // What came while the pass was read is reason enough for a number that is short.
    dryPasses: state.fresh === 0 && state.steady ? state.dryPasses + 1 : 0,
    shuffledPasses: state.shuffledPasses + (shuffled ? 1 : 0),
  };
  const incomplete = (reason: string): WalkProgress => ({
    state: ended,
    verdict: { kind: 'incomplete', seen: step.seen, total: step.totalItems, reason },
  });
  if (ended.steady && ended.unreadable >= missing) return incomplete(REASONS.unreadable);
  if (ended.round < PASS_LIMIT && ended.dryPasses < 2) return proceed(beginPass(ended, 'outward'));
  // Two passes that shuffled weigh more than two that brought nothing: chance may hide one record twice.
  const isOvercounted = ended.dryPasses >= 2 && ended.shuffledPasses < 2;
  if (isOvercounted) return incomplete(REASONS.overcounted);
  if (ended.shuffledPasses > 0) return { state: ended, verdict: { kind: 'as-far-as-seen', reason: REASONS.shuffled } };
  return incomplete(ended.steady ? REASONS.passLimit : REASONS.moving);
}

function endOfStrictPass(state: WalkState, step: WalkStep): WalkProgress {
  const isWhole = state.steady && step.seenInPass === step.totalItems;
  // The same number, and nothing that the pass before did not have: the same set.
  if (isWhole && state.whole?.total === step.totalItems && state.fresh === 0) {
    const pair = { firstPass: state.pass - 1, since: state.whole.since };
    return { state, verdict: { kind: 'certified', asOf: step.serverTime, pair } };
  }
  const since = state.passSince ?? step.serverTime;
  const ended: WalkState = { ...state, whole: isWhole ? { total: step.totalItems, since } : null };
  if (ended.round < PASS_LIMIT) return proceed(beginPass(ended, 'forward'));
  if (step.seen >= step.totalItems) {
    return { state: ended, verdict: { kind: 'as-far-as-seen', reason: REASONS.strictMoving } };
  }
  const verdict: WalkVerdict = {
    kind: 'incomplete',
    seen: step.seen,
    total: step.totalItems,
    reason: REASONS.strictMoving,
  };
  return { state: ended, verdict };
}

function proceed(state: WalkState): WalkProgress {
  return { state, verdict: null };
}

function beginPass(state: WalkState, kind: WalkState['scan']['kind']): WalkState {
  return { ...state, ...freshPass(kind), pass: state.pass + 1, round: state.round + 1 };
}

function markOf({ known }: WalkStep): WalkState['passKnown'] {
  return known === undefined ? null : { lastRow: known.lastRow, lastQuarantined: known.lastQuarantined };
}

/** Before the first page of a pass nothing of this pass can have changed yet. */
function isPassStart(state: WalkState): boolean {
  return state.page === 1 && state.items === 0 && state.scan.front === 0;
}

/** The number of pages by the items a page really has, or by total_pages when that is less. */
function pagesOf(step: WalkStep, size: number): number {
  const byItems = Math.ceil(step.totalItems / Math.max(1, size === 0 ? step.perPage : size));
  return Math.min(MAX_PAGES, step.totalPages === 0 ? byItems : Math.min(step.totalPages, byItems));
}

function afterOutwardPage(scan: WalkState['scan'], step: WalkStep): WalkState['scan'] {
  const fresh = step.fresh > 0;
  if (scan.side === 'front') {
    const scattered = scan.scattered || (fresh && scan.front > 0 && !scan.frontFresh);
    return { ...scan, front: scan.front + 1, frontFresh: fresh, scattered };
  }
  const scattered = scan.scattered || (fresh && scan.back > 0 && !scan.backFresh);
  return { ...scan, back: scan.back + 1, backFresh: fresh, scattered };
}

/** The end that just brought something new goes on; else they take turns. New records mostly sit together at one end. */
function chooseSide(scan: WalkState['scan'], newestEnd: 'front' | 'back' | null): 'front' | 'back' {
  if (scan.back === 0 && !(newestEnd === 'front' && scan.frontFresh)) return 'back';
  if (scan.frontFresh !== scan.backFresh) return scan.frontFresh ? 'front' : 'back';
  return scan.front <= scan.back ? 'front' : 'back';
}
