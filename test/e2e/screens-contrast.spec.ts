/** The console with the system's own colours, with more contrast and less motion; and on paper. */
import { expect, expectSound, test } from './support/scripted-page.ts';
import { success } from '../../src/domain/failure.ts';
import { SETTINGS } from '../renderer/support/scripts.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];

const OUTLINE = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle + ' ' + Number.parseFloat(outlineWidth);
})()`;

for (const path of ['/', '/invoices', '/settings'] as const) {
  test(`with forced colours ${path} keeps its lines, its focus and its badges`, async ({ open, page }) => {
    await page.emulateMedia({ forcedColors: 'active', contrast: 'more', reducedMotion: 'reduce' });
    await open(path);
    await expect(page.getByRole('region', { name: 'Mirror', exact: true })).toContainText('Certified');
    if (path === '/invoices') await page.getByRole('gridcell').first().click({ button: 'right' });
    await expectSound(page);
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/forced${path.replace('/', '-')}.png` });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>(OUTLINE)).toMatch(/^solid [23]/);
    const here = page.locator('.mc-nav-link[aria-current="page"]');
    await expect(here).toHaveCSS('outline-style', 'solid');
    await expect(page.locator('.mc-nav-link:not([aria-current])').first()).toHaveCSS('outline-style', 'none');
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
    expect(await line()).not.toBe(plain);
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
  await expect(page.getByText(/Invoices: Certified complete, 12,512 of 12,512, as of /)).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('.mc-figure-value').first()).toHaveCSS('color', 'rgb(16, 24, 32)');
  await expect(page.locator('thead').first()).toHaveCSS('display', 'table-header-group');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/print-overview.png`, fullPage: true });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
