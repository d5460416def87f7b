/**
 * `npm run bench`: every row beside its peer or its limit, on this machine, in one run. `npm run bench -- ROW …` runs some;
 * `--size N` changes the number of invoices, `--clicks N` the clicks of each kind, `--seed N` the draw, `--folder PATH` where data folders that take
 * minutes to build are kept. `--sizes N,N,…` runs one row at each size and tells what of its times is fixed and what grows; `--plot FILE.svg` draws them. Progress goes to stderr, the table to stdout. Ends with 1 when a limit is missed. Not part of `npm test`.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { amounts } from './rows/amounts.ts';
import { click } from './rows/click.ts';
import { coldWalk } from './rows/cold-walk.ts';
import { csvExport } from './rows/csv-export.ts';
import { dryRun } from './rows/dry-run.ts';
import { engineThread, engineThreadPaced } from './rows/engine-thread.ts';
import { importParse } from './rows/import-parse.ts';
import { importScreens } from './rows/import-screens.ts';
import { importStore } from './rows/import-store.ts';
import { incremental } from './rows/incremental.ts';
import { lists } from './rows/lists.ts';
import { match } from './rows/match.ts';
import { pack } from './rows/pack.ts';
import { pictures } from './rows/pictures.ts';
import { quiet } from './rows/quiet.ts';
import { reportScreens } from './rows/report-screens.ts';
import { reports } from './rows/reports.ts';
import { startUp } from './rows/start-up.ts';
import { team } from './rows/team.ts';
import { writer } from './rows/writer.ts';
import { type BenchRow, type Line, type RowOptions, table } from './support/report.ts';
import { fitTable, plotted, seriesOf } from './support/sizes.ts';
import bundlePrograms from '../test/support/bundle-programs.ts';
import { BENCH_PROGRAMS } from '../test/support/programs.ts';

const ROWS = [
  coldWalk,
  incremental,
  quiet,
  click,
  engineThread,
  engineThreadPaced,
  writer,
  amounts,
  lists,
  reports,
  reportScreens,
  pictures,
  csvExport,
  pack,
  dryRun,
  importParse,
  importStore,
  importScreens,
  match,
  startUp,
  team,
] as const;

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number from 1 up, not "${text}"`);
}

const USAGE = `npm run bench -- [ROW …] [--size N] [--clicks N] [--seed N] [--folder PATH]
npm run bench -- ROW --sizes N,N,… [--plot FILE.svg]
${ROWS.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`).join('\n')}
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: '100000' },
      sizes: { type: 'string' },
      plot: { type: 'string' },
      clicks: { type: 'string', default: '500' },
      seed: { type: 'string', default: '20261121' },
      folder: { type: 'string', default: tmpdir() },
      help: { type: 'boolean' },
    },
  });
  const isUnknown = positionals.some((name) => !ROWS.some((row) => row.name === name));
  if (values.help === true || isUnknown) {
    process.stdout.write(USAGE);
    process.exitCode = isUnknown ? 2 : 0;
    return;
  }
  const rows = ROWS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const others = {
    clicks: positive('clicks', values.clicks),
    seed: positive('seed', values.seed),
    folder: values.folder,
  };
  const sizes = values.sizes === undefined ? null : sizesOf(values.sizes);
  if (sizes !== null && rows.length !== 1) throw new Error('--sizes is of one row');
  if (sizes === null && values.plot !== undefined) throw new Error('--plot is of --sizes');
  // Threads, and processes whose memory is measured, load and hold what those of the product do, not three hundred files with the means to translate them.
  const removeBundle = await bundlePrograms(null, BENCH_PROGRAMS);
  if (sizes === null) await runAll(rows, { ...others, size: positive('size', values.size) });
  else for (const row of rows) await runAtSizes(row, sizes, others, values.plot);
  removeBundle();
}

type Others = Omit<RowOptions, 'size' | 'say'>;

function sizesOf(text: string): readonly number[] {
  const sizes = [...new Set(text.split(',').map((one) => positive('sizes', one)))];
  if (sizes.length > 1) return sizes.toSorted((left, right) => left - right);
  throw new Error('--sizes takes two different sizes at least');
}

async function runAll(rows: readonly BenchRow[], options: Others & { readonly size: number }): Promise<void> {
  const lines: Line[] = [];
  for (const row of rows) lines.push(...(await run(row, options)));
  told(lines, options);
}

/** The smallest first, so that a row without such times is refused early. */
async function runAtSizes(row: BenchRow, sizes: readonly number[], others: Others, plot?: string): Promise<void> {
  const runs: { readonly size: number; readonly lines: readonly Line[] }[] = [];
  for (const size of sizes) {
    const lines = await run(row, { ...others, size });
    if (lines.every(({ took }) => took === undefined))
      throw new Error(`nothing of ${row.name} is a time that depends on the size`);
    told(lines, { ...others, size });
    runs.push({ size, lines });
  }
  const series = seriesOf(runs);
  process.stdout.write(`\n${fitTable(series)}\n`);
  if (plot !== undefined) writeFileSync(plot, plotted(row.name, series));
}

async function run(row: BenchRow, options: Others & { readonly size: number }): Promise<readonly Line[]> {
  const started = performance.now();
  const say = (text: string): void => {
    process.stderr.write(`[${row.name}] ${text}\n`);
  };
  const lines = await row.run({ ...options, say });
  say(`done in ${Math.round((performance.now() - started) / 1000)} s`);
  return lines;
}

/** Prints the lines; a limit that is missed makes the run end with 1. */
function told(lines: readonly Line[], { size, seed }: { readonly size: number; readonly seed: number }): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
  const load = `load ${loadavg()[0]?.toFixed(1)} at the end`;
  process.stdout.write(`\n${machine}, ${size} invoices, seed ${seed}, ${load}\n\n${table(lines)}\n`);
  if (lines.some(({ met }) => met === false)) process.exitCode = 1;
}

await main();
