/**
 * Closing a period: the checklist, reading again, typed balances, the last dialog, one intent over a lost answer, the person who has gone elsewhere;
 * closed periods and what changed in them; take rates.
 */
import { z } from 'zod';
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import {
  CLOSE_ID,
  closeOf,
  OCTOBER,
  readinessAnswer,
  scriptClosed,
  scriptPeriods,
  SHA,
  standings,
  statementAnswer,
  usdtAccount,
} from '../../../renderer/support/period-scripts.ts';
import { SANDBOX } from '../../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

const DAYS = 'from=2026-10-01&to=2026-10-31&zone=UTC';
type Reading = CallOutput<'periods.readiness'>['reading'];
const READING = {
  id: 'reading-1',
  period: OCTOBER,
  state: 'running',
  done: 4_000,
  total: 8_114,
  etaSeconds: 61,
} as const;

test('nothing is closed yet; the first close is offered', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open('/statements');
  await expect(page.getByText('0 closed months')).toBeVisible();
  const months = page.getByRole('region', { name: 'Months' });
  await expect(months.getByRole('row', { name: /Running/ })).toHaveCount(1);
  await expect(months.getByRole('row', { name: /Open/ }).first()).toContainText('1,702,217.90');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: /^To close / })).toContainText('1 of 3');
});

