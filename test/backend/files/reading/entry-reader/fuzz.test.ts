/**
 * Hostile files: random bytes, and ledgers and workbooks that were cut, mixed and overwritten. Whatever comes, the reader answers within a bounded
 * time, with every row as an entry or as a reject that has its line and its reason, or refuses the file; it never throws anything else.
 */
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { inspectFile, readEntries } from '../../../../../src/backend/files/reading/entry-reader.ts';
import { FailureError } from '../../../../../src/domain/kernel/failure/failure.ts';
import {
  DATE_ORDERS,
  DECIMAL_MARKS,
  ENCODINGS,
  type FileFormat,
  type Mapping,
  MAX_IMPORT_ROWS,
  MAX_REJECT_VALUE,
  REJECT_REASONS,
  SEPARATORS,
  THOUSANDS_MARKS,
  PLAIN_CSV,
} from '../../../../../src/domain/ledger/import.ts';
import { isMoney } from '../../../../../src/domain/kernel/money/money.ts';
import { encodeText, ORDER_MAPPING, workbookParts, writeWorkbook } from '../../../../support/files/ledger-file.ts';
import { scaled } from '../../../../support/scale.ts';
import { seeded } from '../../../../support/seeded.ts';
import { workTime } from '../../../../support/work-time.ts';

/** No file of these sizes takes longer, on a machine that is busy with something else. */
const BOUND_MS = 5000;

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const path = join(folder, 'file');
// To open a file anew for every input costs more than to read it.
const descriptor = openSync(path, 'w');
afterAll(() => {
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

const random = seeded(61_111);
const below = (limit: number): number => Math.floor(random() * limit);
const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];

const LEDGER = [
  'id,amount,currency,date,status,customer,memo',
  ...Array.from(
    { length: 12 },
    (_, index) =>
      `ORD-${index},"${index},234.50",EUR,2026-11-${String((index % 3) + 1).padStart(2, '0')} 10:00,paid,c-${index},"says ""hi""\n${index}"`,
  ),
].join('\r\n');

const BITS: readonly [string, ...string[]] = [
  '"',
  '""',
  '"""',
  '\n',
  '\r',
  '\r\n',
  ',',
  ';',
  '\t',
  '|',
  '\u0000',
  '\ufeff',
  '\ud800',
  '=cmd()',
  '1e999',
  '-',
  '(',
  ')',
  '٣',
  'NaN',
  '"\n"\n"',
  'x'.repeat(40_000),
  '9'.repeat(500),
  ',,,,,,,,,,',
  '\u202e',
  '__proto__',
  'constructor',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '&a;',
  ']]>',
  '<c><c><c>',
  '<row r="999999999"/>',
  '<row r="-1">',
  ' r="ZZZZ9"',
  't="s"><v>99999</v>',
  '</row>',
  '<v>1e400</v>',
];
const SHEET = {
  name: 'Orders',
  rows: [
    { line: 1, cells: ['id', 'amount', 'currency', 'date'] },
    ...Array.from({ length: 5 }, (_, index) => ({
      line: index + 2,
      cells: [`A${index}`, { number: `${index}.5` }, 'EUR', { number: '46347.5', style: 2 }],
    })),
  ],
};
const WORKBOOK = writeWorkbook([SHEET], { shared: ['a'] });
const PARTS = workbookParts([SHEET], { shared: ['a'] });
const PART_NAMES = Object.keys(PARTS);

/** Cut, overwritten, doubled, and with bits of mischief in it. */
function spoilt(text: string): string {
  let spoiling = text;
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const at = below(spoiling.length + 1);
    const to = at + below(40);
    switch (below(4)) {
      case 0:
        spoiling = spoiling.slice(0, at) + oneOf(BITS) + spoiling.slice(at);
        break;
      case 1:
        spoiling = spoiling.slice(0, at) + oneOf(BITS) + spoiling.slice(to);
        break;
      case 2:
        spoiling = spoiling.slice(0, at) + spoiling.slice(to);
        break;
      default:
        spoiling = spoiling.slice(0, at) + spoiling.slice(below(spoiling.length + 1));
    }
  }
  return spoiling;
}

function spoiltBytes(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = 1 + below(8); times > 0; times -= 1) copy[below(copy.length)] = below(256);
  return below(4) === 0 ? copy.subarray(0, below(copy.length)) : copy;
}

