/**
 * Many invoices out of a file: what is said before anything is created, what a file still lacks, a profile that may not; the run as it goes on, waits and
 * stops, and every outcome of a row. Not here: the same for real (stories/orders-from-file.spec.ts).
 */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import type { OrderCheck, OrderRow, OrderRun } from '../../../../src/domain/ledger/order-file.ts';
import { ORDER_STANDINGS, type OrderStanding } from '../../../../src/domain/create/order-run.ts';
import { ago, uuidAt } from '../../../renderer/features/scenes.ts';
import { expect, type Stage, test } from '../../../renderer/features/stage.ts';
import { ledgerFile, scriptImports } from '../../../renderer/support/import-scripts.ts';

test.use({ sharesPage: true });

const RUN_ID = '0a9e0000-0000-4000-8000-000000000009';
const CHECK: OrderCheck = {
  rows: 100,
  ready: 92,
  left: [
    { line: 11, externalId: 'order-10', reason: 'no-amount', column: 'Betrag', value: '' },
    { line: 12, externalId: '<b>order-11</b>', reason: 'repeated', column: 'Bestellnr.', value: '<b>order-11</b>' },
  ],
  sums: [{ unit: 'EUR', count: 92, amount: '12345.50' }],
  seconds: 70,
  sha256: 'a'.repeat(64),
};

function runOf(more: Partial<OrderRun>, counts: Partial<OrderRun['counts']> = {}): OrderRun {
  const none = {
    waiting: 0,
    running: 0,
    created: 0,
    existing: 0,
    conflict: 0,
    refused: 0,
    unknown: 0,
    left: 0,
    cancelled: 0,
  };
  return {
    runId: RUN_ID,
    label: 'orders.csv',
    state: 'running',
    total: 9,
    counts: { ...none, ...counts },
    sha256: CHECK.sha256,
    startedBy: 'anna',
    startedAt: ago(60_000),
    ...more,
  };
}

function rowAt(position: number, standing: OrderStanding): OrderRow {
  const isThere = standing === 'created' || standing === 'existing';
  return {
    position,
    line: position + 2,
    externalId: `order-${position}`,
    customerId: 'c-1',
    amount: '49.90',
    currency: 'EUR',
    standing,
    differences: [],
    invoiceUuid: isThere ? uuidAt(position) : null,
    paymentUrl: isThere ? `https://pay.example/i/${position}` : null,
    intentId: uuidAt(position),
    ...(standing === 'left' ? { left: 'not-an-amount' as const } : {}),
    ...(standing === 'refused'
      ? { failure: { kind: 'rejected' as const, code: 'AMOUNT_OUT_OF_RANGE', status: 422, message: 'no' } }
      : {}),
  };
}

async function openFile(stage: Stage): Promise<void> {
  scriptImports(stage.engine);
  stage.engine.on('orders.runs', () => success({ runs: [runOf({ state: 'done' }, { created: 9 })] }));
  stage.engine.on('orders.check', () => success(CHECK));
  await stage.open('/new-invoices');
  await expect(stage.page.getByRole('link', { name: 'orders.csv' })).toBeVisible();
  await stage.page.getByLabel('File of orders').setInputFiles(ledgerFile());
}

test('a file says how many of its rows will be created and why the others cannot, and begins once', async ({
  stage,
  page,
}) => {
  await openFile(stage);
  await expect(page.getByRole('heading', { name: '92 of 100 rows will be created' })).toBeVisible();
  const left = page.getByRole('region', { name: 'Rows that are left out' });
  await expect(left.getByRole('row').nth(2)).toContainText('An earlier row has the same order id');
  await stage.expectSound();
  stage.engine.on('orders.start', () => success(runOf({})));
  stage.engine.on('orders.run', () => success(runOf({}, { waiting: 9 })));
  stage.engine.on('orders.rows', () => success({ rows: [], total: 0 }));
  await page.getByRole('button', { name: 'Create 92 invoices' }).dblclick();
  await expect(page).toHaveURL(/#\/new-invoices\/[\da-f-]{36}$/);
  await expect.poll(() => stage.inputsOf('orders.start').length).toBe(1);
});

test('what is missing is asked for, and nothing is checked before', async ({ stage, page }) => {
  await openFile(stage);
  await page.getByLabel('What column 1 means', { exact: true }).selectOption({ label: 'Not used' });
  await expect(page.getByText('Still missing: the column of the order id.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
});

test('another file that is being created is named, with the way to it', async ({ stage, page }) => {
  await openFile(stage);
  const details = { openRunId: RUN_ID };
  stage.engine.on('orders.start', () =>
    failed({ kind: 'rejected', code: 'RUN_ALREADY_OPEN', status: 409, message: 'open', details }),
  );
  stage.engine.on('orders.run', () => failed({ kind: 'not-found', what: 'run', ident: 'x' }));
  await page.getByRole('button', { name: 'Create 92 invoices' }).click();
  await expect(page.getByText('Another file is still being created')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', `#/new-invoices/${RUN_ID}`);
});

test('a run shows every outcome of a row, what it waits for, and why it stopped', async ({ stage, page }) => {
  const counts = Object.fromEntries(ORDER_STANDINGS.map((standing) => [standing, 1]));
  const rows = ORDER_STANDINGS.map((standing, index) => rowAt(index, standing));
  stage.engine.on('orders.rows', ({ standing = [] }) => {
    const shown = rows.filter((row) => standing.length === 0 || standing.includes(row.standing));
    return success({ rows: shown, total: shown.length });
  });
  stage.engine.on('orders.run', () =>
    success(runOf({ state: 'waiting', waitingFor: 'customer-limit', waitingMs: 600_000 }, counts)),
  );
  await stage.open(`/new-invoices/${RUN_ID}`);
  await expect(page.getByText('Waiting for customers with too many open invoices')).toBeVisible();
  const grid = page.getByRole('grid');
  for (const label of ['Created', 'Was there', 'Id taken', 'Refused', 'Not known', 'Left out', 'Cancelled']) {
    await expect(grid.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(grid.getByText('AMOUNT_OUT_OF_RANGE')).toBeVisible();
  await expect(grid.getByRole('button', { name: 'Copy payment link of order-2' })).toBeVisible();
  await stage.expectSound();
  await page.getByText('Refused 1', { exact: true }).click();
  await expect(grid.getByText('Created', { exact: true })).toHaveCount(0);
  stage.engine.on('orders.run', () => success(runOf({ state: 'stopped', stop: 'payments-disabled' }, counts)));
  await stage.open('/invoices');
  await stage.open(`/new-invoices/${RUN_ID}`);
  await expect(page.getByText('Stopped: the payment service takes no orders')).toBeVisible();
  stage.engine.on('jobs.resume', () => success({}));
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => stage.inputsOf('jobs.resume')).toEqual([{ id: RUN_ID }]);
});
