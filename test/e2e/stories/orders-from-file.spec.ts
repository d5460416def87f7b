/**
 * A hundred orders from a file, every tenth of them refused: five by the check, before anything is sent, five by the API. From Home to the file with the
 * links in six clicks and no key; the file is chosen in the system's own window. The judge is the sandbox, which knows what was really created.
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { freshFolder, removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

const ROWS = 100;
let sandbox: Sandbox;
let dataDir = '';
let files = '';
let desk: Desk;
let page: Page;
let hand: Hand;

/** Rows 10, 30, 50… have no amount; rows 20, 40, 60… one that no payment method takes. */
function amountOf(index: number): string {
  if (index % 10 !== 9) return `1.0${10 + (index % 80)},50`;
  return index % 20 === 9 ? '' : '99.999.999,00';
}

test.beforeAll(async ({ openDesk }) => {
  sandbox = await createSandbox({ size: 200, limit: 100_000 });
  files = freshFolder();
  const rows = Array.from({ length: ROWS }, (_, index) =>
    [`winter-${index + 1}`, `Kunde ${index + 1}`, amountOf(index), 'EUR', `Bestellung Nr. ${index + 1}`].join(';'),
  );
  writeFileSync(
    join(files, 'Winter.csv'),
    ['Bestellnummer;Kunde;Betrag;Währung;Verwendungszweck', ...rows].join('\r\n'),
  );
  ({ dataDir, desk } = await connectBusiness(openDesk, sandbox, { timeZone: 'UTC' }));
  ({ page } = desk);
  hand = new Hand(page);
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  removeFolder(dataDir);
  removeFolder(files);
});

const made = () => Array.from(sandbox.world.invoices()).filter(({ externalId }) => externalId.startsWith('winter-'));

test('the file says what would be created of it before anything is', async () => {
  await hand.click(page.getByRole('link', { name: 'Invoices', exact: true }));
  await hand.click(page.getByRole('link', { name: 'New invoice', exact: true }));
  await hand.click(page.getByRole('link', { name: 'Many from a file…' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New invoices from a file');
  await desk.choose(page.getByLabel('File of orders'), join(files, 'Winter.csv'));
  await expect(page.getByRole('heading', { name: '95 of 100 rows will be created' })).toBeVisible();
  const left = page.getByRole('region', { name: 'Rows that are left out' });
  await expect(left.getByRole('row')).toHaveCount(6);
  await expect(left.getByRole('row').nth(1)).toContainText('No amount');
  expect(made()).toHaveLength(0);
});

test('ninety are created, each once, and every other row says why not', async () => {
  await hand.click(page.getByRole('button', { name: 'Create 95 invoices' }));
  await expect(page.getByRole('status').filter({ hasText: 'Done: 90 invoices with a link' })).toBeVisible();
  const orders = made();
  expect(orders).toHaveLength(90);
  expect(new Set(orders.map(({ externalId }) => externalId)).size).toBe(90);
  for (const name of ['All 100', 'Created 90', 'Refused 5', 'Left out 5']) {
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
  await page.getByText('Refused 5', { exact: true }).click();
  await expect(page.getByRole('grid').getByText('AMOUNT_OUT_OF_RANGE').first()).toBeVisible();
  await page.getByText('All 100', { exact: true }).click();
});

test('the links come as a file, a row each, in the order of the file', async () => {
  await hand.click(page.getByRole('button', { name: 'Export links' }));
  const saved = await desk.save(() => hand.click(page.getByRole('menuitem', { name: /^CSV/ })));
  const { rows } = readTable(await readFile(saved.path, 'utf8'));
  expect(rows).toHaveLength(ROWS);
  const byId = new Map(made().map((invoice) => [invoice.externalId, invoice]));
  for (const [index, row] of rows.entries()) {
    const invoice = byId.get(`winter-${index + 1}`);
    const outcome = invoice !== undefined ? 'created' : index % 20 === 9 ? 'left' : 'refused';
    expect(row).toMatchObject({ row: String(index + 2), external_id: `winter-${index + 1}`, outcome });
    expect(row['payment_link'] !== '').toBe(invoice !== undefined);
  }
  expect(rows[19]?.['reason']).toBe('AMOUNT_OUT_OF_RANGE');
  expect([hand.clicks, hand.keys]).toEqual([6, 0]);
});
