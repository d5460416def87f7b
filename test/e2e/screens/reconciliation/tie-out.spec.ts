/** The tie-out: coverage with its rows, findings that open their exceptions, totals, and the states of a long report. */
import { MoneySum } from '../../../../src/domain/kernel/money/money.ts';
import type { Exception } from '../../../../src/domain/reconcile/exception.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { exceptionAt, scriptReconciliation, tieOutReport } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

test('shows coverage, findings and totals, and opens what is behind them', async ({ stage, page }) => {
  scriptReconciliation(stage.engine);
  await stage.open('/reconciliation/tie-out?from=2026-10-01&to=2026-10-31&zone=Europe/Warsaw');
  await expect(page.getByRole('heading', { name: '7,412 paid invoices' })).toBeVisible();
  const period = { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' };
  await expect.poll(() => stage.inputsOf('reconciliation.tieOut')).toEqual([{ period }]);
  // What differs is no part of what agrees; the parts add up.
  const answers = page.getByRole('list', { name: 'Answers' }).getByRole('button');
  await expect(answers).toHaveText([
    /^Three sources agree 6,197 · 83.6 %/,
    /^Two agree 1,162 · 15.7 %.*webhook not checked yet: 1,098/,
    /^Differ 38 · 0.5 %/,
    /^Nothing to compare with 15 · 0.2 %/,
  ]);
  const findings = page.getByRole('region', { name: 'Differences by kind and unit' });
  await findings.getByRole('button', { name: 'Net ≠ actual' }).click();
  await expect(page).toHaveURL(/difference=settled-differs(\+|%20)USDT/);
  const one = page.getByRole('region', { name: 'Net ≠ actual', exact: true });
  await expect(one.getByRole('link', { name: 'Exceptions' })).toHaveAttribute(
    'href',
    '#/reconciliation/exceptions?state=all&kind=settled-differs&unit=USDT&recordFrom=2026-09-30T22%3A00%3A00Z&recordTo=2026-10-31T23%3A00%3A00Z',
  );
  const totals = page.getByRole('region', { name: 'Totals per currency' });
  await expect(totals.getByRole('row', { name: /^EUR 5,004 paid invoices.*−12\.50$/ })).toBeVisible();
  await stage.expectSound();
  await answers.nth(3).click();
  await expect(page).toHaveURL(/coverage=none/);
  await stage.expectAsked('reconciliation.tieRows', { period, coverage: 'none', differs: false });
  // One click from the answer its rows stand in view.
  await page.setViewportSize({ width: 1280, height: 800 });
  await answers.nth(2).click();
  await stage.expectAsked('reconciliation.tieRows', { period, differs: true });
  const rows = page.getByRole('region', { name: 'Differ', exact: true });
  await expect(rows.getByRole('gridcell', { name: 'order-00000' })).toBeInViewport();
  stage.engine.on('exports.start', () => success({ jobId: 'job-1' })).on('jobs.list', () => success({ jobs: [] }));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
  await expect.poll(() => stage.inputsOf('exports.start')).toMatchObject([{ kind: 'tie-rows', period, differs: true }]);
  // A list of jobs without it is what an engine says that began anew meanwhile.
  await expect(
    page.getByRole('status').filter({ hasText: 'the export was lost with it. Export again.' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
});

test('a kind of difference shows its records beside it, both amounts and the exact sum, and all open ones are resolved at once', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine);
  const told = (
    index: number,
    net: string,
    actual: string,
    delta: string,
    patch: Partial<Exception> = {},
  ): Exception => ({
    ...exceptionAt(index),
    kind: 'settled-differs',
    list: 'invoices',
    label: `order-${index}`,
    unit: 'USDT',
    delta,
    evidence: { settled_amount_usdt: net, 'adjustment.actual_amount_usdt': actual },
    state: 'open',
    ...patch,
  });
  books.rows = [
    told(1, '152.82', '299.650001', '-146.830001'),
    told(2, '117.53', '208.46', '-90.93'),
    told(3, '9007199254740993.000001', '9007199254740993.00000100000001', '-0.00000000000001', { state: 'resolved' }),
    // Without an amount it is of another line.
    { ...told(4, '', '', ''), kind: 'stale-receiver', unit: null, delta: null },
    { ...told(5, '', '', ''), kind: 'stale-receiver', unit: null, delta: null, state: 'resolved' },
  ];
  stage.engine.on('exceptions.page', ({ filter, offset, limit }) => {
    const shown = books.rows.filter(
      (row) =>
        (filter.kind?.includes(row.kind) ?? true) &&
        (filter.unit?.includes(row.unit ?? '') ?? true) &&
        (filter.state?.includes(row.state) ?? true),
    );
    const summed = shown.filter(({ delta }) => delta !== null);
    const total = new MoneySum();
    for (const { delta } of summed) total.add(delta ?? '0');
    return success({
      rows: shown.slice(offset, offset + limit),
      total: shown.length,
      totals:
        summed.length === 0
          ? []
          : [{ kind: 'settled-differs', unit: 'USDT', count: summed.length, missing: 0, delta: total.total() }],
    });
  });
  stage.engine.on('exports.start', () => success({ jobId: 'job-1' })).on('jobs.list', () => success({ jobs: [] }));
  await stage.open('/reconciliation/tie-out');
  const findings = page.getByRole('region', { name: 'Differences by kind and unit' });
  await expect(findings.getByRole('row', { name: /^Net ≠ actual 5/ })).toContainText(/USDT\s*2$/);
  await expect(findings.getByRole('row', { name: /^Shop told otherwise 31/ })).toContainText(/no amount\s*1$/);
  await expect(findings.getByRole('row', { name: /^No net amount 4/ }).getByRole('link')).toHaveCount(0);
  await findings.getByRole('button', { name: 'Net ≠ actual' }).click();
  await stage.expectAsked('exceptions.page', {
    filter: { kind: ['settled-differs'], unit: ['USDT'] },
    sort: [{ by: 'absDelta', direction: 'desc' }],
  });
  const one = page.getByRole('region', { name: 'Net ≠ actual', exact: true });
  await expect(one.getByText('The last run of reconciliation found 3 of the 5 that are counted here.')).toBeVisible();
  const exact = (row: RegExp) =>
    one
      .getByRole('row', { name: row })
      .locator('[data-exact]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-exact')));
  expect(await exact(/^order-1 /)).toEqual(['299.650001', '152.82', '-146.830001']);
  expect(await exact(/^Total/)).toEqual([
    '9007199254741501.11000200000001',
    '9007199254741263.350001',
    '-237.76000100000001',
  ]);
  await expect(one.getByRole('link', { name: 'order-1' })).toHaveAttribute('href', /#\/invoices\/3f1c2b1e/);
  await stage.expectSound();
  // What is resolved at once is what is open, by one reason and note.
  await one.getByRole('button', { name: 'Resolve 2…' }).click();
  const dialog = page.getByRole('dialog', { name: /^2 exceptions: the words/ });
  await dialog.getByRole('radio', { name: /^Explained/ }).check();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Asked the service');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('dialog', { name: 'Result of each' }).getByRole('button', { name: 'Close' }).last().click();
  await expect
    .poll(() => stage.inputsOf('exceptions.act'))
    .toMatchObject([
      { ids: ['x-1', 'x-2'], action: { kind: 'resolve', reason: 'explained', note: 'Asked the service' } },
    ]);
  await expect(findings.getByRole('row', { name: /^Net ≠ actual 5/ })).toContainText(/USDT\s*0$/);
  await expect(one.getByRole('button', { name: /^Resolve/ })).toHaveCount(0);
  await one.getByRole('button', { name: 'Export 3' }).click();
  await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
  await stage.expectAsked('exports.start', {
    kind: 'exceptions',
    filter: { kind: ['settled-differs'], unit: ['USDT'] },
    sort: [{ by: 'absDelta', direction: 'desc' }],
  });
});

test('figures that the mirror has left behind say so, and are computed anew only when asked', async ({
  stage,
  page,
}) => {
  const { engine } = stage;
  let successes = 7_412;
  engine.on('reconciliation.tieOut', ({ period }) => {
    const report = tieOutReport();
    const invoices = { ...report.invoices, count: period === undefined ? successes : 31 };
    return success({ report: { ...report, invoices }, computedAt: new Date().toISOString() });
  });
  await stage.open('/reconciliation/tie-out');
  await expect(page.getByRole('heading', { name: '7,412 paid invoices' })).toBeVisible();
  // The rows are read once the table stands.
  await expect.poll(() => stage.inputsOf('reconciliation.tieRows').length).toBeGreaterThan(0);
  const rowsRead = stage.inputsOf('reconciliation.tieRows').length;
  successes = 7_413;
  engine.push('mirror.changed', { kinds: ['invoices'] }, PROFILE);
  await expect(page.getByText('Records changed since')).toBeVisible();
  await expect.poll(() => stage.inputsOf('reconciliation.tieOut')).toHaveLength(1);
  await expect.poll(() => stage.inputsOf('reconciliation.tieRows')).toHaveLength(rowsRead);
  await page.getByRole('button', { name: 'Compute again' }).click();
  await expect(page.getByRole('heading', { name: '7,413 paid invoices' })).toBeVisible();
  await expect(page.getByText('Records changed since')).toHaveCount(0);
  // The figures of one period never stand under the name of another, not even while it is computed.
  engine.hang('reconciliation.tieOut');
  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'October 2026', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Records compared' })).toBeVisible();
  await expect(page.getByText('7,413')).toHaveCount(0);
});

test('a long report shows how far it is, can be stopped, and be asked for again', async ({ stage, page }) => {
  let finish: ((stopped: boolean) => void) | undefined;
  const { engine } = stage;
  engine
    .on(
      'reconciliation.tieOut',
      () =>
        new Promise((resolve) => {
          finish = (stopped) =>
            resolve(
              stopped
                ? failed({ kind: 'cancelled' })
                : success({ report: tieOutReport(), computedAt: new Date().toISOString() }),
            );
        }),
    )
    .on('jobs.cancel', () => {
      finish?.(true);
      return success({});
    });
  // The list of jobs is asked for while the report runs, and answers with what was so before it began.
  let answerJobs: (() => void) | undefined;
  engine.on(
    'jobs.list',
    () =>
      new Promise((resolve) => {
        answerJobs = () => resolve(success({ jobs: [] }));
      }),
  );
  await stage.open('/reconciliation/tie-out');
  await expect.poll(() => answerJobs).toBeDefined();
  const job = {
    id: 'r-1',
    kind: 'report',
    label: 'Tie-out',
    report: { kind: 'tie-out', period: null },
    state: 'running',
    done: 250_000,
    total: 1_000_000,
  } as const;
  // Of another period, and begun before: it is neither shown nor stopped here.
  const october = { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' };
  const other = { ...job, id: 'r-0', report: { kind: 'tie-out', period: october }, done: 900_000 } as const;
  engine.on('jobs.list', () => success({ jobs: [other, job] }));
  engine.push('jobs.changed', { jobs: [other, job] }, PROFILE);
  const bar = page.getByRole('progressbar', { name: 'Records compared' });
  await expect(bar).toHaveAttribute('aria-valuenow', '25');
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('"jobs.list"') === true);
  answerJobs?.();
  await answered;
  engine.push('heartbeat', {}, null);
  await expect(bar).toHaveAttribute('aria-valuenow', '25');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await expect.poll(() => stage.inputsOf('jobs.cancel')).toEqual([{ id: 'r-1' }]);
  await page.getByRole('button', { name: 'Compute it' }).click();
  await expect.poll(() => stage.inputsOf('reconciliation.tieOut').length).toBe(2);
  finish?.(false);
  await expect(page.getByRole('heading', { name: '7,412 paid invoices' })).toBeVisible();
});

test('nothing to tie and nothing to read are not the same', async ({ stage, page }) => {
  const none = { count: 0, three: 0, two: 0, none: 0 };
  const report = {
    ...tieOutReport(),
    invoices: none,
    currencies: [],
    findings: [],
    withdrawals: { count: 0, tied: 0, differing: 0, unknown: 0 },
    differing: { three: 0, two: 0, none: 0 },
  };
  stage.engine.on('reconciliation.tieOut', () => success({ report, computedAt: new Date().toISOString() }));
  await stage.open('/reconciliation/tie-out');
  await expect(page.getByText('There is no paid invoice yet.')).toBeVisible();
  stage.engine.on('reconciliation.tieOut', () => failed({ kind: 'bug', incidentId: 'incident-7' }));
  await stage.open('/reconciliation/tie-out?from=2026-10-01&to=2026-10-31');
  await expect(page.getByRole('alert')).toContainText('incident-7');
});
