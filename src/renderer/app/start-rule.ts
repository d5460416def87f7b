/**
 * Where the figures of the console's former run may stand in for those of now: on the overview of the same business, over the days that it opens with.
 * Pure. Not here: showing them (start-frame.tsx, features/overview).
 */
import { isOfThisMonth, type LastKnown } from '../../domain/last-known.ts';

export interface Wanted {
  /** The address behind the `#`: its path and its query. */
  readonly path: string;
  readonly search: string;
  /** Whose business this window shows; null while it was told none. */
  readonly profile: string | null;
  readonly nowMs: number;
}

/** True for the overview as it opens. An address that names a period names another than that, or it would be the same address. */
export function mayStandIn(known: LastKnown, { path, search, profile, nowMs }: Wanted): boolean {
  const period = new URLSearchParams(search).get('period') ?? OPENING;
  const isSame = profile === null || profile === known.profile.id;
  return path === '/' && period === OPENING && isSame && isOfThisMonth(known, nowMs);
}

/** As the address has it (features/overview/period.ts). */
const OPENING = 'this-month';
