/** Reading a merchant's workbook: texts, numbers only where they are exact, dates of both calendars; and nothing that is unsafe to unpack. */
import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { exactText, serialDate } from '../../../../../src/backend/files/reading/workbook/rows.ts';
import { FailureError } from '../../../../../src/domain/kernel/failure/failure.ts';
import type { Mapping } from '../../../../../src/domain/ledger/import.ts';
import {
  ORDER_MAPPING,
  readRows,
  type SheetCell,
  type WorkbookOptions,
  workbookParts,
  writeWorkbook,
  zipParts,
} from '../../../../support/files/ledger-file.ts';
import { workTime } from '../../../../support/work-time.ts';

const HEADER: readonly SheetCell[] = ['id', 'amount', 'currency', 'date', 'status', 'customer', 'memo'];
const XLSX = { type: 'xlsx', decimal: ',', thousands: '.', dateOrder: 'dmy', timeZone: 'Europe/Warsaw' } as const;

function read(
  rows: readonly (readonly SheetCell[])[],
  options: WorkbookOptions = {},
  mapping: Mapping = ORDER_MAPPING,
) {
  const lines = rows.map((cells, index) => ({ line: index + 2, cells }));
  const bytes = writeWorkbook([{ name: 'Orders', rows: [{ line: 1, cells: HEADER }, ...lines] }], options);
  return { ...readRows(bytes, { format: XLSX, mapping }), bytes };
}

function refusalOf(bytes: Uint8Array, sheet: string | null = null): string {
  try {
    readRows(bytes, { format: { ...XLSX, sheet } });
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'file-refused') return error.failure.reason;
    throw error;
  }
  return 'read';
}

/** A workbook with some of its parts changed. */
function changed(change: (parts: Record<string, string>) => void): Buffer {
  const parts = workbookParts([
    {
      name: 'Orders',
      rows: [
        { line: 1, cells: HEADER },
        { line: 2, cells: ['A', { number: '5' }, 'EUR'] },
      ],
    },
  ]);
  change(parts);
  return zipParts(parts);
}

