/** The table of the big lists: even rows at any depth, the keyboard, places that are kept, failures that leave rows readable. */
import type { Page } from '@playwright/test';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { SANDBOX, scriptQuietSandbox } from '../../../renderer/support/scripts.ts';
import { expect, expectNoOverflow, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

/** Heights and distances of the rows in view, in CSS pixels. */
async function rowSteps(page: Page): Promise<{ readonly heights: number[]; readonly steps: number[] }> {
  return await page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll('.ag-row:not(.ag-row-pinned)')].map((row) => row.getBoundingClientRect());
    const tops = [...new Set(boxes.map((box) => box.top))].sort((a, b) => a - b);
    return {
      heights: [...new Set(boxes.map((box) => box.height))],
      steps: [...new Set(tops.slice(1).map((top, at) => top - tops[at]))],
    };
  })()`);
}

async function scrollTo(page: Page, share: number): Promise<void> {
  await page.evaluate(`(() => {
    const viewport = document.querySelector('.ag-grid-viewport');
    viewport.scrollTop = (viewport.scrollHeight - viewport.clientHeight) * ${share};
  })()`);
}

test('a million rows are even, wherever one looks', async ({ engine, open, page }) => {
  scriptQuietSandbox(engine, 1_000_000);
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  for (const share of [0, 0.37, 0.9, 1]) {
    await scrollTo(page, share);
    const wanted = `order-${String(Math.min(999_995, Math.round(share * 999_987)))
      .padStart(7, '0')
      .slice(0, 5)}`;
    await expect(page.getByRole('gridcell', { name: new RegExp(wanted) }).first()).toBeVisible();
    await expect.poll(() => rowSteps(page), `at ${share * 100} %`).toEqual({ heights: [32], steps: [32] });
    await expect(page.getByRole('grid', { name: 'Invoices' }).or(page.getByRole('treegrid'))).toHaveAttribute(
      'aria-rowcount',
      /100000\d/,
    );
    await expectNoOverflow(page);
  }
});

test('a turn of the wheel moves as many rows in a squeezed list as in a short one', async ({ engine, open, page }) => {
  const firstRow = async (): Promise<number> =>
    await page.evaluate(`Math.min(...[...document.querySelectorAll('.ag-row:not(.ag-row-pinned)')]
      .filter((row) => row.getBoundingClientRect().bottom > document.querySelector('.ag-grid-viewport').getBoundingClientRect().top + 36)
      .map((row) => Number(row.getAttribute('row-index'))))`);
  scriptQuietSandbox(engine, 1_000_000);
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 320);
  // 320 pixels are ten rows; a squeezed list rounds to one of its own, coarser pixels.
  await expect.poll(async () => Math.abs((await firstRow()) - 10)).toBeLessThanOrEqual(1);
  await page.mouse.wheel(0, 320);
  await expect.poll(async () => Math.abs((await firstRow()) - 20)).toBeLessThanOrEqual(1);
});

test('rows that were just read come on screen a few a frame, and all of them', async ({ engine, open, page }) => {
  scriptQuietSandbox(engine, 1_000_000);
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  await page.evaluate(`(() => {
    window.drawn = [];
    const look = () => {
      window.drawn.push([...document.querySelectorAll('.ag-row:not(.ag-row-pinned)')].filter((row) => row.querySelector('.mc-grid-cell') !== null &&
        Number(row.getAttribute('row-index')) > 1000).length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
  await scrollTo(page, 0.5);
  await expect.poll(() => page.evaluate('Math.max(...window.drawn)')).toBeGreaterThan(12);
  await expect
    .poll(() => page.evaluate(`document.querySelectorAll('.ag-row:not(.ag-row-pinned) .mc-grid-wait').length`))
    .toBe(0);
  const drawn = await page.evaluate<number[]>('window.drawn');
  const steps = drawn.slice(1).map((count, at) => count - (drawn[at] ?? 0));
  // Four a frame; a frame of ours may fall between two of the table's.
  expect(Math.max(...steps)).toBeLessThanOrEqual(8);
});

test('arrows move, Enter opens, back finds the same rows in view', async ({ engine, open, page }) => {
  engine.fail('invoices.get', { kind: 'not-found', what: 'invoice', ident: 'x' });
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  await scrollTo(page, 0.5);
  await expect(page.getByText('order-0006253')).toBeVisible();
  // Clicking a row opens it, so the cursor is put there without one.
  await page.locator('[row-index="6252"] [role=gridcell]').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[row-index="6253"] [role=gridcell]:focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toContain('#/invoices/0000186d-');
  await page.goBack();
  await expect(page.getByText('order-0006253')).toBeVisible();
});

test('a change in the mirror reads the rows in view again and moves nothing', async ({ engine, open, page }) => {
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  await expect.poll(() => engine.streamCount).toBe(1);
  await scrollTo(page, 0.5);
  await expect(page.getByText('order-0006255')).toBeVisible();
  const top = (): Promise<number> => page.evaluate<number>(`document.querySelector('.ag-grid-viewport').scrollTop`);
  const before = await top();
  const reads = (): number => engine.seen.filter(({ call }) => call === 'invoices.page').length;
  const count = reads();
  engine.push('mirror.changed', { kinds: ['invoices'] }, SANDBOX.id);
  await expect.poll(reads).toBeGreaterThan(count);
  await expect(page.getByText('order-0006255')).toBeVisible();
  await expect.poll(top).toBe(before);
});

test('rows that cannot be read say so; trying again brings them', async ({ engine, open, page }) => {
  engine.fail('invoices.page', { kind: 'unavailable-offline', detail: 'The mirror is being rebuilt.' });
  await open('/invoices');
  await expect(page.getByRole('alert')).toContainText('The mirror is being rebuilt.');
  scriptQuietSandbox(engine);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('order-0000000')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('no rows: the screen’s own words, not the table’s', async ({ engine, open, page }) => {
  engine.on('invoices.page', () => success({ rows: [], total: 0 }));
  await open('/invoices');
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await expectNoOverflow(page);
});
