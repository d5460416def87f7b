// The state of a page walk as plain JSON, what one step takes in and what a walk can end with.
import { z } from 'zod';

/**
 * `full`: reads everything. `new`: the mirror was complete, look for what came since, at both ends. `strict`: the list is
 * known to lose records, so only two equal passes prove anything.
 */
export type WalkMode = 'full' | 'new' | 'strict';

const count = z.int().min(0);

const walkStateSchema = z.strictObject({
  version: z.literal(3),
  mode: z.enum(['full', 'new', 'strict']),
  page: z.int().min(1),
  /** Number of this pass, never used before for this list: the caller counts the uuids of a pass under it. */
  pass: count,
  /** Passes of this mode, this one included. */
  round: count,
  /** False once the list was seen to lose records: then being equal in number proves nothing any more. */
  growOnly: z.boolean(),
  /** total_items of the previous response. */
  total: count.nullable(),
  scan: z.strictObject({
    /** `forward`: page after page. `outward`: from both ends to the middle. */
    kind: z.enum(['forward', 'outward']),
    /** Pages read from the front and from the back. */
    front: count,
    back: count,
    /** Did the latest page of each end bring new uuids? */
    frontFresh: z.boolean(),
    backFresh: z.boolean(),
    side: z.enum(['front', 'back']),
    /** New uuids came after a page without any: they are not all together at an end. */
    scattered: z.boolean(),
  }),
  /** The most items ever seen on a page: what the server's page size really is. */
  size: count,
  items: count,
  fresh: count,
  unreadable: count,
  /** total_items was the same in all responses of this pass. */
  steady: z.boolean(),
  /** Outward passes that were begun anew early, since both ends had nothing more to show. */
  restarts: count,
  /** Passes in a row that brought nothing new. */
  dryPasses: count,
  /** Passes that showed as many items as the list had, and yet not all that was in it when they began: it changes its order. */
  shuffledPasses: count,
  /** Server time and total_items of the first response of this pass; null before it. */
  passSince: z.string().nullable(),
  passTotal: count.nullable(),
  /** Up to which row the mirror knew the list when the first page of this pass was asked for; null before it, or after an interruption. */
  passKnown: z.strictObject({ lastRow: count, lastQuarantined: count }).nullable(),
  /** `strict`: since that mode began a total fell, or pages showed more than was counted. */
  doubted: z.boolean(),
  /** `strict`: the previous pass, when that pass was whole; else null. */
  whole: z.strictObject({ total: count, since: z.string() }).nullable(),
});

export type WalkState = Readonly<z.infer<typeof walkStateSchema>>;

export interface WalkStep {
  readonly page: number;
  readonly perPage: number;
  readonly totalItems: number;
  readonly totalPages: number;
  readonly hasNext: boolean;
  /** Items of the page, broken ones included. */
  readonly itemCount: number;
  /** Items without a readable uuid; they can never be counted as seen. */
  readonly unreadable?: number | undefined;
  /** Uuids of this page that were new to the mirror; in mode `strict`, that neither this pass nor the one before had shown. */
  readonly fresh: number;
  /**
   * Distinct uuids that the mirror had before this page was asked for, and those of the page. What others stored while it was under way is
   * not among them: it may be younger than `totalItems`.
   */
  readonly seen: number;
  /** Up to which row the mirror knew the list then; needed in mode `strict` only. */
  readonly known?: { readonly lastRow: number; readonly lastQuarantined: number } | undefined;
  /** Distinct uuids in this pass; needed in mode `strict` only. */
  readonly seenInPass: number;
  /** Where new records are to be expected, when that is known: spares a look at the other end. It decides nothing else. */
  readonly newestEnd?: 'front' | 'back' | null | undefined;
  /** The server's clock at the response, ISO UTC. */
  readonly serverTime: string;
}

/** The three honest words. */
export type WalkVerdict =
  | {
      readonly kind: 'certified';
      /** Complete at this instant of the server's clock. */
      readonly asOf: string;
      /** Present when two equal passes are the proof: what they did not show, from this pass and instant on, is gone. */
      readonly pair?: { readonly firstPass: number; readonly since: string } | undefined;
    }
  | { readonly kind: 'as-far-as-seen'; readonly reason: string }
  | { readonly kind: 'incomplete'; readonly seen: number; readonly total: number; readonly reason: string };

export interface WalkOptions {
  readonly mode: WalkMode;
  /** As persisted from the last walk of this list. */
  readonly growOnly?: boolean | undefined;
  /** total_items of the last response ever seen for this list; a smaller one means that records were lost. */
  readonly lastTotal?: number | null | undefined;
  /** A number above all passes of earlier walks of this list; 1 when there were none. */
  readonly firstPass?: number | undefined;
}

/** What is known of a pass before its first page, which is always page 1. */
export function freshPass(kind: WalkState['scan']['kind']) {
  return {
    page: 1,
    scan: { kind, front: 0, back: 0, frontFresh: false, backFresh: false, side: 'front', scattered: false },
    items: 0,
    fresh: 0,
    unreadable: 0,
    steady: true,
    passSince: null,
    passTotal: null,
    passKnown: null,
  } satisfies Partial<WalkState>;
}

/** The state of a walk before its first request; `page` is what to read. */
export function startWalk(options: WalkOptions): WalkState {
  const { mode } = options;
  return {
    ...freshPass(mode === 'new' ? 'outward' : 'forward'),
    version: 3,
    mode,
    pass: options.firstPass ?? 1,
    round: 1,
    growOnly: options.growOnly ?? mode !== 'strict',
    total: options.lastTotal ?? null,
    size: 0,
    restarts: 0,
    dryPasses: 0,
    shuffledPasses: 0,
    doubted: false,
    whole: null,
  };
}

/** A checkpointed state, or null when the text is none. The walk goes on at its page. */
export function parseWalk(text: string): WalkState | null {
  try {
    const result = walkStateSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/**
 * The state after a pause in which the list may have moved: the pass begins again at page 1, what the mirror has seen stays
 * seen. In mode `strict` it is a new pass, since the count of the old one covers another list.
 */
export function restartWalk(state: WalkState): WalkState {
  const pass = state.mode === 'strict' ? state.pass + 1 : state.pass;
  return { ...state, ...freshPass(state.scan.kind), pass, whole: null };
}
