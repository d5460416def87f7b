/**
 * What tests start besides themselves, threads of an engine and consoles that are killed: where each begins, in the bundle of this run
 * (bundle-programs.ts), or in the sources where there is none. Loading three hundred files one by one costs three times the work of loading
 * what they are together. Not here: what the programs do.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** By their files below the root, without the ending. */
export const PROGRAMS = [
  'src/backend/workers/threads/writer',
  'src/backend/workers/threads/reader',
  'src/backend/workers/threads/compute',
  'test/faults/bulk/child',
  'test/faults/period/child',
  'test/faults/reconcile/child',
  'test/faults/ledger/child',
  'test/faults/resend/child',
  'test/faults/sync/child',
  'test/integration/child',
] as const;

/** What the bench measures the memory of; bundled for it alone. */
export const BENCH_PROGRAMS = ['bench/support/report-run', 'bench/support/match-run'] as const;

export type Program = (typeof PROGRAMS | typeof BENCH_PROGRAMS)[number];

/** Names the folder of the bundle for the tests of a run and for the programs that they start. */
export const PROGRAMS_FOLDER = 'MERCHANT_CONSOLE_TEST_PROGRAMS';

/** Set to 1 for a run of so few tests that a bundle costs more than it saves. */
export const FROM_SOURCES = 'MERCHANT_CONSOLE_TEST_FROM_SOURCES';

/** The file that a program begins with. */
export function programEntry(name: Program): URL {
  const folder = process.env[PROGRAMS_FOLDER];
  // A program that starts others is in the bundle itself and knows of no root; it has the folder from whoever started it.
  return folder === undefined
    ? new URL(`../../${name}.ts`, import.meta.url)
    : pathToFileURL(join(folder, `${name}.mjs`));
}
