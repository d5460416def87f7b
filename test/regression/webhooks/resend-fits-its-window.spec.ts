/**
 * At 200 % the items of one resend were 810 pixels wide in a window of 584, and had to be pushed aside to see how each ended. What there is no room
 * for stands aside; how each ended stays.
 */
import { run, RUN_ID, scriptBulk } from '../../renderer/features/bulk-scene.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

test('one resend shows how each item ended within its window at 200 %', async ({ stage, page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  scriptBulk(stage.engine, { run: run() });
  await stage.open(`/webhooks/resends/${RUN_ID}`);
  const outcome = page.getByRole('columnheader', { name: 'Outcome' });
  await expect(outcome).toBeVisible();
  const right = async (): Promise<number> => {
    const { x, width } = (await outcome.boundingBox()) ?? { x: 0, width: Number.NaN };
    return x + width;
  };
  await expect.poll(right).toBeLessThanOrEqual(640);
  await expect(page.getByRole('columnheader', { name: 'As of' })).toHaveCount(0);
});
