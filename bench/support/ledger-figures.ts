/** What the console says of a ledger, by the names that its peers use, so that each figure can be held against theirs. */
import type { DryRun } from '../../src/domain/import.ts';
import { differences, type Figures } from './report-figures.ts';

export type { Figures } from './report-figures.ts';

/** Of a dry run: every bucket but those that hold nothing, the sums, and what the file does not have. */
export function figuresOfDryRun(run: DryRun): Figures {
  const buckets = Object.entries(run.buckets).filter(([, count]) => count > 0);
  return { ...Object.fromEntries(buckets), ...figuresOfSums(run.sums), 'missing there': run.missingThere };
}

/** Sums by currency, each with how many there are. */
export function figuresOfSums(sums: DryRun['sums']): Figures {
  return Object.fromEntries(sums.map(({ unit, count, amount }) => [`sum ${unit}`, [count, amount]]));
}

/** Throws with every figure that is not the same on both sides. */
export function assertSame(ours: Figures, theirs: Figures): void {
  const wrong = differences(ours, theirs);
  if (wrong.length > 0) throw new Error(`the figures are not the same:\n${wrong.slice(0, 20).join('\n')}`);
}
