/**
 * The merchant's ledger held against every invoice, the reading of the file included, beside a pandas script with Decimals and beside DuckDB with one
 * thread. Each in a process of its own, in turns; buckets and sums of all three are held against each other in every round.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programEntry } from '../../test/support/programs.ts';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import type { PeerRun } from '../peers/duckdb-ledger.ts';
import { ledgerFile } from '../support/ledger-file.ts';
import { assertSame, type Figures, memoryLine, mostMegabytes, pagesLine } from '../support/ledger-figures.ts';
import type { MatchRun } from '../support/match-run.ts';
import { millionFolder, PROFILE } from '../support/million.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';
import { printedBy, PYTHONS } from '../support/turns.ts';

const program = (): string => fileURLToPath(programEntry('bench/support/match-run'));
const PANDAS = join(import.meta.dirname, '../peers/match_ledger.py');
const DUCKDB = join(import.meta.dirname, '../peers/duckdb-ledger.ts');
const ROUNDS = 3;
/** Older files of the peers are not used any more once they read other columns. */
const EDITION = 1;
/** As the limits of the row stand in the README. */
const MOST_OF_PANDAS = { some: 1, million: 0.6 } as const;
const MOST_OF_DUCKDB = 2.5;

interface PandasRun {
  readonly pandas: string;
  readonly seconds: { readonly all: number };
  readonly figures: Figures;
}

interface Round {
  readonly ours: MatchRun;
  readonly duckdb: PeerRun;
  readonly pandas: PandasRun | null;
}

export const match: BenchRow = {
  name: 'match',
  about: 'a ledger of as many rows held against every invoice beside pandas and DuckDB; memory, pages meanwhile',
  run: async (options) => {
    const folder = await millionFolder(options);
    const ledger = ledgerFile(folder, options);
    const python = PYTHONS.find((path) => spawnSync(path, ['-c', 'import pandas']).status === 0) ?? null;
    if (python === null) {
      options.say('no Python with pandas: that peer is left out (Debian: apt install python3-pandas)');
    }
    const places = prepared(folder, python, options);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours: MatchRun = JSON.parse(printedBy(process.execPath, program(), folder, ledger));
      const duckdb: PeerRun = JSON.parse(printedBy(process.execPath, DUCKDB, 'match', ledger, places.duckdb));
      const pandas = python === null ? null : byPandas(python, places.csv, ledger);
      for (const peer of [duckdb, pandas]) if (peer !== null) assertSame(ours.figures, peer.figures);
      const beside = pandas === null ? '–' : figure(pandas.seconds.all, 's', 3);
      options.say(
        `console ${figure(ours.seconds, 's', 3)}, ${figure(ours.processorSeconds, 's', 3)} of the processor, ${figure(ours.peakMegabytes, 'MB', 0)}, DuckDB ${figure(duckdb.seconds, 's', 3)}, pandas ${beside}`,
      );
      rounds.push({ ours, duckdb, pandas });
    }
    const read: MatchRun = JSON.parse(printedBy(process.execPath, program(), folder, ledger, 'pages'));
    options.say(`console ${figure(read.seconds, 's')} with pages of the list meanwhile`);
    const memory = memoryLine([...rounds.map(({ ours }) => ours), read], mostMegabytes(options.size));
    return [...verdicts(rounds, options.size), memory, pagesLine(read)];
  },
};

/** The invoices as each peer reads them quickest: CSV for pandas, which takes longer from SQLite, and a file of its own for DuckDB. */
function prepared(folder: string, python: string | null, options: RowOptions): { csv: string; duckdb: string } {
  const csv = `${folder}-invoices-${EDITION}.csv`;
  const duckdb = `${folder}-invoices-${EDITION}.duckdb`;
  if (existsSync(csv) && existsSync(duckdb)) return { csv, duckdb };
  options.say('writing the invoices of the peers');
  if (python === null) throw new Error('the invoices of the peers are written by the Python that is not there');
  spawnSync(python, [PANDAS, 'export', mirrorPath(folder, PROFILE), csv], { stdio: 'inherit' });
  if (!existsSync(duckdb)) printedBy(process.execPath, DUCKDB, 'load', csv, duckdb);
  return { csv, duckdb };
}

function byPandas(python: string, invoices: string, ledger: string): PandasRun {
  const run: PandasRun = JSON.parse(printedBy(python, PANDAS, 'csv', invoices, ledger));
  return run;
}

function verdicts(rounds: readonly Round[], size: number): readonly Line[] {
  const isMillion = size >= 1_000_000;
  const most = isMillion ? MOST_OF_PANDAS.million : MOST_OF_PANDAS.some;
  const middle = (values: readonly number[]): number => percentile(values, 0.5);
  const ours = middle(rounds.map((round) => round.ours.seconds));
  const duckdb = middle(rounds.map((round) => round.duckdb.seconds));
  const theirs = rounds.flatMap(({ pandas }) => (pandas === null ? [] : [pandas]));
  const pandas = theirs.length === 0 ? null : middle(theirs.map(({ seconds }) => seconds.all));
  const what = `${rounds[0]?.ours.rows ?? 0} rows × 8 held against as many invoices`;
  return [
    {
      what,
      ours: figure(ours, 's', 3),
      beside:
        pandas === null ? 'no pandas here' : `${figure(pandas, 's', 3)}, pandas ${theirs[0]?.pandas}, same figures`,
      ratio: pandas === null ? '–' : times(ours, pandas),
      limit: `≤ ${most.toFixed(1)}×`,
      met: pandas === null ? null : ours <= most * pandas,
      took: { ms: 1000 * ours, ...(pandas === null ? {} : { peer: { name: 'pandas', ms: 1000 * pandas } }) },
    },
    {
      what,
      ours: figure(ours, 's', 3),
      beside: `${figure(duckdb, 's', 3)}, DuckDB ${rounds[0]?.duckdb.version}, one thread, same figures`,
      ratio: times(ours, duckdb),
      limit: isMillion ? `≤ ${MOST_OF_DUCKDB}×` : '–',
      met: isMillion ? ours <= MOST_OF_DUCKDB * duckdb : null,
      took: { ms: 1000 * ours, peer: { name: 'DuckDB', ms: 1000 * duckdb } },
    },
  ];
}
