/** A dialog gave its first field the keyboard a moment after it was there, also when a key had led on to another one by then: what was typed there went nowhere. */
import { expect, test } from '../../renderer/features/stage.ts';

/** What waits for a moment waits until it is let go: a machine that is busy draws first, and takes keys first. */
const HOLDS_MOMENTS = `(() => {
  const wait = window.setTimeout;
  let held = null;
  window.hold = () => { held = []; };
  window.letGo = () => { const all = held ?? []; held = null; for (const run of all) run(); return all.length; };
  window.setTimeout = (run, ms = 0, ...told) => {
    if (held === null || ms > 0) return wait(run, ms, ...told);
    held.push(() => run(...told));
    return 0;
  };
})()`;

test('the field that a key has led on to keeps the keyboard', async ({ stage, page }) => {
  await page.addInitScript(HOLDS_MOMENTS);
  await stage.open('/reconciliation/exceptions?state=all');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: 'Triage: order-00000' })).toBeVisible();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('All');
  await page.evaluate('window.hold()');
  await bar.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('5');
  await page.keyboard.type('Test ');
  expect(await page.evaluate('window.letGo()')).toBeGreaterThan(0);
  await page.keyboard.type('orders');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Test orders');
});
