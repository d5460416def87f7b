/**
 * Playwright's test over a scripted engine, for all that is shown in a page of the built screens: a script of its own for every test, one
 * server for all tests of a worker. Not here: what is scripted, and what is asked of a screen.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { ScriptedEngine } from './scripted-engine.ts';
import { ScriptedShell } from './scripted-shell.ts';
import { scriptQuietSandbox } from './scripts.ts';

const SCREENS = process.env['CONSOLE_SCREENS'] ?? join(import.meta.dirname, '../../../out/renderer');

interface Fixtures {
  /** Answers for a quiet sandbox; a test changes what it is about before it opens a screen. */
  readonly engine: ScriptedEngine;
  /** Gives a page the session that the launch page would have stored. */
  readonly joinSession: (page: Page) => Promise<void>;
  /** Opens a screen in a page that has the session ("/invoices?status=success") and waits until it is heard and hears. */
  readonly show: (page: Page, path: string) => Promise<void>;
}

export const test = base.extend<Fixtures, { readonly shell: ScriptedShell }>({
  shell: [
    // Playwright reads from the pattern which fixtures are wanted; none is.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      if (!existsSync(join(SCREENS, 'index.html'))) throw new Error('the screens are not built: npm run build');
      const shell = new ScriptedShell(SCREENS);
      await shell.start();
      await use(shell);
      await shell.close();
    },
    { scope: 'worker' },
  ],
  engine: async ({ shell }, use) => {
    const engine = scriptQuietSandbox(new ScriptedEngine());
    shell.play(engine);
    await use(engine);
    shell.play(null);
    expect(engine.complaints).toEqual([]);
  },
  joinSession: async ({ engine }, use) => {
    await use(async (page) => {
      await page.addInitScript(`sessionStorage.setItem('merchant-console.session', '${engine.session}')`);
    });
  },
  show: async ({ engine, shell }, use) => {
    await use(async (page, path) => {
      await page.goto(`${shell.origin}/#${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // While the window finds its profile there is a heading for screen readers, and no key is listened to.
      await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
      // What is pushed from now on is heard.
      await expect.poll(() => engine.streamCount).toBeGreaterThan(0);
    });
  },
});
