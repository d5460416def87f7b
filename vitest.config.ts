/**
 * Unit, integration and contract suites; the end-to-end suite is Playwright's (playwright.config.ts). `*.soak.ts` run under
 * `npm run test:soak` only.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE_MS } from './test/support/patience.ts';
import { SOAK } from './test/support/scale.ts';

/**
 * Two hours in a soak run, twenty minutes else: a machine that runs all suites at once is slow, a simulated world that takes half a minute of the processor has
 * needed more than ten on it, and how slow is nothing that a test means to say.
 */
const TIMEOUT_MS = SOAK ? 7_200_000 : 1_200_000;

// Every engine of a test has three threads, and each of them would translate and compile the same source anew: more than half of its start.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'merchant-console-compiled');

/** What has no files, sockets, programs or threads leaves nothing behind, and one process after the other loads the same for all of it. */
const PURE = ['domain', 'reconciliation', 'renderer'].flatMap((folder) => [
  `test/${folder}/**/*.test.ts`,
  `test/${folder}/**/*.test.tsx`,
]);
/** What puts away whatever it begins, and begins it anew in each file, shares its process too, which saves a third of a second of the processor a file. */
const SHARED_FOLDERS =
  'backend bench contract faults integration keychain loopback main package regression sandbox scripts security shell tidy updates';
const SHARED = SHARED_FOLDERS.split(' ').flatMap((folder) => [
  // Whose modules have to be loaded over a file system of its own, or which is begun first and lasts, it stands alone.
  `test/${folder}/**/!(whole-file|controls|chromium-faults|layout).test.ts`,
  `test/${folder}/**/*.test.tsx`,
]);
/** The longest files, longest first: one of them begun last would keep the others waiting for a minute. A clean clone knows no times, only sizes. */
const LONGEST = [
  'test/security/controls.test.ts',
  'test/main/chromium-faults.test.ts',
  'test/sim/first-seeds.test.ts',
  'test/sim/more-seeds.test.ts',
  'test/faults/bulk/kills.test.ts',
  'test/package/layout.test.ts',
  'test/loopback/program.test.ts',
  'test/main/bundles.test.ts',
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
const BUNDLES = 'test/support/bundle-programs.ts';
const SOAKS = SOAK ? ['test/**/*.soak.ts'] : [];
const NEVER = ['test/e2e/**', 'node_modules/**'];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: NEVER, isolate: false } },
      {
        extends: true,
        test: { name: 'shared', include: SHARED, exclude: NEVER, isolate: false, globalSetup: [BUNDLES] },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx', ...SOAKS],
          exclude: [...NEVER, ...PURE, ...SHARED],
          globalSetup: [BUNDLES],
        },
      },
    ],
    pool: 'forks',
    // Room for what is young: a thread begins with a megabyte of it and clears it away again and again while it loads.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // More than the two cores there are at least: a file waits for sockets, timers and programs for half of its time.
    maxWorkers: 3,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // Its own second is no wait for a thread, a socket or a file.
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
