/**
 * A page of the built screens over a data folder, and what is done on it while its tasks are counted: places visited, lists scrolled. Not here: counting
 * tasks (renderer-trace.ts), which screens and what runs beside them (rows/report-screens.ts, rows/import-screens.ts).
 */
import { type Browser, chromium, type Page } from 'playwright';
import { Script, startConsole } from '../../test/e2e/support/real-console.ts';
import { chosenBrowser } from '../../test/support/system-browser.ts';
import type { PageTask } from './renderer-trace.ts';
import type { Line } from './report.ts';
import { figure, times } from './stats.ts';

const TOKEN = `sessionStorage.getItem('merchant-console.session')`;
/** Of the processor; as the limit of the rows stands in the README. */
const MOST_TASK_MS = 50;

export interface OpenPage {
  readonly browser: Browser;
  readonly page: Page;
  /** Calls of the same session beside the page. */
  readonly script: Script;
}

/** Starts the built browser shell over the folder, opens its page, and ends both. */
export async function withPage<Value>(folder: string, act: (open: OpenPage) => Promise<Value>): Promise<Value> {
  const shell = await startConsole(folder);
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: chosenBrowser(), args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(shell.launch);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
    const token = await page.evaluate<string | null>(TOKEN);
    return await act({ browser, page, script: Script.join(shell.origin, token ?? '') });
  } finally {
    await browser.close();
    await shell.stop();
  }
}

/** Goes to a place of the console without loading it anew. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
}

/** A turn of the wheel over the list of the screen. */
export async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 900);
  await page.waitForTimeout(60);
}

/** Does something on screen, again and again, until the work beside it has ended. */
export async function during(work: Promise<unknown>, act: () => Promise<void>): Promise<void> {
  const running = { is: true };
  const ended = work.finally(() => {
    running.is = false;
  });
  while (running.is) await act();
  await ended;
}

/** The verdict on the longest task of a screen, beside the same without the work. */
export function taskLine(what: string, busy: readonly PageTask[], idle: readonly PageTask[]): Line {
  const [ours, theirs] = [longest(busy), longest(idle)];
  return {
    what,
    ours: taskWords(ours),
    beside: taskWords(theirs),
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

/** "12 ms (40 ms on the clock)". */
export function taskWords({ threadMs, wallMs }: PageTask): string {
  return `${figure(threadMs, 'ms', 0)} (${figure(wallMs, 'ms', 0)} on the clock)`;
}
