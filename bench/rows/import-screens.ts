/**
 * What a person feels while the ledger comes in: how long the renderer's longest task is while the file is handed over and its preview
 * made. Beside it the same with a file of a thousand rows, in the same run. The built screens and the
 * built browser shell. Not here: the check and the import, and lists of entries while they are matched.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright';
import { withOwnBooks } from '../support/ledger-engine.ts';
import { ledgerFile } from '../support/ledger-file.ts';
import { millionFolder } from '../support/million.ts';
import { type OpenPage, taskLine, taskWords, visit, withPage } from '../support/renderer-page.ts';
import { type PageTask, tasksOf } from '../support/renderer-trace.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';

const SMALL_ROWS = 1_000;
/** Two of them: one whose screens are seen for the first time, and one that counts. */
const SMALL_FILES = 2;
const SETTLE_MS = 500;
/** A million rows on a busy machine. */
const LONGEST_MS = 900_000;

type Tasks = readonly PageTask[];

export const importScreens: BenchRow = {
  name: 'import-screens',
  about: 'the longest task of the renderer while a ledger is handed over',
  run: async (options) => {
    const folder = await millionFolder(options);
    const ledger = ledgerFile(folder, options);
    const files = mkdtempSync(join(tmpdir(), 'merchant-console-files-'));
    const own = await withOwnBooks(folder);
    try {
      const small = smallFiles(ledger, files);
      return await withPage(own, (open) => measured(open, [...small, ledger], options));
    } finally {
      rmSync(own, { recursive: true, force: true });
      rmSync(files, { recursive: true, force: true });
    }
  },
};

/** The first rows of the ledger, each file with others. */
function smallFiles(ledger: string, folder: string): readonly string[] {
  const lines = readFileSync(ledger, 'utf8').split('\r\n');
  return Array.from({ length: SMALL_FILES }, (_, at) => {
    const path = join(folder, `small-${at}.csv`);
    const rows = lines.slice(1 + at * SMALL_ROWS, 1 + (at + 1) * SMALL_ROWS);
    writeFileSync(path, [lines[0], ...rows, ''].join('\r\n'));
    return path;
  });
}

async function measured(open: OpenPage, files: readonly string[], { say }: RowOptions): Promise<readonly Line[]> {
  const { browser, page } = open;
  const traced = async (what: string, act: () => Promise<void>): Promise<Tasks> => {
    const tasks = await tasksOf(browser, page, act);
    for (const task of tasks.slice(0, 3)) say(`${what}: ${taskWords(task)} (${task.parts})`);
    return tasks;
  };
  const previews: Tasks[] = [];
  for (const file of files) previews.push(await traced(`preview of ${basename(file)}`, () => preview(page, file)));
  const [small = [], whole = []] = previews.slice(-2);
  return [taskLine('longest task of the renderer, a file handed over until its preview stands', whole, small)];
}

/** From choosing a file that nobody knows until its format is shown beside its first rows. */
async function preview(page: Page, file: string): Promise<void> {
  await choose(page, file);
  await step(page, 'Format');
  await page.waitForTimeout(SETTLE_MS);
}

async function choose(page: Page, file: string): Promise<void> {
  await visit(page, '/imports');
  await visit(page, '/imports/new');
  await page.getByLabel('File to import').setInputFiles(file);
}

async function step(page: Page, name: string): Promise<void> {
  const shown = page.getByRole('group', { name: new RegExp(`^Step \\d of 5: ${name}`) });
  await shown.waitFor({ timeout: LONGEST_MS });
}
