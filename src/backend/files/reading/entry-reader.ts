// A merchant's file read from its beginning to its end: every row becomes an entry or a reject, and nothing is left out.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { FileFormat } from '../../../domain/ledger/import.ts';
import { MAX_ORDER_FILE_BYTES, type OrderReading, type OrdersRead } from '../../../domain/ledger/order-file.ts';
import { CsvRows } from './csv-rows.ts';
import { Decoder } from './decode.ts';
import { refusal } from './row/columns.ts';
import { type OpenFile, withFile } from './row/file.ts';
import { type TableReader, TableStart } from './row/header.ts';
import { OrderRows, RowReader } from './row/reader.ts';
import type { EntryReading, EntrySink, ReadFile, ReadingControl } from './row/reading.ts';
import { readSheet } from './workbook/rows.ts';

export type { EntryReading, EntrySink, ReadFile, ReadingControl } from './row/reading.ts';

/** Reads the whole file, or its beginning. Throws FailureError `file-refused` or `cancelled`. */
export function readEntries(reading: EntryReading, control: ReadingControl, sink: EntrySink): ReadFile {
  const read = (file: OpenFile): ReadFile => {
    const reader = new RowReader(reading, sink);
    const table = { begin: (titles: readonly string[]) => reader.begin(titles), row: reader.row.bind(reader) };
    readTable(file, reading.format, control, table);
    return { ...reader.counts(), sha256: file.sha256(), bytes: file.bytes };
  };
  return withFile(reading.path, read, reading.mostBytes);
}

/** Reads the whole file as orders to be created. Throws FailureError `file-refused` or `cancelled`. */
export function readOrders(path: string, reading: OrderReading, control: ReadingControl): OrdersRead {
  return withFile(path, (file) => {
    if (file.bytes > MAX_ORDER_FILE_BYTES) throw refusal('file-too-large', String(file.bytes));
    const reader = new OrderRows(reading);
    const table = { begin: (titles: readonly string[]) => reader.begin(titles), row: reader.row.bind(reader) };
    readTable(file, reading.format, control, table);
    return { rows: reader.rows, sha256: file.sha256(), bytes: file.bytes };
  });
}

function readTable(file: OpenFile, format: FileFormat, control: ReadingControl, table: TableReader): void {
  if (format.type === 'csv') readCsv(file, format, control, table);
  else {
    readSheet(file, format, control, table);
    // A workbook is read from its end: its digest takes a pass of its own.
    for (const _ of file.pieces(null)) if (control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
  }
}

function readCsv(file: OpenFile, format: FileFormat, control: ReadingControl, reader: TableReader): void {
  if (file.look !== 'other') throw refusal('not-a-table');
  const decoder = new Decoder(format.encoding);
  const rows = new CsvRows(format.separator, format.headerLine, (row) => start.visit(row));
  const start = new TableStart(format.headerLine > 0, reader, (columns) => rows.expect(columns));
  for (const piece of file.pieces(control)) rows.push(decoder.text(piece, false));
  rows.push(decoder.text(Buffer.alloc(0), true));
  rows.end();
  start.end();
}

export { inspect as inspectFile } from './guess/inspection.ts';
