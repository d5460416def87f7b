/** Open invoices by the time they have left: the view Pending, the form of a new invoice, and the same order once a link has closed. */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { invoice } from '../../../renderer/features/records.ts';
import { asRow, MINUTE, uuidAt } from '../../../renderer/features/scenes.ts';
import { expect, type Stage, test } from '../../../renderer/features/stage.ts';

/** The moment at which the page's clock stands still, so that minutes that are left stay so many however long the test takes. Such a page is no other test's. */
const NOW = Date.now();

test.beforeEach(({ page }) => page.clock.setFixedTime(NOW));

const before = (minutes: number): string => new Date(NOW - minutes * MINUTE).toISOString();

/** A pending invoice of customer-7 that closes in so many minutes. */
function open(number: number, minutes: number) {
  return invoice({
    uuid: uuidAt(number),
    external_id: `order-${number}`,
    status: 'pending',
    amount: '199.90',
    finished_at: null,
    settled_amount_usdt: null,
    expires_at: before(-minutes),
    payment_url: `https://pay.example/i/${number}`,
  });
}

const OVER = open(1, -2);
const ROWS = [OVER, open(2, 4.5), open(3, 25.5)];
const CUSTOMER: CallOutput<'customers.get'> = {
  customerId: 'customer-7',
  invoices: 9,
  currencies: [],
  open: { count: 3, oldest: before(40), nextExpiry: OVER.expires_at },
  refusals: [
    {
      at: before(90),
      externalId: 'order-77',
      open: 3,
      failure: {
        kind: 'rejected',
        code: 'TOO_MANY_UNPAID_INVOICES',
        status: 429,
        message: 'Too many <b>open</b>',
        details: { retry_after_seconds: 540 },
      },
    },
  ],
  asOf: before(3.5),
};

function answering(stage: Stage): void {
  stage.engine
    .on('invoices.page', () => success({ rows: ROWS.map(asRow), total: ROWS.length }))
    .on('customers.get', ({ customerId }) => success({ ...CUSTOMER, customerId }))
    .on('invoices.checkId', ({ externalId }) => success({ externalId, state: 'free', source: 'api', asOf: null }));
}

test('the view Pending has what closes first on top, says how long each has, and what is over leads to the same order', async ({
  stage,
  page,
}) => {
  await stage.open('/invoices');
  await expect(page.getByRole('columnheader', { name: 'Webhook' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Time left' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Webhook' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Time left' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  answering(stage);
  await page.getByRole('button', { name: /^Pending/ }).click();
  await stage.expectAsked('invoices.page', {
    filter: { status: ['pending'] },
    sort: [{ by: 'expires_at', direction: 'asc' }],
  });
  await expect(page).not.toHaveURL(/sort=/);
  await expect(page.getByRole('columnheader', { name: 'Time left' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('columnheader', { name: 'Webhook' })).toHaveCount(0);
  await expect(page.getByRole('gridcell', { name: '4 min', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '25 min', exact: true })).toBeVisible();
  await stage.expectSound();
  // The engine reads it anew: the API has not closed it, so nothing is offered, and the link is not said to work.
  stage.engine.on('invoices.recreation', () => success({ invoice: OVER, asOf: before(0), verdict: 'pending' }));
  await page.getByRole('link', { name: 'Create again' }).click();
  await expect(page.getByText('the API has not closed this invoice yet')).toBeVisible();
  await expect(page.getByText('the same link still works')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create invoice' })).toHaveCount(0);
  stage.engine.on('invoices.recreation', () =>
    success({ invoice: { ...OVER, status: 'expired' }, asOf: before(0), verdict: 'allowed' }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('textbox', { name: 'Customer' })).toHaveValue('customer-7');
  await expect(page.getByRole('button', { name: 'Create invoice' })).toBeVisible();
});

test('the order of a person stays in Pending, and goes back to the newest in All', async ({ stage, page }) => {
  answering(stage);
  await stage.open('/invoices?sort=-amount&status=pending');
  await stage.expectAsked('invoices.page', { sort: [{ by: 'amount', direction: 'desc' }] });
  await stage.open('/invoices?status=pending');
  await stage.expectAsked('invoices.page', { sort: [{ by: 'expires_at', direction: 'asc' }] });
  await page.getByRole('button', { name: /^All/ }).click();
  await stage.expectAsked('invoices.page', { filter: {}, sort: [{ by: 'created_at', direction: 'desc' }] });
});

test('the form lists what the customer can still pay, and what was open when the API refused him', async ({
  stage,
  page,
}) => {
  answering(stage);
  await stage.open('/new-invoice');
  const panel = page.getByRole('region', { name: 'Open invoices' }).first();
  await expect(panel).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Customer' }).fill('customer-7');
  await expect(panel.getByRole('heading', { name: '3 open' })).toBeVisible();
  await expect(panel).toContainText('read 3 min ago');
  await expect(panel.getByRole('row', { name: /order-2 4 min 199.90 EUR/ })).toBeVisible();
  await stage.expectAsked('invoices.page', {
    filter: { customerId: 'customer-7', status: ['pending'] },
    sort: [{ by: 'expires_at', direction: 'asc' }],
  });
  // What is over has no link to send.
  await expect(panel.getByRole('button', { name: 'Copy payment link of order-1' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Copy payment link of order-2' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('https://pay.example/i/2');
  await expect(panel).toContainText('The API refused order-77 when 3 were open');
  await expect(panel).toContainText('(retry_after_seconds: 540)”');
  await stage.expectSound();
  await page.getByRole('textbox', { name: 'Customer' }).fill('');
  await expect(panel).toHaveCount(0);
});
