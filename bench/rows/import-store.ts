/**
 * Importing the merchant's ledger into the books, as the engine does it, beside DuckDB with one thread that stores the same rows in a table of a
 * file. Each in a process of its own, in turns; counts of both are held against each other. And how long pages of the list take meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeerRun } from '../peers/duckdb-ledger.ts';
import type { ImportStoreRun } from '../support/import-store-run.ts';
import { ledgerFile } from '../support/ledger-file.ts';
import { assertSame, memoryLine, pagesLine } from '../support/ledger-figures.ts';
import { millionFolder } from '../support/million.ts';
import type { BenchRow } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';
import { printedBy } from '../support/turns.ts';

const OURS = join(import.meta.dirname, '../support/import-store-run.ts');
const PEER = join(import.meta.dirname, '../peers/duckdb-ledger.ts');
/** The last of ours with somebody who reads the list. */
const ROUNDS = 3;
/** As the limit of the row stands in the README. */
const MOST_TIMES = 15;

export const importStore: BenchRow = {
  name: 'import-store',
  about: 'importing a ledger of as many rows beside DuckDB; memory, pages meanwhile',
  run: async (options) => {
    const folder = await millionFolder(options);
    const path = ledgerFile(folder, options);
    const runs: ImportStoreRun[] = [];
    const peers: PeerRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours: ImportStoreRun = JSON.parse(printedBy(process.execPath, OURS, folder, path));
      const peer = storedByPeer(path);
      assertSame({ rejected: ours.rejected, stored: ours.entries }, counted(peer));
      const sides = [ours.seconds, peer.seconds].map((seconds) => figure(seconds, 's'));
      options.say(`console ${sides[0]}, ${figure(ours.megabytes, 'MB', 0)} of books; DuckDB ${sides[1]}`);
      runs.push(ours);
      peers.push(peer);
    }
    const read: ImportStoreRun = JSON.parse(printedBy(process.execPath, OURS, folder, path, 'pages'));
    options.say(`console ${figure(read.seconds, 's')} with pages of the list meanwhile`);
    const middle = (all: readonly { readonly seconds: number }[]): number =>
      percentile(
        all.map(({ seconds }) => seconds),
        0.5,
      );
    const [seconds, beside] = [middle(runs), middle(peers)];
    return [
      {
        what: `${runs[0]?.rows ?? 0} rows × 8 of a ledger imported`,
        ours: figure(seconds, 's'),
        beside: `${figure(beside, 's')}, DuckDB ${peers[0]?.version}, one thread, same counts`,
        ratio: times(seconds, beside, 1),
        limit: `≤ ${MOST_TIMES}×`,
        met: seconds <= MOST_TIMES * beside,
        took: { ms: 1000 * seconds, peer: { name: 'DuckDB', ms: 1000 * beside } },
      },
      memoryLine([...runs, read]),
      pagesLine(read),
    ];
  },
};

function storedByPeer(path: string): PeerRun {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-peer-'));
  try {
    const run: PeerRun = JSON.parse(printedBy(process.execPath, PEER, 'store', path, join(folder, 'ledger.duckdb')));
    return run;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function counted({ figures }: PeerRun): { readonly rejected: unknown; readonly stored: number } {
  const sums = Object.entries(figures).filter(([name]) => name.startsWith('sum '));
  const stored = sums.reduce((all, [, sum]) => all + (Array.isArray(sum) ? Number(sum[0]) : Number.NaN), 0);
  return { rejected: figures['rejected'], stored };
}
