/**
 * A key that was pasted into a form was wiped by whatever went wrong: a slip in the address, no network, a keychain that did not take it. Who
 * had copied it from a page that shows it once had to issue another one. It stays in its field after every error, and leaves the page once it
 * is taken or the form is closed.
 */
import type { Page } from '@playwright/test';
import { type Failure, failed, success } from '../../src/domain/failure.ts';
import { BUSINESS, SANDBOX } from '../renderer/support/scripts.ts';
import { expect, test } from '../e2e/support/scripted-page.ts';

const CANARY = 'canary-key-4f9c2e71';

const field = (page: Page) => page.getByLabel('API key', { exact: true });

async function expectGone(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate<string>('document.documentElement.outerHTML')).not.toContain(CANARY);
}

const SLIP: Failure = { kind: 'invalid-input', issues: [{ path: 'baseUrl', message: 'must be an https address' }] };
const REFUSED = { ok: false, code: 'API_KEY_INVALID' } as const;

test('connecting a business: every error leaves the key where it is, a success takes it away', async ({
  engine,
  open,
  page,
}) => {
  await open('/settings');
  await page.getByRole('button', { name: 'Connect a business' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Northwind');
  await dialog.getByLabel('Address of the API').fill('api.example.com');
  await field(page).fill(CANARY);
  for (const answer of [failed(SLIP), success({ verdict: REFUSED }), failed({ kind: 'bug', incidentId: 'x' })]) {
    engine.on('profiles.add', () => answer);
    const asked = engine.seen.length;
    await dialog.getByRole('button', { name: 'Check the key and add' }).click();
    await expect.poll(() => engine.seen.slice(asked).some(({ call }) => call === 'profiles.add')).toBe(true);
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(field(page)).toHaveValue(CANARY);
  }
  engine.on('profiles.add', ({ apiKey }) => {
    expect(apiKey).toBe(CANARY);
    engine.on('profiles.list', () => success({ profiles: [SANDBOX, { ...BUSINESS, id: 'p-new' }], selected: 'p-new' }));
    return success({ verdict: { ok: true }, id: 'p-new' });
  });
  await dialog.getByRole('button', { name: 'Check the key and add' }).click();
  await expectGone(page);
});

test('another key for a profile', async ({ engine, open, page }) => {
  engine.on('profiles.setKey', () => success({ verdict: REFUSED, sameBusiness: 'unproved' }));
  await open('/settings');
  await page.getByRole('button', { name: 'More for Northwind Coffee' }).click();
  await page.getByRole('menuitem', { name: /Set a new key/ }).click();
  await field(page).fill(CANARY);
  await page.getByRole('button', { name: 'Check and set' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(field(page)).toHaveValue(CANARY);
  engine.on('profiles.setKey', () => success({ verdict: { ok: true }, sameBusiness: 'proved' }));
  await page.getByRole('button', { name: 'Check and set' }).click();
  await expectGone(page);
});
