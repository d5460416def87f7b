/**
 * One reading of the ledger in a process of its own, as the compute thread reads it: every row becomes an entry or a reject. With `ids` each entry gets
 * the one that tells it from those of other files, as it needs to be kept. The amounts are summed when the clock has stopped, so that both sides have
 * something to be held against. Prints one line of JSON. Not here: the peer (peers/duckdb-ledger.ts).
 *
 *     node bench/support/import-parse-run.ts LEDGER.CSV [ids]
 */
import { readEntries } from '../../src/backend/files/reading/entry-reader.ts';
import { MoneySum } from '../../src/domain/kernel/money/money.ts';
import { LEDGER_MAPPING } from './ledger-file.ts';
import { type Figures, figuresOfSums } from './ledger-figures.ts';
import { PLAIN_CSV } from '../../src/domain/ledger/import.ts';
import { peakMegabytes } from './peak-memory.ts';

export interface ImportParseRun {
  readonly seconds: number;
  readonly figures: Figures;
  readonly rows: number;
  readonly peakMegabytes: number;
}

function run(path: string, withIds: boolean): ImportParseRun {
  const amounts = new Map<string, string[]>();
  const started = performance.now();
  const reading = {
    path,
    sourceKind: 'orders',
    sourceId: 'bench-source',
    format: PLAIN_CSV,
    mapping: LEDGER_MAPPING,
    today: '2026-12-31',
    withIds,
  } as const;
  const { rows, rejected } = readEntries(
    reading,
    { isCancelled: () => false, report: () => undefined },
    {
      entry: ({ unit, amount }) => {
        const known = amounts.get(unit);
        if (known === undefined) amounts.set(unit, [amount]);
        else known.push(amount);
      },
      reject: () => undefined,
    },
  );
  const seconds = (performance.now() - started) / 1000;
  const groups = [...amounts].map(([unit, all]) => {
    const sum = new MoneySum();
    for (const amount of all) sum.add(amount);
    return { unit, count: all.length, amount: sum.total() };
  });
  return {
    seconds,
    figures: { rejected, ...figuresOfSums(groups) },
    rows,
    peakMegabytes: peakMegabytes(),
  };
}

if (import.meta.main) process.stdout.write(JSON.stringify(run(process.argv[2] ?? '', process.argv[3] === 'ids')));
