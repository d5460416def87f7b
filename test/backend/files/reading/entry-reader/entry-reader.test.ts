/** Reading a merchant's CSV: every row is an entry or a reject with its line and its reason, whatever separator, encoding and quotation marks it has. */
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvRows } from '../../../../../src/backend/files/reading/csv-rows.ts';
import { Decoder } from '../../../../../src/backend/files/reading/decode.ts';
import { readEntries } from '../../../../../src/backend/files/reading/entry-reader.ts';
import { FailureError } from '../../../../../src/domain/kernel/failure/failure.ts';
import {
  ENCODINGS,
  type Mapping,
  MAX_CELL_LENGTH,
  SEPARATORS,
  PLAIN_CSV,
} from '../../../../../src/domain/ledger/import.ts';
import {
  encodeText,
  ORDER_MAPPING,
  PLAIN_DIALECT,
  readRows,
  type ReadOptions,
  withFileOf,
  writeCsv,
} from '../../../../support/files/ledger-file.ts';
import { scaled } from '../../../../support/scale.ts';
import { workTime } from '../../../../support/work-time.ts';

const TITLES = ['id', 'amount', 'currency', 'date', 'status', 'customer', 'memo'];
const HEADER = TITLES.join(',');

function refusalOf(bytes: Uint8Array | string, options: ReadOptions = {}): string {
  try {
    readRows(bytes, options);
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'file-refused') return error.failure.reason;
    throw error;
  }
  return 'read';
}

/** Line, column and reason of each reject. */
function rejectsOf(text: string, options: ReadOptions = {}): readonly (readonly [number, string | null, string])[] {
  return readRows(text, options).rejects.map(({ line, column, reason }) => [line, column, reason]);
}

const dialects = fc.record({
  separator: fc.constantFrom(...SEPARATORS),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom(...ENCODINGS),
  hasMark: fc.boolean(),
  quotesAll: fc.boolean(),
} as const);
/** Of Latin-1, which every encoding has, with everything in it that CSV cares about. */
const cells = fc.string({
  unit: fc.constantFrom('a', 'Z', '7', ' ', '"', ',', ';', '|', '\t', '\n', '\r', '\r\n', 'é', 'ß', '€', "'"),
  maxLength: 12,
});

