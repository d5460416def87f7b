/** The command palette, the sheet of keys, and what the program around the page asks of a window. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import type { Page } from '@playwright/test';
import { BUSINESS, quietStatus, SANDBOX, SETTINGS } from '../../../renderer/support/scripts.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const SHOTS = process.env['CONSOLE_SHOTS'];

function palette(page: Page) {
  return {
    dialog: page.getByRole('dialog', { name: 'Finder' }),
    field: page.getByRole('combobox', { name: 'Find', exact: true }),
    options: page.getByRole('listbox', { name: 'Commands' }).getByRole('option'),
  };
}

for (const scheme of ['light', 'dark'] as const) {
  test(`the palette is sound in ${scheme}, by keyboard alone`, async ({ engine, open, page }) => {
    engine.on('settings.get', () => success({ ...SETTINGS, colourScheme: scheme }));
    await open('/');
    await page.keyboard.press('Control+Shift+P');
    const { dialog, field, options } = palette(page);
    await expect(dialog).toBeVisible();
    await expect(field).toBeFocused();
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expectSound(page);
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/palette-${scheme}.png` });
    await page.keyboard.press('ArrowDown');
    const second = options.nth(1);
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '');
    await field.fill('exceptions');
    await expect(options.first()).toContainText('Exceptions');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Exceptions' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
}

test('profiles, views and ids are commands; foreign names stay text', async ({ engine, open, page }) => {
  const name = '<img src=x onerror=alert(1)>\u202Etxet';
  engine
    .on('profiles.list', () => success({ profiles: [SANDBOX, { ...BUSINESS, name }], selected: SANDBOX.id }))
    .on('lookup.find', ({ ids }) =>
      success({ results: ids.map((ident) => ({ ident, matches: [], isCut: false, similar: [] })) }),
    )
    .on('views.list', () =>
      success({ views: [{ id: 'v1', list: 'deliveries', name: 'Failed at my shop', query: 'state=failed' }] }),
    );
  await open('/');
  const { field, options } = palette(page);
  await page.keyboard.press('Control+Shift+P');
  await field.fill('switch');
  await expect(options.first()).toContainText('<img src=x');
  await expect(page.locator('img')).toHaveCount(0);
  await field.fill('my shop');
  // Saved views are read when it opens.
  await expect(options.first()).toContainText('Failed at my shop');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toBe('#/webhooks/deliveries?state=failed');
  await page.keyboard.press('Control+Shift+P');
  await field.fill('order-1057');
  await page.getByRole('option', { name: 'Find order-1057' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/find?id=order-1057');
  engine.on('invoices.page', () => success({ rows: [], total: 0 }));
  await page.keyboard.press('Control+Shift+P');
  await field.fill('nothing like this');
  await expect(page.getByText('No command, screen or id like this.')).toBeVisible();
});

test('what is refused says why and does nothing; what means nothing here is not offered', async ({
  engine,
  open,
  page,
}) => {
  engine
    .on('profiles.list', () => success({ profiles: [{ ...SANDBOX, readOnly: true }], selected: SANDBOX.id }))
    .on('sync.status', () => success({ ...quietStatus(), state: 'paused' }));
  await open('/settings');
  const { field, options } = palette(page);
  await page.keyboard.press('Control+Shift+P');
  await field.fill('new invoice');
  await expect(options.first()).toHaveAttribute('aria-disabled', 'true');
  await expect(options.first()).toContainText(/read-only/i);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings');
  await expectSound(page);
});

test('the program around the page shows screens, and opens the finder and the sheet', async ({
  engine,
  open,
  page,
}) => {
  await open('/');
  engine.push('window.command', { do: 'show', path: '/invoices?status=success' }, null);
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  engine.push('window.command', { do: 'show', path: '/nowhere/at/all' }, null);
  await expect(page.getByText('This address leads nowhere')).toBeVisible();
  engine.push('window.command', { do: 'find' }, null);
  await expect(palette(page).dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page).dialog).toHaveCount(0);
  engine.push('window.command', { do: 'shortcuts' }, null);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const name of ['Go', 'Lists', 'Work', 'Window']) await expect(sheet.getByRole('region', { name })).toBeVisible();
  await expect(sheet).toContainText('Keyboard shortcuts');
  await expectSound(page);
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/sheet-${width}.png` });
  }
});
