/**
 * Tie-out and statement over every invoice of a large business beside a pandas script and beside DuckDB with one thread, with the same exact result on
 * the same columns, what the console's process holds at most, and how long pages of the list take meanwhile. The figures of all are held against
 * each other to the last digit. Each runs in a process of its own, in turns; none of the peers is charged for starting.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ReportPeerRun } from '../peers/duckdb-reports.ts';
import { programEntry } from '../../test/support/programs.ts';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { instantKey } from '../../src/domain/kernel/time/time.ts';
import { millionFolder, PERIOD, PROFILE } from '../support/million.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { differences, figuresOfStatement, figuresOfTieOut } from '../support/report-figures.ts';
import type { ReportRun } from '../support/report-run.ts';
import { mostMegabytes } from '../support/ledger-figures.ts';
import { figure, percentile, times } from '../support/stats.ts';
import { printedBy, PYTHONS } from '../support/turns.ts';

const PANDAS = join(import.meta.dirname, '../peers/reconcile.py');
const DUCKDB = join(import.meta.dirname, '../peers/duckdb-reports.ts');
const program = (): string => fileURLToPath(programEntry('bench/support/report-run'));
const ROUNDS = 3;
/** Older CSV files are not used any more once the script reads other columns. */
const CSV_EDITION = 3;
/** As the limits of the row stand in the README. */
const MOST_OF_PANDAS = { some: 1, million: 0.6 } as const;
const MOST_OF_DUCKDB = 2.5;
const MOST_PAGE_MS = 100;

const peerAnswer = z.object({
  pandas: z.string(),
  seconds: z.object({ read: z.number(), statement: z.number(), tieOut: z.number(), all: z.number() }),
  statement: z.record(z.string(), z.unknown()),
  tieOut: z.record(z.string(), z.unknown()),
});
type PeerAnswer = z.infer<typeof peerAnswer>;

interface Round {
  readonly ours: ReportRun;
  readonly theirs: PeerAnswer | null;
  readonly duckdb: ReportPeerRun | null;
}

export const reports: BenchRow = {
  name: 'reports',
  about: 'tie-out and statement of every invoice beside pandas and DuckDB, memory and pages meanwhile',
  run: async (options) => {
    const folder = await millionFolder(options);
    const python = PYTHONS.find((path) => spawnSync(path, ['-c', 'import pandas']).status === 0);
    if (python === undefined)
      options.say('no Python with pandas: the peer is left out (Debian: apt install python3-pandas)');
    const peer = python === undefined ? null : new Peers(python, folder, options);
    const runs: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = runOurs(folder);
      const { statement, tieOut } = ours.seconds;
      options.say(
        `console ${figure(statement, 's', 3)} statement, ${figure(tieOut, 's', 3)} tie-out, ${figure(ours.processorSeconds, 's', 3)} of the processor, ${figure(ours.peakMegabytes, 'MB', 0)}`,
      );
      runs.push({ ours, ...(peer?.run(ours) ?? { theirs: null, duckdb: null }) });
    }
    peer?.close();
    return linesOf(runs, options);
  },
};

function runOurs(folder: string): ReportRun {
  const args = [program(), folder, PROFILE, PERIOD.from, PERIOD.to];
  const output = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const run: ReportRun = JSON.parse(output);
  return run;
}

/** The script on the file itself and on CSV files of the same columns, of which the quicker is its time; and DuckDB on a file of its own. */
class Peers {
  readonly #python: string;
  readonly #sources: readonly (readonly [string, string])[];
  readonly #csv: string;
  readonly #duckdb: string;
  readonly #options: RowOptions;

