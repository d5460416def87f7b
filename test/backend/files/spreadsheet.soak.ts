/**
 * What a real spreadsheet makes of our files: LibreOffice opens a corpus of texts that could run, in every column of CSV and of a workbook,
 * and there is no formula in it, numbers are numbers, and every text is there. Soak only, since it starts an office.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CsvFile } from '../../../src/backend/files/csv.ts';
import type { FileColumn, TableFile } from '../../../src/backend/files/table.ts';
import { WorkbookFile } from '../../../src/backend/files/workbook.ts';
import { FORMULAS } from '../../support/formula-corpus.ts';
import { temporaryFolder } from '../mirror/sample.ts';

const OFFICE = 'soffice';
const hasOffice = spawnSync(OFFICE, ['--version']).status === 0;
if (!hasOffice)
  process.stderr.write('no LibreOffice here: spreadsheet.soak.ts is left out (Debian: apt install libreoffice-calc)\n');

const folder = temporaryFolder();
afterAll(() => folder.remove());

const COLUMNS: readonly FileColumn[] = [
  { title: '=title', type: 'text' },
  { title: 'text', type: 'text' },
  { title: 'number', type: 'number' },
  { title: 'amount', type: 'number' },
];
const AMOUNTS = ['-5', '100.00', '0.000001', '123456789.12'] as const;

function fill(file: TableFile): void {
  for (const [index, text] of FORMULAS.entries()) {
    file.row([text, `x ${text}`, text, AMOUNTS[index % AMOUNTS.length] ?? null]);
  }
  file.total(['=TOTAL', null, null, '5']);
  file.finish();
}

/** The file as LibreOffice reads it, as flat XML. `filter` is how it is told to take CSV apart. */
function opened(name: string, filter?: string): string {
  const args = [
    `-env:UserInstallation=file://${folder.path}/office`,
    '--headless',
    '--convert-to',
    'fods',
    '--outdir',
    folder.path,
  ];
  execFileSync(OFFICE, [...args, ...(filter === undefined ? [] : [`--infilter=${filter}`]), join(folder.path, name)], {
    stdio: 'ignore',
  });
  return readFileSync(join(folder.path, name.replace(/\.\w+$/, '.fods')), 'utf8');
}

function judge(fods: string): { readonly formulas: number; readonly errors: number; readonly numbers: number } {
  return {
    formulas: [...fods.matchAll(/table:formula=/g)].length,
    errors: [...fods.matchAll(/calcext:value-type="error"/g)].length,
    numbers: [...fods.matchAll(/office:value-type="float"/g)].length,
  };
}

describe.runIf(hasOffice)('LibreOffice', () => {
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
      fill(new CsvFile(join(folder.path, path), COLUMNS));
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
    const manifest = (): readonly (readonly [string, string])[] => FORMULAS.map((text) => [text, text]);
    fill(new WorkbookFile(join(folder.path, 'book.xlsx'), COLUMNS, { title: '=Invoices', manifest }));
    const fods = opened('book.xlsx');
    expect(judge(fods)).toEqual({ formulas: 0, errors: 0, numbers: FORMULAS.length + 2 });
    expect(fods).toContain('office:value="123456789.12"');
  }, 120_000);
});
