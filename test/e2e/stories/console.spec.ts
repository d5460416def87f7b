/**
 * The main job, as finance and as support do it, in the real console over the embedded sandbox: what was credited, which invoices were
 * adjusted, what happened to a webhook and sending it once more, withdrawals, rates, methods, connecting a business. Every screen
 * is checked by axe in both schemes and must not write an error to the console. Not here: states of single screens (screens-*).
 */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { findViolations } from '../../renderer/support/axe.ts';
import { expectNoOverflow } from '../../renderer/support/overflow.ts';
import { freshFolder, prepareWorld, removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

const SIZE = 500;
let dataDir = '';
let desk: Desk;
let page: Page;
const complaints: string[] = [];

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ openDesk }) => {
  dataDir = freshFolder();
  await prepareWorld(dataDir, SIZE);
  desk = await openDesk(dataDir, {
    watch(opened) {
      opened.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      opened.on('pageerror', (error) => complaints.push(error.message));
    },
  });
  ({ page } = desk);
});

test.afterAll(async () => {
  await desk.stop();
  removeFolder(dataDir);
});

/** The place that a tab stands in. */
const PLACE_OF: Readonly<Record<string, string>> = {
  Rates: 'Pricing',
  'Payment methods': 'Pricing',
};

async function open(name: string): Promise<void> {
  const place = PLACE_OF[name];
  const press = (row: string, link: string): Promise<void> =>
    page.getByRole('navigation', { name: row }).getByRole('link', { name: link, exact: true }).click();
  await press('Screens', place ?? name);
  if (place !== undefined) await press('Tabs', name);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function expectAccessible(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === 'light' ? 'wcag' : 'colours';
    expect(await findViolations(page, { rules }), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectRoom(): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page, `the window at ${width}×${height}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('the overview opens, says SANDBOX and comes to a certificate', async () => {
  // Nothing of the launch link of a browser stays in its address.
  await expect(page).not.toHaveURL(/#.*[A-Za-z0-9_-]{43}/);
  await expect(page.getByText('SANDBOX').first()).toBeVisible();
  await expect(page.locator('[data-console-sync]')).toContainText('Complete,');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await expectAccessible();
  await expectRoom();
});

test('an invoice is found by a part of its id and tells whether to fulfil', async () => {
  await open('Invoices');
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible();
  await expectRoom();
  await page.getByRole('searchbox', { name: 'Search invoices' }).fill('112');
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  await page.getByRole('gridcell', { name: /^SO-/ }).first().click();
  await expect(page).toHaveURL(/invoices\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible();
  await expectRoom();
});

test('a webhook that failed is resent once, with its outcome and evidence', async () => {
  const { script } = desk;
  const { rows } = await script.call('invoices.page', { filter: { status: ['success'] }, offset: 0, limit: 200 });
  let uuid = '';
  for (const row of rows) {
    const { deliveries } = await script.call('deliveries.ofInvoice', { uuid: row.uuid });
    const [delivery] = deliveries;
    if (
      delivery?.status === 'failed' ||
      (delivery?.status === 'pending' && Date.parse(delivery.next_attempt_at ?? '') > Date.now() + 120_000)
    ) {
      uuid = row.uuid;
      break;
    }
  }
  expect(uuid).not.toBe('');
  await page.goto(`${desk.origin}/#/invoices/${uuid}`);
  const button = page.getByRole('button', { name: /^(Resend|Send now)/ });
  await expect(button).toBeVisible();
  await expectAccessible();
  await button.click();
  await expect(page.getByText(/accepted|confirmed/i).first()).toBeVisible();
  const outcomes = async () =>
    (await script.call('resends.ofInvoice', { invoiceUuid: uuid })).resends.map(({ outcome }) => outcome);
  await expect.poll(outcomes).toEqual(['confirmed']);
});

test('adjusted invoices add up exactly and export what is shown', async () => {
  await open('Reconciliation');
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible();
  await expectRoom();
  const total = async () => (await desk.script.call('reconciliation.adjusted', { offset: 0, limit: 1 })).total;
  const before = await total();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await desk.save(() => page.getByRole('menuitem', { name: 'CSV of this list' }).click());
  expect(file.name).toMatch(/^SANDBOX-adjusted-invoices-.*\.csv$/);
  const lines = readFileSync(file.path, 'utf8').trim().split('\r\n');
  const rows = lines.filter((line) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(line)).length;
  // This sandbox lives: what was adjusted while the file was made may be in it.
  expect(rows).toBeGreaterThanOrEqual(before);
  expect(rows).toBeLessThanOrEqual(await total());
});

for (const name of ['Withdrawals', 'Rates', 'Payment methods', 'Settings']) {
  test(`${name} opens, fits and is accessible`, async () => {
    await open(name);
    // The event stream never goes idle, so the screen's own words are waited for.
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(
      page
        .getByRole('table')
        .or(page.getByRole('grid'))
        .or(page.getByRole('heading', { level: 2 }))
        .first(),
    ).toBeVisible();
    await expectAccessible();
    await expectRoom();
  });
}

test('a business is connected: a wrong key is named, a good one is kept', async () => {
  const sandbox = await createSandbox({ size: 20 });
  try {
    await open('Settings');
    await page.getByRole('link', { name: 'Connect a business' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Corner shop');
    await page.keyboard.press('Enter');
    const wrong = `${sandbox.apiKey.slice(0, -2)}xx`;
    await fillConnection(sandbox.baseUrl, wrong);
    await expect(page.getByText(/does not know this key/)).toBeVisible();
    // What was pasted stays until it is taken, so that a typing error is mended and not pasted anew.
    await expect(page.getByLabel('API key', { exact: true })).toHaveValue(wrong);
    await fillConnection(sandbox.baseUrl, sandbox.apiKey);
    await expect(page.getByRole('button', { name: 'Copy report' })).toBeVisible();
    await expect(page.getByText('Corner shop').first()).toBeVisible();
    const html = await page.content();
    expect(html.includes(sandbox.apiKey)).toBe(false);
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
    );
    expect(stored.includes(sandbox.apiKey)).toBe(false);
  } finally {
    await sandbox.close();
  }
});

test('nothing complained on the way', () => {
  expect(complaints).toEqual([]);
});

async function fillConnection(baseUrl: string, key: string): Promise<void> {
  await page.getByLabel('API address').fill(baseUrl);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('radio', { name: /this run/i }).check();
  await page.getByRole('button', { name: /^Connect( Enter)?$/ }).click();
}
