// What every export is before it is a file: columns, rows, totals, and what is known of them.
import { rmSync } from 'node:fs';
import type { ExportFormat } from '../../../domain/exports/export.ts';
import { CsvFile } from '../../files/writing/csv.ts';
import type { ExportJob, ExportNotice, ExportResult } from '../../files/writing/export.ts';
import { cellsOfJoined, type JoinedRows } from '../../files/reading/joined-rows.ts';
import {
  type Manifest,
  MANIFEST_ENDING,
  type Provenance,
  secondSheet,
  totalsLine,
  writeManifest,
} from '../../files/writing/manifest.ts';
import { PartialFile } from '../../files/writing/partial-file.ts';
import {
  type Cell,
  chosenColumns,
  type Column,
  type TableField,
  Layout,
  type TableFile,
  type Totals,
} from '../../files/writing/table.ts';
import {
  MAX_WORKBOOK_ROWS,
  type SecondSheet,
  WorkbookFile,
  WorkbookTooLarge,
} from '../../files/writing/workbook/workbook.ts';
import { type JobControl, Pace } from './pace.ts';
import { askedFor } from './selection.ts';

export interface ExportSource {
  readonly columns: readonly Column[];
  /** How many rows will come; more than are written where some are left out on the way. */
  readonly total: number;
  /** Cells in the order of the columns. May be asked for again. */
  readonly rows: () => Iterable<readonly Cell[]>;
  /** The same rows as texts of many, where the list is so long that it matters. */
  readonly joined?: (() => Iterable<JoinedRows>) | undefined;
  /** Asked for when all rows were given. */
  readonly totals: () => readonly Totals[];
  readonly provenance: Provenance;
}

interface Items<Item> extends Pick<ExportSource, 'total' | 'provenance'> {
  readonly items: () => Iterable<Item>;
  /** Absent of rows that have no sum. */
  readonly totals?: ExportSource['totals'];
}

/** Items as rows of the columns that were asked for; of all when `titles` is undefined. */
export function sourceOf<Item>(
  fields: readonly TableField<Item>[],
  titles: readonly string[] | undefined,
  { items, total, totals = () => [], provenance }: Items<Item>,
): ExportSource {
  const columns = chosenColumns(fields, titles);
  function* rows(): IterableIterator<readonly Cell[]> {
    for (const item of items()) yield columns.map(({ cell }) => cell(item));
  }
  return { columns, total, rows, totals, provenance };
}

/** Writes the export and its manifest, or leaves nothing. Throws FailureError `cancelled` and the system's errors. */
export function writeExport(job: ExportJob, source: ExportSource, control: JobControl): ExportResult {
  if (job.format === 'csv') return writeAs('csv', null, job, source, control);
  if (source.total > MAX_WORKBOOK_ROWS) return writeAs('csv', 'too-many-rows', job, source, control);
  try {
    return writeAs('xlsx', null, job, source, control);
  } catch (error) {
    if (!(error instanceof WorkbookTooLarge)) throw error;
    return writeAs('csv', 'too-large', job, source, control);
  }
}

function writeAs(
  format: ExportFormat,
  notice: ExportNotice | null,
  job: ExportJob,
  source: ExportSource,
  control: JobControl,
): ExportResult {
  const { timeZone, about } = job;
  const layout = new Layout(source.columns, { isSandbox: about.profile.sandbox, timeZone });
  const ending = `.${format}`;
  const path = `${job.path}${ending}`;
  const written: { rows: number; totals: readonly Totals[] } = { rows: 0, totals: [] };
  const describe = (titles: readonly string[]): Omit<Manifest, 'file'> => ({
    ...about,
    ...source.provenance,
    notes: [...(job.notes ?? []), ...source.provenance.notes],
    timeZone,
    ...(format === 'csv' && job.dialect !== undefined ? { dialect: job.dialect } : {}),
    selection: askedFor(job),
    columns: titles,
    rows: written.rows,
    totals: written.totals.map(totalsLine),
  });
  const second = (): SecondSheet => secondSheet(describe([]), written.totals);
  const file: CsvFile | WorkbookFile =
    format === 'csv'
      ? new CsvFile(new PartialFile(path), layout.columns, job.dialect)
      : new WorkbookFile(path, layout.columns, { title: about.what, second });
  try {
    const pace = new Pace(source.total, control);
    if (file instanceof CsvFile && source.joined !== undefined) writeJoined(file, layout, source.joined(), pace);
    else writeRows(file, layout, source.rows(), pace);
    written.rows = pace.done;
    written.totals = source.totals();
    // A workbook has them on its second sheet.
    if (file instanceof CsvFile) for (const totals of written.totals) file.row(layout.total(totals));
    const facts = file.finish();
    const manifest: Manifest = { ...describe(file.titles), file: { name: `${job.name}${ending}`, format, ...facts } };
    writeManifest(path, manifest);
    return {
      rows: pace.done,
      ...facts,
      ending,
      manifestEnding: `${ending}${MANIFEST_ENDING}`,
      notice,
      cut: file.cut,
    };
  } catch (error) {
    file.abandon();
    rmSync(path, { force: true });
    throw error;
  }
}

function writeRows(file: TableFile, layout: Layout, rows: Iterable<readonly Cell[]>, pace: Pace): void {
  for (const cells of rows) {
    file.row(layout.row(cells));
    pace.step();
  }
}

function writeJoined(file: CsvFile, layout: Layout, batches: Iterable<JoinedRows>, pace: Pace): void {
  for (const batch of batches) {
    if (layout.isPlain) file.joined(batch);
    else for (const cells of cellsOfJoined(batch, layout.width)) file.row(layout.row(cells));
    pace.skip(batch.count);
  }
}
