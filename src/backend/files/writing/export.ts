// What an export job is, how far it has come, and what it gives back.
import type { FailureGroupKey } from '../../../domain/webhooks/delivery-list.ts';
import type { ExportFormat, ExportSelection } from '../../../domain/exports/export.ts';
import type { BusinessGlance } from '../../../domain/period/glance.ts';
import type { CsvDialect } from '../../../domain/kernel/text/spreadsheet-text.ts';
import type { About } from './manifest.ts';

/** Of a page that was printed, beside the file that it belongs in. */
export const PDF_ENDING = '.pdf';

export interface ExportJob {
  readonly kind: 'export';
  readonly profileId: string;
  readonly selection: ExportSelection;
  /** Of a period that is closed: the close that has locked it; else its rows are computed when they are written. */
  readonly closeId?: string | null;
  /** Of a filter by record: what entries of a ledger can call it. */
  readonly idents?: readonly string[];
  /** What a filter of deliveries means by acknowledged. */
  readonly acknowledged?: readonly FailureGroupKey[];
  /** Of all businesses: the rows themselves, which no mirror holds alone. */
  readonly businesses?: readonly BusinessGlance[];
  readonly format: ExportFormat;
  /** Of a CSV; absent, commas between cells and a point before decimals. */
  readonly dialect?: CsvDialect | undefined;
  /** Of the local times beside those of UTC. */
  readonly timeZone: string;
  /** Titles of the columns that are wanted; all when absent. */
  readonly columns?: readonly string[] | undefined;
  /** Absolute path of the file to write, without the ending of its format. */
  readonly path: string;
  /** The file's name as people get it, without the ending. */
  readonly name: string;
  readonly about: About;
  /** What the manifest says of it besides. */
  readonly notes?: readonly string[];
  /** Of a pack: its statement as a page alone is written, to be printed; or that page was printed, and has this SHA-256. */
  readonly page?: 'alone' | { readonly sha256: string } | undefined;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** Why CSV was written although a workbook was asked for; that a closed period's text is not what was locked; that a pack rests on lists that were not proved whole. */
export type ExportNotice = 'too-many-rows' | 'too-large' | 'digest-differs' | 'not-proved';

export interface ExportResult {
  readonly rows: number;
  readonly bytes: number;
  /** Of the written file, lower-case hex. */
  readonly sha256: string;
  /** The ending of the written file, and what to add to the job's path for the file and for its manifest. */
  readonly ending: string;
  readonly manifestEnding: string;
  readonly notice: ExportNotice | null;
  /** Cells of a workbook whose text was longer than a cell can be. */
  readonly cut: number;
}
