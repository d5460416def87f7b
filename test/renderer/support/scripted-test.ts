/**
 * Playwright's test over a scripted engine, for all that is shown in a page of the built screens: a script of its own for every test, one
 * server for all tests of a worker, and for those that say so one page, since loading it costs most of a test. Not here: what is scripted, and what is
 * asked of a screen.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { ScriptedEngine } from './scripted-engine.ts';
import { ScriptedShell } from './scripted-shell.ts';
import { SANDBOX, scriptQuietSandbox } from './scripts.ts';

const SCREENS = process.env['CONSOLE_SCREENS'] ?? join(import.meta.dirname, '../../../out/renderer');

interface Fixtures {
  /**
   * Whether the page may be one that an earlier test has left, emptied as the lock empties it: for tests that neither hang on a fresh load nor change what
   * outlives the screens in a page (a clock, scripts, the language of replies). Each has its own script and its own judgement all the same.
   */
  readonly sharesPage: boolean;
  /** Answers for a quiet sandbox; a test changes what it is about before it opens a screen. */
  readonly engine: ScriptedEngine;
  /** Gives a page the session that the launch page would have stored. */
  readonly joinSession: (page: Page) => Promise<void>;
  /** Opens a screen in a page that has the session ("/invoices?status=success") and waits until it is heard and hears. */
  readonly show: (page: Page, path: string) => Promise<void>;
}

interface WorkerFixtures {
  readonly shell: ScriptedShell;
  /**
   * The page that this worker's tests leave to each other, and whose script it plays: nobody's where it has to be loaded anew. No page before the first of
   * them and after one that failed.
   */
  readonly shared: { page: Page | null; engine: ScriptedEngine | null };
}

/** What runs in the page is written as text: these tests are typed for Node, which has no `document`. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('content policy: ' + event.violatedDirective + ' ' + event.blockedURI);
})`;

const PLAIN_MEDIA = {
  media: null,
  colorScheme: 'light',
  contrast: 'no-preference',
  forcedColors: 'none',
  reducedMotion: 'no-preference',
} as const;
const NOT_LOCKED = { isOn: false, isLocked: false, waitMs: 0, bySystem: false };
const NOWHERE = 'This address leads nowhere';

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharesPage: [false, { option: true }],
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
  shared: [
    // No fixture is wanted here either.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shared: WorkerFixtures['shared'] = { page: null, engine: null };
      await use(shared);
      await shared.page?.context().close();
    },
    { scope: 'worker' },
  ],
  engine: async ({ shared, sharesPage, shell }, use) => {
    const engine = scriptQuietSandbox(new ScriptedEngine(sharesPage ? shared.engine : null));
    shell.play(engine);
    await use(engine);
    if (shared.engine !== engine) shell.end(engine);
    expect(engine.complaints).toEqual([]);
  },
  page: async ({ browser, context, engine, shared, sharesPage }, use, info) => {
    if (!sharesPage) {
      await use(await context.newPage());
      return;
    }
    const page = shared.page ?? (await (await browser.newContext()).newPage());
    await use(page);
    const left = info.status === info.expectedStatus ? await leave(page, engine) : 'nothing';
    if (left === 'nothing') await page.context().close();
    shared.page = left === 'nothing' ? null : page;
    shared.engine = left === 'screens' ? engine : null;
  },
  joinSession: async ({ engine, shared }, use) => {
    await use(async (page) => {
      if (page === shared.page && shared.engine !== null) return;
      await page.addInitScript(`sessionStorage.setItem('merchant-console.session', '${engine.session}')`);
      await page.addInitScript(REPORT_VIOLATIONS);
    });
  },
  show: async ({ engine, shared, shell }, use) => {
    let isPutAway = shared.engine !== null;
    await use(async (page, path) => {
      if (isPutAway && page === shared.page) {
        isPutAway = false;
        engine.push('lock.changed', NOT_LOCKED, null);
        await expect(page.getByText(NOWHERE)).toBeVisible();
        await page.goto(`${shell.origin}/#${path}`);
        await expect(page.getByText(NOWHERE)).toHaveCount(0);
      } else {
        await page.goto(`${shell.origin}/#${path}`);
      }
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // While the window finds its profile there is a heading for screen readers, and no key is listened to.
      await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
      // What is pushed from now on is heard.
      await expect.poll(() => engine.streamCount).toBeGreaterThan(0);
      // What a late page asks for again is no answer to what the test does next.
      await expect.poll(() => engine.hasCaughtUp).toBe(true);
    });
  },
});

/** What a test leaves to the next one: the screens put away, an empty page that has their files and what was compiled of them, or nothing. */
async function leave(page: Page, engine: ScriptedEngine): Promise<'screens' | 'page' | 'nothing'> {
  if (page.isClosed() || page.context().pages().length > 1) return 'nothing';
  for (const event of ['console', 'pageerror']) await page.removeAllListeners(event, { behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia(PLAIN_MEDIA);
  await page.setViewportSize({ width: 1280, height: 800 });
  // Where it rests a page that scrolls under it takes it for a pointer that has come.
  await page.mouse.move(0, 0);
  if (await putAway(page, engine)) return 'screens';
  await page.evaluate('sessionStorage.clear(); localStorage.clear()');
  await page.goto('about:blank');
  return 'page';
}

/**
 * Leaves a page as the next test may have it: no screen, no answer, no draft and nothing half asked is left in it, and it looks as a new one does.
 * False where it cannot be: another business is on show, a table was, or a dialog does not go away.
 */
async function putAway(page: Page, engine: ScriptedEngine): Promise<boolean> {
  const shown = await page.evaluate<string | null>(`sessionStorage.getItem('merchant-console.profile')`);
  if (shown !== SANDBOX.id) return false;
  // Where a table stood and what was marked in it is remembered for as long as the page lives: one that has shown a table is not left to others.
  if ((await page.locator('style[data-ag-css]').count()) > 0) return false;
  engine.letGo();
  // That the finder is open would be remembered.
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  // By itself a screen takes its drafts with it; the lock would keep them.
  await page.evaluate(`location.hash = '#/nowhere'`);
  await expect(page.getByText(NOWHERE)).toBeVisible();
  if ((await page.getByRole('dialog').count()) > 0) return false;
  engine.on('lock.status', () => success({ ...NOT_LOCKED, isOn: true, isLocked: true }));
  engine.push('lock.changed', { ...NOT_LOCKED, isOn: true, isLocked: true }, null);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  return true;
}
