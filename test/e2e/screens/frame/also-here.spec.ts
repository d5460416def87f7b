/** Who else of a team has the same record open, in the head of each record; nothing of it, and no call, on a single desk. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { HOSTILE } from '../../../renderer/features/records.ts';
import { scriptNotes } from '../../../renderer/support/notes-scripts.ts';
import { scriptPeriods } from '../../../renderer/support/period-scripts.ts';
import { scriptReconciliation } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

const SHOTS = process.env['CONSOLE_SHOTS'];
const PAID = '3f1c2b1e-0000-4000-8000-000000000001';
/** As the host's shell writes it into its page; here once the page is there, since its session is another shell's. */
const TEAM_PAGE = `(() => {
  const meta = document.createElement('meta');
  meta.name = 'console-session';
  meta.content = 'cookie';
  document.head.append(meta);
})()`;
const NOT_OF_TEAM = `document.querySelector('meta[name="console-session"][content="cookie"]')?.remove()`;

test.beforeEach(({ stage }) => {
  scriptNotes(stage.engine, PROFILE);
  scriptPeriods(stage.engine);
  scriptReconciliation(stage.engine, 3);
});
test.afterEach(({ page }) => page.evaluate(NOT_OF_TEAM));

test('it is said when somebody comes and when they go, to screen readers too, and told to the engine when one leaves', async ({
  stage,
  page,
}) => {
  // The window asks again every few seconds: what it is told then is what was announced last.
  let present: readonly string[] = ['Ben'];
  stage.engine.on('people.here', () => success({ others: [...present] }));
  await stage.open('/settings');
  await page.evaluate(TEAM_PAGE);
  await page.evaluate(`location.hash = '/invoices/${PAID}'`);
  const line = page.getByRole('status').filter({ hasText: /here too/ });
  await expect(line).toHaveText('Ben is here too');
  const opened = { list: 'invoices', recordId: PAID } as const;
  const announce = (others: readonly string[]): void => {
    present = others;
    stage.engine.push('people.here', { ...opened, others: [...others] }, PROFILE);
  };
  await stage.expectAsked('people.here', opened);
  announce(['Ben', 'Cleo', 'Dan', HOSTILE.rtl]);
  await expect(line).toHaveText('Ben, Cleo and 2 others are here too');
  // Of another record, or another business.
  stage.engine.push('people.here', { ...opened, recordId: 'other', others: [] }, PROFILE);
  stage.engine.push('people.here', { ...opened, others: [] }, 'elsewhere');
  announce(['Ben', 'Cleo']);
  await expect(line).toHaveText('Ben and Cleo are here too');
  if (SHOTS !== undefined)
    for (const [name, width, height, scheme] of [
      ['light-1280', 1280, 800, 'light'],
      ['dark-1024', 1024, 700, 'dark'],
      ['light-200', 640, 400, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${SHOTS}/here-invoice-${name}.png` });
    }
  await stage.expectSound();
  announce([]);
  await expect(line).toHaveCount(0);
  await page.evaluate(`location.hash = '/invoices'`);
  await stage.expectAsked('people.here', { ...opened, left: true });
});

for (const [what, path, list] of [
  ['an exception', '/reconciliation/exceptions', 'exceptions'],
  ['an endpoint', '/webhooks/endpoints', 'endpoints'],
  ['the days of a statement', '/statements/month?from=2026-10-01&to=2026-11-01', 'periods'],
] as const)
  test(`beside ${what}`, async ({ stage, page }) => {
    stage.engine.on('people.here', () => success({ others: ['Ben'] }));
    await stage.open('/settings');
    await page.evaluate(TEAM_PAGE);
    await page.evaluate(`location.hash = '${path}'`);
    if (list === 'exceptions') await page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000').click();
    await expect(page.getByRole('status').filter({ hasText: 'Ben is here too' })).toBeVisible();
    await stage.expectAsked('people.here', { list });
    if (SHOTS !== undefined)
      for (const [width, height] of [
        [1280, 800],
        [1024, 700],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: `${SHOTS}/here-${list}-${width}.png` });
      }
  });

test('on a single desk nothing is asked and nothing said', async ({ stage, page }) => {
  await stage.open(`/invoices/${PAID}`);
  await expect(page.getByRole('region', { name: 'Notes' })).toBeVisible();
  expect(stage.inputsOf('people.here')).toEqual([]);
});
