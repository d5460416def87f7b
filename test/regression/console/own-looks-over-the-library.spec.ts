/** The style sheets of the library were loaded after ours: the finder had neither its edge nor its room, and what stood beside the places did not stand under one another. */
import { expect, test } from '../../e2e/support/scripted-page.ts';

test('what the frame says of a control holds against the library', async ({ open, page }) => {
  await open('/');
  const finder = page.getByRole('button', { name: /^Find/ });
  await expect(finder).toHaveCSS('border-top-width', '1px');
  const icons = [finder, page.getByRole('link', { name: 'Home' }).first()].map((control) => control.locator('svg'));
  const apart = async (): Promise<number> => {
    const lefts = await Promise.all(icons.map(async (icon) => (await icon.boundingBox())?.x));
    return Math.abs((lefts[0] ?? 0) - (lefts[1] ?? 99));
  };
  await expect.poll(apart).toBeLessThanOrEqual(2);
});