describe('a workbook', () => {
  test('is read cell by cell, whatever the cells are', () => {
    const { entries, rejects, whole, bytes } = read(
      [
        [
          { shared: 0 },
          { number: '1234.5' },
          { inline: 'eur' },
          { number: '46347.58552083333', style: 2 },
          'paid',
          null,
          { inline: 'a\nb _x0041_' },
        ],
        [{ number: '12345678' }, '1.234,50', 'EUR', { number: '46347', style: 1 }, null, null, null],
        [],
        ['B', { number: '1E-3' }, 'EUR', { number: '46347.5' }, null, null, null],
        ['C', '7', 'EUR', '21.11.2026 14:03', null, null, null],
      ],
      { shared: ['ORD & 1'] },
    );
    expect(rejects).toEqual([]);
    expect(
      entries.map(({ line, ident, amount, unit, at, memo }) => [line, ident, amount, unit, at?.slice(0, 19), memo]),
    ).toEqual([
      [2, 'ORD & 1', '1234.5', 'EUR', '2026-11-21T13:03:09', 'a\nb A'],
      [3, '12345678', '1234.5', 'EUR', '2026-11-20T23:00:00', null],
      [5, 'B', '0.001', 'EUR', '2026-11-21T11:00:00', null],
      [6, 'C', '7', 'EUR', '2026-11-21T13:03:00', null],
    ]);
    expect(whole).toMatchObject({
      rows: 4,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  test('has its own days since 1904 when it says so', () => {
    expect(read([['A', '1', 'EUR', { number: '44885', style: 1 }]], { is1904: true }).entries[0]?.at).toBe(
      '2026-11-20T23:00:00.000000000Z',
    );
  });

  test.each<[SheetCell[], string, string]>([
    [['A', { number: '0.30000000000000004' }, 'EUR'], 'amount', 'not-exact'],
    [[{ number: '1234567890123456789' }, '5', 'EUR'], 'id', 'not-exact'],
    [['A', { error: '#REF!' }, 'EUR'], 'amount', 'cell-error'],
    [[{ error: '#N/A' }, '5', 'EUR'], 'id', 'cell-error'],
    // Excel has made zeros of what stood behind the fifteenth digit, and a date of "12-9".
    [[{ number: '1234567890123450' }, '5', 'EUR'], 'id', 'not-exact'],
    [[{ number: '1.23456789012345E+15' }, '5', 'EUR'], 'id', 'not-exact'],
    [[{ number: '46000', style: 1 }, '5', 'EUR'], 'id', 'not-exact'],
    [['A', '5', { error: '#N/A' }], 'currency', 'cell-error'],
    [['A', '5', 'EUR', null, { error: '#N/A' }], 'status', 'cell-error'],
    [['A', { number: '46347', style: 1 }, 'EUR'], 'amount', 'not-an-amount'],
    [['A', { number: '-5' }, 'EUR'], 'amount', 'negative-amount'],
    [['A', '5', 'EUR', { number: '-3' }], 'date', 'not-a-date'],
    [['A', '5', 'EUR', { error: '#VALUE!' }], 'date', 'cell-error'],
    // A year alone is no day of 1905, nor is the number of an order one of 2063.
    [['A', '5', 'EUR', { number: '2026' }], 'date', 'not-a-likely-day'],
    [['A', '5', 'EUR', { number: '60000' }], 'date', 'not-a-likely-day'],
    [['A', '5', 'EUR', { number: '46110.1041666667' }], 'date', 'no-such-time'],
    [['A', '5', 'EUR', null, null, null, { inline: '_x0000_' }], 'memo', 'control-characters'],
    [['A', '5', 'EUR', null, null, null, null, 'x'], 'null', 'too-many-cells'],
    [['A', '5', 'EUR', null, null, null, 'x'.repeat(32_768)], 'memo', 'cell-too-long'],
  ])('rejects %s', (cells, column, reason) => {
    const { rejects, whole } = read([['ok', '1', 'EUR'], cells, ['ok', '1', 'EUR']]);
    expect(rejects.map((own) => [own.line, String(own.column), own.reason])).toEqual([[3, column, reason]]);
    expect(whole).toMatchObject({ rows: 3, rejected: 1 });
  });

  test('holds a number as text only where fifteen digits give it back', () => {
    expect([0.1, 1e21, 123456789012345, 1234567890123456, 1e-7, -2.5, 1 / 3, 5e-324, 1e300].map(exactText)).toEqual([
      '0.1',
      `1${'0'.repeat(21)}`,
      '123456789012345',
      null,
      '0.0000001',
      '-2.5',
      null,
      null,
      null,
    ]);
    expect([60, 61, 2_958_465, 2_958_466, Number.NaN].map((day) => serialDate(day, false))).toEqual([
      null,
      '1900-03-01',
      '9999-12-31',
      null,
      null,
    ]);
  });

  test('has the sheet that is asked for, or is refused', () => {
    const sheets = ['One', 'Two'].map((name) => ({
      name,
      rows: [
        { line: 1, cells: HEADER },
        { line: 2, cells: [name, '1', 'EUR'] },
      ],
    }));
    const bytes = writeWorkbook(sheets);
    const idents = (sheet: string | null) =>
      readRows(bytes, { format: { ...XLSX, sheet } }).entries.map(({ ident }) => ident);
    expect([idents(null), idents('Two')]).toEqual([['One'], ['Two']]);
    expect(refusalOf(bytes, 'Three')).toBe('no-such-sheet');
  });
});

describe('FAULT-70: a workbook is refused', () => {
  const bomb = `<worksheet><sheetData>${'<row/>'.repeat(4_000_000)}</sheetData></worksheet>`;

  test.each<[string, string, () => Uint8Array]>([
    ['no archive', 'workbook-broken', () => Buffer.from('id,amount\n')],
    ['an archive of other things', 'not-a-table', () => zipParts({ 'a.txt': 'x' })],
    ['cut off', 'workbook-broken', () => changed(() => undefined).subarray(0, 900)],
    ['without its sheet', 'workbook-broken', () => changed((parts) => delete parts['xl/worksheets/sheet1.xml'])],
    [
      'with XML that ends nowhere',
      'workbook-broken',
      () => changed((parts) => (parts['xl/worksheets/sheet1.xml'] = '<worksheet><row><c>')),
    ],
    [
      'with bytes that are no text',
      'workbook-broken',
      () => changed((parts) => (parts['xl/workbook.xml'] = '<a>\u0000</b>')),
    ],
    [
      'with a text that is not there',
      'workbook-broken',
      () => writeWorkbook([{ name: 'a', rows: [{ line: 1, cells: [{ shared: 7 }] }] }]),
    ],
    [
      'too deep',
      'workbook-broken',
      () => changed((parts) => (parts['xl/worksheets/sheet1.xml'] = '<a>'.repeat(100_000))),
    ],
    [
      'rows that go back',
      'workbook-broken',
      () => changed((parts) => (parts['xl/worksheets/sheet1.xml'] = '<s><row r="2"/><row r="1"/></s>')),
    ],
    [
      'with entities of its own',
      'workbook-broken',
      () =>
        changed((parts) => {
          const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
          parts['xl/sharedStrings.xml'] = `<!DOCTYPE sst [<!ENTITY l0 "lol">${lol}]><sst><si><t>&l9;</t></si></sst>`;
        }),
    ],
    [
      'with a file of the machine in it',
      'workbook-broken',
      () =>
        changed((parts) => {
          parts['xl/sharedStrings.xml'] =
            '<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/hostname">]><sst><si><t>&x;</t></si></sst>';
        }),
    ],
    [
      'that swells to hundreds of times its size',
      'workbook-bomb',
      () => zipSync({ ...parts(), 'xl/worksheets/sheet1.xml': Buffer.from(bomb) }),
    ],
    ['with a password', 'workbook-encrypted', () => compound('EncryptedPackage')],
    ['of the old kind', 'not-a-table', () => compound('Workbook')],
  ])('%s', (_name, reason, bytes) => {
    const file = bytes();
    const spent = workTime();
    expect(refusalOf(file)).toBe(reason);
    expect(spent()).toBeLessThan(10_000);
  });

  test('with parts that are encrypted, that lie about themselves, or that stand there twice', () => {
    const sound = changed(() => undefined);
    const at = sound.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    const patched = (offset: number, value: number): Buffer => {
      const copy = Buffer.from(sound);
      copy.writeUInt16LE(value, at + offset);
      return copy;
    };
    expect(refusalOf(sound)).toBe('read');
    expect(refusalOf(patched(8, 1))).toBe('workbook-encrypted');
    expect(refusalOf(patched(10, 99))).toBe('workbook-broken');
    expect(refusalOf(patched(16, 0xbad))).toBe('workbook-broken');
    const dense = Buffer.from(zipSync({ ...parts(), 'xl/worksheets/sheet1.xml': Buffer.from(bomb) }));
    const place = dense.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
    dense.writeUInt32LE(1000, place + 24);
    expect(refusalOf(dense)).toBe('workbook-bomb');
    const two = changed((own) => (own['xl/stylez.xml'] = '<a/>')).toString('latin1');
    expect(refusalOf(Buffer.from(two, 'latin1'))).toBe('read');
    expect(refusalOf(Buffer.from(two.replaceAll('xl/stylez.xml', 'xl/styles.xml'), 'latin1'))).toBe('workbook-broken');
  });
});

function parts(): Record<string, Uint8Array> {
  const texts = workbookParts([{ name: 'Orders', rows: [] }]);
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
}

/** The beginning of a compound file with a stream of that name. */
function compound(stream: string): Buffer {
  return Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1000),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(1000),
  ]);
}