function input(): Buffer {
  switch (below(10)) {
    case 0:
      return Buffer.from(Array.from({ length: below(600) }, () => below(256)));
    case 1:
      return spoiltBytes(WORKBOOK);
    case 2: {
      const name = PART_NAMES[below(PART_NAMES.length)] ?? '';
      const parts = Object.entries({ ...PARTS, [name]: spoilt(PARTS[name] ?? '') });
      return Buffer.from(
        zipSync(Object.fromEntries(parts.map(([own, text]) => [own, Buffer.from(text)])), { level: 0 }),
      );
    }
    case 3:
    case 4:
      return spoiltBytes(Buffer.from(LEDGER));
    case 5:
      return encodeText(spoilt(LEDGER), oneOf(['utf-16le', 'utf-16be', 'utf-8']), below(2) === 0);
    default:
      return Buffer.from(spoilt(LEDGER));
  }
}

function anyFormat(bytes: Buffer): FileFormat {
  return {
    ...PLAIN_CSV,
    type: bytes[0] === 0x50 ? 'xlsx' : 'csv',
    encoding: oneOf(ENCODINGS),
    separator: oneOf(SEPARATORS),
    headerLine: below(4),
    decimal: oneOf(DECIMAL_MARKS),
    thousands: oneOf(THOUSANDS_MARKS),
    dateOrder: oneOf(DATE_ORDERS),
    timeZone: oneOf(['UTC', 'Europe/Warsaw', 'America/New_York']),
  };
}

const BY_PLACE: Mapping = {
  ...ORDER_MAPPING,
  unit: 'EUR',
  columns: { ident: 'Column 1', amount: 'Column 2', at: 'Column 4', memo: 'Column 3' },
};

/** What the file was: how many rows, or why it was refused. */
function answerOf(read: () => number): string {
  try {
    return read() > 0 ? 'rows' : 'no rows';
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'file-refused') return error.failure.reason;
    throw error;
  }
}

/** Reads the file and holds every row against what was promised. */
function readAll(format: FileFormat, mapping: Mapping, kind: 'orders' | 'wallet'): number {
  const ids = new Set<string>();
  let [entries, rejects, line] = [0, 0, 0];
  const whole = readEntries(
    { path, sourceKind: kind, sourceId: 's', today: '2026-12-31', format, mapping, mostRejects: MAX_IMPORT_ROWS },
    { isCancelled: () => false, report: () => undefined },
    {
      entry: (entry) => {
        entries += 1;
        const isSound =
          isMoney(entry.amount) &&
          !entry.amount.startsWith('-') &&
          /^[0-9a-f]{32}$/.test(entry.id) &&
          entry.line > line;
        if (!isSound || ids.has(entry.id)) throw new Error(`an entry that is none: ${JSON.stringify(entry)}`);
        ids.add(entry.id);
        ({ line } = entry);
      },
      reject: (reject) => {
        rejects += 1;
        const isSound =
          reject.line > line &&
          REJECT_REASONS.includes(reject.reason) &&
          reject.value.length <= MAX_REJECT_VALUE &&
          reject.value.isWellFormed();
        if (!isSound) throw new Error(`a reject that is none: ${JSON.stringify(reject)}`);
        ({ line } = reject);
      },
    },
  );
  const byReason = Object.values(whole.rejectsByReason).reduce((sum, count) => sum + count, 0);
  if (whole.rows !== entries + rejects || whole.rejected !== rejects || byReason !== rejects)
    throw new Error('rows are missing');
  return whole.rows;
}

test('FAULT-71: a hostile file is read row by row or refused, within a bounded time', () => {
  const answers = new Map<string, number>();
  let slowest = 0;
  for (let number = 0; number < scaled(100_000); number += 1) {
    const bytes = input();
    ftruncateSync(descriptor, bytes.length);
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    const spent = workTime();
    const answer = answerOf(() => {
      if (number % 2 === 0) return readAll(anyFormat(bytes), number % 4 === 0 ? BY_PLACE : ORDER_MAPPING, 'orders');
      const kind = number % 4 === 1 ? 'orders' : 'wallet';
      const { format, mapping } = inspectFile(path, { known: {}, kind, timeZone: 'Europe/Warsaw' });
      return readAll(format, mapping, kind);
    });
    slowest = Math.max(slowest, spent());
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  expect(slowest).toBeLessThan(BOUND_MS);
  // The inputs reach every part of the reader.
  for (const answer of [
    'rows',
    'no-such-column',
    'mapping-incomplete',
    'workbook-broken',
    'not-a-table',
    'file-empty',
  ]) {
    expect([answer, (answers.get(answer) ?? 0) > 0]).toEqual([answer, true]);
  }
  expect(answers.get('rows')).toBeGreaterThan(scaled(100_000) / 10);
});
