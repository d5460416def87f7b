/** Closing a period: the checklist, reading again, the reason, one intent over a retry; closed periods and what changed in them; take rates. */
import { z } from 'zod';
import { failed, success } from '../../src/domain/failure.ts';
import { expect, test } from '../renderer/features/stage.ts';
import { CLOSE_ID, closeOf, scriptClosed, scriptPeriods, SHA, standings } from '../renderer/support/period-scripts.ts';

const OCTOBER = 'from=2026-10-01&to=2026-10-31&zone=UTC';

test('nothing is closed yet; the first close is offered', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open('/periods');
  await expect(page.getByText('No period is closed yet')).toBeVisible();
  await page.getByRole('link', { name: 'Close a period' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Close / })).toBeVisible();
});

test('a close that lacks something says what, reads again, and takes a reason', async ({ stage, page }) => {
  let reading: { done: number; total: number; etaSeconds: number } | null = null;
  const missing = { 'invoices-certified': 0, 'facts-fresh': 8_114, 'no-undated-facts': 3 };
  scriptPeriods(stage.engine)
    .on('periods.readiness', () => success({ requirements: standings(missing), readingRequests: 127, reading }))
    .on('periods.read', () => {
      reading = { done: 4_000, total: 8_114, etaSeconds: 61 };
      return success({});
    });
  await stage.open(`/periods/close?${OCTOBER}&opening=USDT%20250000.12`);
  await expect(page.getByText('8 of 11 are there')).toBeVisible();
  await expect(page.getByText(/8,114 rows are older than 24 hours/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show the rows' })).toHaveAttribute(
    'href',
    /#\/statement\?from=2026-10-01/,
  );
  const close = page.getByRole('button', { name: 'Close October 2026' });
  await expect(close).toBeDisabled();
  await page.getByLabel('Reason for closing although something is missing').fill('Agreed with the auditor');
  await expect(close).toBeEnabled();
  await stage.expectSound();
  await expect(page.getByText(/127 requests: about 2 minutes at 95 a minute/)).toBeVisible();
  await page.getByRole('button', { name: 'Read everything again' }).click();
  await expect(page.getByText(/Reading again: 4,000 of 8,114 rows, about 1 min.* left/)).toBeVisible();
  await expect(close).toBeDisabled();
});

const closeInput = z.object({ intentId: z.string(), overrideReason: z.string().optional() });

test('a lost answer is asked for again under the same intent, and a close is never made twice', async ({
  stage,
  page,
}) => {
  let calls = 0;
  scriptClosed(scriptPeriods(stage.engine));
  scriptPeriods(stage.engine)
    .on('periods.get', () => success(closeOf()))
    .on('periods.close', () => {
      calls += 1;
      return calls === 1
        ? failed({ kind: 'unavailable-offline', detail: 'The answer was lost.' })
        : success({ outcome: 'closed', close: closeOf() });
    });
  await stage.open(`/periods/close?${OCTOBER}&opening=USDT%20250000.12`);
  await expect(page.getByText('Everything is there')).toBeVisible();
  await page.getByRole('button', { name: 'Close October 2026' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close October 2026?' });
  await expect(dialog).toContainText('They cannot be changed or opened again');
  await dialog.getByRole('button', { name: 'Close and lock' }).click();
  await page.getByRole('button', { name: 'Try the same close again' }).click();
  await expect(page).toHaveURL(new RegExp(`#/periods/${CLOSE_ID}`));
  const [first, second] = z.array(closeInput).parse(stage.inputsOf('periods.close'));
  expect(first?.intentId).toBe(second?.intentId);
  expect(first?.overrideReason).toBeUndefined();
});

test('a refused close says why and looks at what is there again', async ({ stage, page }) => {
  scriptPeriods(stage.engine).on('periods.close', () =>
    success({ outcome: 'refused', reason: 'changed', requirements: standings() }),
  );
  await stage.open(`/periods/close?${OCTOBER}&opening=USDT%20250000.12`);
  await page.getByRole('button', { name: 'Close October 2026' }).click();
  await page.getByRole('button', { name: 'Do not close' }).click();
  expect(stage.inputsOf('periods.close')).toEqual([]);
  await page.getByRole('button', { name: 'Close October 2026' }).click();
  await page.getByRole('button', { name: 'Close and lock' }).click();
  await expect(page.getByText('Not closed', { exact: true })).toBeVisible();
  await expect(page.getByText(/Something else is missing than was known/)).toBeVisible();
});

test('closed periods with what changed since; one of them with its proof', async ({ stage, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  scriptClosed(scriptPeriods(stage.engine), 'The last webhooks could not be read').on('exports.start', () =>
    success({ jobId: 'job-1' }),
  );
  await stage.open('/periods');
  const row = page.getByRole('row', { name: /^October 2026/ });
  await expect(row).toContainText('748,117.516548233510000001 USDT');
  await expect(row).toContainText('no closing in TRX');
  await expect(row).toContainText('−12.60 USDT');
  await row.getByRole('button', { name: 'Copy SHA-256 of October 2026' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(SHA);
  await expect(page.getByRole('link', { name: 'Close November 2026' })).toBeVisible();
  await expect(page.getByText('2026-11-05 10:20:30')).toBeVisible();
  await stage.expectSound();
  await row.getByRole('link', { name: 'October 2026' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'October 2026, closed' })).toBeVisible();
  await expect(page.getByText('Closed although 2 requirements were missing')).toBeVisible();
  await expect(page.getByText('finance gave the reason: “The last webhooks could not be read”')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tie-out' })).toContainText('6,904');
  const changed = page.getByRole('region', { name: 'Changed since it was closed' });
  await expect(changed.getByRole('row', { name: /105\.70.*93\.10/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Statement of USDT' })).toBeVisible();
  await stage.expectSound();
  await page.getByRole('button', { name: 'Export the canonical form' }).click();
  await expect.poll(() => stage.inputsOf('exports.start')).toEqual([{ kind: 'close', closeId: CLOSE_ID }]);
});

test('take rates: methods beside today’s catalogue, formula and inputs, a tolerance in the address', async ({
  stage,
  page,
}) => {
  scriptPeriods(stage.engine);
  await stage.open('/take-rates');
  await expect(page.getByText('The catalogue is today’s, not that of the payment', { exact: false })).toBeVisible();
  await expect(page.getByText('1 − 98.10 × 4.02 ÷ 410.00').first()).toBeVisible();
  await expect(page.getByText('2 of that name')).toBeVisible();
  await stage.expectSound();
  await page.getByRole('button', { name: 'Off the catalogue: Blik, 2051' }).click();
  await expect(page).toHaveURL(/kind=off-catalogue/);
  await page.getByRole('textbox', { name: 'Tolerance, percentage points' }).fill('1');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => stage.inputsOf('reconciliation.takeRates').at(-1))
    .toMatchObject({ method: 'Blik', kind: 'off-catalogue', tolerance: '0.01', offset: 0 });
});
