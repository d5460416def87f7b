/** What a look at the beginning of a file guesses: files as shops, banks and wallets of several countries write them. */
import { describe, expect, test } from 'vitest';
import { inspectFile } from '../../../../../src/backend/files/reading/entry-reader.ts';
import { FailureError } from '../../../../../src/domain/kernel/failure/failure.ts';
import type { SourceKind } from '../../../../../src/domain/ledger/entry.ts';
import type { FileFormat, Inspection, Mapping } from '../../../../../src/domain/ledger/import.ts';
import { encodeText, readRows, withFileOf, writeWorkbook, zipParts } from '../../../../support/files/ledger-file.ts';

function look(
  bytes: Uint8Array | string,
  kind: SourceKind = 'orders',
  known: Partial<FileFormat> = {},
  columns: Mapping['columns'] = {},
): Inspection {
  return withFileOf(bytes, (path) => inspectFile(path, { known, kind, timeZone: 'Europe/Warsaw', columns }));
}

function refusalOf(bytes: Uint8Array | string): string {
  try {
    look(bytes);
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'file-refused') return error.failure.reason;
    throw error;
  }
  return 'read';
}

const GERMAN = [
  'Meine Bank AG;;;',
  'Konto: "DE00;',
  '',
  'Buchungstag;Bestellnummer;Betrag;Währung;Status;Verwendungszweck',
  '21.11.2026;B-1;1.234,50;EUR;Bezahlt;Grüße',
  '22.11.2026;B-2;12,00;EUR;Storniert;a;b'.replace(';a;b', ';a'),
  '23.11.2026;B-3;7,5;EUR;Komisch;',
].join('\r\n');

