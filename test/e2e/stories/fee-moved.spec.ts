/**
 * A fee that moved, for real: the built console over a sandbox of the test's own, whose catalogue says another fee from one reading to the next. The word
 * comes by itself; from it to the invoices that were created since it is two clicks.
 */
import { expect } from '@playwright/test';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { test } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { skipWhereMissing } from '../support/target.ts';

skipWhereMissing();
test.use({ past: { size: 40 } });

const METHOD = 'Bank transfer EUR';

function sell(sandbox: Sandbox, orders: number): void {
  for (let at = 0; at < orders; at += 1) {
    const asked = { customerId: 'customer-1', amount: '80.00', currency: 'EUR', callbackUrl: null, purpose: null };
    const { uuid } = sandbox.world.createInvoice({ ...asked, externalId: `sold-${sandbox.clock.now()}-${at}` });
    sandbox.world.chooseMethod(uuid, sandbox.settings.catalogue.find(({ name }) => name === METHOD)?.id);
    sandbox.world.pay(uuid);
  }
}

test('a fee that moved: told by itself, and two clicks from the word to the invoices since', async ({
  own: { sandbox, desk, profile },
}) => {
  const { page } = desk;
  const readCatalogue = () => desk.script.call('paymentMethods.list', { fresh: true }, profile);
  await readCatalogue();
  const hand = new Hand(page);
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  sell(sandbox, 1);
  sandbox.clock.skip(60_000);
  sandbox.settings.catalogue = sandbox.settings.catalogue.map((entry) =>
    entry.name === METHOD ? { ...entry, total: '2.90', merchant: '2.90' } : entry,
  );
  await readCatalogue();
  const news = page.getByRole('status').filter({ hasText: `${METHOD} (EUR): your fee moved from 2.4 % to 2.9 %.` });
  await expect(news).toHaveCount(1);
  sandbox.clock.skip(60_000);
  sell(sandbox, 3);
  await desk.script.call('sync.start', {}, profile);
  await hand.click(news.getByRole('link', { name: 'Changes' }));
  const row = page.getByRole('row').filter({ hasText: METHOD }).filter({ hasText: 'Your fee' });
  await expect(row).toContainText('2.40 %');
  await expect(row).toContainText('2.90 %');
  await hand.click(row.getByRole('link', { name: '3', exact: true }));
  // Three, below their titles and above their totals.
  await expect(page.getByRole('grid', { name: 'Invoices' })).toHaveAttribute('aria-rowcount', '5');
  expect([hand.clicks, hand.keys]).toEqual([2, 0]);
});
