/**
 * What a person feels while a report runs: tasks of the renderer that take longer than 50 ms, seen by Chromium itself, on the list of invoices
 * (scrolled all the while) and on the screen of the statement that is being computed. The built screens and the built browser shell over the
 * folder of the million invoices. Loading a screen for the first time is not counted: each was visited before.
 */
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { Script, startConsole } from '../../test/e2e/support/real-console.ts';
import { millionFolder, PERIOD, PROFILE } from '../support/million.ts';
import type { BenchRow, Line } from '../support/report.ts';
import { figure, percentile } from '../support/stats.ts';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const MOST_TASK_MS = 50;
/** Chromium reports tasks from 50 ms on; shorter ones are none. */
const WATCH = `(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
})()`;
const TAKE = 'window.longTasks.splice(0)';
const TOKEN = `sessionStorage.getItem('merchant-console.session')`;

export const reportScreens: BenchRow = {
  name: 'report-screens',
  about: 'long tasks of the renderer while a report runs',
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
      const script = Script.join(shell.origin, token ?? '');
      await page.evaluate(WATCH);
      // One visit of each before anything counts.
      await visit(page, statementAddress('2026-09-01', '2026-09-01'));
      await stands(page);
      await visit(page, '/invoices');
      await page.getByRole('row').nth(5).waitFor({ timeout: 60_000 });
      await page.waitForTimeout(2_000);
      await page.evaluate(TAKE);

      const list = await whileReporting(page, script, async () => {
        await page.mouse.move(700, 500);
        await page.mouse.wheel(0, 900);
        await page.waitForTimeout(60);
      });
      options.say(`${list.seconds.toFixed(1)} s with the list in view, ${list.tasks.length} long tasks`);
      const before = performance.now();
      await visit(page, statementAddress(PERIOD.from, '2026-10-31'));
      await stands(page);
      const statement = await page.evaluate<number[]>(TAKE);
      options.say(
        `${((performance.now() - before) / 1000).toFixed(1)} s until the statement stood, ${statement.length} long tasks`,
      );
      return [line('the list of invoices', list.tasks), line('the statement', statement)];
    } finally {
      await browser.close();
      await shell.stop();
    }
  },
};

async function whileReporting(
  page: Page,
  script: Script,
  act: () => Promise<void>,
): Promise<{ readonly tasks: readonly number[]; readonly seconds: number }> {
  const running = { is: true };
  const started = performance.now();
  const period = { ...PERIOD, timeZone: 'UTC' };
  const reports = script
    .call('reconciliation.statement', { period }, PROFILE)
    .then(() => script.call('reconciliation.tieOut', { period }, PROFILE))
    .finally(() => {
      running.is = false;
    });
  while (running.is) await act();
  await reports;
  return { tasks: await page.evaluate<number[]>(TAKE), seconds: (performance.now() - started) / 1000 };
}

/** Both days belong to it. */
function statementAddress(from: string, to: string): string {
  return `/statement?from=${from}&to=${to}&zone=UTC`;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
}

/** The statement says its figures. */
async function stands(page: Page): Promise<void> {
  await page.getByText('Movement').first().waitFor({ timeout: 240_000 });
}

function line(where: string, tasks: readonly number[]): Line {
  const longest = percentile(tasks, 1);
  return {
    what: `longest task of the renderer while a report runs, ${where}`,
    ours: tasks.length === 0 ? `under ${MOST_TASK_MS} ms` : figure(longest, 'ms', 0),
    beside: '–',
    ratio: '–',
    limit: `≤ ${MOST_TASK_MS} ms`,
    met: tasks.length === 0 || longest <= MOST_TASK_MS,
  };
}
