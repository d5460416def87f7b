/** The end-to-end suite: the browser shell with the sandbox behind it, in the system's Chromium or Playwright's own. */
import { existsSync } from 'node:fs';
import { chromium, defineConfig, devices } from '@playwright/test';

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** CHROMIUM_PATH first, then Playwright's own browser (undefined: it finds that itself), then the system's. */
function executablePath(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH;
  if (existsSync(chromium.executablePath())) return undefined;
  return SYSTEM_BROWSERS.find((path) => existsSync(path));
}

const browser = executablePath();

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // One desktop console has one data folder and one request budget; specs that ran at once would fight over both.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
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
