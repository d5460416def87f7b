/**
 * Reading and checking every row of the merchant's ledger, without keeping anything, beside DuckDB with one thread that reads the same file into
 * typed columns. Each in a process of its own, in turns; counts and sums of both are held against each other.
 */
import { join } from 'node:path';
import type { PeerRun } from '../peers/duckdb-ledger.ts';
import type { ImportParseRun } from '../support/import-parse-run.ts';
import { ledgerFile } from '../support/ledger-file.ts';
import { assertSame, memoryLine } from '../support/ledger-figures.ts';
import { millionFolder } from '../support/million.ts';
import type { BenchRow } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';
import { printedBy } from '../support/turns.ts';

const OURS = join(import.meta.dirname, '../support/import-parse-run.ts');
const PEER = join(import.meta.dirname, '../peers/duckdb-ledger.ts');
const ROUNDS = 3;
/** As the limit of the row stands in the README. */
const MOST_TIMES = 5;

export const importParse: BenchRow = {
  name: 'import-parse',
  about: 'reading and checking a ledger of as many rows beside DuckDB; memory',
  run: async (options) => {
    const path = ledgerFile(await millionFolder(options), options);
    const runs: ImportParseRun[] = [];
    const peers: PeerRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours: ImportParseRun = JSON.parse(printedBy(process.execPath, OURS, path));
      const peer: PeerRun = JSON.parse(printedBy(process.execPath, PEER, 'parse', path));
      assertSame(ours.figures, peer.figures);
      options.say(
        `console ${figure(ours.seconds, 's')}, ${figure(ours.peakMegabytes, 'MB', 0)}; DuckDB ${figure(peer.seconds, 's', 2)}`,
      );
      runs.push(ours);
      peers.push(peer);
    }
    const seconds = percentile(
      runs.map((run) => run.seconds),
      0.5,
    );
    const beside = percentile(
      peers.map((run) => run.seconds),
      0.5,
    );
    return [
      {
        what: `${runs[0]?.rows ?? 0} rows × 8 of a ledger read and checked`,
        ours: figure(seconds, 's'),
        beside: `${figure(beside, 's', 2)}, DuckDB ${peers[0]?.version}, one thread, same figures`,
        ratio: times(seconds, beside),
        limit: `≤ ${MOST_TIMES}×`,
        met: seconds <= MOST_TIMES * beside,
      },
      memoryLine(runs),
    ];
  },
};
