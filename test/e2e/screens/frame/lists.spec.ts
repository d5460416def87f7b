/**
 * The long lists as they are measured: so many whole rows in view, no amount cut, the way to the table by key, what is copied, what a choice comes to; and
 * "I paid 49.90 yesterday", from the key of the finder to the invoice.
 */
import type { Page } from '@playwright/test';
import type { CallInput } from '../../../../src/contract/calls.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { invoice, withdrawal } from '../../../renderer/features/records.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { watchFor } from '../../support/glimpse.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

const NOW = '2026-11-23T10:00:00Z';
const LONG = { amount: '1234567890.12', settled_amount_usdt: '987654321.123456' };

function scriptLongAmounts(engine: ScriptedEngine): void {
  engine
    .on('invoices.page', ({ offset, limit }) =>
      success({
        total: 12_599,
        rows: Array.from({ length: Math.min(limit, 12_599 - offset) }, (_, at) => {
          const number = offset + at;
          const uuid = `3f1c2b1e-0000-4000-8000-${String(number).padStart(12, '0')}`;
          const record = invoice({ uuid, external_id: `SO-${112_490 - number}`, ...(number % 7 === 0 ? LONG : {}) });
          const webhook = { state: 'retrying', attempts: 3, maxAttempts: 7 } as const;
          const paid = { amount: record.amount, source: 'webhook' } as const;
          return { ...record, asOf: NOW, firstSeenAt: NOW, webhook, paid };
        }),
      }),
    )
    .on('withdrawals.page', () =>
      success({
        total: 60,
        totals: [
          {
            token: 'USDT',
            network: 'TRC20',
            status: 'approved',
            count: 60,
            amount: '12345678.90',
            networkCommission: '90.00',
            amountToSend: '12345588.90',
          },
        ],
        rows: Array.from({ length: 60 }, (_, at) => ({
          ...withdrawal({
            uuid: `3f1c2b1e-0000-4000-8000-${String(at).padStart(12, '0')}`,
            ...(at % 5 === 0 ? { amount: '105436123.161234', amount_to_send: '105436121.661234' } : {}),
          }),
          asOf: NOW,
        })),
      }),
    )
    .on('withdrawals.facets', () =>
      success({ statuses: [{ value: 'approved', count: 60 }], tokens: [], networks: [], addresses: [] }),
    );
}

interface Measures {
  /** Rows that lie in the table as a whole, and those that are cut by its edges. */
  readonly whole: number;
  readonly half: number;
  /** Cells whose amount does not fit, and columns that reach beyond the table or under its scroll bar. */
  readonly cut: readonly string[];
  readonly beyond: readonly string[];
  readonly band: number;
}

async function measured(page: Page): Promise<Measures> {
  return await page.evaluate(`(() => {
    const head = document.querySelector('.ag-header').getBoundingClientRect();
    const view = document.querySelector('.mc-grid-box').getBoundingClientRect();
    const bar = document.querySelector('.ag-body-vertical-scroll')?.getBoundingClientRect();
    const edge = bar !== undefined && bar.width > 0 ? bar.left : view.right;
    const pinned = [...document.querySelectorAll('.ag-row-pinned')].map((row) => row.getBoundingClientRect().top);
    const bottom = Math.min(view.bottom, ...pinned);
    const rows = [...new Map([...document.querySelectorAll('.ag-row:not(.ag-row-pinned)')].map((row) => [row.getAttribute('row-index'), row.getBoundingClientRect()])).values()];
    const shown = rows.filter((row) => row.bottom > head.bottom + 1 && row.top < bottom - 1);
    const whole = shown.filter((row) => row.top >= head.bottom - 1 && row.bottom <= bottom + 1);
    const cells = [...document.querySelectorAll('.ag-cell.mc-grid-end')];
    return {
      whole: whole.length,
      half: shown.length - whole.length,
      cut: cells.filter((cell) => [cell, ...cell.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)).map((cell) => cell.textContent),
      beyond: [...document.querySelectorAll('.ag-header-cell')].filter((cell) => cell.getBoundingClientRect().right > edge + 1).map((cell) => cell.textContent),
      band: document.querySelector('.mc-page-head').getBoundingClientRect().height,
    };
  })()`);
}

