/** "Copied" was taken back after a second: on a busy machine nobody saw it, and whoever wondered pressed again. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';

const DRIFT = { what: 'invoice.loyalty_points: unknown field', example: 'object', answers: 1 } as const;
const AT = '2026-11-23T10:00:00Z';

test('that something was copied stands for longer than a second, and goes', async ({ engine, open, page }) => {
  const drifts = [{ ...DRIFT, firstAt: AT, lastAt: AT }];
  engine.on('contact.drift', () => success({ drifts, text: 'the report' }));
  await page.clock.install();
  await open('/settings?section=sync');
  const panel = page.getByRole('region', { name: 'Other than specified' });
  const copy = panel.getByRole('button', { name: 'Copy report' });
  await expect(copy).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.click();
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(copy).toBeVisible();
});
