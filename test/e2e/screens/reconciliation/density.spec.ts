/** How much of Reconciliation stands in view: rows at 1280×800, no amount cut at any width, and a row in hand that takes its place from words and never from amounts. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../../renderer/features/stage.ts';
import { scriptEntries, scriptSources } from '../../../renderer/support/entries-scripts.ts';
import { scriptAdjusted, scriptReconciliation } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

/** Rows that are whole between the head of the table and its end. */
function rowsInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const head = document.querySelector('.ag-header')?.getBoundingClientRect().bottom ?? 0;
    const pinned = [...document.querySelectorAll('.ag-row-pinned')].map((row) => row.getBoundingClientRect().top);
    const end = Math.min(window.innerHeight, ...pinned);
    const whole = [...document.querySelectorAll('.ag-row:not(.ag-row-pinned)')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= head - 0.5 && bottom <= end + 0.5;
    });
    return new Set(whole.map((row) => row.getAttribute('row-index'))).size;
  });
}

/** The texts of amounts that their cell does not show whole. */
function cutAmounts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.ag-cell.mc-grid-end .mc-grid-cell')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.textContent),
  );
}

/** Once the columns fill the room beside the scroll bar: they are laid out anew a moment after the window has another width. */
async function expectNothingCut(page: Page, width: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const end = document.querySelector('.mc-grid-box')?.getBoundingClientRect().right ?? 0;
        const titles = [...document.querySelectorAll('.mc-grid-box .ag-header-cell')];
        return end - Math.max(...titles.map((title) => title.getBoundingClientRect().right));
      }),
    )
    .toBeGreaterThanOrEqual(0);
  await expect.poll(() => cutAmounts(page), `${width}`).toEqual([]);
}

const LISTS = [
  { path: '/reconciliation', grid: 'Adjusted invoices', first: 'order-0', rows: 20, totals: 0 },
  { path: '/reconciliation/exceptions', grid: 'Exceptions', first: 'order-0', rows: 20, totals: 1 },
  { path: '/reconciliation/ledger', grid: 'Ledger', first: 'order-00003', rows: 20, totals: 1 },
] as const;

for (const { path, grid, first, rows, totals } of LISTS) {
  test(`${grid}: ${rows} rows at 1280×800, and no amount is cut`, async ({ stage, page }) => {
    const books = scriptReconciliation(stage.engine, 60);
    scriptAdjusted(stage.engine, books, 300);
    if (grid === 'Ledger') scriptSources(stage.engine, scriptEntries(stage.engine, books, 200));
    await stage.open(path);
    const table = page.getByRole('grid', { name: grid });
    await expect(table.getByText(first, { exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
    await expect.poll(() => page.locator('.ag-row-pinned').count()).toBeGreaterThanOrEqual(totals);
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(rows);
    for (const [width, height] of [
      [1024, 700],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNothingCut(page, width);
    }
  });
}

test('the row in hand takes 376 pixels; columns of words make room, amounts stay', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine);
  scriptAdjusted(stage.engine, books, 300);
  await stage.open('/reconciliation');
  const table = page.getByRole('grid', { name: 'Adjusted invoices' });
  await expect(table.getByText('order-0', { exact: true })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'State' })).toBeAttached();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: 'Triage: order-0' });
  await expect(panel).toBeVisible();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(376);
  await expect(table.getByRole('columnheader', { name: 'State' })).toHaveCount(0);
  for (const name of ['Loss (USDT)', 'Paid of ordered', 'Difference']) {
    await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  }
  await expectNothingCut(page, 1_280);
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'State' })).toBeAttached();
});
