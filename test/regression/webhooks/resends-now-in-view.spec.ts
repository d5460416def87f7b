/**
 * How a resend stands now is what the list of them is opened for, but it was the last of twelve columns: out of view at 1024 pixels, and at 1280 as soon as
 * one of them had no answer. Every column that a width shows is in view, and "Now" is one of them at each.
 */
import { listed, run, scriptBulk } from '../../renderer/features/bulk-scene.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

const LABEL = 'Deliveries: failed or retrying, HTTP 503, webhooks.long-named-shop.example.com';
const HOSTS = ['webhooks.long-named-shop.example.com', 'eu.example'];

test('no column of the resends is out of view, one of them without an answer', async ({ stage, page }) => {
  const { counts } = run();
  const sent = { ...counts, total: 1000, sent: 812, delivered: 640, failed: 131, unknown: 2, waiting: 188, running: 0 };
  scriptBulk(stage.engine, {
    runs: [
      listed(run({ label: LABEL, startedBy: 'samantha.longname', counts: sent, state: 'stopped' }), {
        hosts: HOSTS,
        deliveredUsdt: '123456.78',
      }),
    ],
  });
  await stage.open('/webhooks/resends');
  const table = page.getByRole('region', { name: 'Resends' });
  await expect(table.getByRole('columnheader', { name: 'No answer' })).toBeVisible();
  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const beyond = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(beyond, { message: `${width}` }).toBe(0);
    await expect(table.getByRole('columnheader', { name: 'Now', exact: true })).toBeInViewport({ ratio: 1 });
  }
});
