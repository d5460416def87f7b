/**
 * Where the figures of the console's former run may stand in for those of now: on the overview of the same business, over the days that it opens with.
 * One rule for the frame, the routes and the overview itself. Pure. Not here: showing them (last-known.tsx, app/start-frame.tsx).
 */
import { isOfThisMonth, type LastKnown } from '../../../domain/last-known.ts';
import { periodOf } from './period.ts';

export interface Wanted {
  /** The address behind the `#`: its path and its query. */
  readonly path: string;
  readonly search: string;
  /** Whose business this window shows; null while it was told none. */
  readonly profile: string | null;
  readonly nowMs: number;
}

/** True for the overview as it opens. */
export function mayStandIn(known: LastKnown, { path, search, profile, nowMs }: Wanted): boolean {
  const query = new URLSearchParams(search);
  const period = periodOf({ text: (name) => query.get(name) ?? undefined });
  const isSame = profile === null || profile === known.profile.id;
  return path === '/' && period === 'this-month' && isSame && isOfThisMonth(known, nowMs);
}
