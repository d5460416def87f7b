/**
 * One export of all invoices in a process of its own, as the compute thread runs it: `node csv-export-run.ts FOLDER PROFILE FORMAT TARGET`
 * prints seconds, rows, bytes and the most memory it held, as JSON. Not here: the peer (rows/csv-export.ts).
 */
import { runJob } from '../../src/backend/workers/threads/compute-jobs.ts';
import type { ExportJob } from '../../src/backend/files/writing/export.ts';
import { peakMegabytes } from './peak-memory.ts';

/** The eight columns; all of them have their own in the file of the mirror. */
export const COLUMNS = [
  'uuid',
  'external_id',
  'status',
  'currency',
  'amount',
  'settled_amount_usdt',
  'created_at',
  'finished_at',
] as const;

export interface CsvExportRun {
  readonly seconds: number;
  readonly rows: number;
  readonly bytes: number;
  readonly ending: string;
  readonly peakMegabytes: number;
}

function run(folder: string, profileId: string, format: ExportJob['format'], path: string): CsvExportRun {
  const job: ExportJob = {
    kind: 'export',
    profileId,
    selection: { kind: 'invoices', filter: {}, sort: [] },
    format,
    // A workbook is measured with all columns and every time twice, CSV with the eight of its peer.
    timeZone: format === 'csv' ? 'UTC' : 'Europe/Warsaw',
    ...(format === 'csv' ? { columns: COLUMNS } : {}),
    path,
    name: 'bench',
    about: {
      what: 'Invoices',
      profile: { name: 'Bench', origin: 'https://bench.example', sandbox: false },
      consoleVersion: '0',
      exportedAt: '2026-11-21T00:00:00.000Z',
    },
  };
  const started = performance.now();
  const { rows, bytes, ending } = runJob(folder, job, {
    report: () => undefined,
    isCancelled: () => false,
    deliver: () => undefined,
    mostRows: 1000,
  });
  const seconds = (performance.now() - started) / 1000;
  return { seconds, rows, bytes, ending, peakMegabytes: peakMegabytes() };
}

if (import.meta.main) {
  const [folder = '', profile = '', format = '', target = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(run(folder, profile, format === 'xlsx' ? 'xlsx' : 'csv', target)));
}
