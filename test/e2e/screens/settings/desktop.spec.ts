/** What the desktop gives a window: windows and tabs of their own, titles, settings of the system, updates. */
import type { Page } from '@playwright/test';
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { changedSettings } from '../../../../src/domain/console/console-settings.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { BUSINESS, DESKTOP, invoiceAt, SETTINGS } from '../../../renderer/support/scripts.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';
import { mirrorOf } from '../../../renderer/support/sync-proof.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];

/** One grey pixel. */

function asDesktop(engine: ScriptedEngine): void {
  let on = false;
  engine
    .on('app.info', () => success({ version: '0.1.0', capabilities: DESKTOP }))
    .on('windows.open', () => success({}))
    .on('windows.printPdf', () => success({ kind: 'saved' }))
    .on('login.get', () => success({ on }))
    .on('login.set', (asked) => {
      on = asked.on;
      return success({ on });
    });
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: false });
}

test('rows and links open in windows of their own, of the same business', async ({ engine, open, page }) => {
  asDesktop(engine);
  await open('/invoices');
  const cell = page.getByRole('gridcell', { name: invoiceAt(1).external_id, exact: true });
  const paths = () => engine.inputsOf('windows.open');
  const first = { path: `/invoices/${invoiceAt(1).uuid}?profile=p-sandbox` };
  await cell.click({ modifiers: ['Control'] });
  await expect.poll(paths).toEqual([first]);
  await cell.click({ button: 'middle' });
  await expect.poll(paths).toEqual([first, first]);
  await page.keyboard.press('Control+Enter');
  await expect.poll(paths).toEqual([first, first, first]);
  await page.getByRole('link', { name: 'Settings' }).click({ modifiers: ['Control'] });
  await expect.poll(paths).toEqual([first, first, first, { path: '/settings?profile=p-sandbox' }]);
  // The window itself stays where it was.
  await expect.poll(() => new URL(page.url()).hash).toBe('#/invoices');
});

test('a new window shows the business that its address names, and its title says which screen', async ({
  open,
  page,
}) => {
  await open(`/settings?profile=${BUSINESS.id}`);
  await expect(page.getByRole('button', { name: /Northwind Coffee.*Switch profile/ })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/settings');
  await expect(page).toHaveTitle('Settings · Merchant Console');
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Sandbox/ }).click();
  await expect(page).toHaveTitle('Settings · SANDBOX · Merchant Console');
});

test('in a browser a tab of its own has the session, and nothing of it in its address', async ({
  context,
  engine,
  open,
  page,
  shell,
}) => {
  // What is read of the invoice is not what this is about, and the tab may be gone before it is answered.
  engine.hang('invoices.get');
  await open('/invoices');
  const opened = context.waitForEvent('page');
  await page.getByRole('gridcell', { name: invoiceAt(1).external_id, exact: true }).click({ modifiers: ['Control'] });
  const tab = await opened;
  await expect(tab).toHaveURL(`${shell.origin}/#/invoices/${invoiceAt(1).uuid}`);
  await expect(await mirrorOf(tab)).toContainText('Complete (certified)');
  expect(await tab.evaluate<boolean>('window.opener === null')).toBe(true);
  await tab.close();
});

test('notifications and this computer are set where the desktop can', async ({ engine, open, page }) => {
  asDesktop(engine);
  await open('/settings');
  await page.getByRole('switch', { name: 'Late changes' }).click();
  await expectAsked(engine, 'settings.set', {
    notifications: { lateChanges: false },
  });
  await page.getByRole('switch', { name: 'Start when you log in' }).click();
  await expect.poll(() => engine.inputsOf('login.set')).toEqual([{ on: true }]);
  await expect(page.getByRole('switch', { name: 'Start when you log in' })).toBeChecked();
  await page.getByRole('switch', { name: /^Keep watching/ }).click();
  await expectAsked(engine, 'settings.set', { keepWatching: true });
  // What lies half under the head is no target of its whole size.
  await page.evaluate(`document.querySelector('main').scrollTo(0, 0)`);
  await expectSound(page);
  await page.getByRole('region', { name: 'Notifications' }).scrollIntoViewIfNeeded();
  await shoot(page, 'settings-desktop');
});

test('quick changes do not undo each other, are shown at once, leave in their order and go back when they are refused', async ({
  engine,
  open,
  page,
}) => {
  asDesktop(engine);
  let settings: CallOutput<'settings.get'> = { ...SETTINGS, colourScheme: 'light' };
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  engine
    .on('settings.get', () => success(settings))
    .on('settings.set', async (change) => {
      await held;
      settings = changedSettings(settings, change);
      return success(settings);
    });
  await open('/settings');
  const [failed, late] = [
    page.getByRole('switch', { name: 'Webhooks that were not delivered' }),
    page.getByRole('switch', { name: 'Late changes' }),
  ];
  await late.click();
  await expect(late).not.toBeChecked();
  await failed.click();
  await late.click();
  await expect(late).toBeChecked();
  await expect(failed).not.toBeChecked();
  // One after the other: two at once may overtake each other on their way.
  await expect.poll(() => engine.inputsOf('settings.set')).toEqual([{ notifications: { lateChanges: false } }]);
  answer();
  await expect
    .poll(() => engine.inputsOf('settings.set').slice(1))
    .toEqual([{ notifications: { failedDeliveries: false } }, { notifications: { lateChanges: true } }]);
  await expect(late).toBeChecked();
  await expect(failed).not.toBeChecked();
  engine.fail('settings.set', { kind: 'bug', incidentId: 'i-1' });
  await late.click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toBeVisible();
  await expect(late).toBeChecked();
});

