/**
 * Where a story runs, by one switch (CONSOLE_TARGET, playwright.config.ts): the browser shell, the stand-in for Electron with a Chromium, or the
 * real Electron, unpackaged, where its runtime is. A story gets its page and its script from here and knows nothing of the rest. Not here: starting
 * the browser shell (real-console.ts), the stand-in (electron-chromium).
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { _electron, type Browser, chromium, expect, type Locator, type Page, test as base } from '@playwright/test';
import { startChromiumStandIn } from '../../support/electron-chromium/drive.ts';
import { OUT, ROOT } from '../../support/electron-stand-in/built.ts';
import { pauseWatches } from '../../support/benches/paused-watch.ts';
import { freshFolder, removeFolder, Script, startConsole } from './real-console.ts';

export type Target = 'browser' | 'stand-in' | 'electron';

/** A file that the person has saved. */
export interface Saved {
  /** As it was offered. */
  readonly name: string;
  readonly path: string;
  /** The text of its manifest, which a browser saves from the menu of the export and a desktop beside it. */
  readonly manifest: () => Promise<string>;
}

/** One run of the console with its window. */
export interface Desk {
  readonly page: Page;
  /** Calls of the page's own session, beside what is on screen. */
  readonly script: Script;
  /** What the window's address begins with. */
  readonly origin: string;
  output(): string;
  /** Loads the page anew, as its person would. */
  reload(): Promise<void>;
  /** Chooses a file of any size in a field for files. */
  choose(field: Locator, path: string): Promise<void>;
  /** Does what saves a file, and gives it. */
  save(act: () => Promise<void>): Promise<Saved>;
  /** Ends the program as the system does in need, and the window with it. */
  kill(): Promise<void>;
  /** Ends both in order. */
  stop(): Promise<void>;
}

export interface DeskOptions {
  readonly timeZone?: string;
  /** Before anything is loaded where the target allows it, and at once where it does not. */
  readonly watch?: (page: Page) => void;
}

export type OpenDesk = (dataDir: string, options?: DeskOptions) => Promise<Desk>;

const VIEWPORT = { width: 1280, height: 800 };
/** The library's own is half a minute, whatever else the machine does; how long a test may take is the test's to say. */
export const NO_LIMIT = { timeout: 0 };
const FRAME_TOKEN = `sessionStorage.getItem('merchant-console.session')`;

