// The time for which a source of the merchant's books claims to be complete.
import { firstLater } from '../kernel/sorted.ts';

/** Instants as keys (time.ts instantKey), [from, to): of whole days in the zone of a file. */
export interface CoveredTime {
  readonly from: string;
  readonly to: string;
}

/** The same time in pieces that are apart from each other, in order. */
export function mergedTimes(times: readonly CoveredTime[]): readonly CoveredTime[] {
  const merged: { from: string; to: string }[] = [];
  const ordered = times
    .filter(({ from, to }) => from < to)
    .toSorted((left, right) => (left.from < right.from ? -1 : left.from > right.from ? 1 : 0));
  for (const { from, to } of ordered) {
    const last = merged.at(-1);
    if (last === undefined || from > last.to) merged.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return merged;
}

/** Does it hold the instant? `merged` as mergedTimes gives it, `key` as instantKey. */
export function isCovered(merged: readonly CoveredTime[], key: string): boolean {
  const last = merged[firstLater(merged, ({ from }) => from > key) - 1];
  return last !== undefined && key < last.to;
}
