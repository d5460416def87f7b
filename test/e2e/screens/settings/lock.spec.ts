/** The lock: nothing is left to read in the page, it comes back where it was, wrong passphrases are told, and the settings set, change and remove it. */
import { expectAsked } from '../../../renderer/support/asked.ts';
import { ON, withLock } from '../../../renderer/support/lock-scripts.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];

test('Ctrl+Shift+L empties the page, whatever is open; the passphrase brings it back where it was', async ({
  engine,
  open,
  page,
}) => {
  withLock(engine);
  await open('/invoices?status=success');
  await page.getByRole('button', { name: /^Find/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect(page).toHaveTitle('Merchant Console');
  expect(new URL(page.url()).hash).toBe('#/');
  expect(await page.locator('body').innerText()).toMatch(
    /^Locked\s+Passphrase\s+Forgot it\? The API key of a connected business opens the console as well\.\s+Open\s+Syncing, runs and exports go on\.\s*$/,
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectSound(page);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/locked.png` });
  await expect(page.getByLabel('Passphrase', { exact: true })).toBeFocused();
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  expect(page.url()).toContain('#/invoices?status=success');
});

test('a page that is opened or read again while it is locked shows nothing, and asks for nothing', async ({
  engine,
  open,
  page,
}) => {
  const { tell } = withLock(engine);
  tell({ isLocked: true });
  engine.on('profiles.list', () => failed({ kind: 'locked' }));
  await open('/invoices/order-0000007');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  expect(engine.seen.filter(({ call }) => call !== 'lock.status')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSound(page, 'colours');
});

test('a wrong passphrase is told, and so is the wait', async ({ engine, open, page }) => {
  withLock(engine).tell({ isLocked: true });
  await open('/');
  await page.getByLabel('Passphrase', { exact: true }).fill('wrong horse');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('That did not open it.')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Too many were wrong: the next try is in 40 s.');
  await expect(page.getByRole('button', { name: 'Open' })).toBeDisabled();
  await expect(page.getByLabel('Passphrase', { exact: true })).toHaveValue('');
  await expectSound(page);
});

test('a window that has not heard of it is locked by the first refusal', async ({ engine, open, page }) => {
  withLock(engine);
  await open('/settings');
  engine.on('lock.status', () => success({ ...ON, isLocked: true }));
  engine.on('settings.set', () => failed({ kind: 'locked' }));
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
});

test('the settings set it, change it and remove it; what is typed twice must be the same', async ({
  engine,
  open,
  page,
}) => {
  const { tell } = withLock(engine);
  tell({ isOn: false });
  engine.on('lock.set', () => {
    tell({ isOn: true });
    return success({ ok: true });
  });
  engine.on('lock.remove', () => success({ ok: false }));
  await open('/settings?section=lock');
  const panel = page.getByRole('region', { name: 'Lock' });
  await expect(panel.getByRole('radio', { name: 'Never' })).toBeChecked();
  await expect(panel.getByRole('radio', { name: '15 min' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Set it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New passphrase').fill('short');
  await dialog.getByRole('button', { name: 'Set it' }).click();
  await expect(dialog.getByText('At least 8 characters.', { exact: true })).toBeVisible();
  await dialog.getByLabel('New passphrase').fill('correct horse');
  await dialog.getByLabel('Once more').fill('correct house');
  await dialog.getByRole('button', { name: 'Set it' }).click();
  await expect(dialog.getByText('This is not the same passphrase.')).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('Once more').fill('correct horse');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expectAsked(engine, 'lock.set', { passphrase: 'correct horse' });
  await expect(panel.getByRole('radio', { name: '15 min' })).toBeChecked();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/lock-settings.png` });
  await panel.getByText('60 min').click();
  await expectAsked(engine, 'settings.set', { lockMinutes: 60 });
  await panel.getByRole('button', { name: 'Remove it' }).click();
  await dialog.getByLabel('Present passphrase').fill('wrong horse');
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect(dialog.getByText(/^This is not the passphrase/)).toBeVisible();
});

test('without a passphrase the key leads to where one is set', async ({ engine, open, page }) => {
  engine.on('lock.now', () => success({ ok: false }));
  await open('/');
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByRole('region', { name: 'Lock' })).toBeInViewport();
});