for (const [path, name, atLeast] of [
  ['/invoices', 'Invoices', 20],
  ['/withdrawals', 'Withdrawals', 18],
] as const) {
  test(`${name}: whole rows, one band, no amount cut at three widths`, async ({ engine, open, page }) => {
    scriptLongAmounts(engine);
    for (const [width, height] of [
      [1280, 800],
      [1024, 700],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(path);
      await expect(page.locator('.ag-row:not(.ag-row-pinned) .mc-money').first()).toBeVisible();
      await expect(page.locator('.ag-row-pinned .mc-money').first()).toBeVisible();
      await expect.poll(() => measured(page), `${width}×${height}`).toMatchObject({ half: 0, cut: [], beyond: [] });
      await expect.poll(async () => (await measured(page)).band).toBeLessThanOrEqual(45);
      if (width !== 1280) continue;
      await expect.poll(async () => (await measured(page)).whole).toBeGreaterThanOrEqual(atLeast);
      await expect(
        page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: /^(?!Filter|Clear)/ }),
      ).toHaveCount(5);
    }
    await expectSound(page);
  });
}

test('the table is five tabs away at most, the search leads into it, and what is copied is exact', async ({
  engine,
  open,
  page,
}) => {
  scriptLongAmounts(engine);
  await open('/invoices');
  await expect(page.getByRole('gridcell', { name: 'SO-112490', exact: true })).toBeVisible();
  const isInTable = (): Promise<boolean> => page.evaluate(`document.activeElement.closest('.mc-grid') !== null`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  let tabs = 1;
  while (tabs < 9 && !(await isInTable())) {
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  expect(tabs).toBeLessThanOrEqual(5);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search invoices' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[row-index="0"] [role=gridcell]:focus')).toHaveCount(1);
  await page.locator('[row-index="0"] [col-id="settled_amount_usdt"]').focus();
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('987654321.123456');
});