test('a close that lacks something says what, reads again, and takes a reason', async ({ stage, page }) => {
  let reading: Reading = null;
  const missing = { 'invoices-certified': 0, 'facts-fresh': 8_114, 'no-undated-facts': 3 };
  scriptPeriods(stage.engine)
    .on('periods.readiness', () =>
      success(readinessAnswer({ requirements: standings(missing), readingRequests: 127, reading })),
    )
    .on('periods.read', () => {
      reading = READING;
      return success({});
    })
    .on('jobs.cancel', () => {
      reading = null;
      return success({});
    });
  await stage.open(`/statements/month/close?${DAYS}&opening=USDT%20250000.12&closing=USDT%20748110`);
  await expect(page.getByText('8 of 11 are there')).toBeVisible();
  await expect(page.getByText(/8,114 rows are older than 24 hours/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Paid invoices without a net amount, USDT: 3' })).toHaveAttribute(
    'href',
    /#\/statements\/month\/rows\?from=2026-10-01.*line=credits-without-amount/,
  );
  const close = page.getByRole('button', { name: 'Close October' });
  await expect(close).toBeDisabled();
  await expect(page.getByText('3 of 10 checks are missing')).toBeVisible();
  await page.getByRole('button', { name: 'Mark' }).click();
  await close.click();
  const lock = page.getByRole('button', { name: 'Close and lock' });
  await expect(lock).toBeDisabled();
  await page.getByLabel('Reason for closing although something is missing').fill('Agreed with the auditor');
  await expect(lock).toBeEnabled();
  await page.getByRole('button', { name: 'Do not close' }).click();
  await stage.expectSound();
  await expect(page.getByText(/127 requests: about 2 minutes at 95 a minute/)).toBeVisible();
  await page.getByRole('button', { name: 'Read everything again' }).click();
  await expect(page.getByText(/Reading again: 4,000 of 8,114 rows, about 1 min.* left/)).toBeVisible();
  await expect(close).toBeDisabled();
  reading = { ...READING, state: 'waiting', failure: { kind: 'unreachable', reason: 'dns' } };
  await expect(page.getByText(/Waiting at 4,000 of 8,114 rows\. No server has the name/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await expect(page.getByRole('button', { name: 'Read everything again' })).toBeEnabled();
  await expect.poll(() => stage.inputsOf('jobs.cancel')).toEqual([{ id: 'reading-1' }]);
});

test('a read-only profile reads again; a reading of other days and one that failed are told as what they are', async ({
  stage,
  page,
}) => {
  const september = { from: '2026-09-01', to: '2026-10-01', timeZone: 'UTC' };
  let reading: Reading = { ...READING, period: september };
  const profile = { ...SANDBOX, readOnly: true };
  scriptPeriods(stage.engine)
    .on('profiles.list', () => success({ profiles: [profile], selected: profile.id }))
    .on('periods.readiness', () =>
      success(readinessAnswer({ requirements: standings({ 'facts-fresh': 5 }), readingRequests: 1, reading })),
    );
  await stage.open(`/statements/month/close?${DAYS}&opening=USDT%2050`);
  await expect(page.getByRole('link', { name: 'September 2026' })).toHaveAttribute('href', /from=2026-09-01/);
  await expect(page.getByText(/4,000/)).toHaveCount(0);
  reading = { ...READING, state: 'failed', failure: { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 403 } };
  await expect(page.getByText(/^The reading stopped: /)).toBeVisible();
  await expect(page.getByText('4,000 of 8,114 rows were read and stay read.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Read everything again' })).toBeEnabled();
});

test('what was typed is in force as it is understood, and of these days only; what is no amount bars the close', async ({
  stage,
  page,
}) => {
  scriptPeriods(stage.engine);
  await stage.open('/statements/month/close?opening=USDT%207');
  // Balances without days are of no days at all.
  const opening = page.getByRole('textbox', { name: 'Opening balance of USDT' });
  await expect(opening).toHaveValue('');
  await stage.open(`/statements/month/close?${DAYS}&opening=USDT%2050&closing=USDT%2060`);
  const close = page.getByRole('button', { name: 'Close October' });
  await expect(close).toHaveAttribute('title', '1 of 3 things are left to close October.');
  await page.getByRole('button', { name: 'Mark' }).click();
  await expect(close).toBeEnabled();
  await opening.fill('1,250.50');
  await opening.press('Enter');
  await expect(page.getByText('Taken as 1,250.50 USDT')).toBeVisible();
  await opening.fill('12x');
  await opening.blur();
  await expect(
    page.getByText('“12x” is no amount, so the opening balance of USDT is not in force', { exact: false }).first(),
  ).toBeVisible();
  await expect(close).toBeDisabled();
  await stage.expectSound('one');
  // What was typed and seen to goes with the month from tab to tab.
  await page.getByRole('link', { name: 'Statement', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Statement of USDT' })).toBeVisible();
  await expect(opening).toHaveValue('12x');
  await opening.fill('9');
  await opening.press('Enter');
  await expect(close).toBeEnabled();
  await page.getByRole('button', { name: 'To September 2026' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'September 2026' })).toBeVisible();
  await expect(opening).toHaveValue('');
  await expect(page).not.toHaveURL(/opening|reviewed/);
});

test('a review is of the figures that were seen: others are to be looked at again', async ({ stage, page }) => {
  let invoices = 0;
  scriptPeriods(stage.engine).on('reconciliation.statement', ({ period, typed }) => {
    const answer = statementAnswer(period, typed ?? []);
    const tokens = answer.statement.tokens.map((account) => ({
      ...account,
      lines: account.lines.map((line) => (line.kind === 'credits' ? { ...line, count: line.count + invoices } : line)),
    }));
    return success({ ...answer, statement: { ...answer.statement, tokens } });
  });
  await stage.open(`/statements/month?${DAYS}&opening=USDT%2050&closing=USDT%2060`);
  await page.getByRole('button', { name: 'Mark' }).click();
  await expect(page.getByText('Statement reviewed')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Close October' })).toBeEnabled();
  invoices = 1;
  stage.engine.push('mirror.changed', { kinds: ['invoices'] }, PROFILE);
  await expect(page.getByText('The statement changed since its review')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close October' })).toBeDisabled();
});

const closeInput = z.object({ intentId: z.string(), typed: z.array(z.object({ opening: z.string() })) });

test('the last dialog repeats all that is locked; a lost answer is asked for again as the same close', async ({
  stage,
  page,
}) => {
  let calls = 0;
  scriptClosed(stage.engine);
  scriptPeriods(stage.engine)
    .on('periods.get', () => success(closeOf()))
    .on('periods.readiness', () => success(readinessAnswer({ requirements: standings({ 'facts-fresh': calls + 1 }) })))
    .on('periods.close', () => {
      calls += 1;
      return calls === 1
        ? failed({ kind: 'unknown-outcome', intentId: 'x' })
        : success({ outcome: 'closed', close: closeOf() });
    });
  await stage.open(`/statements/month/close?${DAYS}&opening=USDT%20250000.12&closing=USDT%20748110`);
  await page.getByRole('button', { name: 'Mark' }).click();
  const close = page.getByRole('button', { name: 'Close October' });
  await close.click();
  const dialog = page.getByRole('dialog', { name: 'Close October 2026?' });
  await dialog.getByLabel('Reason for closing although something is missing').fill('Agreed with the auditor');
  await expect(dialog).toContainText('2026-10-01 – 2026-10-31, whole days of UTC');
  const usdt = dialog.getByRole('table', { name: 'Balances of USDT to lock' });
  for (const [line, amount] of [
    ['Opening balance', '250,000.12'],
    ['Calculated balance', '748,117.516548233510000001'],
    ['Reported balance', '748,110'],
    ['Difference, reported − calculated', '−7.516548233510000001'],
  ] as const) {
    await expect(usdt.getByRole('row', { name: line })).toContainText(amount);
  }
  await expect(dialog.getByRole('table', { name: 'Balances of TRX to lock' })).toContainText('no balance');
  await expect(dialog).toContainText('They cannot be changed or opened again by anybody.');
  await stage.expectSound('one');
  await dialog.getByRole('button', { name: 'Close and lock' }).click();
  await expect(page.getByText('The month may have been closed', { exact: false })).toBeVisible();
  await expect(close).toBeDisabled();
  // Whatever is typed by then, it is the same close that is asked for.
  await page.getByRole('textbox', { name: 'Opening balance of USDT' }).fill('1');
  await page.getByRole('button', { name: 'Ask for the answer again' }).click();
  await expect(page).toHaveURL(/#\/statements\/month\/close\?from=2026-10-01&to=2026-10-31&zone=UTC$/);
  const [first, second] = stage.inputsOf('periods.close');
  expect(second).toEqual(first);
  expect(first).toMatchObject({ overrideReason: 'Agreed with the auditor', known: ['facts-fresh'] });
  expect(closeInput.parse(first).typed).toEqual([{ opening: '250000.12' }]);
});

test('whoever has gone elsewhere is told there, and stays', async ({ stage, page }) => {
  let answer = (): void => undefined;
  scriptClosed(stage.engine);
  scriptPeriods(stage.engine)
    .on('periods.get', () => success(closeOf()))
    .on('periods.close', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return success({ outcome: 'closed', close: closeOf() });
    });
  await stage.open(`/statements/month/close?${DAYS}&opening=USDT%20250000.12&closing=USDT%201`);
  await page.getByRole('button', { name: 'Mark' }).click();
  await page.getByRole('button', { name: 'Close October' }).click();
  await page.getByRole('button', { name: 'Close and lock' }).click();
  await expect(page.getByText('You can leave this screen', { exact: false })).toBeVisible();
  // The engine has it, and does not answer yet.
  await expect.poll(() => stage.inputsOf('periods.close')).toHaveLength(1);
  await page.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calculator' })).toBeVisible();
  answer();
  await expect(page.getByText('October 2026 is closed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Calculator' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the close' }).click();
  await expect(page).toHaveURL(/#\/statements\/month\/close\?from=2026-10-01/);
  await expect(page.getByText('October 2026 is closed.')).toHaveCount(0);
});

test('a refused close says why and looks at what is there again', async ({ stage, page }) => {
  scriptPeriods(stage.engine).on('periods.close', () =>
    success({ outcome: 'refused', reason: 'changed', requirements: standings() }),
  );
  await stage.open(`/statements/month/close?${DAYS}&opening=USDT%20250000.12&closing=USDT%201`);
  await page.getByRole('button', { name: 'Mark' }).click();
  await page.getByRole('button', { name: 'Close October' }).click();
  await page.getByRole('button', { name: 'Do not close' }).click();
  expect(stage.inputsOf('periods.close')).toEqual([]);
  await page.getByRole('button', { name: 'Close October' }).click();
  await page.getByRole('button', { name: 'Close and lock' }).click();
  await expect(page.getByText('Not closed', { exact: true })).toBeVisible();
  await expect(page.getByText(/Something else is missing than was known/)).toBeVisible();
});

test('closed periods with what changed since; one of them with its proof', async ({ stage, page }) => {
  scriptClosed(scriptPeriods(stage.engine), 'The last webhooks could not be read').on('exports.start', () =>
    success({ jobId: 'job-1' }),
  );
  await stage.open('/statements');
  const row = page.getByRole('row', { name: /^October 2026/ });
  await expect(row).toContainText('748,117.52');
  // On paper every digit stands.
  await expect(row).toContainText('748,117.516548233510000001');
  await expect(row).toContainText('40.00 TRX');
  await expect(row).toContainText('1 change since, −12.60 USDT');
  await expect(row).toContainText('with a reason: The last webhooks could not be read');
  // Whichever that is today: one that is over is open.
  const running = page.getByRole('row', { name: /Running/ });
  const present = (): string =>
    new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.now());
  await expect(page.getByRole('row', { name: /^November 2026/ })).toContainText(/Running|Open/);
  await expect.poll(async () => (await running.textContent())?.startsWith(present())).toBe(true);
  await expect(page.getByText('2026-11-05 10:20:30')).toBeVisible();
  await stage.expectSound();
  await row.getByRole('link', { name: 'October 2026' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'October 2026' })).toBeVisible();
  await expect(page.getByText('October 2026 is still exactly as it was closed')).toBeVisible();
  await expect(page.getByText('Closed although 2 requirements were missing')).toBeVisible();
  await expect(page.getByText('finance gave the reason: “The last webhooks could not be read”')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tie-out' })).toContainText('6,904');
  const changed = page.getByRole('region', { name: 'Changed after the close' });
  await expect(changed.getByRole('row', { name: /105\.70.*93\.10/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy SHA-256', exact: true }).click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(SHA);
  await stage.expectSound();
  await page.getByRole('button', { name: 'Download proof file' }).click();
  await expect.poll(() => stage.inputsOf('exports.start')).toEqual([{ kind: 'close', closeId: CLOSE_ID }]);
  // The address that news and older links have leads there as well.
  await stage.open(`/statements/closed/${CLOSE_ID}`);
  await expect(page).toHaveURL(/#\/statements\/month\/close\?from=2026-10-01/);
});

test('fees: what the month cost in the first line, and every figure opens its rows', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open(`/statements/month/fees?${DAYS}`);
  // The catalogue of today is a ring beside the median: without its edge nobody saw it.
  await expect(page.locator('.recharts-line-dot[stroke="var(--mc-bar-before)"]').first()).toBeVisible();
  await expect(page.getByText('October 2026 cost about')).toHaveText(
    /^October 2026 cost about 23,370\.84\sUSDT in fees, 2\.84 % of the 822,697\.78\sUSDT that 4,664 paid invoices were worth; networks took 12\.52\sUSDT\. Customers paid 10,021\.74\sUSDT on top\.$/,
    { useInnerText: true },
  );
  await expect(
    page.getByText('4 paid invoices lack a rate, a net or a paid amount; their 80', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('Of 14, adjusted or without an amount to pay', { exact: false })).toBeVisible();
  const methods = page.getByRole('table', { name: 'Fees by method' });
  await expect(methods.getByRole('row', { name: /^Not known 4 .* 80\.00$/ })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Fees by currency' }).getByRole('row', { name: /^EUR 2,614 .* 2\.50 % / }),
  ).toBeVisible();
  const networks = page.getByRole('table', { name: 'Fees by day' }).getByRole('link', { name: /^1\.50/ });
  await expect(networks).toHaveAttribute(
    'href',
    /rows\?from=2026-10-02&to=2026-10-02&zone=UTC&line=withdrawals&token=USDT/,
  );
  await expect(page.getByRole('link', { name: 'calculator' })).toHaveAttribute('href', '#/pricing');
  // From the first look to the invoices behind a figure: one click.
  await methods.getByRole('link', { name: '2,050' }).click();
  await expect(page).toHaveURL(
    /fees\/rows\?from=2026-10-01&to=2026-10-31&zone=UTC&method=BLIK&currency=PLN&part=known/,
  );
  await stage.expectAsked('reconciliation.feeRows', { method: 'BLIK', currency: 'PLN', part: 'known' });
  await expect(page.getByText('BLIK, PLN, fee estimated, October 2026', { exact: false })).toBeVisible();
  await expect(page.getByText('Estimated fee: 11,778')).toBeVisible();
  await expect(page.getByRole('row', { name: /^order-1 BLIK/ })).toBeVisible();
  await stage.expectSound();
  await page.getByRole('link', { name: 'Fees, October 2026' }).click();
  await expect(methods).toBeVisible();
});

test('fees of a closed month say that its credits are no longer those that were locked', async ({ stage, page }) => {
  scriptClosed(scriptPeriods(stage.engine));
  await stage.open(`/statements/month/fees?${DAYS}`);
  await expect(page.getByText('Changed since the close')).toBeVisible();
  await expect(page.getByRole('link', { name: 'What has changed since' })).toBeVisible();
  await stage.expectSound();
});

test('fees of a longer period are told month by month', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open('/statements/month/fees?from=2026-08-01&to=2026-10-31&zone=UTC');
  await stage.expectAsked('reconciliation.feeTotals', { byMonth: true });
  await expect(page.getByRole('table', { name: 'Fees by month' })).toBeVisible();
});

test('fees: figures, methods beside today’s catalogue, formula and inputs, a tolerance in the address', async ({
  stage,
  page,
}) => {
  scriptPeriods(stage.engine);
  await stage.open(`/statements/month/fees?${DAYS}`);
  await expect(page.getByText('of 4 withdrawals, 1 without')).toBeVisible();
  await expect(page.getByText(/^from /)).toHaveCount(5);
  await stage.expectAsked('reconciliation.feeTotals', { period: { from: '2026-09-01', to: '2026-10-01' } });
  const byDay = page.getByRole('table', { name: 'Fees by day' });
  await expect(byDay.getByRole('row', { name: /^2026-10-02 0 .* 1\.50 ?USDT$/ })).toBeVisible();
  await expect(page.getByText('today’s, not that of the payment', { exact: false })).toBeVisible();
  await expect(page.getByText('1 − 98.10 × 4.02 ÷ 410.00').first()).toBeVisible();
  await expect(page.getByText('2 of that name')).toBeVisible();
  // Exact amounts are behind the shown ones, for paper and for what is copied.
  const exactOf = (table: string, row: number) =>
    page.getByRole('region', { name: table }).getByRole('row').nth(row).locator('[data-exact]');
  const exact = (table: string, row: number) =>
    exactOf(table, row).evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-exact')));
  const named = (name: RegExp) => page.getByRole('row', { name });
  await expect(named(/^BLIK 2,050 1,400,000\.00 ?PLN 21,000\.00 ?PLN 11,778\.40 3\.28 % 347,221\.60$/)).toBeVisible();
  await expect(
    named(/^Total, USDT 4,668 822,697\.78 10,021\.74 23,370\.84 2\.84 % 799,406\.94$/).first(),
  ).toBeVisible();
  await expect(named(/^2026-10-01 15 1,500\.00 10,021\.74 35\.50 2\.37 % 1,464\.50 —$/)).toBeVisible();
  await expect(
    named(/^3 days 23 1,700\.00 14,658\.86 41\.50 2\.44 % 1,738\.50 12\.52 ?USDT ?TRX not told$/),
  ).toBeVisible();
  expect(await exact('Fees by method', 1)).toEqual(['1400000', '21000', '11778.399789', '347221.600211']);
  expect(await exact('Fees by day', 3)).toEqual(['200', '4637.123456', '6', '194']);
  await stage.expectSound();
  await page.getByRole('button', { name: 'Off the catalogue: Blik, PLN, 2,051' }).click();
  await expect(page).toHaveURL(/kind=off-catalogue/);
  await page.getByRole('textbox', { name: 'Tolerance, percentage points' }).fill('1');
  await page.keyboard.press('Enter');
  await stage.expectAsked('reconciliation.takeRates', {
    method: 'Blik',
    currency: 'PLN',
    kind: 'off-catalogue',
    tolerance: '0.01',
    offset: 0,
  });
});

test('a close that was wrong is superseded with a reason, beside what is locked; both are shown', async ({
  stage,
  page,
}) => {
  const close = closeOf();
  const [, ...others] = close.document.statement.tokens;
  const first = usdtAccount({ token: 'USDT', opening: '100', closing: '4000' });
  const statement = { ...close.document.statement, tokens: [first, ...others] };
  const locked = { ...close, document: { ...close.document, statement } };
  const version = { closedAt: close.document.closedAt, closedBy: 'eva', figures: [] };
  scriptClosed(scriptPeriods(stage.engine))
    .on('periods.get', () => success(locked))
    .on('periods.readiness', () => success(readinessAnswer({ requirements: standings({ 'facts-fresh': 8_114 }) })))
    .on('periods.close', () => success({ outcome: 'closed', close: locked }))
    .on('periods.versions', () =>
      success({
        versions: [
          { ...version, id: 'close-0002', sha256: SHA, correctionReason: 'read off a wrong day' },
          { ...version, id: CLOSE_ID, sha256: 'ab'.repeat(32), correctionReason: null },
        ],
      }),
    );
  await stage.open(`/statements/month/close?${DAYS}`);
  const closes = page.getByRole('region', { name: 'Closes of this month' });
  await expect(closes.getByRole('row', { name: /^Holds/ })).toContainText('Because: read off a wrong day');
  await expect(closes.getByRole('row', { name: /^Superseded/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText('41 entries');
  await page.getByRole('button', { name: 'Supersede this close…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Opening balance of USDT' }).fill('107.50');
  await expect(dialog.getByRole('row', { name: /^Opening balance/ })).toContainText('100');
  await expect(dialog.getByText('Every row was read within 24 hours')).toBeVisible();
  const lock = dialog.getByRole('button', { name: 'Close anew and lock' });
  await expect(lock).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Why the close was wrong' }).fill('The opening was read off a wrong day');
  await expect(lock).toBeEnabled();
  await stage.expectSound();
  await lock.click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => stage.inputsOf('periods.close'))
    .toMatchObject([
      {
        period: OCTOBER,
        typed: [{ token: 'USDT', opening: '107.50', closing: '4000' }],
        supersedes: { closeId: CLOSE_ID, reason: 'The opening was read off a wrong day' },
        overrideReason: 'The opening was read off a wrong day',
        known: ['facts-fresh'],
      },
    ]);
});
