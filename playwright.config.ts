/**
 * The end-to-end suite, in the system's Chromium or Playwright's own, in lanes beside each other from the start: the first run, which
 * mostly waits for the API's limit; the stories in the real console, two at a time, and beside them once more over the stand-in for Electron; and in
 * what they leave of the machine the screens, each over a script of its own. CONSOLE_TARGET=browser|stand-in|electron chooses one (test/e2e/support/target.ts).
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import type { Target } from './test/e2e/support/target.ts';
import { PATIENCE_MS } from './test/support/patience.ts';
import { chosenBrowser } from './test/support/system-browser.ts';

const STORIES = ['e2e/stories/*.spec.ts'];
/** Of them over the stand-in when nobody has asked for it: imports, exports, keys and a lost line, but neither axe again nor the waits of resends. */
const BOOKS = ['offline', 'ledger', 'month-close', 'triage', 'target'].map((name) => `e2e/stories/${name}.spec.ts`);

/** The one switch: where the stories run. Without it, on the browser shell and on the stand-in; real Electron then says only why not, or opens. */
const TARGET = process.env['CONSOLE_TARGET'];
if (TARGET !== undefined && !['browser', 'stand-in', 'electron'].includes(TARGET))
  throw new Error(`CONSOLE_TARGET is browser, stand-in or electron, not ${TARGET}`);

const stories = (target: Target, testMatch = STORIES) => ({
  name: target === 'browser' ? 'stories' : `stories-${target}`,
  testMatch,
  // They wait for half of their time: one after the other the stories would outlast all other suites.
  workers: target === 'browser' ? 2 : 1,
  use: { target },
});

const FIRST_RUN = { name: 'first-run', testMatch: 'first-run.spec.ts', workers: 1 };
/** Mostly work, which a third worker still fills the gaps of; more of them make none quicker on a small machine. */
const SCREENS = {
  name: 'screens',
  testMatch: ['e2e/screens/**/*.spec.ts', 'regression/**/*.spec.ts'],
  fullyParallel: true,
  workers: 3,
  use: { permissions: ['clipboard-read', 'clipboard-write'] },
};

// Every worker, and every program that a story starts, would compile the same source anew.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'merchant-console-compiled');

/** Begun in this order, as far as there are workers. Ports and data folders are each test's own; there is nothing that two of them share. */
function projects() {
  if (TARGET === 'browser') return [FIRST_RUN, stories('browser'), SCREENS];
  if (TARGET === 'stand-in' || TARGET === 'electron') return [stories(TARGET)];
  return [
    FIRST_RUN,
    stories('browser'),
    stories('stand-in', BOOKS),
    stories('electron', ['e2e/stories/target.spec.ts']),
    SCREENS,
  ];
}

export default defineConfig<object, { target: Target }>({
  testDir: 'test',
  outputDir: 'test-results',
  // Nearly all lanes together: a story waits for the API's limit, timers and processes for half of its time, and the first run for most of it. With fewer the
  // screens, which are mostly work, would begin only when the stories have ended, and the machine stand idle until then.
  workers: 6,
  timeout: 600_000,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  projects: projects(),
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // A system that writes 2026-11-21 and 1,234.56; what follows other systems and the setting has specs of its own.
    locale: 'en-CA',
    // A trace costs a third of the time; `npx playwright test --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chosenBrowser(),
      args: [
        // Chromium's own sandbox cannot start as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        '--disable-gpu',
        // A page lives for seconds: what compilers do ahead for it, and the optimising ones at all, costs more than it saves.
        '--js-flags=--no-opt --no-maglev',
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
