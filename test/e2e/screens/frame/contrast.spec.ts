/** The console with the system's own colours, with more contrast and less motion; and on paper. */
import { expect, expectSound, test } from '../../support/scripted-page.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { tieOutReport } from '../../../renderer/support/reconciliation-scripts.ts';
import { NOW, SETTINGS } from '../../../renderer/support/scripts.ts';
import { mirrorOf } from '../../../renderer/support/sync-proof.ts';

test.use({ sharesPage: true });

const SHOTS = process.env['CONSOLE_SHOTS'];

const OUTLINE = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle + ' ' + Number.parseFloat(outlineWidth);
})()`;

for (const path of ['/', '/invoices', '/settings'] as const) {
  test(`with forced colours ${path} keeps its lines, its focus and its badges`, async ({ open, page }) => {
    await page.emulateMedia({ forcedColors: 'active', contrast: 'more', reducedMotion: 'reduce' });
    await open(path);
    await expect(await mirrorOf(page)).toContainText('certified');
    if (path === '/invoices') await page.getByRole('gridcell').first().click({ button: 'right' });
    await expectSound(page);
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/forced${path.replace('/', '-')}.png` });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate<string>(OUTLINE)).toMatch(/^solid [23]/);
    const here = page.getByRole('navigation', { name: 'Screens' }).locator('a[aria-current="page"]');
    await expect(here).toHaveCSS('outline-style', 'solid');
    await expect(page.getByRole('navigation', { name: 'Screens' }).locator('a:not([aria-current])').first()).toHaveCSS(
      'outline-style',
      'none',
    );
  });
}

for (const scheme of ['light', 'dark'] as const) {
  test(`more contrast in ${scheme} is more, and nothing moves`, async ({ engine, open, page }) => {
    engine.on('settings.get', () => success({ ...SETTINGS, colourScheme: scheme }));
    await open('/');
    const line = (): Promise<string> =>
      page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--mc-line')`);
    const plain = await line();
    await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
    await expect.poll(line).not.toBe(plain);
    await expectSound(page);
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/contrast-${scheme}.png` });
  });
}

test('on paper there is no frame, light colours, whose it is and how complete it was', async ({
  engine,
  open,
  page,
}) => {
  engine.on('settings.get', () => success({ ...SETTINGS, colourScheme: 'dark' }));
  await open('/');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.mc-sidebar')).toBeHidden();
  await expect(page.getByText('SANDBOX · no real money')).toBeVisible();
  await expect(page.getByText(/Invoices: Complete \(certified\), 12,512 of 12,512, as of /)).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('[data-console-figure]').first()).toHaveCSS('color', 'rgb(16, 24, 32)');
  await expect(page.locator('thead').first()).toHaveCSS('display', 'table-header-group');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/print-overview.png`, fullPage: true });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a list on paper shows its rows, whole, the filters in force, and nothing that is pressed', async ({
  open,
  page,
}) => {
  await open('/invoices?status=success');
  await expect(page.getByRole('gridcell', { name: 'order-0000000', exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const box = await page.locator('.mc-grid-box').boundingBox();
  const head = await page.locator('.ag-header').boundingBox();
  const row = await page.locator('.ag-row').first().boundingBox();
  if (box === null || head === null || row === null) throw new Error('there is no table on paper');
  const rows = (box.height - 2 - head.height) / row.height;
  expect(rows).toBeGreaterThan(9);
  expect(Math.abs(rows - Math.round(rows))).toBeLessThan(0.1);
  await expect(page.getByRole('gridcell', { name: 'order-0000009', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Status/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Currency/ })).toBeHidden();
  await expect(page.getByRole('button', { name: /Export/ })).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  // One sheet, A4 across.
  expect(
    pdf.match(/\/MediaBox \[[^\]]*\]/g)?.map((it) =>
      it
        .split(/[ \]]/)
        .slice(3, 5)
        .map((edge) => Math.round(Number(edge))),
    ),
  ).toEqual([[842, 595]]);
});

test('figures stay on paper where a button says them', async ({ engine, open, page }) => {
  engine.on('reconciliation.tieOut', () => success({ report: tieOutReport(), computedAt: NOW }));
  await open('/reconciliation/tie-out?from=2026-10-01&to=2026-10-31&zone=UTC');
  await expect(page.getByText('6,197 · 83.6 %')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('6,197 · 83.6 %')).toBeVisible();
  await expect(page.getByText('October 2026, whole days of UTC.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compute again' })).toBeHidden();
  const lost = await page.evaluate(`[...document.querySelectorAll('#root button :is(.mc-num, .mc-money)')]
    .filter((figure) => figure.closest('.mc-sidebar, .mc-page-actions, .mc-no-print') === null && figure.getClientRects().length === 0).length`);
  expect(lost).toBe(0);
});

test('with forced colours lengths and points keep their grounds', async ({ engine, open, page }) => {
  engine.on('reconciliation.tieOut', () => success({ report: tieOutReport(), computedAt: NOW }));
  await page.emulateMedia({ forcedColors: 'active' });
  await open('/reconciliation/tie-out?from=2026-10-01&to=2026-10-31&zone=UTC');
  await expect(page.getByText('6,197 · 83.6 %')).toBeVisible();
  const grounds = await page
    .locator('[data-coverage]')
    .evaluateAll((dots) => dots.map((dot) => JSON.stringify(getComputedStyle(dot).background)));
  expect(new Set(grounds).size).toBe(4);
});
