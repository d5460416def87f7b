/**
 * A customer writes in Polish that he has paid 199.90 zł: from the amount to the answer in his language, with the order's facts, in ten keys; and once
 * the team has written that answer its own way, the next one is theirs. The judge is the sandbox, which knows the order.
 */
import { expect } from '@playwright/test';
import { test } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { skipWhereMissing } from '../support/target.ts';

skipWhereMissing();

test.use({
  past: {
    size: 12,
    prepare: ({ world }) => {
      const asked = { externalId: 'zam-7', customerId: 'customer-7', amount: '199.90', currency: 'PLN' };
      world.createInvoice({ ...asked, callbackUrl: null, purpose: null });
    },
  },
});

test('from the amount that he names to his answer in Polish, and with the team’s own words the next time', async ({
  own: { desk, profile },
}) => {
  const { page } = desk;
  const hand = new Hand(page);
  const ask = async (): Promise<string> => {
    await hand.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
    await hand.type('199,90');
    await expect(page.getByRole('option', { name: /zam-7/ })).toBeVisible();
    await hand.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'zam-7' })).toBeVisible();
    // Until the finder is gone every key is its own.
    await expect(page.locator('[role="dialog"]')).toHaveCount(0);
    await hand.press('y');
    // Whether this browser gives its clipboard away is not what this is about: the text stands there either way.
    return page.getByLabel('Customer reply', { exact: true }).innerText();
  };
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  const { invoice } = await desk.script.call('invoices.get', { ident: 'zam-7' }, profile);
  const zone = (await desk.script.call('settings.get', {})).timeZone;
  const told = await ask();
  const [first, second, until, link] = told.split('\n');
  expect(first).toBe('Zamówienie zam-7, 199.90 PLN');
  expect(second).toBe('Nie ma jeszcze potwierdzonej płatności.');
  expect(until).toMatch(/^Można zapłacić do \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+\.$/);
  expect(until).toContain(zone);
  expect(link).toBe(`Link do płatności: ${invoice.payment_url}`);
  expect(told).not.toMatch(/USDT/);
  expect([hand.keys, hand.clicks]).toEqual([9, 0]);

  await page.evaluate(`location.hash = '/settings?section=answers'`);
  const panel = page.getByRole('region', { name: 'Answers to customers' });
  await panel.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Polish' }).click();
  await panel.getByRole('textbox', { name: 'Text' }).fill('Dzień dobry! Zamówienie {order}: {ordered}.\n{link?}');
  await expect(panel.getByLabel('Preview')).toContainText('Dzień dobry! Zamówienie order-1042: 100.00 EUR.');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('button', { name: 'Back to the built-in text' })).toBeVisible();
  expect(await ask()).toBe(`Dzień dobry! Zamówienie zam-7: 199.90 PLN.\n${invoice.payment_url}`);
});
