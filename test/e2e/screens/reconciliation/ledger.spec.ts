/** The ledger: views that add up, triage and matching by hand with the keyboard alone, both sides of a match, states. */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { HOSTILE } from '../../../renderer/features/records.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { entryAt, entryIdAt, scriptEntries, scriptSources } from '../../../renderer/support/entries-scripts.ts';
import { goTo } from '../../support/chord.ts';
import { scriptReconciliation } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

test('views add up to all entries and open their rows; the filters live in the address', async ({ stage, page }) => {
  const made = scriptEntries(stage.engine, scriptReconciliation(stage.engine), 200);
  scriptSources(stage.engine, made);
  stage.engine.on('exports.start', () => success({ jobId: 'job-1' }));
  await stage.open('/reconciliation/ledger');
  await expect(page.getByRole('grid', { name: 'Ledger' }).getByText('order-00003')).toBeVisible();
  const views = page.getByRole('navigation', { name: 'Views' });
  const told = async (): Promise<Map<string, number>> =>
    new Map(
      (await views.locator('button[aria-current], button:not([aria-label]), a').allTextContents()).map((text) => [
        text.replace(/ [\d,]+$/, ''),
        Number(/[\d,]+$/.exec(text)?.[0].replaceAll(',', '')),
      ]),
    );
  await expect(page.getByRole('columnheader', { name: 'Net (USDT)' })).toBeVisible();
  await expect(page.getByTitle('127.070001').first()).toBeVisible();
  await expect.poll(async () => (await told()).get('All')).toBe(200);
  const counts = await told();
  const parts = [...counts].filter(([name]) => !['All', 'To look at', 'Missing in ledger'].includes(name));
  expect(parts.reduce((sum, [, one]) => sum + one, 0)).toBe(200);
  await views.getByRole('button', { name: /^To look at/ }).click();
  await expect(page.getByText(`${counts.get('To look at')} of 200 entries shown`)).toBeVisible();
  await views.getByRole('button', { name: /^Amount differs/ }).click();
  await expect(page).toHaveURL(/#\/reconciliation\/ledger\?outcome=amount-differs$/);
  await expect(page.getByText('8 of 200 entries shown')).toBeVisible();
  await expect(page.getByText('12.5 EUR less than ours').first()).toBeVisible();
  // What is exported is what is shown.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
  await expect
    .poll(() => stage.inputsOf('exports.start')[0])
    .toMatchObject({ kind: 'entries', filter: { kind: 'orders', outcome: ['amount-differs'] } });
  // The counts of the views are still of everything.
  expect((await told()).get('All')).toBe(200);
  await page.getByRole('button', { name: '8 entries' }).click();
  await expect(page.locator('.ag-row-pinned').filter({ hasText: 'PLN' }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Wallet' }).locator('..').click();
  await expect(page).toHaveURL(/#\/reconciliation\/ledger\?kind=wallet$/);
  await expect(page.getByText('No wallet lines yet')).toBeVisible();
  await stage.expectSound();
});

test('is worked through by keyboard: both sides, resolve by digit and note, on to the next, match by hand, take back', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine);
  const made = scriptEntries(stage.engine, books, 200);
  scriptSources(stage.engine, made);
  await stage.open('/reconciliation/ledger?outcome=amount-differs&outcome=missing-here');
  const grid = page.getByRole('grid', { name: 'Ledger' });
  await expect(grid.getByText('order-00003')).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: 'Triage: order-00003' });
  const amounts = panel.getByRole('row', { name: /^Amount/ });
  await expect(amounts).toContainText('211.39 EUR');
  await expect(amounts).toContainText('differ');
  await expect(amounts).toContainText('223.89 EUR');
  await expect(panel.getByRole('row', { name: /^Difference/ })).toContainText('−12.5 EUR');
  await expect(panel).toContainText('the ordered amount');
  await expect(panel.getByRole('link', { name: 'orders-2026-10.csv' })).toHaveAttribute(
    'href',
    '#/reconciliation/imports/import-2',
  );
  await expect(panel.getByRole('list', { name: 'History' })).toBeVisible();
  await stage.expectSound();
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await page.keyboard.type('A fee of the shop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('order-00003 resolved (explained). Next: order-00009.')).toBeVisible();
  expect(books.rows.find(({ id }) => id === 'e-3')).toMatchObject({ state: 'resolved', note: 'A fee of the shop' });
  const next = page.getByRole('complementary', { name: 'Triage: order-00009' });
  await expect(next).toContainText('An invoice has nearly this id');
  // By hand: search, arrows, Enter, note, Enter twice.
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Match by hand' });
  const search = dialog.getByRole('combobox', { name: 'Find invoices' });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('order-00009');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Match by hand' })).toBeDisabled();
  await expect(dialog.getByText('Choose the invoice that it is.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Chosen records' }).getByRole('listitem')).toHaveCount(1);
  // An invoice in another currency does not add up with it.
  await expect(dialog.getByText('EUR and PLN do not add up.')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Difference', { exact: true })).toBeVisible();
  await stage.expectSound('one');
  await dialog.getByRole('textbox', { name: 'Note' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/A note is needed/)).toBeVisible();
  await page.keyboard.type('Paid under another id');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^order-00009 matched by hand with order-\d+\.$/)).toBeVisible();
  await expect.poll(() => stage.inputsOf('entries.matchByHand')).toHaveLength(1);
  await expect
    .poll(() => stage.inputsOf('entries.matchByHand')[0])
    .toMatchObject({
      kind: 'orders',
      entries: [entryIdAt(9)],
      note: 'Paid under another id',
    });
  await expect(grid.getByRole('gridcell', { name: 'order-00009', exact: true })).toHaveCount(0);
  // The keyboard is in the table; the match is taken back where it stands.
  await expect(page.locator('.ag-cell:focus')).toHaveCount(1);
  await stage.open(`/reconciliation/ledger/${entryIdAt(9)}`);
  await expect(page.getByText('“Paid under another id”')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Take it back' })).toBeDisabled();
  await page.keyboard.type('It is of another order');
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('order-00009: the match by hand is taken back.')).toBeVisible();
  expect(made.handMatches.size).toBe(0);
  await stage.expectAsked('entries.unmatch', expect.objectContaining({ reason: 'It is of another order' }));
});

