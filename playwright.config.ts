/**
 * The end-to-end suite, in the system's Chromium or Playwright's own: first the screens, two at a time, each over a scripted engine of its
 * own; then the stories in the real console, one after the other, and beside them the first run, which mostly waits for the API's limit.
 */
import { existsSync } from 'node:fs';
import { chromium, defineConfig, devices } from '@playwright/test';
import { systemBrowser } from './test/support/system-browser.ts';

/** CHROMIUM_PATH first, then Playwright's own browser (undefined: it finds that itself), then the system's. */
function executablePath(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH;
  if (existsSync(chromium.executablePath())) return undefined;
  return systemBrowser();
}

const browser = executablePath();

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  // Where nobody watches, a test has a second attempt; a pass that took it is named and counted apart (scripts/lib/reports.mjs).
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Generous, since how fast the machine is is not what is tested: what must be quick is measured where it must.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // In this order. Ports and data folders are each test's own; there is nothing that two of them share.
  projects: [
    { name: 'screens', testMatch: 'screens-*.spec.ts', fullyParallel: true },
    { name: 'first-run', testMatch: 'first-run.spec.ts', workers: 1 },
    { name: 'stories', testIgnore: ['screens-*.spec.ts', 'first-run.spec.ts'], workers: 1 },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // A trace costs a third of the time; `npx playwright test --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        // Chromium's own sandbox cannot start as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--font-render-hinting=none',
        // Nothing but the page under test may use the network.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
