/** Exports: exactly what is filtered, in order, with exact totals, SANDBOX where it belongs, progress, cancelling without a trace. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportAdjustedJob, ExportInvoicesJob, JobProgress } from '../../../src/backend/files/export.ts';
import type { Store } from '../../../src/backend/workers/store.ts';
import { adjustedInvoice, invoice, page, temporaryFolder, uuidOf } from '../mirror/sample.ts';
import { start } from './fixture.ts';

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

function invoicesJob(change: Partial<ExportInvoicesJob> = {}): ExportInvoicesJob {
  const path = join(folder.path, 'exports', 'invoices.csv');
  return { kind: 'export-invoices-csv', profileId: 'p1', sandbox: false, filter: {}, sort: [], path, ...change };
}

const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\r\n');

describe('an export of invoices', () => {
  it('holds what is filtered, in order, with totals and without formulas', async () => {
    const job = invoicesJob({ filter: { adjusted: true }, sort: [{ by: 'amount', direction: 'asc' }] });
    const result = await store.compute(job, SILENT);
    const lines = linesOf(job.path);
    expect(result).toEqual({ rows: 3, bytes: readFileSync(job.path).length });
    expect(lines[0]).toMatch(/^\ufeffuuid,external_id,/);
    expect(lines.slice(1, 4).map((line) => line.slice(0, 36))).toEqual([uuidOf(5002), uuidOf(5001), uuidOf(5003)]);
    expect(lines[1]).toContain(',EUR,-5,');
    expect(lines[4]).toMatch(/^TOTAL of 2 successful of 3,,,,EUR,-4.90,,,,0.000000000000000001,/);
    expect(lines).toHaveLength(5);
  });

  it('says SANDBOX in every line, and tells how far it is', async () => {
    const job = invoicesJob({ sandbox: true, filter: { adjusted: false } });
    const told: JobProgress[] = [];
    expect(await store.compute(job, { onProgress: (progress) => told.push(progress) })).toMatchObject({ rows: 3000 });
    expect(told[0]).toEqual({ done: 0, total: 3000 });
    const lines = linesOf(job.path);
    expect(lines).toHaveLength(3002);
    expect(lines.slice(1).every((line) => line.startsWith('SANDBOX,'))).toBe(true);
    expect(lines[1]).toContain(",'=cmd");
  });

  it('that is cancelled leaves no file', async () => {
    const path = join(folder.path, 'exports', 'cancelled.csv');
    const stop = new AbortController();
    const running = store.compute(invoicesJob({ path }), { onProgress: () => stop.abort() }, stop.signal);
    await expect(running).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(readdirSync(join(folder.path, 'exports')).filter((name) => name.startsWith('cancelled'))).toEqual([]);
    const never = store.compute(invoicesJob({ path }), SILENT, AbortSignal.abort());
    await expect(never).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });

  it('with a filter that cannot be understood is refused', async () => {
    const path = join(folder.path, 'exports', 'refused.csv');
    const job = invoicesJob({ path, filter: { createdFrom: 'soon' } });
    await expect(store.compute(job, SILENT)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(existsSync(path)).toBe(false);
  });
});

describe('an export of adjusted invoices', () => {
  it('has rows, findings and a totals row a currency', async () => {
    const path = join(folder.path, 'exports', 'adjusted.csv');
    const job: ExportAdjustedJob = {
      kind: 'export-adjusted-csv',
      profileId: 'p1',
      sandbox: false,
      filter: {},
      sort: [{ by: 'settledUsdt', direction: 'asc' }],
      path,
    };
    expect(await store.compute(job, SILENT)).toMatchObject({ rows: 3 });
    const lines = linesOf(path);
    expect(lines.slice(1, 4).map((line) => line.slice(0, 36))).toEqual([uuidOf(5001), uuidOf(5003), uuidOf(5002)]);
    expect(lines[1]).toContain('ordered-differs settled-differs');
    expect(lines[2]).toContain(',100.00,80.00,-20.00,107.123456,85.698765,-21.424691,85.698765,,');
    expect(lines[4]).toContain('300.00,240.00,-60.00,321.370368,257.096295,-64.274073,85.698765000000000001');
    expect(lines[4]).toContain('1 without a credited amount');
  });
});
