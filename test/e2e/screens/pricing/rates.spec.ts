/** Rates: null prices and missing pairs look different, stale says so, a 503 keeps the snapshot, and the states of the screen. */
import { hostileScene } from '../../../renderer/features/hostile.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { ago, emptyScene, failingScene, HOUR, rates } from '../../../renderer/features/scenes.ts';
import { NOT_ON_TOP } from '../../../renderer/support/scripts.ts';
import { expect, test } from '../../../renderer/features/stage.ts';

test.use({ sharesPage: true });

const UNAVAILABLE = { kind: 'rejected', code: 'RATE_UNAVAILABLE', status: 503, message: 'x' } as const;

test('shows a row per market with both sides, what is stale and missing, and what settled beside', async ({
  stage,
  page,
}) => {
  const sums = { currency: 'EUR', uncounted: 0, netUsdt: '0', creditedUsdt: '0', ...NOT_ON_TOP };
  const dayAfter = (day: string, days: number): string =>
    new Date(Date.parse(day) + days * 24 * HOUR).toISOString().slice(0, 10);
  const begun = new Date().toISOString().slice(0, 10);
  // Paid on the last day that is asked for.
  stage.engine.on('reconciliation.feeTotals', ({ period }) =>
    success({
      currencies: [{ ...sums, count: 706, paid: '92360', grossUsdt: '100000' }],
      methods: [],
      days: [{ ...sums, day: dayAfter(period?.to ?? begun, -1), count: 3, paid: '92', grossUsdt: '100' }],
      networks: [],
      computedAt: ago(0),
    }),
  );
  await stage.open('/pricing/rates');
  const table = page.getByRole('region', { name: 'Rates' });
  await expect(table.getByRole('row', { name: /^EUR market-a 0\.9312/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^EUR market-a .* 0\.9236 706 paid, 29 days without$/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^EUR market-b 0\.93 stale.* source has no price/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^CZK No fresh data: the API left it out/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^PLN market-b no fresh data no fresh data/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^PLN market-a .*nothing was paid$/ })).toBeVisible();
  // Up to the end of today, which may have begun while the screen was opened.
  const ends = [begun, new Date().toISOString().slice(0, 10)].map((today) => dayAfter(today, 1));
  await stage.expectAsked('reconciliation.feeTotals', {
    byDay: true,
    period: { to: expect.stringMatching(new RegExp(`^(?:${ends.join('|')})$`)) },
  });
  await expect(page.getByText('not for charging')).toBeVisible();
  await stage.expectSound();
});

test('says what rates were over time, in a sentence, a picture and a table, with gaps as gaps', async ({
  stage,
  page,
}) => {
  await stage.open('/pricing/rates');
  stage.engine.on('exports.start', () => success({ jobId: 'job-1' }));
  const panel = page.getByRole('region', { name: 'Over time', exact: true });
  await expect(panel).toContainText(
    'Between 0.9287 (market-a, buy) and 0.94120000000000000001 (market-a, sell) EUR for 1 USDT; 8 prices read, 2 gaps, the longest 10 h',
  );
  const table = panel.getByRole('region', { name: 'Prices over time' });
  await expect(
    table.getByRole('row', { name: /^market-a, buy 0\.9301 .* 0\.9287 .* 0\.9312 .* 4 2 longest 10 h/ }),
  ).toBeVisible();
  // Of each line the two runs, and nothing between them.
  const lines = panel.locator('path.recharts-line-curve');
  await expect(lines).toHaveCount(2);
  for (const line of await lines.all()) await expect(line).toHaveAttribute('d', /^M[^M]+M[^M]+$/);
  await stage.expectSound();
  await panel.getByText('30 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=30/);
  await panel.getByRole('button', { name: 'Export readings' }).click();
  await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
  await stage.expectAsked('exports.start', { kind: 'rate-history', filter: { currency: ['EUR'] } });
});

test('keeps the last snapshot and its age when the API has no rates', async ({ stage, page }) => {
  // An hour old at each answer: a minute may go by until the last of them.
  const snapshot = () => ({ rates: rates(), currencies: ['EUR'], asOf: ago(HOUR), quarantined: 0 });
  stage.engine.on('rates.latest', () => success(snapshot()));
  await stage.open('/pricing/rates');
  await expect(page.getByText('1 h 00 min ago')).toBeVisible();
  stage.engine.on('rates.latest', () => success({ ...snapshot(), failure: UNAVAILABLE }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('Exchange rates are unavailable for the moment.');
  await expect(page.getByRole('row', { name: /^EUR market-a / })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 h 00 min ago')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('RATE_UNAVAILABLE');
  await stage.expectSound('one');
});

test('reads by itself when nothing was ever read, and says why it could not', async ({ stage, page }) => {
  stage.engine.on('rates.latest', ({ fresh }) =>
    fresh === true ? failed(UNAVAILABLE) : success({ rates: [], currencies: [], asOf: null, quarantined: 0 }),
  );
  await stage.open('/pricing/rates');
  await expect(page.getByText('The rates could not be read')).toBeVisible();
  await expect
    .poll(() => stage.inputsOf('rates.latest').filter((input) => JSON.stringify(input) === '{"fresh":true}'))
    .toHaveLength(1);
  await stage.open('/overview');
  await stage.open('/pricing/rates', emptyScene());
  await page.reload();
  await expect(page.getByText('The snapshot is empty')).toBeVisible();
  await stage.open('/pricing/rates?currency=XXX', {
    'rates.latest': () => success({ rates: rates(), currencies: [], asOf: ago(0), quarantined: 0 }),
  });
  await page.reload();
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await stage.open('/pricing/rates', failingScene({ kind: 'unreachable', reason: 'timeout' }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('No complete answer came');
});

test('keeps hostile values as text', async ({ stage, page }) => {
  await stage.open('/pricing/rates', hostileScene());
  await expect(page.getByText('<img src=x onerror').first()).toBeVisible();
  await expect(page.getByText('2 entries cannot be read without guessing')).toBeVisible();
  await stage.expectSound('one');
});

test('exports the rates of the chosen currencies, in the zone of the screen', async ({ stage, page }) => {
  const exported: unknown[] = [];
  stage.engine.on('exports.start', (request) => {
    exported.push(request);
    return success({ jobId: 'job-1' });
  });
  await stage.open('/pricing/rates?currency=EUR');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
  await expect.poll(() => exported).toMatchObject([{ kind: 'rates', currency: ['EUR'], format: 'csv' }]);
  await stage.open('/pricing/rates?currency=CZK');
  // The pair is on the screen only as missing.
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
});
