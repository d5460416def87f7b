/**
 * `npm run bench`: every row beside its peer or its limit, on this machine, in one run. `npm run bench -- ROW …` runs some;
 * `--size N` changes the number of invoices, `--clicks N` the clicks of each kind, `--seed N` the draw, `--folder PATH` where data folders that take
 * minutes to build are kept. Progress goes to stderr, the table to stdout. Ends with 1 when a limit is missed. Not part of `npm test`.
 */
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
import { type Line, table } from './support/report.ts';
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

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: '100000' },
      clicks: { type: 'string', default: '500' },
      seed: { type: 'string', default: '20261121' },
      folder: { type: 'string', default: tmpdir() },
      help: { type: 'boolean' },
    },
  });
  const unknown = positionals.find((name) => !ROWS.some((row) => row.name === name));
  if (values.help === true || unknown !== undefined) {
    const known = ROWS.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`).join('\n');
    process.stdout.write(`npm run bench -- [ROW …] [--size N] [--clicks N] [--seed N] [--folder PATH]\n${known}\n`);
    process.exitCode = unknown === undefined ? 0 : 2;
    return;
  }
  const rows = ROWS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const lines: Line[] = [];
  // Threads, and processes whose memory is measured, load and hold what those of the product do, not three hundred files with the means to translate them.
  const removeBundle = await bundlePrograms(null, BENCH_PROGRAMS);
  for (const row of rows) {
    const started = performance.now();
    const say = (text: string): void => {
      process.stderr.write(`[${row.name}] ${text}\n`);
    };
    const options = {
      size: positive('size', values.size),
      clicks: positive('clicks', values.clicks),
      seed: positive('seed', values.seed),
      folder: values.folder,
      say,
    };
    lines.push(...(await row.run(options)));
    say(`done in ${Math.round((performance.now() - started) / 1000)} s`);
  }
  removeBundle();
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
  const load = `load ${loadavg()[0]?.toFixed(1)} at the end`;
  process.stdout.write(`\n${machine}, ${values.size} invoices, seed ${values.seed}, ${load}\n\n${table(lines)}\n`);
  if (lines.some(({ met }) => met === false)) process.exitCode = 1;
}

await main();