describe('a file of orders', () => {
  test('below a line that is as wide as the table, but says one thing only', () => {
    const seen = look(
      'Export vom 2. November;;;;\nBestellnr.;Betrag;Währung;Datum;Status\nA-1;1,00;EUR;02.11.2026;bezahlt\n',
    );
    expect(seen.format.headerLine).toBe(2);
    expect(seen.doubts).not.toContain('headerLine');
    expect(seen.mapping.columns).toMatchObject({ ident: 'Bestellnr.', amount: 'Betrag', unit: 'Währung' });
  });

  test.each([
    ['paid_at (UTC)', 'UTC'],
    ['Date (Asia/Kathmandu)', 'Asia/Kathmandu'],
    ['Date (gross/net)', 'Europe/Warsaw'],
    ['Date (EST)', 'Europe/Warsaw'],
  ])('whose days are of the zone that their title names: %s', (title, timeZone) => {
    const seen = look(`order_id,amount,currency,${title}\nA-1,1.00,EUR,2026-11-02 10:00:00\n`);
    expect(seen.format.timeZone).toBe(timeZone);
  });

  test('of a German bank, in its own encoding, below its preamble', () => {
    const bytes = encodeText(GERMAN, 'windows-1252', false);
    const seen = look(bytes);
    expect(seen.format).toEqual({
      type: 'csv',
      encoding: 'windows-1252',
      separator: ';',
      sheet: null,
      headerLine: 4,
      decimal: ',',
      thousands: '.',
      dateOrder: 'dmy',
      timeZone: 'Europe/Warsaw',
    });
    expect(seen.doubts).toEqual(['encoding']);
    expect(seen.mapping).toEqual({
      columns: {
        ident: 'Bestellnummer',
        amount: 'Betrag',
        unit: 'Währung',
        at: 'Buchungstag',
        status: 'Status',
        memo: 'Verwendungszweck',
      },
      unit: null,
      amountMeaning: 'ordered',
      statusWords: { bezahlt: 'fulfilled', storniert: 'cancelled' },
      otherStatus: null,
    });
    expect(seen.statusWords).toEqual(['Bezahlt', 'Storniert', 'Komisch']);
    expect(seen.columns.map(({ title, samples }) => [title, samples[0]])[5]).toEqual(['Verwendungszweck', 'Grüße']);
    expect(seen.rows[0]).toEqual({ line: 5, cells: ['21.11.2026', 'B-1', '1.234,50', 'EUR', 'Bezahlt', 'Grüße'] });
    // What was guessed reads the file.
    const { entries, rejects } = readRows(bytes, { format: seen.format, mapping: seen.mapping });
    expect(entries.map(({ line, amount, status }) => [line, amount, status])).toEqual([
      [5, '1234.5', 'fulfilled'],
      [6, '12', 'cancelled'],
    ]);
    expect(rejects).toEqual([{ line: 7, column: 'Status', value: 'Komisch', reason: 'unknown-status' }]);
  });

  test.each([
    [
      'Polish',
      'Numer zamówienia;Kwota;Waluta;Data zamówienia;Status;Klient\nZ1;1 234,50;PLN;2026-11-21;zrealizowane;k1\n',
    ],
    ['Spanish', 'Número de pedido;Importe;Moneda;Fecha;Estado;Cliente\nP1;1.234,50;EUR;21/11/2026;pagado;k1\n'],
    [
      'English',
      'Order ID\tTotal\tCurrency\tPaid at\tStatus\tCustomer\nO1\t1,234.50\tUSD\t2026-11-21T10:00:00Z\tpaid\tk1\n',
    ],
  ])('with %s titles', (_language, text) => {
    const seen = look(text);
    const { entries, rejects } = readRows(text, { format: seen.format, mapping: seen.mapping });
    expect(rejects).toEqual([]);
    expect(entries).toEqual([
      expect.objectContaining({
        amount: '1234.5',
        status: 'fulfilled',
        customer: 'k1',
        at: expect.stringMatching(/^2026-11-2[01]T/),
      }),
    ]);
    expect(entries[0]?.ident).toMatch(/1$/);
  });

  test('without titles, by what stands in its columns', () => {
    const uuid = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
    const seen = look(`${uuid},2026-11-21,12.50,EUR\n${uuid.replace('0b', '1b')},2026-11-22,1.25,USD\n`);
    expect(seen.format.headerLine).toBe(0);
    expect(seen.doubts).toContain('headerLine');
    expect(seen.mapping.columns).toEqual({ ident: 'Column 1', at: 'Column 2', amount: 'Column 3', unit: 'Column 4' });
    expect(seen.mapping.otherStatus).toBe('unknown');
  });

  test('names what may be read in two ways', () => {
    const seen = look('order id,amount,currency,date\nA,"1,234",EUR,01/02/2026\nB,"5,678",EUR,03/04/2026\n');
    expect(seen.doubts.toSorted()).toEqual(['dateOrder', 'decimal']);
    expect(look('order id;amount in USDT\nA;5\n').mapping).toMatchObject({ unit: 'USDT', amountMeaning: 'credited' });
  });

  test('doubts what a source remembers where the file says something else, and only there', () => {
    const remembered = { separator: ';', decimal: ',', thousands: '.', dateOrder: 'dmy', encoding: 'utf-8' } as const;
    const file = (amount: string, day = '10/11/2026', ident = 'A'): string =>
      `order id;amount;currency;date\n${ident};1.234;EUR;11/11/2026\nB;${amount};EUR;${day}\n`;
    const doubts = (text: string | Uint8Array, known: Partial<FileFormat> = remembered): unknown =>
      look(text, 'orders', known).doubts;
    for (const amount of ['12.500', '7', '1.234,50', '0,5', '12.500.000']) expect(doubts(file(amount))).toEqual([]);
    for (const amount of ['0.250', '1,234.50', '12.5', '12,500,000']) expect(doubts(file(amount))).toEqual(['decimal']);
    expect(doubts(file('7'), { ...remembered, decimal: '.', thousands: ',' })).toEqual([]);
    expect(doubts(file('7', '11/25/2026'))).toEqual(['dateOrder']);
    expect(doubts(file('7', '25/11/2026'))).toEqual([]);
    expect(doubts(file('7', 'soon'))).toEqual([]);
    expect(doubts(`${file('7', '11/25/2026')}C;7;EUR;soon\n`)).toEqual(['dateOrder']);
    expect(doubts(file('7', '25/11/2026').replaceAll(';', ','))).toEqual(['separator']);
    const umlaut = file('7', '10/11/2026', 'Ä1');
    expect(doubts(umlaut, { ...remembered, encoding: 'windows-1252' })).toEqual(['encoding']);
    expect(doubts(file('7'), { ...remembered, encoding: 'windows-1252' })).toEqual([]);
    expect(doubts(encodeText(umlaut, 'windows-1252', false), { ...remembered, encoding: 'windows-1252' })).toEqual([]);
  });

  test('doubts it by the columns that the source has its amounts and dates in', () => {
    const text = 'order id;total;paid;date;sent\nA;12,50;0.250;25/11/2026;11/25/2026\n';
    const known = { decimal: ',', thousands: '.', dateOrder: 'dmy' } as const;
    expect(look(text, 'orders', known).doubts).toEqual([]);
    expect(look(text, 'orders', known, { amount: 'paid', at: 'sent' }).doubts).toEqual(['decimal', 'dateOrder']);
  });

  test.each<[string, string, string, Record<string, string>]>([
    [
      'a shop that names every part of its total',
      'Order Number,Order Status,Order Date,Customer Note,Order Subtotal Amount,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,Currency',
      '1234,Completed,2026-10-15 10:00,soon,10.00,5.00,0.00,15.00,2.40,EUR',
      {
        ident: 'Order Number',
        amount: 'Order Total Amount',
        status: 'Order Status',
        unit: 'Currency',
        at: 'Order Date',
      },
    ],
    [
      'a shop that tells payment from fulfilment',
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Id',
      '#1001,a@b.c,paid,2026-10-15 10:00:00 +0200,fulfilled,EUR,10.00,5.00,2.40,15.00,0.00,5551234567890',
      { ident: 'Id', amount: 'Total', status: 'Fulfillment Status', unit: 'Currency', at: 'Paid at' },
    ],
    [
      'a payment service',
      'id,Created (UTC),Amount Refunded,Amount,Currency,Converted Amount,Fee,Status,Customer ID',
      'ch_1,2026-10-15 10:00,0.00,10.00,eur,9.00,0.30,Paid,cus_1',
      { amount: 'Amount', customer: 'Customer ID', status: 'Status' },
    ],
  ])('of %s is read by the amount of the order', (_name, titles, row, columns) => {
    const seen = look(`${titles}\n${row}\n${row}\n`);
    expect(seen.mapping.columns).toMatchObject(columns);
    if (columns['customer'] === undefined) expect(seen.mapping.columns.customer ?? '').not.toContain('Note');
  });

  test('takes what a person says, and guesses the rest', () => {
    const seen = look(GERMAN, 'orders', { encoding: 'utf-8', headerLine: 5, decimal: '.' });
    expect(seen.format).toMatchObject({ encoding: 'utf-8', headerLine: 5, decimal: '.', separator: ';' });
    expect(seen.columns[1]?.title).toBe('B-1');
  });

  test('is told its encoding by its first bytes, or by its zeros', () => {
    const text = 'order id,amount\nÄ1,5\n';
    const encodings = (['utf-8', 'utf-16le', 'utf-16be'] as const).flatMap((encoding) =>
      [true, false].map((hasMark) => look(encodeText(text, encoding, hasMark)).format.encoding),
    );
    expect(encodings).toEqual(['utf-8', 'utf-8', 'utf-16le', 'utf-16le', 'utf-16be', 'utf-16be']);
    expect(look('sep=;\norder id;amount\nA;5\n').format).toMatchObject({ separator: ';', headerLine: 2 });
  });
});

