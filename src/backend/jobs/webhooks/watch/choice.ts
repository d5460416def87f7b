// Which invoice's deliveries are read next, of the first of every kind, or how long nothing is read. Pure.
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';
import type { Lane } from '../../../api/endpoints/calls.ts';
import { AGAIN_KINDS, type AgainKind, type WatchNext } from '../../../mirror/webhooks/watch-answers.ts';

export type Choice =
  | {
      readonly kind: 'read';
      readonly uuid: string;
      readonly lane: Lane;
      /** Present when it keeps a pace. */
      readonly paced?: 'incident' | 'backlog' | AgainKind | undefined;
      /** Where the search for the incident's next invoice begins. */
      readonly below?: string | undefined;
    }
  | {
      readonly kind: 'wait';
      readonly ms: number;
      /** `busy`: only pace or budget hold it back; `unwalked`: the backlog waits for the list; `nothing`: nothing is to be read. */
      readonly why: 'busy' | 'unwalked' | 'nothing';
    };

export interface ChoiceFacts {
  /** Server time, milliseconds. */
  readonly nowMs: number;
  /** Until the budget has room for anything. */
  readonly roomInMs: number;
  /** Until the pace allows the next one. */
  readonly incidentInMs: number;
  readonly backlogInMs: number;
  /** Until the turn of what is read again, at its own pace. */
  readonly againInMs: Readonly<Record<AgainKind, number>>;
  /** The invoice list has had its first verdict; before that the walk goes first. */
  readonly isWalked: boolean;
}

/** Which of them a reading is; null for every other one. */
export function againKind({ paced }: Extract<Choice, { kind: 'read' }>): AgainKind | null {
  return AGAIN_KINDS.find((kind) => kind === paced) ?? null;
}

/** Without news it looks again so often, milliseconds. */
export const LOOK_EVERY_MS = 15 * 60_000;

/** The first that may go now. While an incident has something to read the backlog waits, and the rest goes between its requests. */
export function choose(next: WatchNext, facts: ChoiceFacts): Choice {
  const { roomInMs, isWalked } = facts;
  const { incident } = next;
  const backlog = isWalked && incident === null ? next.backlog : null;
  // The first walk is as fast as the limit allows: a few requests more may cost it a whole window.
  const fresh = isWalked ? next.fresh : null;
  if (roomInMs === 0) {
    if (incident !== null && facts.incidentInMs === 0)
      return { kind: 'read', lane: 'backfill', paced: 'incident', ...incident };
    if (fresh !== null) return { kind: 'read', uuid: fresh, lane: 'check' };
    if (next.onScreen !== null) return { kind: 'read', uuid: next.onScreen, lane: 'visible' };
    const again = isWalked && incident === null && facts.backlogInMs === 0 ? againNow(next, facts) : null;
    if (again !== null) return again;
    if (next.due !== null) return { kind: 'read', uuid: next.due, lane: 'check' };
    if (backlog !== null && facts.backlogInMs === 0) {
      return { kind: 'read', uuid: backlog, lane: 'backfill', paced: 'backlog' };
    }
    const isIdle = isWalked && incident === null && backlog === null && facts.backlogInMs === 0;
    if (isIdle && typeof next.slow === 'string' && facts.againInMs.slow === 0) {
      return { kind: 'read', uuid: next.slow, lane: 'backfill', paced: 'slow' };
    }
  }
  const waits: number[] = [];
  if (fresh !== null || next.onScreen !== null || next.due !== null) waits.push(roomInMs);
  if (incident !== null) waits.push(Math.max(roomInMs, facts.incidentInMs));
  if (backlog !== null) waits.push(Math.max(roomInMs, facts.backlogInMs));
  if (waits.length > 0) return { kind: 'wait', ms: soonest(waits, next, facts), why: 'busy' };
  if (isWalked && incident === null) {
    // What was not looked for may be there when its turn comes.
    for (const kind of AGAIN_KINDS) {
      if (next[kind] !== null) waits.push(Math.max(roomInMs, facts.backlogInMs, facts.againInMs[kind]));
    }
  }
  const isHeldBack = !isWalked && (next.backlog !== null || next.fresh !== null);
  return { kind: 'wait', ms: soonest(waits, next, facts), why: isHeldBack ? 'unwalked' : 'nothing' };
}

/** They keep the pace of the backlog together, and each its own. */
function againNow(next: WatchNext, { againInMs }: ChoiceFacts): Choice | null {
  for (const kind of ['recent', 'failed'] as const) {
    const uuid = next[kind];
    if (typeof uuid === 'string' && againInMs[kind] === 0) return { kind: 'read', uuid, lane: 'check', paced: kind };
  }
  return null;
}

/** At least a millisecond: what may go now was chosen above. */
function soonest(waits: readonly number[], { nextAt }: WatchNext, { nowMs }: ChoiceFacts): number {
  const dueIn = nextAt === null ? LOOK_EVERY_MS : (toEpochMs(nextAt) ?? 0) - nowMs;
  return Math.max(1, Math.min(LOOK_EVERY_MS, dueIn, ...waits));
}