/** The real Electron's executable, or why it cannot be taken here. Asked of the scripts, which know where it is looked for. */
function electronHere(): { readonly runtime?: string; readonly missing?: string } {
  const script = `import('./scripts/lib/electron.mjs').then(({ electronRuntime, electronObstacle, sandboxObstacle }) => {
    const runtime = electronRuntime();
    if (runtime === undefined) return { missing: 'its runtime is not installed (npx install-electron fetches it)' };
    return { runtime, missing: electronObstacle() ?? sandboxObstacle(runtime) };
  }).then((here) => console.log(JSON.stringify(here)))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' }));
}

const { runtime: RUNTIME, missing: MISSING } = electronHere();

/** Playwright's test, with a console of the target wherever one is opened. */
export const test = base.extend<object, { target: Target; openDesk: OpenDesk }>({
  target: ['browser', { option: true, scope: 'worker' }],
  openDesk: [
    async ({ playwright, launchOptions, target }, use) => {
      const running: { browser: Browser | null } = { browser: null };
      await use(async (dataDir, options = {}) => {
        if (!existsSync(join(dataDir, 'books.db'))) await pauseWatches(dataDir);
        if (target === 'stand-in') return openStandIn(dataDir, options);
        if (target === 'electron') return openElectron(dataDir, options);
        running.browser ??= await playwright.chromium.launch(launchOptions);
        return openInBrowser(running.browser, dataDir, options);
      });
      await running.browser?.close();
    },
    { scope: 'worker' },
  ],
});

/** Skips the file's tests, with the reason, where the target is not to be had. */
export function skipWhereMissing(): void {
  test.skip(({ target }) => target === 'electron' && MISSING !== undefined, `no Electron here: ${MISSING}`);
}

async function openInBrowser(browser: Browser, dataDir: string, { timeZone, watch }: DeskOptions): Promise<Desk> {
  const shell = await startConsole(dataDir);
  const zone = timeZone === undefined ? {} : { timezoneId: timeZone };
  const page = await (await browser.newContext({ viewport: VIEWPORT, ...zone })).newPage();
  watch?.(page);
  await page.goto(shell.launch);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const script = Script.join(shell.origin, (await page.evaluate<string | null>(FRAME_TOKEN)) ?? '');
  const saved = async (act: () => Promise<void>) => (await Promise.all([page.waitForEvent('download'), act()]))[0];
  return {
    page,
    script,
    origin: shell.origin,
    output: () => shell.output(),
    reload: async () => void (await page.reload()),
    choose: (field, path) => field.setInputFiles(path),
    async save(act) {
      const file = await saved(act);
      return {
        name: file.suggestedFilename(),
        path: await file.path(),
        async manifest() {
          await page.getByRole('button', { name: 'Export', exact: true }).click();
          const beside = await saved(() => page.getByRole('menuitem', { name: 'Manifest of the last file' }).click());
          return readFile(await beside.path(), 'utf8');
        },
      };
    },
    async kill() {
      await shell.kill();
      await page.context().close();
    },
    async stop() {
      await page.context().close();
      await shell.stop();
    },
  };
}

/** Frames through what the preload gave the page. */
function scriptThrough(page: Page): Script {
  return Script.over((frame) => page.evaluate<unknown>(`merchantConsole.call(${JSON.stringify(frame)})`));
}

/** What a desktop saves: the person has said where before, each file is whole once it has its name, and the manifest comes after its file. */
async function saveBeside(
  folder: string,
  act: () => Promise<void>,
  place: (path: string) => Promise<unknown>,
  offered: () => Promise<string>,
) {
  const path = join(folder, `saved-${performance.now()}`);
  const beside = `${path}.manifest.json`;
  await place(path);
  await act();
  await expect.poll(() => existsSync(path)).toBe(true);
  return {
    name: basename(await offered()),
    path,
    async manifest() {
      await expect.poll(() => existsSync(beside)).toBe(true);
      return readFile(beside, 'utf8');
    },
  };
}

async function openStandIn(dataDir: string, { timeZone, watch }: DeskOptions): Promise<Desk> {
  const zone = timeZone === undefined ? {} : { timeZone };
  const program = await startChromiumStandIn({ out: OUT, dataFolder: dataDir, ...zone });
  const browser = await chromium.connectOverCDP(await program.endpoint(), NO_LIMIT);
  const page = await firstPage(browser);
  watch?.(page);
  await page.setViewportSize(VIEWPORT);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const folder = freshFolder();
  const end = async (): Promise<void> => {
    await browser.close();
    removeFolder(folder);
  };
  return {
    page,
    script: scriptThrough(page),
    origin: new URL(page.url()).origin,
    output: program.output,
    async reload() {
      const loaded = page.waitForEvent('load');
      await program.ask({ do: 'reload' });
      await loaded;
    },
    choose: chooseLarge,
    save: (act) =>
      saveBeside(
        folder,
        act,
        (savePath) => program.ask({ do: 'person', answers: { savePath } }),
        async () => lastOffered(await program.ask({ do: 'shown' })),
      ),
    async kill() {
      await program.kill();
      await end();
    },
    async stop() {
      await program.quit();
      await end();
    },
  };
}

/** To a browser that it has not started itself Playwright would carry the bytes, and no more than 50 MB; the browser is here and takes the path. */
async function chooseLarge(field: Locator, path: string): Promise<void> {
  await field.evaluate((input) => input.setAttribute('data-chosen-now', ''));
  const session = await field.page().context().newCDPSession(field.page());
  const { result } = await session.send('Runtime.evaluate', {
    expression: `document.querySelector('[data-chosen-now]')`,
  });
  await session.send('DOM.setFileInputFiles', { files: [path], objectId: result.objectId ?? '' });
  await field.evaluate((input) => input.removeAttribute('data-chosen-now'));
  await session.detach();
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context');
  return context.pages()[0] ?? (await context.waitForEvent('page'));
}

/** The path that the last dialog for saving offered. */
function lastOffered(shown: unknown): string {
  const { dialogs } = Object(shown);
  return dialogs.findLast((dialog: object) => 'defaultPath' in dialog)?.defaultPath ?? '';
}

async function openElectron(dataDir: string, { timeZone, watch }: DeskOptions): Promise<Desk> {
  if (RUNTIME === undefined) throw new Error(`no Electron here: ${MISSING}`);
  const zone = timeZone === undefined ? {} : { TZ: timeZone };
  const app = await _electron.launch({
    executablePath: RUNTIME,
    args: [ROOT, '--data-dir', dataDir],
    env: { ...definedOf(process.env), ...zone },
  });
  let output = '';
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (piece: Buffer) => (output += piece.toString()));
  const page = await app.firstWindow();
  watch?.(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const folder = freshFolder();
  const exited = new Promise<void>((resolve) => app.process().once('exit', () => resolve()));
  return {
    page,
    script: scriptThrough(page),
    origin: new URL('.', page.url()).href.replace(/\/$/, ''),
    output: () => output,
    async reload() {
      const loaded = page.waitForEvent('load');
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
      await loaded;
    },
    choose: (field, path) => field.setInputFiles(path),
    save: (act) =>
      saveBeside(
        folder,
        act,
        (path) =>
          app.evaluate(({ dialog }, filePath) => {
            Reflect.set(dialog, 'showSaveDialog', (...args: { readonly defaultPath?: string }[]) => {
              Reflect.set(dialog, 'lastOffered', args.at(-1)?.defaultPath);
              return Promise.resolve({ canceled: false, filePath });
            });
          }, path),
        async () => String(await app.evaluate(({ dialog }) => Reflect.get(dialog, 'lastOffered'))),
      ),
    async kill() {
      app.process().kill('SIGKILL');
      await exited;
      removeFolder(folder);
    },
    async stop() {
      await app.close();
      removeFolder(folder);
    },
  };
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
