/**
 * Finance's morning, for real: the built console in its own process, a sandbox of the test's own as the API, reconciliation over its whole
 * world, and the queue of adjusted invoices worked through by keyboard alone: so many seconds a row, each with its reason and note in the
 * books, none judged by its ordered amount. Then the tie-out and an export of exactly what is filtered. Not here: states of the screens
 * (screens/reconciliation/adjusted, screens/reconciliation/exceptions, screens/reconciliation/tie-out).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { readXlsx, tableOf } from '../../support/files/read-xlsx.ts';
import { SOAK } from '../../support/scale.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { goTo } from '../support/chord.ts';
import { removeFolder, type Script } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial', timeout: SOAK ? 1_800_000 : 600_000 });

/** 300 of 12,500 are adjusted; a tenth of that in CI. */
const SIZE = SOAK ? 12_500 : 1_250;
const ROWS = SOAK ? 300 : 8;
/** Where the most exceptions are once that many are resolved: all of the whole queue are. */
const MOST: 'open' | 'resolved' = SOAK ? 'resolved' : 'open';

let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let page: Page;
let script: Script;
let profile = '';

test.beforeAll(async ({ openDesk }) => {
  sandbox = await createSandbox({ size: SIZE, limit: 100_000 });
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox, { lists: ['invoices', 'withdrawals'] }));
  ({ page, script } = desk);
  await script.call('reconciliation.run', {}, profile);
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  removeFolder(dataDir);
});

async function open(path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('the queue is worked through by keyboard alone, the largest difference first, with four keys and a note a row', async () => {
  await page.locator('main').focus();
  await goTo(page, 'a');
  await expect(page.getByRole('heading', { name: 'Adjusted invoices', level: 1 })).toBeVisible();
  const sizes = await sizesOfDifferences();
  const total = sizes.size;
  expect(total).toBeGreaterThanOrEqual(ROWS);
  const grid = page.getByRole('grid', { name: 'Adjusted invoices' });
  await expect(grid.getByText(/^[\d,.]+ of [\d,.]+ [A-Z]{3}/).first()).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: /^Triage: / });
  await expect(panel).toBeVisible();
  const worked: string[] = [];
  const startedAt = performance.now();
  for (let row = 0; row < ROWS; row += 1) {
    const name = (await panel.getAttribute('aria-label'))?.replace('Triage: ', '') ?? '';
    worked.push(name);
    await page.keyboard.press('r');
    await page.keyboard.press('1');
    await page.keyboard.type(`Booked, row ${row}`);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name} resolved (explained).`)).toBeVisible();
    if (row === total - 1) break;
    // The keyboard is in the table again, on another row.
    await expect(page.locator('.ag-cell:focus')).toHaveCount(1);
    await expect(panel).not.toHaveAttribute('aria-label', `Triage: ${name}`);
  }
  const seconds = (performance.now() - startedAt) / 1000 / ROWS;
  console.log(`triage: ${seconds.toFixed(2)} s a row over ${ROWS} rows`);
  expect(new Set(worked).size).toBe(ROWS);
  // In the order in which they came under the cursor: no later one differs by more than an earlier one, and none that was left does.
  const seen = worked.map((name) => sizes.get(name) ?? -1n);
  expect(seen).toEqual(seen.toSorted((left, right) => (left > right ? -1 : left < right ? 1 : 0)));
  const leftOut = [...sizes].filter(([name]) => !worked.includes(name)).map(([, size]) => size);
  const smallest = seen.at(-1) ?? 0n;
  expect(leftOut.every((size) => size <= smallest)).toBe(true);
  const left = await script.call('reconciliation.adjusted', { triage: 'open', offset: 0, limit: 1 }, profile);
  expect(left.total).toBe(total - ROWS);
  await expect(page.getByText(`${total} adjusted, ${left.total} open`)).toBeVisible();
});

/** |actual − expected| in USDT of every open adjusted invoice by what people call it, in units of 10^-18: not the engine's arithmetic. */
async function sizesOfDifferences(): Promise<ReadonlyMap<string, bigint>> {
  const sizes = new Map<string, bigint>();
  const sort = [{ by: 'externalId' as const, direction: 'asc' as const }];
  for (;;) {
    const input = { triage: 'open' as const, sort, offset: sizes.size, limit: 200 };
    const { rows, total } = await script.call('reconciliation.adjusted', input, profile);
    for (const { externalId, expectedUsdt, actualUsdt } of rows) {
      const delta = expectedUsdt === null || actualUsdt === null ? 0n : unitsOf(actualUsdt) - unitsOf(expectedUsdt);
      sizes.set(externalId, delta < 0n ? -delta : delta);
    }
    if (sizes.size >= total) return sizes;
  }
}

function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(18, '0')}`);
}

