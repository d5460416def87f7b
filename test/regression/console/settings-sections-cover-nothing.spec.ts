/** In a window of 1024 pixels the second column of the settings stood below the first, under the sections that stay in view: neither could be read. */
import { expect, test } from '../../e2e/support/scripted-page.ts';

test.use({ sharesPage: true });

test('no panel of the settings lies under the sections', async ({ open, page }) => {
  await open('/settings');
  const right = async (): Promise<number> => {
    const box = await page.getByRole('navigation', { name: 'Sections' }).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  for (const [width, height] of [
    [1_024, 700],
    [1_280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ['Display and numbers', 'Data and sync', 'Copies of your books']) {
      const room = async (): Promise<number> => {
        const panel = await page.getByRole('region', { name, exact: true }).boundingBox();
        return (panel?.x ?? Number.NaN) - (await right());
      };
      await expect.poll(room, `${name} at ${width}`).toBeGreaterThanOrEqual(0);
    }
  }
});
