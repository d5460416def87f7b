/** What a sheet of paper says of itself: whose it is, how complete the lists were that it rests on, and as of when. Of a locked sheet: as it was then. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import { CLOSE_ID, closeOf, scriptClosed, scriptPeriods } from '../../../renderer/support/period-scripts.ts';
import { NOW, quietStatus } from '../../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

const DAYS = 'from=2026-10-01&to=2026-10-31&zone=UTC';

/** The mirror of now is incomplete, whatever it was when the period was closed. */
const INCOMPLETE = {
  ...quietStatus(),
  invoices: { certificate: 'incomplete', asOf: NOW, seen: 300, total: 12_600 },
} as const;

test('an open statement says how complete its lists are, once each', async ({ stage, page }) => {
  scriptPeriods(stage.engine).on('sync.status', () => success(INCOMPLETE));
  await stage.open(`/statements/month?${DAYS}`);
  await expect(page.getByRole('table', { name: 'Statement of USDT' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const head = page.locator('.mc-print-head');
  await expect(head).toContainText(/Invoices: Incomplete: 300 of 12,600, as of [-0-9]+ [:0-9]+ UTC\./);
  await expect(head).toContainText(/Withdrawals: Complete \(certified\), 40 of 40, as of /);
  // Not the frame's words beside those of the statement.
  await expect(page.getByText(/^Invoices: Incomplete: 300 of 12,600/).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('SANDBOX · no real money').filter({ visible: true })).toHaveCount(1);
});

test('the print of a closed statement waits for what was locked', async ({ stage, page }) => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  scriptClosed(scriptPeriods(stage.engine)).on('periods.get', async () => {
    await asked;
    return success(closeOf());
  });
  await stage.open(`/statements/month?${DAYS}`);
  await expect(page.getByText('This month is closed')).toBeVisible();
  const print = page.getByRole('button', { name: /^Print/ });
  await expect(print).toBeDisabled();
  answer();
  await expect(print).toBeEnabled();
  stage.engine.fail('periods.get', { kind: 'bug', incidentId: 'incident-7' });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('incident-7');
  await expect(print).toBeDisabled();
});

test('a closed period and its statement say how complete the lists were when it was closed', async ({
  stage,
  page,
}) => {
  scriptClosed(scriptPeriods(stage.engine)).on('sync.status', () => success(INCOMPLETE));
  const then =
    /When it was closed: invoices complete \(certified\), [0-9,]+ of [0-9,]+, as of .*UTC, withdrawals complete \(certified\)/;
  for (const [path, head] of [
    [`/statements/closed/${CLOSE_ID}`, '.mc-print-own'],
    [`/statements/month?${DAYS}`, '.mc-print-head'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await stage.open(path);
    await expect(page.getByRole('region', { name: 'Changed after the close' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator(head)).toBeVisible();
    await expect(page.locator(head)).toContainText(then);
    await expect(page.locator(head)).toContainText('SANDBOX · no real money');
    await expect(page.locator(head)).not.toContainText('300 of 12,600');
    // What has changed since is as the mirror has it now, so how that stands is said there and nowhere else.
    const changed = page.getByRole('region', { name: 'Changed after the close' });
    await expect(changed).toContainText('Invoices: Incomplete: 300 of 12,600');
    await expect(page.getByText('300 of 12,600').filter({ visible: true })).toHaveCount(1);
  }
});

test('days and rows of a closed period go on paper as complete as the lists were then', async ({ stage, page }) => {
  scriptClosed(scriptPeriods(stage.engine))
    .on('sync.status', () => success(INCOMPLETE))
    .on('reconciliation.movements', () => success({ days: [], computedAt: NOW, source: 'locked' }))
    .on('reconciliation.statementRows', () => success({ rows: [], total: 0, source: 'locked', keepsSplits: true }));
  for (const path of [`/statements/month/days?${DAYS}`, `/statements/month/rows?${DAYS}&line=credits&token=USDT`]) {
    await page.emulateMedia({ media: 'screen' });
    await stage.open(path);
    await expect(page.getByText(/as they were locked/i)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/^When it was closed: invoices complete \(certified\)/)).toBeVisible();
    await expect(page.getByText('300 of 12,600').filter({ visible: true })).toHaveCount(0);
  }
});

test('what has happened since the lists were proved stands on paper too, on an open statement as well', async ({
  stage,
  page,
}) => {
  scriptPeriods(stage.engine).on('sync.status', () =>
    success({
      ...quietStatus(),
      invoices: {
        certificate: 'certified',
        asOf: NOW,
        seen: 12_512,
        total: 12_512,
        now: { seen: 12_530, total: 12_550 },
      },
      statuses: { asOf: NOW, matches: false },
      offline: { since: NOW, failure: { kind: 'unreachable', reason: 'dns' } },
    }),
  );
  for (const [path, place] of [
    ['/', '.mc-print-standing'],
    [`/statements/month?${DAYS}`, '.mc-print-head'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await stage.open(path);
    await expect(page.getByRole('table').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const head = page.locator(place);
    await expect(head).toBeVisible();
    await expect(head).toContainText('Complete (certified), 12,512 of 12,512');
    await expect(head).toContainText('Since then the API counts 12,550; 12,530 of them are here.');
    await expect(head).toContainText('The statuses of some invoices differ');
    await expect(head).toContainText('The API could not be reached since');
  }
});

test('where the standing of the mirror is not known, paper says so', async ({ stage, page }) => {
  stage.engine.hang('sync.status');
  await stage.open('/');
  await expect(page.getByRole('row', { name: /EUR/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.mc-print-standing')).toContainText('How complete the lists were was not known');
});
