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

/** How long the keyboard may be on its way to a row, on machines that do other things as well. */
const ON_ITS_WAY_MS = 200_000;

/**
 * Where the keyboard is once it has come to that row, or else at the end of patience, and whether what a reader of the page hears is what an eye sees: rows in order, each
 * with its number. Looks once a frame, in the page itself: ten thousand moves are to end.
 */
async function keyboardComesTo(page: Page, row: number): Promise<{ readonly row: number; readonly trouble: string }> {
  return await page.evaluate(`new Promise((resolve) => {
    const end = performance.now() + ${ON_ITS_WAY_MS};
    const look = () => {
      const at = ${WHERE_IT_IS};
      if ((at.row === ${row} && at.trouble === '') || performance.now() > end) resolve(at);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

const WHERE_IT_IS = `(() => {
    const cell = document.activeElement?.closest('.ag-cell');
    const row = cell?.closest('.ag-row') ?? null;
    if (row === null) return { row: -1, trouble: 'the keyboard is in no cell, but on ' + document.activeElement?.tagName };
    const index = Number(row.getAttribute('row-index'));
    const view = document.querySelector('.ag-grid-viewport').getBoundingClientRect();
    const head = document.querySelector('.ag-header').getBoundingClientRect();
    const box = row.getBoundingClientRect();
    const rows = [...row.parentElement.querySelectorAll(':scope > .ag-row')];
    const numbers = rows.map((one) => Number(one.getAttribute('row-index')));
    const said = rows.filter((one) => Number(one.getAttribute('aria-rowindex')) !== Number(one.getAttribute('row-index')) + 2);
    const unordered = numbers.some((number, at) => at > 0 && number <= numbers[at - 1]);
    const trouble = box.top < Math.max(view.top, head.bottom) - 3 || box.bottom > view.bottom + 3 ? 'out of view: ' + box.top + ' to ' + box.bottom + ' in ' + view.top + ' to ' + view.bottom
      : said.length > 0 ? 'numbers of rows: ' + said.map((one) => one.getAttribute('aria-rowindex') + ' at ' + one.getAttribute('row-index'))
      : unordered ? 'order of rows: ' + numbers : '';
    return { row: index, trouble };
  })()`;

/** The same moves in each run: a small generator of Lehmer's. */
function drawnFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const MOVE_KEYS = ['Control+Home', 'Control+End', 'ArrowDown', 'ArrowUp', 'typed', 'typed'] as const;
/** `MC_MOVES=10000` for all that were asked. */
const MOVES = Number(process.env.MC_MOVES ?? 40);

test('the keyboard reaches any row, and its row is always in view and in its place', async ({ engine, open, page }) => {
  test.setTimeout(600_000 + MOVES * 1_000);
  const last = 999_999;
  scriptQuietSandbox(engine, last + 1);
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  await page.locator('[row-index="0"] [role=gridcell]').nth(1).focus();
  const draw = drawnFrom(20_261_129);
  let row = 0;
  for (let move = 0; move < MOVES; move += 1) {
    const drawn = MOVE_KEYS[draw(MOVE_KEYS.length)] ?? 'typed';
    // Above the first row are the titles, below the last one the totals.
    const kind =
      drawn === 'ArrowUp' && row === 0 ? 'ArrowDown' : drawn === 'ArrowDown' && row === last ? 'ArrowUp' : drawn;
    if (kind === 'typed') {
      row = draw(last + 1);
      await page.keyboard.press('Control+g');
      await page.getByRole('textbox', { name: 'Row' }).fill(`${row + 1}`);
      await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press(kind);
      if (kind === 'Control+Home') row = 0;
      else if (kind === 'Control+End') row = last;
      else row += kind === 'ArrowDown' ? 1 : -1;
    }
    expect(await keyboardComesTo(page, row), `move ${move}, ${kind} to ${row}`).toEqual({ row, trouble: '' });
  }
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