test('several entries are one record: chosen in the list, refused in words, and what others did meanwhile is said', async ({
  stage,
  page,
}) => {
  const made = scriptEntries(stage.engine, scriptReconciliation(stage.engine), 60);
  scriptSources(stage.engine, made);
  made.refusal = 'taken';
  await stage.open('/reconciliation/ledger?outcome=missing-here');
  const grid = page.getByRole('grid', { name: 'Ledger' });
  await grid.getByRole('gridcell', { name: 'order-00009', exact: true }).click();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Match by hand' });
  await expect(dialog.getByText('Your 2 entries')).toBeVisible();
  await dialog.getByRole('combobox').fill('order');
  const options = dialog.getByRole('option');
  await options.nth(1).click();
  await options.nth(2).click();
  // Another one takes its place: several entries are one record.
  await expect(dialog.getByRole('list', { name: 'Chosen records' }).getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByText(/was not paid, and in no sum/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Two parts of one order');
  await dialog.getByRole('button', { name: 'Match by hand' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It belongs to another match by hand already (order-00009).');
  // The form stays, with what was written.
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Two parts of one order');
  const nine = made.rows.find(({ id }) => id === entryIdAt(9));
  if (nine === undefined) throw new Error('there is none');
  made.rows = made.rows.map((row) => (row.id === nine.id ? { ...row, handMatchId: 'hand-9' } : row));
  stage.engine.push('books.changed', { kinds: ['entries'] }, PROFILE);
  await expect(dialog.getByText('somebody has matched it by hand.')).toBeVisible();
  // An answer that was lost is asked for under the same intent.
  stage.engine.fail('entries.matchByHand', { kind: 'unavailable-offline', detail: 'The console does not answer.' });
  const send = dialog.getByRole('button', { name: 'Match by hand' });
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('The console does not answer.');
  await send.click();
  await expect.poll(() => stage.inputsOf('entries.matchByHand').length).toBe(3);
  const intents = stage.inputsOf('entries.matchByHand').map((input) => JSON.stringify(input));
  expect(intents[2]).toBe(intents[1]);
  expect(intents[1]).not.toBe(intents[0]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('empty, loading, failing and hostile: each says what it is', async ({ stage, page }) => {
  const made = scriptEntries(stage.engine, null, 0);
  scriptSources(stage.engine, made);
  await stage.open('/reconciliation/ledger');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Import a file' }).first()).toHaveAttribute(
    'href',
    '#/reconciliation/imports/new',
  );
  await stage.open('/reconciliation/ledger?text=nothing');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  const bad = {
    ...entryAt(3),
    ident: HOSTILE.script,
    customer: HOSTILE.rtl,
    memo: HOSTILE.long,
    unit: HOSTILE.script.slice(0, 24),
    statusText: HOSTILE.rtl,
    amount: HOSTILE.manyDigits,
    delta: `-${HOSTILE.manyDecimals}`,
    exception: null,
  };
  made.rows = [bad, { ...entryAt(1), ident: null, at: null, statusText: null, outcome: null, pass: null, delta: null }];
  await stage.open('/reconciliation/ledger');
  await page.getByRole('gridcell', { name: 'line 3', exact: true }).click();
  await expect(page.getByRole('complementary')).toContainText('The next match looks at it.');
  await page.keyboard.press('r');
  await expect(page.getByText(/No match has looked at this entry yet/).first()).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('row', { name: /^Memo/ })).toBeVisible();
  await stage.expectSound('one');
  stage.engine.hang('entries.get');
  await stage.open(`/reconciliation/ledger/${entryIdAt(7)}`);
  await expect(page.getByRole('heading', { name: 'Entry', level: 1 })).toBeVisible();
  stage.engine.on('entries.get', ({ id }) => failed({ kind: 'not-found', what: 'entry', ident: id }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('No such entry');
  stage.engine.fail('entries.page', { kind: 'bug', incidentId: 'incident-7' });
  stage.engine.fail('entries.counts', { kind: 'bug', incidentId: 'incident-8' });
  await stage.open('/reconciliation/ledger');
  await expect(page.getByText('Could not be read.')).toBeVisible();
  // One complaint: whoever has the list read again means its counts as well.
  await expect(page.getByRole('alert').filter({ hasText: 'incident-7' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
  scriptEntries(stage.engine, null, 5);
  stage.engine.on('entries.counts', () =>
    success({
      total: 5,
      outcomes: [{ outcome: 'matched', count: 4 }],
      units: [],
      matchedAt: new Date().toISOString(),
      pending: true,
    }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('gridcell', { name: 'order-00003', exact: true })).toBeVisible();
  await expect(page.getByText('The views do not add up to the entries')).toBeVisible();
  await expect(page.getByText('What changed since is matched by itself')).toBeVisible();
});

test('the page of a record names what the books say of it', async ({ stage, page }) => {
  const made = scriptEntries(stage.engine, null, 60);
  made.rows = made.rows.map((row) => ({ ...row, recordUuid: '3f1c2b1e-0000-4000-8000-000000000005' }));
  await stage.open('/invoices/3f1c2b1e-0000-4000-8000-000000000005');
  const panel = page.getByRole('region', { name: 'In your ledger' });
  await expect(panel.getByRole('listitem')).toHaveCount(5);
  await expect(panel.getByRole('link', { name: 'All 60 entries' })).toHaveAttribute(
    'href',
    '#/reconciliation/ledger?kind=orders&recordUuid=3f1c2b1e-0000-4000-8000-000000000005',
  );
  await goTo(page, 'u');
  await expect(page.getByRole('heading', { name: 'Ledger', level: 1 })).toBeVisible();
});
