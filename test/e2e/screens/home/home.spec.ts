/** Home: figures with their change, the picture and its words, what there is to do, support's own, and all its empty states. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { DOWN, fillingStatus, NOW, quietStatus, SETTINGS, TOTALS } from '../../../renderer/support/scripts.ts';
import { expect, expectNoOverflow, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

test('five figures, each with its change, lead to the rows that they sum', async ({ open, page }) => {
  await open('/?period=custom&from=2026-10-01&to=2026-10-31');
  const figures = page.getByRole('region', { name: 'Figures of the period' });
  const net = figures.getByRole('link', { name: /^Net credited/ });
  // 452105.338104 + 255760.01823351 + 583010.44 + 301220.770001 + 64120.5, and every digit of it in the tooltip.
  await expect(net).toContainText('1,656,217.07');
  await expect(net.getByTitle('1,656,217.066338510000000000').first()).toBeVisible();
  await expect(net).toContainText('no change from 1,656,217.07');
  await expect(net).toHaveAttribute('href', '#/invoices?status=success&finishedFrom=2026-10-01&finishedTo=2026-10-31');
  await expect(figures.getByRole('link', { name: /^Gross, in 5 currencies/ })).toHaveAttribute(
    'href',
    '#/statements/month/fees?from=2026-10-01&to=2026-10-31&zone=UTC',
  );
  await expect(figures.getByRole('link', { name: /^Estimated fees/ })).toContainText('2.00 % of gross from 2.00 %');
  const created = figures.getByRole('link', { name: /^Paid of created/ });
  await expect(created).toContainText('8,600 of 8,600');
  await expect(created).toHaveAttribute('href', '#/invoices?createdFrom=2026-10-01&createdTo=2026-10-31');
  await expect(figures.getByRole('link', { name: /^Credited − withdrawn/ })).toContainText('+16,000.00');
  await expect(page.getByRole('link', { name: 'EUR' })).toHaveAttribute(
    'href',
    '#/invoices?status=success&currency=EUR&finishedFrom=2026-10-01&finishedTo=2026-10-31',
  );
  await expect(page.getByRole('row', { name: /GBP/ })).toContainText('255,760.02');
  await expect(page.getByText('31,000.00 USDT in 31 days', { exact: false })).toBeVisible();
  await expectSound(page);
});

test('is sound in light and in dark, at every size', async ({ engine, open, page }) => {
  engine.on('settings.get', () => success({ ...SETTINGS, timeZone: 'Europe/Warsaw', colourScheme: 'auto' }));
  await open('/');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    for (const [width, height] of [
      [1024, 700],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
      await expectNoOverflow(page);
    }
    await expectSound(page, scheme === 'light' ? 'advice' : 'colours');
  }
});

test('the period is in the address, and survives back and reload', async ({ open, page }) => {
  await open('/');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await page.getByText('Last month', { exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/?period=last-month');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Last month' })).toBeChecked();
  await page.getByText('Today', { exact: true }).click();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Last month' })).toBeChecked();
});

test('figures of one period never stand under the name of another', async ({ engine, open, page }) => {
  await open('/');
  await expect(page.getByText('452,105.34')).toBeVisible();
  engine.hang('overview.totals');
  // Not 'Today': on the first of a month that is the same period.
  await page.getByText('Last month', { exact: true }).click();
  await expect(page.getByText('452,105.34')).toHaveCount(0);
  await page.getByText('This month', { exact: true }).click();
  await expect(page.getByText('452,105.34')).toBeVisible();
});

test('what there is to do says how much, and has one action', async ({ open, page }) => {
  await open('/');
  const todo = page.getByRole('region', { name: 'To do' });
  await expect(todo.getByRole('link', { name: /^Resend: 17 webhooks failed/ })).toHaveAttribute('href', '#/webhooks');
  await expect(todo.getByRole('link', { name: 'Open: 2 withdrawals rejected' })).toHaveAttribute(
    'href',
    '#/withdrawals?status=rejected',
  );
  await expect(todo.getByRole('link', { name: /^Check: \d+ webhooks run out of attempts/ })).toHaveAttribute(
    'href',
    '#/webhooks/deliveries?atRisk=true',
  );
  await expect(todo.getByRole('link', { name: /^Review: [\d,]+ invoices? adjusted/ })).toHaveAttribute(
    'href',
    '#/reconciliation',
  );
});

test('FAULT-91 FAULT-95 what is down stands first, for finance and for support, one click from its outage and its resend', async ({
  engine,
  open,
  page,
}) => {
  engine.on('overview.health', () => success(DOWN));
  await open('/');
  for (const name of ['To do', 'Down now']) {
    if (name === 'Down now') await page.getByText('Support', { exact: true }).click();
    const lines = page.getByRole('region', { name }).getByRole('listitem');
    await expect(lines.nth(0)).toContainText('hooks.northwind.example answers HTTP 5xx23 orders wait · down since');
    await expect(lines.nth(1)).toContainText('old.northwind.example answers again2 orders wait · since');
    await expect(lines.nth(2)).toContainText('No payment by CardUsually 19 in that time; last');
    await expect(lines.nth(0).getByRole('link', { name: /^Check: hooks/ })).toHaveAttribute(
      'href',
      '#/webhooks?of=filter&state=failed&state=retrying&host=hooks.northwind.example',
    );
    await expect(lines.nth(1).getByRole('link', { name: /^Resend: old/ })).toBeVisible();
    await expect(lines.nth(2).getByRole('link', { name: /^Check: No payment/ })).toHaveAttribute(
      'href',
      '#/invoices?method=Card',
    );
  }
  await expectSound(page);
});

test('for support the finder comes first, and that choice stays', async ({ engine, open, page }) => {
  await open('/');
  await page.getByText('Support', { exact: true }).click();
  const finder = page.getByRole('textbox', { name: /^Find orders/ });
  await expect(page.getByRole('region', { name: 'Failing endpoints' })).toContainText('hooks.northwind.example');
  await expectSound(page);
  await expectAsked(engine, 'settings.set', { homeFor: 'support' });
  // It has the keyboard when Home is opened; what is typed goes on in the finder, and nothing of it is lost.
  await page.reload();
  await expect(finder).toBeFocused();
  await page.keyboard.type('49.90 yesterday');
  const find = page.getByRole('combobox', { name: 'Find', exact: true });
  await expect(find).toHaveValue('49.90 yesterday');
  await page.keyboard.press('Escape');
  await expect(finder).toHaveValue('');
  await page.getByRole('button', { name: 'today', exact: true }).click();
  await expect(find).toHaveValue('today');
});

test('the first sync says how far it is, and compares nothing', async ({ engine, open, page }) => {
  engine.on('sync.status', () => success(fillingStatus()));
  await open('/');
  await expect(page.getByText('First sync running; figures will rise')).toBeVisible();
  await expect(page.getByText('4,300 of 12,512 invoices, about 52 s left')).toBeVisible();
  await expect(page.getByText(/^Net credited, so far/)).toBeVisible();
  await expect(page.getByText(/no change/)).toHaveCount(0);
  await expectSound(page);
});

test('what is not provable says so', async ({ engine, open, page }) => {
  engine.on('sync.status', () =>
    success({
      ...quietStatus(),
      invoices: { certificate: 'as-far-as-seen', asOf: NOW, seen: 12_512, total: 12_512, reason: 'The list moved.' },
    }),
  );
  await open('/');
  await expect(page.getByText('All that was seen; completeness not provable').first()).toBeVisible();
  await expect(page.getByText('The list moved.')).toBeVisible();
});

test('a business without an invoice gets its first steps, and no figure', async ({ engine, open, page }) => {
  engine.on('sync.status', () =>
    success({ ...quietStatus(), invoices: { certificate: 'certified', asOf: NOW, seen: 0, total: 0 } }),
  );
  await open('/');
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'New invoice' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Figures of the period' })).toHaveCount(0);
  await expectSound(page);
});

test('an empty period, nothing to do', async ({ engine, open, page }) => {
  engine
    .on('overview.totals', () => success({ currencies: [], quarantined: 0, asOf: NOW }))
    .on('reconciliation.feeTotals', () =>
      success({ currencies: [], methods: [], days: [], networks: [], computedAt: NOW }),
    )
    .on('reconciliation.adjusted', () => success({ rows: [], total: 0, totals: [], triage: { open: 0, resolved: 0 } }))
    .on('deliveries.facets', () =>
      success({ states: [], causes: [], hosts: [], events: [], httpCodes: [], atRisk: 0, elsewhere: 0 }),
    )
    .on('overview.attention', () => success({ items: [] }));
  await open('/');
  await expect(page.getByText('No invoice was paid in these days.')).toBeVisible();
  await expect(page.getByText('Nothing to do')).toBeVisible();
  await expectSound(page);
});

test('figures that cannot be read say so and can be tried again', async ({ engine, open, page }) => {
  engine.fail('overview.totals', { kind: 'unavailable-offline', detail: 'The mirror is being rebuilt.' });
  await open('/');
  await expect(page.getByRole('alert')).toContainText('The mirror is being rebuilt.');
  await expectSound(page);
  engine.on('overview.totals', () => success(TOTALS));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
});

test('loading keeps the place of what comes', async ({ engine, open, page }) => {
  engine.hang('overview.totals').hang('overview.attention').hang('reconciliation.movements');
  await open('/');
  await expect(page.getByText('To do')).toBeVisible();
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
      rows: [
        {
          list: 'invoices',
          uuid: 'u-1',
          reason: 'amount is a number',
          raw: '{"amount": 1.10}',
          asOf: NOW,
          firstSeenAt: NOW,
        },
      ],
    }),
  );
  await open('/reconciliation/unreadable');
  await expect(page.getByText('{"amount": 1.10}')).toBeVisible();
  await expectSound(page);
});
