/** What proves the line of the sync, for the specs: it stands behind one click, and the requests in the settings. */
import type { Locator, Page } from '@playwright/test';

async function proofOf(page: Page): Promise<Locator> {
  const proof = page.locator('[data-console-proof]');
  const line = page.locator('[data-console-sync]');
  await line.waitFor();
  if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click();
  return proof;
}

/** The certificates of the lists, with the switch of the reading. */
export async function mirrorOf(page: Page): Promise<Locator> {
  return (await proofOf(page)).getByRole('region', { name: 'Mirror', exact: true });
}

/** The requests of this minute, in the settings. */
export async function budgetOf(page: Page): Promise<Locator> {
  await page.evaluate(`location.hash = '#/settings?section=sync'`);
  return page.getByRole('region', { name: 'Request budget' });
}
