/** The columns of a list as a person wants them: chosen, moved and sized by menu, pointer and key; kept for the next visit, and in a view. */
import type { Page } from '@playwright/test';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { mirrorOf } from '../../../renderer/support/sync-proof.ts';
import { fillingStatus, SANDBOX } from '../../../renderer/support/scripts.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

/** The titles in view, from left to right. */
async function titles(page: Page): Promise<string[]> {
  return await page.evaluate(`[...document.querySelectorAll('.ag-header-cell')]
    .filter((cell) => cell.getAttribute('col-id') !== '#pick')
    .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
    .map((cell) => cell.querySelector('.ag-header-cell-text').textContent)`);
}

const WIDE = ['Invoice', 'Status', 'Ordered', 'Net (USDT)', 'Method', 'Customer', 'Created', 'Webhook'];

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a column is chosen, taken away and moved behind the corner; it holds on the next visit', async ({
  engine,
  open,
  page,
}) => {
  await open('/invoices');
  await expect.poll(() => titles(page)).toEqual(WIDE);
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: 'Webhook' }).uncheck();
  // There was no room for it; asked for by name it stays.
  await expect(menu.getByRole('checkbox', { name: 'Finished' })).toBeChecked({ indeterminate: true });
  await menu.getByRole('checkbox', { name: 'Finished' }).click();
  await menu.getByRole('button', { name: 'Move Ordered forward' }).click();
  await expect.poll(async () => (await titles(page)).slice(0, 3)).toEqual(['Invoice', 'Ordered', 'Status']);
  await expect.poll(() => titles(page)).toContain('Finished');
  await expect.poll(() => titles(page)).not.toContain('Webhook');
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await open('/');
  await open('/invoices');
  await expect.poll(async () => (await titles(page)).slice(0, 3)).toEqual(['Invoice', 'Ordered', 'Status']);
  await expect
    .poll(() => engine.inputsOf('settings.set'))
    .toContainEqual({
      columns: { invoices: expect.stringContaining('*finished_at') },
    });
  await page.getByRole('button', { name: 'Columns' }).click();
  await menu.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => titles(page)).toEqual(WIDE);
  await expect.poll(() => engine.inputsOf('settings.set')).toContainEqual({ columns: { invoices: '' } });
});

test('an edge and a title are dragged, an amount is never cut, and the other rows are not read again', async ({
  engine,
  open,
  page,
}) => {
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  // A window that has waited too long for what is announced reads all of it again once it hears: from here on it has heard.
  engine.push('sync.status', fillingStatus(), SANDBOX.id);
  await expect(await mirrorOf(page)).toContainText('Reading 4,300 of 12,512');
  await page.keyboard.press('Escape');
  const box = async (key: string) =>
    (await page.locator(`.ag-header-cell[col-id="${key}"]`).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const drag = async (from: { readonly x: number; readonly y: number }, x: number): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + x) / 2, from.y, { steps: 4 });
    await page.mouse.move(x, from.y, { steps: 4 });
    await page.mouse.up();
  };
  const edgeOf = async (key: string) => {
    const { x, y, width, height } = await box(key);
    return { x: x + width - 1, y: y + height / 2 };
  };
  const first = await edgeOf('external_id');
  await drag(first, first.x + 8);
  const kept = () => engine.seen.filter(({ call }) => call === 'settings.set').map(({ id }) => id);
  await expect.poll(kept).not.toEqual([]);
  const since = Math.min(...kept());
  const status = await edgeOf('status');
  await drag(status, status.x + 60);
  await expect.poll(async () => Math.round((await box('status')).width)).toBe(212);
  const amount = await edgeOf('amount');
  const least = (await box('amount')).width;
  await drag(amount, amount.x - 90);
  await expect.poll(async () => Math.abs((await box('amount')).width - least)).toBeLessThanOrEqual(least - 80);
  expect(
    await page.evaluate(
      `[...document.querySelectorAll('.ag-cell[col-id="amount"]')].every((cell) => cell.scrollWidth <= cell.clientWidth + 1)`,
    ),
  ).toBe(true);
  const created = await box('created_at');
  const target = await box('status');
  await drag({ x: created.x + created.width / 2, y: created.y + created.height / 2 }, target.x + 10);
  await expect.poll(async () => (await titles(page)).slice(0, 3)).toEqual(['Invoice', 'Created', 'Status']);
  // With the keyboard on a title, Alt and the arrows size it.
  const width = Math.round((await box('status')).width);
  await page.locator('.ag-header-cell[col-id="status"]').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(async () => Math.round((await box('status')).width)).toBeLessThan(width);
  await expect
    .poll(() => engine.inputsOf('settings.set'))
    .toContainEqual({
      columns: { invoices: expect.stringMatching(/^external_id-\d+\.created_at\.status-\d+\.expires_at\.amount/) },
    });
  expect(engine.seen.filter(({ call, id }) => call === 'invoices.page' && id > since)).toEqual([]);
});

test('a view keeps its columns, and a list is narrowed without losing them', async ({ engine, open, page }) => {
  const views: { id: string; list: string; name: string; query: string }[] = [];
  engine
    .on('withdrawals.facets', () => success({ statuses: [], tokens: [], networks: [], addresses: [] }))
    .on('views.list', ({ list }) =>
      success({ views: views.filter((view) => list === undefined || view.list === list) }),
    )
    .on('views.save', ({ list, name, query }) => {
      const view = { id: 'v1', list, name, query };
      views.push(view);
      return success(view);
    });
  await open('/withdrawals');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Network fee' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Save the list as it is now' }).fill('Short');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'View: Short' })).toBeVisible();
  await expect
    .poll(() => engine.inputsOf('views.save'))
    .toEqual([
      {
        list: 'withdrawals',
        name: 'Short',
        query: expect.stringMatching(/^columns=created_at\.status\.amount\.amount_to_send/),
        seen: null,
      },
    ]);
  await page.keyboard.press('Escape');
  // From now on the address has them: what is kept for the screen is another matter.
  await expect(page).toHaveURL(/columns=created_at/);
  await page.getByRole('button', { name: 'Pending' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/columns=created_at/);
  expect(await titles(page)).not.toContain('Network fee');
  // A column that an older view names and the list has not any more is passed over.
  await open('/withdrawals?columns=removed.amount.status-200');
  await expect.poll(() => titles(page)).toEqual(['Amount', 'Status']);
});
