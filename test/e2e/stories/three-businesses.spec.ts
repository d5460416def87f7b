/**
 * Three businesses before nine o'clock: what they made together, which of them needs somebody, and its rows, in two clicks. The built console over an
 * independent server with three worlds, whose own sums are the judge. Not here: what one business's Home says.
 */
import { expect, type Page } from '@playwright/test';
import { MoneySum } from '../../../src/domain/kernel/money/money.ts';
import { shortAmount, groupedAmount } from '../../../src/domain/kernel/money/parts.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { freshFolder, prepareWorld, removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();

const KEYS = [KEY_A, 'key-of-business-B-9876543210', 'key-of-business-C-1357924680'];
const NAMES = ['Orchard', 'Bakery', 'Nothing sold yet'];

let api: IndependentApi;
let dataDir = '';
let desk: Desk;
let page: Page;

test.beforeAll(async ({ openDesk }) => {
  api = await startIndependentApi({
    businesses: KEYS.map((key, at) => ({ key, invoices: [60, 35, 0][at] ?? 0, withdrawals: [3, 8, 0][at] ?? 0 })),
  });
  dataDir = freshFolder();
  await prepareWorld(dataDir, 5);
  desk = await openDesk(dataDir);
  ({ page } = desk);
  const ids: string[] = [];
  for (const [at, name] of NAMES.entries()) {
    const { id = '' } = await desk.script.call('profiles.add', { name, baseUrl: api.baseUrl, apiKey: KEYS[at] ?? '' });
    ids.push(id);
  }
  for (const id of ids) {
    await desk.script.untilSynced(
      ({ invoices, withdrawals }) => invoices.certificate === 'certified' && withdrawals.certificate === 'certified',
      id,
    );
  }
  await desk.script.call('profiles.select', { id: ids[2] ?? '' });
  await desk.reload();
});

test.afterAll(async () => {
  await desk.stop();
  await api.close();
  removeFolder(dataDir);
});

/** Credited of these businesses, as the screen has it. */
function credited(...at: readonly number[]): string {
  const total = new MoneySum();
  for (const { json } of at.flatMap((one) => api.businesses[one]?.invoices ?? [])) {
    const settled = json['settled_amount_usdt'];
    if (json['status'] === 'success' && typeof settled === 'string') total.add(settled);
  }
  return groupedAmount(shortAmount(total.total(), 2).text);
}

test('what they made together, which needs somebody, and its rows: two clicks', async () => {
  await page.evaluate("location.hash = '/businesses?period=custom&from=2020-01-01&to=2039-12-31'");
  await expect(page.getByRole('heading', { level: 1, name: 'All businesses' })).toBeVisible();
  await expect(page.getByText(/ USDT credited /)).toContainText(`${credited(0, 1, 2)} USDT credited`);
  for (const [at, name] of NAMES.entries()) {
    await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText(credited(at));
  }
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText(credited(0, 1, 2));

  // As in the morning: the console shows the last business, and everything is one click away.
  await page.evaluate("location.hash = '/'");
  await page.getByRole('link', { name: 'All businesses' }).click();
  const bakery = page.getByRole('row', { name: /^Bakery/ });
  const pending = api.businesses[1]?.withdrawals.filter(({ json }) => json['status'] === 'pending') ?? [];
  expect(pending.length).toBeGreaterThan(0);
  await bakery.getByRole('link', { name: `${pending.length}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Bakery.*Switch profile/ })).toBeVisible();
  await expect(page).toHaveURL(/#\/withdrawals\?status=pending$/);
  await expect(page.getByRole('row').filter({ hasText: /Pending \d+ days/ })).toHaveCount(pending.length);
});
