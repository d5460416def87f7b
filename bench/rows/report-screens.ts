/**
 * What a person feels while a report runs: how long the renderer's longest task is, seen by Chromium itself, on the list of invoices (scrolled all
 * the while) and on the screen of the statement that is being computed; beside it the same without a report, in the same run. The built screens
 * and the built browser shell over the folder of the million invoices. Loading a screen for the first time is not counted: each was visited before.
 */
import type { Page } from 'playwright';
import type { Script } from '../../test/e2e/support/real-console.ts';
import { millionFolder, PERIOD, PROFILE } from '../support/million.ts';
import { during, type OpenPage, scroll, taskLine, taskWords, visit, withPage } from '../support/renderer-page.ts';
import { tasksOf } from '../support/renderer-trace.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';

/** Turns of the wheel for the idle list: blocks come in, and rows that were read before. */
const IDLE_TURNS = 30;
/** The list is left once more when the statement stands, and its last frame drawn. */
const SETTLE_MS = 500;

export const reportScreens: BenchRow = {
  name: 'report-screens',
  about: 'the longest task of the renderer while a report runs',
  run: async (options) => {
    const folder = await millionFolder(options);
    return withPage(folder, (open) => measured(open, options));
  },
};

async function measured({ browser, page, script }: OpenPage, { say }: RowOptions): Promise<readonly Line[]> {
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
    for (const task of tasks.slice(0, 3)) say(`${where}: ${taskWords(task)} (${task.parts})`);
  }
  const what = 'longest task of the renderer while a report runs';
  return [
    taskLine(`${what}, the list of invoices`, busyList, idleList),
    taskLine(`${what}, the statement`, busyStatement, idleStatement),
  ];
}

/** Statement and tie-out of everything, one after the other, with something done on screen until they are there. */
async function whileReporting(script: Script, act: () => Promise<void>): Promise<void> {
  const period = { ...PERIOD, timeZone: 'UTC' };
  const reports = script
    .call('reconciliation.statement', { period }, PROFILE)
    .then(() => script.call('reconciliation.tieOut', { period }, PROFILE));
  await during(reports, act);
}

async function list(page: Page): Promise<void> {
  await visit(page, '/invoices');
  await page.getByRole('row').nth(5).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2_000);
}

/** From asking for the statement of these days (both belong to it) until its figures stand. */
async function statement(page: Page, from: string, to: string): Promise<void> {
  await visit(page, `/statements/month?from=${from}&to=${to}&zone=UTC`);
  await page.getByText('Movement').first().waitFor({ timeout: 240_000 });
  await page.waitForTimeout(SETTLE_MS);
}
