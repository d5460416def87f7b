/** Workbooks: amounts are numbers with what these cannot hold beside, times are dates, nothing is a formula, every text comes back, files are whole or absent. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_CELL_TEXT, WorkbookFile } from '../../../../../src/backend/files/writing/workbook/workbook.ts';
import { columnName, sheetName } from '../../../../../src/backend/files/writing/workbook/parts.ts';
import { FORMULAS } from '../../../../support/files/formula-corpus.ts';
import { readXlsx } from '../../../../support/files/read-xlsx.ts';
import { temporaryFolder } from '../../../mirror/sample.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const COLUMNS = [
  { title: 'name', type: 'text' },
  { title: 'amount', type: 'amount' },
  { title: 'share', type: 'number' },
] as const;
let files = 0;

function write(rows: readonly (readonly (string | number | null)[])[], title = 'Invoices') {
  files += 1;
  const path = join(folder.path, `${files}.xlsx`);
  const file = new WorkbookFile(path, COLUMNS, {
    title,
    second: () => [
      [
        ['text', 'What'],
        ['text', '=Invoices'],
      ],
    ],
  });
  for (const row of rows) file.row(row);
  const facts = file.finish();
  return { path, facts, cut: file.cut, ...readXlsx(path) };
}

describe('a workbook', () => {
  it('has a frozen bold header, rows with what a number cannot hold beside it, a manifest, and its digest', () => {
    const { sheets, facts, path } = write([
      ['a', '1.50', '0.25'],
      ['b', '12345678901234567890.5', '0.1234567890123456'],
      [null, 2],
    ]);
    expect(sheets.map(({ name }) => name)).toEqual(['Invoices', 'Manifest']);
    const [rows, manifest] = sheets;
    expect(rows?.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    const cells = rows?.rows.map((row) => [...row].map(([column, { kind, value }]) => [column, kind, value]));
    expect(cells).toEqual([
      [
        ['A', 'text', 'name'],
        ['B', 'text', 'amount'],
        ['C', 'text', 'amount (exact)'],
        ['D', 'text', 'share'],
      ],
      [
        ['A', 'text', 'a'],
        ['B', 'number', '1.50'],
        ['D', 'number', '0.25'],
      ],
      [
        ['A', 'text', 'b'],
        ['B', 'number', '12345678901234600000'],
        ['C', 'text', '12345678901234567890.5'],
        ['D', 'text', '0.1234567890123456'],
      ],
      [['B', 'number', '2']],
    ]);
    expect(rows?.rows[0]?.get('A')?.style).toBe(1);
    expect(manifest?.rows[0]?.get('B')?.value).toBe('=Invoices');
    const bytes = readFileSync(path);
    expect(facts).toEqual({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  });

  it('keeps every text as it is and none as a formula', () => {
    const texts = [...FORMULAS, '_x0041_', 'a\r\nb', '<b>&amp;</b>', ']]>', '\ufffe', ' a ', '日本'];
    const { sheets } = write(texts.map((text) => [text, text]));
    expect(sheets.map(({ formulas }) => formulas)).toEqual([0, 0]);
    const [rows] = sheets;
    expect(rows?.rows.slice(1).map((row) => row.get('A')?.value)).toEqual(texts);
    // A text of digits in a column of numbers is the only one that is a number.
    const numbers = rows?.rows.slice(1).filter((row) => row.get('B')?.kind === 'number');
    expect(numbers?.map((row) => row.get('B')?.value)).toEqual(['-5']);
    // No character that XML does not have.
    // oxlint-disable-next-line no-control-regex -- these are the characters that are meant
    expect(rows?.xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
  });

  it('brings any text back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), { maxLength: 20 }), (texts) => {
        const { sheets } = write(texts.map((text) => [text, null]));
        expect(sheets[0]?.rows.slice(1).map((row) => row.get('A')?.value)).toEqual(
          texts.map((text) => text.toWellFormed()),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('cuts what is longer than a cell, and says so', () => {
    const { sheets, cut } = write([
      ['x'.repeat(MAX_CELL_TEXT), null],
      ['y'.repeat(MAX_CELL_TEXT + 1), null],
    ]);
    const [, whole, shortened] = (sheets[0]?.rows ?? []).map((row) => row.get('A')?.value ?? '');
    expect([whole?.length, shortened?.length, cut]).toEqual([MAX_CELL_TEXT, MAX_CELL_TEXT, 1]);
    expect(shortened?.endsWith('y… (cut)')).toBe(true);
  });

  it('that is abandoned leaves nothing', () => {
    const path = join(folder.path, 'abandoned.xlsx');
    const file = new WorkbookFile(path, COLUMNS, { title: 'x', second: () => [] });
    file.row(['a', '1']);
    file.abandon();
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    ['Invoices', 'Invoices'],
    ["'a[b]:c*?/\\d'", 'a b  c    d'],
    ['', 'Rows'],
    ['manifest', 'Rows'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['<&">', 'Rows'],
  ])('of sheets may be such: %s', (title, name) => {
    expect(sheetName(title)).toBe(name);
  });

  it('of columns go on after Z', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
