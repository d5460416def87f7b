/**
 * A page of the built screens over a scripted engine. Every test that uses it ends with no console error, no violation of the
 * content policy, no answer that the contract does not know, and nothing wider than the window. Not here: what is scripted.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { findViolations } from '../../renderer/support/axe.ts';
import { SCRIPTED_SESSION, ScriptedEngine } from '../../renderer/support/scripted-engine.ts';
import { scriptQuietSandbox } from '../../renderer/support/scripts.ts';

/** Patient: a machine that builds and tests at once is slow, and being slow is not what these tests are about. */
export { expect };

const SCREENS = process.env['CONSOLE_SCREENS'] ?? join(import.meta.dirname, '../../../out/renderer');

interface Fixtures {
  /** Answers for a quiet sandbox; a test changes what it is about before it opens a screen. */
  readonly engine: ScriptedEngine;
  /** Opens a screen and waits for its heading. */
  readonly open: (path: string) => Promise<Page>;
}

/** What runs in the page is written as text: these tests are typed for Node, which has no `document`. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('content policy: ' + event.violatedDirective + ' ' + event.blockedURI);
})`;

/** Gives the page the session that the launch page would have stored. */
export async function joinSession(page: Page): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('merchant-console.session', '${SCRIPTED_SESSION}')`);
}

/** Playwright's test with the scripted engine and the standing checks. */
export const test = base.extend<Fixtures>({
  // Playwright reads from the pattern which fixtures are wanted; none is.
  // oxlint-disable-next-line no-empty-pattern
  engine: async ({}, use) => {
    if (!existsSync(join(SCREENS, 'index.html'))) throw new Error('the screens are not built: npm run build');
    const engine = scriptQuietSandbox(new ScriptedEngine(SCREENS));
    await engine.start();
    await use(engine);
    await engine.close();
    expect(engine.complaints).toEqual([]);
  },
  open: async ({ engine, page }, use) => {
    const trouble: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    page.on('pageerror', (error) => trouble.push(String(error)));
    await joinSession(page);
    await page.addInitScript(REPORT_VIOLATIONS);
    await use(async (path) => {
      await page.goto(`${engine.origin}/#${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // While the window finds its profile there is a heading for screen readers, and no key is listened to.
      await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
      // What is pushed from now on is heard.
      await expect.poll(() => engine.streamCount).toBeGreaterThan(0);
      return page;
    });
    expect(trouble).toEqual([]);
  },
});

/** No rule of WCAG 2.2 AA that axe knows is broken (or none of what hangs on colours, on a screen already looked at), and nothing is wider than its place. */
export async function expectSound(page: Page, rules: 'advice' | 'colours' = 'advice'): Promise<void> {
  expect(await findViolations(page, { rules })).toEqual([]);
  await expectNoOverflow(page);
}

/** Neither the window nor the screen scrolls sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wide = await page.evaluate<number>(`Math.max(...
    [document.documentElement, ...document.querySelectorAll('main')].map((box) => box.scrollWidth - box.clientWidth)
  )`);
  expect(wide).toBeLessThanOrEqual(0);
}
