/** With seven and more to-dos Home scrolled: the withdrawals, and half of the currencies, lay below the window. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, expectNoOverflow, test } from '../../e2e/support/scripted-page.ts';
import { withdrawal } from '../../renderer/features/records.ts';
import { uuidAt } from '../../renderer/features/scenes.ts';
import { ATTENTION, DOWN, NOW } from '../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

const BELOW = `(() => { const main = document.querySelector('main'); return main.scrollHeight - main.clientHeight; })()`;

test('everything of Home stands in the window, and the least urgent is one click away', async ({
  engine,
  open,
  page,
}) => {
  const rows = Array.from({ length: 6 }, (_, index) => ({
    ...withdrawal({ uuid: uuidAt(index), status: 'pending' }),
    asOf: NOW,
  }));
  const quarantined = { kind: 'quarantined', count: 2, oldest: null } as const;
  engine
    .on('overview.health', () => success(DOWN))
    .on('overview.attention', () => success({ items: [...ATTENTION.items, quarantined] }))
    .on('withdrawals.page', () => success({ rows, total: rows.length, totals: [] }));
  await open('/');
  const lines = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  for (const [width, height, shown] of [
    [1_024, 700, 5],
    [1_280, 800, 7],
    [1_920, 1_080, 7],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(lines).toHaveCount(shown);
    await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
    await expect.poll(() => page.evaluate<number>(BELOW), `below the window at ${width}×${height}`).toBe(0);
    await expectNoOverflow(page);
  }
  await expect(lines.first()).toContainText('hooks.northwind.example');
  await lines
    .last()
    .getByRole('button', { name: /^\d more$/ })
    .click();
  await expect(lines.filter({ hasText: '2 unreadable records' })).toBeVisible();
  await expect(lines.getByRole('button', { name: /more$/ })).toHaveCount(0);
});
