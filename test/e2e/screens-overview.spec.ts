/** The overview: exact figures by currency, the period in the address, what needs attention, and all its empty states. */
import { success } from '../../src/domain/failure.ts';
import { fillingStatus, NOW, quietStatus, TOTALS, SETTINGS } from '../renderer/support/scripts.ts';
import { expect, expectNoOverflow, expectSound, test } from './support/scripted-page.ts';

test('every digit of every currency, and the sum of the token', async ({ open, page }) => {
  await open('/');
  await expect(page.getByRole('row', { name: /GBP/ })).toContainText('255,760.018233510000000000');
  await expect(page.getByRole('row', { name: /IDR/ })).toContainText('9,120,455,000');
  await expect(page.getByRole('row', { name: /EUR/ })).toContainText('expired 611, canceled 42, fail 4');
  // 452105.338104 + 255760.018233510000000000 + 583010.44 + 301220.770001 + 64120.5
  await expect(page.getByText('1,656,217.066338510000000000 USDT')).toBeVisible();
  await expectSound(page);
});

test('is sound in light and in dark, at both sizes', async ({ engine, open, page }) => {
  engine.on('settings.get', () => success({ ...SETTINGS, timeZone: 'Europe/Warsaw', colourScheme: 'auto' }));
  await open('/');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
      await expect(page.getByText('Times in Europe/Warsaw')).toBeVisible();
      await expectSound(page, scheme === 'light' ? 'advice' : 'colours');
    }
  }
});

test('the period is in the address, in the zone, and survives back and reload', async ({ engine, open, page }) => {
  await open('/');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await page.getByText('All time').click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/?period=all');
  await expect.poll(() => engine.inputsOf('overview.totals')).toContainEqual({ filter: {} });
  await page.reload();
  await expect(page.getByRole('radio', { name: 'All time' })).toBeChecked();
  await page.getByText('Last 30 days').click();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'All time' })).toBeChecked();
});

test('figures of one period never stand under the name of another', async ({ engine, open, page }) => {
  await open('/');
  await expect(page.getByText('452,105.338104')).toBeVisible();
  engine.hang('overview.totals');
  await page.getByText('Last 30 days').click();
  await expect(page.locator('.mc-overview-main .mantine-Skeleton-root').first()).toBeVisible();
  await expect(page.getByText('452,105.338104')).toHaveCount(0);
  await page.getByText('This month').click();
  await expect(page.getByText('452,105.338104')).toBeVisible();
});

test('each row and each item leads to its records', async ({ open, page }) => {
  await open('/?period=custom&from=2026-10-01&to=2026-10-31');
  const euro = page.getByRole('link', { name: 'EUR' });
  await expect(euro).toHaveAttribute(
    'href',
    '#/invoices?status=success&currency=EUR&finishedFrom=2026-10-01&finishedTo=2026-10-31',
  );
  await expect(page.getByRole('link', { name: /300 adjusted invoices/ })).toHaveAttribute(
    'href',
    '#/reconciliation?state=all',
  );
  await expect(page.getByRole('link', { name: /2 rejected withdrawals/ })).toHaveAttribute(
    'href',
    '#/withdrawals?status=rejected',
  );
});

test('the first run says what is going on and how long it takes', async ({ engine, open, page }) => {
  engine.on('sync.status', () => success(fillingStatus()));
  await open('/');
  await expect(page.getByText('The mirror is filling')).toBeVisible();
  await expect(page.getByText('4,300 of 12,512 invoices read, about 52 s left')).toBeVisible();
  await expectSound(page);
});

test('figures of an incomplete mirror say what they are about', async ({ engine, open, page }) => {
  engine.on('sync.status', () =>
    success({
      ...quietStatus(),
      invoices: { certificate: 'incomplete', asOf: NOW, seen: 9_000, total: 12_512, reason: 'Paused by you.' },
    }),
  );
  await open('/');
  await expect(page.getByText('These figures are about 9,000 of 12,512 invoices')).toBeVisible();
  await expectSound(page);
});

test('an empty period, nothing to attend to', async ({ engine, open, page }) => {
  engine
    .on('overview.totals', () => success({ currencies: [], quarantined: 0, asOf: NOW }))
    .on('overview.attention', () => success({ items: [] }));
  await open('/');
  await expect(page.getByText('No invoice became final in this period')).toBeVisible();
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expectSound(page);
});

test('totals that cannot be read say so and can be tried again', async ({ engine, open, page }) => {
  engine.fail('overview.totals', { kind: 'unavailable-offline', detail: 'The mirror is being rebuilt.' });
  await open('/');
  await expect(page.getByText('The totals could not be read')).toBeVisible();
  await expectSound(page);
  engine.on('overview.totals', () => success(TOTALS));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
});

test('loading keeps the place of what comes', async ({ engine, open, page }) => {
  engine.hang('overview.totals').hang('overview.attention');
  await open('/');
  await expect(page.getByText('Needs attention')).toBeVisible();
  await expectSound(page);
});

test('hostile currencies and statuses stay text and stay inside', async ({ engine, open, page }) => {
  const currency = `<b>${'€'.repeat(90)}`;
  engine
    .on('overview.totals', () =>
      success({
        quarantined: 0,
        asOf: NOW,
        currencies: [
          {
            currency,
            count: 3,
            byStatus: { success: 1, ['=HYPERLINK("x")'.repeat(20)]: 2 },
            successAmount: `${'9'.repeat(40)}.${'1'.repeat(20)}`,
            settledUsdt: `${'8'.repeat(30)}.${'7'.repeat(30)}`,
            settledMissing: 0,
          },
        ],
      }),
    )
    .on('invoices.facets', () =>
      success({ statuses: [{ value: 'frozen & held', count: 2 }], currencies: [], methods: [] }),
    )
    .on('overview.attention', () => success({ items: [{ kind: 'unknown-status', count: 1, oldest: null }] }));
  await open('/');
  await expect(page.getByRole('link', { name: /1 unknown status/ })).toHaveAttribute(
    'href',
    '#/invoices?status=frozen+%26+held',
  );
  await expect(page.locator('main b')).toHaveCount(0);
  await expectNoOverflow(page);
});

test('unreadable records are shown as they came', async ({ engine, open, page }) => {
  engine.on('quarantine.page', () =>
    success({
      total: 1,
      rows: [{ list: 'invoices', uuid: 'u-1', reason: 'amount is a number', raw: '{"amount": 1.10}', asOf: NOW }],
    }),
  );
  await open('/reconciliation/unreadable');
  await expect(page.getByText('{"amount": 1.10}')).toBeVisible();
  await expectSound(page);
});
