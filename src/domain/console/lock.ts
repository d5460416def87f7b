// The lock of the console: what is told of it, what a passphrase must be, and how long somebody waits who typed a wrong one. Pure.
import { z } from 'zod';
import { count, type ToldOf } from '../kernel/shape.ts';

/** Minutes without a person at any window after which it locks by itself; 0: never. */
export const LOCK_MINUTES = [0, 5, 15, 60] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

/** All that a locked window learns. */
export const LOCK_STATUS = z.object({
  isOn: z.boolean(),
  isLocked: z.boolean(),
  /** So long no passphrase is looked at, milliseconds: too many were wrong. */
  waitMs: count,
  /** The system can say who is there: `lock.open` without a passphrase asks it. */
  bySystem: z.boolean(),
});
export type LockStatus = ToldOf<typeof LOCK_STATUS>;

/** Why the key store did not do it. */
export const VAULT_PROBLEMS = [
  'not-installed',
  'no-service',
  'locked',
  'timed-out',
  'no-master-key',
  'not-opened',
  'failed',
] as const;

export const PASSPHRASE = { min: 8, max: 256 } as const;

const FREE_TRIES = 3;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** Milliseconds until the next try after so many wrong ones in a row: none for the first, then twice as long each time. */
export function waitAfter(wrong: number): number {
  return wrong < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrong - FREE_TRIES, 20), LONGEST_WAIT_MS);
}
