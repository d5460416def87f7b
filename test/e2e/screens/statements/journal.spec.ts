/** The journal of a month: the answer first, every line with its account and its rows, accounts that are missing and mapped, a file that leaves once, the home currency. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import { SETTINGS } from '../../../renderer/support/scripts.ts';
import { journalAnswer, scriptJournal } from '../../../renderer/support/journal-scripts.ts';
import { scriptPeriods } from '../../../renderer/support/period-scripts.ts';

test.use({ sharesPage: true });

const DAYS = 'from=2026-10-01&to=2026-10-31&zone=UTC';

test('the journal says first whether it balances and what is missing; every line opens its rows', async ({
  stage,
  page,
}) => {
  scriptJournal(scriptPeriods(stage.engine));
  await stage.open(`/statements/month/journal?${DAYS}`);
  await expect(page.getByRole('heading', { level: 2, name: /^October 2026: 14 lines/ })).toHaveText(
    'October 2026: 14 lines, debits = credits in EUR and USDT; 1 account is missing',
  );
  await expect(page.getByText('Not closed', { exact: true })).toBeVisible();
  await expect(page.getByText('3 paid invoices have no net: sold, and not credited.')).toBeVisible();
  const lines = page.getByRole('table', { name: 'Lines of the journal' });
  await expect(lines.getByRole('row', { name: /^network fees/ })).toContainText('not mapped');
  await expect(lines.getByRole('row', { name: /^estimated fee/ })).toContainText('an estimate');
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await stage.expectSound();
  await lines
    .getByRole('row', { name: /^sales, gross/ })
    .getByRole('link', { name: '2,614' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sales: sales, gross' })).toBeVisible();
  await expect(page.getByText('2,614 rows')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'order-1', exact: true })).toBeVisible();
  await stage.expectSound('one');
  await stage.open(`/statements/month/journal/rows?${DAYS}&entry=nonsense`);
  await expect(page.getByText('This address names no line of a journal')).toBeVisible();
});

test('accounts are mapped where they are missing, in columns of one’s own or for Xero', async ({ stage, page }) => {
  scriptJournal(scriptPeriods(stage.engine));
  await stage.open(`/statements/month/journal?${DAYS}`);
  await page.getByRole('button', { name: 'Map accounts…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Account of sales, gross', exact: true })).toHaveValue('4001');
  await dialog.getByRole('textbox', { name: 'Account of network fees', exact: true }).fill('4990');
  await dialog.getByRole('textbox', { name: 'Account of conversion into token in USDT' }).fill('4111');
  await dialog.getByRole('button', { name: 'Leave column 4 out' }).click();
  await expect(
    dialog.getByText('Not yet: needs a narration, in which the first line says how sure the journal is.'),
  ).toBeVisible();
  await stage.expectSound();
  await dialog.getByRole('button', { name: 'Add a column' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Head of column 8' })).toHaveValue('Narration');
  await dialog.getByRole('button', { name: 'Move column 8 to the left' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const [saved] = stage.inputsOf('journal.saveMapping');
  expect(saved).toMatchObject({ before: 1, mapping: { shape: 'own' } });
  expect(JSON.stringify(saved)).toContain('"account":"4990"');
  expect(JSON.stringify(saved)).toContain('{"role":"conversion","currency":"USDT","account":"4111","taxRate":null}');
  await expect(page.getByRole('heading', { level: 2, name: /debits = credits in EUR and USDT$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Accounts…' }).click();
  await dialog.getByText('Xero, manual journals').click();
  await expect(dialog.getByText(/one currency a file, at most 300 lines/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /\d+ tax rates are missing$/ })).toBeVisible();
});

test('a journal leaves with the days and the marks of this window, and not twice without being asked', async ({
  stage,
  page,
}) => {
  const made = {
    from: '2026-10-01T00:00:00Z',
    to: '2026-11-01T00:00:00Z',
    timeZone: 'UTC',
    currency: null,
    at: '2026-11-02T09:00:00Z',
    by: 'eva',
    fileName: 'journal-2026-11-02.csv',
    sha256: 'ab'.repeat(32),
    closeId: null,
  };
  scriptPeriods(stage.engine)
    .on('journal.read', () => success(journalAnswer({ missing: [], made: [made] })))
    .on('exports.start', () => success({ jobId: 'job-1' }));
  await stage.open(`/statements/month/journal?${DAYS}`);
  await expect(page.getByText('One was made already')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV, EUR alone' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('journal-2026-11-02.csv was made');
  expect(stage.inputsOf('exports.start')).toEqual([]);
  await dialog.getByRole('button', { name: 'Make it again' }).click();
  await expect
    .poll(() => stage.inputsOf('exports.start'))
    .toMatchObject([{ kind: 'journal', currency: 'EUR', again: true, days: { order: 'ymd', mark: '-' } }]);
});

test('in the home currency each line has its value, and rates are pasted with where they were read', async ({
  stage,
  page,
}) => {
  const home = { currency: 'EUR', total: '12.01', rounding: null, unknown: 4, statement: [] };
  scriptJournal(scriptPeriods(stage.engine)).on('journal.read', () => success(journalAnswer({ missing: [] }, home)));
  await stage.open(`/statements/month/journal?${DAYS}`);
  await expect(page.getByRole('columnheader', { name: 'Value (EUR)' })).toBeVisible();
  await expect(page.getByText('4 rows have no rate into EUR: not known, and in no value.')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'CSV, all of it in EUR' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Home currency…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('eur');
  await dialog
    .getByRole('textbox', { name: 'Rates into EUR' })
    .fill('2026-10-01..2026-10-31 USDT 0,92 ECB\n2026-10-40 USDT 1 x');
  await expect(dialog.getByText(/^Line 2: a day is missing/)).toBeVisible();
  await stage.expectSound();
  await dialog.getByRole('textbox', { name: 'Rates into EUR' }).fill('2026-10-01..2026-10-31 USDT 0,92 ECB');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => stage.inputsOf('home.set')).toEqual([{ currency: 'EUR', before: null }]);
  await expect
    .poll(() => stage.inputsOf('home.saveRates'))
    .toEqual([
      { currency: 'EUR', rates: [{ unit: 'USDT', from: '2026-10-01', to: '2026-10-31', rate: '0.92', source: 'ECB' }] },
    ]);
});

test('the lines of the statement have their value, not known where no rate is', async ({ stage, page }) => {
  stage.engine.on('settings.get', () => success({ ...SETTINGS, days: 'day-slash' }));
  const of = { token: 'USDT', currency: null } as const;
  const statement = [
    { ...of, line: 'credits', count: 8_214, value: '1520113.44', unknown: 12 },
    { ...of, line: 'credits', currency: 'PLN', count: 12, value: '0.00', unknown: 12 },
    { ...of, line: 'withdrawals', count: 41, value: '900.10', unknown: 0 },
    { ...of, line: 'movement', count: 8_255, value: '1519213.34', unknown: 12 },
  ] as const;
  const home = { currency: 'EUR', total: '12.01', rounding: null, unknown: 12, statement: [...statement] };
  scriptJournal(scriptPeriods(stage.engine))
    .on('journal.read', () => success(journalAnswer({}, home)))
    .on('home.get', () => success({ book: { currency: 'EUR', rates: [] } }));
  await stage.open(`/statements/month?${DAYS}`);
  await expect(page.getByText('01/10/2026 – 31/10/2026, UTC').first()).toBeVisible();
  const table = page.getByRole('table', { name: 'Statement of USDT' });
  await expect(table.getByRole('columnheader', { name: 'Value (EUR)' })).toBeVisible();
  const paid = table.getByRole('row', { name: /^Paid invoices, net/ });
  await expect(paid).toContainText('+1,520,113.44');
  await expect(paid).toContainText('12 rows not known');
  await expect(table.getByRole('row', { name: /^PLN/ })).toContainText('not known');
  await expect(table.getByRole('row', { name: /^Withdrawals/ })).toContainText('−900.10');
  await expect(table.getByRole('row', { name: /^Net change/ })).toContainText('+1,519,213.34');
  await stage.expectSound();
});

test('lists have a column of values once there is a home currency, empty where no rate is known', async ({
  stage,
  page,
}) => {
  stage.engine.on('home.get', () => success({ book: { currency: 'EUR', rates: [] } }));
  await stage.open('/invoices');
  await expect(page.getByRole('columnheader', { name: 'Value (EUR)' })).toBeVisible();
  await stage.open('/withdrawals');
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();
});
