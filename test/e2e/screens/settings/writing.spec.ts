/** Numbers and days as people write them: by the system, by the setting, at once, and with the focus where it was. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { DESKTOP, SETTINGS } from '../../../renderer/support/scripts.ts';
import { expect, expectNoOverflow, test } from '../../support/scripted-page.ts';

for (const { locale, total, day, csv } of [
  {
    locale: 'de-DE',
    total: '1.656.217,07 USDT',
    day: /Now: \d\d\.\d\d\.\d{4} /,
    csv: 'As numbers (Semicolon, 1234,56)',
  },
  {
    locale: 'fr-FR',
    total: '1 656 217,07 USDT',
    day: /Now: \d\d\/\d\d\/\d{4} /,
    csv: 'As numbers (Semicolon, 1234,56)',
  },
  { locale: 'en-IN', total: '16,56,217.07 USDT', day: /Now: \d\d\/\d\d\/\d{4} /, csv: 'As numbers (Comma, 1234.56)' },
  { locale: 'en-US', total: '1,656,217.07 USDT', day: /Now: \d\d\/\d\d\/\d{4} /, csv: 'As numbers (Comma, 1234.56)' },
]) {
  test.describe(`a system of ${locale}`, () => {
    test.use({ locale });

    test('writes so by itself', async ({ open, page }) => {
      await open('/');
      // Blanks of any kind count as one.
      await expect(page.getByText(total).first()).toBeVisible();
      await expectNoOverflow(page);
      await open('/settings?section=display');
      await expect(page.getByText(day)).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'CSV' })).toHaveValue(csv);
      await expect(page.getByRole('combobox', { name: 'Numbers' })).toHaveValue(/^System \(/);
    });
  });
}

test('the desktop’s own formats go before the language of the window', async ({ engine, open, page }) => {
  const formats = { numbers: 'de-DE', days: 'en-GB' };
  engine
    .on('app.info', () => success({ version: '0.1.0', capabilities: DESKTOP, formats }))
    .on('login.get', () => success({ on: false }));
  await open('/settings?section=display');
  await expect(page.getByRole('combobox', { name: 'Numbers' })).toHaveValue('System (1.234.567,89)');
  await expect(page.getByRole('combobox', { name: 'Dates' })).toHaveValue('System (31/12/2026)');
  await expect(page.getByRole('combobox', { name: 'Week begins on' })).toHaveValue('System (Monday)');
});

test('a choice holds at once in every window, and whoever chose goes on where they were', async ({
  context,
  engine,
  joinSession,
  open,
  page,
  show,
}) => {
  const other = await context.newPage();
  await joinSession(other);
  await show(other, '/');
  await expect(other.getByText('1,656,217.07 USDT').first()).toBeVisible();
  await open('/settings?section=display');
  const numbers = page.getByRole('combobox', { name: 'Numbers' });
  await numbers.click();
  await page.getByRole('option', { name: '1.234.567,89', exact: true }).click();
  await expectAsked(engine, 'settings.set', { numbers: 'point-comma' });
  await expect(numbers).toHaveValue('1.234.567,89');
  await expect(numbers).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'CSV' })).toHaveValue('As numbers (Semicolon, 1234,56)');
  engine.push('settings.changed', {}, null);
  await expect(other.getByText('1.656.217,07 USDT').first()).toBeVisible();
  const dates = page.getByRole('combobox', { name: 'Dates' });
  await dates.click();
  await page.getByRole('option', { name: '31.12.2026', exact: true }).click();
  await expect(page.getByText(/Now: \d\d\.\d\d\.\d{4} /)).toBeVisible();
  await expect(dates).toBeFocused();
});

test('an export asks for the dialect of the setting, and for none where it is the plain one', async ({
  engine,
  open,
  page,
}) => {
  engine.on('settings.get', () => success({ ...SETTINGS, numbers: 'point-comma' }));
  engine.on('exports.start', () => success({ jobId: 'j-1' }));
  await open('/invoices');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expectAsked(engine, 'exports.start', { format: 'csv', dialect: { separator: ';', decimal: ',' } });
});

/** A day, a point before decimals, a comma between thousands. */
const PLAIN = /\d{4}-\d{2}-\d{2}|\d,\d{3}(?!\d)|\d\.\d/;
/** Every text of the screen, without what stands in a field and without what is exact by its nature: instants as the API has them. */
const WRITTEN_PLAINLY = `[...document.querySelectorAll('main *')]
  .filter((one) => one.childElementCount === 0 && !one.closest('.mc-foreign, .mc-mono, input'))
  .map((one) => one.textContent ?? '')
  .filter((text) => /${PLAIN.source}/.test(text))`;

test('no screen has a number or a day that is written plainly', async ({ engine, open, page }) => {
  engine.on('settings.get', () => success({ ...SETTINGS, numbers: 'space-comma', days: 'day-slash' }));
  for (const [path, proof] of [
    ['/', /1\s656\s217,07/],
    ['/invoices?createdFrom=2026-11-01&createdTo=2026-11-20', /01\/11\/2026 – 20\/11\/2026/],
    ['/reconciliation/tie-out', /6\s197 · 83,6 %/],
  ] as const) {
    await open(path);
    await expect(page.getByText(proof).first()).toBeVisible();
    expect(await page.evaluate<readonly string[]>(WRITTEN_PLAINLY)).toEqual([]);
  }
});
