/**
 * The calculator: what an order brings in three fields, both ways, by every method; an amount outside of a method's limits says so in its row; and
 * everything is said to be an estimate. The sums: test/domain/pricing/pricing.test.ts; where they come from: test/integration/pricing/pricing.test.ts.
 */
import type { Page } from '@playwright/test';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { hostileScene } from '../../../renderer/features/hostile.ts';
import { method, rate } from '../../../renderer/features/records.ts';
import { ago, emptyScene, estimateOf, failingScene } from '../../../renderer/features/scenes.ts';
import { expect, type Stage, test } from '../../../renderer/features/stage.ts';
import { goTo } from '../../support/chord.ts';

test.use({ sharesPage: true });

const METHODS = [
  method({ name: 'SEPA Instant', client_commission_percent: '1.00', merchant_commission_percent: '2.00' }),
  method({
    name: 'Card EUR',
    min_amount: '10.00',
    client_commission_percent: '2.25',
    merchant_commission_percent: '3.25',
  }),
  method({
    name: 'Bank transfer EUR',
    min_amount: '150.00',
    client_commission_percent: '0',
    merchant_commission_percent: '2.4',
  }),
];

/** Payments settled at 0.9236 last; by card they brought 104.61 to 104.93 for a hundred. */
function settled(stage: Stage): void {
  stage.engine
    .on('paymentMethods.list', () => success({ methods: METHODS, asOf: ago(0), quarantined: 0 }))
    .on('pricing.estimate', (asked) => {
      const told = estimateOf(asked, METHODS, [rate({ price: '0.9236', updated_at: ago(0) })]);
      return success({
        ...told,
        basis: 'settled',
        range: { rate: '0.9236', lowest: '0.9220', highest: '0.9250' },
        settled: { count: 312, latestAt: ago(60_000) },
        methods: told.methods.map((one) =>
          one.name === 'Card EUR' ? { ...one, received: { count: 40, least: '104.610000', most: '104.930000' } } : one,
        ),
      });
    });
}

const amount = (page: Page) => page.getByRole('textbox', { name: /^Amount/ });
const answer = (page: Page) => page.getByRole('status', { name: 'The estimate' });

test('what will I receive for 100 EUR by card: three fields', async ({ stage, page }) => {
  settled(stage);
  await stage.open('/invoices');
  await goTo(page, 'o');
  await expect(amount(page)).toBeFocused();
  // One: the amount, over what stands there. Two: the currency. Three: the method.
  await page.keyboard.type('100');
  await page.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await page.getByRole('option', { name: 'EUR' }).click();
  await page.getByRole('radio', { name: 'Card EUR' }).check();
  await expect(answer(page)).toContainText('You receive, estimated');
  await expect(answer(page).locator('[data-figure]')).toHaveText('104.75 USDT');
  await expect(answer(page)).toContainText('Paid by Card EUR in 30 days: 104.61 to 104.93 for 100.00 EUR');
  await expect(answer(page)).toContainText('at the rates of 312 payments in 30 days');
  await expect(answer(page)).toContainText('Market: 104.75 at 0.9236');
  for (const words of ['Customer pays', '102.25', 'Before fees', '108.27', 'Estimated fee', '3.52']) {
    await expect(answer(page)).toContainText(words);
  }
  await expect(page).toHaveURL(/amount=100&(currency=EUR&)?method=Card\+EUR/);
  const table = page.getByRole('region', { name: 'By every method' });
  await expect(table.getByRole('row', { name: /^SEPA Instant 101\.00 EUR 1\.00 2\.17 106\.11/ })).toBeVisible();
  await expect(
    table.getByRole('row', { name: /^Bank transfer EUR Below the smallest order, 150\.00 EUR$/ }),
  ).toBeVisible();
  const others = page.getByRole('region', { name: 'Card EUR by amount' });
  await expect(others.getByRole('row', { name: '5.00 EUR Below the smallest order, 10.00 EUR' })).toBeVisible();
  await expect(others.getByRole('row', { name: /^1,000\.00 EUR 1,022\.50 EUR 22\.50/ })).toBeVisible();
  await stage.expectSound();
});

test('is asked by what the customer pays and by what is to be received, and reads amounts as people write them', async ({
  stage,
  page,
}) => {
  settled(stage);
  await stage.open('/pricing?method=Card+EUR&amount=102,25&ask=pays');
  await expect(page.getByText('Taken as 102.25 EUR')).toBeVisible();
  await expect(answer(page)).toContainText('Ordered 100.00');
  await page.getByText('I receive', { exact: true }).click();
  await amount(page).fill('100');
  await expect(answer(page).locator('[data-figure]')).toHaveText('95.47 EUR');
  await amount(page).fill('1,234');
  await expect(page.getByText('This can be read as 1234 and as 1.234')).toBeVisible();
  await expect(answer(page)).toContainText('as soon as there is an amount');
  await amount(page).fill('1 234,50');
  await expect(page.getByText('Taken as 1,234.50 USDT')).toBeVisible();
  await amount(page).fill('');
  await expect(page.getByText('Type an amount.')).toBeVisible();
  await stage.expectSound('one');
});

test('says what it rests on where nothing settled, and what is not known where nothing is', async ({ stage, page }) => {
  await stage.open('/pricing?currency=PLN&amount=100');
  await expect(answer(page)).toContainText('at market prices; nothing settled in this currency in 30 days');
  await expect(answer(page)).toContainText('Nothing was paid by Blik in 30 days');
  await stage.open('/pricing', hostileScene());
  await page.reload();
  await expect(answer(page)).toContainText('No rate is known');
  await stage.expectSound('one');
  await stage.open('/pricing', emptyScene());
  await page.reload();
  await expect(page.getByText('No payment methods')).toBeVisible();
  await stage.open('/pricing', failingScene({ kind: 'unreachable', reason: 'timeout' }));
  await page.reload();
  await expect(page.getByText('The payment methods could not be read')).toBeVisible();
});
