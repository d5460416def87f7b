/**
 * Reading and checking every row of the merchant's ledger, without keeping anything, beside DuckDB with one thread that reads the same file into
 * typed columns: as a dry run of a new source reads it, and with the ids that entries are kept under, which DuckDB does not make. Each in a
 * process of its own, in turns; counts and sums of all are held against each other.
 */
import { join } from 'node:path';
import type { PeerRun } from '../peers/duckdb-ledger.ts';
import type { ImportParseRun } from '../support/import-parse-run.ts';
import { ledgerFile } from '../support/ledger-file.ts';
import { assertSame, memoryLine } from '../support/ledger-figures.ts';
import { millionFolder } from '../support/million.ts';
import type { BenchRow, Line } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';
import { printedBy } from '../support/turns.ts';

const OURS = join(import.meta.dirname, '../support/import-parse-run.ts');
const PEER = join(import.meta.dirname, '../peers/duckdb-ledger.ts');
const ROUNDS = 3;
/** As the limit of the row stands in the README. */
const MOST_TIMES = 5;

interface Round {
  readonly plain: ImportParseRun;
  readonly withIds: ImportParseRun;
  readonly peer: PeerRun;
}

export const importParse: BenchRow = {
  name: 'import-parse',
  about: 'reading and checking a ledger of as many rows beside DuckDB, without and with ids; memory',
  run: async (options) => {
    const path = ledgerFile(await millionFolder(options), options);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const plain: ImportParseRun = JSON.parse(printedBy(process.execPath, OURS, path));
      const peer: PeerRun = JSON.parse(printedBy(process.execPath, PEER, 'parse', path));
      const withIds: ImportParseRun = JSON.parse(printedBy(process.execPath, OURS, path, 'ids'));
      for (const ours of [plain, withIds]) assertSame(ours.figures, peer.figures);
      const [one, other] = [figure(plain.seconds, 's'), figure(withIds.seconds, 's')];
      options.say(`console ${one}, with ids ${other}; DuckDB ${figure(peer.seconds, 's', 2)}`);
      rounds.push({ plain, withIds, peer });
    }
    const what = `${rounds[0]?.plain.rows ?? 0} rows × 8 of a ledger read and checked`;
    const peers = rounds.map(({ peer }) => peer);
    return [
      verdict(
        what,
        rounds.map(({ plain }) => plain),
        peers,
      ),
      {
        ...verdict(
          'the same, an id made of each',
          rounds.map(({ withIds }) => withIds),
          peers,
        ),
        // No part of reading and checking: what it costs counts in `import-store`, and its peer makes none.
        limit: '– (in import-store)',
        met: null,
      },
      memoryLine(rounds.flatMap(({ plain, withIds }) => [plain, withIds])),
    ];
  },
};

function verdict(what: string, runs: readonly ImportParseRun[], peers: readonly PeerRun[]): Line {
  const middle = (values: readonly { readonly seconds: number }[]): number =>
    percentile(
      values.map(({ seconds }) => seconds),
      0.5,
    );
  const [seconds, beside] = [middle(runs), middle(peers)];
  return {
    what,
    ours: figure(seconds, 's'),
    beside: `${figure(beside, 's', 2)}, DuckDB ${peers[0]?.version}, one thread, same figures`,
    ratio: times(seconds, beside),
    limit: `≤ ${MOST_TIMES}×`,
    met: seconds <= MOST_TIMES * beside,
    took: { ms: 1000 * seconds, peer: { name: 'DuckDB', ms: 1000 * beside } },
  };
}
