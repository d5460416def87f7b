/** Withdrawals and one withdrawal: the equation, whole addresses, reasons in words, explorers by allow-list, states of the list. */
import { hostileScene } from '../../../renderer/features/hostile.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { withdrawal } from '../../../renderer/features/records.ts';
import { ago, emptyScene, failingScene, HOUR } from '../../../renderer/features/scenes.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { scriptNotes } from '../../../renderer/support/notes-scripts.ts';

test.use({ sharesPage: true });

const BEP20 = '3f1c2b1e-0000-4000-8000-000000000903';
const REFUSED = { kind: 'unreachable', reason: 'refused' } as const;

test('lists them as an equation, with the hash or the reason, and totals that do not mix', async ({ stage, page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await stage.open('/withdrawals');
  await expect(page.getByRole('grid', { name: 'Withdrawals' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^3 days, .* USDT$/ })).toBeVisible();
  await expect(page.getByText('Pending 3 days', { exact: true })).toBeVisible();
  await expect(page.getByText('The transfer on the blockchain failed.')).toBeVisible();
  // The whole address is in the tooltip, and is what is copied.
  await expect(page.getByTitle('0x52908400098527886e0f7030069857d2e4169ee7')).toBeVisible();
  await expect(page.getByTitle('Does not equal amount − network fee')).toBeVisible();
  await page.getByRole('button', { name: 'USDT', exact: true }).click();
  await expect(page.getByRole('row', { name: /USDT · TRC20 2 sent 1,000\.00 ?USDT 3\.00 996\.99/ })).toBeVisible();
  await stage.expectSound();
});

test('what is pending and what was returned have their own sums, whole at every width', async ({ stage, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await stage.open('/withdrawals');
  for (const words of ['1 pending', '1 returned']) {
    const row = page.getByRole('row', { name: new RegExp(`^${words} 500\\.00 ?USDT 1\\.50 498\\.50`) });
    await expect(row).toBeVisible();
    const cut = (): Promise<number> =>
      row.locator('*').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    await expect.poll(cut, words).toBe(0);
  }
});

test('sends its filters exactly and opens one by keyboard', async ({ stage, page }) => {
  await stage.open('/withdrawals?status=pending&token=USDT&network=TRC20&processedTo=2026-11-20');
  await expect(page.getByText('5 withdrawals')).toBeVisible();
  await stage.expectAsked('withdrawals.page', {
    filter: { status: ['pending'], token: ['USDT'], network: ['TRC20'], processedTo: '2026-11-21T00:00:00Z' },
    sort: [{ by: 'created_at', direction: 'desc' }],
  });
  await page.getByRole('gridcell', { name: 'Pending' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/withdrawals\/3f1c2b1e-0000-4000-8000-000000000901/);
});

test('filters are chosen by word and by day, and cleared without losing the order', async ({ stage, page }) => {
  await stage.open('/withdrawals?sort=-amount');
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'Pending' }).check();
  await expect(page).toHaveURL(/status=pending/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Requested' }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/created=last-7-days/);
  await stage.expectAsked('withdrawals.page', {
    filter: { status: ['pending'] },
    sort: [{ by: 'amount', direction: 'desc' }],
  });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/#\/withdrawals\?sort=-amount$/);
});

test('tells its three empty states apart, and looks a whole id up', async ({ stage, page }) => {
  await stage.open('/withdrawals', emptyScene());
  await expect(page.getByText('No withdrawals yet')).toBeVisible();
  await stage.open('/withdrawals?status=approved');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await stage.open(`/withdrawals?text=${BEP20}`);
  await expect(page.getByText('In the mirror, but hidden by the other filters')).toBeVisible();
  await stage.open('/withdrawals?text=3f1c2b1e-0000-4000-8000-00000000dead');
  await expect(page.getByText('The API knows no withdrawal with this id')).toBeVisible();
  await stage.open('/withdrawals?status=rejected', failingScene(REFUSED));
  await expect(page.getByRole('alert')).toContainText('The server refused the connection');
  await stage.expectSound('one');
});

test('one withdrawal: equation, address in groups, transaction at an explorer of the list', async ({ stage, page }) => {
  await stage.open(`/withdrawals/${BEP20}`);
  await expect(page.getByRole('heading', { name: 'Sent on chain' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Amount' })).toContainText(/1,204\.50.*−.*0\.30.*1,204\.20/);
  await expect(page.getByText('0x', { exact: true })).toBeVisible();
  await expect(page.getByText('5290', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Look it up at BscScan/ })).toHaveAttribute(
    'href',
    `https://bscscan.com/tx/0x${'b7'.repeat(32)}`,
  );
  await stage.expectSound('one');
});

test('one withdrawal: rejected, pending, not tying, unknown network', async ({ stage, page }) => {
  const show = async (fields: Parameters<typeof withdrawal>[0]): Promise<void> => {
    stage.engine.on('withdrawals.get', () =>
      success({ withdrawal: withdrawal(fields), asOf: ago(HOUR), source: 'mirror' }),
    );
    await stage.open(`/withdrawals/${BEP20}`);
    await page.reload();
  };
  await show({ status: 'rejected', reject_code: 'brand_new', tx_hash: null });
  await expect(page.getByRole('heading', { name: 'Declined, balance returned' })).toBeVisible();
  await expect(page.getByText('Rejected with the code “brand_new”')).toBeVisible();
  await show({ status: 'pending', tx_hash: null, created_at: ago(74.5 * HOUR) });
  await expect(page.getByText('It has been waiting for 3 d 2 h.')).toBeVisible();
  await show({ amount_to_send: '498.49' });
  await expect(page.getByText('off by -0.01')).toBeVisible();
  await show({ network: 'SOL' });
  await expect(page.getByText('No explorer is known for this network')).toBeVisible();
  await expect(page.getByRole('link', { name: /Look it up/ })).toHaveCount(0);
});

test('one withdrawal: a first payout to an address says so, a later one how often and since when', async ({
  stage,
  page,
}) => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const created = ago(HOUR);
  const pending = withdrawal({ status: 'pending', tx_hash: null, address, network: 'BEP20', created_at: created });
  stage.engine.on('withdrawals.get', () => success({ withdrawal: pending, asOf: ago(HOUR), source: 'mirror' }));
  stage.engine.on('withdrawals.page', () => success({ rows: [], total: 0, totals: [] }));
  await stage.open(`/withdrawals/${BEP20}`);
  await expect(page.getByText('First withdrawal to this address on BEP20')).toBeVisible();
  await stage.expectAsked('withdrawals.page', {
    filter: { address, network: ['BEP20'], status: ['approved'], createdTo: created },
    sort: [{ by: 'created_at', direction: 'asc' }],
    limit: 1,
  });
  await stage.expectSound('one');
  await page.getByRole('button', { name: 'Name this address…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Treasury');
  stage.engine.on('addresses.list', () =>
    success({ addresses: [{ network: 'BEP20', address, name: 'Treasury', at: ago(0), osUser: 'maria' }] }),
  );
  stage.engine.on('addresses.name', () => success({ changed: true }));
  await page.getByRole('button', { name: 'Save' }).click();
  await stage.expectAsked('addresses.name', { network: 'BEP20', address, name: 'Treasury', before: null });
  stage.engine.push('books.changed', { kinds: ['notes'] }, PROFILE);
  await expect(page.getByText('Treasury', { exact: true })).toBeVisible();
  await stage.expectSound('one');
  const rows = [{ ...withdrawal({ address }), asOf: ago(HOUR), marks: { labels: [], notes: 0, hasCase: false } }];
  stage.engine.on('withdrawals.page', () => success({ rows, total: 12, totals: [] }));
  await page.reload();
  await expect(page.getByText('Sent to this address before: 12 times, first requested')).toBeVisible();
  await page.getByRole('link', { name: '12 times' }).click();
  await expect(page).toHaveURL(new RegExp(`withdrawals\\?address=${address}&network=BEP20&status=approved`));
});

test('one withdrawal: not known, not reachable, kept when reading again fails', async ({ stage, page }) => {
  await stage.open('/withdrawals/3f1c2b1e-0000-4000-8000-00000000dead');
  await expect(page.getByText('The API knows no withdrawal with this id')).toBeVisible();
  await stage.open(`/withdrawals/${BEP20}`);
  await expect(page.getByRole('heading', { name: 'Where to' })).toBeVisible();
  stage.engine.on('withdrawals.get', () => failed(REFUSED));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The server refused the connection');
  await expect(page.getByRole('heading', { name: 'Where to' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
});

test('keeps hostile values as text', async ({ stage, page }) => {
  await stage.open('/withdrawals', hostileScene());
  await expect(page.getByRole('grid', { name: 'Withdrawals' })).toBeVisible();
  await stage.expectSound('one');
  await stage.open('/withdrawals/w0000000-0000-4000-8000-000000000001');
  await expect(page.getByRole('heading', { name: /^Unknown status/ })).toBeVisible();
  await expect(page.locator('a[href^="javascript"], img[src^="http"]')).toHaveCount(0);
  await stage.expectSound('one');
});

test('what people have written stands beside each, and chosen ones are labelled together', async ({ stage, page }) => {
  const books = scriptNotes(stage.engine, PROFILE);
  const label = { id: 'label-vip', name: 'VIP', colour: 'amber' } as const;
  books.labels.push(label);
  const rows = [
    { ...withdrawal({ uuid: BEP20 }), asOf: ago(HOUR), marks: { labels: [label], notes: 2, hasCase: true } },
  ];
  stage.engine.on('withdrawals.page', () => success({ rows, total: 1, totals: [] }));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await stage.open('/withdrawals');
  await expect(page.getByRole('gridcell', { name: 'case VIP 2 notes' })).toBeVisible();
  await stage.expectSound();
  await page
    .getByRole('grid', { name: 'Withdrawals' })
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .check();
  await page.getByRole('button', { name: 'Labels…' }).click();
  await page.getByRole('checkbox', { name: 'VIP' }).click();
  await stage.expectAsked('labels.put', { list: 'withdrawals', recordIds: [BEP20], remove: [label.id] });
});
