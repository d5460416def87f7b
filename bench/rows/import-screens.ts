/**
 * What a person feels while the ledger comes in: how long the renderer's longest task is while the file is handed over and its preview made, from
 * there through every step to the end of the check, and while it is imported. Beside each the same with a file of a thousand rows, in the same run.
 * Then the list of its entries, opened and scrolled, beside the list of invoices. The built screens and the built browser shell. Not here: how long
 * any of it takes (import-*.ts, match.ts).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { withOwnBooks } from '../support/ledger-engine.ts';
import { ledgerFile } from '../support/ledger-file.ts';
import { millionFolder } from '../support/million.ts';
import { type OpenPage, scroll, taskLine, taskWords, visit, withPage } from '../support/renderer-page.ts';
import { type PageTask, tasksOf } from '../support/renderer-trace.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';

const SMALL_ROWS = 1_000;
/** Two of them: one whose screens are seen for the first time, and one that counts. */
const SMALL_FILES = 2;
const SETTLE_MS = 500;
/** A list has been opened when what stands beside it was read as well. */
const OPEN_MS = 2_000;
/** Turns of the wheel over a list: blocks come in, and rows that were read before. */
const TURNS = 30;
/** A million rows on a busy machine. */
const LONGEST_MS = 900_000;

type Tasks = readonly PageTask[];
/** What was done (`what`) with a file or a place, and the tasks it took. */
type Traced = (what: string, file: string, act: () => Promise<void>) => Promise<Tasks>;

/** What lists of the console take, and what those entries take. */
const LISTS = ['/invoices', '/reconciliation/ledger'] as const;

/** What is done with each file, one after the other, before the next. */
const PARTS = [
  { name: 'a file handed over until it is checked', act: check },
  { name: 'a file imported', act: keep },
] as const;

export const importScreens: BenchRow = {
  name: 'import-screens',
  about: 'the longest task of the renderer while a ledger is handed over, checked, imported and looked through',
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
  const traced: Traced = async (what, file, act) => {
    const tasks = await tasksOf(browser, page, act);
    for (const task of tasks.slice(0, 3)) say(`${basename(file)}, ${what}: ${taskWords(task)} (${task.parts})`);
    return tasks;
  };
  // All of them before any is imported: from then on their source is known, and a file of it goes straight to its check.
  const previews: Tasks[] = [];
  for (const file of files) previews.push(await traced('preview', file, () => preview(page, file)));
  const found: Tasks[][] = [];
  for (const file of files) {
    const parts: Tasks[] = [];
    for (const { name, act } of PARTS) parts.push(await traced(name, file, () => act(page, file)));
    found.push(parts);
  }
  const lists = await listsOf(page, traced);
  return [
    lineOf('a file handed over until its preview stands', previews),
    ...PARTS.map(({ name }, part) =>
      lineOf(
        name,
        found.map((parts) => parts[part] ?? []),
      ),
    ),
    lineOf('the list of entries opened', lists.opened),
    lineOf('the list of entries scrolled', lists.scrolled),
  ];
}

/** The list of invoices, and that of the entries; each was opened once before. */
async function listsOf(page: Page, traced: Traced): Promise<{ readonly opened: Tasks[]; readonly scrolled: Tasks[] }> {
  const opened: Tasks[] = [];
  const scrolled: Tasks[] = [];
  for (const place of LISTS) await openList(page, place);
  for (const place of LISTS) {
    await visit(page, '/reconciliation/imports');
    await page.waitForTimeout(SETTLE_MS);
    opened.push(await traced('opened', place, () => openList(page, place)));
    scrolled.push(await traced('scrolled', place, () => scrollList(page)));
  }
  return { opened, scrolled };
}

/** The ledger, or its entries, which come last, beside what was before them. */
function lineOf(what: string, all: readonly Tasks[]): Line {
  const [beside = [], ours = []] = all.slice(-2);
  return taskLine(`longest task of the renderer, ${what}`, ours, beside);
}

/** From choosing a file until its format is shown beside its first rows. */
async function preview(page: Page, file: string): Promise<void> {
  await visit(page, '/reconciliation/imports');
  await visit(page, '/reconciliation/imports/new');
  await page.getByLabel('File to import').setInputFiles(file);
  await step(page, 'Format|Check').waitFor({ timeout: LONGEST_MS });
  await page.waitForTimeout(SETTLE_MS);
}

/** From choosing a file until its check has ended. One whose source is not known goes through every step and makes it. */
async function check(page: Page, file: string): Promise<void> {
  await preview(page, file);
  const onward = page.getByRole('button', { name: 'Continue' });
  if (await step(page, 'Format').isVisible()) {
    await onward.click();
    await step(page, 'Columns').waitFor();
    await onward.click();
    const name = page.getByLabel('Name of the source');
    await name.or(page.getByLabel('The file is of')).first().waitFor();
    if (await name.isVisible()) await name.fill('Shop ledger');
    await onward.click();
  }
  await importButton(page).waitFor({ timeout: LONGEST_MS });
  await page.waitForTimeout(SETTLE_MS);
}

/** Until it has been kept and held against the records. What is odd about the few rows of a small file is meant so. */
async function keep(page: Page): Promise<void> {
  const looked = page.getByLabel('I have looked at this.');
  if (await looked.isVisible()) await looked.check();
  await importButton(page).click();
  await page.getByText(/^Imported: /).waitFor({ timeout: LONGEST_MS });
  await page.waitForTimeout(SETTLE_MS);
}

/** Until its first rows stand. */
async function openList(page: Page, place: string): Promise<void> {
  await visit(page, place);
  await page.getByRole('row').nth(5).waitFor({ timeout: LONGEST_MS });
  await page.waitForTimeout(OPEN_MS);
}

async function scrollList(page: Page): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await scroll(page);
  await page.waitForTimeout(SETTLE_MS);
}

function importButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Import [\d,]+ new/ });
}

/** One of the wizard's steps, by its name or several. */
function step(page: Page, name: string): Locator {
  return page.getByRole('group', { name: new RegExp(`^Step \\d of 5: (${name})`) });
}
