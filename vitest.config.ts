/**
 * Unit, integration and contract suites; the end-to-end suite is Playwright's (playwright.config.ts). `*.soak.ts` run under
 * `npm run test:soak` only.
 */
import { defineConfig } from 'vitest/config';
import { SOAK } from './test/support/scale.ts';

/** Two hours in a soak run, half a minute else. */
const TIMEOUT_MS = SOAK ? 7_200_000 : 30_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx', ...(SOAK ? ['test/**/*.soak.ts'] : [])],
    exclude: ['test/e2e/**', 'node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: TIMEOUT_MS,
    hookTimeout: 30_000,
  },
});
