/** What a sheet of paper says of itself: whose it is, how complete the lists were that it rests on, and as of when. Of a locked sheet: as it was then. */
import { success } from '../../src/domain/failure.ts';
import { expect, test } from '../renderer/features/stage.ts';
import { CLOSE_ID, scriptClosed, scriptPeriods } from '../renderer/support/period-scripts.ts';
import { NOW, quietStatus } from '../renderer/support/scripts.ts';

const DAYS = 'from=2026-10-01&to=2026-10-31&zone=UTC';

/** The mirror of now is incomplete, whatever it was when the period was closed. */
const INCOMPLETE = {
  ...quietStatus(),
  invoices: { certificate: 'incomplete', asOf: NOW, seen: 300, total: 12_600 },
} as const;

test('an open statement says how complete its lists are, once each', async ({ stage, page }) => {
  scriptPeriods(stage.engine).on('sync.status', () => success(INCOMPLETE));
  await stage.open(`/statement?${DAYS}`);
  await expect(page.getByRole('table', { name: 'Statement of USDT' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const head = page.locator('.mc-print-head');
  await expect(head).toContainText(/Invoices: Incomplete: 300 of 12,600, as of [-0-9]+ [:0-9]+ UTC\./);
  await expect(head).toContainText(/Withdrawals: Certified complete, 40 of 40, as of /);
});

test('a closed period and its statement say how complete the lists were when it was closed', async ({
  stage,
  page,
}) => {
  scriptClosed(scriptPeriods(stage.engine)).on('sync.status', () => success(INCOMPLETE));
  const then =
    /When it was closed: invoices certified complete, [0-9,]+ of [0-9,]+, as of .*UTC, withdrawals certified complete/;
  for (const [path, head] of [
    [`/periods/${CLOSE_ID}`, '.mc-print-own'],
    [`/statement?${DAYS}`, '.mc-print-head'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await stage.open(path);
    await expect(page.getByRole('table', { name: 'Statement of USDT' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator(head)).toBeVisible();
    await expect(page.locator(head)).toContainText(then);
    await expect(page.locator(head)).toContainText('SANDBOX · no real money');
    await expect(page.getByText('300 of 12,600').filter({ visible: true })).toHaveCount(0);
  }
});

test('what has happened since the lists were proved stands on paper too', async ({ stage, page }) => {
  stage.engine.on('sync.status', () =>
    success({
      ...quietStatus(),
      invoices: {
        certificate: 'certified',
        asOf: NOW,
        seen: 12_512,
        total: 12_512,
        now: { seen: 12_530, total: 12_550 },
      },
      offline: { since: NOW, failure: { kind: 'unreachable', reason: 'dns' } },
    }),
  );
  await stage.open('/');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const head = page.locator('.mc-print-standing');
  await expect(head).toContainText('Certified complete, 12,512 of 12,512');
  await expect(head).toContainText('Since then the API counts 12,550; 12,530 of them are here.');
  await expect(head).toContainText('The API could not be reached since');
});

test('where the standing of the mirror is not known, paper says so', async ({ stage, page }) => {
  stage.engine.hang('sync.status');
  await stage.open('/');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.mc-print-standing')).toContainText('How complete the lists were was not known');
});