test('what was done is in the books, survives a run, and comes back only when facts change', async () => {
  const before = await resolved();
  expect(before).toHaveLength(ROWS);
  for (const row of before) {
    expect(row).toMatchObject({ reason: 'explained', note: expect.stringMatching(/^Booked, row \d+$/), reopened: 0 });
    // Never judged by the ordered amount: it is no part of what the finding rests on.
    expect(Object.keys(row.evidence)).not.toContain('amount');
  }
  await script.call('reconciliation.run', {}, profile);
  expect((await resolved()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  const first = before[0];
  await open(`/reconciliation/exceptions?state=resolved&text=${first?.recordUuid ?? ''}`);
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText(first?.label ?? '')).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: `Triage: ${first?.label}` });
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('Resolved: explained');
  await page.keyboard.press('u');
  await page.keyboard.type('Seen again');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${first?.label} reopened.`)).toBeVisible();
});

/** The adjusted invoices that are resolved, all of them. */
async function resolved(): Promise<CallOutput<'exceptions.page'>['rows']> {
  const filter = { kind: ['adjusted' as const], state: ['resolved' as const] };
  const rows: CallOutput<'exceptions.page'>['rows'][number][] = [];
  for (;;) {
    const answer = await script.call('exceptions.page', { filter, offset: rows.length, limit: 200 }, profile);
    rows.push(...answer.rows);
    if (rows.length >= answer.total) return rows;
  }
}

test('the tie-out opens the exceptions of a finding, as many as it has counted', async () => {
  await open('/reconciliation/tie-out');
  const { report } = await script.call('reconciliation.tieOut', {}, profile);
  const all = `${report.invoices.count.toLocaleString('en-GB')} paid invoices`;
  await expect(page.getByRole('heading', { name: all })).toBeVisible();
  const adjusted = report.findings.find(({ kind }) => kind === 'adjusted');
  await page
    .getByRole('region', { name: 'Differences by kind and unit' })
    .getByRole('button', { name: 'Adjusted' })
    .click();
  const one = page.getByRole('region', { name: 'Adjusted', exact: true });
  await one.getByRole('link', { name: 'Exceptions' }).click();
  await expect(page).toHaveURL(/#\/reconciliation\/exceptions\?state=all&kind=adjusted/);
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('Adjusted').first()).toBeVisible();
  await expect(page.getByText(`${adjusted?.count.toLocaleString('en-GB')} exceptions in all match`)).toBeVisible();
});

test('a filtered list is exported as it stands, every row of it, in both formats, with its sums and its digest', async () => {
  const filter = { state: [MOST], list: ['invoices' as const] };
  const sort = [{ by: 'absDelta' as const, direction: 'desc' as const }];
  const shown: CallOutput<'exceptions.page'>['rows'][number][] = [];
  for (;;) {
    const page = await script.call('exceptions.page', { filter, sort, offset: shown.length, limit: 200 }, profile);
    shown.push(...page.rows);
    if (page.rows.length === 0 || shown.length >= page.total) break;
  }
  const { totals } = await script.call('exceptions.page', { filter, sort, offset: 0, limit: 1 }, profile);
  expect(shown.length).toBeGreaterThan(10);
  await open(`/reconciliation/exceptions?state=${MOST}&list=invoices&sort=-absDelta`);
  await expect(page.getByText(`${shown.length.toLocaleString('en-GB')} exceptions ${MOST} match`)).toBeVisible();
  // What the table shows is what was just read: its first rows, in their order.
  const cells = page.getByRole('grid', { name: 'Exceptions' }).locator('[col-id="label"] .mc-cell-key');
  await expect(cells.first()).toHaveText(shown[0]?.label ?? '');
  // How many there are is known before the rows of the list before it are gone, whose first may be the same.
  const names = async () => (await cells.allTextContents()).slice(0, 8);
  await expect.poll(names).toEqual(shown.slice(0, 8).map(({ label }) => label));

  const csv = await savedBy('CSV of this list');
  const table = readTable(csv.bytes.toString('utf8'));
  const asShown = shown.map(({ id, recordUuid, kind, unit, delta, state, assignee, reason, note }) =>
    [id, recordUuid, kind, unit, delta, state, assignee, reason, note].map((text) => text ?? ''),
  );
  const NAMES = ['exception_id', 'record_uuid', 'kind', 'unit', 'delta', 'state', 'assignee', 'reason', 'note'];
  expect(table.rows.map((row) => NAMES.map((name) => row[name] ?? ''))).toEqual(asShown);
  expect(table.totals.map((row) => [row['kind'], row['unit'], row['delta']])).toEqual(
    totals.map(({ kind, unit, delta }) => [kind, unit ?? '', delta ?? '']),
  );
  expect(csv.manifest).toMatchObject({ rows: shown.length, selection: { filter, sort } });

  const xlsx = await savedBy('Excel workbook (XLSX)');
  const [sheet] = readXlsx(xlsx.path).sheets;
  const lines = sheet === undefined ? [] : tableOf(sheet).rows;
  // The sums stand on its second sheet, and where a number is not the whole amount, that stands beside it.
  expect(lines.map((line) => NAMES.map((name) => line[`${name} (exact)`]?.value ?? line[name]?.value ?? ''))).toEqual(
    asShown,
  );
  expect(sheet?.formulas).toBe(0);
  expect(xlsx.manifest).toMatchObject({ rows: shown.length, selection: { filter, sort } });
});

/** Chooses the format, saves what comes and its manifest, and holds the digest against the bytes. */
async function savedBy(format: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await desk.save(() => page.getByRole('menuitem', { name: format }).click());
  const { path } = file;
  const bytes = await readFile(path);
  const manifest: unknown = JSON.parse(await file.manifest());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(manifest).toMatchObject({ file: { name: file.name, bytes: bytes.length, sha256 } });
  return { path, bytes, manifest };
}
