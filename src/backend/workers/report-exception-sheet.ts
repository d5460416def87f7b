// A sheet of exceptions that a person has filled in, handed over row by row.
import type { SheetRow } from '../../domain/exception-sheet.ts';
import type { ExceptionSheetJob, ReportResults } from '../../domain/report-job.ts';
import { readSheetRows } from '../files/sheet-rows.ts';
import { Batches } from './batches.ts';
import type { JobControl } from './export-pace.ts';

/** Throws FailureError `file-refused` or `cancelled`. */
export function exceptionSheetReport(
  { path }: ExceptionSheetJob,
  control: JobControl,
): ReportResults['exception-sheet'] {
  const rows = readSheetRows(path, control);
  const batches = new Batches<SheetRow>(control);
  for (const row of rows) batches.add([row]);
  return { rows: batches.end(), asking: rows.filter(({ asks }) => typeof asks !== 'string').length };
}