  constructor(python: string, folder: string, options: RowOptions) {
    this.#python = python;
    this.#options = options;
    this.#csv = `${folder}-csv-${CSV_EDITION}`;
    this.#duckdb = `${this.#csv}.duckdb`;
    const mirror = mirrorPath(folder, PROFILE);
    if (!existsSync(this.#csv)) {
      options.say('writing the CSV files of the peers');
      mkdirSync(this.#csv);
      printedBy(this.#python, PANDAS, 'export', mirror, this.#csv);
    }
    if (!existsSync(this.#duckdb)) printedBy(process.execPath, DUCKDB, 'load', this.#csv, this.#duckdb);
    this.#sources = [
      ['csv', this.#csv],
      ['sql', mirror],
    ];
  }

  run(ours: ReportRun): Pick<Round, 'theirs' | 'duckdb'> {
    const bounds = [keyOf(PERIOD.from), keyOf(PERIOD.to)];
    const answers = this.#sources.map(([source, place]) => {
      const answer = peerAnswer.parse(JSON.parse(printedBy(this.#python, PANDAS, source, place, ...bounds)));
      const { read, statement, tieOut, all } = answer.seconds;
      this.#options.say(
        `pandas ${answer.pandas} from ${source}: ${figure(all, 's', 3)} (${[read, statement, tieOut].map((s) => figure(s, '', 3)).join(' + ')})`,
      );
      return answer;
    });
    const duckdb: ReportPeerRun = JSON.parse(printedBy(process.execPath, DUCKDB, 'run', ...bounds, this.#duckdb));
    const { statement, tieOut, all } = duckdb.seconds;
    this.#options.say(
      `DuckDB ${duckdb.version}: ${figure(all, 's', 3)} (${[statement, tieOut].map((s) => figure(s, '', 3)).join(' + ')})`,
    );
    for (const answer of [...answers, duckdb]) assertSame(ours, answer);
    return { theirs: answers.reduce((best, one) => (one.seconds.all < best.seconds.all ? one : best)), duckdb };
  }

  close(): void {
    if (this.#options.size >= 1_000_000) return;
    rmSync(this.#csv, { recursive: true, force: true });
    rmSync(this.#duckdb, { force: true });
  }
}

/** Throws with every figure that is not the same on both sides. */
function assertSame(ours: ReportRun, theirs: Pick<ReportPeerRun, 'statement' | 'tieOut'>): void {
  const wrong = [
    ...differences(figuresOfStatement(ours.statement), theirs.statement),
    ...differences(figuresOfTieOut(ours.tieOut), theirs.tieOut),
  ];
  if (wrong.length > 0) throw new Error(`the figures are not the same:\n${wrong.slice(0, 20).join('\n')}`);
}

function keyOf(day: string): string {
  const key = instantKey(day);
  if (key === null) throw new Error(`${day} is no day`);
  return key;
}

function linesOf(runs: readonly Round[], { size }: RowOptions): readonly Line[] {
  const middle = (values: readonly number[]): number => percentile(values, 0.5);
  const ours = middle(runs.map(({ ours: { seconds } }) => seconds.statement + seconds.tieOut));
  const theirs = runs.flatMap((run) => (run.theirs === null ? [] : [run.theirs]));
  const duckdb = runs.flatMap((run) => (run.duckdb === null ? [] : [run.duckdb]));
  const peak = Math.max(...runs.map((run) => run.ours.peakMegabytes));
  const meanwhile = runs.flatMap((run) => run.ours.pages);
  const idle = runs.flatMap((run) => run.ours.idlePages);
  const p95 = percentile(meanwhile, 0.95);
  const [isMillion, most] = [size >= 1_000_000, mostMegabytes(size)];
  const beside = (peer: string, seconds: readonly number[], limit: number, isJudged: boolean): Line => ({
    what: `tie-out and statement of ${size} invoices`,
    ours: figure(ours, 's', 3),
    beside: seconds.length === 0 ? 'no pandas here' : `${figure(middle(seconds), 's', 3)}, ${peer}, same figures`,
    ratio: seconds.length === 0 ? '–' : times(ours, middle(seconds)),
    limit: isJudged ? `≤ ${limit.toFixed(1)}×` : '–',
    met: seconds.length === 0 || !isJudged ? null : ours <= limit * middle(seconds),
    took: { ms: 1000 * ours, ...(seconds.length === 0 ? {} : { peer: { name: peer, ms: 1000 * middle(seconds) } }) },
  });
  return [
    beside(
      `pandas ${theirs[0]?.pandas}`,
      theirs.map(({ seconds }) => seconds.all),
      isMillion ? MOST_OF_PANDAS.million : MOST_OF_PANDAS.some,
      true,
    ),
    beside(
      `DuckDB ${duckdb[0]?.version}, one thread`,
      duckdb.map(({ seconds }) => seconds.all),
      MOST_OF_DUCKDB,
      isMillion,
    ),
    {
      what: 'memory of the process at most',
      ours: figure(peak, 'MB', 0),
      beside: '–',
      ratio: '–',
      limit: `≤ ${most} MB`,
      met: peak <= most,
    },
    {
      what: '`invoices.page` meanwhile, p95',
      ours: `${figure(p95, 'ms')} of ${meanwhile.length}`,
      beside: `${figure(percentile(idle, 0.95), 'ms')}, idle`,
      ratio: times(p95, percentile(idle, 0.95), 1),
      limit: `≤ ${MOST_PAGE_MS} ms`,
      met: p95 <= MOST_PAGE_MS,
    },
  ];
}
