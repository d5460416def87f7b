/** What a console that is to die is told, and at which steps of the protocol it can. Types and one figure; nothing runs here. */

/** The child's time and the sandbox's run so much faster than the machine's. */
export const KILL_FACTOR = 30;

/** Between ARMED and INFLIGHT; between INFLIGHT and the POST; and, in three ways, between the POST and the end. */
export const KILL_POINTS = [
  'after armed',
  'after inflight',
  'after the POST',
  'after resolving',
  'before the end',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

export interface Life {
  readonly dataFolder: string;
  /** Null: it lives until everything has an end. */
  readonly point: KillPoint | null;
  /** Milliseconds of the machine from the request's bytes to the death, for `after the POST`. */
  readonly afterMs: number;
  readonly intentId: string;
  readonly invoiceUuid: string;
  /** Intents of earlier lives whose frames are said once more. */
  readonly repeats: readonly { readonly intentId: string; readonly invoiceUuid: string }[];
}
