/**
 * Amounts of more than fifteen digits went into a workbook as text, so that SUM passed them over without a word: 827 of 10,058 of them, and 7.7 % of
 * the money. The totals stood below the rows, so that a sum of the whole column counted everything twice. Every amount is a number now, rounded to
 * fifteen digits where it has more, with the exact text beside it; totals stand on the second sheet; and a sum is the manifest's to the cent.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportJob } from '../../../src/backend/files/writing/export.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { MoneySum } from '../../../src/domain/kernel/money/money.ts';
import { invoice, page, temporaryFolder } from '../../backend/mirror/sample.ts';
import { start } from '../../backend/workers/fixture.ts';
import { type ReadCell, readXlsx, tableOf } from '../../support/files/read-xlsx.ts';
import { seeded } from '../../support/seeded.ts';

const ROWS = 3000;
const folder = temporaryFolder();
const path = join(folder.path, 'out', 'list');
/** The exact amounts by uuid. */
const settled = new Map<string, string>();
let store: Store;

beforeAll(async () => {
  store = await start(folder.path);
  const random = seeded(16);
  const records = Array.from({ length: ROWS }, (_, index) => {
    // Every third has more digits than a number of a spreadsheet.
    const decimals = index % 3 === 0 ? 18 : 6;
    const fraction = Array.from({ length: decimals }, () => Math.floor(random() * 10)).join('');
    const code = ['EUR', 'GBP', 'IDR'][index % 3] ?? 'EUR';
    return invoice(index, {
      currency: { id: 1, code, name: code, symbol: code },
      amount: code === 'IDR' ? `${Math.floor(random() * 1e9)}.${Math.floor(random() * 90) + 10}` : '0.10',
      settled_amount_usdt: `${Math.floor(random() * 100_000)}.${fraction}`,
      status: index % 10 === 0 ? 'fail' : 'success',
    });
  });
  for (const { uuid, settled_amount_usdt: amount } of records) settled.set(uuid, amount ?? '');
  for (let from = 0; from < ROWS; from += 1000) {
    await store.mirror('p1').write('invoices.store', page(records.slice(from, from + 1000)));
  }
  const job: ExportJob = {
    kind: 'export',
    profileId: 'p1',
    selection: { kind: 'invoices', filter: {}, sort: [] },
    format: 'xlsx',
    timeZone: 'UTC',
    path,
    name: 'list',
    about: {
      what: 'Invoices',
      profile: { name: 'Shop', origin: 'https://api.example', sandbox: false },
      consoleVersion: '1.2.3',
      exportedAt: '2026-11-21T12:00:00.000Z',
    },
  };
  await store.compute(job, { onProgress: () => undefined });
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

it('every amount is a number, and where that is not the whole the exact one stands beside it', () => {
  const [sheet] = readXlsx(`${path}.xlsx`).sheets;
  if (sheet === undefined) throw new Error('no sheet');
  const { titles, rows } = tableOf(sheet);
  // Nothing but rows: no line of totals is in a sum of the column.
  expect(rows).toHaveLength(ROWS);
  expect(titles[titles.indexOf('settled_amount_usdt') + 1]).toBe('settled_amount_usdt (exact)');
  const all = new MoneySum();
  for (const row of rows) {
    const exact = settled.get(row['uuid']?.value ?? '') ?? '';
    const { kind, value } = row['settled_amount_usdt'] ?? { kind: 'text', value: '' };
    const beside = row['settled_amount_usdt (exact)'];
    expect(kind).toBe('number');
    expect(value.replace('.', '').replace(/^0+/, '').length).toBeLessThanOrEqual(15);
    if (value === exact) expect(beside).toBeUndefined();
    else expect([beside?.kind, beside?.value]).toEqual(['text', exact]);
    all.add(exact);
  }
  expect(rows.filter((row) => row['settled_amount_usdt (exact)'] !== undefined).length).toBeGreaterThan(900);
  expect(Math.abs(sum(rows, 'settled_amount_usdt') - Number(all.total()))).toBeLessThan(0.005);
});

it('the sums of its rows are the totals of the manifest and of the second sheet to the cent, by currency', () => {
  const [sheet, second] = readXlsx(`${path}.xlsx`).sheets;
  if (sheet === undefined || second === undefined) throw new Error('no sheet');
  const { rows } = tableOf(sheet);
  const manifest = JSON.parse(readFileSync(`${path}.xlsx.manifest.json`, 'utf8'));
  const told = second.rows.map((row) => ['A', 'B', 'C', 'D', 'E'].map((column) => row.get(column)));
  const head = told.findIndex(([first]) => first?.value === 'Totals');
  const totals = told.slice(head + 1);
  expect([manifest.totals.length, totals.length]).toEqual([3, 6]);
  for (const { label, cells } of manifest.totals) {
    const { currency } = cells;
    const own = rows.filter((row) => row['currency']?.value === currency && row['status']?.value === 'success');
    for (const title of ['amount', 'settled_amount_usdt']) {
      const line = totals.find(([, of, column]) => of?.value === `currency ${currency}` && column?.value === title);
      expect(line?.map((cell) => cell?.kind)).toEqual(['text', 'text', 'text', 'number', 'text']);
      expect([line?.[0]?.value, line?.[4]?.value]).toEqual([label, cells[title]]);
      // As a spreadsheet does it: doubles, one after the other.
      expect(Math.abs(sum(own, title) - Number(cells[title]))).toBeLessThan(0.005);
      expect(Math.abs(Number(line?.[3]?.value) - Number(cells[title]))).toBeLessThan(0.005);
    }
  }
});

function sum(rows: readonly Readonly<Record<string, ReadCell>>[], title: string): number {
  return rows.reduce((sum, row) => (row[title]?.kind === 'number' ? sum + Number(row[title].value) : sum), 0);
}
