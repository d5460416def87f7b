/** Which browser of the system the tests take. Not here: Playwright's own, and installing one (scripts/lib/system.mjs). */
import { existsSync } from 'node:fs';

/** First the one without windows of its own: it draws the same and takes a third less work. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Its path, or undefined where the system has none. */
export function systemBrowser(): string | undefined {
  return BROWSERS.find((path) => existsSync(path));
}
