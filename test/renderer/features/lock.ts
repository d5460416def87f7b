/** A screen of a console that locks itself. */
import { withLock } from '../support/lock-scripts.ts';
import { expect, type Stage } from './stage.ts';

/** Locks it as the engine does by itself, and opens it again; `typed` is nowhere in the page meanwhile. */
export async function lockAndOpen({ engine, page }: Pick<Stage, 'engine' | 'page'>, typed: string): Promise<void> {
  withLock(engine).tell({ isLocked: true });
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  expect(await page.locator('body').innerHTML()).not.toContain(typed);
  await page.getByLabel('Passphrase', { exact: true }).fill('correct horse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Locked' })).toHaveCount(0);
}
