/**
 * A drifted API, for real, each click and key counted: from one reading to the next it sends fields that nobody knows and a state that stands in no
 * specification. The order is shown under the API's own word and called safe by nobody; the report for an integrator is one copy, without a value in it.
 */
import { expect } from '@playwright/test';
import { test } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { skipWhereMissing } from '../support/target.ts';

skipWhereMissing();
test.use({ past: { size: 40 } });

test('an API that says what nobody knows: shown as it says it, and reported in three clicks without a value of a record', async ({
  own: { sandbox, desk, profile },
}) => {
  const { page, script } = desk;
  const hand = new Hand(page);
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  const paid = { filter: { status: ['success'], adjusted: false }, offset: 0, limit: 1 };
  const [order] = (await script.call('invoices.page', paid, profile)).rows;
  if (order === undefined) throw new Error('no paid order');
  expect((await script.call('contact.drift', {}, profile)).drifts).toEqual([]);
  sandbox.faults.add({ kind: 'extra-fields', path: '/external/invoices**', times: -1 });
  // In lists too: one that still said `success` would be the younger reading, and rightly be believed.
  sandbox.faults.add({ kind: 'unknown-enum', path: '/external/invoices**', rows: 1_000, times: -1 });
  await script.call('invoices.get', { ident: order.uuid, fresh: true }, profile);

  await hand.press('Control+k');
  await hand.type(order.external_id);
  await expect(page.getByRole('option', { name: new RegExp(order.external_id) }).first()).toBeVisible();
  await hand.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: order.external_id })).toBeVisible();
  await expect(page.getByRole('main').getByText('on_hold').first()).toBeVisible();
  await expect(page.getByText('Check by hand before you fulfil')).toBeVisible();

  await hand.click(page.getByRole('link', { name: 'Settings', exact: true }));
  await hand.click(page.getByRole('link', { name: 'Data and sync' }));
  const report = page.getByRole('region', { name: 'Other than specified' });
  await expect(report.getByRole('row', { name: /^invoice\.x_new_field: unknown field \(object\)/ })).toBeVisible();
  await expect(report.getByRole('row', { name: /^invoice\.status: unknown word on_hold/ })).toBeVisible();
  await hand.click(report.getByRole('button', { name: 'Copy report' }));
  // Whether this browser gives its clipboard away is not what this is about: this is the text that it is asked to take.
  const { text } = await script.call('contact.drift', {}, profile);
  expect(text).toMatch(
    /^- invoice\.x_flag: unknown field \(.*\): in \d+ answers, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/m,
  );
  for (const value of [order.uuid, order.external_id, order.amount, order.customer_id])
    expect(text).not.toContain(value);
  expect([hand.clicks, hand.keys]).toEqual([3, 2 + order.external_id.length]);
  console.log(
    `a drifted API: ${hand.clicks} clicks and ${hand.keys} keys from the order’s id to the report for an integrator`,
  );
});
