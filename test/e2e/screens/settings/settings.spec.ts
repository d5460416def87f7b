/** Settings: keys go in and are gone from the page, every refusal is named, the keychain's state is told, choices are kept. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { BUSINESS, fillingStatus, NOW, quietStatus, SETTINGS } from '../../../renderer/support/scripts.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';
import { budgetOf, mirrorOf } from '../../../renderer/support/sync-proof.ts';

test.use({ sharesPage: true });

const CANARY = 'canary-key-4f9c2e71';

test('is sound in light and in dark', async ({ engine, open, page }) => {
  engine.on('settings.get', () => success({ ...SETTINGS, colourScheme: 'auto' }));
  await page.emulateMedia({ colorScheme: 'light' });
  await open('/settings');
  await expect(page.getByText('Key in the keychain')).toBeVisible();
  await expectSound(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectSound(page, 'colours');
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: /Set a new key/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSound(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expectSound(page, 'colours');
});

test('without a keychain the settings say so, and what to do about it', async ({ engine, open, page }) => {
  engine.on('vault.status', () => success({ kind: 'unavailable', reason: 'no-service' }));
  await open('/settings');
  await expect(page.getByText('Does not work')).toBeVisible();
  await expect(
    page.getByText(/In a container or a session without a desktop, install gnome-keyring and dbus/),
  ).toBeVisible();
  await expect(page.getByText(/^dbus-run-session -- .*gnome-keyring-daemon --unlock .*npm start'$/)).toBeVisible();
});

test('a new key of another business is refused by name', async ({ engine, open, page }) => {
  engine.on('profiles.setKey', () =>
    success({
      verdict: {
        ok: false,
        code: 'DIFFERENT_BUSINESS',
        failure: { kind: 'profile-changed', reason: 'different-business' },
      },
      sameBusiness: 'different',
    }),
  );
  await open('/settings');
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: /Set a new key/ }).click();
  await page.getByLabel('API key', { exact: true }).fill(CANARY);
  await page.getByRole('button', { name: 'Check and set' }).click();
  await expect(page.getByRole('alert')).toContainText('This is the key of another business');
});

test('forgetting asks about the mirror and about the books, each for itself', async ({ engine, open, page }) => {
  engine.on('profiles.forget', () => success({}));
  await open('/settings');
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: /Forget/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget Northwind Coffee?' });
  await expect(dialog.getByLabel(/Delete its mirror too/)).not.toBeChecked();
  await expect(dialog.getByLabel(/Delete its rows in the books too/)).not.toBeChecked();
  await expectSound(page);
  await dialog.getByLabel(/Delete its mirror too/).check();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await expect
    .poll(() => engine.seen.find(({ call }) => call === 'profiles.forget')?.input)
    .toEqual({ id: BUSINESS.id, mirror: true, books: false });
});

test('a search leaves the sections that have it; the list at the left leads to one', async ({ open, page }) => {
  await open('/settings');
  await page.keyboard.press('/');
  await page.keyboard.type('row height');
  await expect(page.getByRole('region', { name: 'Display and numbers' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Businesses' })).toHaveCount(0);
  await page.keyboard.type(' of nothing');
  await expect(page.getByText('No setting is called so')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('');
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('region', { name: 'This computer' })).toBeInViewport();
  await expect(page).toHaveURL(/section=about/);
});

test('for whom Home opens is kept', async ({ engine, open, page }) => {
  await open('/settings');
  await page.getByRole('radiogroup', { name: 'Home opens for' }).getByText('Support').click();
  await expectAsked(engine, 'settings.set', { homeFor: 'support' });
});

test('rename and read-only', async ({ engine, open, page }) => {
  engine.on('profiles.update', () => success({}));
  await open('/settings');
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: 'Make read-only' }).click();
  await expect
    .poll(() => engine.seen.find(({ call }) => call === 'profiles.update')?.input)
    .toMatchObject({ id: BUSINESS.id, readOnly: true });
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: /Rename/ }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Northwind Tea');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expectAsked(engine, 'profiles.update', { id: BUSINESS.id, name: 'Northwind Tea' });
});

test('what could not be done is told where it was asked for', async ({ engine, open, page }) => {
  const refused = { kind: 'unavailable-offline', detail: 'The books are being written by another program.' } as const;
  engine.fail('profiles.update', refused).fail('sync.pause', refused).fail('sync.start', refused);
  await open('/settings');
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: 'Make read-only' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Northwind Coffee' });
  await expect(line.getByRole('alert')).toContainText(refused.detail);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Requests kept' }).getByRole('alert')).toContainText(refused.detail);
  const mirror = await mirrorOf(page);
  await mirror.getByRole('button', { name: 'Check again now' }).click();
  await expect(mirror.getByRole('alert')).toHaveText(refused.detail);
  await expectSound(page);
  // Once the reading stands otherwise, that is history.
  engine.push('sync.status', { ...quietStatus(), state: 'paused' }, quietStatus().profile);
  await expect(mirror.getByRole('alert')).toHaveCount(0);
});

test('where the API strays from its specification is told, and copied in one click', async ({ engine, open, page }) => {
  const unknown = { what: 'invoice.loyalty_points: unknown field', example: 'object', firstAt: NOW, lastAt: NOW };
  engine.on('contact.drift', () => success({ drifts: [{ ...unknown, answers: 14 }], text: 'the whole report' }));
  await open('/settings');
  const panel = page.getByRole('region', { name: 'Other than specified' });
  await expect(
    panel.getByRole('row', { name: /^invoice\.loyalty_points: unknown field \(object\).*14$/ }),
  ).toBeVisible();
  await expectSound(page);
  await panel.getByRole('button', { name: 'Copy report' }).click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('the whole report');
});

test('what is down is told by thresholds of one’s own, within bounds', async ({ engine, open, page }) => {
  await open('/settings');
  const field = page.getByRole('textbox', { name: 'A receiver is down after' });
  await expect(field).toHaveValue('6');
  await field.fill('9');
  await field.blur();
  await expectAsked(engine, 'settings.set', { failuresInRow: 9 });
  await expect(field).toHaveValue('9');
});

test('the re-read is said in words, without a mouse', async ({ engine, open, page }) => {
  const reread = { withinDays: 30, everySeconds: 600, page: 3, pages: 125, oldestReading: null, late: false };
  engine.on('sync.status', () => success({ ...quietStatus(), reread }));
  await open('/settings');
  await expect(page.getByRole('row', { name: 'Ended invoices, again all within 30 days' })).toBeVisible();
});

test('zone and colours are kept by the engine and take effect at once', async ({ open, page }) => {
  await open('/settings');
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Warsaw');
  await page.getByRole('option', { name: 'Europe/Warsaw' }).click();
  await expect(page.getByText(/^Now:/)).toContainText('Europe/Warsaw');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the reserve for the shop is set on a slider by keyboard, and given back to the console', async ({
  engine,
  open,
  page,
}) => {
  const asked = () => engine.inputsOf('sync.setReserve');
  await open('/settings');
  const slider = page.getByRole('slider', { name: 'Requests kept free each minute' });
  await expect(page.getByText('5 of 100 kept free, decided by the console')).toBeVisible();
  await page.getByText('Set by me').click();
  await expect.poll(asked).toMatchObject([{ reserve: 5 }]);
  await expect(slider).toHaveAttribute('aria-valuemax', '99');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(asked).toContainEqual(expect.objectContaining({ reserve: 6 }));
  await page.keyboard.press('Home');
  await expect.poll(asked).toContainEqual(expect.objectContaining({ reserve: 0 }));
  await expect(page.getByText('a shop on the same key may be refused')).toBeVisible();
  await page.getByText('Automatic', { exact: true }).click();
  await expect.poll(asked).toContainEqual(expect.objectContaining({ reserve: 'automatic' }));
});

test('somebody else on the key is named with what helps, and the reading can be paused', async ({
  engine,
  open,
  page,
}) => {
  engine.on('sync.status', () => success(fillingStatus()));
  await open('/');
  const budget = await budgetOf(page);
  await expect(budget).toContainText('Another program uses this key, about 20 a minute.');
  const main = page.getByRole('main');
  await expect(main.getByText('If it is your shop, give the console a key of its own')).toBeVisible();
  await main.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => engine.seen.some(({ call }) => call === 'sync.pause')).toBe(true);
});