test('a wallet has its transactions, its addresses and which way the money went', () => {
  const hash = 'ab'.repeat(32);
  const seen = look(
    `Date,TxID,To,Token,Amount,Type\n2026-11-21 10:00:00,${hash},T${'A'.repeat(33)},USDT,12.5,Deposit\n2026-11-22 10:00:00,${hash},T${'B'.repeat(33)},USDT,7,Withdrawal\n`,
    'wallet',
  );
  expect(seen.mapping).toEqual({
    columns: { ident: 'TxID', address: 'To', amount: 'Amount', unit: 'Token', at: 'Date', status: 'Type' },
    unit: null,
    amountMeaning: 'credited',
    statusWords: { deposit: 'fulfilled', withdrawal: 'cancelled' },
    otherStatus: null,
  });
});

test('MATCH-18: an explorer that was asked for one address tells by it what came and what went', () => {
  const [own, other] = [`T${'A'.repeat(33)}`, (at: number) => `T${'BCDEFG'.charAt(at).repeat(33)}`];
  const file = (rows: readonly (readonly [string, string])[]): string =>
    `Txn Hash,Time(UTC),From,To,Token,Amount,Status\n${rows
      .map(([from, to], at) => `${String(at).repeat(64)},2026-10-15 10:00:00,${from},${to},USDT,98.5,SUCCESS\n`)
      .join('')}`;
  const guessed = (rows: readonly (readonly [string, string])[]): unknown =>
    look(file(rows), 'wallet').mapping.ownAddresses;
  expect(
    guessed([
      [other(0), own],
      [own, other(1)],
      [other(2), own],
    ]),
  ).toEqual([own]);
  // Too few to tell, of two addresses, of none, or of somebody who only pays out.
  expect(guessed([[other(0), own]])).toBeUndefined();
  expect(guessed([1, 2, 3].map(() => [other(0), own] as const))).toBeUndefined();
  expect(guessed([1, 2, 3].map((at) => [other(at), other(at + 1)] as const))).toBeUndefined();
  expect(guessed([1, 2, 3].map((at) => [own, other(at)] as const))).toBeUndefined();
});