test('that a change was refused stays until something is changed again, whatever was kept after it', async ({
  engine,
  open,
  page,
}) => {
  asDesktop(engine);
  let refuse = (): void => undefined;
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  engine.on('settings.set', async (change) => {
    if (change.notifications?.lateChanges === undefined) return success(changedSettings(SETTINGS, change));
    await refused;
    return failed({ kind: 'bug', incidentId: 'i-3' });
  });
  await open('/settings');
  const panel = page.getByRole('region', { name: 'Notifications' });
  await page.getByRole('switch', { name: 'Late changes' }).click();
  await page.getByRole('switch', { name: 'Rejected withdrawals' }).click();
  refuse();
  await expect.poll(() => engine.inputsOf('settings.set').length).toBe(2);
  await expect(panel.getByRole('alert')).toContainText('i-3');
  await expect(page.getByRole('switch', { name: 'Rejected withdrawals' })).not.toBeChecked();
  await expect(panel.getByRole('alert')).toContainText('i-3');
  await page.getByRole('switch', { name: 'Rejected withdrawals' }).click();
  await expect(panel.getByRole('alert')).toHaveCount(0);
});

test('changes of several panels leave one after the other', async ({ engine, open, page }) => {
  asDesktop(engine);
  engine.hang('settings.set');
  await open('/settings');
  await page.getByRole('switch', { name: 'Late changes' }).click();
  await page.getByRole('switch', { name: /^Keep watching/ }).click();
  await expect(page.getByRole('switch', { name: /^Keep watching/ })).toBeChecked();
  await expect.poll(() => engine.inputsOf('settings.set').length).toBe(1);
  await page.waitForFunction(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`,
  );
  await expect.poll(() => engine.inputsOf('settings.set')).toEqual([{ notifications: { lateChanges: false } }]);
});

test('what a browser cannot do is there, off, with its reason; hundreds of zones are not', async ({ open, page }) => {
  await open('/settings');
  await expect(page.getByText('a page in the browser sends none')).toBeVisible();
  for (const name of ['Rejected withdrawals', 'Start when you log in']) {
    await expect(page.getByRole('switch', { name })).toBeDisabled();
  }
  await expect(page.locator('[data-combobox-option]')).toHaveCount(0);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.getByRole('region', { name: 'About and updates' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('This build does not look for newer versions.')).toBeVisible();
  await expectSound(page);
  await shoot(page, 'settings-browser');
});

test('every state of an update is said, and nothing is installed while a job runs', async ({ engine, open, page }) => {
  asDesktop(engine);
  type Status = CallOutput<'updates.status'>;
  let status: Status = { state: 'newer', version: '0.2.0', checkedAt: new Date().toISOString() };
  engine
    .on('updates.status', () => success(status))
    .on('updates.check', () => success(status))
    .on('updates.install', () => success(status))
    .on('settings.get', () => success({ ...SETTINGS, colourScheme: 'dark' }));
  await open('/settings');
  const about = page.getByRole('region', { name: 'About and updates' });
  const become = (next: Status): void => {
    status = next;
    engine.push('updates.changed', {}, null);
  };
  await expect(about).toContainText('Version 0.2.0 is available');
  await expect(about.getByRole('button', { name: 'Install' })).toHaveCount(0);
  await about.getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => engine.inputsOf('updates.check')).toHaveLength(1);
  become({ state: 'refused', version: '0.2.0', reason: 'Its signature is not ours.\u202e', checkedAt: null });
  await expect(about).toContainText('Its signature is not ours.⟨202E⟩');
  become({ state: 'waiting', version: '0.2.0', checkedAt: null });
  await expect(about.getByRole('button', { name: 'Install and restart' })).toBeDisabled();
  await expect(about).toContainText('A job is running. The newer version can be installed once that has ended.');
  await about.scrollIntoViewIfNeeded();
  await expectSound(page);
  await shoot(page, 'updates-waiting');
  become({ state: 'ready', version: '0.2.0', checkedAt: null });
  await about.getByRole('button', { name: 'Install and restart' }).click();
  await expect.poll(() => engine.inputsOf('updates.install')).toHaveLength(1);
});

test('licences are read from beside the screens; where there are none that is said', async ({
  joinSession,
  page,
  shell,
}) => {
  await joinSession(page);
  await page.route('**/licences.txt', (route) => route.fulfill({ contentType: 'text/plain', body: 'zod\nMIT <b>' }));
  await page.goto(`${shell.origin}/#/settings`);
  await page.getByRole('button', { name: 'Licences of others’ work' }).click();
  await expect(page.getByLabel('Licences', { exact: true })).toHaveText('zod\nMIT <b>');
  await page.keyboard.press('Escape');
  await page.unroute('**/licences.txt');
  await page.route('**/licences.txt', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Licences of others’ work' }).click();
  await expect(page.getByText('This build carries no list of licences')).toBeVisible();
});