describe('what is written is read back', () => {
  test('cell by cell, with the line each row begins in, however the bytes come in pieces', () => {
    const tables = fc
      .tuple(fc.integer({ min: 2, max: 5 }), dialects, fc.integer({ min: 1, max: 40 }))
      .chain(([width, dialect, piece]) =>
        fc.record({
          dialect: fc.constant(dialect),
          piece: fc.constant(piece),
          rows: fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
        }),
      );
    fc.assert(
      fc.property(tables, ({ dialect, rows, piece }) => {
        const { bytes, lines } = writeCsv(rows, dialect);
        const read: { line: number; cells: string[] }[] = [];
        const csv = new CsvRows(dialect.separator, 1, (row) => {
          expect(row.fault).toBeNull();
          read.push({ line: row.line, cells: Array.from({ length: row.count }, (_, index) => row.cell(index)) });
        });
        const decoder = new Decoder(dialect.encoding);
        for (let at = 0; at < bytes.length; at += piece) csv.push(decoder.text(bytes.subarray(at, at + piece), false));
        csv.push(decoder.text(Buffer.alloc(0), true));
        csv.end();
        const written = rows
          .map((own, index) => ({ line: lines[index], cells: own }))
          .filter((row) => row.cells.some((cell) => cell.trim() !== ''));
        expect(read).toEqual(written);
      }),
      { seed: 6, numRuns: scaled(20_000) },
    );
  });

  test('entry by entry', () => {
    const orders = fc.array(
      fc.record({
        ident: fc.string({ unit: fc.constantFrom('A', '1', '-', '"', ';', ',', '_'), minLength: 1, maxLength: 20 }),
        cents: fc.bigInt({ min: 0n, max: 10n ** 14n }),
        memo: cells,
      }),
      { minLength: 1, maxLength: 10 },
    );
    fc.assert(
      fc.property(orders, dialects, (own, dialect) => {
        const amounts = own.map(({ cents }) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
        const rows = own.map(({ ident, memo }, index) => [
          ident,
          amounts[index] ?? '',
          'eur',
          '2026-11-21',
          'Paid',
          'c',
          memo,
        ]);
        const { bytes, lines } = writeCsv([TITLES, ...rows], dialect);
        const { entries, whole } = readRows(bytes, {
          format: { separator: dialect.separator, encoding: dialect.encoding },
        });
        expect(whole).toMatchObject({ rows: own.length, rejected: 0, bytes: bytes.length });
        expect(whole.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect(entries.map(({ line, ident, amount, memo }) => [line, ident, amount, memo ?? ''])).toEqual(
          own.map(({ ident, cents, memo }, index) => [lines[index + 1], ident, exact(cents), memo.trim()]),
        );
        expect(new Set(entries.map(({ id }) => id)).size).toBe(own.length);
      }),
      { seed: 7, numRuns: scaled(2000) },
    );
  });
});

/** Independent of the reader: hundredths without needless zeros. */
function exact(cents: bigint): string {
  const fraction = String(cents % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${cents / 100n}${fraction === '' ? '' : `.${fraction}`}`;
}

describe('an entry', () => {
  test('holds every cell in one spelling', () => {
    const { entries, whole } = readRows(
      `${HEADER}\n ORD-1 ,"1,234.50",usd,2026-11-21T14:03:09+01:00, PAID ,c-7,\n="007",7,Usd,2026-11-22,refunded,,"two\nlines"\n`,
      { format: { thousands: ',', timeZone: 'Europe/Warsaw' } },
    );
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        line: 2,
        ident: 'ORD-1',
        address: null,
        amount: '1234.5',
        unit: 'USD',
        at: '2026-11-21T13:03:09.000000000Z',
        status: 'fulfilled',
        direction: 'in',
        statusText: 'PAID',
        customer: 'c-7',
        memo: null,
      },
      expect.objectContaining({
        line: 3,
        ident: '007',
        at: '2026-11-21T23:00:00.000000000Z',
        status: 'unknown',
        memo: 'two\nlines',
      }),
    ]);
    expect(whole.days).toEqual({ from: '2026-11-21', to: '2026-11-23' });
    expect(whole.unknownStatusWords).toEqual(['refunded']);
  });

  test('has the file speak for the days that are over, without a few rows that stand far apart', () => {
    const daysOf = (days: readonly string[], today = '2026-12-31'): unknown =>
      readRows(`${HEADER}\n${days.map((day, at) => `A${at},5,EUR,${day},,,\n`).join('')}`, { today }).whole.days;
    const october = Array.from({ length: 20 }, (_, at) => `2026-10-${10 + at}`);
    const whole = { from: '2026-10-10', to: '2026-10-30' };
    expect(daysOf(october)).toEqual(whole);
    // One row with a slip in its year, before and behind, claims no year in between.
    expect(daysOf(['2016-10-12', ...october])).toEqual(whole);
    expect(daysOf([...october, '2026-12-24'])).toEqual(whole);
    expect(daysOf(['2001-01-01', '2016-10-12', ...october, '2026-12-24'])).toEqual(whole);
    expect(daysOf(['2016-10-12', '2026-10-10', '2026-10-11'])).toEqual({ from: '2026-10-10', to: '2026-10-12' });
    // A quiet month is none: many rows, or not so far away.
    const july = october.map((day) => day.replace('-10-', '-07-'));
    expect(daysOf([...july, ...october])).toEqual({ from: '2026-07-10', to: '2026-10-30' });
    expect(daysOf(['2026-09-10', ...october])).toEqual({ from: '2026-09-10', to: '2026-10-30' });
    // The day of the reading is not over.
    expect(daysOf(october, '2026-10-29')).toEqual({ from: '2026-10-10', to: '2026-10-29' });
    expect(daysOf(['2026-10-29', '2026-10-30', '2026-10-31'], '2026-10-29')).toBeNull();
    expect(daysOf(['', ''])).toBeNull();
  });

  test('MATCH-18: of a wallet is money that came in or went out, by its sign or its word', () => {
    const mapping = {
      ...ORDER_MAPPING,
      columns: { ident: 'tx', address: 'to', amount: 'amount', status: 'type' },
      unit: 'usdt',
      statusWords: { deposit: 'fulfilled', withdrawal: 'cancelled' },
    } as const;
    const text = 'tx,to,amount,type\nab,T1,5,deposit\n,T1,-5.10,deposit\ncd,,7,withdrawal\n,,1,deposit\n';
    const { entries, rejects } = readRows(text, { kind: 'wallet', mapping });
    expect(entries.map(({ ident, amount, direction, unit }) => [ident, amount, direction, unit])).toEqual([
      ['ab', '5', 'in', 'USDT'],
      [null, '5.1', 'out', 'USDT'],
      ['cd', '7', 'out', 'USDT'],
    ]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([[5, 'no-hash-or-address']]);
  });

  test('MATCH-18: of a wallet whose addresses are known went out when it went to another one', () => {
    const own = `0x${'Ab'.repeat(20)}`;
    const mapping = {
      ...ORDER_MAPPING,
      columns: { ident: 'tx', address: 'to', amount: 'amount' },
      unit: 'usdt',
      otherStatus: 'fulfilled',
      ownAddresses: [own],
    } as const;
    const text = `tx,to,amount\na,${own.toLowerCase()},5\nb,0x${'cd'.repeat(20)},6\nc,,7\nd,${own},-8\n`;
    const directions = (known: Mapping): unknown =>
      readRows(text, { kind: 'wallet', mapping: known }).entries.map(({ direction }) => direction);
    expect(directions(mapping)).toEqual(['in', 'out', 'in', 'out']);
    expect(directions({ ...mapping, ownAddresses: [] })).toEqual(['in', 'in', 'in', 'out']);
  });

  test('MATCH-2: has the same id in every file that has the line, and another one each time it comes again', () => {
    const line = (ident: string): string => `${ident},5,EUR,,paid,,é`;
    const once = readRows(`${HEADER}\n${line('A')}\n`, { sourceId: 'x' }).entries.map(({ id }) => id);
    const other = readRows(
      encodeText(
        `memo;${HEADER.replaceAll(',', ';')}\n;${line('B').replaceAll(',', ';')}\nno;${line('A').replaceAll(',', ';')}\n`,
        'windows-1252',
        false,
      ),
      {
        sourceId: 'x',
        format: { encoding: 'windows-1252', separator: ';' },
        mapping: { ...ORDER_MAPPING, columns: { ...ORDER_MAPPING.columns, memo: 'memo (2)' } },
      },
    ).entries.map(({ id }) => id);
    expect(other).toContain(once[0]);
    const twice = readRows(`${HEADER}\n${line('A')}\n${line('A')}\n`, { sourceId: 'x' }).entries.map(({ id }) => id);
    expect(twice[0]).toBe(once[0]);
    expect(new Set(twice).size).toBe(2);
    expect(readRows(`${HEADER}\n${line('A')}\n`, { sourceId: 'y' }).entries[0]?.id).not.toBe(once[0]);
  });
});

describe('long texts', () => {
  test('that are for people are cut and say so; a status of that length is none', () => {
    const long = 'x'.repeat(30_000);
    const { entries, rejects } = readRows(`${HEADER}\nA,5,EUR,,paid,${long},${long}\nB,5,EUR,,${long},,\n`);
    expect(entries.map(({ customer, memo }) => [customer, memo])).toEqual([
      [`${'x'.repeat(999)}…`, `${'x'.repeat(999)}…`],
    ]);
    expect(rejects).toMatchObject([{ line: 3, column: 'status', reason: 'cell-too-long' }]);
  });
});

test('a file with more currencies than any business has is refused', () => {
  const rows = (count: number): string =>
    `${HEADER}\n${Array.from({ length: count }, (_, at) => `A${at},5,U${at},,,,\n`).join('')}`;
  expect(readRows(rows(1000)).entries).toHaveLength(1000);
  expect(refusalOf(rows(1001))).toBe('mapping-incomplete');
});

describe('a row that is no entry', () => {
  test.each([
    ['A,5,EUR', null, 'too-few-cells'],
    ['A,5,EUR,,,,,x', null, 'too-many-cells'],
    [`A,5,EUR,,,,${'x'.repeat(MAX_CELL_LENGTH + 1)}`, 'memo', 'cell-too-long'],
    ['"A"x,5,EUR,,,,', null, 'broken-quotes'],
    ['A,5,EUR,,,,a\u0000b', 'memo', 'control-characters'],
    [',5,EUR,,,,', 'id', 'no-ident'],
    [`${'x'.repeat(129)},5,EUR,,,,`, 'id', 'ident-too-long'],
    ['A, ,EUR,,,,', 'amount', 'no-amount'],
    ['A,five,EUR,,,,', 'amount', 'not-an-amount'],
    ['A,-5,EUR,,,,', 'amount', 'negative-amount'],
    ['A,1.5E+12,EUR,,,,', 'amount', 'not-exact'],
    [`A,${'9'.repeat(70)},EUR,,,,`, 'amount', 'not-exact'],
    ['A,5,,,,,', 'currency', 'no-unit'],
    ['A,5,?,,,,', 'currency', 'not-a-unit'],
    ['A,5,kr,,,,', 'currency', 'not-a-unit'],
    ['1.23457E+15,5,EUR,,,,', 'id', 'not-exact'],
    ['"1,23457e+15",5,EUR,,,,', 'id', 'not-exact'],
    ['#N/A,5,EUR,,,,', 'id', 'cell-error'],
    ['#BEZUG!,5,EUR,,,,', 'id', 'cell-error'],
    ['A,5,#DIV/0!,,,,', 'currency', 'cell-error'],
    ['A,5,EUR,,#NAME?,,', 'status', 'cell-error'],
    ['A,5,EUR,21.11.2026,,,', 'date', 'not-a-date'],
    ['A,5,EUR,2026-02-30,,,', 'date', 'not-a-date'],
    ['A,5,EUR,2026-03-29 02:30,,,', 'date', 'no-such-time'],
    ['A,5,EUR,1999-12-31,,,', 'date', 'not-a-likely-day'],
    ['A,5,EUR,2027-01-03,,,', 'date', 'not-a-likely-day'],
  ])('%s', (row, column, reason) => {
    const text = `${HEADER}\nok,1,EUR,,,,\n\n${row}\nok,2,EUR,,,,\n`;
    const { entries, rejects, whole } = readRows(text, { format: { timeZone: 'Europe/Warsaw' } });
    expect(rejects.map((own) => [own.line, own.column, own.reason])).toEqual([[4, column, reason]]);
    expect(rejects[0]?.value.length).toBeLessThanOrEqual(200);
    expect(entries.map(({ line }) => line)).toEqual([2, 5]);
    expect(whole).toMatchObject({ rows: 3, rejected: 1, rejectsByReason: { [reason]: 1 } });
  });

  test('but an id that only looks like a number or an error is one', () => {
    const idents = ['#1001', '1E5', '12E+15', '1.5E+1', '#A!B', 'E+15', '1-2E+15', '123456789012345678'];
    const { entries, rejects } = readRows(`${HEADER}\n${idents.map((ident) => `${ident},5,EUR,,,,\n`).join('')}`);
    expect(rejects).toEqual([]);
    expect(entries.map(({ ident }) => ident)).toEqual(idents);
  });

  test('because of a word that the mapping does not know, when it says nothing of others', () => {
    const mapping = { ...ORDER_MAPPING, otherStatus: null };
    const { rejects, whole } = readRows(`${HEADER}\nA,5,EUR,,what,,\nB,5,EUR,,,,\n`, { mapping });
    expect(rejects.map(({ reason, value }) => [reason, value])).toEqual([
      ['unknown-status', 'what'],
      ['unknown-status', ''],
    ]);
    expect(whole.unknownStatusWords).toEqual(['what']);
  });

  test('because of bytes that the encoding does not know, in each encoding', () => {
    const rows = (encoding: (typeof ENCODINGS)[number], broken: Buffer): readonly unknown[] => {
      const [before, after] = [`${HEADER}\nA,1,EUR,,,,`, '\nB,2,EUR,,,,\n'].map((text) =>
        encodeText(text, encoding, false),
      );
      const bytes = Buffer.concat([before ?? broken, broken, after ?? broken]);
      const { entries, rejects } = readRows(bytes, { format: { encoding } });
      return [entries.map(({ line }) => line), rejects.map(({ line, column, reason }) => [line, column, reason])];
    };
    const expected = [[3], [[2, 'memo', 'not-in-encoding']]];
    expect(rows('utf-8', Buffer.from([0xff]))).toEqual(expected);
    expect(rows('utf-8', Buffer.from([0xed, 0xa0, 0x80]))).toEqual(expected);
    expect(rows('windows-1252', Buffer.from([0x81]))).toEqual(expected);
    expect(rows('utf-16le', Buffer.from([0x00, 0xd8]))).toEqual(expected);
    expect(rows('utf-16be', Buffer.from([0xdc, 0x00]))).toEqual(expected);
  });
});

describe('quotation marks that were not meant', () => {
  test('cost one line, and every line after is read', () => {
    const rows = Array.from({ length: 500 }, (_, index) => `A${index},1,EUR,,,,m`);
    const open = `${HEADER}\n${rows.slice(0, 9).join('\n')}\nX,1,EUR,,,,"19 inch\n${rows.slice(9).join('\n')}\n`;
    const { entries, rejects } = readRows(open);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([[11, 'broken-quotes']]);
    expect(entries).toHaveLength(500);
  });

  test('cost one line also when a later one closes them', () => {
    expect(rejectsOf(`${HEADER}\nX,1,EUR,,,,"19 inch\nA,1,EUR,,,,\n"B",2,EUR,,,,\nC,3,EUR,,,,\n`)).toEqual([
      [2, null, 'broken-quotes'],
    ]);
  });

  test('within a cell are marks of its text', () => {
    const { entries } = readRows(`${HEADER}\nA,1,EUR,,,,5" disk\n"B ""x""",1,EUR,,,,""\n`);
    expect(entries.map(({ ident, memo }) => [ident, memo])).toEqual([
      ['A', '5" disk'],
      ['B "x"', null],
    ]);
  });

  test('a file full of them ends', () => {
    const { whole } = readRows(`${HEADER}\n${'"a\n'.repeat(200_000)}`, { mostRejects: 1_000_000 });
    expect(whole).toMatchObject({ rows: 200_000, rejected: 200_000 });
  });

  test('a line longer than any row is one reject', () => {
    expect(rejectsOf(`${HEADER}\n${'a'.repeat(20_000_000)},1\nA,1,EUR,,,,\n`)).toEqual([[2, null, 'cell-too-long']]);
  });
});

