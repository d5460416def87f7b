/**
 * The export of every invoice as CSV that no spreadsheet runs as a formula, with totals, manifest and digest, beside the sqlite3 command
 * line that writes the same eight columns of the same file in the same order and does none of that. Each in a process of its own, in
 * turns. And a workbook of as many rows as one may have, with all columns and every time twice.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { COLUMNS, type CsvExportRun } from '../support/csv-export-run.ts';
import { millionFolder, PROFILE } from '../support/million.ts';
import type { BenchRow, Line } from '../support/report.ts';
import { figure } from '../support/stats.ts';

const OURS = join(import.meta.dirname, '../support/csv-export-run.ts');
const PEER = 'sqlite3';
const ROUNDS = 3;
const MOST_TIMES = 3;
const MOST_MEGABYTES = 1_536;
const WORKBOOK_ROWS = 200_000;
const SQL = `SELECT ${COLUMNS.map((name) => `i.${name}`).join(', ')} FROM invoices AS i INDEXED BY invoices_by_created
  ORDER BY i.created_at_key DESC, i.uuid`;

export const csvExport: BenchRow = {
  name: 'csv-export',
  about: 'export of every invoice, eight columns, beside the sqlite3 command line; a workbook; memory',
  run: async (options) => {
    const folder = await millionFolder(options);
    const target = mkdtempSync(join(tmpdir(), 'merchant-console-csv-'));
    try {
      const runs: CsvExportRun[] = [];
      const peers: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const ours = runOurs(folder, 'csv', join(target, 'ours'));
        const peer = runPeer(mirrorPath(folder, PROFILE), join(target, 'peer.csv'), ours.rows);
        runs.push(ours);
        if (peer !== null) peers.push(peer);
        const beside = peer === null ? 'no sqlite3 here' : figure(peer, 's');
        options.say(`console ${figure(ours.seconds, 's')}, ${figure(ours.peakMegabytes, 'MB', 0)}; sqlite3 ${beside}`);
      }
      const workbook = options.size <= WORKBOOK_ROWS ? [runOurs(folder, 'xlsx', join(target, 'book'))] : [];
      return linesOf(runs, peers, workbook);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  },
};

function runOurs(folder: string, format: 'csv' | 'xlsx', path: string): CsvExportRun {
  const output = execFileSync(process.execPath, [OURS, folder, PROFILE, format, path], { encoding: 'utf8' });
  const run: CsvExportRun = JSON.parse(output);
  return run;
}

/** Seconds of the command line, its start included; null where there is none. */
function runPeer(mirror: string, path: string, rows: number): number | null {
  const descriptor = openSync(path, 'w');
  const started = performance.now();
  const { status, error } = spawnSync(PEER, ['-readonly', '-csv', '-header', mirror, SQL], {
    stdio: ['ignore', descriptor, 'inherit'],
  });
  const seconds = (performance.now() - started) / 1000;
  closeSync(descriptor);
  if (error !== undefined) return null;
  const written = readFileSync(path).reduce((count, byte) => count + (byte === 10 ? 1 : 0), -1);
  if (status !== 0 || written !== rows) throw new Error(`sqlite3 ended with ${status} and wrote ${written} rows`);
  return seconds;
}

function linesOf(runs: readonly CsvExportRun[], peers: readonly number[], workbook: readonly CsvExportRun[]): Line[] {
  const seconds = Math.min(...runs.map((run) => run.seconds));
  const peer = Math.min(...peers);
  const memory = Math.max(...[...runs, ...workbook].map(({ peakMegabytes }) => peakMegabytes));
  return [
    {
      what: `CSV of ${runs[0]?.rows ?? 0} invoices × ${COLUMNS.length}`,
      ours: figure(seconds, 's'),
      beside: peers.length === 0 ? 'no sqlite3 here' : `${figure(peer, 's')} sqlite3 -csv`,
      ratio: peers.length === 0 ? '' : figure(seconds / peer),
      limit: `${MOST_TIMES} times`,
      met: peers.length === 0 ? null : seconds <= MOST_TIMES * peer,
      took: { ms: 1000 * seconds, ...(peers.length === 0 ? {} : { peer: { name: 'sqlite3', ms: 1000 * peer } }) },
    },
    ...workbook.map((run) => ({
      what: `workbook of ${run.rows} invoices, all columns`,
      ours: figure(run.seconds, 's'),
      beside: '',
      ratio: '',
      limit: '',
      met: null,
      took: { ms: 1000 * run.seconds },
    })),
    {
      what: 'memory of the process at most',
      ours: figure(memory, 'MB', 0),
      beside: '',
      ratio: '',
      limit: figure(MOST_MEGABYTES, 'MB', 0),
      met: memory <= MOST_MEGABYTES,
    },
  ];
}
