/** The words of the finder: completed, said back, what is not understood said too, and each a filter of the list that it leads to; the same in the search of a list. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { invoice } from '../../../renderer/features/records.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const NOW = '2026-11-23T10:00:00Z';
const UUID = '3f1c2b1e-0000-4000-8000-000000000777';

/** One invoice of 49.90 that has expired, where that is asked for; else twelve. */
function scriptComplaint(engine: ScriptedEngine): void {
  const record = invoice({ uuid: UUID, external_id: 'SO-112399', amount: '49.90', status: 'expired' });
  const row = { ...record, asOf: NOW, firstSeenAt: NOW };
  engine.on('invoices.page', ({ filter }) =>
    success(
      filter?.amount?.from === '49.90' && filter.status?.includes('expired') === true
        ? { rows: [row], total: 1 }
        : { rows: Array.from({ length: 6 }, (_, at) => ({ ...row, uuid: `${UUID.slice(0, -1)}${at}` })), total: 12 },
    ),
  );
  engine.on('invoices.facets', () => success({ statuses: [], currencies: [], methods: [{ value: 'BLIK', count: 3 }] }));
  engine.fail('invoices.get', { kind: 'not-found', what: 'invoice', ident: UUID });
}

test('a complaint: an amount, the state and the method; words are completed by Tab, Enter opens the invoice', async ({
  engine,
  open,
  page,
}) => {
  scriptComplaint(engine);
  await open('/');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find', exact: true });
  await expect(field).toBeFocused();
  let keys = 1;
  for (const [typed, become] of [
    ['am', 'amount:'],
    ['49,90 st', 'amount:49,90 status:'],
    ['ex', 'amount:49,90 status:expired'],
    [' me', 'amount:49,90 status:expired method:'],
    ['b', 'amount:49,90 status:expired method:BLIK'],
  ] as const) {
    await page.keyboard.type(typed);
    await expect(page.getByRole('group', { name: 'Filters' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Tab');
    keys += typed.length + 1;
    await expect(field).toHaveValue(become);
  }
  const understood = page.getByRole('group', { name: 'Understood as' });
  for (const chip of ['amount:49.90', 'status:expired', 'method:BLIK'])
    await expect(understood.getByText(chip)).toBeVisible();
  await expect(page.getByRole('option', { name: /SO-112399/ })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/invoices/${UUID}`));
  // Ctrl+K, the letters, a Tab for each word, Enter.
  expect(keys + 1).toBeLessThanOrEqual(24);
});

test('all of them are a list, on which each word is a filter that can be taken off', async ({ engine, open, page }) => {
  scriptComplaint(engine);
  await open('/');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  await page.keyboard.type('amount:40..60 status:paid created:yesterday unusual');
  await page.getByRole('option', { name: 'Show all 12 in Invoices' }).click();
  await expect(page).toHaveURL(
    /#\/invoices\?amount=40..60&amountOf=ordered&amountOf=toPay&amountOf=paid&status=success&created=yesterday&unusual=true$/,
  );
  const filters = page.getByRole('search', { name: 'Filters' });
  await expect(filters.getByRole('button', { name: 'Status: Paid' })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Created: Yesterday' })).toBeVisible();
  await filters.getByRole('button', { name: /^Filter: / }).click();
  await page.getByRole('checkbox', { name: 'Unusual' }).click();
  await expect(page).not.toHaveURL(/unusual/);
});

test('a word leads to the list that knows it; what is not understood is said, and so is that no list has it all', async ({
  engine,
  open,
  page,
}) => {
  scriptComplaint(engine);
  engine.on('withdrawals.page', () => success({ rows: [], total: 3, totals: [] }));
  engine.on('withdrawals.facets', () => success({ statuses: [], tokens: [], networks: [], addresses: [] }));
  await open('/');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find', exact: true });
  await field.fill('reject:INVALID_ADDRESS actor:merchant amount:nothing');
  await expect(page.getByText('“amount:nothing” is not understood; for example amount:49.90')).toBeVisible();
  await expect(page.getByRole('option', { name: 'Show all 3 in Withdrawals' })).toBeVisible();
  await field.fill('reason:timeout status:paid');
  await expect(page.getByText('No list has all of these filters at once.')).toBeVisible();
  await field.fill(':');
  await expect(
    page.getByRole('option', { name: /^difference: how far two amounts are from each other/ }),
  ).toBeVisible();
  await field.fill('reject:INVALID_ADDRESS');
  await page.getByRole('option', { name: 'Show all 3 in Withdrawals' }).click();
  await expect(page).toHaveURL(/#\/withdrawals\?rejectCode=INVALID_ADDRESS$/);
});

test('the search of a list takes the same words, once they are whole', async ({ engine, open, page }) => {
  scriptComplaint(engine);
  await open('/invoices');
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search invoices' });
  await expect(field).toBeFocused();
  await page.keyboard.type('status:expired amount:>100 SO-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    /#\/invoices\?status=expired&amount=100..&amountOf=ordered&amountOf=toPay&amountOf=paid&text=SO-1$/,
  );
  await expect(field).toHaveValue('SO-1');
  await expect(page.getByRole('button', { name: 'Status: Expired' })).toBeVisible();
  await field.fill('reject:X status:nothing-like-it ');
  await expect(page.getByText('“reject:” is no filter of Invoices')).toBeVisible();
  await expect(page).toHaveURL(/status=nothing-like-it/);
});
