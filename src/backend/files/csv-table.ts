// A CSV file from its beginning to its end.
import type { FileFormat } from '../../domain/import.ts';
import { CsvRows } from './csv-rows.ts';
import { Decoder } from './decode.ts';
import { refusal } from './row-columns.ts';
import type { OpenFile } from './row-file.ts';
import { type TableReader, TableStart } from './row-header.ts';
import type { ReadingControl } from './row-reading.ts';

/** Reads all rows. Throws FailureError `file-refused` or `cancelled`. */
export function readCsv(file: OpenFile, format: FileFormat, control: ReadingControl, reader: TableReader): void {
  if (file.look !== 'other') throw refusal('not-a-table');
  const decoder = new Decoder(format.encoding);
  const rows = new CsvRows(format.separator, format.headerLine, (row) => start.visit(row));
  const start = new TableStart(format.headerLine > 0, reader, (columns) => rows.expect(columns));
  for (const piece of file.pieces(control)) rows.push(decoder.text(piece, false));
  rows.push(decoder.text(Buffer.alloc(0), true));
  rows.end();
  start.end();
}
