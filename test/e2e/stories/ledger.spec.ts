/**
 * Finance's own books, for real: the built console in its own process, a sandbox of the test's own, and files as people have them. A German ledger of
 * 5,000 rows is handed over, put right, checked and imported, comes again, and is taken back; a wallet's export; files that are none. What is to be found was
 * planted (support/ledger-story). Not here: states of the screens (screens/reconciliation/imports, screens/reconciliation/ledger), the same without screens (integration/ledger-story),
 * how long the check takes (bench/rows/dry-run).
 */
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { MATCH_FINDING_KINDS } from '../../../src/domain/kernel/finding.ts';
import { MAX_IMPORT_BYTES } from '../../../src/domain/ledger/import.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import {
  LEDGER_ROWS,
  type LedgerStory,
  ledgerStory,
  PLANTED,
  WALLET_PLANTED,
  walletStory,
} from '../../support/worlds/ledger-story.ts';
import { readCsv } from '../../support/files/read-csv.ts';
import { zipBomb } from '../../support/files/zip-bomb.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { freshFolder, removeFolder, type Script } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

let sandbox: Sandbox;
let dataDir = '';
let files = '';
let desk: Desk;
let page: Page;
let script: Script;
let profile = '';
let story: LedgerStory;
let now = 0;

test.beforeAll(async ({ openDesk }) => {
  sandbox = await createSandbox({ size: 5_600, limit: 100_000 });
  now = Date.now();
  story = ledgerStory(sandbox.world.invoices(), now);
  files = freshFolder();
  writeFileSync(join(files, 'Bestellungen.csv'), story.bytes);
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox, {
    timeZone: 'UTC',
    lists: ['invoices', 'withdrawals'],
  }));
  ({ page, script } = desk);
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  removeFolder(dataDir);
  removeFolder(files);
});

