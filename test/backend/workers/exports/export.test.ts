/** Exports: exactly what is filtered, in order, with exact totals, SANDBOX where it belongs, progress, cancelling without a trace. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportJob, JobProgress } from '../../../../src/backend/files/writing/export.ts';
import type { ExportSelection, SelectionOf } from '../../../../src/domain/exports/export.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { readTable } from '../../../support/files/read-csv.ts';
import { readXlsx, tableOf } from '../../../support/files/read-xlsx.ts';
import { adjustedInvoice, invoice, page, temporaryFolder, uuidOf } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

const folder = temporaryFolder();
let store: Store;
const SILENT = { onProgress: () => undefined };

beforeAll(async () => {
  store = await start(folder.path);
  const { write } = store.mirror('p1');
  for (let from = 0; from < 3000; from += 1000) {
    const records = Array.from({ length: 1000 }, (_, index) => invoice(from + index, { external_id: `=cmd${index}` }));
    await write('invoices.store', page(records));
  }
  const others = [
    adjustedInvoice(5001, { amount: '0.10', settled_amount_usdt: '0.000000000000000001' }),
    adjustedInvoice(5002, { amount: '-5', settled_amount_usdt: null }),
    adjustedInvoice(5003, { status: 'fail' }),
  ];
  await write('invoices.store', page(others));
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

function exportJob(selection: ExportSelection, change: Partial<ExportJob> = {}): ExportJob {
  const about = {
    what: 'Invoices',
    profile: { name: 'Shop', origin: 'https://api.example', sandbox: false },
    consoleVersion: '1.2.3',
    exportedAt: '2026-11-21T12:00:00.000Z',
  };
  const path = join(folder.path, 'exports', 'list');
  return {
    kind: 'export',
    profileId: 'p1',
    selection,
    format: 'csv',
    timeZone: 'UTC',
    path,
    name: 'list',
    about,
    ...change,
  };
}

function invoicesJob(selection: Partial<SelectionOf<'invoices'>> = {}, change: Partial<ExportJob> = {}): ExportJob {
  return exportJob({ kind: 'invoices', filter: {}, sort: [], ...selection }, change);
}

const SANDBOX = {
  about: { ...exportJob({ kind: 'rates' }).about, profile: { name: 'S', origin: 'http://s', sandbox: true } },
};

const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\r\n');

describe('an export of invoices', () => {
  it('holds what is filtered, in order, with totals and without formulas', async () => {
    const job = invoicesJob({ filter: { adjusted: true }, sort: [{ by: 'amount', direction: 'asc' }] });
    const result = await store.compute(job, SILENT);
    const lines = linesOf(`${job.path}.csv`);
    const bytes = readFileSync(`${job.path}.csv`);
    const written = { ending: '.csv', manifestEnding: '.csv.manifest.json', notice: null, cut: 0 };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(result).toEqual({ rows: 3, bytes: bytes.length, sha256, ...written });
    expect(lines[0]).toMatch(/^\ufeffuuid,external_id,/);
    expect(lines.slice(1, 4).map((line) => line.slice(0, 36))).toEqual([uuidOf(5002), uuidOf(5001), uuidOf(5003)]);
    expect(lines[1]).toContain(',EUR,-5,');
    expect(readTable(bytes.toString('utf8')).totals).toEqual([
      expect.objectContaining({
        uuid: 'TOTAL of 2 successful of 3',
        currency: 'EUR',
        amount: '-4.90',
        settled_amount_usdt: '0.000000000000000001',
      }),
    ]);
    expect(lines).toHaveLength(5);
  });

  it('says SANDBOX in every line, and tells how far it is', async () => {
    const job = invoicesJob({ filter: { adjusted: false } }, SANDBOX);
    const told: JobProgress[] = [];
    expect(await store.compute(job, { onProgress: (progress) => told.push(progress) })).toMatchObject({ rows: 3000 });
    expect(told[0]).toEqual({ done: 0, total: 3000 });
    const lines = linesOf(`${job.path}.csv`);
    expect(lines).toHaveLength(3002);
    expect(lines.slice(1).every((line) => line.startsWith('SANDBOX,'))).toBe(true);
    expect(lines[1]).toContain(",'=cmd");
  });

  it('that is cancelled leaves no file', async () => {
    const path = join(folder.path, 'exports', 'cancelled');
    const stop = new AbortController();
    const running = store.compute(invoicesJob({}, { path }), { onProgress: () => stop.abort() }, stop.signal);
    await expect(running).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(readdirSync(join(folder.path, 'exports')).filter((name) => name.startsWith('cancelled'))).toEqual([]);
    const never = store.compute(invoicesJob({}, { path }), SILENT, AbortSignal.abort());
    await expect(never).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });

  it('with a filter that cannot be understood is refused', async () => {
    const path = join(folder.path, 'exports', 'refused');
    const job = invoicesJob({ filter: { createdFrom: 'soon' } }, { path });
    await expect(store.compute(job, SILENT)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(existsSync(`${path}.csv`)).toBe(false);
    const other = invoicesJob({}, { path, columns: ['uuid', 'secret'] });
    await expect(store.compute(other, SILENT)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
  });
});

describe('an export of adjusted invoices', () => {
  it('has rows, findings and a totals row a currency', async () => {
    const job = exportJob({
      kind: 'adjusted',
      filter: {},
      triage: undefined,
      sort: [{ by: 'settledUsdt', direction: 'asc' }],
    });
    expect(await store.compute(job, SILENT)).toMatchObject({ rows: 3 });
    const lines = linesOf(`${job.path}.csv`);
    expect(lines.slice(1, 4).map((line) => line.slice(0, 36))).toEqual([uuidOf(5001), uuidOf(5003), uuidOf(5002)]);
    expect(lines[1]).toContain('ordered-differs settled-differs');
    expect(lines[2]).toContain(
      ',100.00,100.00,80.00,-20.00,-20.0000,107.123456,85.698765,-21.424691,-20.0000,85.698765,,open,,,,',
    );
    expect(lines[4]).toContain('300.00,240.00,-60.00,,321.370368,257.096295,-64.274073,,85.698765000000000001');
    expect(lines[4]).toContain('1 without a credited amount');
  });
});

/** The manifest beside a file, once its digest was compared. */
function manifestOf(path: string): Record<string, unknown> & { readonly totals: unknown } {
  const manifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
  const bytes = readFileSync(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(manifest.file).toMatchObject({ bytes: bytes.length, sha256 });
  return manifest;
}

describe('a manifest', () => {
  it('says what the file is, of when, by which filter, with which sums', async () => {
    const job = invoicesJob(
      { filter: { adjusted: true, status: ['success', 'fail'] }, sort: [{ by: 'amount', direction: 'asc' }] },
      { timeZone: 'Europe/Warsaw' },
    );
    await store.compute(job, SILENT);
    expect(manifestOf(`${job.path}.csv`)).toMatchObject({
      what: 'Invoices',
      profile: { name: 'Shop', origin: 'https://api.example', sandbox: false },
      consoleVersion: '1.2.3',
      exportedAt: '2026-11-21T12:00:00.000Z',
      file: { name: 'list.csv', format: 'csv' },
      timeZone: 'Europe/Warsaw',
      lists: [{ list: 'invoices', certificate: 'incomplete', asOf: null, seen: 3003, total: null }],
      oldestReading: page([]).asOf,
      selection: {
        filter: { adjusted: true, status: ['success', 'fail'] },
        sort: [{ by: 'amount', direction: 'asc' }],
        filterInWords: 'adjusted: yes; status: success or fail',
        sortInWords: 'amount ascending',
      },
      rows: 3,
      totals: [{ label: 'TOTAL of 2 successful of 3', cells: { currency: 'EUR', amount: '-4.90' } }],
    });
  });
});

describe('times', () => {
  it('stand in UTC and in the named zone', async () => {
    const job = invoicesJob(
      { filter: { adjusted: true } },
      { timeZone: 'Asia/Kathmandu', columns: ['finished_at', 'uuid', 'read_at'] },
    );
    await store.compute(job, SILENT);
    const [head, first] = linesOf(`${job.path}.csv`);
    const zones = (name: string): string => `${name} (UTC),${name} (Asia/Kathmandu)`;
    expect(head).toBe(`\ufeffuuid,${zones('finished_at')},${zones('read_at')}`);
    expect(first).toContain(',2026-11-20T10:10:00Z,2026-11-20 15:55:00,');
  });
});

describe('a workbook', () => {
  it('holds the rows of the CSV without its totals, amounts as numbers, times as dates, and no formula', async () => {
    const csv = invoicesJob({}, { timeZone: 'Europe/Warsaw' });
    await store.compute(csv, SILENT);
    const lines = linesOf(`${csv.path}.csv`);
    const xlsx = { ...csv, format: 'xlsx' } as const;
    expect(await store.compute(xlsx, SILENT)).toMatchObject({ rows: 3003, ending: '.xlsx', notice: null, cut: 0 });
    const { sheets } = readXlsx(`${xlsx.path}.xlsx`);
    const [rows, manifest] = sheets;
    expect(sheets.map(({ formulas }) => formulas)).toEqual([0, 0]);
    const told = rows?.rows.map((row) => row.get('A')?.value ?? '');
    const firsts = lines.map((line) => line.replace('\ufeff', '').split(',')[0] ?? '');
    expect(told).toEqual(firsts.filter((first) => !first.startsWith('TOTAL')));
    expect(rows?.rows.filter((row) => row.get('B')?.value.startsWith('=cmd')).length).toBe(3000);
    const { titles, rows: table } = rows === undefined ? { titles: [], rows: [] } : tableOf(rows);
    const money = titles.indexOf('amount');
    expect(titles.slice(money, money + 4)).toEqual([
      'amount',
      'amount (exact)',
      'amount_to_send',
      'amount_to_send (exact)',
    ]);
    expect(table[0]?.['amount']).toMatchObject({ kind: 'number', value: '100.00' });
    const first = table.find((row) => row['uuid']?.value === uuidOf(0));
    expect(first?.['finished_at (UTC)']).toMatchObject({ kind: 'date', value: '2026-11-20T10:10:00.000' });
    expect(first?.['finished_at (Europe/Warsaw)']).toMatchObject({ kind: 'date', value: '2026-11-20T11:10:00.000' });
    const facts = manifestOf(`${xlsx.path}.xlsx`);
    expect([facts['rows'], facts['columns']]).toEqual([3003, titles]);
    const said = new Map(manifest?.rows.map((row) => [row.get('A')?.value, row.get('B')?.value]));
    expect([said.get('What'), said.get('Rows'), said.get('Times')]).toEqual([
      'Invoices',
      '3003',
      'UTC and Europe/Warsaw',
    ]);
  });
});

describe('other lists', () => {
  it('of the mirror and the books are written whole', async () => {
    const { write } = store.mirror('p1');
    await write('invoices.store', {
      ...page([]),
      quarantined: [{ uuid: uuidOf(7001), reason: '=why', raw: { amount: 1.5 } }],
    });
    const rate = {
      asset: 'USDT',
      currency: 'EUR',
      side: 'buy',
      source: '@x',
      price: '0.92',
      updated_at: null,
    } as const;
    const rates = [{ ...rate, min_amount: null, max_amount: null, found_by_value: {}, extra: {} }];
    await write('rates.store', { rates, quarantined: 0, asOf: '2026-11-21T10:00:00Z' });
    for (const [kind, row] of [
      ['quarantine', `invoices,${uuidOf(7001)},'=why,`],
      ['rates', "USDT,EUR,buy,'@x,0.92,"],
      ['payment-methods', undefined],
      ['late-changes', undefined],
    ] as const) {
      const job = exportJob({ kind });
      expect([kind, await store.compute(job, SILENT)]).toMatchObject([kind, { rows: row === undefined ? 0 : 1 }]);
      expect((linesOf(`${job.path}.csv`)[1] ?? '').slice(0, row?.length ?? 0)).toBe(row ?? '');
      expect(manifestOf(`${job.path}.csv`)['rows']).toBe(row === undefined ? 0 : 1);
    }
  });
});
