/** Rows that came joined are the same file, byte for byte, as the same rows cell by cell, whatever their texts hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { CsvFile } from '../../../../src/backend/files/writing/csv.ts';
import { PartialFile } from '../../../../src/backend/files/writing/partial-file.ts';
import {
  CELL_JOINT,
  cellsOfJoined,
  lookThrough,
  ROW_JOINT,
} from '../../../../src/backend/files/reading/joined-rows.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

type Row = readonly (string | null)[];

const COLUMNS = [
  { title: 'name', type: 'text' },
  { title: 'amount', type: 'number' },
  { title: 'note', type: 'text' },
] as const;

const bytesOf = (rows: readonly Row[]): Uint8Array =>
  Buffer.from(rows.map((cells) => cells.map((cell) => cell ?? '').join(CELL_JOINT)).join(ROW_JOINT), 'utf8');

function written(name: string, fill: (file: CsvFile) => void): string {
  const path = join(folder.path, name);
  const file = new CsvFile(new PartialFile(path), COLUMNS);
  fill(file);
  file.row(['TOTAL', '5', null]);
  const { sha256 } = file.finish();
  return `${sha256} ${readFileSync(path, 'utf8')}`;
}

const joinedOf = (rows: readonly Row[]) => ({ bytes: bytesOf(rows), count: rows.length, again: () => rows });

/** What decides, and neighbours of it in UTF-8: white space, signs in full width, and characters that share their first or last byte. */
const CHARACTERS =
  'ab1",;\r\n\t\v\f =+-@żé日あ＝－＠ａ\u00a0\u00b5\u1680\u2003\u2028\u20ac\u3000\ufeff😀\u001e\u001f\u0000';
const cell = fc.option(fc.string({ unit: fc.constantFrom(...Array.from(CHARACTERS)), maxLength: 6 }), { nil: null });
const amount = fc.constantFrom('1.50', '-1.50', '0', '=1', null);
const rows = fc.array(fc.tuple(cell, amount, cell), { minLength: 1, maxLength: 12 });

describe('joined rows', () => {
  it('are the same file as the same rows cell by cell', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 4 }), (batches) => {
        const byCells = written('cells.csv', (file) => {
          for (const row of batches.flat()) file.row(row);
        });
        const byBatches = written('joined.csv', (file) => {
          for (const batch of batches) file.joined(joinedOf(batch));
        });
        expect(byBatches).toBe(byCells);
      }),
      { numRuns: 150 },
    );
  });

  it('that are plain are never read again', () => {
    const plain: readonly Row[] = [
      ['9f1c-a', '1.50', null],
      ['Zażółć', null, '日本 a-b=c'],
      [null, null, null],
    ];
    expect(lookThrough(bytesOf(plain), 3, 3)).toEqual([]);
    const again = (): never => expect.unreachable();
    const text = written('plain.csv', (file) => file.joined({ bytes: bytesOf(plain), count: 3, again }));
    expect(text).toContain('\r\n9f1c-a,1.50,\r\nZażółć,,日本 a-b=c\r\n,,\r\nTOTAL,5,\r\n');
  });

  it('among which one is not are told apart', () => {
    const mixed: readonly Row[] = [
      ['a', '1', 'b'],
      ['a', '1', '=b'],
      ['a', '-1', 'b,c'],
      ['a', '1', 'b'],
    ];
    const spans = lookThrough(bytesOf(mixed), 4, 3);
    expect(spans?.map(({ from }) => from)).toEqual([7, 15]);
  });

  it('whose text has a joint in it are read again, cell by cell', () => {
    for (const text of [`a${CELL_JOINT}b`, `a${ROW_JOINT}b`, `${ROW_JOINT}x${CELL_JOINT}1${CELL_JOINT}y`]) {
      const forged: readonly Row[] = [
        ['first', '1', text],
        ['second', '2', 'c'],
      ];
      expect(lookThrough(bytesOf(forged), 2, 3)).toBeNull();
      expect([...cellsOfJoined(joinedOf(forged), 3)]).toEqual(forged);
    }
  });

  it('become cells again, an empty one a missing one', () => {
    const some: readonly Row[] = [
      ['=a', null, 'b,"c"'],
      [null, '-2', null],
    ];
    expect([...cellsOfJoined({ ...joinedOf(some), again: () => expect.unreachable() }, 3)]).toEqual(some);
  });
});
