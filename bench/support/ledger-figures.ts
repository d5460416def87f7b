/** What the console says of a ledger, by the names that its peers use, so that each figure can be held against theirs. */
import type { DryRun } from '../../src/domain/ledger/import.ts';
import type { Line } from './report.ts';
import { differences, type Figures } from './report-figures.ts';
import { figure, percentile, times } from './stats.ts';

export type { Figures } from './report-figures.ts';

/** As the limits of the rows stand in the README. */
const MOST_PAGE_MS = 100;

/** What a process may hold at most, by the invoices that it has. */
export function mostMegabytes(size: number): number {
  return size <= 200_000 ? 300 : 700;
}

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

/** What the console's processes held at most. */
export function memoryLine(runs: readonly { readonly peakMegabytes: number }[], most = 1_536): Line {
  const memory = Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes));
  return {
    what: 'memory of the process at most',
    ours: figure(memory, 'MB', 0),
    beside: '–',
    ratio: '–',
    limit: `≤ ${most} MB`,
    met: memory <= most,
  };
}

/** How long pages of the list took meanwhile, beside the idle engine. */
export function pagesLine({
  pages,
  idlePages,
}: {
  readonly pages: readonly number[];
  readonly idlePages: readonly number[];
}): Line {
  const [p95, idle] = [percentile(pages, 0.95), percentile(idlePages, 0.95)];
  return {
    what: '`invoices.page` meanwhile, p95',
    ours: `${figure(p95, 'ms')} of ${pages.length}`,
    beside: `${figure(idle, 'ms')}, idle`,
    ratio: times(p95, idle, 1),
    limit: `≤ ${MOST_PAGE_MS} ms`,
    met: p95 <= MOST_PAGE_MS,
  };
}
