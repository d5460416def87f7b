/** The keys of the console: which are left to the browser, where they reach and where they do not, and where the keyboard is afterwards. */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { DESKTOP } from '../../../renderer/support/scripts.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { goTo } from '../../support/chord.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

function asDesktop(engine: ScriptedEngine): void {
  engine.on('app.info', () => success<CallOutput<'app.info'>>({ version: '0.1.0', capabilities: DESKTOP }));
}

test('digits are the browser’s own in a browser, and screens in a program', async ({ engine, open, page }) => {
  await open('/');
  await page.evaluate(`window.left = []; addEventListener('keydown', (event) => {
    if (event.key === '2') setTimeout(() => window.left.push(event.defaultPrevented));
  })`);
  await page.keyboard.press('Control+2');
  await expect.poll(() => page.evaluate<boolean[]>('window.left')).toEqual([false]);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/');
  asDesktop(engine);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

test('a switch is no text: after one the keys go on', async ({ open, page }) => {
  await open('/');
  await page.getByText('Last month', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Last month' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('behind a dialog no key does anything, and the palette keeps the keyboard until it is left', async ({
  open,
  page,
}) => {
  await open('/settings');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Finder' });
  await page.evaluate(`window.left = []; addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.key.length === 1) setTimeout(() => window.left.push(event.defaultPrevented));
  })`);
  for (const key of ['g', 'i', '/', 'Control+k', 'Control+Shift+P']) await page.keyboard.press(key);
  // A key of ours that does nothing here is not left to the menu of the program, which would do it.
  await expect.poll(() => page.evaluate<boolean[]>('window.left')).toEqual([true, true]);
  await expect(sheet).toBeVisible();
  await expect(palette).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('Control+Shift+P');
  const field = page.getByRole('combobox', { name: 'Find', exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette).toHaveCount(0);
});

test('a command of the palette that goes to a field leaves the keyboard there; else it goes back where it was', async ({
  open,
  page,
}) => {
  await open('/invoices');
  const commands = page.getByRole('button', { name: 'Find', exact: true });
  const field = page.getByRole('combobox', { name: 'Find', exact: true });
  const palette = page.getByRole('dialog', { name: 'Finder' });
  await commands.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(commands).toBeFocused();
  const search = page.locator('[data-console-search]').first();
  await commands.click();
  await field.fill('search on this screen');
  await expect(page.getByRole('option').first()).toContainText(/search on this screen/i);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(search).toBeFocused();
  // And it stays there when the finder has gone altogether, and the page behind it scrolls again.
  await expect(page.locator('body[data-scroll-locked]')).toHaveCount(0);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await expect(search).toBeFocused();
});

test('what the menu prints says why it cannot, where the button of the screen cannot', async ({
  engine,
  open,
  page,
}) => {
  asDesktop(engine);
  engine.hang('reconciliation.tieOut');
  await open('/reconciliation/tie-out');
  await expect(page.getByRole('button', { name: 'Save as PDF' })).toBeDisabled();
  engine.push('window.command', { do: 'print' }, null);
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The PDF was not saved. It is not computed yet.');
  expect(engine.seen.some(({ call }) => call === 'windows.printPdf')).toBe(false);
});

test('behind a dialog no menu does anything; a screen that was asked for is offered', async ({
  engine,
  open,
  page,
}) => {
  asDesktop(engine);
  engine.on('login.get', () => success({ on: false }));
  await open('/settings');
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: /Rename/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Northwind');
  for (const deed of ['shortcuts', 'print', 'find'] as const) engine.push('window.command', { do: deed }, null);
  engine.push('window.command', { do: 'show', path: '/invoices' }, null);
  await expect(page.getByText('Another screen was asked for')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog.getByLabel('Name')).toHaveValue('Northwind');
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings');
  expect(engine.seen.some(({ call }) => call === 'windows.printPdf')).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Go there' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

test('after G a Shift is no letter, and the letter may be large', async ({ open, page }) => {
  await open('/');
  await goTo(page, 'Shift+I');
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

test('on a Mac it is ⌘ that goes with letters, also in tables', async ({ open, page }) => {
  await page.addInitScript(`Object.defineProperty(navigator, 'userAgentData', { value: { platform: 'macOS' } })`);
  await open('/webhooks/deliveries');
  const row = page.getByRole('grid').locator('.ag-row').first();
  // A row that is still being read has no words and cannot be chosen.
  await expect(row).toContainText(/\d/);
  await row.locator('.ag-cell').nth(1).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Space');
  await expect(page.getByText(/^1 selected/)).toBeVisible();
});

test('keys by themselves can be switched off, in every window, and those held with Ctrl stay', async ({
  joinSession,
  open,
  page,
  shell,
}) => {
  await open('/settings');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const plain = sheet.getByRole('switch', { name: 'Keys by themselves' });
  await page.keyboard.press('?');
  await expect(plain).toBeChecked();
  await expectSound(page);
  await plain.click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  for (const key of ['?', 'g', 'i', '/']) await page.keyboard.press(key);
  const field = page.getByRole('combobox', { name: 'Find', exact: true });
  const sheetByWords = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await field.fill('keyboard shortcuts');
    await expect(page.getByRole('option').first()).toContainText(/keyboard shortcuts/i);
    await page.keyboard.press('Enter');
  };
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings');
  await sheetByWords();
  await expect(sheet.getByText('Search on this screen')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const other = await page.context().newPage();
  await joinSession(other);
  await other.goto(`${shell.origin}/#/settings`);
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await other.keyboard.press('?');
  await other.keyboard.press('Control+k');
  // The finder alone: the sheet was not opened before it.
  await expect(other.getByRole('dialog')).toHaveCount(1);
  await expect(other.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  await other.close();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await sheetByWords();
  await expect(plain).not.toBeChecked();
  await plain.click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
});