async function open(path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function choose(file: string, kind = ''): Promise<void> {
  await open('/');
  await open(`/reconciliation/imports/new${kind}`);
  await desk.choose(page.getByLabel('File to import'), join(files, file));
}

const step = (name: string): Locator => page.getByRole('group', { name: new RegExp(`^Step \\d of 3: ${name}`) });
/** What it takes from Home to a ledger that is imported; the file is chosen in the system's own window. */
let hand: Hand;
const onward = (): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();
const shown = (count: number): string => count.toLocaleString('en-GB');

/** The count of a bucket of the check. */
function bucket(name: string): Locator {
  const rows = page.getByRole('region', { name: 'Rows by what became of them' }).getByRole('row');
  return rows
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')
    .first();
}

const BUCKETS = [
  ['Matched', 'matched'],
  ['Within tolerance', 'within-tolerance'],
  ['Amount differs', 'amount-differs'],
  ['Currency differs', 'currency-differs'],
  ['No such invoice', 'missing-here'],
  ['Duplicate', 'duplicate'],
  ['Fulfilled, not paid', 'fulfilled-not-paid'],
  ['Paid, not fulfilled', 'paid-not-fulfilled'],
  ['Rejected', 'rejected'],
] as const;

/** As the screen calls them. */
const REASONS: Readonly<Record<string, string>> = {
  'not-an-amount': 'Not an amount',
  'no-amount': 'No amount',
  'no-ident': 'No id',
  'negative-amount': 'Negative amount',
  'not-a-date': 'Not a date',
  'unknown-status': 'Unknown status',
  'too-few-cells': 'Too few cells',
};
const FROM_FILES: ReadonlySet<string> = new Set<string>(MATCH_FINDING_KINDS);

test('a ledger with semicolons, decimal commas and Windows-1252 is read as it is written, and a wrong guess is put right', async () => {
  hand = new Hand(page);
  await open('/');
  await hand.click(page.getByRole('link', { name: 'Reconciliation' }));
  await hand.click(page.getByRole('link', { name: 'Imports', exact: true }).first());
  await hand.click(page.getByRole('link', { name: 'Import a file' }));
  await desk.choose(page.getByLabel('File to import'), join(files, 'Bestellungen.csv'));
  await expect(step('Columns')).toContainText('Grüße; 5 € Gutschein');
  for (const [label, value] of [
    ['Encoding', 'windows-1252'],
    ['Separator', ';'],
    ['Decimal mark', ','],
    ['Thousands mark', '.'],
    ['Dates', 'dmy'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  }
  const means = (column: number): Locator => page.getByLabel(`What column ${column} means`, { exact: true });
  await expect(means(1)).toHaveValue('ident');
  // The net amount was taken for the order's; the gross one is.
  await expect(means(2)).toHaveValue('amount');
  await means(3).selectOption({ label: 'Amount' });
  await expect(means(2)).toHaveValue('');
  await expect(means(3)).toHaveValue('amount');
  await page.getByLabel('Name of the source').fill('Ladenkasse');
  await page.getByLabel('Currency', { exact: true }).fill('eur');
  await page.getByLabel('At most').fill('0.05');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(step('Columns').getByRole('listitem')).toContainText('0.05');
});

test('the dry run stands before anything is kept, and its buckets add up to the rows of the file', async () => {
  await hand.click(page.getByRole('button', { name: 'Continue' }));
  await expect(step('Check')).toBeVisible();
  await expect(bucket('Rows of the file')).toHaveText(shown(LEDGER_ROWS));
  const counts: number[] = [];
  for (const [name, kind] of BUCKETS) {
    await expect(bucket(name)).toHaveText(shown(story.buckets[kind]));
    counts.push(story.buckets[kind]);
  }
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(LEDGER_ROWS);
  await expect(page.getByText('The counts above add up to it.')).toBeVisible();
  await expect(page.getByText(`${shown(story.missingThere)} paid invoices are missing from this file`)).toBeVisible();
  expect((await script.call('entries.page', { offset: 0, limit: 1 }, profile)).total).toBe(0);
});

test('every rejected row shows its line, its column, its value and why', async () => {
  const rows = page.getByRole('region', { name: 'Rejected rows' }).getByRole('row');
  await expect(rows).toHaveCount(PLANTED.rejected + 1);
  for (const [at, { line, column, value, reason }] of story.rejects.entries()) {
    const cells = await rows
      .nth(at + 1)
      .locator('th, td')
      .allTextContents();
    expect(cells).toEqual([shown(line), column ?? 'whole row', value === '' ? 'empty' : value, REASONS[reason]]);
  }
});

test('it is imported, and each count opens its entries', async () => {
  await hand.click(page.getByRole('button', { name: `Import ${shown(LEDGER_ROWS - PLANTED.rejected)} new entries` }));
  expect(hand.clicks).toBe(5);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bestellungen.csv');
  const rows = `${shown(LEDGER_ROWS)} = ${shown(LEDGER_ROWS - PLANTED.rejected)} entries + 0 repeated + ${PLANTED.rejected} rejected`;
  await expect(page.getByText(rows)).toBeVisible();
  const standing = page.getByRole('region', { name: 'Entries by how they stand' });
  for (const [name, kind] of BUCKETS) {
    if (kind === 'rejected') continue;
    const row = standing.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await expect(row.getByRole('cell').first()).toHaveText(shown(story.buckets[kind]));
  }
  await standing.getByRole('link', { name: 'Amount differs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ledger');
  const [first] = story.idents['amount-differs'];
  await expect(page.getByText(first ?? '', { exact: true }).first()).toBeVisible();
});

test('the same file again is known, goes straight to its check, and adds nothing', async () => {
  await choose('Bestellungen.csv');
  await expect(step('Check')).toBeVisible();
  await expect(bucket('Repeated')).toHaveText(shown(LEDGER_ROWS - PLANTED.rejected));
  await expect(bucket('Rejected')).toHaveText(shown(PLANTED.rejected));
  await page.getByRole('button', { name: 'Import 0 new entries' }).click();
  await expect(page.getByText('Every row that can be read was here already.')).toBeVisible();
  const { total } = await script.call('entries.page', { offset: 0, limit: 1 }, profile);
  expect(total).toBe(LEDGER_ROWS - PLANTED.rejected);
});

test("a wallet's export is matched by hash and by address, and what is not there on either side is told", async () => {
  const wallet = walletStory(sandbox.world.withdrawals, now);
  writeFileSync(join(files, 'wallet.csv'), wallet.bytes);
  await choose('wallet.csv', '?kind=wallet');
  await expect(page.getByLabel('What column 3 means')).toHaveValue('ident');
  await page.getByLabel('Name of the source').fill('Wallet');
  await onward();
  await expect(bucket('Rows of the file')).toHaveText(shown(wallet.rows));
  await expect(bucket('Matched')).toHaveText(shown(wallet.byHash + wallet.byAddress));
  await expect(bucket('Not compared')).toHaveText(shown(WALLET_PLANTED.out));
  await page.getByRole('button', { name: `Import ${wallet.rows} new entries` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('wallet.csv');
  await open('/reconciliation/exceptions?kind=wallet-line-without-withdrawal');
  await expect(
    page.getByRole('grid', { name: 'Exceptions' }).getByText('41.5', { exact: false }).first(),
  ).toBeVisible();
});

test('a sheet of exceptions goes out, is filled in, and comes back with a result for each row', async () => {
  const found = async () => {
    const { kinds } = await script.call('exceptions.counts', {}, profile);
    return kinds.find(({ kind }) => kind === 'fulfilled-not-paid')?.open;
  };
  await expect.poll(found).toBe(PLANTED['fulfilled-not-paid']);
  await open('/reconciliation/exceptions?kind=fulfilled-not-paid');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Work on them in a spreadsheet…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Work on them in a spreadsheet' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await desk.save(() => page.getByRole('menuitem', { name: 'CSV of this list' }).click());
  const [titles = [], ...lines] = readCsv(await readFile(file.path, 'utf8'));
  const rows = lines.map((cells) => [...cells]);
  const place = (title: string): number => titles.indexOf(title);
  const own = rows.filter((cells) => !(cells[0] ?? '').startsWith('TOTAL of '));
  expect(own).toHaveLength(PLANTED['fulfilled-not-paid']);
  const fill = (row: number, cells: Readonly<Record<string, string>>): void => {
    for (const [title, text] of Object.entries(cells)) rows[row]?.splice(place(title), 1, text);
  };
  fill(0, { Do: 'resolve', Because: 'explained', 'New note': 'Kulanz; mit Karla besprochen' });
  fill(1, { 'Give to': 'Karla' });
  fill(2, { Do: 'resolve', Because: 'no idea', 'New note': 'hm' });
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const sheet = [titles, ...rows].map((cells) => cells.map(quoted).join(';')).join('\r\n');
  writeFileSync(join(files, 'filled in.csv'), `\ufeff${sheet}\r\n`);
  await dialog.locator('input[type="file"]').setInputFiles(join(files, 'filled in.csv'));
  await expect(dialog.getByRole('button', { name: `${own.length} rows` })).toBeVisible();
  await expect(dialog.getByText('Nothing is done yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply to 2 exceptions' }).click();
  await expect(dialog.getByText('2 of 3 rows that ask for something were done')).toBeVisible();
  const [resolved = '', given = ''] = rows.map((cells) => cells[place('exception_id')] ?? '');
  const { exception } = await script.call('exceptions.get', { id: resolved }, profile);
  expect(exception).toMatchObject({ state: 'resolved', reason: 'explained', note: 'Kulanz; mit Karla besprochen' });
  const other = await script.call('exceptions.get', { id: given }, profile);
  expect(other.exception).toMatchObject({ state: 'open', assignee: 'Karla' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
});

test('a file of 2 GiB and a workbook that unpacks to far more are refused, each with a sentence', async () => {
  const large = join(files, 'everything.csv');
  const descriptor = openSync(large, 'w');
  writeSync(descriptor, story.bytes);
  // Holes take no room.
  ftruncateSync(descriptor, 2 * MAX_IMPORT_BYTES);
  closeSync(descriptor);
  await choose('everything.csv');
  await expect(page.getByText(/It is larger than 1 GiB.*Nothing of it was read\./)).toBeVisible();
  writeFileSync(join(files, 'orders.xlsx'), zipBomb());
  await choose('orders.xlsx');
  await expect(page.getByText(/The workbook unpacks to far more than its size/)).toBeVisible();
});

test('an import is undone, the later one first, and everything that followed from it goes', async () => {
  for (const left of [2, 1, 0]) {
    await open('/');
    await open('/reconciliation/imports');
    const table = page.getByRole('region', { name: 'Imports' });
    const undo = table.getByRole('button', { name: /^Undo/ });
    await expect(undo).toHaveCount(left + 1);
    await undo.first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('it was a trial');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect
      .poll(async () => (await script.call('imports.list', { offset: 0, limit: 1 }, profile)).total)
      .toBe(left);
  }
  expect((await script.call('entries.page', { offset: 0, limit: 1 }, profile)).total).toBe(0);
  const stillOpen = async (): Promise<readonly string[]> => {
    const { kinds } = await script.call('exceptions.counts', {}, profile);
    return kinds.filter(({ open: count }) => count > 0).map(({ kind }) => kind);
  };
  await expect.poll(async () => (await stillOpen()).filter((kind) => FROM_FILES.has(kind))).toEqual([]);
});
