/** What a console that is to die while it closes periods is told. Types only; nothing runs here. */

/** Between two commits of a close; `by the clock`: at any moment, from outside. */
export const CLOSE_KILL_POINTS = [
  'after begun',
  'after a chunk',
  'before the commit',
  'after the commit',
  'by the clock',
] as const;
export type CloseKillPoint = (typeof CLOSE_KILL_POINTS)[number];

/** The days of the world, one period each: every fourth one takes two chunks. */
export const creditsOfDay = (day: number): number => (day % 4 === 0 ? 1300 : 12);

export interface CloseLife {
  readonly dataFolder: string;
  /** Null: it lives until everything is closed. */
  readonly point: CloseKillPoint | null;
  /** Chunks that are kept before the death, for `after a chunk`. */
  readonly chunks: number;
  /** In their order; the last one is this life's own, the others are said once more. */
  readonly closes: readonly { readonly intentId: string; readonly day: number }[];
}
