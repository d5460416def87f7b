/** The statement: figures that open their rows, typed balances in the address, movements by day, paper, and what it cannot tell. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import {
  closeOf,
  scriptClosed,
  scriptPeriods,
  SHA,
  splitAccount,
  statementAnswer,
} from '../../../renderer/support/period-scripts.ts';

test.use({ sharesPage: true });

const OCTOBER = 'from=2026-10-01&to=2026-10-31&zone=UTC';

test('a statement reads from the opening to what is available, exact to the last digit', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open(`/statements/month?${OCTOBER}`);
  const account = page.getByRole('table', { name: 'Statement of USDT' });
  await expect(page.getByText('Enter the balance from your dashboard, and the closing follows.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Opening balance of USDT' }).fill('250,000.12');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/opening=USDT\+250000\.12/);
  await expect(account.getByRole('row', { name: /^Calculated balance/ })).toContainText('748,117.516548233510000001');
  await page.getByRole('textbox', { name: 'Reported balance of USDT' }).fill('748110');
  await page.keyboard.press('Enter');
  await expect(account.getByRole('row', { name: /^Difference/ })).toContainText('−7.516548233510000001');
  await expect(account.getByRole('row', { name: /^Changed after their close/ })).toContainText('−12.60');
  await expect(account.getByRole('row', { name: /^Unexplained/ })).toContainText('+5.083451766489999999');
  await expect(account.getByRole('row', { name: /^Available at the end/ })).toContainText('730,617.266548233510000001');
  // Shortened on the screen, exact in its tooltip.
  await expect(account.getByTitle('748,117.516548233510000001')).toHaveText('748,117.52');
  await expect(page.getByText(/no credits in TRX, so movements are all that can be said/)).toBeVisible();
  await expect(page.getByText('Some records could not be read and are in no figure here')).toBeVisible();
  await expect(page.locator('[data-console-sync]')).toContainText('Complete,');
  await stage.expectSound();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Opening balance of USDT' })).toHaveValue('250000.12');
  await page.getByRole('textbox', { name: 'Reported balance of USDT' }).fill('748.110,00');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/closing=USDT\+748110\.00/);
  await page.getByRole('textbox', { name: 'Reported balance of USDT' }).fill('748,11,0');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('No amount: digits, and a point or a comma before the decimals', { exact: false }),
  ).toBeVisible();
});

test('a difference says first what it is made of and what is not known; its items are a click away', async ({
  stage,
  page,
}) => {
  const answer = statementAnswer({ from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' });
  const [, ...others] = answer.statement.tokens;
  const item = { id: 'item-0001', token: 'USDT', addedAt: '2026-11-02T09:14:00Z', addedBy: 'eva', cleared: null };
  scriptPeriods(stage.engine)
    .on('reconciliation.statement', () =>
      success({ ...answer, statement: { ...answer.statement, tokens: [splitAccount(), ...others] } }),
    )
    .on('periods.addItem', ({ itemId: id, evidence = null, ...said }) => success({ ...item, ...said, id, evidence }))
    .on('periods.clearItem', ({ day, reason }) => {
      const cleared = { day, reason, at: '2026-11-02T09:15:00Z', by: 'eva' };
      const said = { kind: 'timing', amount: '6.00', day: '2026-09-29', text: 'Booked', evidence: null } as const;
      return success({ ...item, ...said, cleared });
    });
  await stage.open(`/statements/month?${OCTOBER}`);
  const answerFirst = page.getByRole('heading', { level: 2, name: /^Difference/ });
  await expect(answerFirst).toHaveText('Difference +12.30 USDT: +4.00 without a date, +6.00 timing, +2.30 not known');
  await expect(page.getByText('1 item is carried forward, the oldest for 32 days.')).toBeVisible();
  await expect(page.getByText('3 rows have no amount or no place, and it may lie there').first()).toBeVisible();
  await stage.expectSound();
  await page.getByRole('button', { name: '1 item', exact: true }).click();
  const items = page.getByRole('table', { name: 'Reconciling items of USDT' });
  await expect(items.getByRole('row', { name: /Booked by the bank in October/ })).toContainText(
    'carried forward, 32 days old',
  );
  await stage.expectSound();
  await items.getByRole('button', { name: 'Clear Booked by the bank in October' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Clear' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the bank has booked it');
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => stage.inputsOf('periods.clearItem'))
    .toEqual([{ id: 'item-0001', day: '2026-10-31', reason: 'the bank has booked it' }]);
  await page.getByRole('button', { name: 'Add an item…' }).click();
  await dialog.getByRole('textbox', { name: 'Amount in USDT' }).fill('-2,30');
  await dialog.getByRole('textbox', { name: 'What it is' }).fill('card fee');
  await dialog.getByRole('textbox', { name: 'Evidence' }).fill('invoice 8');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => stage.inputsOf('periods.addItem'))
    .toMatchObject([
      { token: 'USDT', kind: 'timing', amount: '-2.30', day: '2026-10-31', text: 'card fee', evidence: 'invoice 8' },
    ]);
});

test('figures open their rows, and the rows their records', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open(`/statements/month?${OCTOBER}`);
  await page.getByRole('link', { name: '8,214' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paid invoices' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Paid invoices' })).toBeVisible();
  await expect(page.getByText('8,214 invoices')).toBeVisible();
  await expect(page.getByText('1,702,217.896548233510000001')).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('reconciliation.statementRows')[0])
    .toMatchObject({
      period: { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' },
      token: 'USDT',
      line: 'credits',
      offset: 0,
    });
  await stage.expectSound('one');
  await page.getByRole('gridcell', { name: 'order-1000' }).click();
  await expect(page).toHaveURL(/#\/invoices\/3f1c2b1e-0000-4000-8000-000000000000/);
  await stage.open(`/statements/month/rows?${OCTOBER}&line=rejected&token=USDT`);
  await expect(page.getByText('The balance was returned: no effect')).toBeVisible();
  await stage.open(`/statements/month/rows?${OCTOBER}&line=nonsense`);
  await expect(page.getByText('This address names no line of a statement')).toBeVisible();
});

test('which invoices a withdrawal paid cannot be known; how the movements added up can', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open(`/statements/month?${OCTOBER}`);
  await expect(page.getByText('Which invoices a withdrawal paid cannot be known')).toContainText(
    'no link between the two',
  );
  await page.getByRole('link', { name: 'day by day', exact: true }).click();
  const days = page.getByRole('region', { name: 'By day', exact: true });
  await expect(days.getByRole('row', { name: /^2026-10-02/ })).toContainText('+5,120.500000000000000001');
  await stage.expectSound('one');
  await days.getByRole('link', { name: '270' }).click();
  await expect(page).toHaveURL(
    /#\/statements\/month\/rows\?from=2026-10-01&to=2026-10-01&zone=UTC&line=credits&token=USDT/,
  );
});

test('a point of the days says what it is, and opens the rows that it sums by keys and by a click', async ({
  stage,
  page,
}) => {
  scriptPeriods(stage.engine);
  await stage.open(`/statements/month/days?${OCTOBER}`);
  const picture = page.getByRole('figure').filter({ hasText: 'credited on 1 day' });
  await expect(picture).toContainText('50,000.00 withdrawn on 1 day');
  await picture.getByRole('link', { name: /^By day: a point/ }).focus();
  // The last day has no rows of its own, but a sum of all before it.
  await expect(picture.getByRole('status')).toContainText('2026-10-03');
  await page.keyboard.press('ArrowLeft');
  await expect(picture.getByRole('link', { name: /^2026-10-02 Net change since it began/ })).toBeFocused();
  await stage.expectSound();
  await page.keyboard.press('ArrowUp');
  await expect(picture.getByRole('link', { name: /^2026-10-02 Withdrawn ?50,000.00/ })).toBeFocused();
  // The link lies over all that is drawn, and leads where the pointer is.
  const bar = picture.locator('.mc-mark-0 path').first();
  await bar.hover({ force: true });
  await expect(picture.getByRole('link')).toHaveAttribute('href', /line=credits/);
  await bar.click({ force: true });
  await expect(page).toHaveURL(/rows\?from=2026-10-01&to=2026-10-01&zone=UTC&line=credits&token=USDT/);
});

test('a closed statement is locked, says what changed since, and prints with its proof', async ({ stage, page }) => {
  scriptClosed(scriptPeriods(stage.engine), 'The last webhooks could not be read');
  await stage.open(`/statements/month?${OCTOBER}`);
  await expect(page.getByText('This month is closed')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByText(/^Invoice, its facts are others now/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Close October/ })).toHaveCount(0);
  await stage.expectSound('one');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(SHA)).toBeVisible();
  await expect(page.locator('.mc-print-head').getByText('SANDBOX · no real money')).toBeVisible();
  await expect(
    page.getByText('Closed although something was missing: The last webhooks could not be read'),
  ).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.length).toBeLessThanOrEqual(6);
});

test('that one close is not to be trusted is never said of another period', async ({ stage, page }) => {
  const broken = { ...closeOf(), proof: { ...closeOf().proof, verified: false, faults: ['facts'] as const } };
  scriptClosed(scriptPeriods(stage.engine)).on('periods.get', () => success(broken));
  await stage.open(`/statements/month?${OCTOBER}`);
  const fault = page.getByText('NOT verified: what is kept of this close is not what was locked');
  await expect(fault).toBeVisible();
  await page.evaluate(`location.hash = '#/statements/month?from=2026-11-01&to=2026-11-30&zone=UTC'`);
  await expect(page.getByRole('region', { name: 'To close November' })).toBeVisible();
  await expect(fault).toHaveCount(0);
  // Nor of another closed one, while that is read.
  const other = '0ff1ce00-0000-4000-8000-000000000011';
  stage.engine
    .on('reconciliation.statement', ({ period }) => success(statementAnswer(period, [], other)))
    .hang('periods.get');
  await page.evaluate(`location.hash = '#/statements/month?from=2026-09-01&to=2026-09-30&zone=UTC'`);
  await expect(page.getByText('This month is closed')).toBeVisible();
  await expect(fault).toHaveCount(0);
});

test('the month after a close opens with its closing; any other says where the account goes on', async ({
  stage,
  page,
}) => {
  scriptClosed(scriptPeriods(stage.engine));
  stage.engine.on('reconciliation.statement', ({ period }) => {
    const answer = statementAnswer(period);
    const tokens = answer.statement.tokens.map((account) =>
      account.token === 'USDT' ? { ...account, noClosing: 'not-after-last-close' as const } : account,
    );
    const lastClose = { id: 'c1', to: '2026-11-01', timeZone: 'UTC' };
    return success({ ...answer, statement: { ...answer.statement, tokens }, lastClose });
  });
  await stage.open('/statements/month?from=2026-12-01&to=2026-12-31&zone=UTC');
  await expect(page.getByText(/does not begin where that one ends/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the period that begins 2026-11-01' }).click();
  await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-30&zone=UTC/);
});

test('a statement that cannot be made says so and can be tried again', async ({ stage, page }) => {
  scriptPeriods(stage.engine).fail('reconciliation.statement', { kind: 'bug', incidentId: 'incident-9' });
  await stage.open(`/statements/month?${OCTOBER}`);
  await expect(page.getByText('The statement could not be made')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('incident-9');
  scriptPeriods(stage.engine);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Statement of USDT' })).toBeVisible();
});
