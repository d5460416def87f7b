/** Which browser the tests take. Not here: installing one (scripts/lib/system.mjs). */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** First the one without windows of its own: it draws the same and takes a third less work. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The system's, or undefined where it has none. */
export function systemBrowser(): string | undefined {
  return BROWSERS.find((path) => existsSync(path));
}

/** CHROMIUM_PATH first, then Playwright's own browser, then the system's. Throws where there is none. */
export function chosenBrowser(): string {
  const own = chromium.executablePath();
  const path = process.env['CHROMIUM_PATH'] ?? (existsSync(own) ? own : systemBrowser());
  if (path === undefined) throw new Error('there is no Chromium: set CHROMIUM_PATH');
  return path;
}
