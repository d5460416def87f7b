/**
 * Rows that were drawn before they were read are given up when they come, and drawn anew a moment later. A key pressed in between was reckoned from no row at all: the
 * arrow down led to the second row of the list, the arrow up to its titles, and Space and Enter did nothing.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { invoiceAt, scriptQuietSandbox } from '../../renderer/support/scripts.ts';

const COUNT = 12_512;
const FAR = 5_000;

/** React draws later what a message of its own tells it to: while it is held, rows have come and nothing is drawn. */
const HOLDS_DRAWING = `(() => {
  const post = MessagePort.prototype.postMessage;
  let held = null;
  window.hold = () => { held = []; };
  window.isHeldBack = () => held !== null && held.length > 0;
  window.letGo = () => { const all = held ?? []; held = null; for (const tell of all) tell(); };
  MessagePort.prototype.postMessage = function (...told) {
    if (held === null) post.apply(this, told);
    else held.push(() => post.apply(this, told));
  };
})()`;

test('keys count that come while rows which have been read are not drawn yet', async ({ engine, open, page }) => {
  scriptQuietSandbox(engine, COUNT);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  engine.on('invoices.page', async ({ offset, limit }) => {
    if (offset > 1_000) await answered;
    const places = Array.from({ length: Math.min(limit, COUNT - offset) }, (_, index) => offset + index);
    return success({ total: COUNT, rows: places.map(invoiceAt) });
  });
  await page.addInitScript(HOLDS_DRAWING);
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  const keyboardOn = (index: number) => page.locator(`[row-index="${index}"] [role=gridcell]:focus`);
  await page.locator('[row-index="0"] [col-id="status"]').focus();
  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: 'Row' }).fill(`${FAR + 1}`);
  await page.keyboard.press('Enter');
  await expect(keyboardOn(FAR)).toHaveCount(1);
  await page.evaluate('window.hold()');
  answer();
  await expect.poll(() => page.evaluate('window.isHeldBack()')).toBe(true);
  for (const key of ['ArrowDown', 'ArrowDown', ' ', 'ArrowUp']) await page.keyboard.press(key);
  await page.evaluate('window.letGo()');
  await expect(keyboardOn(FAR + 1)).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: `Select ${invoiceAt(FAR + 2).external_id}` })).toBeChecked();
});