test('a workbook shows its sheets, and its own dates need no order', () => {
  const seen = look(
    writeWorkbook([
      {
        name: 'Orders',
        rows: [
          { line: 3, cells: ['Order ID', 'Amount', 'Currency', 'Date'] },
          { line: 5, cells: ['A', { number: '12.5' }, 'EUR', { number: '46347', style: 1 }] },
        ],
      },
      { name: 'Other', rows: [] },
    ]),
  );
  expect(seen.format).toMatchObject({ type: 'xlsx', sheet: 'Orders', headerLine: 3, dateOrder: 'iso', decimal: '.' });
  expect(seen.sheets).toEqual(['Orders', 'Other']);
  expect(seen.rows).toEqual([{ line: 5, cells: ['A', '12.5', 'EUR', '2026-11-21'] }]);
  expect(seen.mapping.columns).toEqual({ ident: 'Order ID', amount: 'Amount', unit: 'Currency', at: 'Date' });
  expect(seen.doubts).toEqual([]);
});

test('what is no table is refused', () => {
  expect(refusalOf('')).toBe('file-empty');
  expect(refusalOf('\n\n')).toBe('file-empty');
  expect(refusalOf(Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)))).toBe('not-a-table');
  expect(refusalOf(Buffer.from('PK\u0003\u0004'))).toBe('workbook-broken');
  const wide = (columns: number): string => `${Array.from({ length: columns }, (_, at) => `c${at}`).join(',')}\n`;
  expect(refusalOf(wide(201))).toBe('too-many-columns');
  expect(refusalOf(wide(10_000) + 'A,5\n')).toBe('too-many-columns');
  expect(refusalOf(`${'c,'.repeat(500_000)}\nA,5\n`)).toBe('too-many-columns');
  expect(look(wide(200)).columns).toHaveLength(200);
});

test.each<[string, string | Uint8Array]>([
  ['a web page (HTML)', '\ufeff\n<html><table><tr><td>id</td><td>amount</td></tr></table></html>'],
  ['a web page (HTML)', '<!DOCTYPE html><html></html>'],
  ['a web page (HTML)', '<table border="1"><tr><td>id</td></tr></table>'],
  ['an XML file', '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'],
  ['a JSON file', '[{"id":"a","amount":"10"}]\n'],
  ['a JSON file', '{\n  "orders": []\n}\n'],
  ['a PDF document', `%PDF-1.4\n${'1 0 obj\n'.repeat(200)}`],
  ['a text document (RTF)', '{\\rtf1\\ansi id\\tab amount}'],
  ['an OpenDocument file (ODS)', zipParts({ mimetype: 'application/vnd.oasis', 'content.xml': '<a/>' })],
  ['a binary workbook (XLSB)', zipParts({ 'xl/workbook.bin': 'x' })],
  ['an archive (ZIP)', zipParts({ 'ledger.csv': 'id,amount\nA,5\n' })],
])('%s is called so, and is no table', (name, bytes) => {
  expect(() => look(bytes)).toThrow(
    expect.objectContaining({ failure: { kind: 'file-refused', reason: 'not-a-table', detail: name } }),
  );
});
