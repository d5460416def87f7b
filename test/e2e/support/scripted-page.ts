/**
 * A page of the built screens over a scripted engine. Every test that uses it ends with no console error, no violation of the
 * content policy, no answer that the contract does not know, and nothing wider than the window. Not here: what is scripted.
 */
import { expect, type Page } from '@playwright/test';
import { findViolations } from '../../renderer/support/axe.ts';
import { expectNoOverflow } from '../../renderer/support/overflow.ts';
import { test as base } from '../../renderer/support/scripted-test.ts';

/** Patient: a machine that builds and tests at once is slow, and being slow is not what these tests are about. */
export { expect, expectNoOverflow };

interface Fixtures {
  /** Opens a screen and waits for its heading. */
  readonly open: (path: string) => Promise<Page>;
}

/** Playwright's test with the scripted engine and the standing checks. */
export const test = base.extend<Fixtures>({
  open: async ({ joinSession, page, show }, use) => {
    const trouble: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    page.on('pageerror', (error) => trouble.push(String(error)));
    await joinSession(page);
    await use(async (path) => {
      await show(page, path);
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
