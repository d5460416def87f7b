/**
 * A key that was pasted into a form was wiped by whatever went wrong: a slip in the address, no network, a keychain that did not take it. Who
 * had copied it from a page that shows it once had to issue another one. It stays in its field after every error, and leaves the page once it
 * is taken or the form is closed. Of the page that connects a business: e2e/screens-connect.spec.ts.
 */
import type { Page } from '@playwright/test';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';

test.use({ sharesPage: true });

const CANARY = 'canary-key-4f9c2e71';

const field = (page: Page) => page.getByLabel('API key', { exact: true });

async function expectGone(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate<string>('document.documentElement.outerHTML')).not.toContain(CANARY);
}

const REFUSED = { ok: false, code: 'API_KEY_INVALID' } as const;

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