test('what is chosen takes the place of the views, and says what it comes to', async ({ engine, open, page }) => {
  scriptLongAmounts(engine);
  await open('/invoices');
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('button', { name: 'Webhook failing 12,599' })).toBeVisible();
  const top = await page.locator('.ag-header').boundingBox();
  await page.getByRole('checkbox', { name: 'Select SO-112490' }).check();
  await page.getByRole('checkbox', { name: 'Select SO-112489' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  await expect(bar).toContainText('1,234,567,990.12 EUR ordered · 987,654,427.65 USDT net');
  await expect(views).toHaveCount(0);
  await expect.poll(async () => (await page.locator('.ag-header').boundingBox())?.y).toBe(top?.y);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await views.getByRole('button', { name: /Adjusted/ }).click();
  await expect(page).toHaveURL(/#\/invoices\?adjusted=true$/);
});

test('what is chosen is exported by itself, and copied as it is asked for', async ({ engine, open, page }) => {
  scriptLongAmounts(engine);
  engine.on('exports.start', () => success({ jobId: 'job-1' }));
  await open('/invoices?status=success');
  await page.getByRole('checkbox', { name: 'Select SO-112490' }).check();
  await page.getByRole('checkbox', { name: 'Select SO-112489' }).check();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV of the selected rows' }).click();
  await expect
    .poll(() => engine.inputsOf('exports.start'))
    .toEqual([
      expect.objectContaining({
        kind: 'invoices',
        format: 'csv',
        filter: { ids: ['3f1c2b1e-0000-4000-8000-000000000000', '3f1c2b1e-0000-4000-8000-000000000001'] },
      }),
    ]);
  const clip = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Copy', exact: true }).click();
  // What was copied is said for some seconds.
  const ids = await watchFor(page, '2 ids copied');
  await page.getByRole('menuitem', { name: 'Ids, one a line' }).click();
  await ids.seen();
  expect(await clip()).toBe('SO-112490\nSO-112489');
  await bar.getByRole('button', { name: 'Copy', exact: true }).click();
  const rows = await watchFor(page, '2 rows copied: JSON');
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  await rows.seen();
  expect(JSON.parse(await clip())).toEqual([
    expect.objectContaining({ Invoice: 'SO-112490', Status: 'Paid', Ordered: '1234567890.12', 'Ordered, in': 'EUR' }),
    expect.objectContaining({ Invoice: 'SO-112489', 'Net (USDT)': '106.521739' }),
  ]);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  // The key copies the row in hand as the last were; with Shift its cell alone.
  await page.locator('[row-index="1"] [col-id="amount"]').focus();
  const row = await watchFor(page, '1 row copied: JSON');
  await page.keyboard.press('c');
  await row.seen();
  expect(JSON.parse(await clip())).toEqual([expect.objectContaining({ Invoice: 'SO-112489' })]);
  const cell = await watchFor(page, '1 cell copied: JSON');
  await page.keyboard.press('Shift+C');
  await cell.seen();
  expect(JSON.parse(await clip())).toEqual(['100.00']);
});

test('an amount is a filter: typed with a comma, about, and of which amounts; the counts follow', async ({
  engine,
  open,
  page,
}) => {
  const counted = new Set<string>();
  engine.on('invoices.facets', (input: CallInput<'invoices.facets'>) => {
    counted.add(JSON.stringify(input.filter ?? {}));
    return success({ statuses: [{ value: 'success', count: 7 }], currencies: [], methods: [] });
  });
  await open('/invoices');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Amount' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('1,234');
  await expect(page.getByText('Type 1234.00 or 1.2340', { exact: false })).toBeVisible();
  await amount.fill('49,90');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/amount=49.90/);
  const pages = () =>
    engine.seen.flatMap(({ call, input }) => (call === 'invoices.page' ? [JSON.stringify(input)] : [])).join(' ');
  await expect.poll(pages).toContain('"amount":{"from":"49.90","to":"49.90"}');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Status' }).click();
  await expect(page.getByRole('checkbox', { name: 'Paid' })).toBeVisible();
  await expect.poll(() => [...counted].join(' ')).toContain('"amount":{"from":"49.90"');
});

test('"I paid 49.90 yesterday": one key, the words, Enter', async ({ engine, open, page }) => {
  const uuid = '3f1c2b1e-0000-4000-8000-000000000777';
  const record = invoice({ uuid, external_id: 'SO-112399', amount: '49.90', amount_to_send: '51.00' });
  engine.on('invoices.page', ({ filter }) => {
    const isMeant = filter?.amount?.from === '49.90';
    const paid = { amount: '49.90', source: 'webhook' } as const;
    return success({
      rows: isMeant ? [{ ...record, asOf: NOW, firstSeenAt: NOW, paid }] : [],
      total: isMeant ? (filter.dayFrom === undefined ? 61 : 1) : 0,
    });
  });
  engine.fail('invoices.get', { kind: 'not-found', what: 'invoice', ident: uuid });
  await page.clock.setFixedTime(NOW);
  await open('/');
  const typed = '49.90 yesterday';
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  await page.keyboard.type(typed);
  // Enter before the answer opens its first row as well: a person does not wait for it.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/invoices/${uuid}`));
  // The letters, Ctrl+K and Enter.
  expect(typed.length + 2).toBeLessThanOrEqual(18);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find', exact: true }).fill('49,90 eur yesterday');
  const understood = page.getByRole('group', { name: 'Understood as' });
  await expect(understood).toContainText('Amount 49.90');
  await expect(understood).toContainText('EUR');
  await expect(understood).toContainText('Yesterday');
  await expect(page.getByRole('group', { name: 'Invoices' }).getByRole('option')).toContainText([
    /SO-112399.*Paid 49.90 EUR.*ordered and paid/,
  ]);
  await expect(page.getByRole('option', { name: /All invoices of 49.90 EUR/ })).toContainText('61');
  const dated = engine.seen.find(
    ({ call, input }) => call === 'invoices.page' && /EUR.*dayFrom/.test(JSON.stringify(input)),
  );
  expect(dated?.input).toMatchObject({
    filter: {
      amount: { of: ['ordered', 'toPay', 'paid'], from: '49.90', to: '49.90' },
      currency: ['EUR'],
      dayFrom: '2026-11-22T00:00:00Z',
      dayTo: '2026-11-23T00:00:00Z',
    },
    sort: [{ by: 'created_at', direction: 'desc' }],
  });
  await expectSound(page);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/#\/invoices$|#\/invoices\?.*day=yesterday/);
});
