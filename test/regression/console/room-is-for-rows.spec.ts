/** At 200 % the filters of a list took three lines of a window that has ten, and a title stood at its very edge; at 1920 the body ended before its band. */
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

test('at 200 % the tools of a list are one line, and a title has room above it', async ({ stage, page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await stage.open('/invoices');
  const tools = page.getByRole('toolbar', { name: 'Filters and actions' });
  await expect(tools.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
  await expect.poll(async () => (await tools.boundingBox())?.height ?? 99).toBeLessThanOrEqual(44);
  await expect(
    page
      .getByRole('grid')
      .getByText(/^order-10/)
      .nth(4),
  ).toBeInViewport();
  await stage.open('/');
  await expect
    .poll(async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? 0)
    .toBeGreaterThanOrEqual(6);
});

test('at 1920 body and band end at one edge', async ({ stage, page }) => {
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  await stage.open('/');
  const rightOf = async (what: ReturnType<typeof page.getByRole>): Promise<number> => {
    const box = await what.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const last = page.getByRole('link', { name: /^New invoice/ });
  const figures = page.getByRole('region', { name: 'Figures of the period' });
  await expect.poll(async () => (await rightOf(last)) - (await rightOf(figures))).toBe(0);
});
