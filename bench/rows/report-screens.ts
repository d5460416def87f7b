/**
 * What a person feels while a report runs: how long the renderer's longest task is, seen by Chromium itself, on the list of invoices (scrolled all
 * the while) and on the screen of the statement that is being computed; beside it the same without a report, in the same run. The built screens
 * and the built browser shell over the folder of the million invoices. Loading a screen for the first time is not counted: each was visited before.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import { Script, startConsole } from '../../test/e2e/support/real-console.ts';
import { millionFolder, PERIOD, PROFILE } from '../support/million.ts';
import { type PageTask, tasksOf } from '../support/renderer-trace.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, times } from '../support/stats.ts';

/** The whole browser first, as people have it; the one that the tests install last. */
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
];
const MOST_TASK_MS = 50;
/** Turns of the wheel for the idle list: blocks come in, and rows that were read before. */
const IDLE_TURNS = 30;
/** The list is left once more when the statement stands, and its last frame drawn. */
const SETTLE_MS = 500;
const TOKEN = `sessionStorage.getItem('merchant-console.session')`;

export const reportScreens: BenchRow = {
  name: 'report-screens',
  about: 'the longest task of the renderer while a report runs',
  run: async (options) => {
    const folder = await millionFolder(options);
    const shell = await startConsole(folder);
    const executablePath = process.env['CHROMIUM_PATH'] ?? BROWSERS.find((path) => existsSync(path));
    const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];
    const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(shell.launch);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
      const token = await page.evaluate<string | null>(TOKEN);
      return await measured(browser, page, Script.join(shell.origin, token ?? ''), options);
    } finally {
      await browser.close();
      await shell.stop();
    }
  },
};

async function measured(browser: Browser, page: Page, script: Script, { say }: RowOptions): Promise<readonly Line[]> {
  // One visit of each before anything counts.
  await statement(page, '2026-09-01', '2026-09-01');
  await list(page);
  const idleList = await tasksOf(browser, page, async () => {
    for (let turn = 0; turn < IDLE_TURNS; turn += 1) await scroll(page);
    await page.waitForTimeout(SETTLE_MS);
  });
  const busyList = await tasksOf(browser, page, () => whileReporting(script, () => scroll(page)));
  const busyStatement = await tasksOf(browser, page, () => statement(page, PERIOD.from, '2026-10-31'));
  await list(page);
  // A day is computed at once: what is left is the screen.
  const idleStatement = await tasksOf(browser, page, () => statement(page, '2026-09-02', '2026-09-02'));
  const found = [
    ['list, idle', idleList],
    ['list', busyList],
    ['statement, idle', idleStatement],
    ['statement', busyStatement],
  ] as const;
  for (const [where, tasks] of found) {
    for (const task of tasks.slice(0, 3)) say(`${where}: ${words(task)} (${task.parts})`);
  }
  return [line('the list of invoices', busyList, idleList), line('the statement', busyStatement, idleStatement)];
}

/** Statement and tie-out of everything, one after the other, with something done on screen until they are there. */
async function whileReporting(script: Script, act: () => Promise<void>): Promise<void> {
  const running = { is: true };
  const period = { ...PERIOD, timeZone: 'UTC' };
  const reports = script
    .call('reconciliation.statement', { period }, PROFILE)
    .then(() => script.call('reconciliation.tieOut', { period }, PROFILE))
    .finally(() => {
      running.is = false;
    });
  while (running.is) await act();
  await reports;
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 900);
  await page.waitForTimeout(60);
}

async function list(page: Page): Promise<void> {
  await visit(page, '/invoices');
  await page.getByRole('row').nth(5).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2_000);
}

/** From asking for the statement of these days (both belong to it) until its figures stand. */
async function statement(page: Page, from: string, to: string): Promise<void> {
  await visit(page, `/statement?from=${from}&to=${to}&zone=UTC`);
  await page.getByText('Movement').first().waitFor({ timeout: 240_000 });
  await page.waitForTimeout(SETTLE_MS);
}

async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
}

function line(where: string, busy: readonly PageTask[], idle: readonly PageTask[]): Line {
  const [ours, theirs] = [longest(busy), longest(idle)];
  return {
    what: `longest task of the renderer while a report runs, ${where}`,
    ours: words(ours),
    beside: words(theirs),
    ratio: times(ours.threadMs, theirs.threadMs),
    limit: `≤ ${MOST_TASK_MS} ms on the processor`,
    met: ours.threadMs <= MOST_TASK_MS,
  };
}

/** On the processor; the longest on the clock, which need not be the same one, is said with it. */
function longest(tasks: readonly PageTask[]): PageTask {
  const [first] = tasks;
  if (first === undefined) throw new Error('the page did nothing');
  return { ...first, wallMs: Math.max(...tasks.map(({ wallMs }) => wallMs)) };
}

function words({ threadMs, wallMs }: PageTask): string {
  return `${figure(threadMs, 'ms', 0)} (${figure(wallMs, 'ms', 0)} on the clock)`;
}
