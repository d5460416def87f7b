/** CSV: nothing runs as a formula, numbers stay numbers by type, everything else survives a round trip, files are whole or absent. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvFile, csvCell, csvLine } from '../../../../src/backend/files/writing/csv.ts';
import { PartialFile } from '../../../../src/backend/files/writing/partial-file.ts';
import { guardText } from '../../../../src/domain/kernel/text/spreadsheet-text.ts';
import { temporaryFolder } from '../../mirror/sample.ts';
import { workTime } from '../../../support/work-time.ts';

const HOSTILE = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00a0=HYPERLINK("http://evil.example","x")',
  ' \u00a0 -2+3',
  "=cmd|' /C calc'!A0",
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '-5',
  '+48 123 456 789',
] as const;

/** A plain reader of RFC 4180, to see what a spreadsheet would see. */
function parse(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(csv); match !== null; match = cell.exec(csv)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') {
      rows.push(row);
      row = [];
    }
    if (cell.lastIndex === csv.length) break;
  }
  return rows;
}

describe('a cell of text', () => {
  it.each(HOSTILE)('that could run gets an apostrophe: %j', (text) => {
    expect(guardText(text).startsWith("'")).toBe(true);
    expect(guardText(text).replaceAll("'", '')).toBe(text.replaceAll("'", ''));
  });

  it.each(['plain', '1-2', 'a=b', 'x@y.example', "'quoted", '', '5', '日本', 'a\nb', 'a; b\tc;d=1', '{"a":"b;c"}'])(
    'that is harmless stays: %j',
    (text) => {
      expect(guardText(text)).toBe(text);
    },
  );

  it('that breaks its line is guarded in its later lines too', () => {
    expect(guardText('a\n=1\r\n  +2\nb')).toBe("a\n'=1\r\n  '+2\nb");
  });

  it.each([
    ['a;=1', "a;'=1"],
    ['a; \u00a0+1', "a; \u00a0'+1"],
    ['a\t=1', "a\t'=1"],
    ['a\n\t@x', "a\n'\t'@x"],
    ['=1;-2;x', "'=1;'-2;x"],
    ['a;"=1"', 'a;"\'=1"'],
    ['a;＝1', "a;'＝1"],
  ])('that a reader with another separator would split is guarded there too: %j', (text, guarded) => {
    expect(guardText(text)).toBe(guarded);
  });

  it('never starts with a character of a formula, whatever it holds and wherever it is split', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('=+-@\t\r\n \u00a0a"\',;1＝')) }), (text) => {
        for (const line of guardText(text).split(/[\r\n]+/)) expect(line).not.toMatch(/^[ \u00a0]*[=+\-@\t＝]/);
        for (const piece of guardText(text).split(/[;\t\r\n]+/)) expect(piece).not.toMatch(/^[ \u00a0]*[=+\-@＝]/);
        // The same in the file, by a reader of semicolons that takes quotes only where a cell begins and drops them there.
        const cells = csvLine([csvCell('x', 'text'), csvCell(text, 'text')])
          .split(';')
          .slice(1);
        for (const cell of cells) expect(cell).not.toMatch(/^["\u00a0 ]*[=+\-@＝]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no time, whatever its size', () => {
    const spent = workTime();
    for (const piece of [' ', ';', '; ', '\t', '\n"', '"', '\u00a0']) guardText(`a;${piece.repeat(65_536)}x`);
    expect(spent()).toBeLessThan(1_000);
  });
});

describe('a cell of a numeric column', () => {
  it.each(['-5', '0', '-0.000001', '123456789012345678901234567890.123456789012345678'])(
    'is written bare: %s',
    (text) => {
      expect(csvCell(text, 'number')).toBe(text);
    },
  );

  it.each(['-5+3', '=1', '+5', '1e3', '--1'])('that is no number is text: %s', (text) => {
    expect(csvCell(text, 'number')).toBe(guardText(text));
  });
});

describe('a file', () => {
  const columns = [
    { title: 'name', type: 'text' },
    { title: 'amount', type: 'number' },
  ] as const;

  it('comes back as it went in, guards apart', () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'out', 'a.csv');
    const names = fc.array(fc.string({ unit: fc.constantFrom(...Array.from('ab",\r\n\t; =-ż\u001f\u00a0＝')) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(names, (list) => {
        const file = new CsvFile(new PartialFile(path), columns);
        for (const name of list) file.row([name, '-1.50']);
        expect(existsSync(`${path}.partial`)).toBe(true);
        for (const name of list) file.row([name, 1.5]);
        file.row(['TOTAL', '5']);
        const { bytes, sha256 } = file.finish();
        const text = readFileSync(path, 'utf8');
        expect(statSync(path).size).toBe(bytes);
        expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(sha256);
        expect(text.startsWith('\ufeffname,amount\r\n')).toBe(true);
        expect(parse(text.slice(1))).toEqual([
          ['name', 'amount'],
          ...list.map((name) => [guardText(name), '-1.50']),
          ...list.map((name) => [guardText(name), '1.5']),
          ['TOTAL', '5'],
        ]);
      }),
      { numRuns: 50 },
    );
    folder.remove();
  });

  it('that is abandoned leaves nothing, and the one before it stays', () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'a.csv');
    const first = new CsvFile(new PartialFile(path), columns);
    first.finish();
    const second = new CsvFile(new PartialFile(path), columns);
    second.row([null, '1']);
    second.abandon();
    expect(existsSync(`${path}.partial`)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('\ufeffname,amount\r\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    folder.remove();
  });
});