describe('the table', () => {
  test('begins where its titles are, and blank lines and empty cells at the ends of rows are nothing', () => {
    const text = `My bank "AG;\nAccount;1\n\nid;amount;id;;\nA;5;x;;;\n;;;;\n   \nB;6;y\n`;
    const { entries, rejects, whole } = readRows(text, {
      format: { separator: ';', headerLine: 4 },
      mapping: { ...ORDER_MAPPING, unit: 'EUR', columns: { ident: 'id', amount: 'amount', memo: 'id (2)' } },
    });
    expect(rejects).toEqual([]);
    expect(entries.map(({ line, ident, memo }) => [line, ident, memo])).toEqual([
      [5, 'A', 'x'],
      [8, 'B', 'y'],
    ]);
    expect(whole.rows).toBe(2);
  });

  test('without titles has numbered columns', () => {
    const mapping = { ...ORDER_MAPPING, unit: 'EUR', columns: { ident: 'Column 1', amount: 'Column 2' } };
    expect(readRows('A,5\nB,6', { format: { headerLine: 0 }, mapping }).entries.map(({ line }) => line)).toEqual([
      1, 2,
    ]);
  });

  test('is refused with its reason', () => {
    expect(refusalOf('')).toBe('file-empty');
    expect(refusalOf('\n\n \n')).toBe('file-empty');
    expect(refusalOf('id,amount\nA,1\n')).toBe('no-such-column');
    expect(refusalOf(HEADER, { mapping: { ...ORDER_MAPPING, columns: { ident: 'id' } } })).toBe('mapping-incomplete');
    expect(refusalOf(HEADER, { mapping: { ...ORDER_MAPPING, columns: { ident: 'id', amount: 'amount' } } })).toBe(
      'mapping-incomplete',
    );
    expect(refusalOf(Array.from({ length: 201 }, (_, index) => `c${index}`).join(','))).toBe('too-many-columns');
    expect(refusalOf(`${HEADER}\n${',\n'.repeat(3)}A\nB\n`, { mostRejects: 1 })).toBe('too-many-rejects');
    expect(refusalOf(Buffer.from('PK\u0003\u0004rest of it'))).toBe('not-a-table');
  });

  test('of two gigabytes is refused before a byte of it is read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
    try {
      const path = join(folder, 'file.csv');
      const descriptor = openSync(path, 'w');
      ftruncateSync(descriptor, 2_147_483_648);
      closeSync(descriptor);
      const spent = workTime();
      const read = (): unknown =>
        readEntries(
          {
            path,
            sourceKind: 'orders',
            sourceId: null,
            format: PLAIN_CSV,
            mapping: ORDER_MAPPING,
            today: '2026-12-31',
          },
          { isCancelled: () => false, report: () => expect.unreachable() },
          { entry: () => expect.unreachable(), reject: () => expect.unreachable() },
        );
      expect(read).toThrow(
        expect.objectContaining({ failure: { kind: 'file-refused', reason: 'file-too-large', detail: '2147483648' } }),
      );
      expect(spent()).toBeLessThan(10_000);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('whose ids nobody asks for is read the same without what is only kept for people', () => {
    const text = `${HEADER}\nA1,5,EUR,2026-01-02,paid,Mary,gift\nA2,x,EUR,2026-01-02,paid,John,`;
    const whole = readRows(text);
    const narrow = readRows(text, { withIds: false });
    const rest = { id: '', customer: null, memo: null };
    expect(whole.entries[0]).toMatchObject({ customer: 'Mary', memo: 'gift' });
    expect(narrow).toEqual({ ...whole, entries: whole.entries.map((entry) => ({ ...entry, ...rest })) });
  });

  test('can be left in the middle, and tells how far it is', () => {
    const { bytes } = writeCsv(
      [TITLES, ...Array.from({ length: 100_000 }, (_, index) => [`A${index}`, '1', 'EUR', '', '', '', 'x'.repeat(20)])],
      PLAIN_DIALECT,
    );
    const told: number[] = [];
    const read = (cancelAfter: number): unknown =>
      withFileOf(bytes, (path) =>
        readEntries(
          {
            path,
            sourceKind: 'orders',
            sourceId: null,
            format: PLAIN_CSV,
            mapping: ORDER_MAPPING,
            today: '2026-12-31',
          },
          { isCancelled: () => told.length >= cancelAfter, report: ({ done }) => told.push(done) },
          { entry: () => undefined, reject: () => undefined },
        ),
      );
    expect(read(100)).toMatchObject({ rows: 100_000 });
    expect(told.at(-1)).toBe(bytes.length);
    told.length = 0;
    expect(() => read(2)).toThrow(expect.objectContaining({ failure: { kind: 'cancelled' } }));
  });
});
