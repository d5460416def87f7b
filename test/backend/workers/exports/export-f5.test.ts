/** The export to an accountant: 12,431 rows of a filter among others, in both formats; rows, totals and file agree, and the manifest says so. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportJob } from '../../../../src/backend/files/writing/export.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { FORMULAS } from '../../../support/files/formula-corpus.ts';
import { readTable } from '../../../support/files/read-csv.ts';
import { readXlsx, tableOf } from '../../../support/files/read-xlsx.ts';
import { mountSmallDisk } from '../../../support/files/small-disk.ts';
import { invoice, page, temporaryFolder } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

const ROWS = 12_431;
const OTHERS = 69;
const SILENT = { onProgress: () => undefined };
const folder = temporaryFolder();
let store: Store;

beforeAll(async () => {
  store = await start(folder.path);
  const records = Array.from({ length: ROWS + OTHERS }, (_, index) =>
    invoice(index, {
      status: index < ROWS ? 'success' : 'fail',
      amount: '0.01',
      settled_amount_usdt: '0.000000000000000001',
      external_id: `${FORMULAS[index % FORMULAS.length]} ${index}`,
      purpose: FORMULAS[(index + 1) % FORMULAS.length] ?? null,
      customer_id: FORMULAS[(index + 2) % FORMULAS.length] ?? null,
    }),
  );
  for (let from = 0; from < records.length; from += 1000) {
    await store.mirror('p1').write('invoices.store', page(records.slice(from, from + 1000)));
  }
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

function jobOf(format: ExportJob['format'], path: string): ExportJob {
  return {
    kind: 'export',
    profileId: 'p1',
    selection: { kind: 'invoices', filter: { status: ['success'] }, sort: [{ by: 'external_id', direction: 'asc' }] },
    format,
    timeZone: 'Europe/Warsaw',
    path,
    name: 'invoices',
    about: {
      what: 'Invoices',
      profile: { name: 'Shop', origin: 'https://api.example', sandbox: false },
      consoleVersion: '1.2.3',
      exportedAt: '2026-11-21T12:00:00.000Z',
    },
  };
}

describe('12,431 rows', () => {
  it('are in the file, its totals and its manifest, as CSV and as a workbook, without a formula', async () => {
    const path = join(folder.path, 'out', 'a');
    const told: (readonly string[])[] = [];
    for (const format of ['csv', 'xlsx'] as const) {
      expect(await store.compute(jobOf(format, path), SILENT)).toMatchObject({ rows: ROWS, ending: `.${format}` });
      const bytes = readFileSync(`${path}.${format}`);
      const manifest = JSON.parse(readFileSync(`${path}.${format}.manifest.json`, 'utf8'));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(manifest).toMatchObject({ rows: ROWS, file: { bytes: bytes.length, sha256 } });
      expect(manifest.totals).toMatchObject([
        {
          label: `TOTAL of ${ROWS} successful of ${ROWS}`,
          cells: { amount: '124.31', settled_amount_usdt: '0.000000000000012431' },
        },
      ]);
      told.push(format === 'csv' ? judgeCsv(bytes.toString('utf8')) : judgeXlsx(`${path}.xlsx`));
    }
    expect(told[0]).toEqual(told[1]);
  });

  it('FAULT-43: on a disk that is full are not half written', async (context) => {
    const disk = mountSmallDisk(2);
    if (disk === null) return context.skip('only root may mount a small disk');
    try {
      for (const format of ['csv', 'xlsx'] as const) {
        disk.fill();
        const writing = store.compute(jobOf(format, join(disk.path, 'a')), SILENT);
        await expect(writing).rejects.toThrow('ENOSPC');
        disk.free();
        expect(readdirSync(disk.path)).toEqual([]);
      }
    } finally {
      disk.unmount();
    }
    return undefined;
  });

  it('that are not wanted any more in the middle leave nothing', async () => {
    const path = join(folder.path, 'out', 'cancelled');
    for (const format of ['csv', 'xlsx'] as const) {
      const stop = new AbortController();
      const onProgress = ({ done }: { readonly done: number }): void => {
        if (done > 1_000) stop.abort();
      };
      const writing = store.compute(jobOf(format, path), { onProgress }, stop.signal);
      await expect(writing).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
      expect(existsSync(`${path}.${format}.partial`)).toBe(false);
    }
    expect(readdirSync(join(folder.path, 'out')).filter((name) => name.startsWith('cancelled'))).toEqual([]);
  });
});

/** The uuids in order, once every cell was looked at. */
function judgeCsv(text: string): readonly string[] {
  const { rows, totals, titles } = readTable(text);
  expect([rows.length, totals.length]).toEqual([ROWS, 1]);
  const numbers = new Set(['amount', 'amount_to_send', 'rate', 'settled_amount_usdt']);
  const live = [...rows, ...totals].flatMap((row) =>
    titles.filter((title) => !numbers.has(title) && /^[\s\u00a0]*[=+\-@＝＋－＠]/.test(row[title] ?? '')),
  );
  expect(live).toEqual([]);
  return rows.map((row) => row['uuid'] ?? '');
}

function judgeXlsx(path: string): readonly string[] {
  const { sheets } = readXlsx(path);
  expect(sheets.map(({ formulas }) => formulas)).toEqual([0, 0]);
  const { rows } = sheets[0] === undefined ? { rows: [] } : tableOf(sheets[0]);
  expect(rows).toHaveLength(ROWS);
  expect(rows.every((row) => row['amount']?.kind === 'number' && row['external_id']?.kind === 'text')).toBe(true);
  return rows.map((row) => row['uuid']?.value ?? '');
}
