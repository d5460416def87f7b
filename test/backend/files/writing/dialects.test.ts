/** CSV in every dialect: our own importer reads back what was written, to the last digit; nothing runs as a formula however a reader splits it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AmountReader } from '../../../../src/backend/files/reading/cell-amount.ts';
import { CsvRows } from '../../../../src/backend/files/reading/csv-rows.ts';
import { CsvFile, csvCell, csvLine } from '../../../../src/backend/files/writing/csv.ts';
import { PartialFile } from '../../../../src/backend/files/writing/partial-file.ts';
import { exportRequestCodec } from '../../../../src/contract/wire/export-request.ts';
import { CSV_CHOICES, dialectOf } from '../../../../src/domain/console/writing-choices.ts';
import { type CsvDialect, guardText } from '../../../../src/domain/kernel/text/spreadsheet-text.ts';
import { canonicalMoney } from '../../../../src/domain/kernel/money/money.ts';
import { PLAIN_WRITING } from '../../../../src/domain/kernel/text/writing.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

const DIALECTS = CSV_CHOICES.map((choice) => dialectOf(choice, PLAIN_WRITING.numbers)).map(
  (dialect) => [JSON.stringify(dialect), dialect] as const,
);

const texts = fc.string({ unit: fc.constantFrom(...Array.from('ab1",.\r\n\t; =-ż\u001f\u00a0＝')), maxLength: 12 });
const amounts = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 28n }), fc.stringMatching(/^\d{0,18}$/))
  .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`);

function readBack(path: string, { separator, decimal }: CsvDialect): readonly (readonly (string | null)[])[] {
  const amount = new AmountReader(decimal, '');
  const rows: (readonly (string | null)[])[] = [];
  const reader = new CsvRows(separator, 1, (row) => {
    expect([row.count, row.fault]).toEqual([3, null]);
    rows.push([row.cell(0), rows.length === 0 ? row.cell(1) : amount.read(row.cell(1), 'EUR'), row.cell(2)]);
  });
  reader.push(readFileSync(path, 'utf8').slice(1));
  reader.end();
  return rows;
}

describe.each(DIALECTS)('%s', (_, dialect) => {
  it('comes back through the importer, guards apart', () => {
    const path = join(temporaryFolder().path, 'out', 'a.csv');
    const columns = [
      { title: 'name', type: 'text' },
      { title: 'amount', type: 'amount' },
      { title: 'note', type: 'text' },
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, amounts, texts), { minLength: 1, maxLength: 12 }), (rows) => {
        const file = new CsvFile(new PartialFile(path), columns, dialect);
        for (const row of rows) file.row(row);
        file.finish();
        const guarded = (text: string): string => guardText(text, dialect.separator);
        expect(readBack(path, dialect)).toEqual([
          ['name', 'amount', 'note'],
          ...rows.map(([name, value, note]) => [guarded(name), canonicalMoney(value), guarded(note)]),
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it('never starts a formula, whichever mark a reader splits at', () => {
    const hostile = fc.string({ unit: fc.constantFrom(...Array.from('=+-@\t\r\n \u00a0a"\',;1＝')) });
    fc.assert(
      fc.property(hostile, (text) => {
        const line = csvLine([csvCell('x', 'text', dialect), csvCell(text, 'text', dialect)], dialect);
        // Its own reader, which takes quotes for what they are, sees one cell.
        const own = guardText(text, dialect.separator);
        expect(own).not.toMatch(/^[ \u00a0]*[=+\-@\t＝]/);
        // One that splits at another mark, takes quotes only where a cell begins, and drops them there.
        for (const mark of [',', ';', '\t'].filter((one) => one !== dialect.separator)) {
          if (dialect.separator === ',' && mark === ',') continue;
          for (const cell of line.split(mark).slice(1)) expect(cell).not.toMatch(/^["\u00a0 ]*[=+\-@＝]/);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

it('a comma is not both', () => {
  const asked = (dialect: unknown) => exportRequestCodec.safeParse({ kind: 'rates', dialect }).success;
  expect(asked({ separator: ',', decimal: ',' })).toBe(false);
  expect(asked({ separator: '|', decimal: '.' })).toBe(false);
  expect(asked({ separator: ';', decimal: ',' })).toBe(true);
  expect(asked(undefined)).toBe(true);
});
