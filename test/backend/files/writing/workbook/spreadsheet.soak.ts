/**
 * What a real spreadsheet makes of our files: LibreOffice opens a corpus of texts that could run, in every column of CSV and of a workbook,
 * and there is no formula in it, numbers are numbers, and every text is there; and what it makes of a million amounts when it adds them up. Soak only,
 * since it starts an office.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CsvFile } from '../../../../../src/backend/files/writing/csv.ts';
import { PartialFile } from '../../../../../src/backend/files/writing/partial-file.ts';
import { type Column, Layout, type TableFile } from '../../../../../src/backend/files/writing/table.ts';
import { type SecondSheet, WorkbookFile } from '../../../../../src/backend/files/writing/workbook/workbook.ts';
import { MoneySum } from '../../../../../src/domain/kernel/money/money.ts';
import { FORMULAS } from '../../../../support/files/formula-corpus.ts';
import { converted, hasOffice, reckoned } from '../../../../support/files/office.ts';
import { seeded } from '../../../../support/seeded.ts';
import { temporaryFolder } from '../../../mirror/sample.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const COLUMNS: readonly Column[] = [
  { title: '=title', type: 'text' },
  { title: 'text', type: 'text' },
  { title: 'number', type: 'number' },
  { title: 'amount', type: 'amount' },
];
const AMOUNTS = ['-5', '100.00', '0.000001', '123456789.12'] as const;

function fill(file: TableFile): void {
  for (const [index, text] of FORMULAS.entries()) {
    file.row([text, `x ${text}`, text, AMOUNTS[index % AMOUNTS.length] ?? null]);
  }
  file.row(['=TOTAL', null, null, '5']);
  file.finish();
}

/** The file as LibreOffice reads it, as flat XML. `filter` is how it is told to take CSV apart. */
function opened(name: string, filter?: string): string {
  converted(join(folder.path, name), folder.path, 'fods', filter);
  return readFileSync(join(folder.path, name.replace(/\.\w+$/, '.fods')), 'utf8');
}

function judge(fods: string): { readonly formulas: number; readonly errors: number; readonly numbers: number } {
  return {
    formulas: [...fods.matchAll(/table:formula=/g)].length,
    errors: [...fods.matchAll(/calcext:value-type="error"/g)].length,
    numbers: [...fods.matchAll(/office:value-type="float"/g)].length,
  };
}

describe.runIf(hasOffice())('LibreOffice', () => {
  it.each([
    ['commas', 'CSV:44,34,76,1'],
    ['semicolons', 'CSV:59,34,76,1'],
    ['tabs', 'CSV:9,34,76,1'],
    // With the recognition of formulas that its dialog offers.
    ['commas, formulas evaluated', 'CSV:44,34,76,1,,0,false,true,false,false,false,-1,true'],
  ])(
    'finds no formula in CSV taken apart at %s',
    (name, filter) => {
      const path = `csv-${name.length}.csv`;
      fill(new CsvFile(new PartialFile(join(folder.path, path)), COLUMNS));
      const { formulas, errors, numbers } = judge(opened(path, filter));
      expect({ formulas, errors }).toEqual({ formulas: 0, errors: 0 });
      // Each row has an amount, "-5" is one in the column of numbers, and so has the total.
      if (name.startsWith('commas')) expect(numbers).toBeGreaterThanOrEqual(FORMULAS.length + 2);
    },
    120_000,
  );

  it('would find one that is there', () => {
    writeFileSync(join(folder.path, 'planted.csv'), 'a,=1+1\r\n');
    expect(judge(opened('planted.csv', 'CSV:44,34,76,1,,0,false,true,false,false,false,-1,true')).formulas).toBe(1);
  }, 120_000);

  it('finds no formula in a workbook, and its numbers are numbers', () => {
    const second = (): SecondSheet =>
      FORMULAS.map((text) => [
        ['text', text],
        ['text', text],
      ]);
    fill(new WorkbookFile(join(folder.path, 'book.xlsx'), COLUMNS, { title: '=Invoices', second }));
    const fods = opened('book.xlsx');
    expect(judge(fods)).toEqual({ formulas: 0, errors: 0, numbers: FORMULAS.length + 2 });
    expect(fods).toContain('office:value="123456789.12"');
  }, 120_000);

  it('takes times and days for dates, to the millisecond', () => {
    const layout = new Layout(
      [
        { title: 'at', type: 'instant' },
        { title: 'day', type: 'day' },
      ],
      { isSandbox: false, timeZone: 'Asia/Kathmandu' },
    );
    const file = new WorkbookFile(join(folder.path, 'dates.xlsx'), layout.columns, { title: 'Rows', second: () => [] });
    file.row(layout.row(['2026-11-20T23:59:59.75Z', '2026-11-21']));
    file.finish();
    const days = [...opened('dates.xlsx').matchAll(/office:date-value="([^"]*)"/g)].map(([, value = '']) => value);
    expect(days).toEqual(['2026-11-20T23:59:59.75', '2026-11-21T05:44:59', '2026-11-21']);
  }, 120_000);

  it('adds a million amounts up to the exact totals to the cent, all of them and by currency', () => {
    const { exact, sums } = recalculated(1_000_000);
    expect(sums.map((sum, index) => [index, Math.abs(sum - Number(exact[index])) < 0.005])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
    expect(sums.every((sum) => sum > 1_000_000)).toBe(true);
  });
});

const CODES = ['EUR', 'GBP'] as const;

/**
 * A workbook of so many amounts of eighteen decimals, with three formulas put in that have no value yet: the sum of all, and of each currency. Exact
 * totals, and what LibreOffice has computed.
 */
function recalculated(rows: number): {
  readonly exact: readonly string[];
  readonly sums: readonly number[];
} {
  const columns: readonly Column[] = [
    { title: 'currency', type: 'text' },
    { title: 'amount', type: 'amount' },
  ];
  const path = join(folder.path, 'sums.xlsx');
  const file = new WorkbookFile(path, columns, { title: 'Rows', second: () => [[['text', 'Sums']]] });
  const random = seeded(99);
  const [all, ...own] = [new MoneySum(), new MoneySum(), new MoneySum()];
  for (let row = 0; row < rows; row += 1) {
    const part = (): string => `${Math.floor(random() * 1e9)}`.padStart(9, '0');
    const amount = `${Math.floor(random() * 100_000)}.${part()}${part()}`;
    all?.add(amount);
    own[row % 2]?.add(amount);
    file.row([CODES[row % 2] ?? null, amount]);
  }
  file.finish();
  const [codes, amounts] = ['A', 'B'].map((column) => `Rows!${column}2:${column}${rows + 1}`);
  const formulas = [`SUM(${amounts})`, ...CODES.map((code) => `SUMIF(${codes},"${code}",${amounts})`)];
  return {
    exact: [all, ...own].map((sum) => sum?.total() ?? ''),
    sums: reckoned(path, folder.path, formulas),
  };
}
