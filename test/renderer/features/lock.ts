/** The lock of a scripted console, from outside of it. */
import type { LockStatus } from '../../../src/domain/console/lock.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, type Stage } from './stage.ts';

const ON: LockStatus = { isOn: true, isLocked: false, waitMs: 0, bySystem: false };

/** Locks it as the engine does by itself, and opens it again; `typed` is nowhere in the page meanwhile. */
export async function lockAndOpen(stage: Stage, typed: string): Promise<void> {
  const { engine, page } = stage;
  let status: LockStatus = { ...ON, isLocked: true };
  engine.on('lock.status', () => success(status));
  engine.on('lock.touch', () => success({}));
  engine.on('lock.open', () => {
    status = ON;
    engine.push('lock.changed', status, null);
    return success({ ok: true });
  });
  engine.push('lock.changed', status, null);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  expect(await page.locator('body').innerHTML()).not.toContain(typed);
  await page.getByLabel('Passphrase', { exact: true }).fill('correct horse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Locked' })).toHaveCount(0);
}
