// The time of a change is also how people name what they have seen of a thing, so no two changes of it may have the same.
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';

/** Changes of one thing that come faster than the clock, or behind a clock that was put right a little, are told apart by milliseconds. */
const LITTLE_MS = 1_000;

/**
 * When something was changed: `at`, or a millisecond after the change `before` where that was in the same millisecond or up to a second later. A clock that was
 * set back by more is believed: what it says is shown to people, and schedules run by it.
 */
export function changedAt(before: string, at: string): string {
  const [last, now] = [toEpochMs(before), toEpochMs(at)];
  if (last === null || now === null || now > last || last - now > LITTLE_MS) return at;
  return fromEpochMs(last + 1);
}
