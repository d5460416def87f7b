/** The training bench beside the screens: of the sandbox alone, each deed with where it is seen, beside every screen without covering it. */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { BUSINESS } from '../../../renderer/support/scripts.ts';
import { expect, expectNoOverflow, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

const SHOTS = process.env['CONSOLE_SHOTS'];

function withBench(engine: ScriptedEngine): void {
  const hosts = [
    { host: 'shop.example', how: null },
    { host: 'pos.shop.example', how: 'error' as const },
  ];
  engine.on('training.status', () => success({ troubles: ['slow'], hosts })).on('training.act', () => success({}));
}

test('is opened from the switcher or the finder, acts on what is at hand, and says where it is seen', async ({
  engine,
  open,
  page,
}) => {
  withBench(engine);
  await open('/invoices');
  await page.getByRole('button', { name: /SANDBOX.*Switch profile/ }).click();
  await page.getByRole('menuitem', { name: 'Training bench' }).click();
  const bench = page.getByRole('complementary', { name: 'Training bench' });
  await expect(bench.getByRole('link', { name: 'Open the newest pending one' })).toBeVisible();
  await expectSound(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSound(page, 'colours');
  await expect(bench.getByRole('button', { name: 'Slow: 3 s' }).locator('..')).toContainText('On');
  await bench.getByRole('button', { name: 'Answer 500' }).click();
  await expectAsked(engine, 'training.act', { do: 'answer-500', host: 'shop.example' });
  await bench.getByRole('combobox', { name: 'Receiver' }).click();
  await page.getByRole('option', { name: 'pos.shop.example: answers 500' }).click();
  await bench.getByRole('button', { name: 'Recover' }).click();
  await expectAsked(engine, 'training.act', { do: 'recover', host: 'pos.shop.example' });
  engine.on('training.act', () =>
    failed({ kind: 'invalid-input', issues: [{ path: '', message: 'the sandbox did not do it' }] }),
  );
  await bench.getByRole('button', { name: 'Revoke the key' }).click();
  await expect(bench.getByText('the sandbox did not do it')).toBeVisible();
  await expectSound(page, 'colours');
  for (const width of [1_024, 1_280]) {
    await page.setViewportSize({ width, height: width === 1_024 ? 700 : 800 });
    await expectNoOverflow(page);
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/training-${width}.png` });
  }
  await bench.getByRole('button', { name: 'Close the training bench' }).click();
  await expect(bench).toHaveCount(0);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('training');
  await page.keyboard.press('Enter');
  await expect(bench).toBeVisible();
});

test('a real business has none, in the switcher or the finder', async ({ engine, open, page }) => {
  withBench(engine);
  engine.on('profiles.list', () => success({ profiles: [BUSINESS], selected: BUSINESS.id }));
  await open('/');
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Manage businesses' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Training bench' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('training bench');
  await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toHaveValue('training bench');
  // What there is for these words has come: where the bench would stand above it, it does not.
  await expect(page.getByRole('option', { name: /^Show all [\d,]+ in Invoices$/ })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Training bench' })).toHaveCount(0);
});
